/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The link route: what reaches the driver, and that the application sees one program as if the driver had the
 * functions. */
#include "harness.h"

#include <stdlib.h>
#include <string.h>

TEST(link, what_reaches_the_driver) {
  BUILD(SUM, "-cl-std=CL3.0 -DX=1 -g", .calls = LINKED, .log = "", .kernels = "sum");
  const struct stub_call *hidden = CALL(clCreateProgramWithSource, 0), *il = CALL(clCreateProgramWithIL, 0),
                         *link = CALL(clLinkProgram, 0);
  CHECK_WORDS(hidden->text, "__clgroup_work_group_reduce_add|#line 1\n" SUM
                            "|!__clgroup_work_group_reduce_max|!work_group_broadcast");
  CHECK(ends_in(hidden->text, "#line 1\n" SUM));
  CHECK_TEXT(CALL(clCompileProgram, 0)->text, "-cl-std=CL3.0 -DX=1 -g");
  CHECK(!*link->text && link->words[4] == 2 && link->words[0] == (uintptr_t)context);
  CHECK(il->text_size < 20000); /* pruned */
  check_kernel(program, "sum");
}

/* Each query, its size, and what it must refuse. */
TEST(link, queries) {
  size_t count = 0, size = 1;
  cl_context owner = NULL;
  cl_int error = 1;
  BUILD(SUM PLAIN_KERNEL, " -cl-std=CL3.0  -DY", .log = "", .kernels = "sum;plain");
  ASK(count, clGetProgramInfo, program, CL_PROGRAM_NUM_KERNELS);
  CHECK_EQUAL(count, 2);
  CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_IL, 0, NULL, &size), CL_SUCCESS);
  CHECK_EQUAL(size, 0);
  CHECK_EQUAL(ask_binary_type(program, device), CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  ASK(owner, clGetProgramInfo, program, CL_PROGRAM_CONTEXT);
  CHECK(owner == context);
  ASK(size, clGetProgramInfo, program, CL_PROGRAM_BINARY_SIZES);
  CHECK(size > 0);
  CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size - 1, &size, NULL), CL_INVALID_VALUE);
  CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_BINARIES, 0, NULL, &size), CL_SUCCESS);
  CHECK_EQUAL(size, sizeof(char *));
  stub->fail(STUB_SLOT(clGetProgramInfo), 3, CL_INVALID_PROGRAM); /* after those of the devices */
  CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_BINARIES, 0, NULL, &size), CL_INVALID_PROGRAM);
  CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_SOURCE, sizeof size, &size, NULL), CL_INVALID_VALUE);
  CHECK_EQUAL(cl->clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_OPTIONS, 3, &owner, NULL), CL_INVALID_VALUE);
  CHECK_EQUAL(cl->clGetProgramBuildInfo(program, stub->device(3), CL_PROGRAM_BUILD_STATUS, sizeof count, &count, NULL),
              CL_INVALID_DEVICE);
  CHECK_EQUAL(cl->clGetProgramInfo(program, 0x7777, sizeof count, &count, NULL), CL_INVALID_VALUE);
  CHECK(!cl->clCreateKernel(program, "none", &error));
  CHECK_EQUAL(error, CL_INVALID_KERNEL_NAME);
}

/* Of a device that is not the program's the driver says so. */
TEST(link, other_device) {
  cl_int error = 0;
  stub->settings->devices = 2;
  open_context(1);
  const cl_device_id other = stub->device(1);
  program = make_program(SUM);
  CHECK_EQUAL(build_on(program, 1, CL3), CL_INVALID_DEVICE);
  CHECK_CALLS("source build");
  CHECK_EQUAL(build_program(program, CL3), CL_SUCCESS);
  open_context(1);
  program = make_object(SUM, CL3);
  CHECK(!cl->clLinkProgram(context, 1, &other, NULL, 1, &program, NULL, NULL, &error));
  CHECK_EQUAL(error, CL_INVALID_DEVICE);
  CHECK_EQUAL(SEEN(clCreateProgramWithIL), 0);
  CHECK_EQUAL(SEEN(clLinkProgram), 1);
  CHECK(!cl->clLinkProgram(NULL, 0, NULL, NULL, 1, &program, NULL, NULL, &error));
  CHECK_EQUAL(error, CL_INVALID_CONTEXT);
}

