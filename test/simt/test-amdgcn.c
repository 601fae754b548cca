/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* AMD's operations, by the vendor's ISA documents and LLVM's AMDGPUUsage. */
#include "test-intrinsics.h"

#include <stdio.h>
#include <string.h>

const char amdgcn_declarations[] =
    "__attribute__((convergent)) ulong ballot64(bool) __asm__(\"llvm.amdgcn.ballot.i64\");\n"
    "__attribute__((convergent)) uint ballot32(bool) __asm__(\"llvm.amdgcn.ballot.i32\");\n"
    "#define DPP(old, x, ...) (uint)__builtin_amdgcn_update_dpp((int)(old), (int)(x), __VA_ARGS__)\n"
    "#define BPERMUTE(at, x) (uint)__builtin_amdgcn_ds_bpermute((int)(at), (int)(x))\n"
    "#define SWIZZLE(x, n) (uint)__builtin_amdgcn_ds_swizzle((int)(x), n)\n"
    "#define READLANE(x, n) (uint)__builtin_amdgcn_readlane((int)(x), n)\n"
    "#define READFIRSTLANE(x) (uint)__builtin_amdgcn_readfirstlane((int)(x))\n";

/* The mask of the lanes that do the operation. */
static uint64_t active(const struct wave *w) {
  uint64_t all = 0;
  for (unsigned i = 0; i < w->live; i++)
    all |= w->set[i];
  return all;
}

/* The moves of a DPP control: from[i] is the lane that lane i's value comes from, -1 for none. */
static void move_rows(unsigned control, int from[64], unsigned lanes) {
  const int n = (int)(control & 15);
  int all[64 + 32]; /* with room for what moves out of a row */
  for (int i = 0; i < 64; i++)
    from[i] = -1;
  for (int row = 0; row < (int)lanes; row += 16) {
    for (int i = 0; i < 48; i++)
      all[i] = i >= 16 && i < 32 ? row + i - 16 : -1;
    for (int i = 0; i < 16; i++)
      switch (control >> 4) {
      case 0x10: /* row_shl: towards lane 0 */
        from[row + i] = all[16 + i + n];
        break;
      case 0x11: /* row_shr */
        from[row + i] = all[16 + i - n];
        break;
      case 0x12: /* row_ror: what leaves at the top enters at the bottom */
        from[row + (i + n) % 16] = row + i;
        break;
      case 0x15: /* row_share */
        from[row + i] = row + n;
        break;
      case 0x16: /* row_xmask */
        from[row + (i ^ n)] = row + i;
        break;
      }
  }
}

static void move_wave(unsigned control, int from[64], unsigned lanes) {
  const int last = (int)lanes - 1;
  for (int i = 0; i <= last; i++)
    switch (control) {
    case 0x130: /* wave_shl */
      from[i] = i == last ? -1 : i + 1;
      break;
    case 0x134: /* wave_rol */
      from[i] = i == last ? 0 : i + 1;
      break;
    case 0x138: /* wave_shr */
      from[i] = i == 0 ? -1 : i - 1;
      break;
    case 0x13c: /* wave_ror */
      from[i] = i == 0 ? last : i - 1;
      break;
    case 0x140: /* row_mirror */
      from[i] = i / 16 * 16 + 15 - i % 16;
      break;
    case 0x141: /* row_half_mirror */
      from[i] = i / 8 * 8 + 7 - i % 8;
      break;
    case 0x142: /* row_bcast15 */
      from[i] = i < 16 ? -1 : i / 16 * 16 - 1;
      break;
    case 0x143: /* row_bcast31 */
      from[i] = i < 32 ? -1 : 31;
      break;
    }
}

