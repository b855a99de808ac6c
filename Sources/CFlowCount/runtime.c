// Retains, releases and objects of the Swift runtime, counted at the first instruction of the
// runtime's own functions.
//
// A definition of `swift_retain` here would miss the calls of the standard library, whose generic code
// retains a lot. The runtime's hook for such tools, the `_swift_retain` pointer, is broken on Linux in
// Swift 6.3: with a hook, a retained small string loses the bits that mark it as no object, and crashes.
// But these pointers lead to complete implementations that do not use the hook. So the entry of each
// function becomes a jump to a counting function here, which calls the implementation. All calls are
// counted once, including those of the `swift_bridgeObject…` forms, which end in these functions.
//
// On Apple's systems the hook works, and every entry of the runtime, also those for single registers of
// arm64, ends in a function that calls it. So the pointers are replaced there, and no code is changed.
//
// Not counted: a weak or unowned reference that is made strong, and the `swift_nonatomic_…` forms,
// which the compiler emits only under -assume-single-threaded.

#define _GNU_SOURCE
#include "counters.h"
#include "flowcount.h"
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>

#if !HAS_SANITIZER && (defined(__APPLE__) || (defined(__linux__) && defined(__x86_64__)))

// On arm64, the runtime may call through its pointers with a convention that preserves most registers.
#if defined(__APPLE__) && defined(__aarch64__)
#define PRESERVES_REGISTERS __attribute__((preserve_most))
#else
#define PRESERVES_REGISTERS
#endif

static struct {
  void *(*retain)(void *);
  void *(*retain_n)(void *, uint32_t);
  void *(*try_retain)(void *);
  void (*release)(void *);
  void (*release_n)(void *, uint32_t);
  void *(*allocate)(const void *, size_t, size_t);
} original;

// The runtime does not retain null, or the value of a bridged reference that is no object (a small
// string, with the highest bit set), and neither is counted.
static bool is_object(void *reference) { return (intptr_t)reference > 0; }

PRESERVES_REGISTERS static void *count_retain(void *object) {
  if (is_object(object) && is_counting()) add(RETAINS, 1);
  return original.retain(object);
}

PRESERVES_REGISTERS static void *count_retain_n(void *object, uint32_t n) {
  if (is_object(object) && is_counting()) add(RETAINS, n);
  return original.retain_n(object, n);
}

PRESERVES_REGISTERS static void *count_try_retain(void *object) {
  void *retained = original.try_retain(object);
  if (is_object(retained) && is_counting()) add(RETAINS, 1);
  return retained;
}

PRESERVES_REGISTERS static void count_release(void *object) {
  if (is_object(object) && is_counting()) add(RELEASES, 1);
  original.release(object);
}

PRESERVES_REGISTERS static void count_release_n(void *object, uint32_t n) {
  if (is_object(object) && is_counting()) add(RELEASES, n);
  original.release_n(object, n);
}

static void *count_object(const void *metadata, size_t size, size_t alignMask) {
  void *object = original.allocate(metadata, size, alignMask);
  if (is_counting()) {
    add(OBJECTS, 1);
    if (flowcount_lists_objects) flowcount_remember(object, metadata);
  }
  return object;
}

/// An entry of the runtime, the pointer to its implementation, and the function that counts its calls.
struct entry {
  const char *name;
  const char *implementation;
  void **original;
  void *counting;
};

static const struct entry entries[] = {
  {"swift_retain", "_swift_retain", (void **)&original.retain, count_retain},
  {"swift_retain_n", "_swift_retain_n", (void **)&original.retain_n, count_retain_n},
  {"swift_tryRetain", "_swift_tryRetain", (void **)&original.try_retain, count_try_retain},
  {"swift_release", "_swift_release", (void **)&original.release, count_release},
  {"swift_release_n", "_swift_release_n", (void **)&original.release_n, count_release_n},
  {"swift_allocObject", "_swift_allocObject", (void **)&original.allocate, count_object},
};
enum { ENTRIES = sizeof entries / sizeof entries[0] };

static const char *const not_found =
  "this Swift runtime has no entry points that can be counted (statically linked, or another version)";

#if defined(__APPLE__)

/// Replaces all pointers or none; returns the reason for none.
static const char *redirect(void) {
  void **pointers[ENTRIES];
  for (int index = 0; index < ENTRIES; index++) {
    pointers[index] = dlsym(RTLD_DEFAULT, entries[index].implementation);
    if (!pointers[index] || !*pointers[index]) return not_found;
    *entries[index].original = *pointers[index];
  }
  for (int index = 0; index < ENTRIES; index++) *pointers[index] = entries[index].counting;
  // Since Swift 5.10 the runtime reads the pointers only if this is true.
  bool *enabled = dlsym(
    RTLD_DEFAULT, "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly");
  if (enabled) __atomic_store_n(enabled, true, __ATOMIC_RELEASE);
  return NULL;
}

#else

#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/// jmp *0(%rip), followed by the address.
struct jump {
  unsigned char code[6];
  unsigned char target[8];
};

static bool write_jump(void *entry, void *target) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t start = (uintptr_t)entry & ~(page - 1);
  uintptr_t end = ((uintptr_t)entry + sizeof(struct jump) + page - 1) & ~(page - 1);
  if (mprotect((void *)start, end - start, PROT_READ | PROT_WRITE | PROT_EXEC)) return false;
  struct jump jump = {.code = {0xFF, 0x25, 0, 0, 0, 0}};
  memcpy(jump.target, &target, sizeof target);
  memcpy(entry, &jump, sizeof jump);
  return mprotect((void *)start, end - start, PROT_READ | PROT_EXEC) == 0;
}

/// Returns the number of bytes of a function's code, or 0.
static size_t code_size(void *function) {
  Dl_info info;
  const ElfW(Sym) *symbol = NULL;
  if (!dladdr1(function, &info, (void **)&symbol, RTLD_DL_SYMENT) || !symbol) return 0;
  return info.dli_saddr == function ? symbol->st_size : 0;
}

/// Redirects all entries or none; returns the reason for none.
static const char *redirect(void) {
  void *functions[ENTRIES];
  for (int index = 0; index < ENTRIES; index++) {
    functions[index] = dlsym(RTLD_DEFAULT, entries[index].name);
    void **pointer = dlsym(RTLD_DEFAULT, entries[index].implementation);
    if (!functions[index] || !pointer || !*pointer) return not_found;
    *entries[index].original = *pointer;
    if (*pointer == functions[index] || code_size(functions[index]) < sizeof(struct jump)) {
      return "this Swift runtime's entry points are not as they must be to be counted";
    }
  }
  for (int index = 0; index < ENTRIES; index++) {
    if (!write_jump(functions[index], entries[index].counting)) {
      return "the system does not let the runtime's entry points be redirected";
    }
  }
  return NULL;
}

#endif

#else

// arm64 has an entry point for each register, whose callers expect all others to be preserved.
static const char *redirect(void) {
#if HAS_SANITIZER
  return "nothing is counted under a sanitizer";
#else
  return "retains and releases can be counted on x86-64 Linux and on Apple's systems only";
#endif
}

#endif

static const char *invalid_reason = "the counter has not started";

// Before `main`, while there is one thread.
__attribute__((constructor)) static void start(void) { invalid_reason = redirect(); }

const char *flowcount_runtime_invalid_reason(void) { return invalid_reason; }
