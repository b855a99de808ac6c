// Counts each call of the allocator and forwards it to the next definition of the function in the order
// of loading, such as jemalloc's. heap_darwin.c does it on Apple's systems.

#define _GNU_SOURCE
#include "counters.h"

#if !defined(__APPLE__) && !HAS_SANITIZER

#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static struct {
  void *(*malloc)(size_t);
  void *(*calloc)(size_t, size_t);
  void *(*realloc)(void *, size_t);
  void (*free)(void *);
  int (*posix_memalign)(void **, size_t, size_t);
  void *(*memalign)(size_t, size_t);
  size_t (*malloc_usable_size)(void *);
} next;

// `dlsym` may allocate while it looks for the allocator. This zeroed memory serves it, and is never
// freed.
static char early[1 << 14] __attribute__((aligned(16)));
static size_t earlyUsed;

static void *allocate_early(size_t size) {
  size = (size + 15) & ~(size_t)15;
  if (size > sizeof early - earlyUsed) abort();
  void *block = early + earlyUsed;
  earlyUsed += size;
  return block;
}

static bool is_early(const void *block) {
  return (const char *)block >= early && (const char *)block < early + sizeof early;
}

/// Finds the allocator; returns false during the search.
static bool is_ready(void) {
  static bool isLooking;
  if (__builtin_expect(next.malloc_usable_size != NULL, 1)) return true;
  // The first allocation of a process comes before its second thread.
  if (isLooking) return false;
  isLooking = true;
  next.malloc = dlsym(RTLD_NEXT, "malloc");
  next.calloc = dlsym(RTLD_NEXT, "calloc");
  next.realloc = dlsym(RTLD_NEXT, "realloc");
  next.free = dlsym(RTLD_NEXT, "free");
  next.posix_memalign = dlsym(RTLD_NEXT, "posix_memalign");
  next.memalign = dlsym(RTLD_NEXT, "memalign");
  next.malloc_usable_size = dlsym(RTLD_NEXT, "malloc_usable_size");
  isLooking = false;
  return true;
}

void *flowcount_allocate_uncounted(size_t size) { return is_ready() ? next.malloc(size) : NULL; }

void flowcount_free_uncounted(void *block) { next.free(block); }

static void *count_block(void *block, size_t asked) {
  if (block && is_counting()) {
    add(ALLOCATIONS, 1);
    add(BYTES_ASKED, asked);
    add(BYTES_GIVEN, next.malloc_usable_size(block));
  }
  return block;
}

void *malloc(size_t size) {
  if (!is_ready()) return allocate_early(size);
  return count_block(next.malloc(size), size);
}

void *calloc(size_t count, size_t size) {
  // The product cannot overflow if the allocator returned a block.
  if (!is_ready()) return allocate_early(count * size);
  return count_block(next.calloc(count, size), count * size);
}

void free(void *block) {
  if (!block || is_early(block)) return;
  if (is_counting()) {
    add(FREES, 1);
    add(BYTES_RETURNED, next.malloc_usable_size(block));
    if (flowcount_lists_objects) flowcount_forget(block);
  }
  next.free(block);
}

void *realloc(void *block, size_t size) {
  if (!block) return malloc(size);
  if (is_early(block)) {
    void *moved = malloc(size);
    size_t rest = (size_t)(early + sizeof early - (char *)block);
    if (moved) memcpy(moved, block, size < rest ? size : rest);
    return moved;
  }
  if (!is_counting()) return next.realloc(block, size);
  size_t before = next.malloc_usable_size(block);
  void *moved = next.realloc(block, size);
  if (moved) {
    add(REALLOCATIONS, 1);
    add(BYTES_ASKED, size);
    add(BYTES_GIVEN, next.malloc_usable_size(moved));
    add(BYTES_RETURNED, before);
  } else if (size == 0) {
    add(FREES, 1);
    add(BYTES_RETURNED, before);
  }
  return moved;
}

void *reallocarray(void *block, size_t count, size_t size) {
  size_t total;
  if (__builtin_mul_overflow(count, size, &total)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(block, total);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (!is_ready()) return ENOMEM;
  int error = next.posix_memalign(result, alignment, size);
  if (error == 0) count_block(*result, size);
  return error;
}

void *memalign(size_t alignment, size_t size) {
  if (!is_ready()) return NULL;
  return count_block(next.memalign(alignment, size), size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

void *valloc(size_t size) { return memalign(4096, size); }

// `operator new` and `operator delete` by their mangled names: those of jemalloc do not call `malloc`.
// Those that take an alignment:

static void *new_block(size_t size) {
  void *block = malloc(size);
  if (!block) abort();
  return block;
}

static void *new_aligned(size_t size, size_t alignment) {
  void *block = memalign(alignment, size);
  if (!block) abort();
  return block;
}

void *_Znwm(size_t size) { return new_block(size); }
void *_Znam(size_t size) { return new_block(size); }
void *_ZnwmRKSt9nothrow_t(size_t size, const void *tag) { return (void)tag, malloc(size); }
void *_ZnamRKSt9nothrow_t(size_t size, const void *tag) { return (void)tag, malloc(size); }
void *_ZnwmSt11align_val_t(size_t size, size_t alignment) { return new_aligned(size, alignment); }
void *_ZnamSt11align_val_t(size_t size, size_t alignment) { return new_aligned(size, alignment); }
void *_ZnwmSt11align_val_tRKSt9nothrow_t(size_t size, size_t alignment, const void *tag) {
  return (void)tag, memalign(alignment, size);
}
void *_ZnamSt11align_val_tRKSt9nothrow_t(size_t size, size_t alignment, const void *tag) {
  return (void)tag, memalign(alignment, size);
}

// The arguments after the block (its size, its alignment, a tag) make no difference.
#define DELETE(name, ...) \
  void name(void *block, ##__VA_ARGS__) { free(block); }
DELETE(_ZdlPv)
DELETE(_ZdaPv)
DELETE(_ZdlPvm, size_t a __attribute__((unused)))
DELETE(_ZdaPvm, size_t a __attribute__((unused)))
DELETE(_ZdlPvRKSt9nothrow_t, const void *a __attribute__((unused)))
DELETE(_ZdaPvRKSt9nothrow_t, const void *a __attribute__((unused)))
DELETE(_ZdlPvSt11align_val_t, size_t a __attribute__((unused)))
DELETE(_ZdaPvSt11align_val_t, size_t a __attribute__((unused)))
DELETE(_ZdlPvmSt11align_val_t, size_t a __attribute__((unused)), size_t b __attribute__((unused)))
DELETE(_ZdaPvmSt11align_val_t, size_t a __attribute__((unused)), size_t b __attribute__((unused)))
DELETE(
  _ZdlPvSt11align_val_tRKSt9nothrow_t, size_t a __attribute__((unused)),
  const void *b __attribute__((unused)))
DELETE(
  _ZdaPvSt11align_val_tRKSt9nothrow_t, size_t a __attribute__((unused)),
  const void *b __attribute__((unused)))

#endif
