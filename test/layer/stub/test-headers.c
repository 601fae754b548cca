/* Programs with an #include of a header of the library's, <clgroup/...>, which only clgroup-cc has. The driver's own
 * build comes first, since the #include may be in a branch that #if leaves out. */
#include "harness.h"

#include <stdio.h>
#include <string.h>

#define HEADER "#include <clgroup/work_group_shuffle.h>\n"
#define LEFT_OUT "#ifdef NOWHERE_DEFINED\n" HEADER "#endif\n"

static cl_program program;

/* How the driver's own build fails, unless by what is in the text. */
static cl_int driver_error;

/* Builds or compiles for the first `devices`. */
static cl_int make(cl_uint devices, const char *text, const char *options, bool object) {
  open_context(devices);
  program = make_program(text);
  stub->clear();
  if (driver_error)
    stub->fail(object ? STUB_SLOT(clCompileProgram) : STUB_SLOT(clBuildProgram), 1, driver_error);
  hear();
  cl_int error = object ? compile_program(program, options) : build_program(program, options);
  said = heard();
  return error;
}

static cl_int build(cl_uint devices, const char *text, const char *options) {
  return make(devices, text, options, false);
}

static const char *log_of_build(void) {
  return build_log(program, stub->device(0));
}

/* On a device that loads nothing of what clgroup-cc makes, the driver's error stays, and the log says why. Drivers
 * crash on what they do not take: PoCL 3.0 without SPIR on bitcode. */
TEST(header, nothing_is_taken) {
  for (unsigned i = 0; i < 4; i++) {
    const bool object = i & 1, beside = i & 2; /* another one, which takes bitcode */
    stub->settings->device[beside].il = "";
    if (beside)
      use_bitcode(0);
    cl_int error = make(1 + beside, HEADER SUM, CL3, object);
    CHECK_EQUAL(error, object ? CL_COMPILE_PROGRAM_FAILURE : CL_BUILD_PROGRAM_FAILURE);
    CHECK_EQUAL(SEEN(clCreateProgramWithBinary) + SEEN(clCreateProgramWithIL) + SEEN(clLinkProgram), 0);
    if (!beside) {
      CHECK(strstr(log_of_build(), "file not found: <clgroup/"));
      CHECK(strstr(log_of_build(), "accepts neither SPIR-V nor SPIR bitcode nor PTX"));
    }
    stub->reset();
  }
}

/* A program that builds without the layer. */
TEST(header, left_out) {
  static const char *const options[] = {"", CL3, "-cl-std=CL1.2"};
  for (unsigned i = 0; i < 6; i++) {
    if (i == 3)
      use_bitcode(0);
    CHECK_EQUAL(build(1, LEFT_OUT PLAIN_KERNEL, options[i % 3]), CL_SUCCESS);
    CHECK_EQUAL(SEEN(clBuildProgram), 1);
    CHECK_EQUAL(SEEN(clCompileProgram) + SEEN(clCreateProgramWithIL) + SEEN(clCreateProgramWithBinary), 0);
    CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), "plain");
    CHECK_TEXT(log_of_build(), "");
  }
}

/* One that calls the functions is linked, as without the #include. */
TEST(header, left_out_with_calls) {
  static const char *const options[] = {CL3, CL3 " -cl-kernel-arg-info", ""};
  for (unsigned i = 0; i < 3; i++) {
    CHECK_EQUAL(build(1, LEFT_OUT SUM, options[i]), CL_SUCCESS);
    CHECK_EQUAL(SEEN(clLinkProgram), 1);
    CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), "sum");
  }
}

TEST(header, left_out_of_object) {
  CHECK_EQUAL(make(1, LEFT_OUT PLAIN_KERNEL, CL3, true), CL_SUCCESS);
  CHECK_EQUAL(SEEN(clCompileProgram), 1);
  CHECK_EQUAL(make(1, LEFT_OUT SUM, CL3, true), CL_SUCCESS);
}

TEST(header, errors_are_the_drivers) {
  CHECK_EQUAL(build(1, LEFT_OUT "#error no\n" PLAIN_KERNEL, CL3), CL_BUILD_PROGRAM_FAILURE);
  CHECK(strstr(log_of_build(), "#error no") == strstr(log_of_build(), "#error"));
}