/* p: control, q: row mask, r: bank mask, s: bound_ctrl; `old` is b, the value is a. */
static void expect_dpp(struct wave *w, const struct operation *o) {
  int from[64];
  if (o->p < 0x100) {
    const int quad[] = {o->p & 3, o->p >> 2 & 3, o->p >> 4 & 3, o->p >> 6};
    for (int i = 0; i < 64; i++)
      from[i] = i / 4 * 4 + quad[i % 4];
  } else if ((o->p >= 0x130 && o->p < 0x150)) {
    move_wave(o->p, from, w->lanes);
  } else {
    move_rows(o->p, from, w->lanes);
  }
  for (unsigned i = 0; i < w->live; i++) {
    const bool there = from[i] >= 0 && active(w) >> from[i] & 1;
    const bool enabled = o->q >> i / 16 & 1 && o->r >> i / 4 % 4 & 1;
    w->refused |= w->set[i] && enabled && from[i] >= 0 && !there && !o->s;
    w->result[i] = enabled && there ? w->a[from[i]] : enabled && o->s ? 0 : w->b[i];
  }
}

/* In the other row of two. q, r: selectors; s: bound_ctrl. */
static void expect_permlane(struct wave *w, const struct operation *o) {
  for (unsigned i = 0; i < w->live; i++) {
    const uint64_t selectors = (uint64_t)o->r << 32 | o->q;
    const unsigned from = (i / 16 + (i / 16 % 2 ? -1 : 1)) * 16 + (selectors >> i % 16 * 4) % 16;
    w->refused |= w->set[i] && !(active(w) >> from & 1) && !o->s;
    w->result[i] = active(w) >> from & 1 ? w->a[from] : 0;
  }
}

/* p: the lane. */
static void expect_readlane(struct wave *w, const struct operation *o) {
  for (unsigned i = 0; i < w->live; i++) {
    w->unknown[i] = w->set[i] && !(active(w) >> o->p & 1);
    w->result[i] = w->a[o->p];
  }
}

static void expect_readfirstlane(struct wave *w, const struct operation *o) {
  unsigned first = 0;
  (void)o;
  while (first < 63 && !(active(w) >> first & 1))
    first++;
  for (unsigned i = 0; i < w->live; i++)
    w->result[i] = w->a[first];
}

static void expect_bpermute(struct wave *w, const struct operation *o) {
  (void)o;
  for (unsigned i = 0; i < w->live; i++) {
    const unsigned from = w->b[i] / 4 % w->lanes;
    w->result[i] = active(w) >> from & 1 ? w->a[from] : 0;
  }
}

/* p: from[i] is (i & p | q) ^ r among 32 lanes. */
static void expect_swizzle(struct wave *w, const struct operation *o) {
  for (unsigned i = 0; i < w->live; i++) {
    const unsigned from = i / 32 * 32 + (((i % 32 & o->p) | o->q) ^ o->r);
    w->result[i] = active(w) >> from & 1 ? w->a[from] : 0;
  }
}

/* p: the lanes of a quad, 2 bits each. */
static void expect_quad(struct wave *w, const struct operation *o) {
  for (unsigned i = 0; i < w->live; i++) {
    const unsigned from = i / 4 * 4 + (o->p >> i % 4 * 2) % 4;
    w->result[i] = active(w) >> from & 1 ? w->a[from] : 0;
  }
}

enum question { NONZERO, EXEC, EXEC_LO, EQ, NE, UGT, UGE, ULT, ULE, SGT, SGE, SLT, SLE, OLT, UNE };

/* p: the predicate, of c or of a and c. */
static void expect_mask(struct wave *w, const struct operation *o) {
  uint64_t mask = 0;
  for (unsigned i = 0; i < w->live; i++) {
    const uint32_t a = w->a[i], b = w->b[i], c = w->c[i];
    const int32_t x = (int32_t)a, y = (int32_t)b;
    const bool answers[] = {[NONZERO] = c,
                            [EXEC] = true,
                            [EXEC_LO] = i<32, [EQ] = c == 1, [NE] = c != 1, [UGT] = a> b,
                            [UGE] = a >= b,
                            [ULT] = a<b, [ULE] = a <= b, [SGT] = x> y,
                            [SGE] = x >= y,
                            [SLT] = x < y,
                            [SLE] = x <= y,
                            [OLT] = c < 1,
                            [UNE] = c != 1};
    if (w->set[i] && answers[o->p])
      mask |= UINT64_C(1) << i;
  }
  for (unsigned i = 0; i < w->live; i++)
    w->result[i] = mask;
}

