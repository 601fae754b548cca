/* What each kernel of calls.h must write. */
#include "calls.h"

#include "inputs.h"
#include "reference.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

#define EACH(i, run) for (size_t i = 0; i < (run)->n; i++)

/* A column of numbers that a kernel holds between calls. */
static int64_t *column(size_t n) {
  return allocate(n * sizeof(int64_t));
}

static int64_t reduce(enum ref_op op, const int64_t *v, size_t n) {
  uint64_t *bits = allocate(n * sizeof *bits);
  for (size_t i = 0; i < n; i++)
    bits[i] = (uint64_t)v[i];
  int64_t result = (int64_t)ref_reduce(op, REF_LONG, bits, n);
  free(bits);
  return result;
}

/* v and result may be the same. */
static void scan(enum ref_family family, enum ref_op op, const int64_t *v, size_t n, int64_t *result) {
  uint64_t *bits = allocate(n * sizeof *bits), *scanned = allocate(n * sizeof *scanned);
  for (size_t i = 0; i < n; i++)
    bits[i] = (uint64_t)v[i];
  ref_scan(family, op, REF_LONG, bits, n, scanned);
  for (size_t i = 0; i < n; i++)
    result[i] = (int64_t)scanned[i];
  free(bits);
  free(scanned);
}

/* factor * x + summand, in a new column. */
static int64_t *scaled(const struct run *r, int64_t factor, int64_t summand) {
  int64_t *v = column(r->n);
  EACH(i, r) v[i] = factor * r->x[i] + summand;
  return v;
}

/* A column of the output: the scan or reduction of factor * x + summand. */
static void out_scan(const struct run *r, unsigned to, enum ref_family family, enum ref_op op, int64_t factor,
                     int64_t summand) {
  int64_t *v = scaled(r, factor, summand);
  scan(family, op, v, r->n, r->out + to * r->n);
  free(v);
}

static void out_reduce(const struct run *r, unsigned to, enum ref_op op, int64_t factor, int64_t summand) {
  int64_t *v = scaled(r, factor, summand), result = reduce(op, v, r->n);
  EACH(i, r) OUT(r, to, i) = result;
  free(v);
}

/* ---- one function per kernel of calls.cl, under the same name ---- */

static void same_type(const struct run *r) {
  out_scan(r, 0, REF_INCLUSIVE, REF_ADD, 1, 0);
  out_scan(r, 1, REF_INCLUSIVE, REF_ADD, 1, 1);
  out_reduce(r, 2, REF_MAX, 1, 0);
}

static void mixed_types(const struct run *r) {
  out_scan(r, 0, REF_INCLUSIVE, REF_ADD, 1, 0);
  out_scan(r, 1, REF_EXCLUSIVE, REF_ADD, 4000000000, 0);
  out_reduce(r, 2, REF_ADD, 1, 0);
  out_reduce(r, 3, REF_MAX, 1, 100);
  out_scan(r, 4, REF_INCLUSIVE, REF_MAX, INT64_C(1) << 40, INT64_C(200) << 40);
  out_scan(r, 5, REF_INCLUSIVE, REF_MIN, 1, 0);
}

static void third_call(const struct run *r) {
  out_reduce(r, 0, REF_MAX, 1, 0);
  out_scan(r, 1, REF_EXCLUSIVE, REF_ADD, 4000000000, 0);
  out_reduce(r, 2, REF_ADD, 3, 0);
}

static void loop(const struct run *r) {
  int64_t sum = 0;
  for (uint32_t turn = 0; turn < r->uniform; turn++) {
    int64_t *v = scaled(r, 1, turn);
    sum = sum * 3 + reduce(REF_ADD, v, r->n);
    free(v);
  }
  EACH(i, r) OUT(r, 0, i) = sum;
}

