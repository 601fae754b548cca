/* work_group_all and work_group_any: nobody, everybody, one odd item at each rank, truth of every form. */
#include "calls.h"
#include "suite.h"

#include "report.h"
#include "text.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/* Any number but zero is true: a bit that a narrowing or a sign test would lose. */
static const cl_int truths[] = {1, -1, 2, 256, INT_MIN, 65536, INT_MAX, 0x01000000};
enum { TRUTHS = sizeof truths / sizeof *truths };

/* What is run: the functions, asked about 0 and 1 or about any truth. */
static const struct vote {
  const char *name;
  bool any, any_truth;
} votes[] = {{"all", false, false}, {"any", true, false}, {"all_truths", false, true}, {"any_truths", true, true}};
enum { VOTES = sizeof votes / sizeof *votes };

/* The groups of a launch: all false, all true, then one false and one true item at each rank in turn. */
static cl_int predicate(size_t group, size_t n, size_t rank, bool any_truth) {
  cl_int yes = any_truth ? truths[(group / 2 + rank) % TRUTHS] : 1;
  if (group < 2)
    return group ? yes : 0;
  bool odd = rank == (group - 2) / 2 % n;
  return (group % 2 != 0) == odd ? yes : 0;
}

/* Too many ranks for one launch: steps over them, with both kinds of odd item at each. */
static size_t kind_of(size_t group, size_t groups, size_t n) {
  size_t step = groups < 2 * n + 2 ? 2 * (n / (groups / 2)) + 1 : 1;
  return group < 2 ? group : 2 + ((group - 2) / 2 * step % n) * 2 + group % 2;
}

/* One launch answers both functions. */
static void run_shape(const struct suite *s, cl_program program, const struct suite_shape *of, bool any_truth) {
  const size_t n = of->local[0] * of->local[1] * of->local[2];
  const struct shape shape = shape_make(of->local, suite_groups(s, of->local, 24, 2 * n + 2), of->tail);
  size_t groups = shape_group_count(&shape), items = shape_items(&shape);
  char text[64], name[SUITE_NAME], *error = NULL;
  cl_int *in = allocate(items * sizeof *in);
  cl_uint *zeros = allocate(groups * sizeof *zeros);
  void *out = NULL;
  shape_name(&shape, text, sizeof text);
  for (size_t i = 0; i < groups; i++) {
    struct group g = shape_group(&shape, i);
    for (size_t rank = 0; rank < g.n; rank++)
      in[shape_item(&shape, &g, rank)] = predicate(kind_of(i, groups, n), g.n, rank, any_truth);
  }
  const struct launch l = {
      .kernel = "votes", .in = in, .in_bytes = sizeof *in, .columns = 2, .out_bytes = sizeof(cl_long)};
  for (unsigned v = 0; v < VOTES; v++) {
    snprintf(name, sizeof name, "%s/%s", votes[v].name, text);
    if (votes[v].any_truth != any_truth || !suite_begins(s, program, "votes", n, name))
      continue;
    if (!out && !error)
      out = launch_run(s->device, program, &shape, &l, &error);
    if (out)
      calls_judge(name, calls_votes, &shape, in, zeros, out, votes[v].any, 1);
    else
      report_fail(name, "%s", error);
  }
  free(error);
  free(out);
  free(zeros);
  free(in);
}

void run_votes(struct suite *s) {
  char defines[64], *log;
  bool any = false;
  for (unsigned v = 0; v < VOTES; v++)
    any |= suite_wants_any(s, votes[v].name, s->shapes, s->shape_count);
  if (!any)
    return;
  snprintf(defines, sizeof defines, "#define GUARD %d\n", LAUNCH_GUARD);
  const struct source source = {.file = "votes.cl", .defines = defines, .max_size = s->max_size};
  report_step("build/votes");
  cl_program program = builder_build(s->builder, &source, &log);
  if (!program) {
    report_fail("all", "%s", log);
    report_fail("any", "%s", log);
  } else {
    for (unsigned i = 0; i < s->shape_count; i++) {
      run_shape(s, program, &s->shapes[i], false);
      run_shape(s, program, &s->shapes[i], true);
    }
    clReleaseProgram(program);
  }
  free(log);
}
