/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Devices that have the functions, some of which are not to be used (drivers.inc): programs that call these go the
 * layer's way, the others to the driver as they came. */
#include "harness.h"

#include "make-module.h"

#include <stdlib.h>
#include <string.h>

#define SCAN KERNEL("k", "work_group_scan_inclusive_min((int)out[1])")
#define BROADCAST KERNEL("k", "work_group_broadcast((int)out[1], 0)")
#define OWN_ALL "int work_group_all(int x) { return x; }\n" ALL

static void be_pocl(const char *driver) {
  stub->reset();
  be_cpus(POCL, driver, true);
  stub->settings->device[0].fp16 = true;
}

static void be_intel(void) {
  be_cpus(INTEL, "2026.22.10.0", true);
  stub->settings->device[0].fp16 = true;
}

TEST(native, by_name) {
  be_intel();
  BUILD(BROADCAST, CL3, .calls = LINKED);
  BUILD(SUM BROADCAST, CL3, .calls = LINKED);
  BUILD(SUM, CL3, .calls = "build");
  BUILD(SCAN, CL3, .calls = "build");
  BUILD(PLAIN_KERNEL, CL3, .calls = "build");
  BUILD("#ifdef __opencl_c_work_group_collective_functions\n" SUM "#endif\n", CL3, .calls = "build");
  BUILD("// ??"
        "= may hide anything\n" SUM,
        CL3, .calls = "build");
}

/* PoCL 6.0 mixes up the results of several calls, so all are replaced, by the link route as by the compile route; and
 * its linker takes no kernel that another one calls, unless it is inlined. */
TEST(native, all_of_a_driver) {
  be_pocl("6.0");
  BUILD(SUM, CL3, .calls = LINKED);
  CHECK_WORDS(CALL(clCreateProgramWithSource, 0)->text, "#define work_group_reduce_add|always_inline");
  BUILD(SCAN, "", .calls = LINKED);
  BUILD(PLAIN_KERNEL, CL3, .calls = "build");
  be_pocl("7.1");
  BUILD(SUM, CL3, .calls = "build");
}

/* In one program the layer replaces the wrong functions and leaves the right ones to the driver. It replaces all if the
 * driver lacks some, or if there is no -cl-std, since then the driver declares no functions of its own. */
TEST(native, rest_is_own) {
  static const char both[] = "#define work_group_all|#define work_group_reduce_add";
  be_pocl("6.0");
  BUILD(SUM ALL, "", .calls = LINKED);
  CHECK_WORDS(CALL(clCreateProgramWithSource, 0)->text, both);
  be_intel();
  BUILD(SUM BROADCAST, CL3, .calls = LINKED);
  CHECK_WORDS(CALL(clCreateProgramWithSource, 0)->text, "#define work_group_broadcast|!#define work_group_reduce_add");
  stub->settings->device[0].has_functions = false;
  BUILD(SUM ALL, CL3, .calls = LINKED);
  CHECK_WORDS(CALL(clCreateProgramWithSource, 0)->text, both);
}

/* Intel's work_group_all is right for 0 and 1. So it gets these, and nothing is linked for it, unless the whole program
 * is the library's. */
TEST(native, truths) {
  static const char own[] = "return work_group_all(x != 0); }|#define work_group_all __clgroup_own_work_group_all\n",
                    librarys[] = "#define work_group_all __clgroup_work_group_all\n|!own_work_group_all";
  be_intel();
  BUILD(SUM ALL, CL3, .calls = "source build");
  CHECK_WORDS(CALL(clCreateProgramWithSource, 0)->text, own);
  BUILD(ALL BROADCAST, CL3, .calls = LINKED);
  CHECK_WORDS(CALL(clCreateProgramWithSource, 0)->text, own);
  BUILD(ALL, "", .calls = LINKED);
  CHECK_WORDS(CALL(clCreateProgramWithSource, 0)->text, librarys);
  stub->settings->device[0].has_functions = false;
  BUILD(ALL, CL3, .calls = LINKED);
  CHECK_WORDS(CALL(clCreateProgramWithSource, 0)->text, librarys);
}

TEST(native, by_version) {
  static const char *const before[] = {"5.9", "7.0", "7.1", "10.0", "7.0-pre", "60.0", "none"};
  static const char *const wrong[] = {"6.0", "6.0+debian", "6.3.1", "6"};
  for (unsigned i = 0; i < sizeof before / sizeof *before; i++) {
    be_pocl(before[i]);
    BUILD(ALL, CL3, .calls = "build");
  }
  for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    be_pocl(wrong[i]);
    BUILD(ALL, CL3, .calls = LINKED);
  }
  be_pocl("6.0");
  stub->settings->device[0].type = CL_DEVICE_TYPE_GPU;
  BUILD(ALL, CL3, .calls = "build");
}

