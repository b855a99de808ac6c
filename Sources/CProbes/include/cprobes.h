#pragma once
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

/// What one performance event of the kernel has counted so far.
struct cprobes_perf_reading {
  /// The count, of the task and of the threads it has started since.
  uint64_t value;
  /// Nanoseconds for which the event was wanted, and for which it really counted; they differ when
  /// the processor has fewer counters than there are events, and the kernel lets them take turns.
  uint64_t enabled_ns, running_ns;
};

/// Opens an event of the kernel (perf_event_open(2)) that counts in user space only.
///
/// `task` is a thread of this process; threads that it starts later are counted with it. Returns a
/// file descriptor, or the negative `errno` with which the kernel refused.
int cprobes_perf_open(uint32_t type, uint64_t config, int task);

/// Reads an event. Returns 0, or a negative `errno`.
int cprobes_perf_read(int event, struct cprobes_perf_reading *reading);

/// Starts and stops callgrind's counting, for all threads. Without callgrind they do nothing.
void cprobes_callgrind_start(void);
void cprobes_callgrind_stop(void);

/// Sets everything that callgrind has counted to zero. Returns whether callgrind was there to do so.
int cprobes_callgrind_zero(void);

/// Lets callgrind write what all threads have executed since it was zeroed to its next file, with
/// `label` in it, and zero it again.
void cprobes_callgrind_dump(const char *label);

/// How many valgrinds, of whatever tool, this process runs under: 0 on a processor.
int cprobes_valgrind_depth(void);

/// Under valgrind, makes the main thread wait where valgrind survives it, once `dispatchMain` has
/// given the thread up; elsewhere does nothing. Call it right before `dispatchMain`, which lets the
/// thread wait in a sigsuspend(2) whose mask is a constant: valgrind 3.19 writes to that mask, and
/// dies of it.
void cprobes_valgrind_park_main_thread(void);
