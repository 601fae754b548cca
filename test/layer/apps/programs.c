/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs that the application compiles and links itself. */
#include "app.h"

#include <unistd.h>

#define ARGUMENTS "(global const int *in, global int *out)"
#define I "get_global_id(0)"

static const char kernel_with_call[] = "int same(int x);\n"
                                       "kernel void k" ARGUMENTS " {\n"
                                       "  out[" I "] = work_group_scan_inclusive_add(same(in[" I "])); }\n";
static const char plain_function[] = "int same(int x);\nint same(int x) { return x; }\n";
static const char kernel_without_call[] = "int sum(int x);\n"
                                          "kernel void k" ARGUMENTS " { out[" I "] = sum(in[" I "]); }\n";
static const char function_with_call[] = "int sum(int x);\nint sum(int x) { return work_group_reduce_add(x); }\n";

static void release(const struct app *a, unsigned count, const cl_program *programs) {
  for (unsigned i = 0; i < count; i++)
    app_must(a, clReleaseProgram(programs[i]), "clReleaseProgram");
}

/* Links two objects, which may be released before the program, and judges its kernel k. */
static void linked(const struct app *a, const char *first, const char *second, app_expectation *expected) {
  cl_program objects[] = {app_object(a, first, a->standard), app_object(a, second, a->standard)};
  cl_program program = app_link(a, "", 2, objects);
  release(a, 2, objects);
  app_right(a, program, "k", expected);
  release(a, 1, &program);
}

#define LINK_CASE(name, first, second, expected)                                                                       \
  CASE(name) {                                                                                                         \
    linked(a, first, second, expected);                                                                                \
  }
LINK_CASE(link_kernel_with_call, kernel_with_call, plain_function, app_scan)
LINK_CASE(link_function_with_call, kernel_without_call, function_with_call, app_sum)
LINK_CASE(link_both_with_calls,
          "int sum(int x);\nkernel void k" ARGUMENTS " { out[" I "] = work_group_reduce_max(sum(in[" I "])); }\n",
          function_with_call, app_sum)

CASE(link_one_twice) {
  cl_program object =
      app_object(a, "kernel void k" ARGUMENTS " { out[" I "] = work_group_reduce_add(in[" I "]); }\n", a->standard);
  cl_program first = app_link(a, "", 1, &object), second = app_link(a, NULL, 1, &object);
  app_right(a, first, "k", app_sum);
  app_right(a, second, "k", app_sum);
  release(a, 1, &first);
  app_right(a, second, "k", app_sum);
  release(a, 1, &second);
  release(a, 1, &object);
}

/* Two headers; the one that calls is named by the other. */
CASE(embedded_headers) {
  cl_program headers[] = {app_source(a, "#include \"calls/inner.h\"\n#define TOTAL(x) sum(x)\n"),
                          app_source(a, function_with_call)};
  const char *names[] = {"outer.h", "calls/inner.h"};
  cl_program object =
      app_source(a, "#include \"outer.h\"\nkernel void k" ARGUMENTS " { out[" I "] = TOTAL(in[" I "]); }\n");
  app_compile(a, object, a->standard, 2, headers, names);
  cl_program program = app_link(a, "", 1, &object);
  release(a, 2, headers);
  release(a, 1, &object);
  app_right(a, program, "k", app_sum);
}

CASE(library_linked_later) {
  cl_program part = app_object(a, function_with_call, a->standard);
  cl_program library = app_link(a, "-create-library", 1, &part);
  release(a, 1, &part);
  if (ask_binary_type(library, a->device) != CL_PROGRAM_BINARY_TYPE_LIBRARY)
    app_fail(a, "the library's binary type is %u", (unsigned)ask_binary_type(library, a->device));
  cl_program objects[] = {app_object(a, kernel_without_call, a->standard), library};
  cl_program program = app_link(a, "", 2, objects);
  release(a, 2, objects);
  app_right(a, program, "k", app_sum);
  release(a, 1, &program);
}

/* No object of the library calls a work-group function, but the kernel that it is linked with does. */
CASE(library_without_calls) {
  cl_program part = app_object(a, plain_function, a->standard);
  cl_program library = app_link(a, "-create-library", 1, &part);
  release(a, 1, &part);
  cl_program objects[] = {library, app_object(a, kernel_with_call, a->standard)};
  cl_program program = app_link(a, "", 2, objects);
  release(a, 2, objects);
  app_right(a, program, "k", app_scan);
  release(a, 1, &program);
}

