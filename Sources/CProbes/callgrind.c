#include "callgrind.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>

// Valgrind's client requests, written by hand so that valgrind's headers are not needed. The sequences
// and the numbers are part of valgrind's binary interface and never change: valgrind.h
// ("__SPECIAL_INSTRUCTION_PREAMBLE", "VALGRIND_DO_CLIENT_REQUEST_EXPR") and callgrind.h
// ("Vg_CallgrindClientRequest") of valgrind 3.19.
//
// Valgrind performs the request at four rotations that together do nothing, followed by an exchange of
// a register with itself. On a processor they have no effect, and the result is the given default.

enum {
  // 'C' and 'T' in the upper bytes stand for callgrind.
  callgrind_base = ('C' & 0xff) << 24 | ('T' & 0xff) << 16,
  callgrind_zero_stats = callgrind_base + 1,
  callgrind_dump_stats_at = callgrind_base + 3,
  callgrind_start_instrumentation = callgrind_base + 4,
  callgrind_stop_instrumentation = callgrind_base + 5,
  valgrind_running = 0x1001,
};

/// Sends a request to valgrind; returns `absent` without valgrind.
static uint64_t request(uint64_t absent, uint64_t what, uint64_t argument) {
  volatile uint64_t arguments[6] = {what, argument, 0, 0, 0, 0};
  uint64_t result = absent;
#if defined(__linux__) && defined(__x86_64__)
  __asm__ volatile(
      "rolq $3, %%rdi; rolq $13, %%rdi; rolq $61, %%rdi; rolq $51, %%rdi\n\t"
      "xchgq %%rbx, %%rbx"
      : "+d"(result)
      : "a"(&arguments[0])
      : "cc", "memory");
#elif defined(__linux__) && defined(__aarch64__)
  __asm__ volatile(
      "mov x3, %0\n\t"
      "mov x4, %1\n\t"
      "ror x12, x12, #3; ror x12, x12, #13; ror x12, x12, #51; ror x12, x12, #61\n\t"
      "orr x10, x10, x10\n\t"
      "mov %0, x3"
      : "+r"(result)
      : "r"(&arguments[0])
      : "cc", "memory", "x3", "x4");
#else
  (void)arguments;
#endif
  return result;
}

void cprobes_callgrind_start(void) { request(0, callgrind_start_instrumentation, 0); }

void cprobes_callgrind_stop(void) { request(0, callgrind_stop_instrumentation, 0); }

// Callgrind returns 0; without callgrind the result is the default.
int cprobes_callgrind_zero(void) { return request(1, callgrind_zero_stats, 0) == 0; }

void cprobes_callgrind_dump(const char *label) {
  request(0, callgrind_dump_stats_at, (uint64_t)(uintptr_t)label);
}

int cprobes_valgrind_depth(void) { return (int)request(0, valgrind_running, 0); }

/// Keeps a thread that is about to end waiting, open to all signals, as libdispatch does.
static void park(void *unused) {
  (void)unused;
  sigset_t none;
  sigemptyset(&none);
  for (;;) sigsuspend(&none);
}

// The C library destroys a thread's values in the order in which their keys were created. libdispatch
// also relies on that: it releases the main queue by an earlier key, and keeps the thread by a later one.
void cprobes_valgrind_park_main_thread(void) {
  static pthread_key_t key;
  if (cprobes_valgrind_depth() == 0) return;
  if (pthread_key_create(&key, park) == 0) pthread_setspecific(key, &key);
}