/* c + the number of lanes below this one whose bit is set in the mask, of which a is the lower half and b the upper
 * one. */
static void expect_mbcnt(struct wave *w, const struct operation *o) {
  (void)o;
  for (unsigned i = 0; i < w->live; i++) {
    w->result[i] = w->c[i];
    for (unsigned k = 0; k < i; k++)
      w->result[i] += (k < 32 ? w->a[i] >> k : w->b[i] >> (k - 32)) & 1;
  }
}

static unsigned add_dpp(struct operation *t, unsigned control, unsigned rows, unsigned banks, bool bound) {
  *t = (struct operation){.name = "update.dpp", .expect = expect_dpp, .p = control, .q = rows, .r = banks, .s = bound};
  snprintf(t->expression, sizeof t->expression, "DPP(b, a, 0x%x, 0x%x, 0x%x, %s)", control, rows, banks,
           bound ? "true" : "false");
  return 1;
}

static unsigned dpp_operations(struct operation *t, bool gfx9) {
  static const unsigned some[] = {0xb1,  0x4e,  0x1b,  0x00,  0xff,  0xe4,  0x101, 0x102, 0x107, 0x10f, 0x111, 0x112,
                                  0x114, 0x118, 0x11f, 0x121, 0x128, 0x12f, 0x140, 0x141, 0x150, 0x155, 0x15f};
  static const unsigned old[] = {0x130, 0x134, 0x138, 0x13c, 0x142, 0x143}, new[] = {0x160, 0x161, 0x167, 0x16f};
  unsigned n = 0;
  for (unsigned bound = 0; bound < 2; bound++) {
    for (unsigned i = 0; i < sizeof some / sizeof *some; i++)
      n += add_dpp(t + n, some[i], 0xf, 0xf, bound);
    for (unsigned i = 0; gfx9 && i < sizeof old / sizeof *old; i++)
      n += add_dpp(t + n, old[i], 0xf, 0xf, bound);
    for (unsigned i = 0; !gfx9 && i < sizeof new / sizeof *new; i++)
      n += add_dpp(t + n, new[i], 0xf, 0xf, bound);
    n += add_dpp(t + n, 0x111, 0xa, 0xf, bound);
    n += add_dpp(t + n, 0x141, 0x5, 0xc, bound);
    n += add_dpp(t + n, 0x4e, 0xf, 0x6, bound);
    if (gfx9)
      n += add_dpp(t + n, 0x142, 0xa, 0xf, bound);
  }
  return n;
}

