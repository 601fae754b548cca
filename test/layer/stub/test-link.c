/* The link route: what reaches the driver, and that the application sees one program as if the driver had the
 * functions. */
#include "harness.h"

#include <string.h>

/* The driver's source that holds the application's and more. */
static const struct stub_call *hidden_source(const char *text) {
  for (unsigned i = 0; CALL(clCreateProgramWithSource, i); i++) {
    const struct stub_call *call = CALL(clCreateProgramWithSource, i);
    size_t length = strlen(text);
    if (call->text_size > length && !strcmp(call->text + call->text_size - length, text))
      return call;
  }
  return NULL;
}

TEST(link, what_reaches_the_driver) {
  open_context(1);
  cl_program program = make_built(SUM, "-cl-std=CL3.0 -DX=1 -g");
  const struct stub_call *own = CALL(clCreateProgramWithSource, 0), *hidden = hidden_source(SUM);
  CHECK(own && own->text && !strcmp(own->text, SUM));
  REQUIRE(hidden);
  CHECK(hidden->text_size > strlen(SUM) + 8 &&
        !strncmp(hidden->text + hidden->text_size - strlen(SUM) - 8, "#line 1\n", 8));
  CHECK(strstr(hidden->text, "__clgroup_work_group_reduce_add"));
  CHECK(!strstr(hidden->text, "__clgroup_work_group_reduce_max") && !strstr(hidden->text, "work_group_broadcast"));
  CHECK_EQUAL(SEEN(clCreateProgramWithSource), 2);
  CHECK_EQUAL(SEEN(clCreateProgramWithIL), 1);
  CHECK_EQUAL(SEEN(clCompileProgram), 2);
  CHECK_EQUAL(SEEN(clLinkProgram), 1);
  CHECK_EQUAL(SEEN(clBuildProgram), 0);
  const struct stub_call *compile = CALL(clCompileProgram, 0), *link = CALL(clLinkProgram, 0);
  REQUIRE(compile && link && compile->text && link->text);
  CHECK_TEXT(compile->text, "-cl-std=CL3.0 -DX=1 -g");
  CHECK(!*link->text);
  CHECK_EQUAL(link->words[4], 2);
  CHECK(link->words[0] == (uintptr_t)context);
  const struct stub_call *il = CALL(clCreateProgramWithIL, 0);
  CHECK(il && il->text_size < 20000); /* pruned */
  check_kernel(program, "sum");
}

TEST(link, queries) {
  static const char options[] = " -cl-std=CL3.0  -DY";
  open_context(1);
  cl_program program = make_built(SUM PLAIN_KERNEL, options);
  size_t count = 0, size = 1;
  CHECK_TEXT(program_text(program, CL_PROGRAM_SOURCE), SUM PLAIN_KERNEL);
  CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), "sum;plain");
  CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, NULL), CL_SUCCESS);
  CHECK_EQUAL(count, 2);
  CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_IL, 0, NULL, &size), CL_SUCCESS);
  CHECK_EQUAL(size, 0);
  CHECK_TEXT(build_options(program, device), options);
  CHECK_EQUAL(build_status(program, device), CL_BUILD_SUCCESS);
  CHECK_EQUAL(binary_type(program, device), CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  CHECK_TEXT(build_log(program, device), "");
  CHECK_EQUAL(program_references(program), 1);
  cl_context its = NULL;
  CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_CONTEXT, sizeof its, &its, NULL), CL_SUCCESS);
  CHECK(its == context);
  CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL), CL_SUCCESS);
  CHECK(size > 0);
  CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size - 1, &size, NULL), CL_INVALID_VALUE);
  CHECK_EQUAL(cl->clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_OPTIONS, 3, &its, NULL), CL_INVALID_VALUE);
  CHECK_EQUAL(cl->clGetProgramBuildInfo(program, stub->device(3), CL_PROGRAM_BUILD_STATUS, sizeof count, &count, NULL),
              CL_INVALID_DEVICE);
  CHECK_EQUAL(cl->clGetProgramInfo(program, 0x7777, sizeof count, &count, NULL), CL_INVALID_VALUE);
}

TEST(link, references) {
  open_context(1);
  cl_program program = make_built(SUM, CL3);
  CHECK_EQUAL(cl->clRetainProgram(program), CL_SUCCESS);
  CHECK_EQUAL(program_references(program), 2);
  CHECK_EQUAL(cl->clReleaseProgram(program), CL_SUCCESS);
  check_kernel(program, "sum");
  cl->clReleaseContext(context); /* the program holds it */
  context = NULL;
  CHECK_EQUAL(stub->live(STUB_CONTEXT), 1);
  check_kernel(program, "sum");
  drop(program);
  CHECK_EQUAL(stub->live(STUB_CONTEXT), 0);
}

