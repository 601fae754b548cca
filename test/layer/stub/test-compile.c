/* The compile route on a device that takes SPIR-V: what reaches the driver, and what is linked all the same. */
#include "harness.h"

#include "make-module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TEST(compile, whole_program) {
  stub->settings->device[0].spir = true; /* SPIR-V all the same */
  open_context(1);
  cl_program program = make_built(SUM, "-cl-std=CL3.0 -DX=1 -cl-denorms-are-zero -cl-no-subgroup-ifp -w");
  CHECK_EQUAL(SEEN(clCreateProgramWithSource), 1);
  CHECK_EQUAL(SEEN(clCreateProgramWithIL), 1);
  CHECK_EQUAL(SEEN(clCreateProgramWithBinary), 0);
  CHECK_EQUAL(SEEN(clBuildProgram), 1);
  CHECK_EQUAL(SEEN(clCompileProgram), 0);
  CHECK_EQUAL(SEEN(clLinkProgram), 0);
  REQUIRE(CALL(clBuildProgram, 0));
  CHECK_TEXT(CALL(clBuildProgram, 0)->text, " -cl-denorms-are-zero -cl-no-subgroup-ifp");
  CHECK_TEXT(program_text(program, CL_PROGRAM_SOURCE), SUM);
  CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), "sum");
  CHECK_TEXT(build_options(program, device), "-cl-std=CL3.0 -DX=1 -cl-denorms-are-zero -cl-no-subgroup-ifp -w");
  CHECK_TEXT(build_log(program, device), "");
  CHECK_EQUAL(build_status(program, device), CL_BUILD_SUCCESS);
  CHECK_EQUAL(binary_type(program, device), CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  make_kernel(program, "sum");
}

/* Drivers tell kernels' arguments of sources alone; and without -cl-std they choose the language. */
TEST(compile, linked_for_options) {
  static const char *const options[] = {CL3 " -cl-kernel-arg-info", "", "-cl-std=CL1.2"};
  for (unsigned i = 0; i < 3; i++) {
    open_context(1);
    make_built(SUM, options[i]);
    CHECK_EQUAL(SEEN(clLinkProgram), 1);
  }
}

/* A program may be built for one device after the other. */
TEST(compile, several_devices) {
  open_context(2);
  cl_program program = make_program(SUM);
  size_t sizes[2] = {0};
  for (unsigned i = 0; i < 2; i++) {
    device = stub->device(i);
    CHECK_EQUAL(cl->clBuildProgram(program, 1, &device, CL3, NULL, NULL), CL_SUCCESS);
  }
  CHECK_EQUAL(SEEN(clBuildProgram), 0);
  CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, NULL), CL_SUCCESS);
  CHECK(sizes[0] && sizes[1]);
}

TEST(compile, compile_and_link) {
  open_context(1);
  cl_program object = make_object(SUM, CL3);
  size_t size = 0;
  CHECK_EQUAL(cl->clGetProgramInfo(object, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL), CL_SUCCESS);
  CHECK(size > 0);
  cl_program linked = make_linked(NULL, 1, &object);
  CHECK_TEXT(program_text(linked, CL_PROGRAM_KERNEL_NAMES), "sum");
}

TEST(compile, il) {
  open_context(1);
  struct spirv_words w = {0};
  make_module(&w, MODULE_GROUP_ADD, 64, 0x10000);
  cl_program program = make_il(&w);
  CHECK_EQUAL(build_program(program, ""), CL_SUCCESS);
  CHECK_EQUAL(SEEN(clLinkProgram), 1);
  free(w.data);
}

/* clang does not take what this driver does: its linker has the last word. */
TEST(compile, drivers_own_language) {
  open_context(1);
  cl_program program = make_built("vendor_type;\n" SUM, CL3);
  CHECK_EQUAL(SEEN(clLinkProgram), 1);
  CHECK_TEXT(build_log(program, device), "");
}

TEST(compile, no_language) {
  open_context(1);
  cl_program program = make_program("#error no\n" SUM);
  CHECK_EQUAL(build_program(program, CL3), CL_BUILD_PROGRAM_FAILURE);
  CHECK_EQUAL(SEEN(clCreateProgramWithIL), 0);
  CHECK(strstr(build_log(program, device), "#error no") && !strstr(build_log(program, device), "<source>"));
}

/* Both routes fail, and the driver has no log: the reason that is known is clgroup-cc's. */
TEST(compile, silent_driver) {
  open_context(1);
  stub->fail(STUB_SLOT(clLinkProgram), 1, CL_LINK_PROGRAM_FAILURE);
  cl_program program = make_program("vendor_type;\n" SUM);
  CHECK_EQUAL(build_program(program, CL3), CL_BUILD_PROGRAM_FAILURE);
  CHECK(strstr(build_log(program, device), "vendor_type"));
}

