/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The link route with programs of other kinds: compiled and linked apart, from binaries and SPIR-V, with hidden calls.
 */
#define _GNU_SOURCE /* memmem */
#include "harness.h"

#include "make-module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Without -cl-std, or with CL1.2, the driver's own build comes first; where both fail its own log stands. The
 * application is called back once. */
TEST(link, own_build_first) {
  static const char *const options[] = {NULL, "", "-DX=1", "-cl-std=CL1.2"};
  for (unsigned i = 0; i < sizeof options / sizeof *options; i++) {
    BUILD(SUM, options[i], .calls = "build " LINKED, .kernels = "sum");
    CHECK_WORDS(CALL(clCreateProgramWithSource, 0)->text, "#define CLGROUP_PRELUDE_ANY_VERSION");
    BUILD("kernel void k(void) { work_group_all(1);\n nonsense\n}\n#error mine\n", options[i], CL_BUILD_PROGRAM_FAILURE,
          .log = "error: implicit declaration of function work_group_all|error: #error mine");
    stub->settings->asynchronous = i & 1;
    CHECK_EQUAL(build_notified(program, options[i], CL_BUILD_PROGRAM_FAILURE), 1);
    CHECK_EQUAL(build_notified(make_program(SUM), options[i], CL_SUCCESS), 1);
  }
}

/* The application compiles and links by itself: a program, and a library with a program of it. */
TEST(link, compile_and_link) {
  cl_int error = 1;
  open_context(1);
  program = make_object_with("#include \"sum.h\"\nkernel void k(void) { f(1); work_group_all(1); }\n", "sum.h",
                             "int f(int x) { return work_group_scan_inclusive_max((long)x); }\n");
  CHECK_EQUAL(ask_status(program, device), CL_BUILD_SUCCESS);
  CHECK_TEXT(build_log(program, device), "");
  CHECK_EQUAL(ask_binary_type(program, device), CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  CHECK_TEXT(build_options(program, device), CL3);
  cl_program both[] = {make_object(PLAIN_KERNEL, CL3), program}, linked = make_linked(NULL, 2, both);
  CHECK_EQUAL(ask_status(linked, device), CL_BUILD_SUCCESS);
  CHECK_EQUAL(ask_binary_type(linked, device), CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  CHECK_EQUAL(ask_references(linked), 1);
  check_kernel(linked, "k");
  check_kernel(linked, "plain");
  CHECK(!cl->clLinkProgram(context, 0, NULL, "-nonsense", 2, both, NULL, NULL, &error));
  CHECK_EQUAL(error, CL_INVALID_LINKER_OPTIONS);
  cl_program library = make_linked("-create-library", 1, &program);
  CHECK_EQUAL(ask_binary_type(library, device), CL_PROGRAM_BINARY_TYPE_LIBRARY);
  check_kernel(make_linked(NULL, 1, &library), "k");
}

/* Binaries that were saved: executables, and objects that still want the library. */
TEST(link, binaries) {
  open_context(1);
  cl_program again = make_reloaded(make_built(SUM, CL3)), object = make_object(SUM, CL3);
  CHECK_EQUAL(build_program(again, NULL), CL_SUCCESS);
  check_kernel(again, "sum");
  again = make_reloaded(object);
  drop(object);
  CHECK_EQUAL(ask_binary_type(again, device), CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  check_kernel(make_linked(NULL, 1, &again), "sum");
}

/* A device that takes no SPIR-V gets none of the library, wherever an object that wants it was made. */
TEST(link, binary_where_nothing_is_taken) {
  cl_int error = 1;
  size_t size;
  open_context(1);
  unsigned char *bytes = ask_binary(make_object(SUM, CL3), &size);
  const unsigned char *from = bytes;
  stub->settings->device[1].il = "";
  open_context(2);
  const cl_device_id other = stub->device(1);
  cl_program object = keep(cl->clCreateProgramWithBinary(context, 1, &other, &size, &from, NULL, &error));
  CHECK_EQUAL(error, CL_SUCCESS);
  CHECK(!cl->clLinkProgram(context, 1, &other, NULL, 1, &object, NULL, NULL, &error));
  CHECK_EQUAL(error, CL_LINK_PROGRAM_FAILURE);
  CHECK_CALLS("binary");
  free(bytes);
}

/* The module that the application gave is what it gets back; what the driver gets has calls. It may be compiled and
 * linked by the application, with source that calls, too. */
TEST(link, il) {
  for (unsigned bits = 32; bits <= 64; bits += 32) {
    size_t size = 0;
    char back[4096];
    stub->settings->device[0].address_bits = bits;
    open_context(1);
    program = make_il(MODULE_GROUP_ADD);
    for (unsigned built = 0; built < 2; built++) {
      CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_IL, sizeof back, back, &size), CL_SUCCESS);
      CHECK(size == module.count * 4 && !memcmp(back, module.data, size));
      CHECK_TEXT(program_text(program, CL_PROGRAM_SOURCE), "");
      CHECK_EQUAL(build_program(program, NULL), CL_SUCCESS);
    }
    CHECK_TEXT(build_log(program, device), "");
    CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), "group");
    CHECK_EQUAL(ask_status(program, device), CL_BUILD_SUCCESS);
    CHECK_EQUAL(ask_references(program), 1);
    check_kernel(program, "group");
    cl_program both[] = {make_of_module(), make_object(SUM, CL3)};
    CHECK_EQUAL(compile_program(both[0], NULL), CL_SUCCESS);
    cl_program linked = make_linked(NULL, 2, both);
    check_kernel(linked, "group");
    check_kernel(linked, "sum");
  }
}

