#define _GNU_SOURCE
#include "known_work.h"

#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

enum { most_threads = 16 };

// The loop must not begin where the function does: callgrind takes a jump to a function's first
// instruction for a call, and remembers each of them.
void known_work(uint64_t rounds) {
#if defined(__x86_64__)
  __asm__ volatile("nop\n1: decq %0\n\tjnz 1b" : "+r"(rounds) : : "cc");
#elif defined(__aarch64__)
  __asm__ volatile("nop\n1: subs %0, %0, #1\n\tb.ne 1b" : "+r"(rounds) : : "cc");
#else
#error "known_work: write two instructions for a round for this processor"
#endif
}

int known_pages(uint64_t pages) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *memory =
      mmap(NULL, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 0;
#if defined(MADV_NOHUGEPAGE)
  // A huge page would come with one fault for hundreds. A kernel without them refuses; fine too.
  (void)madvise(memory, pages * page, MADV_NOHUGEPAGE);
#endif
  for (uint64_t index = 0; index < pages; index++) *(volatile char *)(memory + index * page) = 1;
  return munmap(memory, pages * page) == 0;
}

struct order {
  int (*work)(uint64_t);
  uint64_t amount;
  int done;
};

static void *carry_out(void *order) {
  struct order *mine = order;
  mine->done = mine->work(mine->amount);
  return NULL;
}

static int on_threads(int threads, int (*work)(uint64_t), uint64_t amount) {
  pthread_t started[most_threads];
  struct order orders[most_threads];
  if (threads < 1 || threads > most_threads) return 0;
  int count = 0, done = 1;
  for (; count < threads; count++) {
    orders[count] = (struct order){work, amount, 0};
    if (pthread_create(&started[count], NULL, carry_out, &orders[count]) != 0) break;
  }
  for (int index = 0; index < count; index++) {
    pthread_join(started[index], NULL);
    done &= orders[index].done;
  }
  return done && count == threads;
}

static int known_work_done(uint64_t rounds) {
  known_work(rounds);
  return 1;
}

int known_work_on_threads(int threads, uint64_t rounds) {
  return on_threads(threads, known_work_done, rounds);
}

int known_pages_on_threads(int threads, uint64_t pages) {
  return on_threads(threads, known_pages, pages);
}

static int idle_threads;

static void *idle(void *unused) {
  // All threads of a call exist at the same time.
  usleep(1000);
  __atomic_fetch_sub(&idle_threads, 1, __ATOMIC_SEQ_CST);
  return unused;
}

int known_idle_threads(int threads) {
  int started = 0;
  for (; started < threads; started++) {
    pthread_t thread;
    __atomic_fetch_add(&idle_threads, 1, __ATOMIC_SEQ_CST);
    if (pthread_create(&thread, NULL, idle, NULL) != 0) {
      __atomic_fetch_sub(&idle_threads, 1, __ATOMIC_SEQ_CST);
      break;
    }
    pthread_detach(thread);
  }
  while (__atomic_load_n(&idle_threads, __ATOMIC_SEQ_CST) > 0) usleep(100);
  return started == threads;
}
