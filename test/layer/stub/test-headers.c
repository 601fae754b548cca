/* Programs with an #include of a header of the library's, <clgroup/...>, which only clgroup-cc has. The driver's own
 * build comes first, since the #include may be in a branch that #if leaves out. */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEADER "#include <clgroup/work_group_shuffle.h>\n"
#define LEFT_OUT "#ifdef NOWHERE_DEFINED\n" HEADER "#endif\n"

static cl_context context;
static cl_program program;
static char said[16384]; /* on standard error while the text was built */

/* How the driver's own build fails, unless by what is in the text. */
static cl_int driver_error;

/* Builds or compiles for the first `devices`. */
static cl_int make(cl_uint devices, const char *text, const char *options, bool object) {
  FILE *file = tmpfile();
  int standard_error = dup(STDERR_FILENO);
  if (!file || standard_error < 0)
    exit(2);
  stub->settings->devices = devices;
  context = make_context(devices);
  program = make_program(context, text);
  stub->clear();
  if (driver_error)
    stub->fail(STUB_SLOT(clBuildProgram), 1, driver_error);
  dup2(fileno(file), STDERR_FILENO);
  cl_int error = object ? cl->clCompileProgram(program, 0, NULL, options, 0, NULL, NULL, NULL, NULL)
                        : cl->clBuildProgram(program, 0, NULL, options, NULL, NULL);
  dup2(standard_error, STDERR_FILENO);
  close(standard_error);
  rewind(file);
  said[fread(said, 1, sizeof said - 1, file)] = 0;
  fclose(file);
  return error;
}

static cl_int build(cl_uint devices, const char *text, const char *options) {
  return make(devices, text, options, false);
}

static void end(void) {
  cl->clReleaseProgram(program);
  cl->clReleaseContext(context);
}

static const char *log_of_build(void) {
  return build_log(program, stub->device(0));
}

static void use_bitcode(unsigned device) {
  stub->settings->device[device].spir = true;
  stub->settings->device[device].il = "";
}

/* A program that builds without the layer. */
static void left_out(void) {
  static const char *const options[] = {"", CL3, "-cl-std=CL1.2"};
  for (unsigned i = 0; i < 6; i++) {
    if (i == 3)
      use_bitcode(0);
    CHECK_EQUAL(build(1, LEFT_OUT PLAIN_KERNEL, options[i % 3]), CL_SUCCESS);
    CHECK_EQUAL(SEEN(clBuildProgram), 1);
    CHECK_EQUAL(SEEN(clCompileProgram) + SEEN(clCreateProgramWithIL) + SEEN(clCreateProgramWithBinary), 0);
    CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), "plain");
    CHECK_TEXT(log_of_build(), "");
    end();
  }
}

/* One that calls the functions is linked, as without the #include. */
static void left_out_with_calls(void) {
  static const char *const options[] = {CL3, CL3 " -cl-kernel-arg-info", ""};
  for (unsigned i = 0; i < 3; i++) {
    CHECK_EQUAL(build(1, LEFT_OUT SUM, options[i]), CL_SUCCESS);
    CHECK_EQUAL(SEEN(clLinkProgram), 1);
    CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), "sum");
    end();
  }
}

static void left_out_of_object(void) {
  CHECK_EQUAL(make(1, LEFT_OUT PLAIN_KERNEL, CL3, true), CL_SUCCESS);
  CHECK_EQUAL(SEEN(clCompileProgram), 1);
  end();
  CHECK_EQUAL(make(1, LEFT_OUT SUM, CL3, true), CL_SUCCESS);
  end();
}

static void errors_are_the_drivers(void) {
  CHECK_EQUAL(build(1, LEFT_OUT "#error no\n" PLAIN_KERNEL, CL3), CL_BUILD_PROGRAM_FAILURE);
  CHECK(strstr(log_of_build(), "#error no") == strstr(log_of_build(), "#error"));
  end();
}

