// Counts each call of the allocator on Apple's systems.
//
// In a preloaded library, the loader replaces a function by another one in all images but this one, by the
// pairs of addresses in the section __interpose. So the calls here reach the system's allocator, and its own
// internal calls are not counted twice. `operator new` and the Swift runtime end in these functions.
//
// The loader does not do so for a bundle of tests. There, the allocator calls the function in `malloc_logger`,
// as for Instruments.

#include "counters.h"
#include "flowcount.h"

#if defined(__APPLE__) && !HAS_SANITIZER

#include <dlfcn.h>
#include <malloc/malloc.h>
#include <stdlib.h>

#define INTERPOSE(counting, original) \
  __attribute__((used, section("__DATA,__interpose"))) static const struct { \
    const void *replacement, *replaced; \
  } interpose_##original = {(const void *)(counting), (const void *)(original)}

static void *count_block(void *block, size_t asked) {
  if (block && is_counting()) {
    add(ALLOCATIONS, 1);
    add(BYTES_ASKED, asked);
    add(BYTES_GIVEN, malloc_size(block));
  }
  return block;
}

static void count_free(void *block) {
  if (!block || !is_counting()) return;
  if (flowcount_lists_objects) flowcount_forget(block);
  add(FREES, 1);
  add(BYTES_RETURNED, malloc_size(block));
}

/// Counts the end of a reallocation of a block that had `before` bytes; 0 if there was none.
static void *count_resized(void *block, void *moved, size_t before, size_t asked) {
  if (!block) return count_block(moved, asked);
  if (moved && is_counting()) {
    add(REALLOCATIONS, 1);
    add(BYTES_ASKED, asked);
    add(BYTES_GIVEN, malloc_size(moved));
    add(BYTES_RETURNED, before);
  }
  return moved;
}

static size_t size_of(void *block) { return block ? malloc_size(block) : 0; }

// MARK: - The functions of the standard

static void *count_malloc(size_t size) { return count_block(malloc(size), size); }

static void *count_calloc(size_t count, size_t size) {
  // The product cannot overflow if the allocator returned a block.
  return count_block(calloc(count, size), count * size);
}

static void *count_realloc(void *block, size_t size) {
  size_t before = size_of(block);
  return count_resized(block, realloc(block, size), before, size);
}

static void *count_reallocf(void *block, size_t size) {
  size_t before = size_of(block);
  void *moved = reallocf(block, size);
  if (block && !moved && is_counting()) {
    add(FREES, 1);
    add(BYTES_RETURNED, before);
  }
  return count_resized(block, moved, before, size);
}

static void count_free_call(void *block) {
  count_free(block);
  free(block);
}

static int count_posix_memalign(void **result, size_t alignment, size_t size) {
  int error = posix_memalign(result, alignment, size);
  if (error == 0) count_block(*result, size);
  return error;
}

static void *count_aligned_alloc(size_t alignment, size_t size) {
  return count_block(aligned_alloc(alignment, size), size);
}

static void *count_valloc(size_t size) { return count_block(valloc(size), size); }

INTERPOSE(count_malloc, malloc);
INTERPOSE(count_calloc, calloc);
INTERPOSE(count_realloc, realloc);
INTERPOSE(count_reallocf, reallocf);
INTERPOSE(count_free_call, free);
INTERPOSE(count_posix_memalign, posix_memalign);
INTERPOSE(count_aligned_alloc, aligned_alloc);
INTERPOSE(count_valloc, valloc);

// MARK: - The same in a zone

static void *count_zone_malloc(malloc_zone_t *zone, size_t size) {
  return count_block(malloc_zone_malloc(zone, size), size);
}

static void *count_zone_calloc(malloc_zone_t *zone, size_t count, size_t size) {
  return count_block(malloc_zone_calloc(zone, count, size), count * size);
}

static void *count_zone_realloc(malloc_zone_t *zone, void *block, size_t size) {
  size_t before = size_of(block);
  return count_resized(block, malloc_zone_realloc(zone, block, size), before, size);
}

static void count_zone_free(malloc_zone_t *zone, void *block) {
  count_free(block);
  malloc_zone_free(zone, block);
}

static void *count_zone_memalign(malloc_zone_t *zone, size_t alignment, size_t size) {
  return count_block(malloc_zone_memalign(zone, alignment, size), size);
}

static void *count_zone_valloc(malloc_zone_t *zone, size_t size) {
  return count_block(malloc_zone_valloc(zone, size), size);
}

INTERPOSE(count_zone_malloc, malloc_zone_malloc);
INTERPOSE(count_zone_calloc, malloc_zone_calloc);
INTERPOSE(count_zone_realloc, malloc_zone_realloc);
INTERPOSE(count_zone_free, malloc_zone_free);
INTERPOSE(count_zone_memalign, malloc_zone_memalign);
INTERPOSE(count_zone_valloc, malloc_zone_valloc);