/* What the driver's program has of an earlier build is no longer the program's, once the layer has built it again or
 * has failed to. */
TEST(link, earlier_build) {
  static const char other[] = CL3 " -DX=work_group_all", refused[] = CL3 " -DX=work_group_all -nonsense";
  cl_int error = 0;
  size_t count;
  open_context(1);
  program = make_built(PLAIN_KERNEL, CL3);
  CHECK_EQUAL(build_program(program, refused), CL_INVALID_BUILD_OPTIONS);
  CHECK_EQUAL(ask_status(program, device), CL_BUILD_ERROR);
  CHECK(!cl->clCreateKernel(program, "plain", &error));
  CHECK_EQUAL(error, CL_INVALID_PROGRAM_EXECUTABLE);
  CHECK_EQUAL(cl->clCreateKernelsInProgram(program, 0, NULL, NULL), CL_INVALID_PROGRAM_EXECUTABLE);
  CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, NULL),
              CL_INVALID_PROGRAM_EXECUTABLE);
  CHECK_EQUAL(build_program(program, CL3), CL_SUCCESS);
  check_kernel(program, "plain");
  CHECK_EQUAL(compile_program(program, other), CL_SUCCESS);
  CHECK(!cl->clCreateKernel(program, "plain", &error));
  CHECK_EQUAL(error, CL_INVALID_PROGRAM_EXECUTABLE);
  program = make_object(PLAIN_KERNEL, CL3);
  CHECK_EQUAL(compile_program(program, refused), CL_INVALID_COMPILER_OPTIONS);
  CHECK(!cl->clLinkProgram(context, 0, NULL, NULL, 1, &program, NULL, NULL, &error));
  CHECK_EQUAL(error, CL_INVALID_OPERATION);
}

TEST(link, references) {
  cl_uint of_kernel = 0;
  BUILD(SUM, CL3);
  CHECK_EQUAL(cl->clRetainProgram(program), CL_SUCCESS);
  CHECK_EQUAL(ask_references(program), 2);
  CHECK_EQUAL(cl->clReleaseProgram(program), CL_SUCCESS);
  cl_kernel kernel = cl->clCreateKernel(program, "sum", NULL);
  CHECK_EQUAL(ask_references(program), 2);
  CHECK_EQUAL(cl->clRetainKernel(kernel), CL_SUCCESS);
  ASK(of_kernel, clGetKernelInfo, kernel, CL_KERNEL_REFERENCE_COUNT);
  CHECK_EQUAL(of_kernel, 2);
  CHECK_EQUAL(cl->clReleaseKernel(kernel), CL_SUCCESS);
  CHECK_EQUAL(cl->clReleaseKernel(kernel), CL_SUCCESS);
  CHECK_EQUAL(ask_references(program), 1);
  cl->clReleaseContext(context); /* the program holds it */
  context = NULL;
  CHECK_EQUAL(stub->facts->live[STUB_CONTEXT], 1);
  check_kernel(program, "sum");
  drop(program);
  CHECK_EQUAL(stub->facts->live[STUB_CONTEXT], 0);
}

static unsigned times_asked;

static void ask_while_built(unsigned slot) {
  if (slot != STUB_SLOT(clCompileProgram) && slot != STUB_SLOT(clLinkProgram))
    return;
  times_asked++;
  CHECK_EQUAL(ask_status(program, device), CL_BUILD_NONE);
}

/* As the context's callback may, which a driver may call while the layer builds. */
TEST(link, asked_while_built) {
  open_context(1);
  program = make_program(SUM);
  stub->settings->hook = ask_while_built;
  CHECK_EQUAL(build_program(program, CL3), CL_SUCCESS);
  stub->settings->hook = NULL;
  CHECK(times_asked >= 2);
}