static void loop_of_three(const struct run *r) {
  int64_t *x = scaled(r, 1, 0), *a = column(r->n), *c = column(r->n);
  EACH(i, r) OUT(r, 0, i) = 0;
  for (uint32_t turn = 0; turn < r->uniform; turn++) {
    scan(REF_EXCLUSIVE, REF_ADD, x, r->n, a);
    int64_t b = reduce(REF_MAX, x, r->n);
    scan(REF_INCLUSIVE, REF_ADD, a, r->n, c);
    EACH(i, r) {
      OUT(r, 0, i) += a[i] + b + c[i];
      x[i] = x[i] / 2 + 1;
    }
  }
  free(x);
  free(a);
  free(c);
}

static void loop_while_any(const struct run *r) {
  int64_t most = reduce(REF_MAX, r->x, r->n);
  EACH(i, r) OUT(r, 0, i) = most > 0 ? most : 0;
}

static void loop_until_done(const struct run *r) {
  int64_t *x = scaled(r, 1, 0), most;
  int turns = 0;
  do {
    most = reduce(REF_MAX, x, r->n);
    EACH(i, r) if (x[i] == most) x[i] /= 2;
    turns++;
  } while (most > 0 && turns < 40);
  EACH(i, r) OUT(r, 0, i) = turns;
  scan(REF_INCLUSIVE, REF_ADD, x, r->n, r->out + r->n);
  free(x);
}

static void loop_with_break(const struct run *r) {
  int64_t *v = column(r->n), least = reduce(REF_MIN, r->x, r->n);
  EACH(i, r) OUT(r, 0, i) = 0;
  for (int turn = 0; turn < 20; turn++) {
    if (turn % 3 == 1)
      continue;
    EACH(i, r) v[i] = r->x[i] + turn;
    scan(REF_INCLUSIVE, REF_ADD, v, r->n, v);
    EACH(i, r) OUT(r, 0, i) += v[i];
    if (turn >= (int)r->uniform)
      break;
    EACH(i, r) OUT(r, 0, i) += least;
  }
  free(v);
}

static void branch(const struct run *r) {
  if (r->uniform & 1)
    out_scan(r, 0, REF_INCLUSIVE, REF_ADD, 1, 0);
  else
    out_reduce(r, 0, REF_MIN, 1, 0);
  scan(REF_EXCLUSIVE, REF_ADD, r->out, r->n, r->out + r->n);
}

static void branch_of_many(const struct run *r) {
  EACH(i, r) OUT(r, 0, i) = 0;
  switch (r->uniform) {
  case 0:
    out_reduce(r, 0, REF_ADD, 1, 0);
    break;
  case 1:
    out_scan(r, 0, REF_EXCLUSIVE, REF_ADD, 1, 0);
    int64_t most = reduce(REF_MAX, r->x, r->n);
    EACH(i, r) OUT(r, 0, i) += most;
    break;
  case 2:
    out_scan(r, 0, REF_INCLUSIVE, REF_ADD, 1, 0);
    break;
  }
  int64_t sum = reduce(REF_ADD, r->out, r->n);
  EACH(i, r) OUT(r, 1, i) = sum;
}

static void early_exit(const struct run *r) {
  if (r->uniform % 3 == 0) {
    EACH(i, r) OUT(r, 0, i) = -1, OUT(r, 1, i) = -2;
    return;
  }
  out_scan(r, 0, REF_INCLUSIVE, REF_ADD, 1, 0);
  int64_t most = r->uniform % 3 == 1 ? -3 : reduce(REF_MAX, r->out, r->n);
  EACH(i, r) OUT(r, 1, i) = most;
}

static void helper(const struct run *r, unsigned to, int64_t summand) {
  int64_t *v = scaled(r, 1, summand), total = reduce(REF_ADD, v, r->n);
  scan(REF_EXCLUSIVE, REF_ADD, v, r->n, r->out + to * r->n);
  EACH(i, r) OUT(r, to, i) += total * 1000;
  free(v);
}

static void helper_once(const struct run *r) {
  helper(r, 0, 0);
}