TEST(header, included) {
  for (unsigned i = 0; i < 2; i++) {
    CHECK_EQUAL(build(1, i ? HEADER SUM : HEADER "kernel void sum() {}\n", CL3), CL_SUCCESS);
    CHECK_EQUAL(SEEN(clCreateProgramWithIL), 1);
    CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), "sum");
    CHECK_TEXT(log_of_build(), "");
    CHECK(strstr(said, "--strategy=tree"));
  }
}

TEST(header, included_with_shuffles) {
  stub->settings->device[0].sub_groups = true;
  build(1, HEADER SUM, CL3); /* whatever the stub makes of the result */
  CHECK(strstr(said, "--strategy=subgroup") && !strstr(said, "--strategy=tree"));
  CHECK(!strstr(said, "functions of tiles"));
  build(1, HEADER SUM, CL3 " -cl-opt-disable");
  CHECK(strstr(said, "--strategy=tree") && strstr(said, "all of a work-group must call the functions of tiles"));
}

/* Kernels may ask for the sizes that all devices of the build have. */
TEST(header, sub_group_sizes) {
  static const size_t sizes[2][3] = {{8, 16, 32}, {16, 24, 32}};
  CHECK_EQUAL(build(1, HEADER SUM, CL3), CL_SUCCESS);
  CHECK(strstr(said, "--local-memory-size=32768 -f"));
  for (unsigned i = 0; i < 2; i++) {
    stub->settings->device[i].serial++;
    memcpy(stub->settings->device[i].sub_group_sizes, sizes[i], sizeof sizes[i]);
  }
  CHECK_EQUAL(build(1, HEADER SUM, CL3), CL_SUCCESS);
  CHECK(strstr(said, "=32768 --device-sub-group-size=8 --device-sub-group-size=16 --device-sub-group-size=32 -f"));
  CHECK_EQUAL(build(2, HEADER SUM, CL3), CL_SUCCESS);
  CHECK(strstr(said, "=32768 --device-sub-group-size=16 --device-sub-group-size=32 -f"));
}

/* Some drivers do not take -cl-std=CLC++2021. */
TEST(header, refused_options) {
  static const char text[] = HEADER "template <class T> T f(T t) { return t; }\n"
                                    "kernel void k(global int *p) { *p = f(*p); }\n";
  driver_error = CL_INVALID_BUILD_OPTIONS;
  CHECK_EQUAL(build(1, text, "-cl-std=CLC++2021"), CL_SUCCESS);
  driver_error = CL_SUCCESS;
  CHECK(stub->failed());
  CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), "k");
}

/* Links the program with others. */
static cl_program link_with(const char *options, cl_uint count, const cl_program *others) {
  cl_program inputs[4] = {program};
  for (cl_uint i = 0; i < count; i++)
    inputs[i + 1] = others[i];
  return make_linked(options, count + 1, inputs);
}