TEST(link, build_errors) {
  cl_device_id foreign = stub->device(2);
  cl_int error = 0;
  open_context(1);
  program = make_program(SUM);
  CHECK_EQUAL(ask_status(program, device), CL_BUILD_NONE);
  CHECK(!cl->clCreateKernel(program, "sum", &error));
  CHECK_EQUAL(error, CL_INVALID_PROGRAM_EXECUTABLE);
  CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, 0, NULL, NULL), CL_INVALID_PROGRAM_EXECUTABLE);
  BUILD(SUM, CL3 " -frobnicate", CL_INVALID_BUILD_OPTIONS);
  BUILD(SUM "\n#error mine\n", CL3, CL_BUILD_PROGRAM_FAILURE, .log = "error: #error mine");
  CHECK_EQUAL(ask_binary_type(program, device), CL_PROGRAM_BINARY_TYPE_NONE);
  CHECK_TEXT(build_options(program, device), CL3);
  CHECK_EQUAL(build_notified(program, CL3, CL_BUILD_PROGRAM_FAILURE), 1);
  CHECK_EQUAL(ask_status(program, device), CL_BUILD_ERROR);
  CHECK_EQUAL(cl->clBuildProgram(program, 1, NULL, CL3, NULL, NULL), CL_INVALID_VALUE);
  CHECK_EQUAL(cl->clBuildProgram(program, 0, &device, CL3, NULL, NULL), CL_INVALID_VALUE);
  CHECK_EQUAL(cl->clBuildProgram(program, 0, NULL, CL3, NULL, &device), CL_INVALID_VALUE);
  CHECK_EQUAL(cl->clBuildProgram(program, 1, &foreign, CL3, NULL, NULL), CL_INVALID_DEVICE);
  /* In messages a function has the name that the application gave it. */
  BUILD("kernel void k(void) { work_group_all(); }\n#error __clgroup_work_group_all\n", CL3, CL_BUILD_PROGRAM_FAILURE,
        .log = "#error work_group_all|!__clgroup");
  BUILD("int __clgroup_nothing(int x);\n" SUM "kernel void k(void) { __clgroup_nothing(1); }\n", CL3,
        CL_BUILD_PROGRAM_FAILURE, .log = "__clgroup_nothing");
  stub->settings->forget_log = true; /* an empty log after a failure is no help, which BUILD checks */
  BUILD("#error mine\n" SUM, CL3, CL_BUILD_PROGRAM_FAILURE);
}

/* What is saved of a program for two devices, and loaded, is whole; of an object, it can be linked. */
static void save_both(cl_program from, bool object) {
  const cl_device_id devices[] = {device, stub->device(1)};
  unsigned char *bytes[2];
  size_t sizes[2] = {0};
  cl_int error = 1;
  ASK(sizes, clGetProgramInfo, from, CL_PROGRAM_BINARY_SIZES);
  CHECK(sizes[0] && sizes[1]);
  for (unsigned i = 0; i < 2; i++)
    bytes[i] = calloc(1, sizes[i] + 1);
  ASK(bytes, clGetProgramInfo, from, CL_PROGRAM_BINARIES);
  cl_program again =
      cl->clCreateProgramWithBinary(context, 2, devices, sizes, (const unsigned char **)bytes, NULL, &error);
  CHECK_EQUAL(error, CL_SUCCESS);
  keep(again);
  if (object)
    again = make_linked("", 1, &again);
  else
    CHECK_EQUAL(build_program(again, ""), CL_SUCCESS);
  check_kernel(again, "sum");
  for (unsigned i = 0; i < 2; i++) {
    CHECK_EQUAL(ask_status(again, devices[i]), CL_BUILD_SUCCESS);
    free(bytes[i]);
  }
}

/* Builds the program first for one device, then for the other. */
static void build_in_turn(const char *first, const char *second) {
  build_first(SUM, first);
  check_kernel(program, "sum");
  build_second(second, true);
  CHECK_TEXT(build_options(program, device), first);
  CHECK_TEXT(build_options(program, stub->device(1)), second);
  check_kernel(program, "sum");
  save_both(program, false);
}

