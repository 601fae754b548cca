/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The sub-group primitives of AMD's GPUs. A sub-group is a wave: 32 or 64 neighbours by rank; the last wave of a work-group
 * may be short. Lanes without a work-item are inactive.
 *
 * A row is 16 lanes. Data-parallel primitives (DPP) give an instruction the value of another lane of the same row as its
 * first operand, at no cost. LLVM fuses the move with the instruction if lanes without a source get the instruction's
 * identity element, which it knows for integers, or 0. */
#ifndef CLGROUP_PRIMITIVES_H
#define CLGROUP_PRIMITIVES_H

#define CLGROUP_PRIMITIVE static inline __attribute__((overloadable, convergent, always_inline))
#define CLGROUP_INTRINSIC __attribute__((convergent))

/* LLVM's intrinsics by name: clang rejects its own names for them if no architecture is given. */
int CLGROUP_INTRINSIC clgroup_update_dpp(int old, int x, int control, int rows, int banks,
                                         bool zero) __asm__("llvm.amdgcn.update.dpp.i32");
/* Any value (primitives.ll): what lanes keep that get none, where all get one. LLVM would load a 0 for each move. */
int __attribute__((const)) __clgroup_undefined(void);
#if __clang_major__ >= 19
#define CLGROUP_PERMLANEX16 "llvm.amdgcn.permlanex16.i32"
#else
#define CLGROUP_PERMLANEX16 "llvm.amdgcn.permlanex16"
#endif
int CLGROUP_INTRINSIC clgroup_permlanex16(int old, int x, uint low, uint high, bool inactive,
                                          bool zero) __asm__(CLGROUP_PERMLANEX16);

/* The number of lanes of a wave, a constant once the compiler knows the architecture. */
uint __attribute__((const)) clgroup_wave_lanes(void) __asm__("llvm.amdgcn.wavefrontsize");

/* Rows are connected by permlanex16 from gfx10 on, before by row_bcast and wave_shr. A self-contained build knows of
 * neither. */
CLGROUP_PRIMITIVE bool clgroup_has_row_broadcasts(void) {
  return CLGROUP_ARCHITECTURE() - 1 < 0xfff;
}
CLGROUP_PRIMITIVE bool clgroup_has_row_exchange(void) {
  return CLGROUP_ARCHITECTURE() >= 0x1000;
}

/* A lane of the same row for all of it: from gfx10 on, and on the gfx9 of 2020 and later. */
CLGROUP_PRIMITIVE bool clgroup_has_row_share(void) {
  return CLGROUP_ARCHITECTURE() == 0x90a || CLGROUP_ARCHITECTURE() >= 0x940;
}

CLGROUP_PRIMITIVE uint get_max_sub_group_size(void) {
  return clgroup_wave_lanes();
}
CLGROUP_PRIMITIVE uint get_num_sub_groups(void) {
  return (clgroup_size() + clgroup_wave_lanes() - 1) / clgroup_wave_lanes();
}
CLGROUP_PRIMITIVE uint get_sub_group_id(void) {
  return clgroup_rank() / clgroup_wave_lanes();
}

/* In waves of 32 the lower half of the mask is all of it. */
CLGROUP_PRIMITIVE uint clgroup_lanes_below(void) {
  const uint below = (uint)__builtin_amdgcn_mbcnt_lo(~0u, 0);
  return clgroup_wave_lanes() == 32 ? below : (uint)__builtin_amdgcn_mbcnt_hi(~0u, below);
}

/* By the rank if the kernel's shape is known; else the number of lanes below this one is cheaper. */
CLGROUP_PRIMITIVE uint get_sub_group_local_id(void) {
  return __clgroup_size_is_known() ? clgroup_rank() % clgroup_wave_lanes() : clgroup_lanes_below();
}

/* Is it known that the last wave is full too? */
CLGROUP_PRIMITIVE bool clgroup_sub_groups_are_full(void) {
  return __clgroup_size_is_known() && clgroup_size() % clgroup_wave_lanes() == 0;
}

/* Is the work-group plain (layout.h)? A word of the launch's parameters (builtins.cl) has the sizes of y and x. The lower
 * half of the product is 0 only if all sub-groups are full, the upper half is 1 only if there is one row. */
CLGROUP_PRIMITIVE bool clgroup_is_plain(uint items) {
#if __clang_major__ >= 18
  const constant uint *sizes = (const constant uint *)__builtin_amdgcn_implicitarg_ptr() + 3;
#else
  const constant uint *sizes = (const constant uint *)__builtin_amdgcn_dispatch_ptr() + 1;
#endif
  const uint rows = *sizes & 0xffff0000, rest = (uint)get_local_size(0) % items;
  return (rows | rest) * (uint)get_local_size(2) == 0x10000;
}
CLGROUP_PRIMITIVE bool clgroup_is_plain_for_totals(private uint *end) {
  *end = (uint)get_local_size(0) / clgroup_wave_lanes();
  return clgroup_is_plain(clgroup_wave_lanes());
}

