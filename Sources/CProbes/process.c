#define _GNU_SOURCE
#include "process.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <libproc.h>
#include <sys/event.h>
#include <sys/proc.h>
#endif

int cprobes_file_state(int descriptor, uint64_t state[5]) {
  struct stat status;
  if (fstat(descriptor, &status) != 0) return errno;
#if defined(__APPLE__)
  struct timespec changed = status.st_ctimespec;
#else
  struct timespec changed = status.st_ctim;
#endif
  state[0] = (uint64_t)status.st_dev;
  state[1] = (uint64_t)status.st_ino;
  state[2] = (uint64_t)status.st_size;
  state[3] = (uint64_t)changed.tv_sec;
  state[4] = (uint64_t)changed.tv_nsec;
  return 0;
}

int cprobes_file_digest(int descriptor, uint64_t *digest) {
  static const uint64_t odd = 0x9E3779B97F4A7C15;
  uint64_t words[1 << 13];
  uint64_t sum = odd;
  off_t offset = 0;
  for (;;) {
    // Read until the block is full, so that its end does not depend on the file system.
    size_t filled = 0;
    while (filled < sizeof words) {
      ssize_t count =
          pread(descriptor, (char *)words + filled, sizeof words - filled, offset + (off_t)filled);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return errno;
      if (count == 0) break;
      filled += (size_t)count;
    }
    memset((char *)words + filled, 0, sizeof words - filled);
    for (size_t index = 0; index < (filled + 7) / 8; index++) {
      sum = (sum ^ words[index]) * odd;
      sum ^= sum >> 29;
    }
    offset += (off_t)filled;
    if (filled < sizeof words) break;
  }
  sum = (sum ^ (uint64_t)offset) * odd;
  *digest = sum ^ (sum >> 32);
  return 0;
}

int cprobes_is_stopped(int process) {
#if defined(__APPLE__)
  struct proc_bsdinfo info;
  if (proc_pidinfo(process, PROC_PIDTBSDINFO, 0, &info, sizeof info) != sizeof info) return 0;
  return info.pbi_status == SSTOP;
#else
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%d/stat", process);
  FILE *file = fopen(path, "re");
  if (!file) return 0;
  size_t count = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[count] = 0;
  // The name in parentheses may contain any character; the state follows it.
  const char *name = strrchr(text, ')');
  return name && name[1] == ' ' && (name[2] == 'T' || name[2] == 't');
#endif
}

struct watch {
  int descriptor;
  int code;
};

static void *end_with_parent(void *argument) {
  struct watch *watch = argument;
#if defined(__APPLE__)
  pid_t parent = getppid();
  int queue = kqueue();
  struct kevent event;
  EV_SET(&event, parent, EVFILT_PROC, EV_ADD, NOTE_EXIT, 0, 0);
  if (queue < 0) return 0;
  if (kevent(queue, &event, 1, 0, 0, 0) < 0 && errno != ESRCH) return 0;
  // It may have ended before.
  while (getppid() == parent) {
    if (kevent(queue, 0, 0, &event, 1, 0) < 0 && errno != EINTR) return 0;
  }
#else
  // The end of a pipe that is written to reports an error when nothing can read it any more.
  struct pollfd pipe = {watch->descriptor, 0, 0};
  for (;;) {
    int count = poll(&pipe, 1, -1);
    if (count < 0 && errno != EINTR) return 0;
    if (count <= 0) continue;
    if (pipe.revents & POLLNVAL) return 0;
    break;
  }
#endif
  _exit(watch->code);
}

/// Starts a thread that receives no signals.
static int start(pthread_t *thread, void *(*body)(void *), void *argument) {
  sigset_t all, before;
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (error) return error;
  pthread_attr_setstacksize(&attributes, 64 << 10);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  error = pthread_create(thread, &attributes, body, argument);
  pthread_sigmask(SIG_SETMASK, &before, 0);
  pthread_attr_destroy(&attributes);
  return error;
}

int cprobes_end_with_parent(int descriptor, int code) {
  static struct watch watch;
  watch = (struct watch){descriptor, code};
  pthread_t thread;
  int error = start(&thread, end_with_parent, &watch);
  if (!error) pthread_detach(thread);
  return error;
}

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void *pass_gate(void *argument) {
  pthread_mutex_lock(&gate);
  pthread_mutex_unlock(&gate);
  return argument;
}

int cprobes_try_threads(int count) {
  enum { most = 256 };
  pthread_t threads[most];
  int started = 0, error = 0;
  pthread_mutex_lock(&gate);
  while (started < count && started < most && !error) {
    error = start(&threads[started], pass_gate, 0);
    if (!error) started++;
  }
  pthread_mutex_unlock(&gate);
  while (started > 0) pthread_join(threads[--started], 0);
  return error;
}