// MARK: - The same with a type, which newer compilers call instead

static void *count_type_malloc(size_t size, malloc_type_id_t type) {
  return count_block(malloc_type_malloc(size, type), size);
}

static void *count_type_calloc(size_t count, size_t size, malloc_type_id_t type) {
  return count_block(malloc_type_calloc(count, size, type), count * size);
}

static void *count_type_realloc(void *block, size_t size, malloc_type_id_t type) {
  size_t before = size_of(block);
  return count_resized(block, malloc_type_realloc(block, size, type), before, size);
}

static void count_type_free(void *block, malloc_type_id_t type) {
  count_free(block);
  malloc_type_free(block, type);
}

static void *count_type_aligned_alloc(size_t alignment, size_t size, malloc_type_id_t type) {
  return count_block(malloc_type_aligned_alloc(alignment, size, type), size);
}

static int count_type_posix_memalign(
  void **result, size_t alignment, size_t size, malloc_type_id_t type
) {
  int error = malloc_type_posix_memalign(result, alignment, size, type);
  if (error == 0) count_block(*result, size);
  return error;
}

static void *count_type_valloc(size_t size, malloc_type_id_t type) {
  return count_block(malloc_type_valloc(size, type), size);
}

INTERPOSE(count_type_malloc, malloc_type_malloc);
INTERPOSE(count_type_calloc, malloc_type_calloc);
INTERPOSE(count_type_realloc, malloc_type_realloc);
INTERPOSE(count_type_free, malloc_type_free);
INTERPOSE(count_type_aligned_alloc, malloc_type_aligned_alloc);
INTERPOSE(count_type_posix_memalign, malloc_type_posix_memalign);
INTERPOSE(count_type_valloc, malloc_type_valloc);

static void *count_type_zone_malloc(malloc_zone_t *zone, size_t size, malloc_type_id_t type) {
  return count_block(malloc_type_zone_malloc(zone, size, type), size);
}

static void *count_type_zone_calloc(
  malloc_zone_t *zone, size_t count, size_t size, malloc_type_id_t type
) {
  return count_block(malloc_type_zone_calloc(zone, count, size, type), count * size);
}

static void *count_type_zone_realloc(
  malloc_zone_t *zone, void *block, size_t size, malloc_type_id_t type
) {
  size_t before = size_of(block);
  return count_resized(block, malloc_type_zone_realloc(zone, block, size, type), before, size);
}

static void count_type_zone_free(malloc_zone_t *zone, void *block, malloc_type_id_t type) {
  count_free(block);
  malloc_type_zone_free(zone, block, type);
}

static void *count_type_zone_memalign(
  malloc_zone_t *zone, size_t alignment, size_t size, malloc_type_id_t type
) {
  return count_block(malloc_type_zone_memalign(zone, alignment, size, type), size);
}

INTERPOSE(count_type_zone_malloc, malloc_type_zone_malloc);
INTERPOSE(count_type_zone_calloc, malloc_type_zone_calloc);
INTERPOSE(count_type_zone_realloc, malloc_type_zone_realloc);
INTERPOSE(count_type_zone_free, malloc_type_zone_free);
INTERPOSE(count_type_zone_memalign, malloc_type_zone_memalign);

// MARK: - The hook

// The values of `stack_logging_type_…` in the open source of libsystem_malloc.
enum { ALLOCATED = 2, FREED = 4, IN_ZONE = 8 };

typedef void logger(
  uint32_t kind, uintptr_t first, uintptr_t second, uintptr_t third, uintptr_t result, uint32_t frames);
static logger *next;
static int isHooked;

/// Counts a call. The old size of a resized block is unknown here, because the call has ended; see
/// `flowcount_knows_resized`.
static void log_call(
  uint32_t kind, uintptr_t first, uintptr_t second, uintptr_t third, uintptr_t result, uint32_t frames
) {
  uint32_t mask = ALLOCATED | FREED | IN_ZONE;
  if ((kind & mask) == (ALLOCATED | IN_ZONE)) count_block((void *)result, second);
  if ((kind & mask) == (FREED | IN_ZONE)) count_free((void *)second);
  if ((kind & mask) == mask) count_resized((void *)second, (void *)result, 0, third);
  if (next) next(kind, first, second, third, result, frames);
}

void flowcount_prepare_heap(void) {
  static int isPrepared;
  if (__atomic_exchange_n(&isPrepared, 1, __ATOMIC_SEQ_CST)) return;
  uint64_t before = own_counters()->values[ALLOCATIONS];
  void *volatile block = malloc(16);
  free(block);
  if (own_counters()->values[ALLOCATIONS] != before) return;
  logger **hook = dlsym(RTLD_DEFAULT, "malloc_logger");
  if (!hook) return;
  next = *hook;
  isHooked = 1;
  *hook = log_call;
}

int flowcount_knows_resized(void) { return !isHooked; }

#endif
