#pragma once
#include "affinity.h"
#include "callgrind.h"
#include "perf.h"
#include <stdint.h>

/// Marks one step of a measured loop. It emits no instruction and clobbers nothing, so state may stay
/// in registers; but it is volatile, so the optimiser can neither delete the loop, nor join two
/// steps into one, nor turn many steps into one vector operation. Without it a counter's loop is
/// summed sixteen actions at a time, which no store can do between two sends.
static inline __attribute__((always_inline)) void cprobes_step(void) {
  __asm__ volatile("");
}

/// Makes the optimiser believe that what `pointer` leads to was read and may have been changed.
static inline __attribute__((always_inline)) void cprobes_escape(const void *pointer) {
  __asm__ volatile("" : : "r"(pointer) : "memory");
}

/// The system's number of the calling thread, which no later thread gets soon. A `pthread_t` is the
/// address of the thread's stack, and the next thread may well have the same.
uint64_t cprobes_thread_id(void);