/* Two devices, built one after the other by different options; with functions of its own on either of them; and by the
 * driver's own build, with very long options. */
TEST(link, build_per_device) {
  enum { LENGTH = 6000 };
  char options[LENGTH + 32] = CL3 " -DA=";
  memset(options + strlen(options), 'a', LENGTH);
  build_in_turn(CL3 " -DA", CL3 " -DB");
  for (unsigned native = 0; native < 2; native++) {
    stub->settings->device[native].has_functions = true;
    stub->settings->device[!native].has_functions = false;
    build_in_turn(CL3, CL3);
    BUILD(SUM, CL3, .devices = 2, .kernels = "sum");
    CHECK_EQUAL(ask_status(program, stub->device(1)), CL_BUILD_SUCCESS);
  }
  stub->settings->device[0].has_functions = true;
  build_in_turn(options, CL3);
}

/* The same for objects, which are then linked for both devices. */
TEST(link, compile_per_device) {
  for (unsigned native = 0; native < 3; native++) {
    for (unsigned i = 0; i < 2; i++)
      stub->settings->device[i].has_functions = native == i;
    open_context(2);
    program = make_program(SUM);
    for (unsigned i = 0; i < 2; i++) {
      device = stub->device(i);
      CHECK_EQUAL(cl->clCompileProgram(program, 1, &device, CL3, 0, NULL, NULL, NULL, NULL), CL_SUCCESS);
    }
    device = stub->device(0);
    save_both(program, true);
    program = make_linked("", 1, &program);
    save_both(program, false);
  }
}

/* An application may name a device twice. */
TEST(link, device_twice) {
  for (cl_uint all = 1; all <= 2; all++) {
    open_context(all);
    const cl_device_id ids[] = {stub->device(all - 1), stub->device(0), stub->device(all - 1)};
    cl_int error = CL_SUCCESS;
    program = make_program(SUM);
    CHECK_EQUAL(cl->clBuildProgram(program, 3, ids, CL3, NULL, NULL), CL_SUCCESS);
    make_kernel(program, "sum");
    program = make_program(SUM);
    CHECK_EQUAL(cl->clCompileProgram(program, 3, ids, CL3, 0, NULL, NULL, NULL, NULL), CL_SUCCESS);
    cl_program linked = keep(cl->clLinkProgram(context, 3, ids, NULL, 1, &program, NULL, NULL, &error));
    CHECK_EQUAL(error, CL_SUCCESS);
    CHECK_EQUAL(ask_status(linked, stub->device(all - 1)), CL_BUILD_SUCCESS);
    make_kernel(linked, "sum");
  }
}

/* If the program cannot be built again for the first device, it stays as it is, and the build for the second fails. */
TEST(link, build_per_device_fails) {
  build_first(SUM, CL3 " -DA");
  stub->fail(STUB_SLOT(clCompileProgram), 2, CL_COMPILE_PROGRAM_FAILURE);
  CHECK_EQUAL(build_on(program, 1, CL3 " -DB"), CL_BUILD_PROGRAM_FAILURE);
  CHECK_EQUAL(ask_status(program, stub->device(1)), CL_BUILD_ERROR);
  CHECK_WORDS(build_log(program, stub->device(1)), "the earlier build for");
  CHECK_EQUAL(ask_status(program, device), CL_BUILD_SUCCESS);
  check_kernel(program, "sum");
}

struct notice {
  cl_program program, input;
  unsigned count;
  bool release, make;
};

static void CL_CALLBACK notify(cl_program which, void *data) {
  struct notice *n = data;
  CHECK(!n->program || which == n->program);
  CHECK_EQUAL(ask_status(which, device), CL_BUILD_SUCCESS);
  n->count++;
  if (n->input)
    CHECK_EQUAL(ask_status(n->input, device), CL_BUILD_SUCCESS);
  if (n->make)
    check_kernel(which, "sum");
  if (n->release)
    drop(which);
}

