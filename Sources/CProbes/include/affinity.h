#pragma once
#include <stdint.h>

/// Reads the cores on which a thread may run, one bit for each.
///
/// `thread` is the system's number of a thread, 0 for the calling one. Returns 0, or -1 if the
/// system has no such call or more than `words` × 64 cores.
int cprobes_affinity_get(int thread, uint64_t *bits, int words);

/// Lets a thread run on the given cores only. Returns 0, or -1 if the system refused.
int cprobes_affinity_set(int thread, const uint64_t *bits, int words);
