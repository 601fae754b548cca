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

/* The lane that lane i's value comes from by a DPP control; -1: none. */
static int source_of(unsigned control, int i, int lanes) {
  const int n = (int)(control & 15), row = i & ~15, at = i & 15;
  switch (control >> 4) {
  default: /* quad_perm */
    return (i & ~3) + (int)(control >> 2 * (i & 3) & 3);
  case 0x10: /* row_shl: towards lane 0 */
    return at + n < 16 ? i + n : -1;
  case 0x11: /* row_shr */
    return at >= n ? i - n : -1;
  case 0x12: /* row_ror: what leaves at the top enters at the bottom */
    return row + ((at - n) & 15);
  case 0x13: /* wave_shl and wave_rol, wave_shr and wave_ror, by n / 4 */
    return n < 8 ? (i + 1 < lanes ? i + 1 : n / 4 - 1) : (i ? i - 1 : n == 8 ? -1 : lanes - 1);
  case 0x14: /* row_mirror, row_half_mirror, row_bcast15, row_bcast31 */
    return n == 0 ? row + 15 - at : n == 1 ? (i & ~7) + 7 - (i & 7) : n == 2 ? row - 1 : i < 32 ? -1 : 31;
  case 0x15: /* row_share */
    return row + n;
  case 0x16: /* row_xmask */
    return i ^ n;
  }
}

static bool takes_part(const struct wave *w, unsigned i, unsigned other) {
  return w->set[i] >> other & 1;
}

/* p: control, q: row mask, r: bank mask, s: bound_ctrl; `old` is b, the value is a. */
EXPECT(dpp) {
  const int from = source_of(o->p, (int)i, (int)w->lanes);
  const bool there = from >= 0 && takes_part(w, i, (unsigned)from);
  const bool enabled = o->q >> i / 16 & 1 && o->r >> i / 4 % 4 & 1;
  w->refused |= enabled && from >= 0 && !there && !o->s;
  return enabled && there ? w->a[from] : enabled && o->s ? 0 : w->b[i];
}

/* The value of another lane; 0 where it takes no part. */
static uint64_t from(const struct wave *w, unsigned i, unsigned other) {
  return takes_part(w, i, other) ? w->a[other] : 0;
}

/* In the other row of two. q, r: selectors; s: bound_ctrl. */
EXPECT(permlane) {
  const uint64_t selectors = (uint64_t)o->r << 32 | o->q;
  const unsigned other = (i / 16 ^ 1) * 16 + (selectors >> i % 16 * 4) % 16;
  w->refused |= !takes_part(w, i, other) && !o->s;
  return from(w, i, other);
}

/* p: the lane. */
EXPECT(readlane) {
  w->unknown[i] = !takes_part(w, i, o->p);
  return w->a[o->p];
}

GIVES(readfirstlane, w->a[__builtin_ctzll(w->set[i])])
GIVES(bpermute, from(w, i, w->b[i] / 4 % w->lanes))
/* Among 32 lanes: (i & p | q) ^ r. */
GIVES(swizzle, from(w, i, i / 32 * 32 + (((i % 32 & o->p) | o->q) ^ o->r)))
/* p: the lanes of a quad, 2 bits each. */
GIVES(quad, from(w, i, i / 4 * 4 + (o->p >> i % 4 * 2) % 4))

#define SIGNED(x) ((int32_t)w->x[k])
GIVES_MASK(nonzero, w->c[k] != 0)
GIVES_MASK(exec, true)
GIVES_MASK(exec_lo, k < 32)
GIVES_MASK(eq, w->c[k] == 1)
GIVES_MASK(ne, w->c[k] != 1)
GIVES_MASK(ugt, w->a[k] > w->b[k])
GIVES_MASK(uge, w->a[k] >= w->b[k])
GIVES_MASK(ult, w->a[k] < w->b[k])
GIVES_MASK(ule, w->a[k] <= w->b[k])
GIVES_MASK(sgt, SIGNED(a) > SIGNED(b))
GIVES_MASK(sge, SIGNED(a) >= SIGNED(b))
GIVES_MASK(slt, SIGNED(a) < SIGNED(b))
GIVES_MASK(sle, SIGNED(a) <= SIGNED(b))
GIVES_MASK(olt, w->c[k] < 1)

