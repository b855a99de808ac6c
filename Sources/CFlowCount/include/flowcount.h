#pragma once
#include <stddef.h>
#include <stdint.h>

// Counts the allocations, retains and releases of a process that this library is linked with or preloaded
// into.
//
// A preloaded library's functions are found by name. Counting is exact on all threads, including ended
// ones, and costs one store to memory of the thread. Reading changes no count.

/// Begins to count on all threads. Several counts can be in progress at the same time.
void flowcount_start(void);

/// Ends a count that was begun. Without one, a call of the allocator or a retain costs one more load and branch.
void flowcount_stop(void);

/// Returns the names of the counters in the order of `flowcount_read`, each followed by a space. A reader
/// with another list was built for another version and must not read.
const char *flowcount_names(void);

/// Writes the sums over all threads since the process began, one number for each name.
///
/// They are exact for all work that happened before the call. It neither allocates nor locks.
void flowcount_read(uint64_t *totals);

/// Writes the sums of the calling thread, and the numbers of pieces of work that it gave to any thread, gave to
/// the main thread, and scheduled for later.
///
/// Such work is a task, after `flowcount_notice_tasks`, and on Linux a thread or a block of a dispatch queue.
void flowcount_read_thread(uint64_t *totals, uint64_t *handovers);

/// Begins to notice tasks.
void flowcount_notice_tasks(void);

/// Returns whether threads and blocks of queues are noticed, too.
int flowcount_notices_threads(void);

/// Returns the reason why objects, retains and releases are not counted in this process, or NULL.
const char *flowcount_runtime_invalid_reason(void);

/// Returns the reason why heap counters are incomplete in this process, or NULL.
const char *flowcount_heap_invalid_reason(void);

/// Returns whether the bytes of a resized block are counted as returned. The hook of Apple's allocator does not
/// report its old size.
int flowcount_knows_resized(void);

/// Begins to list the objects that the calling thread allocates and that are not freed.
///
/// One thread at a time can do so.
void flowcount_objects_begin(void);

/// Ends the list and returns the number of objects that are still allocated.
///
/// Writes the metadata of the first `capacity` of them. Returns SIZE_MAX if there were too many objects.
size_t flowcount_objects_end(const void **metadata, size_t capacity);

/// Calls a function and returns the number of bytes of the stack that it used, or SIZE_MAX if it used all that
/// could be observed: at most `limit`, and less on a thread with a small stack.
///
/// Returns 0 under a sanitizer, and on a thread whose stack is not known.
size_t flowcount_stack(size_t limit, void (*body)(void *), void *context);

/// Allocates, resizes and frees known blocks: 3 allocations of 48 bytes, 3 frees and a reallocation to 4,096
/// bytes.
void flowcount_known_blocks(void);

/// Retains an object 7 times and releases it 7 times by calls of the runtime.
void flowcount_known_references(void *object);

/// Returns the name of the system and of the processor.
const char *flowcount_platform(void);

/// Returns the nanoseconds of the system's monotonic clock.
uint64_t flowcount_now_ns(void);

/// Returns the nanoseconds in which the calling thread could run but had no processor; 0 if the system does not
/// tell.
uint64_t flowcount_waited_ns(void);
