#define _GNU_SOURCE
#include "flowcount.h"
#include <time.h>

uint64_t flowcount_now_ns(void) {
#if defined(__APPLE__)
  return clock_gettime_nsec_np(CLOCK_UPTIME_RAW);
#else
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
#endif
}

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
