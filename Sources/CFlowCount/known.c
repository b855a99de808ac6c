#define _GNU_SOURCE
#include "flowcount.h"
#include <dlfcn.h>
#include <stdlib.h>

void flowcount_known_blocks(void) {
  for (int round = 0; round < 3; round++) {
    // Without volatile, the compiler would delete the pair of calls.
    void *volatile block = malloc(48);
    if (round == 2) block = realloc(block, 4096);
    free(block);
  }
}

void flowcount_known_references(void *object) {
  void *(*retain)(void *) = dlsym(RTLD_DEFAULT, "swift_retain");
  void (*release)(void *) = dlsym(RTLD_DEFAULT, "swift_release");
  if (!retain || !release) return;
  for (int round = 0; round < 7; round++) retain(object);
  for (int round = 0; round < 7; round++) release(object);
}
