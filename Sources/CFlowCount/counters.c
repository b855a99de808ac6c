#include "counters.h"
#include "flowcount.h"
#include <stddef.h>

// Blocks are not reused: a thread that has ended is still part of the sum. Untouched pages of this array
// cost nothing.
enum { MAX_THREADS = 1 << 16 };
static struct thread_counters blocks[MAX_THREADS];
static uint32_t claimed;

#if defined(__APPLE__)

// The first count of a process comes before its second thread. Keys of the system begin above 0.
pthread_key_t flowcount_key;

// The values of an ending thread are cleared in several rounds, and a later `free` would claim another block.
static void keep(void *mine) { pthread_setspecific(flowcount_key, mine); }

static void remember(struct thread_counters *mine) {
  if (!flowcount_key) pthread_key_create(&flowcount_key, keep);
  pthread_setspecific(flowcount_key, mine);
}

#else

__thread struct thread_counters *flowcount_mine __attribute__((tls_model("initial-exec")));

static void remember(struct thread_counters *mine) { flowcount_mine = mine; }

#endif

struct thread_counters *flowcount_claim(void) {
  uint32_t index = __atomic_fetch_add(&claimed, 1, __ATOMIC_RELAXED);
  // Further threads share the last block and may lose counts, which `flowcount_heap_invalid_reason`
  // reports.
  if (index >= MAX_THREADS) index = MAX_THREADS - 1;
  remember(&blocks[index]);
  return &blocks[index];
}

#define COUNTER_NAME(counter, name) name " "
const char *flowcount_names(void) { return EACH_COUNTER(COUNTER_NAME); }

void flowcount_read(uint64_t *totals) {
  for (int counter = 0; counter < COUNTERS; counter++) totals[counter] = 0;
  uint32_t count = __atomic_load_n(&claimed, __ATOMIC_ACQUIRE);
  if (count > MAX_THREADS) count = MAX_THREADS;
  for (uint32_t index = 0; index < count; index++) {
    for (int counter = 0; counter < COUNTERS; counter++) {
      totals[counter] += __atomic_load_n(&blocks[index].values[counter], __ATOMIC_RELAXED);
    }
  }
}

int flowcount_active;

void flowcount_start(void) {
  __atomic_fetch_add(&flowcount_active, 1, __ATOMIC_SEQ_CST);
#if defined(__APPLE__) && !HAS_SANITIZER
  flowcount_prepare_heap();
#endif
}

void flowcount_stop(void) { __atomic_fetch_sub(&flowcount_active, 1, __ATOMIC_SEQ_CST); }

void flowcount_read_thread(uint64_t *totals, uint64_t *handovers) {
  struct thread_counters *mine = own_counters();
  for (int counter = 0; counter < COUNTERS; counter++) totals[counter] = mine->values[counter];
  for (int kind = 0; kind < HANDOVERS; kind++) handovers[kind] = mine->handovers[kind];
}

const char *flowcount_heap_invalid_reason(void) {
#if HAS_SANITIZER
  return "nothing is counted under a sanitizer";
#endif
  return __atomic_load_n(&claimed, __ATOMIC_RELAXED) > MAX_THREADS
    ? "more than 65536 threads allocated in this process"
    : NULL;
}

#if !defined(__APPLE__) || HAS_SANITIZER
int flowcount_knows_resized(void) { return 1; }
#endif