/* Without -cl-std the driver would use its own functions, also in mode always, and wrong ones too. */
TEST(native_always, without_standard) {
  be_pocl("6.0");
  BUILD(ALL, "", .calls = LINKED);
  BUILD(SUM, "", .calls = LINKED);
}

/* Without -cl-std the names may be the driver's functions, so the layer cannot let the driver build first. In OpenCL C
 * 1.2 they are the program's own. */
TEST(native, by_standard) {
  be_pocl("6.0");
  BUILD(ALL, "", .calls = LINKED);
  BUILD(ALL, "-cl-std=CL2.0", .calls = LINKED);
  BUILD(OWN_ALL, "-cl-std=CL1.2", .calls = "build");
}

/* The driver has the functions, but does not accept the program's version of OpenCL C. Then the layer builds programs
 * that it would otherwise leave to the driver, and only those. */
TEST(native, refused_by_the_driver) {
  static const cl_int refusals[] = {CL_SUCCESS, CL_INVALID_BUILD_OPTIONS, CL_BUILD_PROGRAM_FAILURE};
  be_pocl("7.1");
  BUILD(SUM, CL3, .calls = "build");
  for (unsigned i = 0; i < 3; i++) {
    const char *options = i ? CL3 : "";
    stub->settings->asynchronous = false;
    BUILD(SUM, options, FAULT(clBuildProgram, 1, refusals[i]), .calls = "build " LINKED, .kernels = "sum");
    stub->settings->asynchronous = true;
    open_context(1);
    program = make_program(SUM);
    if (i)
      stub->fail(STUB_SLOT(clBuildProgram), 1, refusals[i]);
    CHECK_EQUAL(build_notified(program, options, CL_SUCCESS), 1);
    CHECK_CALLS("source build " LINKED);
    CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), "sum");
    CHECK_EQUAL(ask_status(program, device), CL_BUILD_SUCCESS);
  }
  BUILD(PLAIN_KERNEL, CL3, CL_INVALID_BUILD_OPTIONS, "build", FAULT(clBuildProgram, 1, CL_INVALID_BUILD_OPTIONS));
}

/* The device has no OpenCL C 2.0: a program that names no function is built as 3.0, too. */
TEST(native, refused_version) {
  static const char options[] = "-D A=1 -cl-std=CL2.0 -D B=2", mine[] = "#error mine\n" PLAIN_KERNEL;
  for (unsigned object = 0; object < 2; object++) {
    const unsigned slot = object ? STUB_SLOT(clCompileProgram) : STUB_SLOT(clBuildProgram);
    const cl_int refusal = object ? CL_COMPILE_PROGRAM_FAILURE : CL_BUILD_PROGRAM_FAILURE;
    const char *once = object ? "compile" : "build", *twice = object ? "compile compile" : "build build";
    be_pocl("6.0");
    BUILD(PLAIN_KERNEL, options, refusal, once, .object = object, .slot = slot, .nth = 1, .fault = refusal);
    BUILD(mine, options, refusal, once, .object = object, .slot = slot, .nth = 1, .fault = refusal);
    stub->settings->device[0].no_2 = true;
    BUILD(mine, options, refusal, twice, .log = "#error mine", .object = object, .slot = slot, .nth = 1,
          .fault = refusal);
    CHECK_TEXT(build_options(program, device), options);
    /* Its errors as 2.0 come first. */
    BUILD(mine, options, refusal, twice, .object = object, .log = "as OpenCL C 3.0");
    CHECK_EQUAL(strncmp(build_log(program, device), "error: #error mine\nclgroup: ", 28), 0);
    BUILD(PLAIN_KERNEL, options, CL_SUCCESS, twice, .log = "as OpenCL C 3.0", .object = object, .slot = slot, .nth = 1,
          .fault = refusal);
    CHECK_TEXT(seen_call(slot, 1)->text, "-D A=1 -cl-std=CL3.0 -D B=2");
    /* The driver calls back itself, once. */
    stub->clear();
    stub->fail(STUB_SLOT(clBuildProgram), 1, CL_BUILD_PROGRAM_FAILURE);
    build_notified(program, "-cl-std=CL2.0", CL_BUILD_PROGRAM_FAILURE);
    CHECK_CALLS("build");
  }
}

