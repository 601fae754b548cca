/* Each call to the driver fails in its turn: the error comes out or the work is right; a failed build has a log;
 * nothing is lost. */
#include "harness.h"

#include "make-module.h"

#include <stdio.h>
#include <stdlib.h>

static cl_int injected;
static char what_failed[128];

static void wrong(const char *call, cl_int error) {
  failed(__FILE__, __LINE__, "%s gives %d where %s", call, (int)error, what_failed);
}

/* What the driver says in the middle of the layer's own work may come out as the error that every call can give. */
static bool is_expected(cl_int error) {
  return error == CL_SUCCESS || error == injected || error == CL_OUT_OF_HOST_MEMORY;
}

static void check_build(const char *call, cl_program program, cl_int error) {
  char log[4096] = "";
  cl_build_status status = CL_BUILD_NONE;
  bool told =
      error == CL_BUILD_PROGRAM_FAILURE || error == CL_COMPILE_PROGRAM_FAILURE || error == CL_LINK_PROGRAM_FAILURE;
  if (!is_expected(error) && !told)
    wrong(call, error);
  if (!program)
    return;
  if (told &&
      (cl->clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL) != CL_SUCCESS || !*log))
    failed(__FILE__, __LINE__, "%s gives %d and no log where %s", call, (int)error, what_failed);
  if (told && (cl->clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL) !=
                   CL_SUCCESS ||
               status != CL_BUILD_ERROR))
    failed(__FILE__, __LINE__, "%s gives %d and status %d where %s", call, (int)error, (int)status, what_failed);
}

static void use_kernel(cl_program program, const char *name) {
  cl_int error = 1;
  cl_kernel kernel = cl->clCreateKernel(program, name, &error), clone = NULL;
  if (!is_expected(error) || !kernel != (error != CL_SUCCESS))
    wrong("clCreateKernel", error);
  if (!kernel)
    return;
  error = cl->clRetainKernel(kernel);
  if (!is_expected(error))
    wrong("clRetainKernel", error);
  if (error == CL_SUCCESS)
    cl->clReleaseKernel(kernel);
  clone = cl->clCloneKernel(kernel, &error);
  if (!is_expected(error) || !clone != (error != CL_SUCCESS))
    wrong("clCloneKernel", error);
  if (clone)
    cl->clReleaseKernel(clone);
  cl->clReleaseKernel(kernel);
}

static void ask(cl_program program) {
  char bytes[4096];
  size_t size = 0;
  static const cl_program_info infos[] = {CL_PROGRAM_SOURCE, CL_PROGRAM_NUM_KERNELS, CL_PROGRAM_KERNEL_NAMES,
                                          CL_PROGRAM_BINARY_SIZES, CL_PROGRAM_REFERENCE_COUNT};
  for (unsigned i = 0; i < sizeof infos / sizeof *infos; i++) {
    cl_int error = cl->clGetProgramInfo(program, infos[i], sizeof bytes, bytes, &size);
    if (!is_expected(error) && error != CL_INVALID_PROGRAM_EXECUTABLE)
      wrong("clGetProgramInfo", error);
  }
  cl_int error = cl->clRetainProgram(program);
  if (!is_expected(error))
    wrong("clRetainProgram", error);
  if (error == CL_SUCCESS)
    cl->clReleaseProgram(program);
}

static cl_program make(const char *text) {
  cl_int error = 1;
  cl_program program = cl->clCreateProgramWithSource(context, 1, &text, NULL, &error);
  if (!is_expected(error) || !program != (error != CL_SUCCESS))
    wrong("clCreateProgramWithSource", error);
  return program;
}

static void build_source(const char *options) {
  cl_program program = make(SUM);
  if (!program)
    return;
  cl_int error = cl->clBuildProgram(program, 0, NULL, options, NULL, NULL);
  check_build("clBuildProgram", program, error);
  if (error == CL_SUCCESS) {
    use_kernel(program, "sum");
    cl_kernel all[1] = {0};
    error = cl->clCreateKernelsInProgram(program, 1, all, NULL);
    if (!is_expected(error))
      wrong("clCreateKernelsInProgram", error);
    if (error == CL_SUCCESS)
      cl->clReleaseKernel(all[0]);
  }
  ask(program);
  cl->clReleaseProgram(program);
}

static void with_standard(void) {
  build_source(CL3);
}

static void without_standard(void) {
  build_source(NULL);
}

static void one_by_one(void) {
  cl_program program = make(SUM);
  for (unsigned i = 0; program && i < 2; i++) {
    cl_device_id one = stub->device(i);
    device = one;
    check_build("clBuildProgram", program, cl->clBuildProgram(program, 1, &one, CL3, NULL, NULL));
  }
  device = stub->device(0);
  if (program)
    cl->clReleaseProgram(program);
}

static void rebuild(void) {
  cl_program program = make(SUM);
  for (unsigned i = 0; program && i < 3; i++) {
    cl_int error = cl->clBuildProgram(program, 0, NULL, i == 1 ? CL3 " -DX" : CL3, NULL, NULL);
    check_build("clBuildProgram", program, error);
  }
  if (program)
    cl->clReleaseProgram(program);
}

