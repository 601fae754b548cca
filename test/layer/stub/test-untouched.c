/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What names no work-group function goes to the driver as it came. */
#include "harness.h"

#include "make-module.h"

#include <string.h>

/* Has the entry been called with these first words? */
#define CHECK_CALL(entry, ...)                                                                                         \
  do {                                                                                                                 \
    const uintptr_t words_[] = {__VA_ARGS__};                                                                          \
    const struct stub_call *call_ = CALL(entry, 0);                                                                    \
    CHECK(call_ && !memcmp(call_->words, words_, sizeof words_));                                                      \
  } while (0)
#define W(value) (uintptr_t)(value)

TEST(untouched, source) {
  static const char *strings[] = {"/* work_group size */ kernel void a(void) {}\n", "kernel void b(void) {} garbage",
                                  "float work_groups(float x);"};
  static const size_t lengths[] = {0, 22, 0};
  static const char options[] = "-cl-std=CL3.0 -DX=\"a b\"  -cl-mad-enable ";
  open_context(1);
  cl_int error = 1;
  program = keep(cl->clCreateProgramWithSource(context, 3, strings, lengths, &error));
  CHECK_EQUAL(error, CL_SUCCESS);
  CHECK_CALL(clCreateProgramWithSource, W(context), 3, W(strings), W(lengths));
  CHECK_EQUAL(stub->calls(), 1);
  CHECK_EQUAL(cl->clBuildProgram(program, 1, &device, options, NULL, NULL), CL_SUCCESS);
  CHECK_CALL(clBuildProgram, W(program), 1, W(&device), W(options), 0, 0);
  CHECK_TEXT(build_options(program, device), options);
  CHECK_EQUAL(ask_references(program), 1);
  make_kernel(program, "b");
  CHECK_CALLS("source build");
  CHECK_CALL(clCreateKernel, W(program));
  CHECK_EQUAL(SEEN(clCreateKernel) + SEEN(clCreateKernelsInProgram), 1);
}
ALSO(untouched_mode, source)

/* The driver calls the application back by itself. */
TEST(untouched, callbacks) {
  stub->settings->build_time = 10;
  for (unsigned asynchronous = 0; asynchronous < 2; asynchronous++) {
    stub->settings->asynchronous = asynchronous;
    open_context(1);
    program = make_program(PLAIN_KERNEL);
    CHECK_EQUAL(build_notified(program, NULL, CL_SUCCESS), 1);
    CHECK_CALL(clBuildProgram, W(program), 0, 0, 0, W(last_notify), W(last_notify_data));
  }
}
ALSO(untouched_mode, callbacks)

TEST(untouched, failures) {
  const char *text = PLAIN_KERNEL;
  cl_int error = 0;
  BUILD("\n#error mine\n", CL3, CL_BUILD_PROGRAM_FAILURE, "build");
  CHECK_TEXT(build_log(program, device), "error: #error mine\n");
  stub->fail(STUB_SLOT(clBuildProgram), 2, CL_OUT_OF_RESOURCES);
  CHECK_EQUAL(build_program(program, CL3), CL_BUILD_PROGRAM_FAILURE);
  CHECK_EQUAL(build_program(program, CL3), CL_OUT_OF_RESOURCES);
  CHECK_EQUAL(build_program(NULL, NULL), CL_INVALID_PROGRAM);
  stub->fail(STUB_SLOT(clCreateProgramWithSource), 1, CL_OUT_OF_RESOURCES);
  CHECK(!cl->clCreateProgramWithSource(context, 1, &text, NULL, &error));
  CHECK_EQUAL(error, CL_OUT_OF_RESOURCES);
  CHECK(!cl->clCreateProgramWithSource(context, 0, NULL, NULL, &error));
  CHECK_EQUAL(error, CL_INVALID_VALUE);
  text = NULL;
  CHECK(!cl->clCreateProgramWithSource(context, 1, &text, NULL, NULL));
  CHECK(!cl->clCreateProgramWithSource(context, 1, NULL, NULL, &error));
  CHECK_EQUAL(error, CL_INVALID_VALUE);
}

