/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The representation of operands while they are combined: in local memory by serial, in the sub-group functions by subgroup and
 * vector.
 *
 *   CLGROUP_ITEM          its type
 *   CLGROUP_ITEMS         a vector of T_LANES of them
 *   CLGROUP_ITEM_OF(x)    the item of an operand
 *   CLGROUP_ITEM_VALUE(i) the operand of an item
 *   CLGROUP_ITEM_PAD      combines with every item to exactly that item, as OP_PAD does with operands
 *   CLGROUP_PASS(family)  the name of a pass, different for types with the same item
 *
 * An item is the operand itself, except in min and max of floats. There it is an integer key that has the order of the numbers,
 * with all NaNs at the losing end. Keys are combined by one instruction; floats, with a test for NaN, take three or four, and
 * Intel's compiler then takes 2 to 4 times as long, since it vectorizes over vectors. The conversions, three instructions each
 * way, are in the loops over work-items. */
#ifndef CLGROUP_ITEMS_H
#define CLGROUP_ITEMS_H

#define CLGROUP_ITEM_(name) CLGROUP_PASTE(CLGROUP_PASTE(name, _), OP_NAN_LOSES)

#define CLGROUP_ITEM CLGROUP_ITEM_(CLGROUP_ITEM)
#define CLGROUP_ITEM_0 T
#define CLGROUP_ITEM_1 T_BITS

#define CLGROUP_ITEMS CLGROUP_PASTE(CLGROUP_ITEM, T_LANES)

#define CLGROUP_ITEM_OF CLGROUP_ITEM_(CLGROUP_ITEM_OF)
#define CLGROUP_ITEM_OF_0(x) OP_PREPARE(x)
#define CLGROUP_ITEM_OF_1(x) ((T_BITS)((ulong)CLGROUP_IN_ORDER(__builtin_astype(OP_PREPARE(x), T_BITS)) + CLGROUP_MOVE))

#define CLGROUP_ITEM_VALUE CLGROUP_ITEM_(CLGROUP_ITEM_VALUE)
#define CLGROUP_ITEM_VALUE_0(i) (i)
#define CLGROUP_ITEM_VALUE_1(i) __builtin_astype(CLGROUP_IN_ORDER((T_BITS)((ulong)(i) - CLGROUP_MOVE)), T)

#define CLGROUP_ITEM_PAD CLGROUP_ITEM_(CLGROUP_ITEM_PAD)
#define CLGROUP_ITEM_PAD_0 OP_PAD
#define CLGROUP_ITEM_PAD_1 ((T_BITS)~CLGROUP_END(CLGROUP_ABSORBING_BITS))

#define CLGROUP_PASS(family)                                                                                           \
  CLGROUP_PASTE(CLGROUP_PASTE(CLGROUP_PASTE(CLGROUP_PASTE(CLGROUP_LEADER_PREFIX, family), OP), _), T)

/* CLGROUP_SIGN: -1 if the sign bit is set, else 0. CLGROUP_END: the lowest integer if it is set, else the highest. */
#define CLGROUP_SIGN(bits) ((bits) >> (8 * T_BYTES - 1))
#define CLGROUP_END(bits) (CLGROUP_SIGN(bits) ^ (T_BITS)((1ul << (8 * T_BYTES - 1)) - 1))
/* A float's bits as an integer of the same order, -NaN < -infinity < ... < -0 < +0 < ... < +infinity < +NaN; its own inverse. */
#define CLGROUP_IN_ORDER(bits) ((T_BITS)((bits) ^ (CLGROUP_SIGN(bits) & CLGROUP_END((T_BITS)0))))
/* The offset that moves OP_ABSORBING to one end of the integers; the NaNs beyond it wrap around to the other end. */
#define CLGROUP_MOVE ((ulong)CLGROUP_END(CLGROUP_ABSORBING_BITS) - (ulong)CLGROUP_IN_ORDER(CLGROUP_ABSORBING_BITS))
#define CLGROUP_ABSORBING_BITS __builtin_astype(OP_ABSORBING, T_BITS)

#endif
