/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "functions.h"

#include "names/strategies.h"
#include "report.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 8, MAX_ROWS = MOST_TESTS, COUNTER = 100 };

static const cl_int in[ITEMS] = {3, 1, 7, 0, 4, 1, 6, 3};

struct row {
  char code[256];
  cl_int wanted[ITEMS];
};

/* Reads `| cell | `code` | 8 numbers |`; returns whether the line is one. */
static bool read_row(const char *line, struct row *row) {
  const char *cell = *line == '|' ? strchr(line + 1, '|') : NULL;
  const char *end = cell ? strchr(cell + 1, '|') : NULL;
  const char *first = cell ? strchr(cell, '`') : NULL, *last = first ? strchr(first + 1, '`') : NULL;
  if (!end || !last || last > end || (size_t)(last - first) > sizeof row->code)
    return false;
  snprintf(row->code, sizeof row->code, "%.*s", (int)(last - first - 1), first + 1);
  const char *at = end + 1;
  for (unsigned i = 0; i < ITEMS; i++) {
    char *after;
    row->wanted[i] = (cl_int)strtol(at, &after, 10);
    if (after == at)
      return false;
    at = after;
  }
  return strspn(at, " |\n") == strlen(at);
}

static unsigned read_rows(const char *path, struct row *rows) {
  char line[1024];
  unsigned count = 0;
  FILE *file = fopen(path, "r");
  while (file && count < MAX_ROWS && fgets(line, sizeof line, file))
    count += read_row(line, &rows[count]);
  if (file)
    fclose(file);
  return count;
}

/* The rows' `in` is an array of int, which stands behind the counter. */
static char *body_of(const struct row *row) {
  char *text = NULL;
  text_add(&text,
           "  auto block = cg::this_thread_block();\n"
           "  auto tile = cg::tiled_partition<8>(block);\n"
           "  global atomic_int &counter = *(global atomic_int *)&out[items];\n"
           "  global const int *numbers = (global const int *)&out[items + 1];\n"
           "  int rank = block.thread_rank(), x = numbers[rank], y = 0;\n"
           "  (void)tile, (void)counter;\n"
           "#define in numbers\n"
           "%s  %s;\n"
           "#undef in\n"
           "  out[i].words[0] = (uint)y;\n",
           strstr(row->code, "active") ? "  auto active = cg::coalesced_threads();\n" : "", row->code);
  return text;
}

static uint64_t group_of(const struct test *t, const struct work_group *w, unsigned rank) {
  (void)t, (void)w, (void)rank;
  return 0;
}

static uint64_t expect(const struct members *m, struct value *wanted) {
  const struct row *row = m->test->data;
  wanted->words[0] = (uint32_t)row->wanted[m->own];
  return 1;
}

void run_table(struct job *j, const char *path) {
  static struct row rows[MAX_ROWS];
  static struct test tests[MAX_ROWS];
  static const struct algebra number = {"int", SCALAR, 1, 0, REF_ADD, REF_INT};
  const bool shuffles = *j->builder.device->target || clgroup_strategy_shuffles(j->builder.strategy);
  const unsigned count = read_rows(path, rows);
  unsigned kept = 0;
  for (unsigned i = 0; i < count; i++) {
    if (!shuffles && strstr(rows[i].code, "active")) {
      report_skip(rows[i].code, "it needs sub-groups, and the strategy has none");
      continue;
    }
    struct test *t = &tests[kept++];
    *t = (struct test){.title = rows[i].code,
                       .body = body_of(&rows[i]),
                       .algebra = &number,
                       .columns = 2,
                       .bytes = sizeof(cl_int),
                       .elements = 1,
                       .work_groups = 1,
                       .launches = 1,
                       .group = group_of,
                       .expect = expect,
                       .start = {{{COUNTER}}},
                       .starts = 2,
                       .data = &rows[i]};
    memcpy(&t->start[1], in, sizeof in);
    snprintf(t->name, sizeof t->name, "row%u", i);
  }
  if (!kept)
    report_fail(path, "no table of it has a row to run");
  const struct program program = {.name = path,
                                  .prefix = "",
                                  .suffix = "",
                                  .head = "#include <clgroup/cooperative_groups.h>\n"
                                          "namespace cg = cooperative_groups;\n"
                                          "int last(int, int b) { return b; }\n",
                                  .shapes = "8",
                                  .source = {.standard = "CLC++2021", .max_size = ITEMS},
                                  .tests = tests,
                                  .count = kept};
  judge_program(j, &program);
}
