/* What names no work-group function goes to the driver as it came. */
#include "harness.h"

#include "make-module.h"

#include <stdlib.h>
#include <string.h>

/* Calls that make, build or link something. */
static unsigned working_calls(void) {
  return SEEN(clCreateProgramWithSource) + SEEN(clCreateProgramWithIL) + SEEN(clCreateProgramWithBinary) +
         SEEN(clBuildProgram) + SEEN(clCompileProgram) + SEEN(clLinkProgram) + SEEN(clCreateKernel) +
         SEEN(clCreateKernelsInProgram);
}

static bool by_loader(void) {
  return group->way >= WAY_LOADER;
}

TEST(untouched, source) {
  static const char *strings[] = {"/* work_group size */ kernel void a(void) {}\n", "kernel void b(void) {} garbage",
                                  "float work_groups(float x);"};
  static const size_t lengths[] = {0, 22, 0};
  static const char options[] = "-cl-std=CL3.0 -DX=\"a b\"  -cl-mad-enable ";
  open_context(1);
  cl_int error = 1;
  cl_program program = keep(cl->clCreateProgramWithSource(context, 3, strings, lengths, &error));
  CHECK_EQUAL(error, CL_SUCCESS);
  const struct stub_call *call = CALL(clCreateProgramWithSource, 0);
  REQUIRE(call);
  CHECK(call->words[0] == (uintptr_t)context && call->words[1] == 3 && call->words[2] == (uintptr_t)strings &&
        call->words[3] == (uintptr_t)lengths);
  CHECK_EQUAL(stub->calls(), 1);
  CHECK_EQUAL(cl->clBuildProgram(program, 1, &device, options, NULL, NULL), CL_SUCCESS);
  CHECK_EQUAL(working_calls(), 2);
  call = CALL(clBuildProgram, 0);
  REQUIRE(call);
  CHECK(call->words[0] == (uintptr_t)program && call->words[1] == 1 && call->words[2] == (uintptr_t)&device &&
        call->words[3] == (uintptr_t)options && !call->words[4] && !call->words[5]);
  CHECK_TEXT(build_options(program, device), options);
  CHECK_EQUAL(program_references(program), 1);
  make_kernel(program, "b");
  CHECK_EQUAL(working_calls(), 3);
  call = CALL(clCreateKernel, 0);
  CHECK(call && call->words[0] == (uintptr_t)program);
}

static unsigned notified;

static void CL_CALLBACK notify(cl_program program, void *data) {
  CHECK(program == *(cl_program *)data);
  notified++;
}

/* The driver calls the application back by itself. */
TEST(untouched, callbacks) {
  open_context(1);
  for (unsigned asynchronous = 0; asynchronous < 2; asynchronous++) {
    cl_program program = make_program(PLAIN_KERNEL);
    stub->clear();
    stub->settings->asynchronous = asynchronous;
    stub->settings->build_time = 10;
    notified = 0;
    CHECK_EQUAL(cl->clBuildProgram(program, 0, NULL, NULL, notify, &program), CL_SUCCESS);
    stub->wait();
    CHECK_EQUAL(notified, 1);
    const struct stub_call *call = CALL(clBuildProgram, 0);
    CHECK(call && call->words[4] == (uintptr_t)notify && call->words[5] == (uintptr_t)&program);
  }
}

TEST(untouched, failures) {
  open_context(1);
  cl_program program = make_program("\n#error mine\n");
  stub->clear();
  CHECK_EQUAL(build_program(program, CL3), CL_BUILD_PROGRAM_FAILURE);
  CHECK_EQUAL(working_calls(), 1);
  CHECK_TEXT(build_log(program, stub->device(0)), "program.cl:2:1: error: #error mine\n");
  CHECK_EQUAL(build_status(program, stub->device(0)), CL_BUILD_ERROR);
  stub->fail(STUB_SLOT(clBuildProgram), 1, CL_OUT_OF_RESOURCES);
  CHECK_EQUAL(build_program(program, CL3), CL_OUT_OF_RESOURCES);
  const char *text = PLAIN_KERNEL;
  cl_int error = 0;
  stub->fail(STUB_SLOT(clCreateProgramWithSource), 1, CL_OUT_OF_RESOURCES);
  CHECK(!cl->clCreateProgramWithSource(context, 1, &text, NULL, &error));
  CHECK_EQUAL(error, CL_OUT_OF_RESOURCES);
  CHECK(!cl->clCreateProgramWithSource(context, 0, NULL, NULL, &error));
  CHECK_EQUAL(error, CL_INVALID_VALUE);
  text = NULL;
  CHECK(!cl->clCreateProgramWithSource(context, 1, &text, NULL, NULL));
  CHECK_EQUAL(build_program(NULL, NULL), CL_INVALID_PROGRAM);
}