/* Callbacks of builds, compilations and links. Some make a kernel in the callback, some release the program. */
TEST(link, callbacks) {
  for (unsigned i = 0; i < 8; i++) {
    cl_int error = 1;
    stub->settings->asynchronous = i & 1;
    stub->settings->build_time = i & 1 ? 5 : 0;
    open_context(1);
    program = make_program(SUM);
    struct notice built = {.program = program, .release = i & 2, .make = i & 4};
    CHECK_EQUAL(cl->clBuildProgram(program, 0, NULL, CL3, notify, &built), CL_SUCCESS);
    stub->wait();
    CHECK_EQUAL(built.count, 1);
    if (!built.release)
      drop(program);
    CHECK_EQUAL(stub->facts->live[STUB_PROGRAM], 0);
    program = make_program(SUM);
    struct notice compiled = {.program = program}, linked = {.make = i & 2};
    CHECK_EQUAL(cl->clCompileProgram(program, 0, NULL, CL3, 0, NULL, NULL, notify, &compiled), CL_SUCCESS);
    stub->wait();
    CHECK_EQUAL(compiled.count, 1);
    cl_program executable = keep(cl->clLinkProgram(context, 0, NULL, NULL, 1, &program, notify, &linked, &error));
    CHECK_EQUAL(error, CL_SUCCESS);
    stub->wait();
    CHECK_EQUAL(linked.count, 1);
    check_kernel(executable, "sum");
    /* By the driver, which calls back itself: the layer holds no lock meanwhile. */
    program = make_object(PLAIN_KERNEL, CL3);
    struct notice plain = {.input = program};
    executable =
        keep(cl->clLinkProgram(context, i & 1, i & 1 ? &device : NULL, NULL, 1, &program, notify, &plain, &error));
    CHECK_EQUAL(error, CL_SUCCESS);
    stub->wait();
    CHECK_EQUAL(plain.count, 1);
  }
}

/* The driver sees wrong arguments as they are, and rejects them. */
TEST(link, wrong_arguments) {
  static const char *const sources[] = {SUM, PLAIN_KERNEL}, *const options[] = {NULL, "-create-library"};
  cl_int error = 1;
  open_context(1);
#define REFUSED(devices, list, count, inputs, data)                                                                    \
  CHECK(!cl->clLinkProgram(context, devices, list, options[i / 2], count, inputs, NULL, data, &error));                \
  CHECK_EQUAL(error, CL_INVALID_VALUE)
  for (unsigned i = 0; i < 4; i++) {
    program = make_object(sources[i % 2], CL3);
    REFUSED(1, NULL, 1, &program, NULL);
    REFUSED(0, &device, 1, &program, NULL);
    REFUSED(0, NULL, 1, NULL, NULL);
    REFUSED(0, NULL, 0, &program, NULL);
    REFUSED(0, NULL, 1, &program, &error);
  }
}

static unsigned ended;

static void CL_CALLBACK end(cl_program which, void *data) {
  CHECK(which == *(cl_program *)data);
  ended++;
}

TEST(link, release_callback) {
  BUILD(SUM, CL3);
  ended = 0;
  CHECK_EQUAL(cl->clSetProgramReleaseCallback(program, end, &program), CL_SUCCESS);
  cl_kernel kernel = cl->clCreateKernel(program, "sum", NULL);
  drop(program);
  CHECK_EQUAL(ended, 0);
  cl->clReleaseKernel(kernel);
  CHECK_EQUAL(ended, 1);
}

/* Programs that need no function of the library: one that only tests the macro which the layer has promised, and one
 * whose own kernel has a function's name. The driver builds both. */
TEST(link, without_calls) {
  BUILD("#ifndef __opencl_c_work_group_collective_functions\n"
        "#error no __opencl_c_work_group_collective_functions\n#endif\n" PLAIN_KERNEL,
        CL3, .kernels = "plain");
  BUILD("kernel void work_group_reduce_add(global int *out) { out[0] = 1; }\n", CL3,
        .kernels = "work_group_reduce_add");
  check_kernel(program, "work_group_reduce_add");
  CHECK_EQUAL(SEEN(clBuildProgram), 1);
}
