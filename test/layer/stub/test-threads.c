/* Many threads, each on its own and all on one program. */
#include "harness.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 64, ROUNDS = 5 };

static cl_program shared;
static unsigned problems;

static void problem(void) {
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
    cl_program program = cl->clCreateProgramWithSource(context, 1, &string, NULL, &error);
    if (!program || cl->clBuildProgram(program, 0, NULL, CL3, NULL, NULL) != CL_SUCCESS ||
        cl->clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, NULL) != CL_SUCCESS ||
        strcmp(names, name)) {
      problem();
      return NULL;
    }
    cl_kernel kernel = cl->clCreateKernel(program, name, &error);
    cl_program its = NULL;
    if (!kernel || cl->clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof its, &its, NULL) != CL_SUCCESS ||
        its != program)
      problem();
    if (round & 1)
      cl->clReleaseProgram(program);
    if (kernel)
      cl->clReleaseKernel(kernel);
    if (!(round & 1))
      cl->clReleaseProgram(program);
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
    if (number % 4 == 0) {
      error = cl->clBuildProgram(shared, 0, NULL, CL3, NULL, NULL);
      if (error != CL_SUCCESS && error != CL_INVALID_OPERATION)
        problem();
    } else if (number % 4 == 1) {
      cl_kernel kernel = cl->clCreateKernel(shared, "sum", &error);
      if (kernel)
        cl->clReleaseKernel(kernel);
      else if (error != CL_INVALID_PROGRAM_EXECUTABLE)
        problem();
    } else if (number % 4 == 2) {
      if (cl->clGetProgramBuildInfo(shared, stub->device(0), CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL) ||
          cl->clGetProgramInfo(shared, CL_PROGRAM_SOURCE, sizeof bytes, bytes, NULL) || strcmp(bytes, SUM))
        problem();
    } else {
      if (cl->clRetainProgram(shared) || cl->clReleaseProgram(shared))
        problem();
    }
  }
  return NULL;
}

TEST(thread, one_program) {
  open_context(1);
  shared = new_program(context, SUM);
  CHECK_EQUAL(cl->clBuildProgram(shared, 0, NULL, CL3, NULL, NULL), CL_SUCCESS);
  run(uses, 16);
  cl->clReleaseProgram(shared);
}

static void *queries(void *argument) {
  (void)argument;
  for (unsigned round = 0; round < 50; round++) {
    cl_bool flag = CL_FALSE;
    cl_name_version list[16];
    if (cl->clGetDeviceInfo(stub->device(0), CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, sizeof flag, &flag,
                            NULL) ||
        !flag || cl->clGetDeviceInfo(stub->device(0), CL_DEVICE_OPENCL_C_FEATURES, sizeof list, list, NULL))
      problem();
  }
  return NULL;
}

TEST(thread, devices) {
  run(queries, 16);
}

/* The last reference of the application goes while the driver builds for it on another thread. */
static void CL_CALLBACK notify(cl_program program, void *data) {
  (void)program;
  __atomic_add_fetch((unsigned *)data, 1, __ATOMIC_RELAXED);
}

TEST(thread, release_while_building) {
  static const char *const texts[] = {SUM, PLAIN_KERNEL};
  unsigned count = 0;
  stub->settings->asynchronous = true;
  stub->settings->build_time = 10;
  open_context(1);
  for (unsigned i = 0; i < 8; i++) {
    cl_program program = new_program(context, texts[i & 1]);
    CHECK_EQUAL(cl->clBuildProgram(program, 0, NULL, CL3, notify, &count), CL_SUCCESS);
    CHECK_EQUAL(cl->clReleaseProgram(program), CL_SUCCESS);
  }
  stub->wait();
  CHECK_EQUAL(count, 8);
}

/* Another thread releases its reference while this one builds. */
static void *release(void *argument) {
  cl->clReleaseProgram(argument);
  return NULL;
}

TEST(thread, release_by_another) {
  stub->settings->build_time = 20;
  open_context(1);
  for (unsigned i = 0; i < 4; i++) {
    pthread_t thread;
    cl_program program = new_program(context, SUM);
    CHECK_EQUAL(cl->clRetainProgram(program), CL_SUCCESS);
    if (pthread_create(&thread, NULL, release, program))
      abort();
    CHECK_EQUAL(cl->clBuildProgram(program, 0, NULL, CL3, NULL, NULL), CL_SUCCESS);
    pthread_join(thread, NULL);
    CHECK_EQUAL(program_references(program), 1);
    cl->clReleaseProgram(program);
  }
}
