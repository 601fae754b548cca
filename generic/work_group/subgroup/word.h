/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The representation of operands of the current type and operator while sub-groups combine them.
 *
 * If the result does not depend on the order it is the item (items.h), an integer, of at least 32 bits, since OpenCL C's sub-group
 * functions and atomics have no smaller types. Otherwise it is the operand itself.
 *
 *   CLGROUP_WORD           its type
 *   CLGROUP_WORD_OF(x)     the word of an operand
 *   CLGROUP_WORD_VALUE(w)  the operand of a word
 *   CLGROUP_WORD_PAD       combines with every word to exactly that word
 *   CLGROUP_WORD_FUNCTION(family)  the name of a function on words, different for types with the same word */
#ifndef CLGROUP_SUBGROUP_WORD_H
#define CLGROUP_SUBGROUP_WORD_H

#include <work_group/items.h>

#define CLGROUP_WORD CLGROUP_WORD_(T_BYTES, OP_FIXED_TREE)
#define CLGROUP_WORD_(bytes, fixed_tree) CLGROUP_WORD__(bytes, fixed_tree)
#define CLGROUP_WORD__(bytes, fixed_tree) CLGROUP_WORD_##bytes##_##fixed_tree
#define CLGROUP_WORD_2_0 int
#define CLGROUP_WORD_2_1 T
#define CLGROUP_WORD_4_0 CLGROUP_ITEM
#define CLGROUP_WORD_4_1 T
#define CLGROUP_WORD_8_0 CLGROUP_ITEM
#define CLGROUP_WORD_8_1 T
#define CLGROUP_WORD_OF(x) ((CLGROUP_WORD)CLGROUP_ITEM_OF(x))
#define CLGROUP_WORD_VALUE(w) CLGROUP_ITEM_VALUE((CLGROUP_ITEM)(w))
#define CLGROUP_WORD_PAD ((CLGROUP_WORD)CLGROUP_ITEM_PAD)

#define CLGROUP_WORD_FUNCTION(family) CLGROUP_PASTE(CLGROUP_PASTE(family, OP), CLGROUP_PASTE(_, T))

#endif
