#pragma once
#include <stdint.h>

// A library that is preloaded into a process and counts what it allocates, retains and releases.
//
// Nothing links against it: who wants to count starts a process with the library preloaded, and
// finds these functions by name. Counting is exact on all threads, the ended ones included, and
// costs one store to memory of the thread's own; reading changes nothing that is counted.

/// Names of the counters in the order of `flowcount_read`, separated by spaces. A reader whose own
/// list differs was built for another version and must not read.
const char *flowcount_names(void);

/// Writes the sum over all threads since the process began, one number for each name.
///
/// Exact for every thread whose work happened before the call. It neither allocates nor locks.
void flowcount_read(uint64_t *totals);

/// Why objects, retains and releases are not counted in this process, or NULL when they are.
const char *flowcount_runtime_invalid_reason(void);

/// Why heap counters are incomplete in this process, or NULL when they are exact.
const char *flowcount_heap_invalid_reason(void);