/* c + the number of lanes below this one whose bit is set in the mask, of which a is the lower half and b the upper
 * one. */
EXPECT(mbcnt) {
  uint64_t sum = w->c[i];
  (void)o;
  for (unsigned k = 0; k < i; k++)
    sum += (k < 32 ? w->a[i] >> k : w->b[i] >> (k - 32)) & 1;
  return sum;
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
      {"readlane", "READLANE(a, 0)", .expect = expect_readlane},
      {"readlane", "READLANE(a, 5)", false, expect_readlane, 5, 0, 0, 0},
      {"readfirstlane", "READFIRSTLANE(a)", .expect = expect_readfirstlane},
      {"ds.bpermute", "BPERMUTE(b, a)", .expect = expect_bpermute},
      {"ds.swizzle", "SWIZZLE(a, 0x041f)", false, expect_swizzle, 31, 0, 1, 0},
      {"ds.swizzle", "SWIZZLE(a, 0x7c1f)", false, expect_swizzle, 31, 0, 31, 0},
      {"ds.swizzle", "SWIZZLE(a, 0x0060)", false, expect_swizzle, 0, 3, 0, 0},
      {"ds.swizzle", "SWIZZLE(a, 0x08b8)", false, expect_swizzle, 24, 5, 2, 0},
      {"ds.swizzle", "SWIZZLE(a, 0x80b1)", false, expect_quad, 0xb1, 0, 0, 0},
      {"icmp eq", "__builtin_amdgcn_uicmp(c, 1, 32)", .expect = expect_eq},
      {"icmp ne", "__builtin_amdgcn_uicmp(c, 1, 33)", .expect = expect_ne},
      {"icmp ugt", "__builtin_amdgcn_uicmp(a, b, 34)", .expect = expect_ugt},
      {"icmp uge", "__builtin_amdgcn_uicmp(a, b, 35)", .expect = expect_uge},
      {"icmp ult", "__builtin_amdgcn_uicmp(a, b, 36)", .expect = expect_ult},
      {"icmp ule", "__builtin_amdgcn_uicmp(a, b, 37)", .expect = expect_ule},
      {"icmp sgt", "__builtin_amdgcn_sicmp((int)a, (int)b, 38)", .expect = expect_sgt},
      {"icmp sge", "__builtin_amdgcn_sicmp((int)a, (int)b, 39)", .expect = expect_sge},
      {"icmp slt", "__builtin_amdgcn_sicmp((int)a, (int)b, 40)", .expect = expect_slt},
      {"icmp sle", "__builtin_amdgcn_sicmp((int)a, (int)b, 41)", .expect = expect_sle},
      {"icmp i64", "__builtin_amdgcn_uicmpl((ulong)c << 40, 1ul << 40, 32)", .expect = expect_eq},
      {"fcmp olt", "__builtin_amdgcn_fcmpf((float)c, 1.0f, 4)", .expect = expect_olt},
      {"fcmp une", "__builtin_amdgcn_fcmp((double)c, 1.0, 14)", .expect = expect_ne},
      {"exec", "__builtin_amdgcn_read_exec()", .expect = expect_exec},
      {"exec_lo", "__builtin_amdgcn_read_exec_lo()", .expect = expect_exec_lo},
      {"mbcnt", "__builtin_amdgcn_mbcnt_hi(b, __builtin_amdgcn_mbcnt_lo(a, c))", .expect = expect_mbcnt},
  };
  static const struct operation wave64[] = {
      {"ballot", "ballot64(c != 0)", .expect = expect_nonzero},
  };
  static const struct operation wave32[] = {
      {"ballot", "ballot32(c != 0)", .expect = expect_nonzero},
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
