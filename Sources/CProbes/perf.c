#include "perf.h"

#include <errno.h>

#if defined(__linux__)

#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int cprobes_perf_open(uint32_t type, uint64_t config, int task) {
  struct perf_event_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.size = sizeof attributes;
  attributes.type = type;
  attributes.config = config;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  attributes.inherit = 1;
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  long event = syscall(SYS_perf_event_open, &attributes, task, -1, -1, PERF_FLAG_FD_CLOEXEC);
  return event < 0 ? -errno : (int)event;
}

int cprobes_perf_read(int event, struct cprobes_perf_reading *reading) {
  // The kernel writes the three numbers in this order; see read_format above.
  ssize_t count = read(event, reading, sizeof *reading);
  if (count == (ssize_t)sizeof *reading) return 0;
  return count < 0 ? -errno : -EIO;
}

#else

int cprobes_perf_open(uint32_t type, uint64_t config, int task) {
  (void)type, (void)config, (void)task;
  return -ENOSYS;
}

int cprobes_perf_read(int event, struct cprobes_perf_reading *reading) {
  (void)event, (void)reading;
  return -ENOSYS;
}

#endif