/* A barrier, and the number of the last sub-group. */
CLGROUP_PRIMITIVE uint clgroup_barrier_and_last_sub_group(void) {
  barrier(CLK_LOCAL_MEM_FENCE);
  return (clgroup_size() - 1) / clgroup_wave_lanes();
}

/* A bit for each active lane in which x is 0. */
CLGROUP_PRIMITIVE ulong clgroup_lanes_where_zero(uint x) {
  return __builtin_amdgcn_uicmp(x, 0, 32); /* equal */
}

/* Counts the active lanes, unless it is a constant, which is cheaper. */
CLGROUP_PRIMITIVE uint get_sub_group_size(void) {
  return clgroup_sub_groups_are_full() ? clgroup_wave_lanes() : (uint)__builtin_popcountl(clgroup_lanes_where_zero(0));
}
CLGROUP_PRIMITIVE int clgroup_sub_group_all(int predicate) {
  return clgroup_lanes_where_zero((uint)predicate) == 0;
}

/* A half in the lower bits of a word. The upper bits are not cleared, which would take an instruction for each move. */
CLGROUP_PRIMITIVE uint clgroup_word_of(half x) {
  ushort2 parts;
  parts.x = as_ushort(x);
  return as_uint(parts);
}

/* Makes of a move of int those of other types: with a value for lanes without a source, and with a lane number that is the
 * same for all. */
#define CLGROUP_MOVE_WITH_PAD(name)                                                                                    \
  CLGROUP_PRIMITIVE uint name(uint x, uint pad) {                                                                      \
    return (uint)name((int)x, (int)pad);                                                                               \
  }                                                                                                                    \
  CLGROUP_PRIMITIVE float name(float x, float pad) {                                                                   \
    return as_float(name(as_int(x), as_int(pad)));                                                                     \
  }                                                                                                                    \
  CLGROUP_PRIMITIVE half name(half x, half pad) {                                                                      \
    return as_half((ushort)name(clgroup_word_of(x), (uint)as_ushort(pad)));                                            \
  }                                                                                                                    \
  CLGROUP_PRIMITIVE ulong name(ulong x, ulong pad) {                                                                   \
    const uint2 parts = as_uint2(x), pads = as_uint2(pad);                                                             \
    return as_ulong((uint2)(name(parts.x, pads.x), name(parts.y, pads.y)));                                            \
  }                                                                                                                    \
  CLGROUP_PRIMITIVE long name(long x, long pad) {                                                                      \
    return (long)name((ulong)x, (ulong)pad);                                                                           \
  }                                                                                                                    \
  CLGROUP_PRIMITIVE double name(double x, double pad) {                                                                \
    return as_double(name(as_ulong(x), as_ulong(pad)));                                                                \
  }
#define CLGROUP_MOVE_BY_NUMBER(name)                                                                                   \
  CLGROUP_PRIMITIVE uint name(uint x, uint number) {                                                                   \
    return (uint)name((int)x, number);                                                                                 \
  }                                                                                                                    \
  CLGROUP_PRIMITIVE float name(float x, uint number) {                                                                 \
    return as_float(name(as_int(x), number));                                                                          \
  }                                                                                                                    \
  CLGROUP_PRIMITIVE half name(half x, uint number) {                                                                   \
    return as_half((ushort)name(clgroup_word_of(x), number));                                                          \
  }                                                                                                                    \
  CLGROUP_PRIMITIVE ulong name(ulong x, uint number) {                                                                 \
    const uint2 parts = as_uint2(x);                                                                                   \
    return as_ulong((uint2)(name(parts.x, number), name(parts.y, number)));                                            \
  }                                                                                                                    \
  CLGROUP_PRIMITIVE long name(long x, uint number) {                                                                   \
    return (long)name((ulong)x, number);                                                                               \
  }                                                                                                                    \
  CLGROUP_PRIMITIVE double name(double x, uint number) {                                                               \
    return as_double(name(as_ulong(x), number));                                                                       \
  }

/* CLGROUP_DPP(NAME, CONTROL): NAME(x, pad) is the value of x in the lane of the same row that CONTROL names, or pad if
 * there is no such lane. If that lane has no work-item the result is unknown, unless pad is 0: LLVM documents pad, AMD's
 * emulator of gfx10 and newer gives 0. Lanes below one with a work-item have one. */
#define CLGROUP_DPP(name, control)                                                                                     \
  CLGROUP_PRIMITIVE int name(int x, int pad) {                                                                         \
    return pad == 0 ? clgroup_update_dpp(__clgroup_undefined(), x, control, 0xf, 0xf, true)                            \
                    : clgroup_update_dpp(pad, x, control, 0xf, 0xf, false);                                            \
  }                                                                                                                    \
  CLGROUP_MOVE_WITH_PAD(name)
