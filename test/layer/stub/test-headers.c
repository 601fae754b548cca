/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs with an #include of a header of the library's, <clgroup/...>, which only clgroup-cc has. The driver's own
 * build comes first, since the #include may be in a branch that #if leaves out. */
#include "harness.h"

#include <stdio.h>
#include <string.h>

#define LEFT_OUT "#ifdef NOWHERE_DEFINED\n#include <clgroup/work_group_shuffle.h> // left out\n#endif\n"
#define TEMPLATE HEADER "template <class T> T f(T t) { return t; }\n"
#define SAME "int same(int x) { return x; }\n"
#define NO_SUCH_NAME HEADER "kernel void k(global int *p) { *p = nowhere; }\n"
#define OPTIMIZED CL3
#define NOT_OPTIMIZED CL3 " -cl-opt-disable"

/* The error of a driver that lacks the header. */
#define NO_HEADER "error: #include <clgroup/"
static const cl_int failures[] = {CL_BUILD_PROGRAM_FAILURE, CL_COMPILE_PROGRAM_FAILURE};

/* On a device that loads nothing of what clgroup-cc makes, the driver's error stays, and the log says why. Drivers
 * crash on what they do not take: PoCL 3.0 without SPIR on bitcode. */
TEST(header, nothing_is_taken) {
  static const char *const own[] = {"build", "compile"}, *const beside[] = {"source build", "source compile"};
  stub->settings->device[0].il = "";
  for (unsigned object = 0; object < 2; object++)
    BUILD(HEADER SUM, CL3, failures[object], own[object], .object = object,
          .log = NO_HEADER "|accepts neither SPIR-V nor SPIR bitcode nor PTX");
  /* Beside another one, which takes bitcode. */
  stub->settings->device[1].il = "";
  use_bitcode(0);
  for (unsigned object = 0; object < 2; object++)
    BUILD(HEADER SUM, CL3, failures[object], beside[object], .object = object, .devices = 2);
}

/* A program that builds without the layer; one that calls the functions is linked, as without the #include. */
TEST(header, left_out) {
  static const char *const options[] = {"", CL3, "-cl-std=CL1.2"};
  for (unsigned i = 0; i < 6; i++) {
    if (i == 3)
      use_bitcode(0);
    BUILD(LEFT_OUT PLAIN_KERNEL, options[i % 3], .calls = "build", .kernels = "plain", .log = "");
  }
  stub->reset();
  BUILD(LEFT_OUT PLAIN_KERNEL, CL3, .object = true, .calls = "compile");
  BUILD(LEFT_OUT SUM, CL3, .object = true);
  BUILD(LEFT_OUT SUM, CL3, .calls = LINKED, .kernels = "sum");
  BUILD(LEFT_OUT SUM, CL3 " -cl-kernel-arg-info", .calls = LINKED, .kernels = "sum");
  BUILD(LEFT_OUT SUM, "", .calls = "build " LINKED, .kernels = "sum");
  BUILD(LEFT_OUT "#error no\n" PLAIN_KERNEL, CL3, CL_BUILD_PROGRAM_FAILURE, .log = "#error no");
  const char *log = build_log(program, device);
  CHECK(strstr(log, "#error no") == strstr(log, "#error"));
}
ALSO(header_without, left_out)

TEST(header, included) {
  BUILD(HEADER SUM, CL3, .calls = "source compile " BY_COMPILER, .kernels = "sum", .log = "",
        .printed = "--strategy=tree");
  BUILD(HEADER "kernel void sum() {}\n", CL3, .calls = "build source compile " BY_COMPILER, .kernels = "sum", .log = "",
        .printed = "--strategy=tree");
}

TEST(header, included_with_shuffles) {
  stub->settings->device[0].sub_groups = true;
  BUILD(HEADER SUM, OPTIMIZED, .printed = "--strategy=subgroup|!--strategy=tree|!functions of tiles");
  BUILD(HEADER SUM, NOT_OPTIMIZED, .printed = "--strategy=tree|all of a work-group must call the functions of tiles");
}

/* Kernels may ask for the sizes that all devices of the build have. */
TEST(header, sub_group_sizes) {
  static const size_t sizes[2][3] = {{8, 16, 32}, {16, 24, 32}};
  BUILD(HEADER SUM, CL3, .printed = "--local-memory-size=32768 -f");
  for (unsigned i = 0; i < 2; i++) {
    stub->settings->device[i].serial++;
    memcpy(stub->settings->device[i].sub_group_sizes, sizes[i], sizeof sizes[i]);
  }
  BUILD(HEADER SUM, CL3,
        .printed = "=32768 --device-sub-group-size=8 --device-sub-group-size=16 --device-sub-group-size=32 -f");
  BUILD(HEADER SUM, CL3, .devices = 2, .printed = "=32768 --device-sub-group-size=16 --device-sub-group-size=32 -f");
}

