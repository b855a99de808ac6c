#define _GNU_SOURCE
#include "counters.h"
#include "flowcount.h"
#include <stdbool.h>

// The objects of one thread that are allocated now: a hash table with linear probing. The mark of a removed
// entry stays until another object takes its place.
enum { CAPACITY = 1 << 17 };
static struct {
  void *object;
  const void *metadata;
} table[CAPACITY];

int flowcount_lists_objects;
static struct thread_counters *lister;
static bool isFull;
static char lock;
static void *const removed = (void *)1;

static void acquire(void) {
  while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE)) {}
}

static void release(void) { __atomic_clear(&lock, __ATOMIC_RELEASE); }

static size_t first_index(const void *object) {
  return ((uintptr_t)object >> 4) * 0x9E3779B97F4A7C15u >> 47;
}

void flowcount_remember(void *object, const void *metadata) {
  if (own_counters() != lister) return;
  acquire();
  size_t index = first_index(object), steps = 0;
  while (table[index].object && table[index].object != removed && steps < CAPACITY) {
    index = (index + 1) % CAPACITY;
    steps++;
  }
  if (steps < CAPACITY) {
    table[index].object = object;
    table[index].metadata = metadata;
  } else {
    isFull = true;
  }
  release();
}

void flowcount_forget(void *block) {
  acquire();
  size_t index = first_index(block), steps = 0;
  while (table[index].object && table[index].object != block && steps < CAPACITY) {
    index = (index + 1) % CAPACITY;
    steps++;
  }
  if (table[index].object == block) {
    // The mark of a removed entry is needed only if another entry follows.
    bool isLast = !table[(index + 1) % CAPACITY].object;
    table[index].object = isLast ? NULL : removed;
  }
  release();
}

void flowcount_objects_begin(void) {
  acquire();
  for (size_t index = 0; index < CAPACITY; index++) table[index].object = NULL;
  isFull = false;
  lister = own_counters();
  release();
  __atomic_store_n(&flowcount_lists_objects, 1, __ATOMIC_SEQ_CST);
}

size_t flowcount_objects_end(const void **metadata, size_t capacity) {
  __atomic_store_n(&flowcount_lists_objects, 0, __ATOMIC_SEQ_CST);
  acquire();
  size_t count = 0;
  for (size_t index = 0; index < CAPACITY; index++) {
    if (!table[index].object || table[index].object == removed) continue;
    if (count < capacity) metadata[count] = table[index].metadata;
    count++;
  }
  lister = NULL;
  if (isFull) count = SIZE_MAX;
  release();
  return count;
}