/* An object of clgroup-cc's, on devices of both kinds. */
TEST(header, object) {
  for (unsigned i = 0; i < 4; i++) {
    if (i == 2)
      use_bitcode(0);
    CHECK_EQUAL(make(1, i % 2 ? HEADER SUM : HEADER "kernel void sum() {}\n", CL3, true), CL_SUCCESS);
    CHECK(strstr(said, "--compile-only") && strstr(said, "--strategy=tree"));
    CHECK_TEXT(log_of_build(), "");
    CHECK_EQUAL(binary_type(program, stub->device(0)), CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
    if (i < 2) { /* the stub reads no bitcode */
      cl_program linked = link_with("", 0, NULL);
      CHECK_EQUAL(SEEN(clLinkProgram), 0);
      CHECK_EQUAL(SEEN(clCreateProgramWithIL), 1);
      CHECK_TEXT(program_text(linked, CL_PROGRAM_KERNEL_NAMES), "sum");
      CHECK_EQUAL(binary_type(linked, stub->device(0)), CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    }
  }
}

#define USE "int same(int x);\nkernel void k(global int *p) { *p = same(*p); }\n"

/* It is linked with objects of the driver's, by the driver alone and by the layer, whose sources are kept for that;
 * with a library of such; and becomes part of a library. */
TEST(header, object_with_others) {
  for (unsigned i = 0; i < 3; i++) {
    CHECK_EQUAL(make(1, HEADER USE, CL3, true), CL_SUCCESS);
    cl_program others[] = {make_object("int same(int x) { return x; }\n", CL3), make_object(SUM, CL3)};
    if (i == 1) {
      cl_program library = link_with("-create-library", 2, others);
      CHECK_EQUAL(binary_type(library, stub->device(0)), CL_PROGRAM_BINARY_TYPE_LIBRARY);
      program = library;
    }
    cl_program linked = link_with("", i == 1 ? 0 : 2, others);
    CHECK_TEXT(program_text(linked, CL_PROGRAM_KERNEL_NAMES), "k;sum");
  }
}

/* If one of them may not be optimized, there are no shuffles in the program: Intel's compiler would crash. */
TEST(header, objects_without_optimization) {
  static const char *const options[] = {CL3, CL3 " -cl-opt-disable"};
  stub->settings->device[0].sub_groups = true;
  for (unsigned i = 0; i < 3; i++) {
    CHECK_EQUAL(make(1, HEADER SUM, options[i == 1], true), CL_SUCCESS);
    cl_program other = make_object(PLAIN_KERNEL, options[i == 2]);
    cl_program inputs[] = {program, other};
    cl_int error;
    hear();
    cl_program linked = cl->clLinkProgram(context, 0, NULL, "", 2, inputs, NULL, NULL, &error);
    said = heard(); /* whatever the stub makes of the result */
    CHECK(strstr(said, i ? "--strategy=tree" : "--strategy=subgroup"));
    CHECK(!strstr(said, i ? "--strategy=subgroup" : "--strategy=tree"));
    CHECK(!strstr(said, "functions of tiles") == !i);
    if (linked)
      keep(linked);
  }
}

/* The driver cannot link it, and leaves a program with the log, which is released: main.c counts programs. */
TEST(header, refused_link) {
  static const char text[] = LEFT_OUT "#ifndef __clang__\nint __clgroup_nowhere(int x);\n"
                                      "kernel void calls(global int *p) { *p = __clgroup_nowhere(*p); }\n#endif\n" SUM;
  CHECK_EQUAL(build(1, text, CL3 " -cl-kernel-arg-info"), CL_SUCCESS);
  CHECK_EQUAL(SEEN(clLinkProgram), 1);
  CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), "sum");
}

/* Without an object of clgroup-cc's the driver links, as before. */
TEST(header, objects_of_the_driver) {
  CHECK_EQUAL(make(1, SUM, CL3, true), CL_SUCCESS);
  cl_program other = make_object(LEFT_OUT PLAIN_KERNEL, CL3), linked = link_with("", 1, &other);
  CHECK_EQUAL(SEEN(clLinkProgram), 1);
  CHECK_TEXT(program_text(linked, CL_PROGRAM_KERNEL_NAMES), "sum;plain");
}

/* A header that the application gives includes the library's; and a file that it gives in the place of one of these is
 * no header of the library's. */
TEST(header, given_headers) {
  static const char *const names[] = {"own.h", "clgroup/work_group_shuffle.h"};
  static const char text[] = "kernel void sum(global int *p) { *p = VALUE; }\n";
  for (unsigned i = 0; i < 2; i++) {
    const char *name = names[i];
    char source[200];
    open_context(1);
    snprintf(source, sizeof source, "#include <%s>\n%s", name, text);
    cl_program header = make_program(i ? "#define VALUE 3\n" : HEADER "#define VALUE 3\n");
    program = make_program(source);
    stub->clear();
    CHECK_EQUAL(cl->clCompileProgram(program, 0, NULL, CL3, 1, &header, &name, NULL, NULL), CL_SUCCESS);
    cl_program linked = link_with("", 0, NULL);
    CHECK_EQUAL(SEEN(clLinkProgram), i);
    CHECK_TEXT(program_text(linked, CL_PROGRAM_KERNEL_NAMES), "sum");
  }
}