static void compile_and_link(void) {
  const char *name = "h";
  cl_int error = 1;
  cl_program header = make("int f(int x) { return work_group_all(x); }\n"),
             program = make("#include \"h\"\nkernel void k(void) { f(1); }\n"), linked = NULL;
  if (header && program) {
    error = cl->clCompileProgram(program, 0, NULL, CL3, 1, &header, &name, NULL, NULL);
    check_build("clCompileProgram", program, error);
  }
  if (error == CL_SUCCESS) {
    linked = cl->clLinkProgram(context, 0, NULL, NULL, 1, &program, NULL, NULL, &error);
    check_build("clLinkProgram", linked, error);
    if (!linked && error == CL_SUCCESS)
      wrong("clLinkProgram without a program", error);
  }
  if (linked && error == CL_SUCCESS)
    use_kernel(linked, "k");
  if (linked)
    cl->clReleaseProgram(linked);
  if (program)
    cl->clReleaseProgram(program);
  if (header)
    cl->clReleaseProgram(header);
}

static void il(void) {
  struct spirv_words w = {0};
  cl_int error = 1;
  make_module(&w, MODULE_GROUP_ADD, 64, 0x10000);
  cl_program program = cl->clCreateProgramWithIL(context, w.data, w.count * 4, &error);
  /* A driver that does not say what its device is has no layer that acts on it: it then refuses the module itself. */
  if (!is_expected(error) || !program != (error != CL_SUCCESS))
    wrong("clCreateProgramWithIL", error);
  free(w.data);
  if (!program)
    return;
  error = cl->clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
  check_build("clBuildProgram", program, error);
  if (error == CL_SUCCESS)
    use_kernel(program, "group");
  cl->clReleaseProgram(program);
}

static void CL_CALLBACK notify(cl_program program, void *data) {
  (void)program;
  ++*(unsigned *)data;
}

/* Called back once where the build was begun, and never where the call failed at once. */
static void callback(void) {
  unsigned count = 0;
  cl_program program = make(SUM);
  if (!program)
    return;
  cl_int error = cl->clBuildProgram(program, 0, NULL, CL3, notify, &count);
  stub->wait();
  check_build("clBuildProgram", program, error);
  if (count > 1 || (!count && (error == CL_SUCCESS || error == CL_BUILD_PROGRAM_FAILURE)))
    failed(__FILE__, __LINE__, "%u callbacks and error %d where %s", count, (int)error, what_failed);
  cl->clReleaseProgram(program);
}

static void sweep(void (*scenario)(void), unsigned devices, cl_int error) {
  enum { MOST = 600 };
  unsigned n;
  open_context(devices);
  injected = error;
  for (n = 1; n < MOST; n++) {
    for (unsigned i = 0; i < devices; i++)
      stub->settings->device[i].serial++;
    device = stub->device(0);
    stub->clear();
    stub->fail_any(n, error);
    snprintf(what_failed, sizeof what_failed, "call %u fails", n);
    scenario();
    bool fired = stub->failed();
    snprintf(what_failed, sizeof what_failed, "call %u (%s) fails", n, stub->name(stub->failed_slot()));
    if (stub->live(STUB_PROGRAM) || stub->live(STUB_KERNEL))
      failed(__FILE__, __LINE__, "%u programs and %u kernels are left where %s", stub->live(STUB_PROGRAM),
             stub->live(STUB_KERNEL), what_failed);
    if (stub->misuses())
      failed(__FILE__, __LINE__, "%s where %s", stub->misuse(), what_failed);
    stub->forget_misuses();
    if (!fired)
      break;
  }
  stub->clear();
  CHECK(n > 2 && n < MOST);
}

static const cl_int errors[] = {CL_OUT_OF_HOST_MEMORY, CL_OUT_OF_RESOURCES, CL_INVALID_OPERATION};

#define SWEEP(name, scenario, devices)                                                                                 \
  TEST(fault, name) {                                                                                                  \
    for (unsigned i = 0; i < 3; i++)                                                                                   \
      sweep(scenario, devices, errors[i]);                                                                             \
  }
SWEEP(sweep_build, with_standard, 1)
SWEEP(sweep_own_first, without_standard, 1)
SWEEP(sweep_two_devices, with_standard, 2)
SWEEP(sweep_one_by_one, one_by_one, 2)
SWEEP(sweep_rebuild, rebuild, 1)
SWEEP(sweep_compile_and_link, compile_and_link, 1)
SWEEP(sweep_il, il, 1)
SWEEP(sweep_callback, callback, 1)

/* Calls that fail each time. */
TEST(fault, each_call_of_an_entry) {
  static const unsigned slots[] = {STUB_SLOT(clCompileProgram),          STUB_SLOT(clLinkProgram),
                                   STUB_SLOT(clCreateProgramWithIL),     STUB_SLOT(clGetProgramInfo),
                                   STUB_SLOT(clGetDeviceInfo),           STUB_SLOT(clGetProgramBuildInfo),
                                   STUB_SLOT(clCreateProgramWithSource), STUB_SLOT(clRetainProgram)};
  open_context(1);
  injected = CL_OUT_OF_HOST_MEMORY;
  for (unsigned i = 0; i < sizeof slots / sizeof *slots; i++) {
    cl_program program = new_program(context, SUM);
    snprintf(what_failed, sizeof what_failed, "each %s fails", stub->name(slots[i]));
    stub->fail(slots[i], 0, injected);
    cl_int error = cl->clBuildProgram(program, 0, NULL, CL3, NULL, NULL);
    stub->clear();
    check_build("clBuildProgram", program, error);
    cl->clReleaseProgram(program);
    if (stub->live(STUB_PROGRAM))
      failed(__FILE__, __LINE__, "%u programs are left where %s", stub->live(STUB_PROGRAM), what_failed);
    if (stub->misuses())
      failed(__FILE__, __LINE__, "%s where %s", stub->misuse(), what_failed);
    stub->forget_misuses();
  }
}
