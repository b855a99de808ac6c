#pragma once
#include <stddef.h>
#include <stdint.h>

// A sanitizer replaces the allocator, and sees its own calls of it only.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif
#ifndef HAS_SANITIZER
#define HAS_SANITIZER 0
#endif

/// The list of the counters, in the order of `flowcount_read`, with their public names. `Platform`'s
/// `EventCounts` has a property of the same name for each.
#define EACH_COUNTER(X) \
  X(ALLOCATIONS, "allocations") \
  X(FREES, "frees") \
  X(REALLOCATIONS, "reallocations") \
  X(BYTES_ASKED, "bytesAsked") \
  X(BYTES_GIVEN, "bytesGiven") \
  X(BYTES_RETURNED, "bytesReturned") \
  X(OBJECTS, "objects") \
  X(RETAINS, "retains") \
  X(RELEASES, "releases")

#define COUNTER_CASE(counter, name) counter,
enum counter { EACH_COUNTER(COUNTER_CASE) COUNTERS };

/// The kinds of work that a thread gives to others: for any thread, for the main thread, and for later.
enum handover { TO_ANY, TO_MAIN, LATER, HANDOVERS };

/// The counters of one thread, in separate cache lines. Only the thread writes them.
struct thread_counters {
  uint64_t values[COUNTERS];
  /// The numbers of pieces of work that the thread gave to others.
  uint64_t handovers[HANDOVERS];
} __attribute__((aligned(128)));

/// The number of counts in progress. Nothing is counted if it is 0, so that a program that is linked with
/// these files runs at its usual speed.
extern int flowcount_active;

static inline __attribute__((always_inline)) int is_counting(void) {
  return __atomic_load_n(&flowcount_active, __ATOMIC_RELAXED);
}

/// The counters of the calling thread, which outlive it.
struct thread_counters *flowcount_claim(void);

#if defined(__APPLE__)

#include <pthread.h>

/// Makes the allocator report its calls, if the loader has not replaced its functions.
void flowcount_prepare_heap(void);

// The first use of a thread-local variable allocates there, which would recurse. A thread's specific
// values have memory from its start.
extern pthread_key_t flowcount_key;

/// Returns the counters of the calling thread, or NULL before its first count.
static inline __attribute__((always_inline)) struct thread_counters *flowcount_known(void) {
  return flowcount_key ? pthread_getspecific(flowcount_key) : NULL;
}

#else

// Initial-exec needs one instruction; the general model may allocate on first use, which would recurse.
// A preloaded library may use it.
extern __thread struct thread_counters *flowcount_mine __attribute__((tls_model("initial-exec")));

static inline __attribute__((always_inline)) struct thread_counters *flowcount_known(void) {
  return flowcount_mine;
}

#endif

/// Returns the counters of the calling thread.
static inline __attribute__((always_inline)) struct thread_counters *own_counters(void) {
  struct thread_counters *mine = flowcount_known();
  return __builtin_expect(!mine, 0) ? flowcount_claim() : mine;
}

/// Adds to a counter that only the calling thread writes, so that a relaxed load and store suffice.
static inline __attribute__((always_inline)) void add_to(uint64_t *counter, uint64_t amount) {
  uint64_t value = __atomic_load_n(counter, __ATOMIC_RELAXED);
  __atomic_store_n(counter, value + amount, __ATOMIC_RELAXED);
}

/// Adds to one of the calling thread's counters.
static inline __attribute__((always_inline)) void add(enum counter counter, uint64_t amount) {
  add_to(&own_counters()->values[counter], amount);
}

/// Allocates a block that is not counted, or returns NULL.
void *flowcount_allocate_uncounted(size_t size);

/// Frees a block that is not counted.
void flowcount_free_uncounted(void *block);

/// Removes a freed block from the list of objects; see `flowcount_objects_begin`.
void flowcount_forget(void *block);

/// Adds an object to the list of objects.
void flowcount_remember(void *object, const void *metadata);

/// A Boolean value that indicates whether objects are listed.
extern int flowcount_lists_objects;
