/* Devices that have the functions, some of which are not to be used (drivers.inc): programs that call these go the
 * layer's way, the others to the driver as they came. */
#include "harness.h"

#include "make-module.h"

#include <stdlib.h>
#include <string.h>

#define KERNEL_OF(expression) "kernel void k(global int *out) {\n  out[0] = " expression ";\n}\n"
#define ALL KERNEL_OF("work_group_all((int)out[1])")
#define SCAN KERNEL_OF("work_group_scan_inclusive_min((int)out[1])")
#define BROADCAST KERNEL_OF("work_group_broadcast((int)out[1], 0)")

static void be(const char *platform, const char *driver) {
  be_cpus(platform, driver, true);
  stub->settings->device[0].fp16 = true;
}

static void be_pocl(const char *driver) {
  be(POCL, driver);
}

static void be_intel(void) {
  be("Intel(R) OpenCL", "2026.22.10.0");
}

/* Has the layer replaced the program's calls? */
static bool replaced(const char *text, const char *options) {
  open_context(1);
  cl_program program = make_program(text);
  stub->clear();
  CHECK_EQUAL(build_program(program, options), CL_SUCCESS);
  const struct stub_call *call = CALL(clBuildProgram, 0);
  bool layers = SEEN(clLinkProgram);
  CHECK(layers != (call && call->words[0] == (uintptr_t)program));
  CHECK_EQUAL(layers, SEEN(clCompileProgram) != 0);
  CHECK_TEXT(program_text(program, CL_PROGRAM_SOURCE), text);
  return layers;
}

TEST(native, by_name) {
  be_pocl("6.0");
  CHECK(replaced(ALL, CL3));
  CHECK(replaced(SUM ALL, CL3));
  CHECK(!replaced(SUM, CL3));
  CHECK(!replaced(SCAN, CL3));
  CHECK(!replaced(PLAIN_KERNEL, CL3));
  CHECK(!replaced("#ifdef __opencl_c_work_group_collective_functions\n" SUM "#endif\n", CL3));
  CHECK(!replaced("// ??"
                  "= may hide anything\n" SUM,
                  CL3));
}

/* What is right stays the driver's, in the same program. */
TEST(native, rest_is_own) {
  be_intel();
  CHECK(replaced(SUM ALL, CL3));
  const struct stub_call *call = CALL(clCreateProgramWithSource, 0);
  CHECK(call && strstr(call->text, "#define work_group_all") && !strstr(call->text, "#define work_group_reduce_add"));
  stub->settings->device[0].has_functions = false;
  CHECK(replaced(SUM ALL, CL3));
  call = CALL(clCreateProgramWithSource, 0);
  CHECK(call && strstr(call->text, "#define work_group_all") && strstr(call->text, "#define work_group_reduce_add"));
}

TEST(native, by_version) {
  static const struct {
    const char *driver;
    bool replaced;
  } cases[] = {{"6.0", true},      {"6.0+debian", true}, {"6.3.1", true}, {"6", true},
               {"7.0", false},     {"7.1", false},       {"5.9", false},  {"10.0", false},
               {"7.0-pre", false}, {"60.0", false},      {"none", false}};
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    be_pocl(cases[i].driver);
    if (replaced(ALL, CL3) != cases[i].replaced)
      failed(__FILE__, __LINE__, "version %s", cases[i].driver);
  }
  be_pocl("6.0");
  stub->settings->device[0].type = CL_DEVICE_TYPE_GPU;
  CHECK(!replaced(ALL, CL3));
}

TEST(native, by_function) {
  be_intel();
  CHECK(replaced(BROADCAST, CL3));
  CHECK(replaced(ALL, CL3));
  CHECK(!replaced(SUM, CL3));
}

/* Without -cl-std a driver may not declare its own functions, so none of the program's is left to it. */
TEST(native, rest_without_standard) {
  be_intel();
  CHECK(replaced(SUM ALL, ""));
  const struct stub_call *call = CALL(clCreateProgramWithSource, 0);
  CHECK(call && strstr(call->text, "#define work_group_all") && strstr(call->text, "#define work_group_reduce_add"));
}

/* In mode always too the driver would take its own functions, wrong ones as well. */
TEST(native_always, without_standard) {
  be_pocl("6.0");
  CHECK(replaced(ALL, ""));
  CHECK(replaced(SUM, ""));
}

/* Without -cl-std the driver may have the names, so that its own build cannot come first; or they are the program's
 * own. In OpenCL C 1.2 they are. */
TEST(native, by_standard) {
  be_pocl("6.0");
  CHECK(replaced(ALL, ""));
  CHECK(replaced(ALL, "-cl-std=CL2.0"));
  CHECK(!replaced("int work_group_all(int x) { return x; }\n" ALL, "-cl-std=CL1.2"));
}

static void CL_CALLBACK note_call(cl_program program, void *data) {
  (void)program;
  ++*(int *)data;
}

