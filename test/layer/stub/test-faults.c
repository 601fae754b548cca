/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each call to the driver fails in its turn: the error comes out or the work is right; a failed build has a log;
 * nothing is lost. */
#include "harness.h"

#include "make-module.h"

#include <stdio.h>

static cl_int injected;
static char what_failed[128];

/* What the driver says in the middle of the layer's own work may come out as the error that every call can give. */
static bool is_expected(cl_int error) {
  return error == CL_SUCCESS || error == injected || error == CL_OUT_OF_HOST_MEMORY;
}

/* Returns whether the call has succeeded. */
static bool expect(const char *call, cl_int error) {
  if (!is_expected(error))
    failed(__FILE__, __LINE__, "%s gives %d where %s", call, (int)error, what_failed);
  return error == CL_SUCCESS;
}

/* The same for a call that makes an object. */
static bool expect_object(const char *call, const void *object, cl_int error) {
  if (!object != (error != CL_SUCCESS))
    failed(__FILE__, __LINE__, "%s gives %d and %s object where %s", call, (int)error, object ? "an" : "no",
           what_failed);
  return expect(call, error);
}

static bool expect_build(const char *call, cl_program which, cl_int error) {
  char log[4096] = "";
  cl_build_status status = CL_BUILD_NONE;
  if (error != CL_BUILD_PROGRAM_FAILURE && error != CL_COMPILE_PROGRAM_FAILURE && error != CL_LINK_PROGRAM_FAILURE)
    return expect(call, error);
  if (which &&
      (cl->clGetProgramBuildInfo(which, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL) != CL_SUCCESS || !*log))
    failed(__FILE__, __LINE__, "%s gives %d and no log where %s", call, (int)error, what_failed);
  if (which &&
      (cl->clGetProgramBuildInfo(which, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL) != CL_SUCCESS ||
       status != CL_BUILD_ERROR))
    failed(__FILE__, __LINE__, "%s gives %d and status %d where %s", call, (int)error, (int)status, what_failed);
  return false;
}

static void use_kernel(cl_program which, const char *name) {
  cl_int error = 1;
  cl_kernel kernel = cl->clCreateKernel(which, name, &error), clone = NULL;
  if (!expect_object("clCreateKernel", kernel, error))
    return;
  if (expect("clRetainKernel", cl->clRetainKernel(kernel)))
    cl->clReleaseKernel(kernel);
  clone = cl->clCloneKernel(kernel, &error);
  if (expect_object("clCloneKernel", clone, error))
    cl->clReleaseKernel(clone);
  cl->clReleaseKernel(kernel);
}

static void ask(cl_program which) {
  char bytes[4096];
  size_t size = 0;
  static const cl_program_info infos[] = {CL_PROGRAM_SOURCE, CL_PROGRAM_NUM_KERNELS, CL_PROGRAM_KERNEL_NAMES,
                                          CL_PROGRAM_BINARY_SIZES, CL_PROGRAM_REFERENCE_COUNT};
  for (unsigned i = 0; i < sizeof infos / sizeof *infos; i++) {
    cl_int error = cl->clGetProgramInfo(which, infos[i], sizeof bytes, bytes, &size);
    expect("clGetProgramInfo", error == CL_INVALID_PROGRAM_EXECUTABLE ? CL_SUCCESS : error);
  }
  if (expect("clRetainProgram", cl->clRetainProgram(which)))
    cl->clReleaseProgram(which);
}

static void make(const char *text) {
  cl_int error = 1;
  program = cl->clCreateProgramWithSource(context, 1, &text, NULL, &error);
  expect_object("clCreateProgramWithSource", program, error);
}

/* Each scenario makes `program`, which is released behind it. */
static void build_source(const char *options) {
  make(SUM);
  if (!program)
    return;
  if (expect_build("clBuildProgram", program, build_program(program, options))) {
    use_kernel(program, "sum");
    cl_kernel all[1] = {0};
    if (expect("clCreateKernelsInProgram", cl->clCreateKernelsInProgram(program, 1, all, NULL)))
      cl->clReleaseKernel(all[0]);
  }
  ask(program);
}

static void with_standard(void) {
  build_source(CL3);
}

static void without_standard(void) {
  build_source(NULL);
}

static void one_by_one(void) {
  make(SUM);
  for (unsigned i = 0; program && i < 2; i++) {
    device = stub->device(i);
    expect_build("clBuildProgram", program, build_on(program, i, CL3));
  }
  device = stub->device(0);
}

static void rebuild(void) {
  make(SUM);
  for (unsigned i = 0; program && i < 3; i++)
    expect_build("clBuildProgram", program, build_program(program, i == 1 ? CL3 " -DX" : CL3));
}

