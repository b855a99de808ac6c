#define _GNU_SOURCE
#include "flowcount.h"
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

uint64_t flowcount_now_ns(void) {
#if defined(__APPLE__)
  return clock_gettime_nsec_np(CLOCK_UPTIME_RAW);
#else
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
#endif
}

#if defined(__linux__)
uint64_t flowcount_waited_ns(void) {
  int file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[96];
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length <= 0) return 0;
  text[length] = 0;
  unsigned long long ran, waited = 0;
  return sscanf(text, "%llu %llu", &ran, &waited) == 2 ? waited : 0;
}
#else
uint64_t flowcount_waited_ns(void) { return 0; }
#endif

const char *flowcount_platform(void) {
#if defined(__APPLE__)
#define SYSTEM "Apple"
#else
#define SYSTEM "Linux"
#endif
#if defined(__x86_64__)
  return SYSTEM ", x86-64";
#else
  return SYSTEM ", arm64";
#endif
}