/* The driver has the functions, but not in the program's version of OpenCL C, or not this version. The layer then has
 * its way with programs that it would leave to the driver, and with those alone. */
TEST(native, refused_by_the_driver) {
  be_pocl("7.1");
  CHECK(!replaced(SUM, CL3));
  open_context(1);
  for (unsigned i = 0; i < 6; i++) {
    const bool without_standard = i % 3 == 0, calls_back = i >= 3;
    int calls = 0;
    stub->settings->asynchronous = calls_back;
    cl_program program = make_program(SUM);
    stub->clear();
    if (!without_standard)
      stub->fail(STUB_SLOT(clBuildProgram), 1, i % 3 == 1 ? CL_INVALID_BUILD_OPTIONS : CL_BUILD_PROGRAM_FAILURE);
    CHECK_EQUAL(cl->clBuildProgram(program, 0, NULL, without_standard ? "" : CL3, calls_back ? note_call : NULL,
                                   calls_back ? &calls : NULL),
                CL_SUCCESS);
    stub->wait();
    CHECK_EQUAL(calls, calls_back);
    CHECK_EQUAL(SEEN(clLinkProgram), 1);
    CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), "sum");
    CHECK_EQUAL(build_status(program, stub->device(0)), CL_BUILD_SUCCESS);
  }
  cl_program program = make_program(PLAIN_KERNEL);
  stub->clear();
  stub->fail(STUB_SLOT(clBuildProgram), 1, CL_INVALID_BUILD_OPTIONS);
  CHECK_EQUAL(build_program(program, CL3), CL_INVALID_BUILD_OPTIONS);
  CHECK_EQUAL(SEEN(clCompileProgram), 0);
}

/* OpenCL C 2.0, which the device has not, is 3.0 for a program that names no function, too. */
TEST(native, refused_version) {
  for (unsigned i = 0; i < 8; i++) {
    const bool lacks = i & 1, object = i & 2, fails = i & 4;
    const unsigned slot = object ? STUB_SLOT(clCompileProgram) : STUB_SLOT(clBuildProgram);
    const cl_int refusal = object ? CL_COMPILE_PROGRAM_FAILURE : CL_BUILD_PROGRAM_FAILURE;
    const cl_int expected = lacks && !fails ? CL_SUCCESS : refusal;
    int calls = 0;
    be_pocl("6.0");
    stub->settings->device[0].no_2 = lacks;
    open_context(1);
    cl_program program = make_program(fails ? "#error mine\n" PLAIN_KERNEL : PLAIN_KERNEL);
    stub->clear();
    stub->fail(slot, 1, refusal);
    if (object)
      CHECK_EQUAL(cl->clCompileProgram(program, 0, NULL, "-D A=1 -cl-std=CL2.0 -D B=2", 0, NULL, NULL, NULL, NULL),
                  expected);
    else
      CHECK_EQUAL(cl->clBuildProgram(program, 0, NULL, "-D A=1 -cl-std=CL2.0 -D B=2", NULL, NULL), expected);
    CHECK_EQUAL(object ? SEEN(clCompileProgram) : SEEN(clBuildProgram), 1 + lacks);
    if (expected == CL_SUCCESS) {
      const struct stub_call *call = object ? CALL(clCompileProgram, 1) : CALL(clBuildProgram, 1);
      CHECK(call);
      CHECK_TEXT(call ? call->text : NULL, "-D A=1 -cl-std=CL3.0 -D B=2");
      CHECK_TEXT(build_options(program, stub->device(0)), "-D A=1 -cl-std=CL2.0 -D B=2");
      CHECK(strstr(build_log(program, stub->device(0)), "as OpenCL C 3.0"));
      CHECK_EQUAL(build_status(program, stub->device(0)), CL_BUILD_SUCCESS);
    }
    /* The driver calls back itself, once. */
    stub->clear();
    stub->fail(STUB_SLOT(clBuildProgram), 1, CL_BUILD_PROGRAM_FAILURE);
    CHECK_EQUAL(cl->clBuildProgram(program, 0, NULL, "-cl-std=CL2.0", note_call, &calls), CL_BUILD_PROGRAM_FAILURE);
    CHECK_EQUAL(SEEN(clBuildProgram), 1);
  }
}

/* The same for a program that names some: the driver's linker then gets it as 3.0. */
TEST(native, refused_version_with_functions) {
  for (unsigned i = 0; i < 2; i++) {
    be_pocl("6.0");
    stub->settings->device[0].no_2 = i;
    open_context(1);
    cl_program program = make_program(ALL);
    stub->clear();
    if (i)
      stub->fail(STUB_SLOT(clCompileProgram), 1, CL_INVALID_COMPILER_OPTIONS);
    CHECK_EQUAL(build_program(program, "-D A=1 -cl-std=CL2.0"), CL_SUCCESS);
    const struct stub_call *call = CALL(clCompileProgram, i);
    CHECK(call && strstr(call->text, i ? "-D A=1 -cl-std=CL3.0" : "-D A=1 -cl-std=CL2.0"));
    CHECK_TEXT(build_options(program, stub->device(0)), "-D A=1 -cl-std=CL2.0");
    CHECK_EQUAL(strstr(build_log(program, stub->device(0)), "as OpenCL C 3.0") != NULL, i);
  }
}

