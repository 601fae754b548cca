/* The layer's own two entry points, with loaders of other sizes. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "harness.h"

#include <CL/cl_layer.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static pfn_clGetLayerInfo get_info(void) {
  void *symbol = layer_symbol("clGetLayerInfo");
  pfn_clGetLayerInfo function;
  memcpy(&function, &symbol, sizeof function);
  return function;
}

static pfn_clInitLayer get_init(void) {
  void *symbol = layer_symbol("clInitLayer");
  pfn_clInitLayer function;
  memcpy(&function, &symbol, sizeof function);
  return function;
}

static void info(void) {
  pfn_clGetLayerInfo info = get_info();
  cl_layer_api_version version = 0;
  char name[64] = "";
  size_t size = 0;
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

static void bad_arguments(void) {
  pfn_clInitLayer init = get_init();
  const cl_icd_dispatch *table = NULL;
  cl_uint count = 0;
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

/* The work of a loader that has OpenCL up to some version: also where the driver's device says that it is newer. */
static void use_table(const cl_icd_dispatch *table, cl_uint count) {
  const cl_int without = count > STUB_SLOT(clCreateProgramWithIL) ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE;
  cl = table;
  cl_context context = make_context(1);
  cl_program program = make_program(context, PLAIN_KERNEL), calls = make_program(context, SUM);
  CHECK_EQUAL(cl->clBuildProgram(program, 0, NULL, NULL, NULL, NULL), CL_SUCCESS);
  CHECK_EQUAL(cl->clBuildProgram(calls, 0, NULL, CL3, NULL, NULL), without);
  CHECK(without == CL_SUCCESS || *build_log(calls, stub->device(0)));
  cl->clReleaseProgram(program);
  cl->clReleaseProgram(calls);
  cl->clReleaseContext(context);
}

static void one_size(cl_uint given) {
  pfn_clInitLayer init = get_init();
  const cl_icd_dispatch *table = NULL;
  cl_uint count = 0;
  void **below = make_table(given);
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

/* Each in a process of its own, as the first table counts. */
static void sizes(void) {
  static const cl_uint counts[] = {1,
                                   STUB_SLOT(clGetExtensionFunctionAddress) + 1,
                                   STUB_SLOT(clCompileProgram),
                                   STUB_SLOT(clLinkProgram),
                                   STUB_SLOT(clCreateProgramWithIL),
                                   STUB_SLOTS - 1,
                                   STUB_SLOTS,
                                   STUB_SLOTS + 3,
                                   STUB_MORE_SLOTS};
  for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
    int status = -1;
    fflush(stdout);
    pid_t child = fork();
    if (!child) {
      unsigned before = failure_count();
      one_size(counts[i]);
      fflush(stdout);
      _exit(failure_count() != before);
    }
    waitpid(child, &status, 0);
    if (status)
      failed(__FILE__, __LINE__, "a table of %u entries: status %#x", counts[i], (unsigned)status);
  }
}

/* Each table's turn leads to its own target. */
static void twice(void) {
  pfn_clInitLayer init = get_init();
  const cl_icd_dispatch *first = NULL, *second = NULL;
  cl_uint count = 0;
  REQUIRE(init);
  CHECK_EQUAL(init(STUB_SLOTS, stub->dispatch(), &count, &first), CL_SUCCESS);
  CHECK_EQUAL(init(STUB_SLOTS, first, &count, &second), CL_SUCCESS);
  REQUIRE(first && second);
  cl = second;
  cl_context context = make_context(1);
  cl_program program = make_program(context, PLAIN_KERNEL);
  CHECK_EQUAL(SEEN(clCreateProgramWithSource), 1);
  CHECK_EQUAL(cl->clBuildProgram(program, 0, NULL, NULL, NULL, NULL), CL_SUCCESS);
  CHECK_EQUAL(SEEN(clBuildProgram), 1);
  cl->clReleaseProgram(program);
  cl->clReleaseContext(context);
}

const struct test init_tests[] = {
    {"clGetLayerInfo", info}, {"bad arguments", bad_arguments}, {"table sizes", sizes}, {"called twice", twice}, {0}};
