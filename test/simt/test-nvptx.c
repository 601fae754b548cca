/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* NVIDIA's operations, as CUDA's documentation has them: __shfl_up_sync(mask, a, b, width) and its relatives. */
#include "test-intrinsics.h"

#include <stdio.h>
#include <string.h>

const char nvptx_declarations[] = "#define OF(name, type, label, ...) __attribute__((convergent)) type "
                                  "name(__VA_ARGS__) __asm__(\"llvm.nvvm.\" label);\n"
                                  "OF(up, uint, \"shfl.sync.up.i32\", uint, uint, uint, uint)\n"
                                  "OF(down, uint, \"shfl.sync.down.i32\", uint, uint, uint, uint)\n"
                                  "OF(bfly, uint, \"shfl.sync.bfly.i32\", uint, uint, uint, uint)\n"
                                  "OF(idx, uint, \"shfl.sync.idx.i32\", uint, uint, uint, uint)\n"
                                  "OF(idx_float, float, \"shfl.sync.idx.f32\", uint, float, uint, uint)\n"
                                  "OF(vote_ballot, uint, \"vote.ballot.sync\", uint, bool)\n"
                                  "OF(match_any, uint, \"match.any.sync.i32\", uint, uint)\n"
                                  "OF(match_any_long, uint, \"match.any.sync.i64\", uint, ulong)\n"
                                  "OF(redux_add, uint, \"redux.sync.add\", uint, uint)\n"
                                  "OF(redux_min, uint, \"redux.sync.min\", uint, uint)\n"
                                  "OF(redux_max, uint, \"redux.sync.max\", uint, uint)\n"
                                  "OF(redux_umin, uint, \"redux.sync.umin\", uint, uint)\n"
                                  "OF(redux_umax, uint, \"redux.sync.umax\", uint, uint)\n"
                                  "OF(redux_and, uint, \"redux.sync.and\", uint, uint)\n"
                                  "OF(redux_or, uint, \"redux.sync.or\", uint, uint)\n"
                                  "OF(redux_xor, uint, \"redux.sync.xor\", uint, uint)\n"
                                  "OF(lane, uint, \"read.ptx.sreg.laneid\", void)\n"
                                  "OF(lanemask_lt, uint, \"read.ptx.sreg.lanemask.lt\", void)\n"
                                  "OF(barrier_popc, uint, \"barrier0.popc\", uint)\n"
                                  "OF(barrier_and, uint, \"barrier0.and\", uint)\n"
                                  "OF(barrier_or, uint, \"barrier0.or\", uint)\n"
                                  "__attribute__((convergent)) uint activemask(void) {\n"
                                  "  uint r;\n"
                                  "  __asm__ volatile(\"activemask.b32 %0;\" : \"=r\"(r));\n"
                                  "  return r;\n"
                                  "}\n";

enum shuffle { UP, DOWN, XOR, IDX };

/* p: the shuffle; q: its width; r: with the predicate. */
static void expect_shuffle(struct wave *w, const struct operation *o) {
  for (int i = 0; i < (int)w->live; i++) {
    const int width = (int)o->q, b = (int)(w->b[i] % 32), start = i / width * width, end = start + width;
    int from = i;
    bool good = true;
    switch (o->p) {
    case UP:
      from = i - b;
      good = from >= start;
      break;
    case DOWN:
      from = i + b;
      good = from < end;
      break;
    case XOR:
      from = i ^ b;
      good = from < end;
      break;
    case IDX:
      from = start + b % width;
      break;
    }
    if (!good)
      from = i;
    w->unknown[i] = !(w->set[i] >> from & 1);
    w->result[i] = w->a[from] | (uint64_t)(o->r && good) << 32;
  }
}

enum vote { BALLOT, MATCH_ANY, MATCH_ANY_LONG, MATCH_ALL, MATCH_ALL_LONG };

static void expect_vote(struct wave *w, const struct operation *o) {
  for (unsigned i = 0; i < w->live; i++) {
    uint32_t mask = 0, same = 0;
    for (unsigned k = 0; k < w->live; k++) {
      if (!(w->set[i] >> k & 1))
        continue;
      mask |= (uint32_t)(w->c[k] != 0) << k;
      same |= (uint32_t)(w->c[k] == w->c[i]) << k;
    }
    const bool all_same = same == w->set[i];
    const uint64_t results[] = {[BALLOT] = mask,
                                [MATCH_ANY] = same,
                                [MATCH_ANY_LONG] = same,
                                [MATCH_ALL] = all_same ? same | UINT64_C(1) << 32 : 0,
                                [MATCH_ALL_LONG] = all_same ? same | UINT64_C(1) << 32 : 0};
    w->result[i] = results[o->p];
  }
}

enum redux { ADD, MIN, MAX, UMIN, UMAX, AND, OR, REDUX_XOR };

static void expect_redux(struct wave *w, const struct operation *o) {
  for (unsigned i = 0; i < w->live; i++) {
    uint32_t sum = 0, x = 0, all = UINT32_MAX, some = 0, least = UINT32_MAX, most = 0;
    int32_t low = INT32_MAX, high = INT32_MIN;
    for (unsigned k = 0; k < w->live; k++) {
      if (!(w->set[i] >> k & 1))
        continue;
      const uint32_t v = w->a[k];
      int32_t s;
      memcpy(&s, &v, sizeof s);
      sum += v;
      x ^= v;
      all &= v;
      some |= v;
      if (v < least)
        least = v;
      if (v > most)
        most = v;
      if (s < low)
        low = s;
      if (s > high)
        high = s;
    }
    const uint32_t results[] = {
        [ADD] = sum, [MIN] = (uint32_t)low, [MAX] = (uint32_t)high, [UMIN] = least, [UMAX] = most,
        [AND] = all, [OR] = some,           [REDUX_XOR] = x};
    w->result[i] = results[o->p];
  }
}