/* Where the layer fails too, what the driver says is what the application sees. */
TEST(native, refused) {
  be_pocl("6.0");
  open_context(1);
  cl_program program = make_program("#error mine\n" ALL);
  CHECK_EQUAL(build_program(program, ""), CL_BUILD_PROGRAM_FAILURE);
  CHECK(strstr(build_log(program, stub->device(0)), "program.cl:1:1: error: #error mine\n"));
  CHECK(!strstr(build_log(program, stub->device(0)), "clgroup"));
  CHECK_EQUAL(build_program(program, CL3), CL_BUILD_PROGRAM_FAILURE);
}

/* The layer fails, and the driver does not. */
TEST(native, left_to_the_driver) {
  be_pocl("6.0");
  stub->fail(STUB_SLOT(clLinkProgram), 0, CL_LINK_PROGRAM_FAILURE);
  open_context(1);
  cl_program program = make_program("int work_group_all(int x) { return x; }\n" ALL);
  stub->fail(STUB_SLOT(clLinkProgram), 0, CL_LINK_PROGRAM_FAILURE);
  CHECK_EQUAL(build_program(program, ""), CL_SUCCESS);
  CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), "k");
  CHECK_EQUAL(build_status(program, stub->device(0)), CL_BUILD_SUCCESS);
  stub->fail(STUB_SLOT(clLinkProgram), 0, CL_LINK_PROGRAM_FAILURE);
  CHECK_EQUAL(build_program(program, CL3), CL_SUCCESS);
  CHECK(strstr(build_log(program, stub->device(0)), "built by the driver alone, whose functions may be wrong"));
}

/* What came to the driver is the application's own module. */
static bool module_untouched(enum module_kind kind) {
  struct spirv_words w = {0};
  make_module(&w, kind, 64, 0x10000);
  open_context(1);
  cl_program program = make_il(&w);
  const struct stub_call *call = CALL(clCreateProgramWithIL, 0);
  bool same = call && call->text_size == w.count * 4 && !memcmp(call->text, w.data, call->text_size);
  CHECK_EQUAL(build_program(program, ""), CL_SUCCESS);
  CHECK_EQUAL(SEEN(clLinkProgram), !same);
  free(w.data);
  return same;
}

TEST(native, modules) {
  be_pocl("6.0");
  CHECK(module_untouched(MODULE_PLAIN));
  CHECK(!module_untouched(MODULE_GROUP_ADD)); /* a row of modules alone */
  CHECK(!replaced(SUM, CL3));
  be_intel();
  CHECK(module_untouched(MODULE_GROUP_ADD));
  CHECK(!module_untouched(MODULE_GROUP_ALL));
  CHECK(module_untouched(MODULE_GROUP_BAD)); /* the driver takes what lib/spirv does not */
  be_pocl("7.1");
  CHECK(module_untouched(MODULE_GROUP_ALL));
}

/* One that lacks all of them is another matter, and takes the other device along. */
TEST(native, beside_others) {
  be_pocl("7.1");
  stub->settings->device[1].has_functions = false;
  open_context(2);
  make_built(SUM, CL3);
  CHECK_EQUAL(SEEN(clLinkProgram), 1);
}

/* The newest SPIR-V that came to the driver for a program. Its function needs shuffles by strategy subgroup. */
static uint32_t newest_module(const char *il) {
  uint32_t newest = 0, version;
  stub->settings->device[0].il = il;
  open_context(1);
  make_built(KERNEL_OF("work_group_scan_inclusive_add((float)out[1])"), CL3);
  const struct stub_call *call;
  for (unsigned n = 0; (call = CALL(clCreateProgramWithIL, n)) && call->text_size > 8; n++) {
    memcpy(&version, call->text + 4, sizeof version);
    newest = version > newest ? version : newest;
  }
  return newest;
}

/* PoCL 6.0 has shuffles, but aborts on the newer SPIR-V that they are in: none may come to it, whoever asks for
 * strategy subgroup. */
TEST(native_subgroup, too_new_a_strategy) {
  stub->settings->device[0].sub_groups = true;
  stub->settings->front_end_version = 0x10000;
  CHECK(newest_module("SPIR-V_1.0 SPIR-V_1.1 SPIR-V_1.2") == 0x10000);
  CHECK(newest_module("SPIR-V_1.0 SPIR-V_1.3") == 0x10300);
}