CLGROUP_DPP(clgroup_from_below1, 0x111) /* row_shr: the lane that is lower by 1 */
CLGROUP_DPP(clgroup_from_below2, 0x112)
CLGROUP_DPP(clgroup_from_below4, 0x114)
CLGROUP_DPP(clgroup_from_below8, 0x118)
CLGROUP_DPP(clgroup_in_pair, 0xb1)      /* quad_perm:[1,0,3,2] */
CLGROUP_DPP(clgroup_in_quad, 0x4e)      /* quad_perm:[2,3,0,1] */
CLGROUP_DPP(clgroup_of_first_pair, 0x11) /* quad_perm:[1,0,1,0] */
CLGROUP_DPP(clgroup_in_half_row, 0x141) /* row_half_mirror: lane 7 - n of each 8 */
CLGROUP_DPP(clgroup_in_row, 0x140)      /* row_mirror: lane 15 - n */
CLGROUP_DPP(clgroup_across_row, 0x128)  /* row_ror:8: lane n ^ 8 */
CLGROUP_DPP(clgroup_across_4, 0x164)    /* row_xmask:4: lane n ^ 4, where clgroup_has_row_exchange() */
/* From higher lanes. These may have no work-item: pad is the result then, too, since all uses have 0 for that. */
#define CLGROUP_DPP_FROM_ABOVE(name, control)                                                                          \
  CLGROUP_PRIMITIVE int name(int x, int pad) {                                                                         \
    return clgroup_update_dpp(__clgroup_undefined(), x ^ pad, control, 0xf, 0xf, true) ^ pad;                          \
  }                                                                                                                    \
  CLGROUP_MOVE_WITH_PAD(name)
CLGROUP_DPP_FROM_ABOVE(clgroup_from_above1, 0x101) /* row_shl: the lane that is higher by 1 */
CLGROUP_DPP_FROM_ABOVE(clgroup_from_above2, 0x102)
CLGROUP_DPP_FROM_ABOVE(clgroup_from_above4, 0x104)
CLGROUP_DPP_FROM_ABOVE(clgroup_from_above8, 0x108)
/* Defined in some rows only; where clgroup_has_row_broadcasts(). */
CLGROUP_DPP(clgroup_from_row_below, 0x142)  /* row_bcast:15: the last lane of the row below */
CLGROUP_DPP(clgroup_from_lower_half, 0x143) /* row_bcast:31: lane 31, in lanes 32 to 63 */
CLGROUP_DPP(clgroup_from_lane_below, 0x138) /* wave_shr: the lane that is lower by 1, in any row */
CLGROUP_DPP(clgroup_from_lane_above, 0x130) /* wave_shl: the lane that is higher by 1 */

/* The same in some rows, `otherwise` in the others. */
#define CLGROUP_DPP_IN_ROWS(name, control, rows)                                                                       \
  CLGROUP_PRIMITIVE int name(int x, int otherwise) {                                                                   \
    return clgroup_update_dpp(otherwise, x, control, rows, 0xf, false);                                                \
  }                                                                                                                    \
  CLGROUP_MOVE_WITH_PAD(name)
CLGROUP_DPP_IN_ROWS(clgroup_in_odd_rows, 0xe4, 0xa) /* quad_perm:[0,1,2,3]: the lane itself */
CLGROUP_DPP_IN_ROWS(clgroup_in_upper_half, 0xe4, 0xc)
CLGROUP_DPP_IN_ROWS(clgroup_from_row_below_in_odd_rows, 0x142, 0xa)
CLGROUP_DPP_IN_ROWS(clgroup_from_lower_half_in_upper_half, 0x143, 0xc)

/* The value of a lane that is the same for all, in all lanes. */
CLGROUP_PRIMITIVE int clgroup_of_lane(int x, uint lane) {
  return __builtin_constant_p(lane) && lane == 0 ? __builtin_amdgcn_readfirstlane(x)
                                                 : __builtin_amdgcn_readlane(x, (int)lane);
}
CLGROUP_MOVE_BY_NUMBER(clgroup_of_lane)

/* The same if a condition, which is the same for all, holds; else another value. On bits, since LLVM selects floats in each
 * lane. */
