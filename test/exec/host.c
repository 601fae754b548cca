/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the kernels of calls.h must write: they are compiled as C too, with work-group functions made of the reference.
 *
 * A work-item cannot wait for the others here. So a kernel runs for one work-item after the other up to the first call,
 * whose results follow from what all have passed to it; then it runs from its start again, up to the second call; and
 * so on. */
#include "calls.h"

#include "reference.h"
#include "text.h"

#include <setjmp.h>
#include <stdlib.h>

enum { MOST_CALLS = 1024 };

/* The work-group that a kernel runs in. */
static struct {
  const struct run *run;
  size_t rank;                   /* of the work-item at hand */
  unsigned calls;                /* that it has made */
  unsigned known;                /* calls whose results are there */
  uint64_t *results[MOST_CALLS]; /* by rank */
  /* The next one, which ends a run of the kernel. */
  jmp_buf end;
  enum { OF_ALL, UP_TO, BEFORE, FROM } what;
  enum ref_op op;
  enum ref_type type;
  size_t source;
  uint64_t *operands;
} here;

static uint64_t call(int what, enum ref_op op, enum ref_type type, uint64_t x, size_t source) {
  if (here.calls < here.known)
    return here.results[here.calls++][here.rank];
  here.what = what;
  here.op = op;
  here.type = type;
  here.source = source;
  here.operands[here.rank] = x;
  longjmp(here.end, 1);
}

/* Runs the kernel up to its next call; returns whether there is one. */
static bool runs_to_call(const struct call *c, size_t rank) {
  const struct run *r = here.run;
  here.rank = rank;
  here.calls = 0;
  if (setjmp(here.end))
    return true;
  c->host(r->x, r->out, (uint32_t)r->n, &r->uniform);
  return false;
}

static void finish_call(size_t n) {
  uint64_t *results = allocate(n * sizeof *results);
  if (here.known == MOST_CALLS)
    abort();
  if (here.what == UP_TO || here.what == BEFORE)
    ref_scan(here.what == UP_TO ? REF_INCLUSIVE : REF_EXCLUSIVE, here.op, here.type, here.operands, n, results);
  else
    for (size_t rank = 0; rank < n; rank++)
      results[rank] = rank                  ? results[0]
                      : here.what == OF_ALL ? ref_reduce(here.op, here.type, here.operands, n)
                                            : here.operands[here.source];
  here.results[here.known++] = results;
}

void calls_expect(const struct call *c, const struct run *run) {
  size_t calling;
  here.run = run;
  here.known = 0;
  here.operands = allocate(run->n * sizeof *here.operands);
  do {
    calling = 0;
    for (size_t rank = 0; rank < run->n; rank++)
      calling += runs_to_call(c, rank);
    if (calling && calling < run->n)
      abort(); /* the kernel is wrong: some work-items miss a call */
    if (calling)
      finish_call(run->n);
  } while (calling);
  while (here.known)
    free(here.results[--here.known]);
  free(here.operands);
}

/* ---- OpenCL C as C ---- */

typedef uint32_t uint;
typedef uint64_t ulong;
#define long int64_t
typedef float half; /* the kernels' numbers are small and whole */

#define global
#define local
#define LOCAL static
#define KERNEL static
#define reqd_work_group_size(x, y, z) unused
#define HAVE_DOUBLE
#define HAVE_HALF
#define MAX_SIZE 1024
#define OWN_INTS 64

/* In the buffers of a work-group alone. */
#define GUARD 0
#define group() 0
#define rank() ((uint)here.rank)
#define item() rank()
#define get_local_size(axis) ((uint)here.run->size[axis])

#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"

#include "kernels/own_function.cl"

#define CALL_ON(T, type)                                                                                               \
  static T call_##T(int what, enum ref_op op, T x, size_t source) {                                                    \
    T result;                                                                                                          \
    ref_store(type, &result, 0, call(what, op, type, ref_load(type, &x, 0), source));                                  \
    return result;                                                                                                     \
  }
CALL_ON(int, REF_INT)
CALL_ON(uint, REF_UINT)
CALL_ON(long, REF_LONG)
CALL_ON(ulong, REF_ULONG)
CALL_ON(float, REF_FLOAT)
CALL_ON(double, REF_DOUBLE)
#define CALL(what, op, x, source)                                                                                      \
  _Generic((x), int                                                                                                    \
           : call_int, uint                                                                                            \
           : call_uint, long                                                                                           \
           : call_long, ulong                                                                                          \
           : call_ulong, float                                                                                         \
           : call_float, double                                                                                        \
           : call_double)(what, op, x, source)

#define work_group_reduce_add(x) CALL(OF_ALL, REF_ADD, x, 0)
#define work_group_reduce_min(x) CALL(OF_ALL, REF_MIN, x, 0)
#define work_group_reduce_max(x) CALL(OF_ALL, REF_MAX, x, 0)
#define work_group_scan_inclusive_add(x) CALL(UP_TO, REF_ADD, x, 0)
#define work_group_scan_inclusive_min(x) CALL(UP_TO, REF_MIN, x, 0)
#define work_group_scan_inclusive_max(x) CALL(UP_TO, REF_MAX, x, 0)
#define work_group_scan_exclusive_add(x) CALL(BEFORE, REF_ADD, x, 0)
#define work_group_all(x) CALL(OF_ALL, REF_LOGICAL_AND, x, 0)
#define work_group_any(x) CALL(OF_ALL, REF_LOGICAL_OR, x, 0)
#define work_group_broadcast(x, at, y, z) CALL(FROM, REF_ADD, x, at)
#define barrier(fence) (void)CALL(FROM, REF_ADD, 0, 0)

#include "kernels/calls.cl"
#include "kernels/kernel_calls_kernel.cl"
#include "kernels/nearly_all_local.cl"
#include "kernels/votes.cl"

static int memory[MAX_SIZE];

static void own_local_of_host(ARGUMENTS) {
  own_local(in, out, items, uniform, memory);
}

static void in_place_of_long(ARGUMENTS) {
  memory[item()] = in[item()];
  in_place(memory, items, uniform);
  out[item()] = memory[item()];
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
    {"own_local", own_local_of_host, 5, HAS_LOCAL_ARGUMENT, 0},
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
    {"unset", unset, 8, UNSET, 0},
    {"compaction", compaction, 2, 0, 0},
    {"required_size", required_size, 3, 0, 33},
    {"with_double", with_double, 4, NEEDS_DOUBLE, 0},
    {"with_half", with_half, 5, NEEDS_HALF, 0},
    {"in_place", in_place_of_long, 1, IN_PLACE, 0},
    {0},
};
const struct call calls_kernel_calls_kernel[] = {{"inner", inner, 1, 0, 0}, {"outer", outer, 2, 0, 0}, {0}};
const struct call calls_nearly_all_local[] = {{"nearly_all_local", nearly_all_local, 3, 0, 64}, {0}};
const struct call calls_own_function[] = {{"own_function", own_function, 2, 0, 0}, {0}};
const struct call calls_votes[] = {{"votes", votes, 2, 0, 0}, {0}};
