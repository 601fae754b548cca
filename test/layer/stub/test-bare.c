/* The stub itself: what the other tests take for granted. */
#include "harness.h"

#include <string.h>

static cl_int build(const char *text, const char *options, char *log, size_t log_size) {
  open_context(1);
  cl_program program = make_program(text);
  cl_int error = build_program(program, options);
  strncpy(log, build_log(program, stub->device(0)), log_size - 1);
  return error;
}

static const struct {
  const char *text, *options;
  cl_int error;
  const char *log;
} sources[] = {
    {PLAIN_KERNEL, NULL, CL_SUCCESS, ""},
    {SUM, CL3, CL_BUILD_PROGRAM_FAILURE,
     "program.cl:2:1: error: implicit declaration of function work_group_reduce_add"},
    {"/* work_group_all(1) */ // work_group_any(1)\nkernel void k(void) { x = \"work_group_all(1)\"; }", CL3,
     CL_SUCCESS, ""},
    {"#ifdef A\n#error no\n#elif !defined(B) && (C >= 3)\n#error \\\n yes\n#endif\n", "-DC=3", CL_BUILD_PROGRAM_FAILURE,
     "program.cl:4:1: error: #error"},
    {"#define f work_group_all\nkernel void k(void) {\n f (1);}", CL3, CL_BUILD_PROGRAM_FAILURE,
     "cl:3:1: error: implicit"},
    {"#define F(x) work_group_any(x)\nkernel void k(void) { F(1); }", CL3, CL_BUILD_PROGRAM_FAILURE, "work_group_any"},
    {"int work_group_all(int x) { return x; }\nkernel void k(void) { work_group_all(1); }", NULL, CL_SUCCESS, ""},
    {"int __clgroup_f(int x);\nkernel void k(void) { __clgroup_f((float)1); }", NULL, CL_BUILD_PROGRAM_FAILURE,
     "undefined symbol: _Z11__clgroup_ff"},
    {"#line 7\n#error here", NULL, CL_BUILD_PROGRAM_FAILURE, "program.cl:7:1"},
    {PLAIN_KERNEL, "-cl-std=CL4.0", CL_BUILD_PROGRAM_FAILURE, "up to"},
    {PLAIN_KERNEL, "-frobnicate", CL_INVALID_BUILD_OPTIONS, ""},
    {"#include \"x.h\"\n", NULL, CL_BUILD_PROGRAM_FAILURE, "file not found"},
    {"#if 1\n", NULL, CL_BUILD_PROGRAM_FAILURE, "unterminated"},
};

TEST(bare, front_end) {
  for (unsigned i = 0; i < sizeof sources / sizeof *sources; i++) {
    char log[1024] = "";
    cl_int error = build(sources[i].text, sources[i].options, log, sizeof log);
    if (error != sources[i].error || !strstr(log, sources[i].log))
      failed(__FILE__, __LINE__, "source %u: error %d, log '%s'", i, (int)error, log);
  }
}

TEST(bare, own_functions) {
  char log[1024] = "";
  stub->settings->device[0].has_functions = true;
  CHECK_EQUAL(build(SUM, CL3, log, sizeof log), CL_SUCCESS);
  CHECK_EQUAL(build(SUM, NULL, log, sizeof log), CL_BUILD_PROGRAM_FAILURE);
  CHECK_EQUAL(build("#ifndef __opencl_c_work_group_collective_functions\n#error no\n#endif\n", CL3, log, sizeof log),
              CL_SUCCESS);
}

TEST(bare, objects) {
  cl_context parent = new_context(1);
  cl_program program = new_program(parent, PLAIN_KERNEL);
  CHECK_EQUAL(build_program(program, NULL), CL_SUCCESS);
  cl_kernel kernel = cl->clCreateKernel(program, "plain", NULL), clone = cl->clCloneKernel(kernel, NULL);
  CHECK(kernel && clone && !cl->clCreateKernel(program, "none", NULL));
  CHECK_EQUAL(program_references(program), 3);
  CHECK_EQUAL(build_program(program, NULL), CL_INVALID_OPERATION);
  CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), "plain");
  cl->clReleaseProgram(program);
  cl->clReleaseContext(parent);
  CHECK_EQUAL(stub->live(STUB_PROGRAM), 1);
  CHECK_EQUAL(stub->live(STUB_CONTEXT), 1);
  cl->clReleaseKernel(kernel);
  cl->clReleaseKernel(clone);
  CHECK_EQUAL(stub->live(STUB_KERNEL) + stub->live(STUB_PROGRAM) + stub->live(STUB_CONTEXT), 0);
  CHECK_EQUAL(cl->clReleaseKernel(clone), CL_INVALID_KERNEL);
  CHECK_EQUAL(stub->misuses(), 1);
  stub->reset();
}

