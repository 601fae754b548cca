/* Operands and expected results of --check, in plain C, for cases that OpenCL's specification defines exactly. */
#include "check.h"

#include "base/half.h"
#include "names/names.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const struct check_type check_types[CHECK_TYPES] = {
    {"int", 4, CHECK_SIGNED},  {"uint", 4, CHECK_UNSIGNED}, {"long", 8, CHECK_SIGNED}, {"ulong", 8, CHECK_UNSIGNED},
    {"float", 4, CHECK_FLOAT}, {"double", 8, CHECK_FLOAT},  {"half", 2, CHECK_FLOAT},
};

/* A value of any type; integers in two's complement with 64 bits. */
union value {
  int64_t s;
  uint64_t u;
  double f;
};

static union value of_double(double f) {
  return (union value){.f = f};
}

static union value of_signed(int64_t n) {
  return (union value){.s = n};
}

static union value of_unsigned(uint64_t n) {
  return (union value){.u = n};
}

/* The operator in a function's name: "add", "logical_and"; or the function: "all". */
static const char *operator_of(unsigned name) {
  const char *text = clgroup_names[name].text;
  const char *at = strstr(text, "reduce_") ? strstr(text, "reduce_") + 7 : strstr(text, "clusive_");
  return !at ? strrchr(text, '_') + 1 : strstr(text, "reduce_") ? at : at + 8;
}

static bool is(unsigned name, const char *what) {
  return !strcmp(operator_of(name), what);
}

static bool is_vote(unsigned name) {
  return is(name, "all") || is(name, "any");
}

bool check_takes(unsigned name, const struct check_type *type) {
  bool integers = is(name, "and") || is(name, "or") || is(name, "xor");
  if (is_vote(name) || !strncmp(operator_of(name), "logical_", 8))
    return !strcmp(type->name, "int");
  return !integers || type->kind != CHECK_FLOAT;
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
  bool negative = type->kind != CHECK_UNSIGNED;
  if (is(name, "mul"))
    return i % 13 == 5 ? 2 : negative && random % 3 == 0 ? -1 : 1;
  return (int)(random % 8) - (negative ? 3 : 0);
}

static void store(const struct check_type *type, union value v, void *to) {
  const float narrow = (float)v.f;
  const uint16_t half = clgroup_half_from_double(v.f);
  const uint32_t word = (uint32_t)v.u;
  const void *from = type->kind != CHECK_FLOAT ? (type->size == 4 ? (const void *)&word : &v.u)
                     : type->size == 8         ? (const void *)&v.f
                     : type->size == 4         ? (const void *)&narrow
                                               : &half;
  memcpy(to, from, type->size);
}

static union value load(const struct check_type *type, const void *from) {
  union value v = {0};
  float narrow;
  uint16_t half;
  uint32_t word;
  if (type->size == 8) {
    memcpy(&v, from, 8);
  } else if (type->size == 2) {
    memcpy(&half, from, 2);
    v.f = clgroup_half_to_double(half);
  } else if (type->kind == CHECK_FLOAT) {
    memcpy(&narrow, from, 4);
    v.f = narrow;
  } else {
    memcpy(&word, from, 4);
    v.s = type->kind == CHECK_SIGNED ? (int32_t)word : (int64_t)word;
  }
  return v;
}

static union value operand(unsigned name, const struct check_type *type, unsigned group, unsigned i) {
  int n = number(name, type, group, i);
  return type->kind == CHECK_FLOAT ? of_double(n) : of_signed(n);
}

void check_operand(unsigned name, const struct check_type *type, unsigned group, unsigned i, void *to) {
  store(type, operand(name, type, group, i), to);
}

/* The first result of an exclusive scan. */
static union value identity(unsigned name, const struct check_type *type) {
  bool smallest = is(name, "max"), largest = is(name, "min");
  if (type->kind == CHECK_FLOAT)
    return of_double(smallest ? -INFINITY : largest ? INFINITY : is(name, "mul"));
  if (type->kind == CHECK_UNSIGNED && (smallest || largest))
    return of_unsigned(smallest ? 0 : type->size == 8 ? UINT64_MAX : UINT32_MAX);
  if (smallest || largest) {
    int64_t most = type->size == 8 ? INT64_MAX : INT32_MAX;
    return of_signed(largest ? most : -most - 1);
  }
  return of_signed(is(name, "and") ? -1 : is(name, "mul") || is(name, "logical_and"));
}

static union value combine(unsigned name, const struct check_type *type, union value a, union value b) {
  bool below = type->kind == CHECK_FLOAT ? a.f < b.f : type->kind == CHECK_SIGNED ? a.s < b.s : a.u < b.u;
  if (is(name, "min") || is(name, "max"))
    return below == is(name, "min") ? a : b;
  if (type->kind == CHECK_FLOAT)
    return of_double(is(name, "add") ? a.f + b.f : a.f * b.f);
  if (is(name, "add") || is(name, "mul"))
    return of_unsigned(is(name, "add") ? a.u + b.u : a.u * b.u);
  if (is(name, "and") || is(name, "or"))
    return of_unsigned(is(name, "and") ? a.u & b.u : a.u | b.u);
  if (is(name, "xor"))
    return of_unsigned(a.u ^ b.u);
  bool x = a.u, y = b.u;
  return of_signed(is(name, "logical_and") || is(name, "all")  ? x && y
                   : is(name, "logical_or") || is(name, "any") ? x || y
                                                               : x != y);
}

static union value expected(unsigned name, const struct check_type *type, const struct check_shape *shape,
                            unsigned group, unsigned i) {
  const char *text = clgroup_names[name].text;
  unsigned from = (shape->from[2] * shape->size[1] + shape->from[1]) * shape->size[0] + shape->from[0];
  unsigned end = strstr(text, "inclusive") ? i + 1 : i;
  if (is(name, "broadcast"))
    return operand(name, type, group, from);
  if (!strstr(text, "scan"))
    end = shape->size[0] * shape->size[1] * shape->size[2];
  union value v = is(name, "all") ? of_signed(1) : is(name, "any") ? of_signed(0) : identity(name, type);
  for (unsigned k = 0; k < end; k++)
    v = combine(name, type, v, operand(name, type, group, k));
  return v;
}

static bool same(unsigned name, const struct check_type *type, union value a, union value b) {
  if (is_vote(name)) /* any nonzero value is true */
    return !a.u == !b.u;
  if (type->kind == CHECK_FLOAT)
    return a.f == b.f;
  return type->size == 8 ? a.u == b.u : (uint32_t)a.u == (uint32_t)b.u;
}

bool check_result(unsigned name, const struct check_type *type, const struct check_shape *shape, unsigned group,
                  unsigned i, const void *got, char *text, size_t size) {
  union value is = load(type, got), want = expected(name, type, shape, group, i);
  if (same(name, type, want, is))
    return true;
  int length =
      snprintf(text, size, "%ux%ux%u work-items, item %u: ", shape->size[0], shape->size[1], shape->size[2], i);
  if (length > 0 && (size_t)length < size) {
    text += length;
    size -= (size_t)length;
    if (type->kind == CHECK_FLOAT)
      snprintf(text, size, "%g instead of %g", is.f, want.f);
    else if (type->kind == CHECK_SIGNED)
      snprintf(text, size, "%lld instead of %lld", (long long)is.s, (long long)want.s);
    else
      snprintf(text, size, "%llu instead of %llu", (unsigned long long)is.u, (unsigned long long)want.u);
  }
  return false;
}