/* The same bytes, at an address that suits no words too. */
TEST(untouched, il) {
  struct spirv_words w = {0};
  char room[4096] = "";
  make_module(&w, MODULE_PLAIN, 64, 0x10000);
  REQUIRE(w.count && w.count * 4 < sizeof room - 1);
  memcpy(room + 1, w.data, w.count * 4);
  open_context(1);
  cl_int error = 1;
  cl_program program = keep(cl->clCreateProgramWithIL(context, room + 1, w.count * 4, &error));
  CHECK_EQUAL(error, CL_SUCCESS);
  const struct stub_call *call = CALL(clCreateProgramWithIL, 0);
  CHECK(call && call->words[1] == (uintptr_t)(room + 1) && call->words[2] == w.count * 4);
  CHECK_EQUAL(stub->calls(), 1);
  CHECK_EQUAL(build_program(program, NULL), CL_SUCCESS);
  CHECK_EQUAL(working_calls(), 2);
  CHECK(!cl->clCreateProgramWithIL(context, "no module", 9, &error));
  CHECK_EQUAL(error, CL_INVALID_VALUE);
  CHECK(!cl->clCreateProgramWithIL(context, NULL, 0, &error));
  free(w.data);
}

TEST(untouched, compile_and_link) {
  open_context(1);
  cl_program program = make_program("#include \"h\"\nkernel void k(void) { f(1); }"),
             header = make_program("int f(int x) { return x; }\n"), linked;
  const char *name = "h";
  stub->clear();
  CHECK_EQUAL(cl->clCompileProgram(program, 0, NULL, CL3, 1, &header, &name, NULL, NULL), CL_SUCCESS);
  linked = make_linked("-cl-no-signed-zeros", 1, &program);
  CHECK_EQUAL(working_calls(), 2);
  const struct stub_call *call = CALL(clLinkProgram, 0);
  CHECK(call && call->words[4] == 1 && call->text && !strcmp(call->text, "-cl-no-signed-zeros"));
  CHECK_TEXT(program_text(linked, CL_PROGRAM_KERNEL_NAMES), "k");
}

/* The driver's own build is all that happens, and its word stands. */
static void left_alone(const char *text, const char *options, bool builds) {
  open_context(1);
  cl_program program = make_program(text);
  stub->clear();
  CHECK_EQUAL(build_program(program, options), builds ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE);
  CHECK_EQUAL(working_calls(), 1);
  CHECK_EQUAL(SEEN(clBuildProgram), 1);
  CHECK(builds || strstr(build_log(program, device), "implicit declaration of function work_group_reduce_add"));
}

/* An OpenCL C 1.2 program may have functions of these names. */
TEST(untouched, own_names) {
  static const char text[] = "int work_group_all(int x) { return x; }\nkernel void k(void) { work_group_all(1); }";
  left_alone(text, NULL, true);
  left_alone(text, "-cl-std=CL1.2", true);
}

/* A device with functions of its own, and one where nothing can be linked in. */
TEST(untouched, devices) {
  stub->settings->device[0].has_functions = true;
  left_alone(SUM, CL3, true);
  stub->settings->device[0].has_functions = false;
  stub->settings->device[0].il = "";
  left_alone(SUM, CL3, false);
}

/* Modes in which the layer does nothing at all. */
TEST(untouched_mode, mode) {
  left_alone(SUM, CL3, false);
  struct spirv_words w = {0};
  make_module(&w, MODULE_GROUP_ADD, 64, 0x10000);
  stub->clear();
  make_il(&w);
  const struct stub_call *call = CALL(clCreateProgramWithIL, 0);
  CHECK(call && call->words[1] == (uintptr_t)w.data);
  free(w.data);
}

TEST(untouched, extension_functions) {
  void *(*function)(void) = NULL;
  void *address = cl->clGetExtensionFunctionAddressForPlatform(stub->platform, "clgroupStubControl");
  if (!by_loader())
    CHECK(address == cl->clGetExtensionFunctionAddress("clgroupStubControl"));
  REQUIRE(address);
  memcpy(&function, &address, sizeof function);
  CHECK(function() == stub);
  CHECK(!cl->clGetExtensionFunctionAddressForPlatform(stub->platform, "clNone"));
}

/* What is no work-group function costs no more than a bookkeeper's calls. */
TEST(untouched, launch) {
  open_context(1);
  cl_command_queue queue = cl->clCreateCommandQueueWithProperties(context, stub->device(0), NULL, NULL);
  size_t size = 64;
  cl_kernel kernel = make_kernel(make_built(PLAIN_KERNEL, NULL), "plain");
  stub->clear();
  CHECK_EQUAL(cl->clSetKernelArg(kernel, 0, 8, &size), CL_SUCCESS);
  CHECK_EQUAL(cl->clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL), CL_SUCCESS);
  CHECK_EQUAL(cl->clFinish(queue), CL_SUCCESS);
  CHECK_EQUAL(stub->calls(), 3);
  cl->clReleaseCommandQueue(queue);
}
ALSO(untouched_mode, source)
ALSO(untouched_mode, callbacks)
ALSO(untouched_mode, il)
ALSO(untouched_mode, compile_and_link)