/* C++, whose -cl-std the driver refuses, with an object of C. */
TEST(header, object_of_cpp) {
  static const char text[] = HEADER "template <class T> T f(T t) { return t; }\n"
                                    "int same(int x);\nkernel void k(global int *p) { *p = f(same(*p)); }\n";
  driver_error = CL_INVALID_COMPILER_OPTIONS;
  CHECK_EQUAL(make(1, text, "-cl-std=CLC++2021", true), CL_SUCCESS);
  driver_error = CL_SUCCESS;
  CHECK(stub->failed());
  cl_program other = make_object("int __attribute__((overloadable)) same(int x) { return x; }\n", CL3);
  cl_program linked = link_with("", 1, &other);
  CHECK_TEXT(program_text(linked, CL_PROGRAM_KERNEL_NAMES), "k");
}

TEST(header, error_of_object) {
  CHECK_EQUAL(make(1, HEADER "kernel void k(global int *p) { *p = nowhere; }\n", CL3, true),
              CL_COMPILE_PROGRAM_FAILURE);
  CHECK(strstr(log_of_build(), "file not found") && strstr(log_of_build(), "<source>:2:37: error"));
  CHECK_EQUAL(build_status(program, stub->device(0)), CL_BUILD_ERROR);
}

/* An object that no source of this process's made cannot be linked by clgroup-cc, and the log says so. */
TEST(header, object_with_binary) {
  cl_int error = -1;
  CHECK_EQUAL(make(1, HEADER USE, CL3, true), CL_SUCCESS);
  cl_program loaded = make_reloaded(make_object("int same(int x) { return x; }\n", CL3));
  cl_program inputs[] = {program, loaded};
  hear();
  CHECK(!cl->clLinkProgram(context, 0, NULL, "", 2, inputs, NULL, NULL, &error));
  said = heard();
  CHECK_EQUAL(error, CL_LINK_PROGRAM_FAILURE);
  CHECK(strstr(said, "clgroup: input 1 of clLinkProgram was not compiled from source in this process, so clgroup-cc "
                     "cannot link it with the inputs that it compiled\n"));
}

/* What is wrong beyond the header that the driver has not. */
TEST(header, error_of_compiler) {
  CHECK_EQUAL(build(1, HEADER "kernel void k(global int *p) { *p = nowhere; }\n", CL3), CL_BUILD_PROGRAM_FAILURE);
  CHECK(strstr(log_of_build(), "file not found") && strstr(log_of_build(), "<source>:2:37: error"));
  CHECK_EQUAL(build_status(program, stub->device(0)), CL_BUILD_ERROR);
}

/* Devices of one build share what clgroup-cc makes. */
TEST(header, without_shuffles_on_one) {
  stub->settings->device[0].sub_groups = true;
  CHECK_EQUAL(build(2, HEADER SUM, CL3), CL_SUCCESS);
  CHECK(strstr(said, "--strategy=tree") && !strstr(said, "--strategy=subgroup"));
}

TEST(header, of_several_forms) {
  use_bitcode(1);
  CHECK_EQUAL(build(2, HEADER SUM, CL3), CL_BUILD_PROGRAM_FAILURE);
  CHECK(strstr(log_of_build(), "one call cannot build for both"));
}

/* The driver's log, and a line that says what to do. */
TEST(header_without, without_compiler) {
  for (unsigned i = 0; i < 4; i++) {
    if (i == 2)
      use_bitcode(0);
    CHECK_EQUAL(build(1, i % 2 ? HEADER SUM : HEADER PLAIN_KERNEL, CL3), CL_BUILD_PROGRAM_FAILURE);
    const char *found = strstr(log_of_build(), "file not found");
    CHECK(found && strstr(found, "cannot run '/nowhere/clgroup-cc': No such file or directory"));
    CHECK_EQUAL(build_status(program, stub->device(0)), CL_BUILD_ERROR);
  }
}

TEST(header_without, object_without_compiler) {
  for (unsigned i = 0; i < 2; i++) {
    if (i)
      use_bitcode(0);
    CHECK_EQUAL(make(1, HEADER SUM, CL3, true), CL_COMPILE_PROGRAM_FAILURE);
    const char *found = strstr(log_of_build(), "file not found");
    CHECK(found && strstr(found, "cannot run '/nowhere/clgroup-cc': No such file or directory"));
  }
}