/* One that refuses clgroup-cc's module gets the library's. */
TEST(compile, refused_module) {
  static const unsigned slots[] = {STUB_SLOT(clCreateProgramWithIL), STUB_SLOT(clBuildProgram)};
  for (unsigned i = 0; i < 2; i++) {
    open_context(1);
    stub->fail(slots[i], 1, CL_INVALID_VALUE);
    cl_program program = make_built(SUM, CL3);
    CHECK(stub->failed());
    CHECK_EQUAL(SEEN(clLinkProgram), 1);
    CHECK_TEXT(build_log(program, device), "");
    CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), "sum");
    stub->reset();
  }
}

/* Anything on the way fails: linked, or the driver's error. */
TEST(compile, driver_errors) {
  for (unsigned n = 1; n < 100; n++) {
    stub->settings->device[0].serial = n;
    open_context(1);
    cl_program program = make_program(SUM);
    stub->fail_any(n, CL_OUT_OF_RESOURCES);
    cl_int error = build_program(program, CL3);
    bool reached = stub->failed();
    stub->clear();
    if (error != CL_SUCCESS && error != CL_OUT_OF_RESOURCES && error != CL_OUT_OF_HOST_MEMORY &&
        error != CL_BUILD_PROGRAM_FAILURE)
      failed(__FILE__, __LINE__, "clBuildProgram gives %d where driver call %u fails", (int)error, n);
    if (error == CL_SUCCESS)
      CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), "sum");
    if (!reached)
      return;
  }
  failed(__FILE__, __LINE__, "fewer calls");
}

/* drivers.inc: PoCL's devices take what clgroup-cc makes, where that is there; nobody need ask for it, and where it is
 * not, the failure is not logged. */
static void build_on_pocl(bool compiled) {
  cl_program program;
  be_cpus(POCL, "1.2.3", false);
  CHECK_EQUAL(try_build(1, SUM, CL3, &program), CL_SUCCESS);
  CHECK_EQUAL(SEEN(clLinkProgram), compiled ? 0 : 1);
  CHECK(strstr(said, compiled ? "built by route compile: 0\n" : "built by route link: 0\n"));
  /* What CLGROUP_LOG=all tells of a program. */
  CHECK(strstr(said, compiled ? "by route compile, strategy serial: work_group_reduce_add\n"
                              : "by route link, strategy serial: work_group_reduce_add\n"));
  CHECK(!compiled == !strstr(said, ", running ") && !compiled == !strstr(said, "clgroup-cc ran for "));
  CHECK(!compiled == !strstr(said, "--strategy=serial"));
  CHECK(compiled || strstr(said, "clgroup: linked 1 functions of strategy serial"));
  CHECK(!strstr(said, "failed"));
  CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), "sum");
}

TEST(unasked, compiled_on_pocl) {
  build_on_pocl(true);
}

/* It has the functions, and gets them wrong in branches. */
static void be_pocl_7(unsigned devices) {
  be_cpus(POCL, "7.1", true);
  open_context(devices);
}

static void expect_argument(cl_program program, const char *kernel, cl_int expected) {
  char name[8] = "";
  cl_kernel k = make_kernel(program, kernel);
  CHECK_EQUAL(cl->clGetKernelArgInfo(k, 0, CL_KERNEL_ARG_NAME, sizeof name, name, NULL), expected);
  CHECK_TEXT(name, expected ? "" : "out");
  CHECK_EQUAL(cl->clGetKernelArgInfo(k, 1, CL_KERNEL_ARG_NAME, sizeof name, name, NULL), CL_INVALID_ARG_INDEX);
}

/* What keeps other devices' programs from clgroup-cc. Without the option there is no information. */
TEST(unasked, whole_on_pocl) {
  static const struct {
    const char *options;
    unsigned devices;
    cl_int argument;
  } cases[] = {{CL3, 1, CL_KERNEL_ARG_INFO_NOT_AVAILABLE},
               {"", 1, CL_KERNEL_ARG_INFO_NOT_AVAILABLE},
               {CL3, 2, CL_KERNEL_ARG_INFO_NOT_AVAILABLE},
               {CL3 " -cl-kernel-arg-info", 1, CL_SUCCESS},
               {CL3 " -cl-kernel-arg-info", 2, CL_SUCCESS}};
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    be_pocl_7(cases[i].devices);
    cl_program program = make_built(SUM, cases[i].options);
    CHECK_EQUAL(SEEN(clCreateProgramWithIL), 1);
    CHECK_EQUAL(SEEN(clBuildProgram), 1);
    CHECK_EQUAL(SEEN(clLinkProgram), 0);
    for (unsigned turn = 0; turn < 2; turn++)
      expect_argument(program, "sum", cases[i].argument);
    CHECK_EQUAL(SEEN(clBuildProgram), cases[i].argument ? 1 : 2);
  }
  /* Whatever the length of the kernel's name. */
  enum { LENGTH = 1100 };
  char long_name[LENGTH + 1] = "", text[LENGTH + 128];
  memset(long_name, 'k', LENGTH);
  snprintf(text, sizeof text, "kernel void %s(global int *out) {\n  out[0] = work_group_reduce_add((int)out[1]);\n}\n",
           long_name);
  be_pocl_7(1);
  expect_argument(make_built(text, CL3 " -cl-kernel-arg-info"), long_name, CL_SUCCESS);
  be_pocl_7(1);
  make_built("int work_group_reduce_add(int x) { return x; }\n" SUM, "-cl-std=CL1.2");
  CHECK_EQUAL(SEEN(clCreateProgramWithIL), 0);
}

