/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The features of OpenCL C 2.0 that 3.0 has made optional, by versions of the language: a program that uses one which
 * the device does not report is refused, but where clgroup-cc needs no help of the driver's. The device takes bitcode,
 * and what clgroup-cc makes reaches clCreateProgramWithBinary. */
#include "harness.h"

#include <stdio.h>
#include <string.h>

#define K(body) "kernel void k(global int *p) { int s = work_group_reduce_add(*p); " body " }\n"

static const struct feature {
  const char *name, *text;
  bool own;          /* clgroup-cc's own: taken in CL2.0 all the same */
  const char *needs; /* other features, without which clang does not take it */
  const char *error; /* what clang says where it is missing */
} features[] = {
    {"__opencl_c_program_scope_global_variables", "global int x = 3;\n" K("x += s; *p = x;"), false, "",
     "program scope variable"},
    {"__opencl_c_program_scope_global_variables", K("static global int x = 3; x += s; *p = x;"), false, "",
     "static local variable"},
    {"__opencl_c_pipes",
     "kernel void k(global int *p, write_only pipe int q) { int s = work_group_reduce_add(*p); write_pipe(q, &s); }\n",
     false, "__opencl_c_generic_address_space", "'pipe'"},
    {"__opencl_c_device_enqueue", K("int (^f)(int) = ^(int x) { return x + s; }; *p = f(1);"), false,
     "__opencl_c_generic_address_space __opencl_c_program_scope_global_variables", "blocks support disabled"},
    {"__opencl_c_read_write_images",
     "kernel void k(global int *p, read_write image2d_t i) { int s = work_group_reduce_add(*p);"
     " write_imagei(i, (int2)(0), read_imagei(i, (int2)(s))); }\n",
     false, "__opencl_c_images", "read_write"},
    {"__opencl_c_generic_address_space",
     "int get(int *q) { return *q; }\n" K("local int l; l = s; *p = get(&l) + get(p);"), true, "",
     "changes address space"},
    {"__opencl_c_atomic_order_seq_cst", K("atomic_fetch_add((volatile global atomic_int *)p, s);"), true,
     "__opencl_c_atomic_scope_device", "atomic_fetch_add"},
    {"__opencl_c_atomic_scope_all_devices",
     K("atomic_fetch_add_explicit((volatile global atomic_int *)p, s, memory_order_relaxed, "
       "memory_scope_all_svm_devices);"),
     true, "", "memory_scope_all_svm_devices"},
};
enum { FEATURES = sizeof features / sizeof *features };

/* Builds the feature's program on a device like PoCL 3.1's, which lists these features, and OpenCL C 2.0 if `two`. Is
 * it taken or not, as expected? If not the log says why. */
static void expect(const struct feature *f, const char *standard, const char *listed, bool two, bool expected) {
  static const char note[] = "since the device has no OpenCL C 2.0";
  static unsigned serial;
  struct stub_device *d = &stub->settings->device[0];
  use_bitcode(0);
  d->serial = ++serial;
  d->no_2 = !two;
  d->features = listed;
  open_context(1);
  program = make_program(f->text);
  build_program(program, standard);
  const bool taken = SEEN(clCreateProgramWithBinary);
  const bool newer = !two && (strstr(standard, "2.0") || strstr(standard, "++1.0"));
  const char *log = build_log(program, device);
  if (taken != expected || (!taken && (!strstr(log, f->error) || !strstr(log, note) == newer)))
    failed(__FILE__, __LINE__, "%s with %s, listed '%s', is %s; the log is '%s'", f->name, standard, listed,
           taken ? "taken" : "refused", log);
}

/* A device with OpenCL C 2.0 has them all, whatever it lists. */
TEST(feature, by_version) {
  for (unsigned i = 0; i < FEATURES; i++) {
    const struct feature *f = &features[i];
    char all[512];
    snprintf(all, sizeof all, "%s %s", f->name, f->needs);
    expect(f, "-cl-std=CL2.0", f->needs, false, f->own);
    expect(f, "-cl-std=CLC++1.0", f->needs, false, f->own);
    /* clang's header has the scopes whatever its options say. */
    if (!strstr(f->name, "scope_all_devices"))
      expect(f, CL3, f->needs, false, false);
    expect(f, "-cl-std=CL2.0", all, false, true);
    expect(f, CL3, all, false, true);
    expect(f, "-cl-std=CL2.0", "", true, true);
  }
}

/* Types are extensions in each version. */
TEST(feature, types) {
  static const struct feature types[] = {
      {"cl_khr_fp64", K("double x = s; *p = x + 1.0;"), false, "", "double"},
      {"cl_khr_fp16", "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" K("half x = s; *p = x;"), false, "", "half"}};
  static const char *const standards[] = {"-cl-std=CL2.0", CL3};
  for (unsigned i = 0; i < 8; i++) {
    const bool half = i & 1, there = i & 2;
    stub->settings->device[0].fp64 = there || half;
    stub->settings->device[0].fp16 = there && half;
    expect(&types[half], standards[i / 4], "", false, there);
    stub->reset();
  }
}