CASE(binary_types) {
  cl_program source = app_source(a, kernel_with_call);
  cl_program_binary_type types[3] = {ask_binary_type(source, a->device)};
  app_compile(a, source, a->standard, 0, NULL, NULL);
  types[1] = ask_binary_type(source, a->device);
  cl_program objects[] = {source, app_object(a, plain_function, a->standard)};
  types[2] = ask_binary_type(app_link(a, "", 2, objects), a->device);
  if (types[0] != CL_PROGRAM_BINARY_TYPE_NONE || types[1] != CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT ||
      types[2] != CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
    app_fail(a, "binary types of a source, an object and a program: %u, %u, %u", (unsigned)types[0], (unsigned)types[1],
             (unsigned)types[2]);
}

CASE(undefined_function) {
  cl_program object = app_object(a, kernel_with_call, a->standard);
  cl_int error = CL_SUCCESS;
  cl_program program = clLinkProgram(a->context, 1, &a->device, "", 1, &object, NULL, NULL, &error);
  if (error == CL_SUCCESS) {
    cl_kernel kernel = clCreateKernel(program, "k", &error);
    if (kernel)
      app_fail(a, "a program without its function same() is linked, and gives a kernel");
  } else if (error != CL_LINK_PROGRAM_FAILURE) {
    app_fail(a, "clLinkProgram gives error %d, not CL_LINK_PROGRAM_FAILURE", error);
  } else if (program && !*app_log(a, program)) {
    app_fail(a, "the log of a failed link is empty");
  }
}

CASE(link_of_what_is_not_compiled) {
  cl_program objects[] = {app_source(a, kernel_with_call), app_object(a, plain_function, a->standard)};
  cl_int error = CL_SUCCESS;
  if (clLinkProgram(a->context, 1, &a->device, "", 2, objects, NULL, NULL, &error) && !error)
    app_fail(a, "clLinkProgram takes a program that is not compiled");
  app_gives(a, error, CL_INVALID_OPERATION, "clLinkProgram");
}

/* Objects with a header of the library's, for which no folder is given: each computes the inclusive scan. One is by the
 * driver alone, one calls, one has the header by way of another that the application gives. */
static void library_headers(struct app *a, const char *text, const char *standard) {
  const char *name = "own/scan.h";
  if (!a->layer)
    app_skip(a, "a driver has no such headers");
  /* Intel's compiler searches "include" of the current folder, which has them in this tree. */
  if (chdir(a->folder))
    app_fail(a, "cannot change to %s", a->folder);
  cl_program header = app_source(a, text), object = app_source(a, "#include \"own/scan.h\"\n");
  cl_program objects[] = {object, app_object(a, plain_function, a->standard),
                          app_object(a, function_with_call, a->standard)};
  app_compile(a, object, standard, 1, &header, &name);
  release(a, 1, &header);
  cl_program again = app_object(a, text, standard);
  cl_program program = app_link(a, "", 3, objects);
  release(a, 1, objects);
  app_right(a, program, "k", app_scan);
  release(a, 1, &program);
  objects[0] = again;
  cl_program library = app_link(a, "-create-library", 2, objects);
  release(a, 2, objects);
  program = app_link(a, "", 1, &library);
  release(a, 1, &library);
  app_right(a, program, "k", app_scan);
  release(a, 1, &program);
  release(a, 1, objects + 2);
}

CASE(library_header_of_c) {
  static const char text[] =
      "#define CLGROUP_OPERATOR sum\n#define CLGROUP_TYPE int\n"
      "#define CLGROUP_COMBINE(a, b) (a) + (b)\n#define CLGROUP_IDENTITY 0\n"
      "#include <clgroup/operator.h>\n"
      "int same(int x);\n"
      "kernel void k" ARGUMENTS " { out[" I "] = work_group_scan_inclusive_sum(same(in[" I "])); }\n";
  library_headers(a, text, a->standard);
}

CASE(library_header_of_cpp) {
  static const char text[] = "#include <clgroup/cooperative_groups.h>\n"
                             "namespace cg = cooperative_groups;\n"
                             "extern \"C\" int same(int x);\n"
                             "kernel void k" ARGUMENTS " {\n"
                             "  auto tile = cg::tiled_partition<64>(cg::this_thread_block());\n"
                             "  out[" I "] = cg::inclusive_scan(tile, same(in[" I "]));\n}\n";
  library_headers(a, text, "-cl-std=CLC++2021");
}

/* A compiled program may be built, and a built one compiled. */
CASE(compile_and_build_in_turn) {
  cl_program program = app_source(a, "#ifndef K\n#define K 1\n#endif\nkernel void k" ARGUMENTS " { out[" I
                                     "] = K * work_group_reduce_add(in[" I "]); }\n");
  app_build(a, program, a->standard);
  app_right(a, program, "k", app_sum);
  app_compile(a, program, app_options(a, "-D K=2"), 0, NULL, NULL);
  cl_program linked = app_link(a, "", 1, &program);
  cl_kernel kernel = app_kernel(a, linked, "k");
  app_expect(a, kernel, app_sum, 2);
  app_build(a, program, app_options(a, "-D K=3"));
  app_expect(a, kernel, app_sum, 2);
  cl_kernel third = app_kernel(a, program, "k");
  app_expect(a, third, app_sum, 3);
}