static void helper_twice(const struct run *r) {
  helper(r, 0, 0);
  helper(r, 1, 1);
  out_scan(r, 2, REF_INCLUSIVE, REF_MAX, 1, 0);
}

static void no_function(const struct run *r) {
  EACH(i, r) OUT(r, 0, i) = r->x[i] * 2;
}

static void own_local(const struct run *r) {
  out_scan(r, 0, REF_INCLUSIVE, REF_ADD, 1, 0);
  out_reduce(r, 1, REF_ADD, 1, 0);
  for (int factor = 1; factor <= 3; factor++)
    EACH(i, r) OUT(r, 1 + factor, i) = r->x[(i + 1) % r->n] * factor;
}

static void feeding(const struct run *r) {
  int64_t *y = column(r->n);
  scan(REF_EXCLUSIVE, REF_ADD, r->x, r->n, y);
  scan(REF_INCLUSIVE, REF_MAX, y, r->n, y);
  int64_t from = y[r->n / 2 % r->width];
  EACH(i, r) y[i] = from + r->x[i];
  int64_t sum = reduce(REF_ADD, y, r->n);
  EACH(i, r) y[i] = (sum + r->x[i]) & 7;
  scan(REF_INCLUSIVE, REF_ADD, y, r->n, r->out);
  free(y);
}

static void nested(const struct run *r) {
  int64_t sum = reduce(REF_ADD, r->x, r->n);
  out_scan(r, 0, REF_INCLUSIVE, REF_ADD, -1, reduce(REF_MAX, r->x, r->n));
  out_scan(r, 1, REF_EXCLUSIVE, REF_ADD, 1, 1);
  EACH(i, r) OUT(r, 1, i) = OUT(r, 1, i) * 2 + sum;
}

static void late_use(const struct run *r) {
  out_scan(r, 0, REF_INCLUSIVE, REF_ADD, 1, 0);
  out_reduce(r, 1, REF_ADD, 2, 0);
  out_scan(r, 2, REF_EXCLUSIVE, REF_ADD, 1, 5);
  out_reduce(r, 3, REF_MIN, 1, 0);
}

static void array_of_results(const struct run *r) {
  int64_t *v = column(r->n);
  scan(REF_INCLUSIVE, REF_ADD, r->x, r->n, v);
  EACH(i, r) {
    int64_t sum = 0;
    for (int turn = 7; turn >= 0; turn--)
      sum = sum * 2 + v[i] * turn;
    OUT(r, 0, i) = sum;
  }
  free(v);
}

static void sixty_four(const struct run *r) {
  int64_t *y = column(r->n);
  EACH(i, r) y[i] = r->x[i] & 15;
  for (int step = 0; step < 32; step++) {
    scan(REF_INCLUSIVE, REF_ADD, y, r->n, y);
    EACH(i, r) y[i] = (y[i] ^ step) & 15;
    int64_t sum = reduce(REF_ADD, y, r->n);
    EACH(i, r) y[i] = (sum + step + r->x[i]) & 15;
  }
  memcpy(r->out, y, r->n * sizeof *y);
  free(y);
}

/* The functions called one after the other, a letter for each; v stands for any. */
static void in_order(const struct run *r, const char *order, int64_t *y) {
  for (const char *next = order; *next; next++) {
    int64_t from = y[r->width / 2], most = reduce(REF_MAX, y, r->n), sum = reduce(REF_ADD, y, r->n);
    int64_t same = *next == 'r' ? sum : *next == 'b' ? from : *next == 'a' ? most < 15 : most == 15;
    if (*next == 'i' || *next == 'e')
      scan(*next == 'i' ? REF_INCLUSIVE : REF_EXCLUSIVE, REF_ADD, y, r->n, y);
    else
      EACH(i, r) y[i] = same;
    EACH(i, r) y[i] = (y[i] + r->x[i]) & 15;
  }
}