static void included(void) {
  for (unsigned i = 0; i < 2; i++) {
    CHECK_EQUAL(build(1, i ? HEADER SUM : HEADER "kernel void sum() {}\n", CL3), CL_SUCCESS);
    CHECK_EQUAL(SEEN(clCreateProgramWithIL), 1);
    CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), "sum");
    CHECK_TEXT(log_of_build(), "");
    CHECK(strstr(said, "--strategy=tree"));
    end();
  }
}

static void included_with_shuffles(void) {
  stub->settings->device[0].sub_groups = true;
  build(1, HEADER SUM, CL3); /* whatever the stub makes of the result */
  CHECK(strstr(said, "--strategy=subgroup") && !strstr(said, "--strategy=tree"));
  end();
}

/* Some drivers do not take -cl-std=CLC++2021. */
static void refused_options(void) {
  static const char text[] = HEADER "template <class T> T f(T t) { return t; }\n"
                                    "kernel void k(global int *p) { *p = f(*p); }\n";
  driver_error = CL_INVALID_BUILD_OPTIONS;
  CHECK_EQUAL(build(1, text, "-cl-std=CLC++2021"), CL_SUCCESS);
  driver_error = CL_SUCCESS;
  CHECK(stub->failed());
  CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), "k");
  end();
}

/* What is wrong beyond the header that the driver has not. */
static void error_of_compiler(void) {
  CHECK_EQUAL(build(1, HEADER "kernel void k(global int *p) { *p = nowhere; }\n", CL3), CL_BUILD_PROGRAM_FAILURE);
  CHECK(strstr(log_of_build(), "file not found") && strstr(log_of_build(), "<source>:2:37: error"));
  CHECK_EQUAL(build_status(program, stub->device(0)), CL_BUILD_ERROR);
  end();
}

/* Devices of one build share what clgroup-cc makes. */
static void without_shuffles_on_one(void) {
  stub->settings->device[0].sub_groups = true;
  CHECK_EQUAL(build(2, HEADER SUM, CL3), CL_SUCCESS);
  CHECK(strstr(said, "--strategy=tree") && !strstr(said, "--strategy=subgroup"));
  end();
}

static void of_several_forms(void) {
  use_bitcode(1);
  CHECK_EQUAL(build(2, HEADER SUM, CL3), CL_BUILD_PROGRAM_FAILURE);
  CHECK(strstr(log_of_build(), "one call cannot build for both"));
  end();
}

/* The driver's log, and a line that says what to do. */
static void without_compiler(void) {
  for (unsigned i = 0; i < 4; i++) {
    if (i == 2)
      use_bitcode(0);
    CHECK_EQUAL(build(1, i % 2 ? HEADER SUM : HEADER PLAIN_KERNEL, CL3), CL_BUILD_PROGRAM_FAILURE);
    const char *found = strstr(log_of_build(), "file not found");
    CHECK(found && strstr(found, "cannot run '/nowhere/clgroup-cc': No such file or directory"));
    CHECK_EQUAL(build_status(program, stub->device(0)), CL_BUILD_ERROR);
    end();
  }
}

#define LEFT_OUT_TESTS                                                                                                 \
  {"left out", left_out}, {"left out with calls", left_out_with_calls}, {"left out of an object", left_out_of_object}, \
  {                                                                                                                    \
    "errors", errors_are_the_drivers                                                                                   \
  }
const struct test header_tests[] = {LEFT_OUT_TESTS,
                                    {"included", included},
                                    {"included where there are shuffles", included_with_shuffles},
                                    {"refused options", refused_options},
                                    {"an error behind the header", error_of_compiler},
                                    {"a device without shuffles", without_shuffles_on_one},
                                    {"devices of several forms", of_several_forms},
                                    {0}};
const struct test header_without_tests[] = {LEFT_OUT_TESTS, {"no clgroup-cc", without_compiler}, {0}};
