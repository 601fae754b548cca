/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Who builds a program for each feature of OpenCL C 3.0 in each version, and that it is right or refused with a reason.
 * On the drivers of the table the answers are known, in mode auto; on others only a wrong one is a failure. */
#include "app.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WITH(declarations, statements)                                                                                 \
  declarations "kernel void k(global const int *in, global int *out) {\n"                                              \
               "  size_t i = get_global_id(0);\n"                                                                      \
               "  " statements "\n"                                                                                    \
               "}\n"
#define SUM "out[i] = work_group_reduce_add(in[i])"

static const char *const versions[] = {"", "CL1.2", "CL2.0", "CL3.0", "CLC++", "CLC++2021"};
enum { VERSIONS = sizeof versions / sizeof *versions, FIRST = 2 /* with global variables */ };

static const struct driver {
  const char *platform;
  unsigned driver; /* its version; 0: any */
} drivers[] = {{"Portable", 3}, {"Portable", 6}, {"Portable", 7}, {"rusticl", 25}, {"rusticl", 26}, {"Intel", 0}};
enum { DRIVERS = sizeof drivers / sizeof *drivers };

/* For each driver a text with a letter for each version, which says who builds: d the driver, l route link, c
 * clgroup-cc, - nobody (it is refused); a space: not tried. */
static const struct feature {
  const char *name, *outcomes[DRIVERS], *text;
} features[] = {
    {"work_group_collective_functions",
     {"c-cccc", "clcccc", "clcccc", "llcccc", "llcccc", "lldddd"},
     WITH("", SUM ";")},
    {"work_group_all beside another",
     {"c-cccc", "clcccc", "clcccc", "llcccc", "llcccc", "llllll"},
     WITH("", "out[i] = work_group_all(i + 1) ? work_group_reduce_add(in[i]) : -1;")},
    {"its macro",
     {"c-cccc", "clcccc", "clcccc", "llcccc", "llcccc", "lldddd"},
     WITH("#if !defined __opencl_c_work_group_collective_functions && __OPENCL_C_VERSION__ >= 300\n"
          "#error\n#endif\n",
          SUM ";")},
    {"program_scope_global_variables",
     {"------", "c-cccc", "------", "------", "------", "--dddd"},
     WITH("global int seen = 3;\n", SUM " + seen - 3;")},
    {"generic_address_space",
     {"c-cccc", "clcccc", "clcccc", "llcccc", "llcccc", "lldddd"},
     WITH("int own(const int *x) { return *x; }\n", "int x = in[i]; out[i] = work_group_reduce_add(own(&x));")},
    {"atomic_scope_device",
     {"c-cccc", "c-cccc", "c-cccc", "--cccc", "--cccc", "--dd--"},
     WITH("kernel void w(global atomic_int *x) { atomic_fetch_add_explicit(x, "
          "work_group_reduce_add(1), memory_order_relaxed, memory_scope_device); }\n",
          SUM ";")},
    {"atomic_scope_all_devices",
     {"c-cccc", "c-cccc", "c-cccc", "--cccc", "--c-c-", "--dd--"},
     WITH("kernel void w(global atomic_int *x) { atomic_fetch_add_explicit(x, "
          "work_group_reduce_add(1), memory_order_relaxed, memory_scope_all_svm_devices); }\n",
          SUM ";")},
    {"atomic_order_acq_rel",
     {"c-cccc", "c-cccc", "c-cccc", "--cccc", "--cccc", "--dd--"},
     WITH("kernel void w(global atomic_int *x) { atomic_fetch_add_explicit(x, "
          "work_group_reduce_add(1), memory_order_acq_rel, memory_scope_work_group); }\n",
          SUM ";")},
    {"atomic_order_seq_cst",
     {"c-cccc", "c-cccc", "c-cccc", "--c-c-", "--c-c-", "--dddd"},
     WITH("kernel void w(global atomic_int *x) { atomic_fetch_add(x, work_group_reduce_add(1)); }\n", SUM ";")},
    {"images",
     {"c-cccc", "clcccc", "c-cccc", "llcccc", "llcccc", "lldddd"},
     WITH("kernel void w(read_only image2d_t x, global int *y) { *y = work_group_reduce_add("
          "read_imagei(x, (int2)(0, 0)).x); }\n",
          SUM ";")},
    {"3d_image_writes",
     {"c-cccc", "llll--", "c-cccc", "llcccc", "llcccc", "lldddd"},
     WITH("kernel void w(write_only image3d_t x, global int *y) { write_imagei(x, "
          "(int4)(0, 0, 0, 0), (int4)(work_group_reduce_add(*y))); }\n",
          SUM ";")},
    {"read_write_images",
     {"c-cccc", "c-cccc", "------", "--cccc", "--cccc", "--dddd"},
     WITH("kernel void w(read_write image2d_t x, global int *y) { *y = work_group_reduce_add("
          "read_imagei(x, (int2)(0, 0)).x); }\n",
          SUM ";")},
    {"subgroups", {"------", "clcccc", "------", "--cccc", "--cccc", "lldddd"}, WITH("", SUM " + !sub_group_all(1);")},
    {"pipes",
     {"------", "------", "------", "------", "------", "--dddd"},
     WITH("kernel void w(write_only pipe int x) { int y = work_group_reduce_add(1); write_pipe(x, &y); }\n", SUM ";")},
    {"device_enqueue",
     {"----  ", "----  ", "----  ", "----  ", "----  ", "--dd  "},
     WITH("kernel void w(global int *y) { int x = work_group_reduce_add(1); enqueue_kernel(get_default_queue(), "
          "CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ *y = x; }); }\n",
          SUM ";")},
    {"fp64",
     {"c-cccc", "clcccc", "clcccc", "llcccc", "llcccc", "lldddd"},
     WITH("", "out[i] = (int)work_group_reduce_add((double)in[i]);")},
    {"int64",
     {"c-cccc", "clcccc", "clcccc", "llcccc", "llcccc", "lldddd"},
     WITH("", "out[i] = (int)work_group_reduce_add((long)in[i]);")},
};
enum { FEATURES = sizeof features / sizeof *features };

