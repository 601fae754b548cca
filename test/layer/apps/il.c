/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs from SPIR-V, made of il.cl. */
#include "app.h"

#include <CL/cl_ext.h>
#include <stdlib.h>
#include <string.h>

static void *read_module(const struct app *a, const char *path, size_t *size) {
  if (!a->il)
    app_skip(a, "%s takes no SPIR-V", a->platform_name);
  if (app_device_number(a, CL_DEVICE_ADDRESS_BITS) != 64)
    app_skip(a, "the module is for 64-bit addresses");
  return app_read(a, path, size);
}

static cl_program from_file(const struct app *a, const char *path) {
  size_t size;
  cl_int error;
  void *il = read_module(a, path, &size);
  cl_program program = clCreateProgramWithIL(a->context, il, size, &error);
  app_must(a, error, "clCreateProgramWithIL");
  memset(il, 0x55, size); /* the program has its own copy */
  free(il);
  return program;
}

static cl_program from_il(const struct app *a) {
  return from_file(a, CLGROUP_APPS_IL ".spv");
}

CASE(il_build) {
  cl_program program = from_il(a);
  app_build(a, program, "");
  app_right(a, program, "k", app_scan);
  app_right(a, program, "largest", app_largest);
  app_build(a, program, NULL);
  app_right(a, program, "k", app_scan);
}

/* As applications for OpenCL 1.2 and 2.0 do: by the address of an extension's function, which does not pass through the
 * loader. */
CASE(il_by_extension) {
  size_t size;
  cl_int error;
  void *il = read_module(a, CLGROUP_APPS_IL ".spv", &size);
  const bool there = app_has_extension(a, "cl_khr_il_program");
  clCreateProgramWithILKHR_fn create =
      (clCreateProgramWithILKHR_fn)clGetExtensionFunctionAddressForPlatform(a->platform, "clCreateProgramWithILKHR");
  if (!there || !create)
    app_skip(a, "the device has no cl_khr_il_program");
  cl_program program = create(a->context, il, size, &error);
  app_must(a, error, "clCreateProgramWithILKHR");
  app_build(a, program, "");
  app_right(a, program, "k", app_scan);
}

CASE(il_link) {
  cl_program object = from_il(a);
  app_compile(a, object, "", 0, NULL, NULL);
  cl_program program = app_link(a, "", 1, &object);
  app_right(a, program, "k", app_scan);
  app_right(a, program, "largest", app_largest);
}

CASE(il_link_with_source) {
  cl_program objects[] = {from_il(a), app_object(a,
                                                 "kernel void of_source(global const int *in, global int *out) {\n"
                                                 "  size_t i = get_global_id(0);\n"
                                                 "  out[i] = work_group_reduce_add(in[i]); }\n",
                                                 a->standard)};
  app_compile(a, objects[0], "", 0, NULL, NULL);
  cl_program program = app_link(a, "", 2, objects);
  app_right(a, program, "k", app_scan);
  app_right(a, program, "of_source", app_sum);
}

CASE(il_specialization) {
  app_needs_version(a, 220, "specialization constants");
  cl_program program = from_il(a);
  app_build(a, program, "");
  cl_kernel kernel = app_kernel(a, program, "specialized");
  app_expect(a, kernel, app_sum, 2);
  app_must(a, clReleaseKernel(kernel), "clReleaseKernel");
  app_must(a, clReleaseProgram(program), "clReleaseProgram");
  program = from_il(a);
  const cl_int factor = 5;
  app_must(a, clSetProgramSpecializationConstant(program, 7, sizeof factor, &factor),
           "clSetProgramSpecializationConstant");
  app_build(a, program, "");
  kernel = app_kernel(a, program, "specialized");
  app_expect(a, kernel, app_sum, 5);
}

/* Group instructions on types for which OpenCL C has no such function: a driver's compiler may crash on them, so the
 * layer rewrites them. */
CASE(il_foreign) {
  app_needs_layer(a);
  cl_program program = from_file(a, CLGROUP_APPS_IL "-foreign.spv");
  app_build(a, program, "");
  app_right(a, program, "foreign", app_sum);
  app_right(a, program, "scoped", app_sum);
  app_needs_version(a, 220, "specialization constants");
  const cl_int scope = 2;
  app_must(a, clSetProgramSpecializationConstant(program, 8, sizeof scope, &scope),
           "clSetProgramSpecializationConstant");
  app_build(a, program, "");
  app_right(a, program, "scoped", app_sum);
}

/* PoCL's compiler may have all work-items do what is the leader's, which leader.c tries from source. */
CASE(il_leader) {
  const char *route = getenv("CLGROUP_ROUTE");
  app_needs_layer(a);
  if (route && !strcmp(route, "link"))
    app_skip(a, "the driver's own compiler may be wrong");
  cl_program program = from_file(a, CLGROUP_APPS_IL "-leader.spv");
  app_build(a, program, "");
  app_right(a, program, "k", app_same);
}

/* Sub-group functions as SYCL compilers write them. */
CASE(il_sub_groups) {
  char *versions = app_device_text(a, CL_DEVICE_IL_VERSION);
  const bool is_new = strstr(versions, "SPIR-V_1.3"),
             shuffles = app_has_extension(a, "cl_khr_subgroup_shuffle_relative");
  free(versions);
  if (!is_new || !shuffles)
    app_skip(a, is_new ? "no shuffles (CLGROUP_EXTENSIONS)" : "the device takes no SPIR-V 1.3");
  cl_program program = from_file(a, CLGROUP_APPS_IL "-sub-groups.spv");
  app_build(a, program, "");
  app_right(a, program, "k", app_same);
  app_right(a, program, "permuted", app_same);
}

/* A kernel of extensions, from a module that a driver without them refuses; also compiled and linked. */
static void of_extensions(struct app *a, const char *path, const char *one, const char *another) {
  if (!app_has_extension(a, one) || !app_has_extension(a, another))
    app_skip(a, "the device does not list %s and %s (CLGROUP_EXTENSIONS)", one, another);
  cl_program program = from_file(a, path);
  app_build(a, program, "");
  app_right(a, program, "k", app_same);
  cl_program object = from_file(a, path);
  app_compile(a, object, "", 0, NULL, NULL);
  app_right(a, app_link(a, "", 1, &object), "k", app_same);
}

CASE(il_arithmetic) {
  of_extensions(a, CLGROUP_APPS_IL "-arithmetic.spv", "cl_khr_extended_bit_ops", "cl_khr_integer_dot_product");
}

CASE(il_rotations) {
  of_extensions(a, CLGROUP_APPS_IL "-rotations.spv", "cl_khr_subgroup_rotate", "cl_khr_subgroup_extended_types");
}

CASE(il_binary) {
  cl_program program = from_il(a);
  app_build(a, program, "");
  cl_program again = app_reloaded(a, program);
  app_build(a, again, "");
  app_right(a, again, "k", app_scan);
}
