#define _GNU_SOURCE
#include "cprobes.h"

#if defined(__APPLE__)
#include <pthread.h>

uint64_t cprobes_thread_id(void) {
  uint64_t id = 0;
  pthread_threadid_np(0, &id);
  return id;
}

void cprobes_request_performance_cores(void) {
  pthread_set_qos_class_self_np(QOS_CLASS_USER_INTERACTIVE, 0);
}
#else
#include <sys/syscall.h>
#include <unistd.h>

uint64_t cprobes_thread_id(void) { return (uint64_t)syscall(SYS_gettid); }

void cprobes_request_performance_cores(void) {}
#endif
