#pragma once
#include <stdint.h>

/// The count of a performance event of the kernel.
struct cprobes_perf_reading {
  /// The count, of the task and of the threads it has started since.
  uint64_t value;
  /// Nanoseconds for which the event was enabled, and for which it counted. They differ if the
  /// processor has fewer counters than events, which then take turns.
  uint64_t enabled_ns, running_ns;
};

/// Opens an event of the kernel (perf_event_open(2)) that counts in user space only.
///
/// `task` is a thread of this process; threads that it starts later are counted with it. Returns a
/// file descriptor, or the negative `errno` with which the kernel refused.
int cprobes_perf_open(uint32_t type, uint64_t config, int task);

/// Reads an event. Returns 0, or a negative `errno`.
int cprobes_perf_read(int event, struct cprobes_perf_reading *reading);
