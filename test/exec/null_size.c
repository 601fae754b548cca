/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Launches without a local size: drivers may choose the device's largest work-group, for which a kernel's scratch may
 * be too small. */
#include "suite.h"

#include "report.h"
#include "splitmix.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>

/* The third column holds, for each work-item, which work-group it was in. */
static void judge(const char *name, size_t items, const cl_int *in, const cl_int *out) {
  const cl_int *totals = out, *scans = out + items, *sizes = out + 2 * items;
  for (size_t origin = 0, n; origin < items; origin += n) {
    n = sizes[origin] > 0 ? (size_t)sizes[origin] : 0;
    if (!n || n > items - origin) {
      report_fail(name, "the work-group at %zu says that it has %d work-items", origin, sizes[origin]);
      return;
    }
    cl_uint total = 0, before = 0; /* these wrap around, as the sums on the device do */
    for (size_t i = 0; i < n; i++)
      total += (cl_uint)in[origin + i];
    for (size_t i = origin; i < origin + n; before += (cl_uint)in[i++])
      if (totals[i] != (cl_int)total || scans[i] != (cl_int)before) {
        report_fail(name, "work-item %zu of %zu: expected %d and %d, got %d and %d", i - origin, n, (cl_int)total,
                    (cl_int)before, totals[i], scans[i]);
        return;
      }
  }
  report_pass(name);
}

static void run_items(const struct suite *s, cl_program program, size_t items) {
  const struct shape shape = {.local = {1, 1, 1}, .global = {items, 1, 1}};
  const struct launch l = {.kernel = "null_size",
                           .in_bytes = sizeof(cl_int),
                           .columns = 3,
                           .out_bytes = sizeof(cl_int),
                           .without_local_size = true};
  char name[SUITE_NAME], *error = NULL;
  snprintf(name, sizeof name, "null_size/%zu", items);
  if (!suite_wants(s, name))
    return;
  report_step(name);
  cl_int *in = allocate(items * sizeof *in);
  uint64_t state = 0;
  for (size_t i = 0; i < items; i++)
    in[i] = (cl_int)random_next(&state);
  struct launch with_input = l;
  with_input.in = in;
  cl_int *out = launch_run(s->device, program, &shape, &with_input, &error);
  if (out)
    judge(name, items, in, out);
  else
    report_fail(name, "%s", error);
  free(error);
  free(out);
  free(in);
}

void run_null_size(struct suite *s) {
  static const size_t items[] = {1, 1000, 8192, 12288, 65536};
  char defines[64], *log;
  if (!suite_wants(s, "null_size/65536"))
    return;
  snprintf(defines, sizeof defines, "#define GUARD %d\n", LAUNCH_GUARD);
  /* The driver's choice ignores --max-size. */
  const struct source source = {.file = "null_size.cl", .defines = defines, .max_size = s->device->max_work_group_size};
  report_step("build/null_size");
  cl_program program = builder_build(s->builder, &source, &log);
  if (!program)
    report_fail("null_size", "%s", log);
  else
    for (unsigned i = 0; i < sizeof items / sizeof *items; i++)
      run_items(s, program, items[i]);
  if (program)
    clReleaseProgram(program);
  free(log);
}
