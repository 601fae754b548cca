/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* memmem */
#include "compile/standard.h"

#include "base/list.h"
#include "compile/gpu.h"
#include "names/extensions.h"
#include "names/names.h"
#include "targets/targets.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

int standard_is_before_2(const struct clgroup_compile_options *o) {
  static const char *const before_2[] = {"CL", "CL1.0", "CL1.1", "CL1.2"};
  for (size_t i = 0; o->cl_std && i < sizeof before_2 / sizeof before_2[0]; i++)
    if (!strcasecmp(o->cl_std, before_2[i]))
      return 1;
  return 0;
}

/* Do the options define or undefine the macro? */
static int sets_macro(const struct clgroup_compile_options *o, const char *name) {
  const size_t length = strlen(name);
  for (size_t i = 0; i < o->clang_arg_count; i++) {
    const char *argument = o->clang_args[i];
    if (strncmp(argument, "-D", 2) != 0 && strncmp(argument, "-U", 2) != 0)
      continue;
    argument += 2;
    if (!*argument && i + 1 < o->clang_arg_count)
      argument = o->clang_args[++i];
    if (!strncmp(argument, name, length) && (!argument[length] || argument[length] == '='))
      return 1;
  }
  return 0;
}

/* OpenCL C 3.0 with the macros of 3.1. */
static void add_3_1(const struct run *r, struct clgroup_argv *argv) {
  /* Up to version 21 clang's header defines these for its SPIR-V targets by the value 300. */
  static const char *const features[] = {"-D__opencl_c_work_group_collective_functions=1",
                                         "-D__opencl_c_atomic_order_seq_cst=1", "-D__opencl_c_atomic_scope_device=1",
                                         "-D__opencl_c_atomic_scope_all_devices=1", "-D__opencl_c_read_write_images=1"};
  clgroup_argv_add(argv, "-cl-std=CL3.0", "-U__OPENCL_C_VERSION__", "-D__OPENCL_C_VERSION__=310",
                   "-DCL_VERSION_3_1=310");
  if (CLGROUP_LLVM_MAJOR < 22 && !clgroup_target_is_gpu(r->target))
    clgroup_argv_add_list(argv, features, sizeof features / sizeof *features);
}

void standard_add_clang_options(const struct run *r, const struct clgroup_input *input, struct clgroup_argv *argv) {
  enum { KNOWS_3_1 = 23 }; /* clang's first version that does */
  const struct clgroup_compile_options *o = r->o;
  const char *standard = o->cl_std ? o->cl_std : input->kind == CLGROUP_CLCPP ? "CLC++2021" : "CL3.0";
  const int is_3_1 = !strcasecmp(standard, "CL3.1");
  if (is_3_1 && CLGROUP_LLVM_MAJOR < KNOWS_3_1)
    add_3_1(r, argv);
  else
    clgroup_argv_add(argv, clgroup_text(r->s, "-cl-std=%s", standard));
  /* The device's version, whatever -cl-std says; clang leaves this macro to drivers' compilers. */
  if (!sets_macro(o, "__OPENCL_VERSION__"))
    clgroup_argv_add(argv, is_3_1 ? "-D__OPENCL_VERSION__=310" : "-D__OPENCL_VERSION__=300");
  /* clang says that its SPIR-V targets have these extensions, and declares none of their functions. */
  if (!clgroup_target_is_gpu(r->target))
    clgroup_argv_add(argv, "-Xclang",
                     "-cl-ext=-cl_intel_subgroups,-cl_intel_subgroups_char,-cl_intel_subgroups_short,"
                     "-cl_intel_subgroups_long,-cl_intel_subgroup_buffer_prefetch,"
                     "-cl_intel_subgroup_local_block_io,-cl_intel_bfloat16_conversions,"
                     "-cl_intel_device_side_avc_motion_estimation");
}

unsigned standard_provided(const struct run *r) {
  const char *unknown;
  if (!r->o->lower.provide || clgroup_target_is_gpu(r->target))
    return 0;
  return clgroup_extensions_of_list(r->o->lower.provide, &unknown);
}

int standard_provides_sub_groups(const struct run *r) {
  return standard_provided(r) & CLGROUP_HAS(subgroups) && !standard_is_before_2(r->o);
}

/* Adds macros, and to the list, for those that clang knows itself: it then has them whatever its target and the options
 * before it say. Returns the list. */
static const char *add_names(const struct run *r, struct clgroup_argv *argv, const char *names, const char *list) {
  int length;
  for (const char *at; (at = clgroup_list_next(&names, &length));) {
    clgroup_argv_add(argv, clgroup_text(r->s, "-D%.*s=1", length, at));
    list = clgroup_text(r->s, "%s%s+%.*s", list, *list ? "," : "", length, at);
  }
  return list;
}

