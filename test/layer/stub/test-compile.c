/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The compile route on a device that takes SPIR-V: what reaches the driver, and what is linked all the same. */
#define _GNU_SOURCE /* clearenv */
#include "harness.h"

#include "make-module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A program that clang refuses and the driver takes. */
#define NO_LANGUAGE "vendor_type;\n" SUM
#define OTHER "kernel void other(global int *out) { out[0] = 2; }\n"

TEST(compile, whole_program) {
  stub->settings->device[0].spir = true; /* SPIR-V all the same */
  BUILD(SUM, "-cl-std=CL3.0 -DX=1 -cl-denorms-are-zero -cl-no-subgroup-ifp -w", .calls = BY_COMPILER, .log = "",
        .kernels = "sum");
  CHECK_TEXT(CALL(clBuildProgram, 0)->text, " -cl-denorms-are-zero -cl-no-subgroup-ifp");
  CHECK_EQUAL(ask_binary_type(program, device), CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  make_kernel(program, "sum");
}

/* Drivers tell kernels' arguments of sources alone; and without -cl-std they choose the language. Both routes may fail
 * in turn: a driver that refuses clgroup-cc's module gets the library's, and what clang does not take the driver's
 * linker may. */
TEST(compile, linked) {
  BUILD(SUM, CL3 " -cl-kernel-arg-info", .calls = LINKED);
  BUILD(SUM, "", .calls = "build " LINKED);
  BUILD(SUM, "-cl-std=CL1.2", .calls = "build " LINKED);
  BUILD(SUM, CL3, FAULT(clCreateProgramWithIL, 1, CL_INVALID_VALUE), .calls = "il " LINKED, .log = "",
        .kernels = "sum");
  BUILD(SUM, CL3, FAULT(clBuildProgram, 1, CL_INVALID_VALUE), .calls = "il build " LINKED, .log = "", .kernels = "sum");
  BUILD(NO_LANGUAGE, CL3, .calls = LINKED, .log = "");
}

TEST(compile, fails) {
  BUILD("#error no\n" SUM, CL3, CL_BUILD_PROGRAM_FAILURE, .log = "#error no|!<source>");
  CHECK_EQUAL(SEEN(clCreateProgramWithIL), 0);
  CHECK_EQUAL(build_notified(program, CL3, CL_BUILD_PROGRAM_FAILURE), 1);
  /* Both routes fail, and the driver has no log: the reason that is known is clgroup-cc's. */
  BUILD(NO_LANGUAGE, CL3, CL_BUILD_PROGRAM_FAILURE, FAULT(clLinkProgram, 1, CL_LINK_PROGRAM_FAILURE),
        .log = "vendor_type");
}

static void build_without_environment(unsigned unused) {
  (void)unused;
  clearenv();
  BUILD(SUM, CL3, .calls = BY_COMPILER, .kernels = "sum");
}

TEST(compile, cleared_environment) {
  apart(build_without_environment, 0);
}

/* A program may be built for one device after the other. */
TEST(compile, several_devices) {
  build_first(SUM, CL3);
  build_second(CL3, true);
  CHECK_EQUAL(SEEN(clBuildProgram), 0);
}

TEST(compile, compile_and_link) {
  BUILD(SUM, CL3, .object = true);
  size_t size;
  free(ask_binary(program, &size));
  CHECK_TEXT(program_text(make_linked(NULL, 1, &program), CL_PROGRAM_KERNEL_NAMES), "sum");
}

TEST(compile, il) {
  open_context(1);
  CHECK_EQUAL(build_program(make_il(MODULE_GROUP_ADD), ""), CL_SUCCESS);
  CHECK_EQUAL(SEEN(clLinkProgram), 1);
}

/* drivers.inc: PoCL's devices take what clgroup-cc makes, where that is there; nobody need ask for it, and where it is
 * not, the failure is not logged. This is what CLGROUP_LOG=all tells of a program. */
TEST(unasked, compiled_on_pocl) {
  be_cpus(POCL, "1.2.3", false);
  BUILD(SUM, CL3, .calls = BY_COMPILER, .kernels = "sum",
        .printed = "built by route compile: 0\n|attempts: compile (serial), link (serial), |: "
                   "work_group_reduce_add\n|, running |"
                   "clgroup-cc ran for |--strategy=serial|!failed");
}

static const char failed_so[] = "bitcode failed, so by SPIR-V: clgroup: the driver rejects|--emit=spv --driver=pocl "
                                "|'<source>' -o |by route compile: 0";

/* PoCL 7.1 loads bitcode for its device, unless its LLVM is too old, and SPIR-V where it does not. */
TEST(unasked, bitcode_on_pocl) {
  static const char taken[] = " --emit=spv --driver=pocl |--pocl-device=x86_64-pc-linux-gnu-stub -o |!bitcode failed";
  static const struct {
    const char *driver;
    unsigned llvm;
    bool takes;
  } rows[] = {{"7.1", 99, true}, {"7.1", 14, false}, {"7.1", 0, false}, {"7.0", 99, false}, {"10.2", 99, true}};
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    be_cpus(POCL, rows[i].driver, true);
    stub->settings->device[0].llvm = rows[i].llvm;
    BUILD(SUM, CL3, .calls = rows[i].takes ? "binary build" : BY_COMPILER,
          .printed = rows[i].takes ? taken : "!--pocl-device");
  }
  BUILD("kernel void w(local int *l, global int *p) { async_work_group_copy(l, p, 1, 0); }\n" SUM, CL3,
        .calls = BY_COMPILER, .kernels = "w;sum", .printed = taken);
  BUILD(SUM, CL3, .calls = "binary il build", .printed = failed_so,
        FAULT(clCreateProgramWithBinary, 1, CL_INVALID_BINARY));
  BUILD(SUM, CL3, .calls = "binary build il build", .kernels = "sum", .printed = failed_so,
        FAULT(clBuildProgram, 1, CL_BUILD_PROGRAM_FAILURE));
}

