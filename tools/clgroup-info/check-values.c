/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The kernels of --check, their operands, and what lib/reference says of the results. */
#include "check.h"

#include "inputs.h"
#include "names/names.h"

#include <stdio.h>
#include <string.h>

/* What a function is: a reduce or scan by an operator; or one of the others. */
struct called {
  enum { FOLD, ALL, ANY, BROADCAST, OTHER } kind;
  enum ref_family family;
  enum ref_op op;
};

static struct called called_by(unsigned name) {
  static const char *const others[] = {
      [ALL] = "work_group_all", [ANY] = "work_group_any", [BROADCAST] = "work_group_broadcast"};
  const char *text = clgroup_names[name].text;
  for (unsigned kind = ALL; kind < OTHER; kind++)
    if (!strcmp(text, others[kind]))
      return (struct called){.kind = kind};
  for (enum ref_family f = 0; f < REF_FAMILIES; f++)
    for (enum ref_op op = 0; op < REF_OPS; op++) {
      char fold[64];
      snprintf(fold, sizeof fold, "work_group_%s_%s", ref_family_name(f), ref_op_name(op));
      if (!strcmp(text, fold))
        return (struct called){FOLD, f, op};
    }
  return (struct called){.kind = OTHER};
}

bool check_takes(unsigned name, enum ref_type type) {
  const struct called c = called_by(name);
  return c.kind == FOLD ? ref_takes(c.op, type) : c.kind == BROADCAST || (c.kind != OTHER && type == REF_INT);
}

void check_source(enum ref_type type, uint64_t names, bool loop, struct clgroup_buffer *source) {
  if (type == REF_HALF || type == REF_DOUBLE)
    clgroup_buffer_add(source, "#pragma OPENCL EXTENSION cl_khr_fp%u : enable\n", 8 * (unsigned)ref_bytes(type));
  for (unsigned n = 0; n < clgroup_name_count; n++)
    for (unsigned at = 0; names >> n & 1 && at < (called_by(n).kind == BROADCAST ? 2 : 1); at++)
      clgroup_buffer_add(
          source,
          "kernel void k%u%s(global const %s *in, global %s *out, uint n, uint x, uint y, uint z) {\n"
          "  size_t i = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)\n"
          "    + get_group_id(0) * get_local_size(0) * get_local_size(1) * get_local_size(2);\n"
          "  %s v = in[i];\n%s"
          "  v = %s(v%s);\n  out[i] = v;\n}\n",
          n, at ? "at" : "", ref_type_name(type), ref_type_name(type), ref_type_name(type),
          loop ? "  for (uint k = 0; k < n; k++)\n" : "", clgroup_names[n].text,
          called_by(n).kind != BROADCAST ? ""
          : at                           ? ", x, y, z"
                                         : ", x");
}

/* Folds are exact in any order. For votes the groups alternate: all true without a common bit, one false, none true,
 * and mixed. */
void check_operands(unsigned name, enum ref_type type, unsigned group, unsigned count, void *to) {
  const struct called c = called_by(name);
  for (unsigned i = 0; i < count; i++) {
    uint64_t state = group * CHECK_LARGEST + i;
    const uint64_t random = random_next(&state);
    const int votes[] = {1 << i % 4, i != 7 % (i + 1) + 5, 0, random % 3 == 0};
    ref_store(type, to, i,
              c.kind == ALL || c.kind == ANY ? (uint64_t)votes[group % 4] : input_exact(c.op, type, random));
  }
}

/* Any truth but 0 is right. */
static bool judge_one(struct called c, enum ref_type type, uint64_t wanted, unsigned count, const uint64_t *got,
                      struct ref_mismatch *m) {
  for (unsigned i = 0; i < count; i++)
    if (c.kind == BROADCAST ? !ref_same(REF_ADD, type, got[i], wanted) : !got[i] != !wanted) {
      *m = (struct ref_mismatch){.rank = i, .expected = wanted, .got = got[i]};
      return false;
    }
  return true;
}

bool check_results(unsigned name, enum ref_type type, const size_t local[3], size_t from, const void *operands,
                   const void *results, char *text, size_t size) {
  const struct called c = called_by(name);
  const unsigned count = (unsigned)(local[0] * local[1] * local[2]);
  uint64_t x[CHECK_LARGEST] = {0}, got[CHECK_LARGEST];
  struct ref_mismatch m;
  for (unsigned i = 0; i < count; i++) {
    x[i] = ref_load(type, operands, i);
    got[i] = ref_load(type, results, i);
  }
  const uint64_t one =
      c.kind == BROADCAST ? x[from] : ref_reduce(c.kind == ALL ? REF_LOGICAL_AND : REF_LOGICAL_OR, type, x, count);
  if (c.kind == FOLD ? ref_judge(c.family, c.op, type, x, count, got, REF_STRICT, &m)
                     : judge_one(c, type, one, count, got, &m))
    return true;
  const char *format = ref_is_float(type) ? "%zux%zux%zu work-items, item %zu: %Lg instead of %Lg"
                                          : "%zux%zux%zu work-items, item %zu: %.0Lf instead of %.0Lf";
  snprintf(text, size, format, local[0], local[1], local[2], m.rank, ref_to_real(type, m.got),
           ref_to_real(type, m.expected));
  return false;
}
