/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The layer's own two entry points, with loaders of other sizes. */
#define _GNU_SOURCE /* MAP_ANONYMOUS, mallinfo2 */
#include "harness.h"

#include <CL/cl_layer.h>
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static pfn_clInitLayer init;

TEST(init, info) {
  pfn_clGetLayerInfo info;
  cl_layer_api_version version = 0;
  char name[64] = "";
  size_t size = 0;
  layer_function("clGetLayerInfo", &info);
  REQUIRE(info);
  CHECK_EQUAL(info(CL_LAYER_API_VERSION, sizeof version, &version, &size), CL_SUCCESS);
  CHECK_EQUAL(version, CL_LAYER_API_VERSION_100);
  CHECK_EQUAL(size, sizeof version);
  CHECK_EQUAL(info(CL_LAYER_NAME, sizeof name, name, &size), CL_SUCCESS);
  CHECK(strlen(name) && size == strlen(name) + 1);
  CHECK_EQUAL(info(CL_LAYER_NAME, 0, NULL, &size), CL_SUCCESS);
  CHECK_EQUAL(info(CL_LAYER_NAME, size - 1, name, NULL), CL_INVALID_VALUE);
  CHECK_EQUAL(info(CL_LAYER_API_VERSION, 1, &version, NULL), CL_INVALID_VALUE);
  CHECK_EQUAL(info(0x4242, sizeof name, name, &size), CL_INVALID_VALUE);
}

TEST(init, bad_arguments) {
  const cl_icd_dispatch *table = NULL;
  cl_uint count = 0;
  layer_function("clInitLayer", &init);
  REQUIRE(init);
  CHECK_EQUAL(init(STUB_SLOTS, NULL, &count, &table), CL_INVALID_VALUE);
  CHECK_EQUAL(init(STUB_SLOTS, stub->dispatch(), NULL, &table), CL_INVALID_VALUE);
  CHECK_EQUAL(init(STUB_SLOTS, stub->dispatch(), &count, NULL), CL_INVALID_VALUE);
  CHECK_EQUAL(init(0, stub->dispatch(), &count, &table), CL_INVALID_VALUE);
  CHECK(!table);
}

/* A loader's table of `count` entries, with nothing behind it that may be touched. */
static void **make_table(cl_uint count) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE), size = (count * sizeof(void *) + page - 1) / page * page;
  char *begin = mmap(NULL, size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (begin == MAP_FAILED || mprotect(begin + size, page, PROT_NONE))
    return NULL;
  void **table = (void **)(void *)(begin + size) - count;
  memcpy(table, (void *)stub->dispatch(), count * sizeof *table);
  return table;
}

/* What an old loader does, whose table ends with some version of OpenCL, although the driver's device reports a newer
 * one. */
static void use_table(const cl_icd_dispatch *table, cl_uint count) {
  const cl_int without = count > STUB_SLOT(clCreateProgramWithIL) ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE;
  cl = table;
  BUILD(PLAIN_KERNEL, NULL);
  BUILD(SUM, CL3, without);
  close_context();
}

static void one_size(unsigned given) {
  const cl_icd_dispatch *table = NULL;
  cl_uint count = 0;
  void **below = make_table(given);
  layer_function("clInitLayer", &init);
  REQUIRE(init && below);
  CHECK_EQUAL(init(given, (const cl_icd_dispatch *)(void *)below, &count, &table), CL_SUCCESS);
  REQUIRE(table);
  CHECK(count && count <= given);
  for (unsigned i = 0; i < count; i++)
    CHECK(((void *const *)table)[i]);
  for (unsigned i = STUB_SLOTS; i < count; i++)
    CHECK(((void *const *)table)[i] == below[i]);
  if (given > STUB_SLOT(clGetExtensionFunctionAddress))
    use_table(table, given);
}

TEST(init, sizes) {
  static const cl_uint counts[] = {1,
                                   STUB_SLOT(clGetExtensionFunctionAddress) + 1,
                                   STUB_SLOT(clCompileProgram),
                                   STUB_SLOT(clLinkProgram),
                                   STUB_SLOT(clCreateProgramWithIL),
                                   STUB_SLOTS - 1,
                                   STUB_SLOTS,
                                   STUB_SLOTS + 3,
                                   STUB_MORE_SLOTS};
  for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++)
    apart(one_size, counts[i]);
}

/* In some of the lives the application releases nothing: the next life of the layer does not know that program, and the
 * driver has never built it. */