/* The driver gets the same bytes, also if their address is not aligned. */
TEST(untouched, il) {
  char room[4096] = "";
  cl_int error = 1;
  make_module(MODULE_PLAIN);
  const size_t size = module.count * 4;
  REQUIRE(size && size < sizeof room - 1);
  memcpy(room + 1, module.data, size);
  open_context(1);
  program = keep(cl->clCreateProgramWithIL(context, room + 1, size, &error));
  CHECK_EQUAL(error, CL_SUCCESS);
  CHECK_CALL(clCreateProgramWithIL, W(context), W(room + 1), size);
  CHECK_EQUAL(stub->calls(), 1);
  CHECK_EQUAL(build_program(program, NULL), CL_SUCCESS);
  CHECK_CALLS("il build");
  CHECK(!cl->clCreateProgramWithIL(context, "no module", 9, &error));
  CHECK_EQUAL(error, CL_INVALID_VALUE);
  CHECK(!cl->clCreateProgramWithIL(context, NULL, 0, &error));
}
ALSO(untouched_mode, il)

TEST(untouched, compile_and_link) {
  open_context(1);
  program = make_object_with("#include \"h\"\nkernel void k(void) { f(1); }", "h", "int f(int x) { return x; }\n");
  cl_program linked = make_linked("-cl-no-signed-zeros", 1, &program);
  CHECK_CALLS("source source compile link");
  CHECK_EQUAL(CALL(clLinkProgram, 0)->words[4], 1);
  CHECK_TEXT(CALL(clLinkProgram, 0)->text, "-cl-no-signed-zeros");
  CHECK_TEXT(program_text(linked, CL_PROGRAM_KERNEL_NAMES), "k");
  CHECK_EQUAL(cl->clCompileProgram(program, 0, NULL, NULL, 0, &linked, NULL, NULL, NULL), CL_INVALID_VALUE);
}
ALSO(untouched_mode, compile_and_link)

/* The driver alone builds, and its result stands: for a program of OpenCL C 1.2 that defines these names itself, on a
 * device that has the functions, and on one where nothing can be linked. */
#define LACKS CL_BUILD_PROGRAM_FAILURE, "build", .log = "implicit declaration of function work_group_reduce_add"
TEST(untouched, left_alone) {
  static const char own_name[] = "int work_group_all(int x) { return x; }\nkernel void k(void) { work_group_all(1); }";
  BUILD(own_name, NULL, CL_SUCCESS, "build");
  BUILD(own_name, "-cl-std=CL1.2", CL_SUCCESS, "build");
  stub->settings->device[0].has_functions = true;
  BUILD(SUM, CL3, CL_SUCCESS, "build");
  stub->settings->device[0].has_functions = false;
  stub->settings->device[0].il = "";
  BUILD(SUM, CL3, LACKS);
}

/* Modes in which the layer does nothing at all. */
TEST(untouched_mode, mode) {
  BUILD(SUM, CL3, LACKS);
  make_il(MODULE_GROUP_ADD);
  CHECK_CALL(clCreateProgramWithIL, W(context), W(module.data));
}

TEST(untouched, extension_functions) {
  void *(*function)(void) = NULL;
  void *address = cl->clGetExtensionFunctionAddressForPlatform(stub->platform, "clgroupStubControl");
  if (group->way < WAY_LOADER)
    CHECK(address == cl->clGetExtensionFunctionAddress("clgroupStubControl"));
  REQUIRE(address);
  memcpy(&function, &address, sizeof function);
  CHECK(function() == stub);
  CHECK(!cl->clGetExtensionFunctionAddressForPlatform(stub->platform, "clNone"));
}

/* A program without work-group functions costs no calls of the driver, other than to keep track of objects. */
TEST(untouched, launch) {
  size_t size = 64;
  BUILD(PLAIN_KERNEL, NULL);
  cl_command_queue queue = cl->clCreateCommandQueueWithProperties(context, device, NULL, NULL);
  cl_kernel kernel = make_kernel(program, "plain");
  stub->clear();
  CHECK_EQUAL(cl->clSetKernelArg(kernel, 0, 8, &size), CL_SUCCESS);
  CHECK_EQUAL(cl->clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL), CL_SUCCESS);
  CHECK_EQUAL(cl->clFinish(queue), CL_SUCCESS);
  CHECK_EQUAL(stub->calls(), 3);
  cl->clReleaseCommandQueue(queue);
}