/* An undefined function is named once, in the build log. */
TEST(unasked, warning_of_a_kernel) {
  static const char warning[] = "clgroup: clgroup-cc: warning: kernel 'k': a work-item may leave before a call ";
  be_cpus(POCL, "1.2.3", false);
  BUILD("kernel void k(global int *p) {\n"
        "  if (p[get_global_id(0)] < 0)\n"
        "    return;\n"
        "  *p = work_group_reduce_add(*p);\n"
        "}\n",
        CL3, .calls = BY_COMPILER, .kernels = "k", .printed = warning, .log = warning + strlen("clgroup: "));
  BUILD(SUM, CL3, .calls = BY_COMPILER, .printed = "!warning");
}

TEST(unasked_without, linked_on_pocl) {
  be_cpus(POCL, "1.2.3", false);
  BUILD(SUM, CL3, .calls = LINKED, .kernels = "sum",
        .printed = "built by route link: 0\n|attempts: link (serial), driver, |: work_group_reduce_add\n|"
                   "clgroup: linked 1 functions of strategy serial|!, running |!clgroup-cc ran for |!--strategy=serial|"
                   "!failed");
}

static void expect_argument(const char *kernel, cl_int expected) {
  char name[8] = "";
  cl_kernel k = make_kernel(program, kernel);
  CHECK_EQUAL(cl->clGetKernelArgInfo(k, 0, CL_KERNEL_ARG_NAME, sizeof name, name, NULL), expected);
  CHECK_TEXT(name, expected ? "" : "out");
  CHECK_EQUAL(cl->clGetKernelArgInfo(k, 1, CL_KERNEL_ARG_NAME, sizeof name, name, NULL), CL_INVALID_ARG_INDEX);
}

/* What keeps other devices' programs from clgroup-cc. Without the option there is no information. PoCL has the
 * functions, and gets them wrong in branches. */
