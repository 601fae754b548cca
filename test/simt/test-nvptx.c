/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* NVIDIA's operations, as CUDA's documentation has them: __shfl_up_sync(mask, a, b, width) and its relatives. */
#include "test-intrinsics.h"

#include <stdio.h>
#include <string.h>

enum shuffle { UP, DOWN, XOR, IDX };

/* p: the shuffle; q: its width; r: with the predicate. */
EXPECT(shuffle) {
  const int lane = (int)i, width = (int)o->q, b = (int)(w->b[i] % 32), start = lane / width * width;
  const int sources[] = {[UP] = lane - b, [DOWN] = lane + b, [XOR] = lane ^ b, [IDX] = start + b % width};
  const bool good = o->p == UP ? sources[UP] >= start : sources[o->p] < start + width;
  const unsigned from = good ? (unsigned)sources[o->p] : i;
  w->unknown[i] = !(w->set[i] >> from & 1);
  return w->a[from] | (uint64_t)(o->r && good) << 32;
}

GIVES_MASK(ballot, w->c[k] != 0)
GIVES_MASK(match_any, w->c[k] == w->c[i])
GIVES(match_all, expect_match_any(w, o, i) == w->set[i] ? w->set[i] | UINT64_C(1) << 32 : 0)
GIVES_FOLD(add, uint32_t, 0, x + w->a[k])
GIVES_FOLD(min, int32_t, INT32_MAX, (int32_t)w->a[k] < x ? (int32_t)w->a[k] : x)
GIVES_FOLD(max, int32_t, INT32_MIN, (int32_t)w->a[k] > x ? (int32_t)w->a[k] : x)
GIVES_FOLD(umin, uint32_t, UINT32_MAX, w->a[k] < x ? w->a[k] : x)
GIVES_FOLD(umax, uint32_t, 0, w->a[k] > x ? w->a[k] : x)
GIVES_FOLD(and, uint32_t, UINT32_MAX, x & w->a[k])
GIVES_FOLD(or, uint32_t, 0, x | w->a[k])
GIVES_FOLD(xor, uint32_t, 0, x ^ w->a[k])
GIVES(lane, i)
GIVES(lanemask, (UINT64_C(1) << i) - 1)
/* q: the result. */
GIVES(constant, o->q)

/* The lanes that execute it together: those whose c is not 0. */
EXPECT(activemask) {
  uint64_t mask = 0;
  (void)o;
  for (unsigned k = 0; k < w->live && w->c[i]; k++)
    mask |= (uint64_t)(w->c[k] != 0) << k;
  return mask;
}

/* OF(what llvm.nvvm. precedes, result, name, parameters, a call, what it gives, q) */
#define OPERATIONS                                                                                                     \
  OF("shfl.sync.idx.f32", "float", idx_float, "uint, float, uint, uint", "as_uint(idx_float(d, as_float(a), b, 31))",  \
     shuffle, 32)                                                                                                      \
  OF("vote.ballot.sync", "uint", vote_ballot, "uint, bool", "vote_ballot(d, c != 0)", ballot, 0)                       \
  OF("match.any.sync.i32", "uint", match_any, "uint, uint", "match_any(d, c)", match_any, 0)                           \
  OF("match.any.sync.i64", "uint", match_any_long, "uint, ulong", "match_any_long(d, (ulong)c << 40)", match_any, 0)   \
  OF("redux.sync.add", "uint", redux_add, "uint, uint", "redux_add(a, d)", add, 0)                                     \
  OF("redux.sync.min", "uint", redux_min, "uint, uint", "redux_min(a, d)", min, 0)                                     \
  OF("redux.sync.max", "uint", redux_max, "uint, uint", "redux_max(a, d)", max, 0)                                     \
  OF("redux.sync.umin", "uint", redux_umin, "uint, uint", "redux_umin(a, d)", umin, 0)                                 \
  OF("redux.sync.umax", "uint", redux_umax, "uint, uint", "redux_umax(a, d)", umax, 0)                                 \
  OF("redux.sync.and", "uint", redux_and, "uint, uint", "redux_and(a, d)", and, 0)                                     \
  OF("redux.sync.or", "uint", redux_or, "uint, uint", "redux_or(a, d)", or, 0)                                         \
  OF("redux.sync.xor", "uint", redux_xor, "uint, uint", "redux_xor(a, d)", xor, 0)                                     \
  OF("read.ptx.sreg.laneid", "uint", lane, "void", "lane()", lane, 0)                                                  \
  OF("read.ptx.sreg.lanemask.lt", "uint", lanemask_lt, "void", "lanemask_lt()", lanemask, 0)                           \
  OF("barrier0.popc", "uint", barrier_popc, "uint", "barrier_popc(id_x() % 3 == 0)", constant, 28)                     \
  OF("barrier0.and", "uint", barrier_and, "uint", "barrier_and(id_x() != 83)", constant, 0)                            \
  OF("barrier0.and", "uint", barrier_and, "uint", "barrier_and(id_x() < 84) != 0", constant, 1)                        \
  OF("barrier0.or", "uint", barrier_or, "uint", "barrier_or(id_x() == 83) != 0", constant, 1)                          \
  OF("barrier0.or", "uint", barrier_or, "uint", "barrier_or(id_x() == 84)", constant, 0)

#define DECLARED(label, type, name, parameters)                                                                        \
  "__attribute__((convergent)) " type " " #name "(" parameters ") __asm__(\"llvm.nvvm." label "\");\n"
#define SHUFFLE(name) DECLARED("shfl.sync." #name ".i32", "uint", name, "uint, uint, uint, uint")
#define OF(label, type, name, parameters, ...) DECLARED(label, type, name, parameters)
const char nvptx_declarations[] = SHUFFLE(up) SHUFFLE(down) SHUFFLE(bfly) SHUFFLE(idx) OPERATIONS
    "__attribute__((convergent)) uint activemask(void) {\n"
    "  uint r;\n"
    "  __asm__ volatile(\"activemask.b32 %0;\" : \"=r\"(r));\n"
    "  return r;\n"
    "}\n";
#undef OF

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
#define OF(label, type, name, parameters, call, gives, number)                                                         \
  {label, call, .expect = expect_##gives, .p = IDX, .q = number},
  static const struct operation others[] = {
      OPERATIONS{"match.all", "%r = call {i32, i1} @llvm.nvvm.match.all.sync.i32p(i32 %d, i32 %c)", .is_ir = true,
                 .expect = expect_match_all},
      {"match.all.i64", "%l = zext i32 %c to i64\n  %r = call {i32, i1} @llvm.nvvm.match.all.sync.i64p(i32 %d, i64 %l)",
       .is_ir = true, .expect = expect_match_all},
      {"activemask", "({ uint m = 0; if (c) m = activemask(); m; })", .expect = expect_activemask},
  };
  const unsigned n = shuffles(t), more = sizeof others / sizeof *others;
  memcpy(t + n, others, sizeof others);
  return n + more;
}