static void each_behind_each(const struct run *r) {
  int64_t *y = r->out;
  EACH(i, r) y[i] = r->x[i] & 15;
  in_order(r, "rrirerbrarviieibiaiveebeaevbbabvaavvr", y);
}

static void broadcast_between(const struct run *r) {
  int64_t *y = r->out;
  EACH(i, r) y[i] = r->x[i] & 15;
  in_order(r, "b", y);
  for (uint32_t turn = 0; turn < r->uniform + 2; turn++)
    in_order(r, "brbbibebabvbbb", y);
  in_order(r, "bbi", y);
}

static void hundred(const struct run *r) {
  int64_t *x = scaled(r, 1, 0), *v = column(r->n);
  EACH(i, r) OUT(r, 0, i) = 0;
  for (uint32_t turn = 0; turn < r->uniform + 4; turn++) {
    int64_t least = reduce(REF_MIN, x, r->n), most = reduce(REF_MAX, x, r->n);
    int64_t same = reduce(REF_ADD, x, r->n) + least + 50 + (most < 8) + (most > 7) + x[0] + most + 60;
    EACH(i, r) OUT(r, 0, i) += same;
    const struct {
      enum ref_family family;
      enum ref_op op;
    } scans[] = {
        {REF_INCLUSIVE, REF_MAX}, {REF_EXCLUSIVE, REF_ADD}, {REF_INCLUSIVE, REF_ADD}, {REF_INCLUSIVE, REF_MIN}};
    for (unsigned k = 0; k < 4; k++) {
      scan(scans[k].family, scans[k].op, x, r->n, v);
      EACH(i, r) OUT(r, 0, i) += v[i];
    }
    EACH(i, r) x[i] = (x[i] * 5 + 3) % 9;
  }
  free(x);
  free(v);
}

static void broadcast_loop(const struct run *r) {
  int64_t sum = 0;
  for (size_t i = 0; i < r->width && i < 40; i++)
    sum = sum * 2 + r->x[i];
  EACH(i, r) OUT(r, 0, i) = sum;
}

static void broadcast_changing(const struct run *r) {
  int64_t sum = 0, *x = scaled(r, 1, 0);
  for (uint32_t turn = 0; turn < 12; turn++) {
    sum = sum * 2 + x[turn % 3 % r->width];
    EACH(i, r) x[i] = (x[i] * 5 + turn + 1) & 15;
  }
  EACH(i, r) OUT(r, 0, i) = sum;
  free(x);
}

static void votes_between(const struct run *r) {
  int64_t least = reduce(REF_MIN, r->x, r->n), most = reduce(REF_MAX, r->x, r->n);
  EACH(i, r) OUT(r, 0, i) = least > -8, OUT(r, 2, i) = most == 8, OUT(r, 3, i) = most < 8;
  out_reduce(r, 1, REF_ADD, 1, 0);
}

static void compaction(const struct run *r) {
  int64_t count = 0;
  EACH(i, r) OUT(r, 0, i) = r->x[i] > 0 ? count++ : -1;
  EACH(i, r) OUT(r, 1, i) = count;
}

static void required_size(const struct run *r) {
  out_scan(r, 0, REF_INCLUSIVE, REF_ADD, 1, 0);
  out_scan(r, 1, REF_EXCLUSIVE, REF_ADD, 1, 0);
  out_reduce(r, 2, REF_ADD, 1, 0);
}

static void with_double(const struct run *r) {
  out_reduce(r, 0, REF_ADD, 1, 0);
  out_scan(r, 1, REF_INCLUSIVE, REF_ADD, 1, 0);
  out_scan(r, 2, REF_EXCLUSIVE, REF_ADD, 1, 0);
  out_reduce(r, 3, REF_MAX, 1, 0);
}