/* A driver whose objects show no names gets all that the text may name. */
TEST(link, opaque_binaries) {
  for (unsigned i = 0; i < 4; i++) {
    const bool hidden = i & 1;
    stub->settings->hides_binaries = hidden;
    stub->settings->device[0].address_bits = i & 2 ? 32 : 64;
    BUILD("#if 0\nwork_group_reduce_max\n#endif\nkernel void k(void) {\n"
          "work_group_scan_exclusive_min((long)1); work_group_broadcast((double)1, 2, 3); }\n",
          CL3, .kernels = "k");
    const struct stub_call *library = CALL(clCreateProgramWithIL, 0);
    REQUIRE(library && library->text);
    CHECK_EQUAL(memmem(library->text, library->text_size, "reduce_max", 10) != NULL, hidden);
  }
}

TEST(link, every_type) {
  static const char *const types[] = {"int", "uint", "long", "ulong", "float", "double", "half"};
  stub->settings->device[0].fp16 = true;
  for (unsigned i = 0; i < 14; i++) {
    char text[256];
    stub->settings->device[0].address_bits = i < 7 ? 32 : 64;
    snprintf(text, sizeof text,
             "kernel void k(void) { work_group_scan_inclusive_add((%s)1); work_group_broadcast((%s)1, 1, 2); }\n",
             types[i % 7], types[i % 7]);
    BUILD(text, CL3, .kernels = "k");
  }
}

/* Drivers give the handles of dead objects to new ones: contexts, too. */
TEST(link, reused_handles) {
  stub->settings->reuse = true;
  for (unsigned i = 0; i < 20; i++) {
    const char *name = i & 1 ? "sum" : "plain";
    if (i % 3 == 0)
      open_context(1);
    program = make_built(i & 1 ? SUM : PLAIN_KERNEL, CL3);
    cl_kernel kernel = cl->clCreateKernel(program, name, NULL);
    CHECK(kernel);
    if (i & 2)
      drop(program);
    CHECK(ask_is_of(kernel, program));
    CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), name);
    cl->clReleaseKernel(kernel);
    if (!(i & 2))
      drop(program);
  }
}

/* Modules of the library that the driver has loaded. */
#define CHECK_LOADED(count) CHECK_EQUAL(SEEN(clCreateProgramWithIL), count)

/* The library's modules are loaded once for programs that call the same functions and live at the same time. */
TEST(link, shared_modules) {
  open_context(1);
  cl_program first = make_built(SUM, CL3), second = make_built(SUM PLAIN_KERNEL, CL3 " -DX=2");
  CHECK_LOADED(1);
  CHECK_EQUAL(SEEN(clLinkProgram), 2);
  check_kernel(second, "plain");
  drop(first);
  first = make_built(SUM, CL3); /* with what the second one holds */
  CHECK_LOADED(1);
  check_kernel(first, "sum");
  CHECK_EQUAL(build_program(second, CL3 " -DX=3"), CL_SUCCESS);
  CHECK_LOADED(1);
  cl_program other = make_built("kernel void any(global int *out) { out[0] = work_group_any(out[1]); }\n", CL3);
  CHECK_LOADED(2);
  /* An application's clLinkProgram finds them too. */
  cl_program object = make_object(SUM, CL3), linked = make_linked(NULL, 1, &object);
  CHECK_LOADED(2);
  drop(linked);
  drop(object);
  drop(other);
  /* A kernel holds its program, and so the modules. */
  cl_kernel kernel = cl->clCreateKernel(first, "sum", NULL);
  drop(first);
  drop(second);
  second = make_built(SUM, CL3);
  CHECK_LOADED(2);
  cl->clReleaseKernel(kernel);
  drop(second);
  second = make_built(SUM, CL3); /* none lived meanwhile */
  CHECK_LOADED(3);
  /* Another context and another set of devices have their own. */
  stub->settings->devices = 2;
  cl_context another = new_context(2);
  first = new_program(another, SUM);
  CHECK_EQUAL(build_program(first, CL3), CL_SUCCESS);
  CHECK_LOADED(4);
  other = new_program(another, SUM);
  CHECK_EQUAL(build_on(other, 0, CL3), CL_SUCCESS);
  CHECK_LOADED(5);
  cl->clReleaseProgram(other);
  cl->clReleaseProgram(first);
  cl->clReleaseContext(another);
}