/* By clgroup-cc, also where the first object is in a library; and by the driver where that fails, which is said. */
TEST(unasked, objects_on_pocl) {
  static const char *const texts[] = {SUM, PLAIN_KERNEL, ("vendor_type;\n" SUM)};
  for (unsigned i = 0; i < 6; i++) {
    const bool calls = i % 3 != 1, compiled = i % 3 == 0, library = i >= 3;
    cl_int error = 1;
    be_pocl_7(1);
    cl_program objects[] = {make_object(texts[i % 3], CL3),
                            make_object("kernel void other(global int *out) { out[0] = 2; }\n", CL3)};
    if (library) {
      cl_program first = objects[0];
      objects[0] = make_linked("-create-library", 1, &first);
      CHECK_EQUAL(binary_type(objects[0], device), CL_PROGRAM_BINARY_TYPE_LIBRARY);
    }
    CHECK(!cl->clLinkProgram(context, 0, NULL, "-nonsense", 2, objects, NULL, NULL, &error));
    CHECK_EQUAL(error, CL_INVALID_LINKER_OPTIONS);
    stub->clear();
    hear();
    cl_program linked = make_linked("-cl-kernel-arg-info", 2, objects);
    REQUIRE(linked);
    CHECK(!strstr(heard(), "left to the driver, whose compiler may be wrong in branches: ") == (compiled || !calls));
    CHECK_EQUAL(SEEN(clCreateProgramWithIL), compiled);
    CHECK_EQUAL(SEEN(clLinkProgram), 1);
    expect_argument(linked, calls ? "sum" : "plain", CL_SUCCESS);
    expect_argument(linked, "other", CL_SUCCESS);
    CHECK_EQUAL(program_references(linked), 3); /* its kernels hold it */
  }
}

/* OpenCL C 2.0, say. */
TEST(unasked, refused_object_on_pocl) {
  be_pocl_7(1);
  stub->fail(STUB_SLOT(clCompileProgram), 0, CL_INVALID_COMPILER_OPTIONS);
  cl_program object = make_object(SUM, CL3);
  CHECK_EQUAL(build_status(object, device), CL_BUILD_SUCCESS);
  CHECK_EQUAL(binary_type(object, device), CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  cl_program linked = make_linked("", 1, &object);
  CHECK_TEXT(program_text(linked, CL_PROGRAM_KERNEL_NAMES), "sum");
  cl_program plain = make_program(PLAIN_KERNEL);
  CHECK_EQUAL(compile_program(plain, CL3), CL_INVALID_COMPILER_OPTIONS);
}

/* The log then has what clgroup-cc says of the source, which the driver has not come to. */
TEST(unasked, refused_with_a_reason) {
  for (unsigned i = 0; i < 4; i++) {
    const bool options = i & 1, object = i & 2;
    stub->settings->device[0].no_2 = !options;
    be_pocl_7(1);
    cl_program program = make_program("#error mine\n" SUM);
    if (object) {
      const cl_int refusal = options ? CL_INVALID_COMPILER_OPTIONS : CL_COMPILE_PROGRAM_FAILURE;
      stub->fail(STUB_SLOT(clCompileProgram), 0, refusal);
      CHECK_EQUAL(compile_program(program, "-cl-std=CL2.0"), refusal);
    } else {
      const cl_int refusal = options ? CL_INVALID_BUILD_OPTIONS : CL_BUILD_PROGRAM_FAILURE;
      stub->fail(STUB_SLOT(clBuildProgram), 0, refusal);
      stub->fail(STUB_SLOT(clCompileProgram), 0, CL_COMPILE_PROGRAM_FAILURE);
      CHECK_EQUAL(build_program(program, "-cl-std=CL2.0"), refusal);
    }
    CHECK(strstr(build_log(program, device), "error: mine"));
  }
}

TEST(unasked_without, linked_on_pocl) {
  build_on_pocl(false);
}