static void with_half(const struct run *r) {
  out_reduce(r, 0, REF_MAX, 1, 0);
  out_scan(r, 1, REF_INCLUSIVE, REF_ADD, 1, 0);
  out_scan(r, 2, REF_INCLUSIVE, REF_MIN, 1, 0);
  out_reduce(r, 3, REF_ADD, 1, 0);
  out_scan(r, 4, REF_INCLUSIVE, REF_MAX, 1, 0);
}

static void in_place(const struct run *r) {
  int64_t *v = column(r->n);
  scan(REF_INCLUSIVE, REF_ADD, r->x, r->n, v);
  int64_t sum = reduce(REF_ADD, v, r->n) & 0xffff;
  EACH(i, r) OUT(r, 0, i) = sum * (int64_t)i;
  free(v);
}

/* ---- kernels of the other files ---- */

static void inner(const struct run *r) {
  out_scan(r, 0, REF_INCLUSIVE, REF_ADD, 1, 0);
}

static void outer(const struct run *r) {
  out_scan(r, 0, REF_INCLUSIVE, REF_ADD, 1, 0);
  int64_t sum = reduce(REF_ADD, r->out, r->n);
  EACH(i, r) OUT(r, 1, i) = sum;
}

static void nearly_all_local(const struct run *r) {
  out_scan(r, 0, REF_INCLUSIVE, REF_ADD, 1, 0);
  out_reduce(r, 1, REF_MAX, 1, 0);
  EACH(i, r) OUT(r, 2, i) = 0;
}

static void own_function(const struct run *r) {
  EACH(i, r) OUT(r, 0, i) = r->x[i] * 7, OUT(r, 1, i) = r->x[i] - 3;
}
const struct call calls_kernels[] = {
    {"same_type", same_type, 3, 0, 0},
    {"mixed_types", mixed_types, 6, 0, 0},
    {"third_call", third_call, 3, 0, 0},
    {"loop", loop, 1, 0, 0},
    {"loop_of_three", loop_of_three, 1, 0, 0},
    {"loop_while_any", loop_while_any, 1, 0, 0},
    {"loop_until_done", loop_until_done, 2, 0, 0},
    {"loop_with_break", loop_with_break, 1, 0, 0},
    {"branch", branch, 2, 0, 0},
    {"branch_of_many", branch_of_many, 2, 0, 0},
    {"early_exit", early_exit, 2, 0, 0},
    {"helper_once", helper_once, 1, 0, 0},
    {"helper_twice", helper_twice, 3, 0, 0},
    {"no_function", no_function, 1, 0, 0},
    {"own_local", own_local, 5, HAS_LOCAL_ARGUMENT, 0},
    {"feeding", feeding, 1, 0, 0},
    {"nested", nested, 2, 0, 0},
    {"late_use", late_use, 4, 0, 0},
    {"array_of_results", array_of_results, 1, PRIVATE_ARRAY, 0},
    {"sixty_four", sixty_four, 1, 0, 0},
    {"each_behind_each", each_behind_each, 1, 0, 0},
    {"broadcast_between", broadcast_between, 1, 0, 0},
    {"hundred", hundred, 1, 0, 0},
    {"broadcast_loop", broadcast_loop, 1, 0, 0},
    {"broadcast_changing", broadcast_changing, 1, 0, 0},
    {"votes_between", votes_between, 4, 0, 0},
    {"compaction", compaction, 2, 0, 0},
    {"required_size", required_size, 3, 0, 33},
    {"with_double", with_double, 4, NEEDS_DOUBLE, 0},
    {"with_half", with_half, 5, NEEDS_HALF, 0},
    {"in_place", in_place, 1, IN_PLACE, 0},
    {0},
};
const struct call calls_kernel_calls_kernel[] = {{"inner", inner, 1, 0, 0}, {"outer", outer, 2, 0, 0}, {0}};
const struct call calls_nearly_all_local[] = {{"nearly_all_local", nearly_all_local, 3, 0, 64}, {0}};
const struct call calls_own_function[] = {{"own_function", own_function, 2, 0, 0}, {0}};
