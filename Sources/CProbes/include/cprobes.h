#pragma once
#include "affinity.h"
#include "callgrind.h"
#include "perf.h"
#include "process.h"
#include "reference.h"
#include <stdint.h>

/// Marks one step of a measured loop. It emits no instruction and clobbers nothing, so that state may
/// stay in registers. Because it is volatile, the optimiser can neither delete the loop, nor join two
/// steps, nor vectorise them. Without it a counter's loop adds sixteen actions at a time, which no
/// store can do between two sends.
static inline __attribute__((always_inline)) void cprobes_step(void) {
  __asm__ volatile("");
}

/// Makes the optimiser assume that the memory at `pointer` was read and changed.
static inline __attribute__((always_inline)) void cprobes_escape(const void *pointer) {
  __asm__ volatile("" : : "r"(pointer) : "memory");
}

/// Returns the system's number of the calling thread. Unlike a `pthread_t`, which is the address of
/// the thread's stack, no later thread gets it soon.
uint64_t cprobes_thread_id(void);

/// Requests performance cores for the calling thread where a thread has a class of quality of service;
/// elsewhere it does nothing.
void cprobes_request_performance_cores(void);