TEST(link, build_errors) {
  open_context(1);
  cl_program program = make_program(SUM "\n#error mine\n");
  CHECK_EQUAL(build_status(program, device), CL_BUILD_NONE);
  cl_int error = 0;
  CHECK(!cl->clCreateKernel(program, "sum", &error));
  CHECK_EQUAL(error, CL_INVALID_PROGRAM_EXECUTABLE);
  CHECK_EQUAL(build_program(program, CL3), CL_BUILD_PROGRAM_FAILURE);
  CHECK(strstr(build_log(program, device), "program.cl:5:1: error: #error mine"));
  CHECK_EQUAL(build_status(program, device), CL_BUILD_ERROR);
  CHECK_EQUAL(binary_type(program, device), CL_PROGRAM_BINARY_TYPE_NONE);
  CHECK_TEXT(build_options(program, device), CL3);
  CHECK_EQUAL(build_program(program, CL3 " -frobnicate"), CL_INVALID_BUILD_OPTIONS);
  CHECK_EQUAL(cl->clBuildProgram(program, 1, NULL, CL3, NULL, NULL), CL_INVALID_VALUE);
  CHECK_EQUAL(cl->clBuildProgram(program, 0, &device, CL3, NULL, NULL), CL_INVALID_VALUE);
  CHECK_EQUAL(cl->clBuildProgram(program, 0, NULL, CL3, NULL, &device), CL_INVALID_VALUE);
  cl_device_id foreign = stub->device(2);
  CHECK_EQUAL(cl->clBuildProgram(program, 1, &foreign, CL3, NULL, NULL), CL_INVALID_DEVICE);
  stub->settings->forget_log = true;
  CHECK_EQUAL(build_program(program, CL3), CL_BUILD_PROGRAM_FAILURE);
  CHECK(*build_log(program, device)); /* an empty log after a failure is no help */
}

/* Each device of its own time and options. */
TEST(link, build_per_device) {
  open_context(2);
  cl_device_id other = stub->device(1);
  cl_program program = make_program(SUM);
  CHECK_EQUAL(cl->clBuildProgram(program, 1, &device, CL3 " -DA", NULL, NULL), CL_SUCCESS);
  CHECK_EQUAL(build_status(program, device), CL_BUILD_SUCCESS);
  CHECK_EQUAL(build_status(program, other), CL_BUILD_NONE);
  check_kernel(program, "sum");
  CHECK_EQUAL(cl->clBuildProgram(program, 1, &other, CL3 " -DB", NULL, NULL), CL_SUCCESS);
  CHECK_EQUAL(build_status(program, device), CL_BUILD_SUCCESS);
  CHECK_EQUAL(build_status(program, other), CL_BUILD_SUCCESS);
  CHECK_TEXT(build_options(program, device), CL3 " -DA");
  CHECK_TEXT(build_options(program, other), CL3 " -DB");
  check_kernel(program, "sum");
  size_t sizes[2] = {0};
  CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, NULL), CL_SUCCESS);
  CHECK(sizes[0] && sizes[1]);
}

/* The driver's own build, of which the options take some room. */
TEST(link, build_per_device_long_options) {
  enum { LENGTH = 6000 };
  char options[LENGTH + 32] = CL3 " -DA=";
  memset(options + strlen(options), 'a', LENGTH);
  stub->settings->device[0].has_functions = true;
  open_context(2);
  cl_device_id other = stub->device(1);
  cl_program program = make_program(SUM);
  CHECK_EQUAL(cl->clBuildProgram(program, 1, &device, options, NULL, NULL), CL_SUCCESS);
  CHECK_EQUAL(cl->clBuildProgram(program, 1, &other, CL3, NULL, NULL), CL_SUCCESS);
  size_t sizes[2] = {0};
  CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, NULL), CL_SUCCESS);
  CHECK(sizes[0] && sizes[1]);
}

