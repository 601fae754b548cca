#include "table.h"

#include "report.h"
#include "text.h"

#include "names/strategies.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 8, MAX_ROWS = 160, COUNTER = 100 };

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

static char *table_text(const struct row *rows, unsigned count) {
  char *text = NULL;
  text_add(&text, "#include <clgroup/cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
                  "int last(int, int b) { return b; }\n");
  for (unsigned r = 0; r < count; r++)
    text_add(&text,
             "kernel void row%u(global const int *in, global int *out, global atomic_int *counters) {\n"
             "  auto block = cg::this_thread_block();\n"
             "  auto tile = cg::tiled_partition<8>(block);\n"
             "  global atomic_int &counter = *counters;\n"
             "  int rank = block.thread_rank(), x = in[rank], y = 0;\n"
             "  (void)tile, (void)counter;\n"
             "%s  %s;\n"
             "  out[rank] = y;\n"
             "}\n",
             r, strstr(rows[r].code, "active") ? "  auto active = cg::coalesced_threads();\n" : "", rows[r].code);
  return text;
}

static void judge_row(const struct device *d, cl_program program, unsigned index, const struct row *row) {
  cl_int out[ITEMS] = {0}, counter = COUNTER;
  char *text = NULL, name[16];
  const struct device_buffer buffers[] = {
      {(void *)in, sizeof in, false}, {out, sizeof out, true}, {&counter, sizeof counter, false}};
  snprintf(name, sizeof name, "row%u", index);
  const cl_int status = device_run(d, program, name, ITEMS, ITEMS, buffers, 3);
  for (unsigned i = 0; i < ITEMS; i++)
    text_add(&text, " %d", out[i]);
  if (status)
    report_fail(row->code, "OpenCL gives error %d", status);
  else if (memcmp(out, row->wanted, sizeof out))
    report_fail(row->code, "y is%s, and the table says otherwise", text);
  else
    report_pass(row->code);
  free(text);
}

void table_test(struct builder *b, const char *path) {
  static struct row rows[MAX_ROWS];
  const struct source source = {.standard = "CLC++2021", .max_size = ITEMS};
  const bool shuffles = *b->device->target || clgroup_strategy_shuffles(b->strategy);
  unsigned count = read_rows(path, rows), kept = 0;
  for (unsigned r = 0; r < count; r++)
    if (!shuffles && strstr(rows[r].code, "active"))
      report_skip(rows[r].code, "it needs sub-groups, and the strategy has none");
    else
      rows[kept++] = rows[r];
  if (!kept) {
    report_fail(path, "no table of it has a row to run");
    return;
  }
  char *log = NULL, *text = table_text(rows, kept);
  report_step(path);
  cl_program program = builder_build_text(b, &source, text, &log);
  if (!program)
    report_fail(path, "the program is not built: %s", log);
  for (unsigned r = 0; program && r < kept; r++) {
    report_step(rows[r].code);
    judge_row(b->device, program, r, &rows[r]);
  }
  if (program)
    clReleaseProgram(program);
  free(log);
  free(text);
}
