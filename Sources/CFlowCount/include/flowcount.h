#pragma once
#include <stdint.h>

// A library that counts the allocations, retains and releases of the process that it is preloaded into.
//
// A counting process starts with the library preloaded and finds these functions by name. Counting is
// exact on all threads, including ended ones, and costs one store to memory of the thread. Reading
// changes no count.

/// Returns the names of the counters in the order of `flowcount_read`, each followed by a space. A reader
/// with another list was built for another version and must not read.
const char *flowcount_names(void);

/// Writes the sums over all threads since the process began, one number for each name.
///
/// They are exact for all work that happened before the call. It neither allocates nor locks.
void flowcount_read(uint64_t *totals);

/// Returns the reason why objects, retains and releases are not counted in this process, or NULL.
const char *flowcount_runtime_invalid_reason(void);

/// Returns the reason why heap counters are incomplete in this process, or NULL.
const char *flowcount_heap_invalid_reason(void);