void standard_add_provided(const struct run *r, struct clgroup_argv *argv) {
  const unsigned mask = standard_provided(r) & ~CLGROUP_HAS(work_group_uniform_arithmetic); /* declared in any case */
  const char *list = "";
  for (unsigned i = 0; i < CLGROUP_EXTENSION_COUNT; i++) {
    const struct clgroup_extension *e = &clgroup_extensions[i];
    if (mask >> i & 1 && !(clgroup_extension_is_of_sub_groups(i) && standard_is_before_2(r->o)))
      list = add_names(r, argv, e->macros, add_names(r, argv, e->name, list));
  }
  if (*list)
    clgroup_argv_add(argv, "-Xclang", clgroup_text(r->s, "-cl-ext=%s", list));
  if (standard_provides_sub_groups(r))
    clgroup_argv_add(argv, "-include", r->install.provided_header);
}

static int in_name(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

/* Of OpenCL C 2.0; others are the program's, as those of <clgroup/operator.h>. */
static int is_function(const char *name, size_t length) {
  static const char barrier[] = "work_group_barrier";
  return clgroup_name_find(name, length) || (length == sizeof barrier - 1 && !strncmp(name, barrier, length));
}

void standard_explain(const struct run *r, const struct clgroup_bytes *source, const char *name) {
  static const char head[] = "work_group_";
  const char *text = (const char *)source->data, *end = text + source->size;
  if (!standard_is_before_2(r->o))
    return;
  for (const char *at = text; (size_t)(end - at) > sizeof head; at++) {
    if (strncmp(at, head, sizeof head - 1) != 0 || (at > text && in_name(at[-1])))
      continue;
    const char *last = at;
    while (last < end && in_name(*last))
      last++;
    const char *next = last;
    while (next < end && isspace((unsigned char)*next))
      next++;
    if (next == end || *next != '(' || !is_function(at, (size_t)(last - at)))
      continue;
    clgroup_fail(r->s, "'%s' calls %.*s, which needs -cl-std=CL2.0 or newer, not -cl-std=%s", name, (int)(last - at),
                 at, r->o->cl_std);
    return;
  }
}

/* For which clang suggests a product. */
static void explain_sum(struct run *r, const struct clgroup_bytes *errors, const char *name) {
  static const char sum[] = "_sum'", reduce[] = "work_group_reduce_sum", scan[] = "work_group_scan_";
  const char *text = (const char *)errors->data, *end = text ? memmem(text, errors->size, sum, sizeof sum - 1) : NULL;
  const char *at = end;
  while (at > text && in_name(at[-1]))
    at--;
  if (at && (!strncmp(at, reduce, sizeof reduce - 1) || !strncmp(at, scan, sizeof scan - 1)))
    clgroup_fail(r->s, "'%s' calls %.*s_sum: the sum is %.*s_add", name, (int)(end - at), at, (int)(end - at), at);
}

void standard_explain_calls(struct run *r, const struct clgroup_bytes *source, int feed, const char *name) {
  static const char head[] = "work_group_", call[] = "function for call to 'work_group_",
                    other[] = "no known conversion";
  struct clgroup_child child;
  struct clgroup_bytes errors;
  int status;
  if (!source->size || !memmem(source->data, source->size, head, sizeof head - 1))
    return;
  /* clang has already printed the same error; this repeats it. */
  struct clgroup_argv argv = {.s = r->s};
  clgroup_argv_add_list(&argv, r->clang.items, r->clang.count);
  clgroup_argv_add(&argv, "-fsyntax-only", "-fno-color-diagnostics");
  if (clgroup_child_start(r->s, &argv, CLGROUP_READ_ERRORS | (feed ? CLGROUP_FEED : 0), &child) ||
      clgroup_child_finish(r->s, &child, feed ? source : NULL, &errors, &status))
    return;
  explain_sum(r, &errors, name);
  const char *at = (const char *)errors.data, *end = at + errors.size;
  while (errors.size && (at = memmem(at, (size_t)(end - at), call, sizeof call - 1))) {
    at += sizeof call - sizeof head;
    const char *quote = memchr(at, '\'', (size_t)(end - at)), *next = memmem(at, (size_t)(end - at), ": error: ", 9);
    if (!quote || !memmem(at, (size_t)((next ? next : end) - at), other, sizeof other - 1))
      continue;
    clgroup_fail(r->s,
                 "'%s' calls %.*s, which takes scalars, with another type: call it for each component, or have "
                 "<clgroup/operator.h> make reduces and scans of vectors and structs",
                 name, (int)(quote - at), at);
    return;
  }
}
