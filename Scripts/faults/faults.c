// A library that is preloaded into flowbench, and makes one of its calls fail.
//
// FAULT_CALLS   names of calls, such as write,rename
// FAULT_NUMBER  the number of the call that fails, from 1; 0: none, they are only counted
// FAULT_ACTION  the value of errno; short: half is written; kill: the process is killed before the
//               call; torn: half is written, and the process is killed
// FAULT_COUNTS  a file of 24 bytes: the process, the number of calls, and the number of faults
//
// Only the first process that starts with it has faults, so that its child processes have none.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct {
  _Atomic long process, calls, faults;
} *counts;
static const char *names = "";
static long number;
static int code;
static enum { FAIL, SHORT, KILL, TORN } action;
static int is_active;

__attribute__((constructor)) static void begin(void) {
  const char *file = getenv("FAULT_COUNTS"), *text = getenv("FAULT_ACTION");
  if (!file || !text || !getenv("FAULT_CALLS") || !getenv("FAULT_NUMBER")) return;
  int descriptor = syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CLOEXEC);
  counts = mmap(0, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  syscall(SYS_close, descriptor);
  if (counts == MAP_FAILED) return;
  long none = 0;
  is_active = atomic_compare_exchange_strong(&counts->process, &none, (long)getpid());
  names = strdup(getenv("FAULT_CALLS"));
  number = atol(getenv("FAULT_NUMBER"));
  action = !strcmp(text, "short") ? SHORT : !strcmp(text, "kill") ? KILL : !strcmp(text, "torn") ? TORN : FAIL;
  code = atoi(text);
}

static void end(void) { syscall(SYS_kill, syscall(SYS_getpid), SIGKILL); }

// Returns whether this call fails. What the system holds ready for every program is left alone.
static int meets(const char *name, const char *path) {
  static const char *others[] = {"/proc", "/sys", "/usr", "/lib", "/etc", "/opt", "/dev"};
  if (!is_active || getpid() != counts->process) return 0;
  const char *found = strstr(names, name);
  size_t length = strlen(name);
  while (found && ((found > names && found[-1] != ',') || (found[length] && found[length] != ',')))
    found = strstr(found + 1, name);
  if (!found) return 0;
  for (unsigned i = 0; path && i < sizeof others / sizeof *others; i++)
    if (!strncmp(path, others[i], strlen(others[i]))) return 0;
  if (atomic_fetch_add(&counts->calls, 1) + 1 != number) return 0;
  counts->faults++;
  if (action == KILL) end();
  errno = code;
  return 1;
}

#define REAL(name) \
  static __typeof__(name) *real; \
  if (!real) real = dlsym(RTLD_NEXT, #name)
#define CALL(type, name, parameters, arguments, path, failure) \
  type name parameters { \
    REAL(name); \
    if (!meets(#name, path)) return real arguments; \
    if (action == FAIL) return failure; \
    type result = real arguments; \
    if (action == TORN) end(); \
    return result; \
  }

ssize_t write(int descriptor, const void *bytes, size_t count) {
  REAL(write);
  struct stat status;
  // A descriptor without a type is one of the runtime, which wakes its threads by it.
  int is_file = !fstat(descriptor, &status) && status.st_mode & S_IFMT;
  if (!is_file || !meets("write", 0)) return real(descriptor, bytes, count);
  if (action == FAIL) return -1;
  ssize_t written = real(descriptor, bytes, count > 1 ? count / 2 : count);
  if (action == TORN) end();
  return written;
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    va_list rest; \
    va_start(rest, flags); \
    int mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, int) : 0; \
    va_end(rest); \
    REAL(name); \
    if (!meets("open", path)) return real(path, flags, mode); \
    if (action == FAIL) return -1; \
    int result = real(path, flags, mode); \
    if (action == TORN) end(); \
    return result; \
  }
OPEN(open)
OPEN(open64)
CALL(DIR *, opendir, (const char *path), (path), path, NULL)
CALL(int, rename, (const char *from, const char *to), (from, to), to, -1)
CALL(int, mkdir, (const char *path, mode_t mode), (path, mode), path, -1)
CALL(int, unlink, (const char *path), (path), path, -1)
CALL(int, rmdir, (const char *path), (path), path, -1)
CALL(int, symlink, (const char *to, const char *path), (to, path), path, -1)
CALL(int, fsync, (int descriptor), (descriptor), 0, -1)
CALL(int, ftruncate, (int descriptor, off_t size), (descriptor, size), 0, -1)
CALL(int, flock, (int descriptor, int operation), (descriptor, operation), 0, -1)
CALL(ssize_t, read, (int descriptor, void *bytes, size_t count), (descriptor, bytes, count), 0, -1)
CALL(int, posix_spawn,
     (pid_t *child, const char *path, const posix_spawn_file_actions_t *actions,
      const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]),
     (child, path, actions, attributes, arguments, environment), 0, code)