static void compile_and_link(void) {
  const char *name = "h";
  cl_int error = 1;
  make("int f(int x) { return work_group_all(x); }\n");
  cl_program header = program, linked;
  make("#include \"h\"\nkernel void k(void) { f(1); }\n");
  if (header && program &&
      expect_build("clCompileProgram", program,
                   cl->clCompileProgram(program, 0, NULL, CL3, 1, &header, &name, NULL, NULL))) {
    linked = cl->clLinkProgram(context, 0, NULL, NULL, 1, &program, NULL, NULL, &error);
    if (expect_build("clLinkProgram", linked, error)) {
      expect_object("clLinkProgram", linked, error);
      use_kernel(linked, "k");
    }
    if (linked)
      cl->clReleaseProgram(linked);
  }
  if (header)
    cl->clReleaseProgram(header);
}

static void il(void) {
  cl_int error = 1;
  make_module(MODULE_GROUP_ADD);
  program = cl->clCreateProgramWithIL(context, module.data, module.count * 4, &error);
  /* A driver that does not say what its device is has no layer that acts on it: it then refuses the module itself. */
  expect_object("clCreateProgramWithIL", program, error);
  if (program && expect_build("clBuildProgram", program, build_program(program, NULL)))
    use_kernel(program, "group");
}

/* Called back once where the build was begun, and never where the call failed at once. */
static void callback(void) {
  unsigned count = 0;
  make(SUM);
  if (!program)
    return;
  cl_int error = cl->clBuildProgram(program, 0, NULL, CL3, count_call, &count);
  stub->wait();
  expect_build("clBuildProgram", program, error);
  if (count > 1 || (!count && (error == CL_SUCCESS || error == CL_BUILD_PROGRAM_FAILURE)))
    failed(__FILE__, __LINE__, "%u callbacks and error %d where %s", count, (int)error, what_failed);
}

/* Releases the program; nothing else may be left. */
static void check_left(void) {
  if (program)
    cl->clReleaseProgram(program);
  if (stub->facts->live[STUB_PROGRAM] || stub->facts->live[STUB_KERNEL])
    failed(__FILE__, __LINE__, "%u programs and %u kernels are left where %s", stub->facts->live[STUB_PROGRAM],
           stub->facts->live[STUB_KERNEL], what_failed);
  if (stub->facts->misuses)
    failed(__FILE__, __LINE__, "%s where %s", stub->facts->misuse, what_failed);
  stub->forget_misuses();
}

static void sweep(void (*scenario)(void), unsigned devices, cl_int error) {
  enum { MOST = 600 };
  unsigned n = 0;
  bool fired = true;
  open_context(devices);
  injected = error;
  while (fired && ++n < MOST) {
    for (unsigned i = 0; i < devices; i++)
      stub->settings->device[i].serial++;
    device = stub->device(0);
    stub->clear();
    stub->fail_any(n, error);
    snprintf(what_failed, sizeof what_failed, "call %u fails", n);
    scenario();
    fired = stub->facts->failed;
    snprintf(what_failed, sizeof what_failed, "call %u (%s) fails", n, stub->name(stub->facts->failed_slot));
    check_left();
  }
  stub->clear();
  CHECK(n > 2 && n < MOST);
}

#define SWEEP(scenario, devices)                                                                                       \
  TEST(fault, scenario##_on_##devices) {                                                                               \
    sweep(scenario, devices, CL_OUT_OF_HOST_MEMORY);                                                                   \
    sweep(scenario, devices, CL_OUT_OF_RESOURCES);                                                                     \
    sweep(scenario, devices, CL_INVALID_OPERATION);                                                                    \
  }
SWEEP(with_standard, 1)
SWEEP(with_standard, 2)
SWEEP(without_standard, 1)
SWEEP(one_by_one, 2)
SWEEP(rebuild, 1)
SWEEP(compile_and_link, 1)
SWEEP(il, 1)
SWEEP(callback, 1)

/* Calls that fail every time, not just once. */
TEST(fault, each_call_of_an_entry) {
  static const unsigned slots[] = {STUB_SLOT(clCompileProgram),          STUB_SLOT(clLinkProgram),
                                   STUB_SLOT(clCreateProgramWithIL),     STUB_SLOT(clGetProgramInfo),
                                   STUB_SLOT(clGetDeviceInfo),           STUB_SLOT(clGetProgramBuildInfo),
                                   STUB_SLOT(clCreateProgramWithSource), STUB_SLOT(clRetainProgram)};
  open_context(1);
  injected = CL_OUT_OF_HOST_MEMORY;
  for (unsigned i = 0; i < sizeof slots / sizeof *slots; i++) {
    program = new_program(context, SUM);
    snprintf(what_failed, sizeof what_failed, "each %s fails", stub->name(slots[i]));
    stub->fail(slots[i], 0, injected);
    cl_int error = build_program(program, CL3);
    stub->clear();
    expect_build("clBuildProgram", program, error);
    check_left();
  }
}
