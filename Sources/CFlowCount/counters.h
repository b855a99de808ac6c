#pragma once
#include <stdint.h>

/// What is counted; `flowcount_names` has the names in this order.
enum counter {
  ALLOCATIONS,
  FREES,
  REALLOCATIONS,
  BYTES_ASKED,
  BYTES_GIVEN,
  BYTES_RETURNED,
  OBJECTS,
  RETAINS,
  RELEASES,
  COUNTERS
};

/// One thread's counters, in cache lines of their own. The thread alone writes them.
struct thread_counters {
  uint64_t values[COUNTERS];
} __attribute__((aligned(128)));

/// The calling thread's counters. They outlive it, so that what it did stays counted.
struct thread_counters *flowcount_claim(void);

// Initial-exec: found by one instruction, where the general model may allocate on first use, which
// would end in here again. A preloaded library may ask for it.
extern __thread struct thread_counters *flowcount_mine __attribute__((tls_model("initial-exec")));

/// Adds to one of the calling thread's counters.
static inline __attribute__((always_inline)) void add(enum counter counter, uint64_t amount) {
  struct thread_counters *mine = flowcount_mine;
  if (__builtin_expect(!mine, 0)) mine = flowcount_claim();
  // One writer: a relaxed load and store suffice, and a reader on another thread sees no torn value.
  uint64_t value = __atomic_load_n(&mine->values[counter], __ATOMIC_RELAXED);
  __atomic_store_n(&mine->values[counter], value + amount, __ATOMIC_RELAXED);
}
