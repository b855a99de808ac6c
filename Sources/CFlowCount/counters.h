#pragma once
#include <stdint.h>

/// The list of the counters, in the order of `flowcount_read`, with their public names. `Platform`'s
/// `EventCounts` has a property of the same name for each.
#define EACH_COUNTER(X) \
  X(ALLOCATIONS, "allocations") \
  X(FREES, "frees") \
  X(REALLOCATIONS, "reallocations") \
  X(BYTES_ASKED, "bytesAsked") \
  X(BYTES_GIVEN, "bytesGiven") \
  X(BYTES_RETURNED, "bytesReturned") \
  X(OBJECTS, "objects") \
  X(RETAINS, "retains") \
  X(RELEASES, "releases")

#define COUNTER_CASE(counter, name) counter,
enum counter { EACH_COUNTER(COUNTER_CASE) COUNTERS };

/// The counters of one thread, in separate cache lines. Only the thread writes them.
struct thread_counters {
  uint64_t values[COUNTERS];
} __attribute__((aligned(128)));

/// The counters of the calling thread, which outlive it.
struct thread_counters *flowcount_claim(void);

#if defined(__APPLE__)

#include <pthread.h>

// The first use of a thread-local variable allocates there, which would recurse. A thread's specific
// values have memory from its start.
extern pthread_key_t flowcount_key;

/// Returns the counters of the calling thread, or NULL before its first count.
static inline __attribute__((always_inline)) struct thread_counters *flowcount_known(void) {
  return flowcount_key ? pthread_getspecific(flowcount_key) : NULL;
}

#else

// Initial-exec needs one instruction; the general model may allocate on first use, which would recurse.
// A preloaded library may use it.
extern __thread struct thread_counters *flowcount_mine __attribute__((tls_model("initial-exec")));

static inline __attribute__((always_inline)) struct thread_counters *flowcount_known(void) {
  return flowcount_mine;
}

#endif

/// Adds to one of the calling thread's counters.
static inline __attribute__((always_inline)) void add(enum counter counter, uint64_t amount) {
  struct thread_counters *mine = flowcount_known();
  if (__builtin_expect(!mine, 0)) mine = flowcount_claim();
  // With one writer, a relaxed load and store suffice.
  uint64_t value = __atomic_load_n(&mine->values[counter], __ATOMIC_RELAXED);
  __atomic_store_n(&mine->values[counter], value + amount, __ATOMIC_RELAXED);
}