unsigned amdgcn_operations(struct operation *t, const char *device) {
  static const struct operation all[] = {
      {"readlane", "READLANE(a, 0)", false, expect_readlane, 0, 0, 0, 0},
      {"readlane", "READLANE(a, 5)", false, expect_readlane, 5, 0, 0, 0},
      {"readfirstlane", "READFIRSTLANE(a)", false, expect_readfirstlane, 0, 0, 0, 0},
      {"ds.bpermute", "BPERMUTE(b, a)", false, expect_bpermute, 0, 0, 0, 0},
      {"ds.swizzle", "SWIZZLE(a, 0x041f)", false, expect_swizzle, 31, 0, 1, 0},
      {"ds.swizzle", "SWIZZLE(a, 0x7c1f)", false, expect_swizzle, 31, 0, 31, 0},
      {"ds.swizzle", "SWIZZLE(a, 0x0060)", false, expect_swizzle, 0, 3, 0, 0},
      {"ds.swizzle", "SWIZZLE(a, 0x08b8)", false, expect_swizzle, 24, 5, 2, 0},
      {"ds.swizzle", "SWIZZLE(a, 0x80b1)", false, expect_quad, 0xb1, 0, 0, 0},
      {"icmp eq", "__builtin_amdgcn_uicmp(c, 1, 32)", false, expect_mask, EQ, 0, 0, 0},
      {"icmp ne", "__builtin_amdgcn_uicmp(c, 1, 33)", false, expect_mask, NE, 0, 0, 0},
      {"icmp ugt", "__builtin_amdgcn_uicmp(a, b, 34)", false, expect_mask, UGT, 0, 0, 0},
      {"icmp uge", "__builtin_amdgcn_uicmp(a, b, 35)", false, expect_mask, UGE, 0, 0, 0},
      {"icmp ult", "__builtin_amdgcn_uicmp(a, b, 36)", false, expect_mask, ULT, 0, 0, 0},
      {"icmp ule", "__builtin_amdgcn_uicmp(a, b, 37)", false, expect_mask, ULE, 0, 0, 0},
      {"icmp sgt", "__builtin_amdgcn_sicmp((int)a, (int)b, 38)", false, expect_mask, SGT, 0, 0, 0},
      {"icmp sge", "__builtin_amdgcn_sicmp((int)a, (int)b, 39)", false, expect_mask, SGE, 0, 0, 0},
      {"icmp slt", "__builtin_amdgcn_sicmp((int)a, (int)b, 40)", false, expect_mask, SLT, 0, 0, 0},
      {"icmp sle", "__builtin_amdgcn_sicmp((int)a, (int)b, 41)", false, expect_mask, SLE, 0, 0, 0},
      {"icmp i64", "__builtin_amdgcn_uicmpl((ulong)c << 40, 1ul << 40, 32)", false, expect_mask, EQ, 0, 0, 0},
      {"fcmp olt", "__builtin_amdgcn_fcmpf((float)c, 1.0f, 4)", false, expect_mask, OLT, 0, 0, 0},
      {"fcmp une", "__builtin_amdgcn_fcmp((double)c, 1.0, 14)", false, expect_mask, UNE, 0, 0, 0},
      {"exec", "__builtin_amdgcn_read_exec()", false, expect_mask, EXEC, 0, 0, 0},
      {"exec_lo", "__builtin_amdgcn_read_exec_lo()", false, expect_mask, EXEC_LO, 0, 0, 0},
      {"mbcnt", "__builtin_amdgcn_mbcnt_hi(b, __builtin_amdgcn_mbcnt_lo(a, c))", false, expect_mbcnt, 0, 0, 0, 0},
  };
  static const struct operation wave64[] = {
      {"ballot", "ballot64(c != 0)", false, expect_mask, NONZERO, 0, 0, 0},
  };
  static const struct operation wave32[] = {
      {"ballot", "ballot32(c != 0)", false, expect_mask, NONZERO, 0, 0, 0},
  };
  static const struct operation gfx10[] = {
      {"permlanex16", "__builtin_amdgcn_permlanex16(b, a, 0xffffffff, 0xffffffff, false, false)", false,
       expect_permlane, 1, 0xffffffff, 0xffffffff, 0},
      {"permlanex16", "__builtin_amdgcn_permlanex16(b, a, 0x76543210, 0xfedcba98, false, true)", false, expect_permlane,
       1, 0x76543210, 0xfedcba98, 1},
  };
  const bool gfx9 = strstr(device, "gfx9");
  unsigned n = dpp_operations(t, gfx9);
  memcpy(t + n, all, sizeof all);
  n += sizeof all / sizeof *all;
  t[n++] = gfx9 || strstr(device, "wavefrontsize64") ? *wave64 : *wave32;
  if (!gfx9) {
    memcpy(t + n, gfx10, sizeof gfx10);
    n += sizeof gfx10 / sizeof *gfx10;
  }
  return n;
}
