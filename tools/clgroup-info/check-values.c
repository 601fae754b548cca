/* Operands of --check, and what the tests' reference says of the results, for cases that OpenCL's specification defines
 * exactly. */
#include "check.h"

#include "names/names.h"

#include <stdio.h>
#include <string.h>

const struct check_type check_types[CHECK_TYPES] = {
    {"int", 4, REF_INT},     {"uint", 4, REF_UINT},     {"long", 8, REF_LONG}, {"ulong", 8, REF_ULONG},
    {"float", 4, REF_FLOAT}, {"double", 8, REF_DOUBLE}, {"half", 2, REF_HALF},
};

/* What follows the beginning in a function's name; NULL: it begins otherwise. */
static const char *behind(unsigned name, const char *beginning) {
  const size_t length = strlen(beginning);
  return strncmp(clgroup_names[name].text, beginning, length) ? NULL : clgroup_names[name].text + length;
}

static bool is(unsigned name, const char *function) {
  return !strcmp(clgroup_names[name].text, function);
}

static bool is_vote(unsigned name) {
  return is(name, "work_group_all") || is(name, "work_group_any");
}

/* The family and operator of a reduce or scan; returns whether it is one that the reference knows. */
static bool read_name(unsigned name, enum ref_family *family, enum ref_op *op) {
  static const char *const beginnings[REF_FAMILIES] = {
      [REF_REDUCE] = "work_group_reduce_",
      [REF_INCLUSIVE] = "work_group_scan_inclusive_",
      [REF_EXCLUSIVE] = "work_group_scan_exclusive_",
  };
  for (unsigned f = 0; f < REF_FAMILIES; f++) {
    const char *rest = behind(name, beginnings[f]);
    const int found = rest ? ref_op_by_name(rest) : -1;
    *family = (enum ref_family)f;
    *op = (enum ref_op)found;
    if (found >= 0)
      return true;
  }
  return false;
}

bool check_takes(unsigned name, const struct check_type *type) {
  enum ref_family family;
  enum ref_op op;
  if (is_vote(name))
    return type->is == REF_INT;
  return read_name(name, &family, &op) ? ref_takes(op, type->is) : is(name, "work_group_broadcast");
}

/* Small numbers, so that a work-group's sums and products are exact in every type, even half. For votes the groups
 * alternate: all true without a common bit, one false, none true, and mixed. */
static int number(unsigned name, const struct check_type *type, unsigned group, unsigned i) {
  unsigned random = (group * 64 + i) * 2654435761u + 12345;
  random = (random ^ random >> 15) * 2246822519u;
  random ^= random >> 13;
  if (is_vote(name))
    switch (group % 4) {
    case 0:
      return 1 << i % 4;
    case 1:
      return i != 7 % (i + 1) + 5;
    case 2:
      return 0;
    default:
      return random % 3 == 0;
    }
  enum ref_family family;
  enum ref_op op;
  const bool negative = ref_is_signed(type->is);
  if (read_name(name, &family, &op) && op == REF_MUL)
    return i % 13 == 5 ? 2 : negative && random % 3 == 0 ? -1 : 1;
  return (int)(random % 8) - (negative ? 3 : 0);
}

void check_operands(unsigned name, const struct check_type *type, unsigned group, unsigned count, void *to) {
  for (unsigned i = 0; i < count; i++)
    ref_store(type->is, to, i, ref_from_integer(type->is, number(name, type, group, i)));
}

static void expect(unsigned name, const struct check_type *type, const struct check_shape *shape, unsigned count,
                   const uint64_t *x, uint64_t *wanted) {
  enum ref_family family;
  enum ref_op op;
  uint64_t one = 0;
  if (read_name(name, &family, &op) && family != REF_REDUCE) {
    ref_scan(family, op, type->is, x, count, wanted);
    return;
  }
  if (read_name(name, &family, &op))
    one = ref_reduce(op, type->is, x, count);
  else if (is_vote(name)) /* all of them, or not none */
    one = ref_reduce(is(name, "work_group_all") ? REF_LOGICAL_AND : REF_LOGICAL_OR, type->is, x, count);
  else
    one = x[(shape->from[2] * shape->size[1] + shape->from[1]) * shape->size[0] + shape->from[0]];
  for (unsigned i = 0; i < count; i++)
    wanted[i] = one;
}

bool check_results(unsigned name, const struct check_type *type, const struct check_shape *shape, const void *operands,
                   const void *results, char *text, size_t size) {
  const unsigned count = shape->size[0] * shape->size[1] * shape->size[2];
  uint64_t x[CHECK_LARGEST] = {0}, wanted[CHECK_LARGEST];
  for (unsigned i = 0; i < count; i++)
    x[i] = ref_load(type->is, operands, i);
  expect(name, type, shape, count, x, wanted);
  for (unsigned i = 0; i < count; i++) {
    const long double want = ref_to_real(type->is, wanted[i]),
                      got = ref_to_real(type->is, ref_load(type->is, results, i));
    if (is_vote(name) ? (want != 0) == (got != 0) : want == got) /* any nonzero value is true */
      continue;
    const char *format = ref_is_float(type->is) ? "%ux%ux%u work-items, item %u: %Lg instead of %Lg"
                                                : "%ux%ux%u work-items, item %u: %.0Lf instead of %.0Lf";
    snprintf(text, size, format, shape->size[0], shape->size[1], shape->size[2], i, got, want);
    return false;
  }
  return true;
}