/* p: whether it is the mask of the lanes below this one, else its number. */
static void expect_lane(struct wave *w, const struct operation *o) {
  for (unsigned i = 0; i < w->live; i++) {
    uint32_t below = 0;
    for (unsigned k = 0; k < i; k++)
      below |= 1u << k;
    w->result[i] = o->p ? below : i;
  }
}

/* The lanes that execute it together: those whose c is not 0. */
static void expect_activemask(struct wave *w, const struct operation *o) {
  uint32_t mask = 0;
  (void)o;
  for (unsigned i = 0; i < w->live; i++)
    mask |= (uint32_t)(w->c[i] != 0) << i;
  for (unsigned i = 0; i < w->live; i++)
    w->result[i] = w->c[i] ? mask : 0;
}

/* q: the result. */
static void expect_constant(struct wave *w, const struct operation *o) {
  for (unsigned i = 0; i < w->live; i++)
    w->result[i] = o->q;
}

static unsigned shuffles(struct operation *t) {
  static const char *const names[] = {"up", "down", "bfly", "idx"};
  unsigned n = 0;
  for (unsigned kind = UP; kind <= IDX; kind++)
    for (unsigned width = 1; width <= 32; width *= 2) {
      const unsigned c = (32 - width) << 8 | (kind == UP ? 0 : 31);
      struct operation *o = &t[n++];
      *o = (struct operation){.name = names[kind], .expect = expect_shuffle, .p = kind, .q = width};
      snprintf(o->expression, sizeof o->expression, "%s(d, a, b, %u)", names[kind], c);
      o = &t[n++];
      *o = (struct operation){
          .name = names[kind], .is_ir = true, .expect = expect_shuffle, .p = kind, .q = width, .r = 1};
      snprintf(o->expression, sizeof o->expression,
               "%%r = call {i32, i1} @llvm.nvvm.shfl.sync.%s.i32p(i32 %%d, i32 %%a, i32 %%b, i32 %u)", names[kind], c);
    }
  return n;
}

unsigned nvptx_operations(struct operation *t) {
  static const struct operation others[] = {
      {"shfl.f32", "as_uint(idx_float(d, as_float(a), b, 31))", false, expect_shuffle, IDX, 32, 0, 0},
      {"vote.ballot", "vote_ballot(d, c != 0)", false, expect_vote, BALLOT, 0, 0, 0},
      {"match.any", "match_any(d, c)", false, expect_vote, MATCH_ANY, 0, 0, 0},
      {"match.any.i64", "match_any_long(d, (ulong)c << 40)", false, expect_vote, MATCH_ANY_LONG, 0, 0, 0},
      {"match.all", "%r = call {i32, i1} @llvm.nvvm.match.all.sync.i32p(i32 %d, i32 %c)", true, expect_vote, MATCH_ALL,
       0, 0, 0},
      {"match.all.i64", "%l = zext i32 %c to i64\n  %r = call {i32, i1} @llvm.nvvm.match.all.sync.i64p(i32 %d, i64 %l)",
       true, expect_vote, MATCH_ALL_LONG, 0, 0, 0},
      {"redux.add", "redux_add(a, d)", false, expect_redux, ADD, 0, 0, 0},
      {"redux.min", "redux_min(a, d)", false, expect_redux, MIN, 0, 0, 0},
      {"redux.max", "redux_max(a, d)", false, expect_redux, MAX, 0, 0, 0},
      {"redux.umin", "redux_umin(a, d)", false, expect_redux, UMIN, 0, 0, 0},
      {"redux.umax", "redux_umax(a, d)", false, expect_redux, UMAX, 0, 0, 0},
      {"redux.and", "redux_and(a, d)", false, expect_redux, AND, 0, 0, 0},
      {"redux.or", "redux_or(a, d)", false, expect_redux, OR, 0, 0, 0},
      {"redux.xor", "redux_xor(a, d)", false, expect_redux, REDUX_XOR, 0, 0, 0},
      {"laneid", "lane()", false, expect_lane, 0, 0, 0, 0},
      {"lanemask.lt", "lanemask_lt()", false, expect_lane, 1, 0, 0, 0},
      {"activemask", "({ uint m = 0; if (c) m = activemask(); m; })", false, expect_activemask, 0, 0, 0, 0},
      {"barrier.popc", "barrier_popc(id_x() % 3 == 0)", false, expect_constant, 0, 28, 0, 0},
      {"barrier.and", "barrier_and(id_x() != 83)", false, expect_constant, 0, 0, 0, 0},
      {"barrier.and", "barrier_and(id_x() < 84) != 0", false, expect_constant, 0, 1, 0, 0},
      {"barrier.or", "barrier_or(id_x() == 83) != 0", false, expect_constant, 0, 1, 0, 0},
      {"barrier.or", "barrier_or(id_x() == 84)", false, expect_constant, 0, 0, 0, 0},
  };
  const unsigned n = shuffles(t), more = sizeof others / sizeof *others;
  memcpy(t + n, others, sizeof others);
  return n + more;
}
