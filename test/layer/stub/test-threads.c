/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Many threads, each on its own and all on one program. */
#include "harness.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 64, ROUNDS = 5 };

static cl_program shared;
static unsigned problems;

/* CHECK is for one thread. */
static void expect(bool good) {
  if (!good)
    __atomic_add_fetch(&problems, 1, __ATOMIC_RELAXED);
}

static void run(void *(*body)(void *), unsigned count) {
  pthread_t threads[THREADS];
  problems = 0;
  for (unsigned i = 0; i < count; i++)
    if (pthread_create(&threads[i], NULL, body, (void *)(uintptr_t)i))
      abort();
  for (unsigned i = 0; i < count; i++)
    pthread_join(threads[i], NULL);
  CHECK_EQUAL(problems, 0);
}

/* Texts differ, so that what one thread is given of another's shows. */
static void *builds(void *argument) {
  unsigned number = (unsigned)(uintptr_t)argument;
  for (unsigned round = 0; round < ROUNDS; round++) {
    char text[256], name[32], names[64] = "";
    const char *string = text;
    cl_int error = 1;
    snprintf(name, sizeof name, "k%u_%u", number, round);
    snprintf(text, sizeof text, "kernel void %s(void) { %s((%s)1); }\n", name,
             number % 3   ? "work_group_scan_inclusive_add"
             : number % 2 ? "work_group_all"
                          : "get_global_id",
             number % 5 ? "int" : "long");
    cl_program own = cl->clCreateProgramWithSource(context, 1, &string, NULL, &error), answer = NULL;
    expect(own && build_program(own, CL3) == CL_SUCCESS &&
           cl->clGetProgramInfo(own, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, NULL) == CL_SUCCESS &&
           !strcmp(names, name));
    cl_kernel kernel = cl->clCreateKernel(own, name, &error);
    expect(kernel && cl->clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof answer, &answer, NULL) == CL_SUCCESS &&
           answer == own);
    if (round & 1)
      cl->clReleaseProgram(own);
    if (kernel)
      cl->clReleaseKernel(kernel);
    if (!(round & 1))
      cl->clReleaseProgram(own);
  }
  return NULL;
}

TEST(thread, each_its_own) {
  open_context(1);
  run(builds, THREADS);
}

TEST(thread, each_its_own_reused) {
  stub->settings->reuse = true;
  each_its_own();
}

/* Builds, queries and kernels of one program. A build may find another under way, or kernels attached. */
static void *uses(void *argument) {
  unsigned number = (unsigned)(uintptr_t)argument;
  for (unsigned round = 0; round < 4 * ROUNDS; round++) {
    char bytes[512];
    cl_build_status status;
    cl_int error = CL_SUCCESS;
    switch (number % 4) {
    case 0:
      error = build_program(shared, CL3);
      expect(error == CL_SUCCESS || error == CL_INVALID_OPERATION);
      break;
    case 1: {
      cl_kernel kernel = cl->clCreateKernel(shared, "sum", &error);
      expect(kernel || error == CL_INVALID_PROGRAM_EXECUTABLE);
      if (kernel)
        cl->clReleaseKernel(kernel);
      break;
    }
    case 2:
      expect(
          !cl->clGetProgramBuildInfo(shared, stub->device(0), CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL) &&
          !cl->clGetProgramInfo(shared, CL_PROGRAM_SOURCE, sizeof bytes, bytes, NULL) && !strcmp(bytes, SUM));
      break;
    default:
      expect(!cl->clRetainProgram(shared) && !cl->clReleaseProgram(shared));
    }
  }
  return NULL;
}

TEST(thread, one_program) {
  BUILD(SUM, CL3);
  shared = program;
  run(uses, 16);
}

static void *queries(void *argument) {
  (void)argument;
  for (unsigned round = 0; round < 50; round++) {
    cl_bool flag = CL_FALSE;
    cl_name_version list[16];
    expect(!cl->clGetDeviceInfo(stub->device(0), CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, sizeof flag, &flag,
                                NULL) &&
           flag && !cl->clGetDeviceInfo(stub->device(0), CL_DEVICE_OPENCL_C_FEATURES, sizeof list, list, NULL));
  }
  return NULL;
}

TEST(thread, devices) {
  run(queries, 16);
}

/* The last reference of the application goes while the driver builds for it on another thread. */
TEST(thread, release_while_building) {
  unsigned count = 0;
  stub->settings->asynchronous = true;
  stub->settings->build_time = 10;
  open_context(1);
  for (unsigned i = 0; i < 8; i++) {
    program = new_program(context, i & 1 ? PLAIN_KERNEL : SUM);
    CHECK_EQUAL(cl->clBuildProgram(program, 0, NULL, CL3, count_call, &count), CL_SUCCESS);
    CHECK_EQUAL(cl->clReleaseProgram(program), CL_SUCCESS);
  }
  stub->wait();
  CHECK_EQUAL(count, 8);
}

static void *release(void *argument) {
  cl->clReleaseProgram(argument);
  return NULL;
}

/* Another thread releases its reference while this one builds. */
TEST(thread, release_by_another) {
  stub->settings->build_time = 20;
  open_context(1);
  for (unsigned i = 0; i < 4; i++) {
    pthread_t thread;
    program = make_program(SUM);
    CHECK_EQUAL(cl->clRetainProgram(program), CL_SUCCESS);
    if (pthread_create(&thread, NULL, release, program))
      abort();
    CHECK_EQUAL(build_program(program, CL3), CL_SUCCESS);
    pthread_join(thread, NULL);
    CHECK_EQUAL(ask_references(program), 1);
  }
}