static void load_and_unload(unsigned times) {
  enum { KEPT = 10, STEADY = 20 };
  cl_program kept = NULL;
  size_t in_use = 0;
  CHECK_EQUAL(unload_layer(), CL_INVALID_OPERATION);
  for (unsigned i = 0; i < times; i++) {
    void *file = dlopen(layer_path, RTLD_NOW);
    REQUIRE(load_layer(stub->dispatch()));
    if (kept)
      CHECK_EQUAL(ask_status(kept, stub->device(0)), CL_BUILD_NONE);
    cl_context context = new_context(1);
    kept = new_program(context, SUM);
    CHECK_EQUAL(build_program(kept, CL3), CL_SUCCESS);
    cl_kernel kernel = cl->clCreateKernel(kept, "sum", NULL);
    CHECK(kernel);
    if (i >= KEPT) {
      cl->clReleaseKernel(kernel);
      cl->clReleaseProgram(kept);
      cl->clReleaseContext(context);
      kept = NULL;
    }
    CHECK_EQUAL(unload_layer(), CL_SUCCESS);
    CHECK_EQUAL(unload_layer(), CL_INVALID_OPERATION);
    dlclose(file);
    stub->reset();
    if (i == STEADY)
      in_use = mallinfo2().uordblks;
  }
  /* The allocator keeps some of what was freed: less than half of a table for each time. */
  CHECK(mallinfo2().uordblks < in_use + (times - STEADY) * sizeof *cl / 2);
}

TEST(init, loaded_and_unloaded) {
  apart(load_and_unload, 100);
}

/* Two calls of clInitLayer: each table leads to its own target. This must be the last test of its list, since the layer
 * stays in the process. */
TEST(init, called_twice) {
  const cl_icd_dispatch *first = NULL, *second = NULL;
  cl_uint count = 0;
  layer_function("clInitLayer", &init);
  REQUIRE(init);
  CHECK_EQUAL(init(STUB_SLOTS, stub->dispatch(), &count, &first), CL_SUCCESS);
  CHECK_EQUAL(init(STUB_SLOTS, first, &count, &second), CL_SUCCESS);
  REQUIRE(first && second);
  cl = second;
  BUILD(PLAIN_KERNEL, NULL, CL_SUCCESS, "build");
}

enum { LOADERS = 8 };

static void *load_once(void *table) {
  *(const cl_icd_dispatch **)table = init_layer(stub->dispatch());
  return NULL;
}

static void *unload_once(void *result) {
  *(cl_int *)result = unload_layer();
  return NULL;
}

/* Loaders of several threads: one of them has the layer, the others the driver's functions. */
TEST(unload, at_once) {
  pthread_t threads[LOADERS];
  const cl_icd_dispatch *tables[LOADERS];
  cl_int results[LOADERS];
  unsigned layers = 0;
  for (unsigned round = 0; round < 20; round++) {
    for (unsigned i = 0; i < LOADERS; i++)
      REQUIRE(!pthread_create(&threads[i], NULL, load_once, &tables[i]));
    for (unsigned i = 0; i < LOADERS; i++)
      pthread_join(threads[i], NULL);
    for (unsigned i = 0; i < LOADERS; i++)
      layers += tables[i] && tables[i]->clBuildProgram != stub->dispatch()->clBuildProgram;
    for (unsigned i = 0; i < LOADERS; i++)
      REQUIRE(!pthread_create(&threads[i], NULL, unload_once, &results[i]));
    for (unsigned i = 0; i < LOADERS; i++)
      pthread_join(threads[i], NULL);
    for (unsigned i = 0; i < LOADERS; i++)
      CHECK_EQUAL(results[i], CL_SUCCESS);
  }
  CHECK_EQUAL(layers, 20);
  CHECK_EQUAL(unload_layer(), CL_INVALID_OPERATION);
}

/* The entry of the driver during which the layer is ended, once, by another thread. */
static unsigned last_slot;

static void end_layer(unsigned slot) {
  pthread_t thread;
  cl_int result = CL_INVALID_OPERATION;
  if (slot != last_slot)
    return;
  stub->settings->hook = NULL;
  if (pthread_create(&thread, NULL, unload_once, &result))
    abort();
  pthread_join(thread, NULL);
  CHECK_EQUAL(result, CL_SUCCESS);
}

/* What the thread uses stays until it returns. */
static void unload_inside(unsigned slot) {
  cl_int error = CL_SUCCESS;
  REQUIRE(load_layer(stub->dispatch()));
  program = new_program(new_context(1), SUM);
  last_slot = slot;
  stub->settings->hook = slot == STUB_SLOT(clCompileProgram) ? end_layer : NULL;
  CHECK_EQUAL(build_program(program, CL3), CL_SUCCESS);
  CHECK(!stub->settings->hook);
  if (slot == STUB_SLOT(clCompileProgram))
    return;
  cl_kernel kernel = cl->clCreateKernel(program, "sum", NULL);
  stub->settings->hook = end_layer;
  if (slot == STUB_SLOT(clCloneKernel))
    CHECK(cl->clCloneKernel(kernel, &error) && error == CL_SUCCESS);
  CHECK_EQUAL(cl->clReleaseKernel(kernel), CL_SUCCESS);
  CHECK(!stub->settings->hook);
}

TEST(unload, while_inside) {
  SKIP_UNDER(THREAD_SANITIZER, "the sanitizer starts no threads in a child")
  apart(unload_inside, STUB_SLOT(clReleaseKernel));
  apart(unload_inside, STUB_SLOT(clCloneKernel));
  apart(unload_inside, STUB_SLOT(clCompileProgram));
}

