#include "bench/programs.h"
#include "bench/bench.h"
#include "reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BROADCAST_FROM = 5, LINE = 96 }; /* the 5 of kinds[]; more than a kernel's line needs */

static const struct {
  const char *name, *rest; /* rest: the text after the argument */
  enum { REDUCE, SCAN, BROADCAST, ALL, ANY } form;
  enum ref_op op;
  enum ref_family family; /* of a scan */
} kinds[] = {
    {"work_group_scan_inclusive_add", "", SCAN, REF_ADD, REF_INCLUSIVE},
    {"work_group_reduce_add", "", REDUCE, REF_ADD, 0},
    {"work_group_scan_exclusive_add", "", SCAN, REF_ADD, REF_EXCLUSIVE},
    {"work_group_reduce_max", "", REDUCE, REF_MAX, 0},
    {"work_group_broadcast", ", 5", BROADCAST, 0, 0},
    {"work_group_scan_inclusive_min", "", SCAN, REF_MIN, REF_INCLUSIVE},
    {"work_group_all", " != 7", ALL, 0, 0},
    {"work_group_any", " == 7", ANY, 0, 0},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

char *program_text(const struct program *program) {
  static const char head[] = "kernel void k(global const uint *in, global uint *out) {\n"
                             "  size_t i = get_global_id(0);\n";
  size_t room = sizeof head + (program->calls + 3) * LINE, used;
  char *text = malloc(room);
  if (!text)
    die("out of memory");
  used = (size_t)snprintf(text, room, "%s  uint x = in[i] + %uu;\n", head, program->salt);
  for (unsigned c = 0; c < program->calls; c++)
    used +=
        (size_t)snprintf(text + used, room - used, "  x = x * 3u + %s(x + %uu%s);\n",
                         program->plain ? "" : kinds[c % KINDS].name, c, program->plain ? "" : kinds[c % KINDS].rest);
  snprintf(text + used, room - used, "  out[i] = x;\n}\n");
  return text;
}

/* Replaces x by the results of work-group function `kind`. */
static void apply(unsigned kind, uint64_t x[PROGRAM_ITEMS]) {
  uint64_t before[PROGRAM_ITEMS], one = x[BROADCAST_FROM];
  size_t sevens = 0;
  memcpy(before, x, sizeof before);
  for (int i = 0; i < PROGRAM_ITEMS; i++)
    sevens += before[i] == 7;
  if (kinds[kind].form == SCAN)
    ref_scan(kinds[kind].family, kinds[kind].op, REF_UINT, before, PROGRAM_ITEMS, x);
  if (kinds[kind].form == REDUCE)
    one = ref_reduce(kinds[kind].op, REF_UINT, before, PROGRAM_ITEMS);
  if (kinds[kind].form == ALL || kinds[kind].form == ANY)
    one = (kinds[kind].form == ANY) == (sevens != 0);
  for (int i = 0; i < PROGRAM_ITEMS && kinds[kind].form != SCAN; i++)
    x[i] = one;
}

void program_expect(const struct program *program, const cl_uint in[PROGRAM_ITEMS], cl_uint out[PROGRAM_ITEMS]) {
  for (int i = 0; i < PROGRAM_ITEMS; i++)
    out[i] = in[i] + program->salt;
  for (unsigned c = 0; c < program->calls; c++) {
    uint64_t x[PROGRAM_ITEMS];
    for (int i = 0; i < PROGRAM_ITEMS; i++)
      x[i] = out[i] + c;
    if (!program->plain)
      apply(c % KINDS, x);
    for (int i = 0; i < PROGRAM_ITEMS; i++)
      out[i] = out[i] * 3u + (cl_uint)x[i];
  }
}
