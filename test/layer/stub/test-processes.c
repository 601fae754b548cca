/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fork() in the application, and its end with objects alive. */
#include "exec/runner.h"
#include "harness.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static int stop;

/* A child of fork() has other threads' stacks and not the threads: LeakSanitizer, which asks this, cannot look through
 * it. */
static int in_child;
int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void) {
  return in_child;
}

static bool can_build(void) {
  cl_program own = new_program(context, SUM);
  cl_int error = build_program(own, CL3);
  cl_kernel kernel = cl->clCreateKernel(own, "sum", NULL);
  if (kernel)
    cl->clReleaseKernel(kernel);
  cl->clReleaseProgram(own);
  return kernel && error == CL_SUCCESS;
}

static void *keep_building(void *argument) {
  while (!__atomic_load_n(&stop, __ATOMIC_RELAXED) && can_build())
    ;
  return argument;
}

static int build_once(void *unused) {
  (void)unused;
  _exit(can_build() ? 0 : 3);
}

/* The child goes on with what it has: the layer's locks must not be held by threads that it lacks. */
TEST(process, fork_while_building) {
  pthread_t thread[4];
  SKIP_UNDER(ANY_SANITIZER, "the sanitizer's own allocator hangs in a child of a process with threads")
  open_context(1);
  stop = 0;
  for (unsigned i = 0; i < 4; i++)
    if (pthread_create(&thread[i], NULL, keep_building, NULL))
      abort();
  for (unsigned i = 0; i < 200; i++)
    CHECK_EQUAL(runner_run(build_once, NULL, 20, NULL), 0);
  __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
  for (unsigned i = 0; i < 4; i++)
    pthread_join(thread[i], NULL);
}

static int leave_objects(void *threads) {
  static cl_program other;
  static cl_kernel kernel;
  static unsigned built;
  pthread_t thread;
  in_child = 1;
  stop = 0;
  BUILD(SUM, CL3);
  kernel = cl->clCreateKernel(program, "sum", NULL);
  stub->settings->asynchronous = true;
  stub->settings->build_time = 2000;
  other = new_program(context, PLAIN_KERNEL);
  CHECK(kernel && cl->clBuildProgram(other, 0, NULL, CL3, count_call, &built) == CL_SUCCESS);
  stub->settings->build_time = 1;
  CHECK(!threads || !pthread_create(&thread, NULL, keep_building, NULL));
  nanosleep(&(struct timespec){0, 20000000}, NULL);
  return failure_count() ? 3 : 0;
}

/* exit() with programs, kernels, a build under way and threads inside the layer. */
TEST(process, exit_with_objects) {
  CHECK_EQUAL(runner_run(leave_objects, NULL, 20, NULL), 0);
  CHECK_EQUAL(runner_run(leave_objects, &stop, 20, NULL), 0);
}