/* The stack size of threads that are made while the driver lists its devices. */
static size_t stack_in_driver;

static void note_stack(unsigned slot) {
  if (slot == STUB_SLOT(clGetDeviceIDs))
    stack_in_driver = stack_of_new_threads();
}

static void *wait_for(void *gate) {
  pthread_mutex_lock(gate);
  pthread_mutex_unlock(gate);
  return NULL;
}

enum { ALONE, WITH_THREAD, LOCKED };

/* Only PoCL's own threads get larger stacks: where no other thread could make threads, nor stacks take memory at once.
 */
static void list_devices(unsigned as) {
  const size_t large = (size_t)32 << 20;
  pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
  pthread_t thread;
  cl_uint count = 0;
  REQUIRE(load_layer(stub->dispatch()));
  stub->settings->hook = note_stack;
  pthread_mutex_lock(&gate);
  if (as == WITH_THREAD)
    REQUIRE(!pthread_create(&thread, NULL, wait_for, &gate));
  if (as == LOCKED && mlockall(MCL_FUTURE))
    return; /* only with some rights */
  cl->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 0, NULL, &count);
  CHECK_EQUAL(stack_in_driver >= large, as == ALONE);
  munlockall();
  pthread_mutex_unlock(&gate);
  if (as == WITH_THREAD)
    pthread_join(thread, NULL);
}

TEST(unload, stacks) {
  SKIP_UNDER(THREAD_SANITIZER, "the sanitizer has a thread of its own")
  const unsigned last = ANY_SANITIZER ? WITH_THREAD : LOCKED; /* a sanitizer leaves out mlockall() */
  for (unsigned as = ALONE; as <= last; as++)
    apart(list_devices, as);
}

static char said_by_compiler[] = "/tmp/clgroup-stub-XXXXXX";

static void *build_once(void *argument) {
  cl->clBuildProgram(argument, 0, NULL, CL3, NULL, NULL);
  pthread_testcancel();
  return NULL;
}

/* A process that ends is gone when its parent has waited for it, which not every machine's init does. */
static bool lives(long process) {
  char path[64], state[512] = "";
  snprintf(path, sizeof path, "/proc/%ld/stat", process);
  FILE *file = fopen(path, "r");
  if (!file)
    return false;
  state[fread(state, 1, sizeof state - 1, file)] = 0;
  fclose(file);
  return !strstr(state, ") Z ");
}

/* A compiler that does not end in time: it ends with the layer, and the thread that waited for it goes on. The
 * application may have cancelled that thread, which then ends after its call. */
static void unload_while_compiling(unsigned cancelled) {
  pthread_t thread;
  long compiler = 0;
  REQUIRE(load_layer(stub->dispatch()));
  void *result = NULL;
  cl_program program = new_program(new_context(1), SUM);
  REQUIRE(!pthread_create(&thread, NULL, build_once, program));
  for (unsigned i = 0; i < 6000 && compiler <= 0; i++) {
    FILE *printed = fopen(said_by_compiler, "r");
    if (printed && fscanf(printed, "%ld\n", &compiler) != 1)
      compiler = 0;
    if (printed)
      fclose(printed);
    usleep(10000);
  }
  REQUIRE(compiler > 0 && lives(compiler));
  if (cancelled) {
    pthread_cancel(thread);
    usleep(100000);
    CHECK(lives(compiler));
  }
  CHECK_EQUAL(unload_layer(), CL_SUCCESS);
  for (unsigned i = 0; i < 6000 && lives(compiler); i++)
    usleep(10000);
  CHECK(!lives(compiler));
  pthread_join(thread, &result);
  CHECK(!cancelled == (result != PTHREAD_CANCELED));
  /* The program's lock is free. */
  alarm(20);
  cl->clReleaseProgram(program);
}

TEST(unload, while_compiling) {
  char script[sizeof said_by_compiler + 8];
  SKIP_UNDER(THREAD_SANITIZER, "the sanitizer starts no threads in a child")
  int file = mkstemp(said_by_compiler);
  REQUIRE(file >= 0);
  close(file);
  snprintf(script, sizeof script, "%s.sh", said_by_compiler);
  FILE *out = fopen(script, "w");
  REQUIRE(out);
  fprintf(out, "#!/bin/sh\necho $$ >%s\nexec sleep 100\n", said_by_compiler);
  fclose(out);
  chmod(script, 0700);
  setenv("CLGROUP_ROUTE", "compile", 1);
  setenv("CLGROUP_CC", script, 1);
  setenv("CLGROUP_CACHE", "off", 1);
  setenv("CLGROUP_LOG", "off", 1);
  for (unsigned cancelled = 0; cancelled < 2; cancelled++) {
    REQUIRE(!truncate(said_by_compiler, 0));
    apart(unload_while_compiling, cancelled);
  }
  unlink(script);
  unlink(said_by_compiler);
}
