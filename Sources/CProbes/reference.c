#include "reference.h"
#include <stdatomic.h>
#include <stdlib.h>

enum { CELLS = 2048, BLOCKS = 16 };

static uint32_t ring[CELLS];
static void *blocks[BLOCKS];
static _Atomic uint64_t total;
static int is_made;

// One cycle through all cells, by Sattolo's algorithm with Marsaglia's xorshift generator.
static void make_ring(void) {
  uint32_t order[CELLS];
  uint64_t random = 88172645463325252u;
  for (uint32_t i = 0; i < CELLS; i++) order[i] = i;
  for (uint32_t i = CELLS - 1; i > 0; i--) {
    random ^= random << 13;
    random ^= random >> 7;
    random ^= random << 17;
    uint32_t other = random % i;
    uint32_t moved = order[i];
    order[i] = order[other];
    order[other] = moved;
  }
  for (uint32_t i = 0; i < CELLS; i++) ring[order[i]] = order[(i + 1) % CELLS];
  is_made = 1;
}

uint64_t cprobes_reference(int steps) {
  if (!is_made) make_ring();
  uint32_t place = 0;
  for (int i = 0; i < steps; i++) {
    place = ring[place];
    void **block = &blocks[i % BLOCKS];
    free(*block);
    *block = malloc(32 + (place & 64));
    atomic_fetch_add_explicit(&total, place, memory_order_relaxed);
  }
  return atomic_load_explicit(&total, memory_order_relaxed);
}