/* What cannot be made again for the first device stays, and the second is refused. */
TEST(link, build_per_device_fails) {
  open_context(2);
  cl_device_id other = stub->device(1);
  cl_program program = make_program(SUM);
  CHECK_EQUAL(cl->clBuildProgram(program, 1, &device, CL3 " -DA", NULL, NULL), CL_SUCCESS);
  stub->fail(STUB_SLOT(clCompileProgram), 2, CL_COMPILE_PROGRAM_FAILURE);
  CHECK_EQUAL(cl->clBuildProgram(program, 1, &other, CL3 " -DB", NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
  CHECK_EQUAL(build_status(program, other), CL_BUILD_ERROR);
  CHECK(strstr(build_log(program, other), "the earlier build for"));
  CHECK_EQUAL(build_status(program, device), CL_BUILD_SUCCESS);
  check_kernel(program, "sum");
}

/* A device with own functions and one without, in both orders and alone. */
TEST(link, two_kinds) {
  for (unsigned native = 0; native < 2; native++) {
    stub->reset();
    stub->settings->device[native].has_functions = true;
    open_context(2);
    cl_program program = make_built(SUM, CL3);
    CHECK_EQUAL(build_status(program, stub->device(0)), CL_BUILD_SUCCESS);
    CHECK_EQUAL(build_status(program, stub->device(1)), CL_BUILD_SUCCESS);
    check_kernel(program, "sum");
    /* One after the other. */
    program = make_program(SUM);
    for (unsigned i = 0; i < 2; i++) {
      cl_device_id one = stub->device(i);
      CHECK_EQUAL(cl->clBuildProgram(program, 1, &one, CL3, NULL, NULL), CL_SUCCESS);
      CHECK_EQUAL(build_status(program, one), CL_BUILD_SUCCESS);
      check_kernel(program, "sum");
    }
    CHECK_EQUAL(build_status(program, stub->device(0)), CL_BUILD_SUCCESS);
  }
}

struct notice {
  cl_program program;
  unsigned count;
  bool release, make;
};

static void CL_CALLBACK notify(cl_program program, void *data) {
  struct notice *n = data;
  CHECK(!n->program || program == n->program);
  CHECK_EQUAL(build_status(program, device), CL_BUILD_SUCCESS);
  n->count++;
  if (n->make)
    check_kernel(program, "sum");
  if (n->release)
    drop(program);
}

TEST(link, callbacks) {
  for (unsigned i = 0; i < 8; i++) {
    stub->settings->asynchronous = i & 1;
    stub->settings->build_time = i & 1 ? 5 : 0;
    open_context(1);
    cl_program program = make_program(SUM);
    struct notice n = {.program = program, .release = i & 2, .make = i & 4};
    CHECK_EQUAL(cl->clBuildProgram(program, 0, NULL, CL3, notify, &n), CL_SUCCESS);
    stub->wait();
    CHECK_EQUAL(n.count, 1);
    if (!n.release)
      drop(program);
    CHECK_EQUAL(stub->live(STUB_PROGRAM), 0);
  }
}

static unsigned ended;

static void CL_CALLBACK end(cl_program program, void *data) {
  CHECK(program == *(cl_program *)data);
  ended++;
}

TEST(link, release_callback) {
  open_context(1);
  cl_program program = make_built(SUM, CL3);
  ended = 0;
  CHECK_EQUAL(cl->clSetProgramReleaseCallback(program, end, &program), CL_SUCCESS);
  cl_kernel kernel = cl->clCreateKernel(program, "sum", NULL);
  drop(program);
  CHECK_EQUAL(ended, 0);
  cl->clReleaseKernel(kernel);
  CHECK_EQUAL(ended, 1);
}

TEST(link, link_callbacks) {
  for (unsigned i = 0; i < 4; i++) {
    stub->settings->asynchronous = i & 1;
    stub->settings->build_time = i & 1 ? 5 : 0;
    open_context(1);
    cl_int error = 1;
    cl_program program = make_program(SUM);
    struct notice compiled = {.program = program}, linked = {.make = i & 2};
    CHECK_EQUAL(cl->clCompileProgram(program, 0, NULL, CL3, 0, NULL, NULL, notify, &compiled), CL_SUCCESS);
    stub->wait();
    CHECK_EQUAL(compiled.count, 1);
    cl_program executable = keep(cl->clLinkProgram(context, 0, NULL, NULL, 1, &program, notify, &linked, &error));
    CHECK_EQUAL(error, CL_SUCCESS);
    stub->wait();
    CHECK_EQUAL(linked.count, 1);
    check_kernel(executable, "sum");
  }
}

/* In messages a function has the name that the application gave it. */
TEST(link, names_in_messages) {
  open_context(1);
  cl_program program = make_program("kernel void k(void) { work_group_all(); }\n#error work_group_all\n");
  CHECK_EQUAL(build_program(program, CL3), CL_BUILD_PROGRAM_FAILURE);
  CHECK(!strstr(build_log(program, device), "__clgroup"));
}

/* A program that calls nothing, but asks for the macro that the layer has promised. */
TEST(link, macro_without_calls) {
  open_context(1);
  cl_program program = make_built("#ifdef __opencl_c_work_group_collective_functions\n" PLAIN_KERNEL
                                  "#else\nkernel void lacking(global int *out) { out[0] = 2; }\n#endif\n",
                                  CL3);
  check_kernel(program, "plain");
}

/* The name is the program's own: a build without a function of the library's is the driver's. */
TEST(link, kernel_with_the_name_of_a_function) {
  open_context(1);
  cl_program program = make_built("kernel void work_group_reduce_add(global int *out) { out[0] = 1; }\n", CL3);
  check_kernel(program, "work_group_reduce_add");
  CHECK_EQUAL(SEEN(clBuildProgram), 1);
  CHECK_TEXT(build_options(program, device), CL3);
}
