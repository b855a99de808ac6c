// The calls are extensions of Linux that Swift's import of the C library leaves out.
#define _GNU_SOURCE
#include "affinity.h"

#ifdef __linux__
#include <sched.h>
#include <string.h>

int cprobes_affinity_get(int thread, uint64_t *bits, int words) {
  memset(bits, 0, (size_t)words * sizeof *bits);
  return sched_getaffinity(thread, (size_t)words * sizeof *bits, (cpu_set_t *)bits);
}

int cprobes_affinity_set(int thread, const uint64_t *bits, int words) {
  return sched_setaffinity(thread, (size_t)words * sizeof *bits, (const cpu_set_t *)bits);
}
#else
int cprobes_affinity_get(int thread, uint64_t *bits, int words) { return -1; }
int cprobes_affinity_set(int thread, const uint64_t *bits, int words) { return -1; }
#endif