CLGROUP_PRIMITIVE uint clgroup_of_lane_if(bool condition, uint x, uint lane, uint otherwise) {
  x = clgroup_of_lane(x, lane);
  return condition ? x : otherwise;
}
CLGROUP_PRIMITIVE ulong clgroup_of_lane_if(bool condition, ulong x, uint lane, ulong otherwise) {
  x = clgroup_of_lane(x, lane);
  return condition ? x : otherwise;
}
#define CLGROUP_OF_LANE_IF(type, to_bits, bits, of_bits)                                                               \
  CLGROUP_PRIMITIVE type clgroup_of_lane_if(bool condition, type x, uint lane, type otherwise) {                       \
    return of_bits(clgroup_of_lane_if(condition, (bits)to_bits(x), lane, (bits)to_bits(otherwise)));                   \
  }
#define CLGROUP_HALF_OF_BITS(x) as_half((ushort)(x))
CLGROUP_OF_LANE_IF(int, as_uint, uint, as_int)
CLGROUP_OF_LANE_IF(float, as_uint, uint, as_float)
CLGROUP_OF_LANE_IF(half, as_ushort, uint, CLGROUP_HALF_OF_BITS)
CLGROUP_OF_LANE_IF(long, as_ulong, ulong, as_long)
CLGROUP_OF_LANE_IF(double, as_ulong, ulong, as_double)

CLGROUP_PRIMITIVE int clgroup_shuffle(int x, uint lane) {
  return __builtin_constant_p(lane) ? clgroup_of_lane(x, lane) : __builtin_amdgcn_ds_bpermute((int)(lane * 4), x);
}
CLGROUP_MOVE_BY_NUMBER(clgroup_shuffle)

/* The value of lane `lane`, a constant, of the other row of a pair: rows 0 and 1, 2 and 3. The result must go to DPP or
 * clgroup_of_lane(): LLVM, at least up to 19, sinks permlanex16 into a branch that alone uses its result, where the lane
 * that it reads may be inactive; it does not sink those. */
CLGROUP_PRIMITIVE int clgroup_of_other_row(int x, uint lane) {
  if (clgroup_has_row_exchange())
    return clgroup_permlanex16(0, x, lane * 0x11111111, lane * 0x11111111, false, true);
  return __builtin_amdgcn_ds_bpermute((int)((((get_sub_group_local_id() & 48) ^ 16) + lane) * 4), x);
}
CLGROUP_MOVE_BY_NUMBER(clgroup_of_other_row)

/* 0 in the lanes that accumulate by atomics, the first of each block. It is computed from the lane's number, and inlined
 * late, so that the addresses look different to LLVM: from version 16 on it makes loops over lanes for an atomic of a
 * uniform address. */
static inline uint __attribute__((const)) __clgroup_late_lane(void) {
  return clgroup_lanes_below();
}
#define CLGROUP_LEADER_0 (__clgroup_late_lane() % CLGROUP_BLOCK_LANES)

/* Atomics that accumulate in local memory, of 64 bits too (CLGROUP_ATOMIC_BYTES). */
#define CLGROUP_ATOMIC(op, type)                                                                                       \
  CLGROUP_PRIMITIVE void atomic_##op(local type *p, type x) {                                                          \
    (void)__atomic_fetch_##op(p, x, __ATOMIC_RELAXED);                                                                 \
  }
#define CLGROUP_ATOMICS(op)                                                                                            \
  CLGROUP_ATOMIC(op, int)                                                                                              \
  CLGROUP_ATOMIC(op, uint)                                                                                             \
  CLGROUP_ATOMIC(op, long)                                                                                             \
  CLGROUP_ATOMIC(op, ulong)
CLGROUP_ATOMICS(add)
CLGROUP_ATOMICS(and)
CLGROUP_ATOMICS(or)
CLGROUP_ATOMICS(xor)
CLGROUP_ATOMICS(min)
CLGROUP_ATOMICS(max)

/* No use here: the address need not be hidden from LLVM. */
#define CLGROUP_KEEP_ADDRESS(pointer) (void)0

/* A store of one value by all work-items, where a test for one of them takes longer. Atomic (primitives.ll). */
void __clgroup_store_same_16(local ushort *p, ushort x);
void __clgroup_store_same_32(local uint *p, uint x);
void __clgroup_store_same_64(local ulong *p, ulong x);
#define CLGROUP_STORE_SAME(pointer, value) clgroup_store_same(pointer, value)
#define CLGROUP_STORE_BITS(type, bits, size)                                                                           \
  CLGROUP_PRIMITIVE void clgroup_store_same(local type *p, type x) {                                                   \
    __clgroup_store_same_##size((local bits *)p, __builtin_astype(x, bits));                                           \
  }
CLGROUP_STORE_BITS(half, ushort, 16)
CLGROUP_STORE_BITS(int, uint, 32)
CLGROUP_STORE_BITS(uint, uint, 32)
CLGROUP_STORE_BITS(float, uint, 32)
CLGROUP_STORE_BITS(long, ulong, 64)
CLGROUP_STORE_BITS(ulong, ulong, 64)
CLGROUP_STORE_BITS(double, ulong, 64)

#endif