TEST(unasked, whole_on_pocl) {
  static const char informed[] = CL3 " -cl-kernel-arg-info";
  static const struct {
    const char *options;
    unsigned devices;
  } rows[] = {{CL3, 1}, {"", 1}, {CL3, 2}, {informed, 1}, {informed, 2}};
  be_cpus(POCL, "7.1", true);
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    const bool told = rows[i].options == informed;
    BUILD(SUM, rows[i].options, .devices = rows[i].devices, .calls = BY_COMPILER);
    for (unsigned turn = 0; turn < 2; turn++)
      expect_argument("sum", told ? CL_SUCCESS : CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
    CHECK_EQUAL(SEEN(clBuildProgram), 1 + told);
  }
  /* Whatever the length of the kernel's name. */
  enum { LENGTH = 1100 };
  char long_name[LENGTH + 1] = "", text[LENGTH + 128];
  memset(long_name, 'k', LENGTH);
  snprintf(text, sizeof text, KERNEL("%s", "work_group_reduce_add((int)out[1])"), long_name);
  BUILD(text, informed);
  expect_argument(long_name, CL_SUCCESS);
  BUILD("int work_group_reduce_add(int x) { return x; }\n" SUM, "-cl-std=CL1.2", .calls = "build");
  /* The driver is asked once, as OpenCL C 3.0 too, for what it does not take; and never for what it cannot. */
  BUILD(HEADER SUM, informed, .calls = BY_COMPILER);
  for (unsigned turn = 0; turn < 2; turn++)
    expect_argument("sum", CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
  CHECK_EQUAL(SEEN(clBuildProgram), 3);
  /* A lack of memory is none of these. */
  BUILD(SUM, informed, .calls = BY_COMPILER);
  stub->fail(STUB_SLOT(clBuildProgram), 0, CL_OUT_OF_HOST_MEMORY);
  expect_argument("sum", CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
  stub->clear();
  expect_argument("sum", CL_SUCCESS);
  be_cpus(POCL, "7.1", false);
  BUILD(SUM, informed, .calls = BY_COMPILER);
  expect_argument("sum", CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
  CHECK_EQUAL(SEEN(clBuildProgram), 1);
}

/* clgroup-cc links, also if the first object is in a library; if it fails, the driver links, and a line says so. */
TEST(unasked, objects_on_pocl) {
  static const char *const texts[] = {SUM, PLAIN_KERNEL, NO_LANGUAGE};
  be_cpus(POCL, "7.1", true);
  for (unsigned i = 0; i < 6; i++) {
    const bool calls = i % 3 != 1, compiled = i % 3 == 0, library = i >= 3;
    cl_int error = 1;
    size_t il_size = 1;
    open_context(1);
    cl_program objects[] = {make_object(texts[i % 3], CL3), make_object(OTHER, CL3)};
    if (library) {
      cl_program first = objects[0];
      objects[0] = make_linked("-create-library", 1, &first);
      CHECK_EQUAL(ask_binary_type(objects[0], device), CL_PROGRAM_BINARY_TYPE_LIBRARY);
    }
    CHECK(!cl->clLinkProgram(context, 0, NULL, "-nonsense", 2, objects, NULL, NULL, &error));
    CHECK_EQUAL(error, CL_INVALID_LINKER_OPTIONS);
    stub->clear();
    program = make_linked("-cl-kernel-arg-info", 2, objects);
    REQUIRE(program);
    CHECK(!strstr(printed, "left to the driver, whose compiler may be wrong in branches: ") == (compiled || !calls));
    CHECK_EQUAL(SEEN(clCreateProgramWithIL), compiled);
    CHECK_EQUAL(SEEN(clLinkProgram), 1);
    CHECK_TEXT(build_options(program, device), "-cl-kernel-arg-info");
    CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_IL, 0, NULL, &il_size), CL_SUCCESS);
    CHECK_EQUAL(il_size, 0);
    expect_argument(calls ? "sum" : "plain", CL_SUCCESS);
    expect_argument("other", CL_SUCCESS);
    CHECK_EQUAL(ask_references(program), 3); /* its kernels hold it */
  }
}

/* What neither clgroup-cc nor the driver builds alone is linked. clgroup-cc runs once. */
TEST(unasked, neither_on_pocl) {
  be_cpus(POCL, "7.1", true);
  BUILD(
      NO_LANGUAGE, CL3, FAULT(clBuildProgram, 1, CL_BUILD_PROGRAM_FAILURE), .calls = "build " LINKED,
      .printed =
          "attempts: compile (serial), driver, library for what the driver lacks|attempts: link (serial), since|built "
          "by route link: 0|!left to|!compile (serial), link");
}

/* A version of OpenCL C that the driver refuses. */
TEST(unasked, refused_object_on_pocl) {
  be_cpus(POCL, "7.1", true);
  BUILD(PLAIN_KERNEL, CL3, CL_INVALID_COMPILER_OPTIONS, .object = true,
        FAULT(clCompileProgram, 0, CL_INVALID_COMPILER_OPTIONS));
  BUILD(SUM, CL3, .object = true, FAULT(clCompileProgram, 0, CL_INVALID_COMPILER_OPTIONS));
  CHECK_EQUAL(ask_binary_type(program, device), CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  CHECK_TEXT(program_text(make_linked("", 1, &program), CL_PROGRAM_KERNEL_NAMES), "sum");
}

/* The log then has clgroup-cc's errors: the driver has not seen the source. */
TEST(unasked, refused_with_a_reason) {
  static const cl_int refusals[2][2] = {{CL_BUILD_PROGRAM_FAILURE, CL_COMPILE_PROGRAM_FAILURE},
                                        {CL_INVALID_BUILD_OPTIONS, CL_INVALID_COMPILER_OPTIONS}};
  be_cpus(POCL, "7.1", true);
  for (unsigned i = 0; i < 4; i++) {
    const bool options = i & 1, object = i & 2;
    stub->settings->device[0].no_2 = !options;
    open_context(1);
    program = make_program("#error mine\n" SUM);
    stub->fail(STUB_SLOT(clBuildProgram), 0, refusals[options][0]);
    stub->fail(STUB_SLOT(clCompileProgram), 0, object ? refusals[options][1] : CL_COMPILE_PROGRAM_FAILURE);
    CHECK_EQUAL((object ? compile_program : build_program)(program, "-cl-std=CL2.0"), refusals[options][object]);
    CHECK_WORDS(build_log(program, device), "error: mine");
  }
}