/* PoCL 7 has functions of its own, and none of the headers. */
TEST(header, loops_with_functions) {
  static const char in_loop[] = "kernel void sum(global int *o) { for (int i = 0, n = *o; i < n; i++) *o += "
                                "work_group_reduce_add(i); }\n";
  char text[sizeof HEADER + sizeof in_loop];
  snprintf(text, sizeof text, "%s%s", HEADER, in_loop);
  for (unsigned i = 0; i < 2; i++) {
    be_cpus(POCL, "7.1", true);
    CHECK_EQUAL(build(1, i ? in_loop : text, CL3), CL_SUCCESS);
    CHECK(strstr(said, "by route compile"));
    CHECK(!strstr(said, "left to the driver: "));
  }
}

/* CLGROUP_EXTENSIONS=cl_khr_subgroups: <clgroup/sub_groups.h>, which the program does not include. */
#define SUB_GROUPS                                                                                                     \
  "#ifndef cl_khr_subgroups\n#error no sub-groups\n#endif\n"                                                           \
  "kernel void k(global int *p) { *p = sub_group_reduce_add(*p) + get_sub_group_size(); }\n"

static cl_uint number(unsigned device, cl_device_info what) {
  cl_uint answer = 77;
  CHECK_EQUAL(cl->clGetDeviceInfo(stub->device(device), what, sizeof answer, &answer, NULL), 0);
  return answer;
}

TEST(sub_group, sub_groups_told) {
  stub->settings->devices = 2;
  stub->settings->device[1].sub_groups = true;
  CHECK_EQUAL(number(0, CL_DEVICE_MAX_NUM_SUB_GROUPS), 1);
  CHECK_EQUAL(number(1, CL_DEVICE_MAX_NUM_SUB_GROUPS), 16);
  CHECK_EQUAL(number(0, CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS), CL_TRUE);
  CHECK_EQUAL(number(1, CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS), CL_FALSE);
  CHECK(strstr(device_text(stub->device(0), CL_DEVICE_EXTENSIONS), " cl_khr_subgroups"));
  CHECK(!strstr(device_text(stub->device(1), CL_DEVICE_EXTENSIONS), "cl_khr_subgroups"));
  CHECK(!strstr(device_text(stub->device(0), CL_DEVICE_EXTENSIONS), "uniform_arithmetic"));
}

TEST(sub_group, sub_groups_built) {
  CHECK_EQUAL(build(1, SUB_GROUPS, CL3), CL_SUCCESS);
  CHECK_EQUAL(SEEN(clCreateProgramWithIL), 1);
  CHECK(strstr(said, "by route compile"));
  cl_kernel kernel = make_kernel(program, "k");
  const size_t local[] = {3, 5, 2}, count = 1;
  size_t size = 0, most[3] = {0};
  CHECK_EQUAL(cl->clGetKernelSubGroupInfo(kernel, stub->device(0), CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                          sizeof local, local, sizeof size, &size, NULL),
              CL_SUCCESS);
  CHECK_EQUAL(size, 30);
  CHECK_EQUAL(cl->clGetKernelSubGroupInfo(kernel, stub->device(0), CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT,
                                          sizeof count, &count, sizeof most, most, NULL),
              CL_SUCCESS);
  CHECK(most[0] > 1 && most[1] == 1 && most[2] == 1);
  CHECK_EQUAL(cl->clGetKernelSubGroupInfo(kernel, stub->device(0), CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 1, local,
                                          sizeof size, &size, NULL),
              CL_INVALID_VALUE);
}

/* OpenCL C 1.2 has none, nor has a program that names none, and a device that has its own keeps them. */
TEST(sub_group, sub_groups_left) {
  CHECK_EQUAL(build(1, SUB_GROUPS, "-cl-std=CL1.2"), CL_BUILD_PROGRAM_FAILURE);
  CHECK_EQUAL(build(1, PLAIN_KERNEL, CL3), CL_SUCCESS);
  CHECK_EQUAL(SEEN(clBuildProgram), 1);
  CHECK_EQUAL(SEEN(clCreateProgramWithIL), 0);
  stub->settings->device[0].sub_groups = true;
  build(1, SUB_GROUPS, CL3);
  CHECK_EQUAL(SEEN(clCreateProgramWithIL), 0);
}
ALSO(header_without, left_out)
ALSO(header_without, left_out_with_calls)
ALSO(header_without, left_out_of_object)
ALSO(header_without, errors_are_the_drivers)