/* The same for a program that names functions: the driver compiles it as 3.0 before the link. */
TEST(native, refused_version_with_functions) {
  static const char options[] = "-D A=1 -cl-std=CL2.0";
  be_pocl("6.0");
  BUILD(ALL, options, .calls = LINKED, .log = "");
  CHECK_WORDS(CALL(clCompileProgram, 0)->text, options);
  stub->settings->device[0].no_2 = true;
  BUILD(ALL, options, FAULT(clCompileProgram, 1, CL_INVALID_COMPILER_OPTIONS),
        .calls = "source compile source compile il compile link", .log = "as OpenCL C 3.0");
  CHECK_WORDS(CALL(clCompileProgram, 1)->text, "-D A=1 -cl-std=CL3.0");
}

/* If the layer fails too, the application sees the driver's error. */
TEST(native, refused) {
  be_pocl("6.0");
  BUILD("#error mine\n" ALL, "", CL_BUILD_PROGRAM_FAILURE, .log = "error: #error mine\n|!clgroup");
  BUILD("#error mine\n" ALL, CL3, CL_BUILD_PROGRAM_FAILURE);
}

/* The layer fails, and the driver does not. */
TEST(native, left_to_the_driver) {
  be_pocl("6.0");
  BUILD(OWN_ALL, "", FAULT(clLinkProgram, 0, CL_LINK_PROGRAM_FAILURE), .kernels = "all");
  BUILD(OWN_ALL, CL3, FAULT(clLinkProgram, 0, CL_LINK_PROGRAM_FAILURE), .kernels = "all",
        .log = "built by the driver alone, whose functions may be wrong");
}

/* What came to the driver is the application's own module. */
static bool module_untouched(enum module_kind kind) {
  open_context(1);
  program = make_il(kind);
  const struct stub_call *call = CALL(clCreateProgramWithIL, 0);
  bool same = call && call->text_size == module.count * 4 && !memcmp(call->text, module.data, call->text_size);
  CHECK_EQUAL(build_program(program, ""), CL_SUCCESS);
  CHECK_EQUAL(SEEN(clLinkProgram), !same);
  return same;
}

TEST(native, modules) {
  be_pocl("6.0");
  CHECK(module_untouched(MODULE_PLAIN));
  CHECK(!module_untouched(MODULE_GROUP_ADD));
  be_intel();
  CHECK(module_untouched(MODULE_GROUP_ADD));
  CHECK(!module_untouched(MODULE_GROUP_ALL));
  CHECK(module_untouched(MODULE_GROUP_BAD)); /* the driver takes what lib/spirv does not */
  be_pocl("7.1");
  CHECK(module_untouched(MODULE_GROUP_ALL));
}

/* If one device of a build lacks all functions, the layer replaces them on the other device too. */
TEST(native, beside_others) {
  be_pocl("7.1");
  stub->settings->device[1].has_functions = false;
  BUILD(SUM, CL3, .devices = 2, .calls = LINKED);
}

/* PoCL 6.0 has shuffles, but aborts on the newer SPIR-V that they are in: none may come to it, whoever asks for
 * strategy subgroup, by which this function needs shuffles. */
TEST(native_subgroup, too_new_a_strategy) {
  static const char *const ils[] = {"SPIR-V_1.0 SPIR-V_1.1 SPIR-V_1.2", "SPIR-V_1.0 SPIR-V_1.3"};
  static const uint32_t newest[] = {0x10000, 0x10300};
  stub->settings->device[0].sub_groups = true;
  stub->settings->front_end_version = 0x10000;
  for (unsigned i = 0; i < 2; i++) {
    uint32_t most = 0, version;
    const struct stub_call *call;
    stub->settings->device[0].il = ils[i];
    BUILD(KERNEL("k", "work_group_scan_inclusive_add((float)out[1])"), CL3);
    for (unsigned n = 0; (call = CALL(clCreateProgramWithIL, n)) && call->text_size > 8; n++) {
      memcpy(&version, call->text + 4, sizeof version);
      most = version > most ? version : most;
    }
    CHECK_EQUAL(most, newest[i]);
  }
}

/* PoCL 7.1 links no module with sub-group instructions, and has no program then that could say so. */
TEST(native_always, module_that_is_not_linked) {
  be_pocl("7.1");
  open_context(1);
  program = make_il(MODULE_GROUP_ADD);
  stub->fail(STUB_SLOT(clLinkProgram), 0, CL_LINK_PROGRAM_FAILURE);
  CHECK_EQUAL(build_program(program, ""), CL_BUILD_PROGRAM_FAILURE);
  CHECK_WORDS(build_log(program, device), "error -17|CLGROUP_MODE=off");
}