/* Builds the program and returns who built it, which the layer says. */
static char build(cl_program program, const char *options) {
  hear();
  const cl_int error = clBuildProgram(program, 0, NULL, options, NULL, NULL);
  const char *text = heard();
  const bool kept = strstr(text, "the driver's own build is kept");
  return error                                                ? '-'
         : !kept && strstr(text, "built by route link: 0")    ? 'l'
         : !kept && strstr(text, "built by route compile: 0") ? 'c'
                                                              : 'd';
}

static char outcome(struct app *a, const struct feature *f, const char *version) {
  char options[32] = "";
  if (*version)
    snprintf(options, sizeof options, "-cl-std=%s", version);
  cl_program program = app_source(a, f->text);
  const char who = build(program, options);
  char *log = app_log(a, program);
  if (who == '-' && !*log)
    app_fail(a, "%s, %s: refused without a reason", f->name, version);
  free(log);
  if (who != '-')
    app_right(a, program, "k", app_sum);
  app_must(a, clReleaseProgram(program), "clReleaseProgram");
  return who;
}

/* C++ for OpenCL has no blocks; Intel's compiler crashes on them. */
static bool is_asked(const struct feature *f, const char *version) {
  return !strstr(f->text, "^{") || strncmp(version, "CLC", 3) != 0;
}

CASE(language_table) {
  const char *log = getenv("CLGROUP_LOG");
  const char *mode = getenv("CLGROUP_MODE");
  if (!a->layer || !log || strcmp(log, "all") != 0)
    app_skip(a, "needs the layer, and CLGROUP_LOG=all, which says who builds");
  unsigned d = mode && !strcmp(mode, "always") ? DRIVERS : 0;
  while (d < DRIVERS &&
         (!strstr(a->platform_name, drivers[d].platform) || (drivers[d].driver && drivers[d].driver != a->driver)))
    d++;
  unsigned others = 0;
  for (unsigned f = 0; f < FEATURES; f++) {
    char got[VERSIONS + 1] = "";
    for (unsigned v = 0; v < VERSIONS; v++)
      got[v] = is_asked(&features[f], versions[v]) ? outcome(a, &features[f], versions[v]) : ' ';
    const bool differs = d < DRIVERS && strcmp(features[f].outcomes[d], got) != 0;
    printf("%s%s: \"%s\"\n", differs ? "differs: " : "", features[f].name, got);
    others += differs;
    fflush(stdout); /* a driver may crash on the next one */
  }
  if (others)
    app_fail(a, "%u features are built by others than the table says", others);
}

/* Variables keep their values from one launch to the next. */
CASE(program_scope_variables) {
  const char *route = getenv("CLGROUP_ROUTE");
  if (!a->layer || (route && !strcmp(route, "link")))
    app_skip(a, "the driver's own compiler may crash on it");
  static const char *const texts[] = {
      "global int seen = 3;\n"
      "kernel void w(global const int *in, global int *out) {\n"
      "  int sum = work_group_reduce_add(1);\n"
      "  if (get_global_id(0) == 0) seen += 10 * sum;\n"
      "  out[get_global_id(0)] = in[0];\n"
      "}\n"
      "kernel void k(global const int *in, global int *out) { out[get_global_id(0)] = seen; }\n",
      "kernel void k(global const int *in, global int *out) {\n"
      "  static global int seen = 3;\n"
      "  int sum = work_group_reduce_add(1);\n"
      "  out[get_global_id(0)] = seen;\n"
      "  if (get_global_size(0) == 1) seen += 10 * sum + in[0];\n"
      "}\n"};
  for (unsigned i = 0; i < 2 * (VERSIONS - FIRST); i++) {
    int out[APP_ITEMS];
    char options[32];
    cl_program program = app_source(a, texts[i % 2]);
    snprintf(options, sizeof options, "-cl-std=%s", versions[FIRST + i / 2]);
    if (clBuildProgram(program, 0, NULL, options, NULL, NULL))
      continue;
    if (i % 2 == 0)
      app_must(a, app_launch(a, app_kernel(a, program, "w"), out), "launch");
    app_must(a, app_launch(a, app_kernel(a, program, "k"), out), "launch");
    const int expected = i % 2 == 0 ? 3 + 10 * APP_LOCAL : 3;
    for (unsigned k = 0; k < APP_ITEMS; k++)
      if (out[k] != expected)
        app_fail(a, "%s, text %u: %d, not %d", options, i % 2, out[k], expected);
  }
}