/* Some drivers do not take -cl-std=CLC++2021. */
TEST(header, refused_options) {
  BUILD(TEMPLATE "kernel void k(global int *p) { *p = f(*p); }\n", "-cl-std=CLC++2021",
        FAULT(clBuildProgram, 1, CL_INVALID_BUILD_OPTIONS), .kernels = "k");
}

/* Links the program with others. */
static cl_program link_with(const char *options, cl_uint count, const cl_program *others) {
  cl_program inputs[4] = {program};
  for (cl_uint i = 0; i < count; i++)
    inputs[i + 1] = others[i];
  return make_linked(options, count + 1, inputs);
}

/* An object of clgroup-cc's, on devices of both kinds: of these, the stub reads no bitcode. */
TEST(header, object) {
  static const char *const texts[] = {HEADER SUM, HEADER "kernel void sum() {}\n"};
  for (unsigned i = 0; i < 4; i++) {
    if (i == 2)
      use_bitcode(0);
    BUILD(texts[i % 2], CL3, .object = true, .log = "", .printed = "--compile-only|--strategy=tree");
    CHECK_EQUAL(ask_binary_type(program, device), CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
    if (i >= 2)
      continue;
    cl_program linked = link_with("", 0, NULL);
    CHECK_CALLS(i ? "compile source compile " BY_COMPILER : "source compile " BY_COMPILER);
    CHECK_TEXT(program_text(linked, CL_PROGRAM_KERNEL_NAMES), "sum");
    CHECK_EQUAL(ask_binary_type(linked, device), CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  }
}

#define USE "int same(int x);\nkernel void k(global int *p) { *p = same(*p); }\n"

/* It is linked with objects of the driver's, by the driver alone and by the layer, whose sources are kept for that;
 * with a library of such; and becomes part of a library. */
TEST(header, object_with_others) {
  for (unsigned i = 0; i < 3; i++) {
    BUILD(HEADER USE, CL3, .object = true);
    cl_program others[] = {make_object(SAME, CL3), make_object(SUM, CL3)};
    if (i == 1) {
      program = link_with("-create-library", 2, others);
      CHECK_EQUAL(ask_binary_type(program, device), CL_PROGRAM_BINARY_TYPE_LIBRARY);
      CHECK_TEXT(build_options(program, device), "-create-library");
    }
    cl_program linked = link_with("", i == 1 ? 0 : 2, others);
    CHECK_TEXT(program_text(linked, CL_PROGRAM_KERNEL_NAMES), "k;sum");
  }
}

/* If one of them may not be optimized, there are no shuffles in the program: Intel's compiler would crash. */
TEST(header, objects_without_optimization) {
  static const char *const words[] = {"--strategy=subgroup|!--strategy=tree|!functions of tiles",
                                      "--strategy=tree|!--strategy=subgroup|functions of tiles"};
  stub->settings->device[0].sub_groups = true;
  for (unsigned i = 0; i < 3; i++) {
    BUILD(HEADER SUM, i == 1 ? NOT_OPTIMIZED : OPTIMIZED, .object = true);
    cl_program inputs[] = {program, make_object(PLAIN_KERNEL, i == 2 ? NOT_OPTIMIZED : OPTIMIZED)};
    cl_int error;
    cl_program linked; /* whatever the stub makes of the result */
    CHECK_WORDS(HEARD(linked = cl->clLinkProgram(context, 0, NULL, "", 2, inputs, NULL, NULL, &error)), words[i > 0]);
    if (linked)
      keep(linked);
  }
}

/* The driver cannot link it, and leaves a program with the log, which is released: main.c counts programs. */
TEST(header, refused_link) {
  BUILD(LEFT_OUT "#ifndef __clang__\nint __clgroup_nowhere(int x);\n"
                 "kernel void calls(global int *p) { *p = __clgroup_nowhere(*p); }\n#endif\n" SUM,
        CL3 " -cl-kernel-arg-info", .calls = LINKED " " BY_COMPILER, .kernels = "sum");
}

/* Without an object of clgroup-cc's the driver links, as before. */
TEST(header, objects_of_the_driver) {
  BUILD(SUM, CL3, .object = true);
  cl_program other = make_object(LEFT_OUT PLAIN_KERNEL, CL3), linked = link_with("", 1, &other);
  CHECK_EQUAL(SEEN(clLinkProgram), 1);
  CHECK_TEXT(program_text(linked, CL_PROGRAM_KERNEL_NAMES), "sum;plain");
}

/* A header that the application gives includes the library's; and a file that it gives in the place of one of these is
 * no header of the library's. */
TEST(header, given_headers) {
  static const char *const names[] = {"own.h", "clgroup/work_group_shuffle.h"};
  for (unsigned i = 0; i < 2; i++) {
    char source[200];
    open_context(1);
    snprintf(source, sizeof source, "#include <%s>\nkernel void sum(global int *p) { *p = VALUE; }\n", names[i]);
    program = make_object_with(source, names[i], i ? "#define VALUE 3\n" : HEADER "#define VALUE 3\n");
    cl_program linked = link_with("", 0, NULL);
    CHECK_EQUAL(SEEN(clLinkProgram), i);
    CHECK_TEXT(program_text(linked, CL_PROGRAM_KERNEL_NAMES), "sum");
  }
}

/* C++, whose -cl-std the driver refuses, with an object of C. */
TEST(header, object_of_cpp) {
  BUILD(TEMPLATE "int same(int x);\nkernel void k(global int *p) { *p = f(same(*p)); }\n", "-cl-std=CLC++2021",
        .object = true, FAULT(clCompileProgram, 1, CL_INVALID_COMPILER_OPTIONS));
  cl_program other = make_object("int __attribute__((overloadable)) same(int x) { return x; }\n", CL3);
  CHECK_TEXT(program_text(link_with("", 1, &other), CL_PROGRAM_KERNEL_NAMES), "k");
}

/* An object that no source of this process's made cannot be linked by clgroup-cc, and the log says so. */
TEST(header, object_with_binary) {
  cl_int error = -1;
  BUILD(HEADER USE, CL3, .object = true);
  cl_program inputs[] = {program, make_reloaded(make_object(SAME, CL3))};
  hear();
  CHECK(!cl->clLinkProgram(context, 0, NULL, "", 2, inputs, NULL, NULL, &error));
  printed = heard();
  CHECK_EQUAL(error, CL_LINK_PROGRAM_FAILURE);
  CHECK_WORDS(printed, "clgroup: input 1 of clLinkProgram was not compiled from source in this process, so clgroup-cc "
                       "cannot link it with the inputs that it compiled\n|!\n\n");
}

/* A program that has an error besides the missing header. */
TEST(header, error_of_compiler) {
  for (unsigned object = 0; object < 2; object++)
    BUILD(NO_SUCH_NAME, CL3, failures[object], .object = object, .log = NO_HEADER "|<source>:2:37: error");
}

/* After both routes clgroup-cc's error comes first: the reason, where the driver's is only that it lacks the header. */
TEST(header, error_of_compiler_first) {
  BUILD(HEADER SUM "kernel void k(global int *p) { *p = nowhere; }\n", CL3, CL_BUILD_PROGRAM_FAILURE,
        .log = NO_HEADER "|undeclared identifier 'nowhere'");
  const char *log = build_log(program, device);
  CHECK(strstr(log, "undeclared identifier") < strstr(log, NO_HEADER));
}

/* Devices of one build share what clgroup-cc makes. */
TEST(header, several_devices) {
  stub->settings->device[0].sub_groups = true;
  BUILD(HEADER SUM, CL3, .devices = 2, .printed = "--strategy=tree|!--strategy=subgroup");
  stub->settings->device[0].sub_groups = false;
  use_bitcode(1);
  BUILD(HEADER SUM, CL3, CL_BUILD_PROGRAM_FAILURE, .devices = 2, .log = "one call cannot build for both");
}

/* The build log has the driver's error, and a line that says what to do. */
TEST(header_without, without_compiler) {
  for (unsigned i = 0; i < 6; i++) {
    const bool object = i / 2 == 1;
    if (i == 3)
      use_bitcode(0);
    BUILD(i % 2 ? HEADER SUM : HEADER PLAIN_KERNEL, CL3, failures[object], .object = object,
          .log = NO_HEADER "|cannot run '/nowhere/clgroup-cc': No such file or directory");
  }
}

/* PoCL 7 has functions of its own, and none of the headers. */
TEST(header, loops_with_functions) {
#define IN_LOOP                                                                                                        \
  "kernel void sum(global int *o) { for (int i = 0, n = *o; i < n; i++) *o += work_group_reduce_add(i); }\n"
  be_cpus(POCL, "7.1", true);
  BUILD(HEADER IN_LOOP, CL3, .printed = "by route compile|!left to the driver: ");
  BUILD(IN_LOOP, CL3, .printed = "by route compile|!left to the driver: ");
}
