// Notices that a thread starts work which another thread may do: a task, a thread, or a block of a queue.

#define _GNU_SOURCE
#include "counters.h"

#include "flowcount.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

#if !HAS_SANITIZER

static void hand_over(enum handover kind) {
  if (is_counting()) add_to(&own_counters()->handovers[kind], 1);
}

// MARK: - Tasks, by the hooks of Swift's concurrency library

#define SWIFT __attribute__((swiftcall))

typedef SWIFT void enqueue(void *job);
typedef SWIFT void enqueue_hook(void *job, enqueue *original);
typedef SWIFT void enqueue_later(
  int64_t s, int64_t ns, int64_t toleranceS, int64_t toleranceNs, int clock, void *job);
typedef SWIFT void enqueue_later_hook(
  int64_t s, int64_t ns, int64_t toleranceS, int64_t toleranceNs, int clock, void *job,
  enqueue_later *original);

static enqueue_hook *nextGlobal, *nextMain;
static enqueue_later_hook *nextLater;

static SWIFT void enqueue_global(void *job, enqueue *original) {
  hand_over(TO_ANY);
  if (nextGlobal) nextGlobal(job, original);
  else original(job);
}

static SWIFT void enqueue_main(void *job, enqueue *original) {
  hand_over(TO_MAIN);
  if (nextMain) nextMain(job, original);
  else original(job);
}

static SWIFT void enqueue_at(
  int64_t s, int64_t ns, int64_t toleranceS, int64_t toleranceNs, int clock, void *job,
  enqueue_later *original
) {
  hand_over(LATER);
  if (nextLater) nextLater(s, ns, toleranceS, toleranceNs, clock, job, original);
  else original(s, ns, toleranceS, toleranceNs, clock, job);
}

/// Puts a function in front of a hook's, if the library has the hook. Other threads may call it immediately.
static void replace(const char *name, void *replacement, void **next) {
  void **hook = dlsym(RTLD_DEFAULT, name);
  if (!hook) return;
  *next = *hook;
  __atomic_store_n(hook, replacement, __ATOMIC_RELEASE);
}

void flowcount_notice_tasks(void) {
  static int isPrepared;
  if (__atomic_exchange_n(&isPrepared, 1, __ATOMIC_SEQ_CST)) return;
  replace("swift_task_enqueueGlobal_hook", enqueue_global, (void **)&nextGlobal);
  replace("swift_task_enqueueMainExecutor_hook", enqueue_main, (void **)&nextMain);
  replace("swift_task_enqueueGlobalWithDeadline_hook", enqueue_at, (void **)&nextLater);
}

#if defined(__linux__)

// MARK: - Queues and threads, whose functions Apple's systems do not let a program replace

// The main queue is a variable of the library.
extern char _dispatch_main_q[] __attribute__((weak));
#define KIND_OF(queue) ((queue) == (void *)_dispatch_main_q ? TO_MAIN : TO_ANY)

/// Defines a function that notices its call and forwards it to the next definition.
#define FORWARD(name, kind, parameters, arguments) \
  void name parameters { \
    static void(*next) parameters; \
    if (!next) next = dlsym(RTLD_NEXT, #name); \
    hand_over(kind); \
    next arguments; \
  }

FORWARD(dispatch_async, KIND_OF(queue), (void *queue, void *block), (queue, block))
FORWARD(dispatch_async_f, KIND_OF(queue), (void *queue, void *context, void *work), (queue, context, work))
FORWARD(dispatch_barrier_async, TO_ANY, (void *queue, void *block), (queue, block))
FORWARD(dispatch_barrier_async_f, TO_ANY, (void *queue, void *context, void *work), (queue, context, work))
FORWARD(dispatch_group_async, KIND_OF(queue), (void *group, void *queue, void *block), (group, queue, block))
FORWARD(dispatch_after, LATER, (uint64_t when, void *queue, void *block), (when, queue, block))
FORWARD(dispatch_after_f, LATER, (uint64_t when, void *queue, void *context, void *work), (when, queue, context, work))
FORWARD(dispatch_apply, TO_ANY, (size_t count, void *queue, void *block), (count, queue, block))
FORWARD(dispatch_resume, LATER, (void *object), (object))
FORWARD(dispatch_activate, LATER, (void *object), (object))

struct thread_start {
  void *(*body)(void *);
  void *argument;
};

/// Makes the allocator know the thread before its body.
///
/// jemalloc keeps a list of the threads that use it. A thread whose first use is at its very end, where the C
/// library frees memory of earlier threads, would stay in the list. `free` alone avoids it, but not
/// `malloc_usable_size`, which a count needs.
static void *begin_thread(void *context) {
  struct thread_start start = *(struct thread_start *)context;
  flowcount_free_uncounted(context);
  flowcount_free_uncounted(flowcount_allocate_uncounted(1));
  return start.body(start.argument);
}

int pthread_create(
  pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument
) {
  static int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  if (!next) next = dlsym(RTLD_NEXT, "pthread_create");
  struct thread_start *start = flowcount_allocate_uncounted(sizeof *start);
  if (!start) return EAGAIN;
  *start = (struct thread_start){body, argument};
  hand_over(TO_ANY);
  int error = next(thread, attributes, begin_thread, start);
  if (error) flowcount_free_uncounted(start);
  return error;
}

int flowcount_notices_threads(void) { return 1; }

#else

int flowcount_notices_threads(void) { return 0; }

#endif

#else

void flowcount_notice_tasks(void) {}
int flowcount_notices_threads(void) { return 0; }

#endif
