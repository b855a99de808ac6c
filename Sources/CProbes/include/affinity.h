#pragma once
#include <stdint.h>

/// Reads on which cores a thread may run, one bit for each.
///
/// `thread` is the system's number of a thread, 0 for the calling one. Returns 0, or -1 where the
/// system has no such call or has more cores than `words` × 64.
int cprobes_affinity_get(int thread, uint64_t *bits, int words);

/// Lets a thread run on the given cores only. Returns 0, or -1 when the system refused or cannot.
int cprobes_affinity_set(int thread, const uint64_t *bits, int words);
