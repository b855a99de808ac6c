#define _GNU_SOURCE
#include "counters.h"
#include "flowcount.h"
#include <pthread.h>

// The unused part of the stack is filled with a pattern. Afterwards, the lowest word that differs is the
// deepest one that was used.

#if HAS_SANITIZER

size_t flowcount_stack(size_t limit, void (*body)(void *), void *context) {
  (void)limit;
  body(context);
  return 0;
}

#else

static const uint64_t pattern = 0x5AC3A55A3CA53CA5;

/// Returns the lowest address of the calling thread's stack, or NULL.
static char *lowest_address(void) {
#if defined(__APPLE__)
  pthread_t thread = pthread_self();
  return (char *)pthread_get_stackaddr_np(thread) - pthread_get_stacksize_np(thread);
#else
  pthread_attr_t attributes;
  void *lowest = NULL;
  size_t size;
  if (pthread_getattr_np(pthread_self(), &attributes)) return NULL;
  if (pthread_attr_getstack(&attributes, &lowest, &size)) lowest = NULL;
  pthread_attr_destroy(&attributes);
  return lowest;
#endif
}

__attribute__((noinline)) size_t flowcount_stack(
  size_t limit, void (*body)(void *), void *context
) {
  // Below this frame, and above the guard page and its neighbours.
  enum { FRAME = 256, GUARD = 1 << 14 };
  char *lowest = lowest_address();
  if (!lowest) {
    body(context);
    return 0;
  }
  char *here = (char *)((uintptr_t)__builtin_frame_address(0) & ~(uintptr_t)15);
  char *low = (size_t)(here - lowest) > limit + GUARD ? here - limit : lowest + GUARD;
  if (low >= here - FRAME) return SIZE_MAX;
  volatile uint64_t *words = (volatile uint64_t *)low;
  size_t count = (size_t)(here - FRAME - low) / sizeof *words;
  for (size_t index = 0; index < count; index++) words[index] = pattern;
  body(context);
  size_t first = 0;
  while (first < count && words[first] == pattern) first++;
  return first == 0 ? SIZE_MAX : (size_t)(here - (char *)(words + first));
}

#endif
