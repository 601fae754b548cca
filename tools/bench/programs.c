#include "bench/programs.h"
#include "bench/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BROADCAST_FROM = 5, LINE = 96 }; /* the 5 of kinds[]; more than a kernel's line needs */

enum form { REDUCE, INCLUSIVE, EXCLUSIVE, BROADCAST, ALL, ANY };
enum op { ADD, MIN, MAX };

static const struct {
  const char *name, *rest; /* rest: the text after the argument */
  enum form form;
  enum op op;
} kinds[] = {
    {"work_group_scan_inclusive_add", "", INCLUSIVE, ADD},
    {"work_group_reduce_add", "", REDUCE, ADD},
    {"work_group_scan_exclusive_add", "", EXCLUSIVE, ADD},
    {"work_group_reduce_max", "", REDUCE, MAX},
    {"work_group_broadcast", ", 5", BROADCAST, ADD},
    {"work_group_scan_inclusive_min", "", INCLUSIVE, MIN},
    {"work_group_all", " != 7", ALL, ADD},
    {"work_group_any", " == 7", ANY, ADD},
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

static cl_uint combine(enum op op, cl_uint a, cl_uint b) {
  switch (op) {
  case ADD:
    return a + b;
  case MIN:
    return a < b ? a : b;
  case MAX:
    return a > b ? a : b;
  }
  return 0;
}

/* Replaces x by the results of work-group function `kind`. */
static void apply(unsigned kind, cl_uint x[PROGRAM_ITEMS]) {
  cl_uint before[PROGRAM_ITEMS], upto[PROGRAM_ITEMS];
  bool all = true, any = false;
  memcpy(before, x, sizeof before);
  for (int i = 0; i < PROGRAM_ITEMS; i++) {
    upto[i] = i ? combine(kinds[kind].op, upto[i - 1], before[i]) : before[i];
    all = all && before[i] != 7;
    any = any || before[i] == 7;
  }
  for (int i = 0; i < PROGRAM_ITEMS; i++)
    switch (kinds[kind].form) {
    case REDUCE:
      x[i] = upto[PROGRAM_ITEMS - 1];
      break;
    case INCLUSIVE:
      x[i] = upto[i];
      break;
    case EXCLUSIVE: /* of add */
      x[i] = i ? upto[i - 1] : 0;
      break;
    case BROADCAST:
      x[i] = before[BROADCAST_FROM];
      break;
    case ALL:
      x[i] = all;
      break;
    case ANY:
      x[i] = any;
      break;
    }
}

void program_expect(const struct program *program, const cl_uint in[PROGRAM_ITEMS], cl_uint out[PROGRAM_ITEMS]) {
  for (int i = 0; i < PROGRAM_ITEMS; i++)
    out[i] = in[i] + program->salt;
  for (unsigned c = 0; c < program->calls; c++) {
    cl_uint x[PROGRAM_ITEMS];
    for (int i = 0; i < PROGRAM_ITEMS; i++)
      x[i] = out[i] + c;
    if (!program->plain)
      apply(c % KINDS, x);
    for (int i = 0; i < PROGRAM_ITEMS; i++)
      out[i] = out[i] * 3u + x[i];
  }
}