TEST(bare, links) {
  const char *text = "int __clgroup_f(int x);\nkernel void k(void) { __clgroup_f(1); }";
  open_context(1);
  cl_program object = make_object(text, NULL), program;
  cl_int error = 0;
  CHECK_EQUAL(binary_type(object, stub->device(0)), CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  program = keep(cl->clLinkProgram(context, 0, NULL, NULL, 1, &object, NULL, NULL, &error));
  CHECK_EQUAL(error, CL_LINK_PROGRAM_FAILURE);
  CHECK(strstr(build_log(program, stub->device(0)), "_Z11__clgroup_fi"));
  program = make_linked("-create-library", 1, &object);
  CHECK_EQUAL(binary_type(program, stub->device(0)), CL_PROGRAM_BINARY_TYPE_LIBRARY);
  program = cl->clLinkProgram(context, 0, NULL, "-g", 1, &object, NULL, NULL, &error);
  CHECK_EQUAL(error, CL_INVALID_LINKER_OPTIONS);
  CHECK(!program);
}

TEST(bare, binaries) {
  open_context(1);
  for (unsigned hidden = 0; hidden < 2; hidden++) {
    stub->settings->hides_binaries = hidden;
    cl_program program = make_object("int __clgroup_f(int x);\nkernel void k(void) { __clgroup_f(1); }", NULL);
    size_t size = 0;
    unsigned char bytes[512], *where = bytes;
    CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL), CL_SUCCESS);
    REQUIRE(size && size < sizeof bytes);
    CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof where, &where, NULL), CL_SUCCESS);
    bool shown = false;
    for (size_t i = 0; i + 16 < size; i++)
      shown |= !memcmp(bytes + i, "_Z11__clgroup_fi", 16);
    CHECK_EQUAL(shown, !hidden);
    cl_int status = 1, error = 1;
    const unsigned char *from = bytes;
    cl_program again = keep(cl->clCreateProgramWithBinary(context, 1, &device, &size, &from, &status, &error));
    CHECK_EQUAL(error | status, CL_SUCCESS);
    CHECK_EQUAL(binary_type(again, device), CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
    CHECK_EQUAL(build_program(again, NULL), CL_BUILD_PROGRAM_FAILURE);
  }
}

static unsigned notified;

static void CL_CALLBACK notify(cl_program program, void *data) {
  CHECK(program == *(cl_program *)data);
  notified++;
}

TEST(bare, faults) {
  open_context(1);
  stub->fail(STUB_SLOT(clCreateProgramWithSource), 2, CL_OUT_OF_RESOURCES);
  cl_program program = make_program(PLAIN_KERNEL);
  const char *text = PLAIN_KERNEL;
  cl_int error = 0;
  CHECK(!cl->clCreateProgramWithSource(context, 1, &text, NULL, &error));
  CHECK_EQUAL(error, CL_OUT_OF_RESOURCES);
  CHECK(stub->failed());
  stub->clear();
  stub->settings->asynchronous = true;
  stub->settings->build_time = 20;
  notified = 0;
  CHECK_EQUAL(cl->clBuildProgram(program, 0, NULL, NULL, notify, &program), CL_SUCCESS);
  CHECK_EQUAL(build_status(program, stub->device(0)), CL_BUILD_IN_PROGRESS);
  stub->wait();
  CHECK_EQUAL(notified, 1);
  CHECK_EQUAL(build_status(program, stub->device(0)), CL_BUILD_SUCCESS);
  const struct stub_call *call = CALL(clBuildProgram, 0);
  CHECK(call && call->count == 6 && call->words[0] == (uintptr_t)program && call->text && !*call->text);
}
