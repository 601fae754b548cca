/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What lib/spirv knows of each instruction (opcodes.inc), and the few numbers of the SPIR-V specification that it uses.
 */
#ifndef CLGROUP_SPIRV_OPCODES_H
#define CLGROUP_SPIRV_OPCODES_H

#include <stdint.h>

enum spirv_op {
#define SPIRV_OP(number, name, operands, since, capability) SPIRV_OP_##name = number,
#include "spirv/opcodes.inc"
};

enum spirv_capability {
  SPIRV_CAPABILITY_None = -1,
  SPIRV_CAPABILITY_Linkage = 5,
  SPIRV_CAPABILITY_Vector16 = 7,
  SPIRV_CAPABILITY_Float16Buffer = 8,
  SPIRV_CAPABILITY_Float16 = 9,
  SPIRV_CAPABILITY_Float64 = 10,
  SPIRV_CAPABILITY_Int64 = 11,
  SPIRV_CAPABILITY_Groups = 18,
  SPIRV_CAPABILITY_Int16 = 22,
  SPIRV_CAPABILITY_Int8 = 39,
  SPIRV_CAPABILITY_GroupNonUniform = 61,
  SPIRV_CAPABILITY_GroupNonUniformVote = 62,
  SPIRV_CAPABILITY_GroupNonUniformArithmetic = 63,
  SPIRV_CAPABILITY_GroupNonUniformBallot = 64,
  SPIRV_CAPABILITY_GroupNonUniformShuffle = 65,
  SPIRV_CAPABILITY_GroupNonUniformShuffleRelative = 66,
  SPIRV_CAPABILITY_GroupNonUniformClustered = 67,
  SPIRV_CAPABILITY_GroupNonUniformQuad = 68,
  SPIRV_CAPABILITY_GroupNonUniformRotateKHR = 6026,
  SPIRV_CAPABILITY_GroupUniformArithmeticKHR = 6400,
};

enum {
  SPIRV_MAGIC = 0x07230203,
  SPIRV_HEADER_WORDS = 5, /* magic, version, generator, bound, schema */
  SPIRV_VERSION_WORD = 1,
  SPIRV_BOUND_WORD = 3,
  SPIRV_MAX_BOUND = 4194303, /* universal limit on ids */
  SPIRV_NEWEST_MINOR = 6,

  SPIRV_ADDRESSING_PHYSICAL32 = 1,
  SPIRV_ADDRESSING_PHYSICAL64 = 2,
  SPIRV_SCOPE_WORKGROUP = 2,
  SPIRV_STORAGE_WORKGROUP = 4,
  SPIRV_DECORATION_SPEC_ID = 1,
  SPIRV_DECORATION_BUILTIN = 11,
  SPIRV_DECORATION_LINKAGE_ATTRIBUTES = 41,
  SPIRV_LINKAGE_EXPORT = 0,
  SPIRV_LINKAGE_IMPORT = 1,
  SPIRV_GROUP_REDUCE = 0,
  SPIRV_FUNCTION_DONT_INLINE = 2,
  SPIRV_GROUP_INCLUSIVE_SCAN = 1,
  SPIRV_GROUP_EXCLUSIVE_SCAN = 2,
  SPIRV_MEMORY_ALIGNED = 0x2,
  /* Bits of a memory access that take an id: the scope to make available or visible to, and alias lists (INTEL). */
  SPIRV_MEMORY_WITH_ID = 0x8 | 0x10 | 0x10000 | 0x20000,
  SPIRV_BUILTIN_SUBGROUP_EQ_MASK = 4416, /* the first of the masks that need a ballot capability */
  SPIRV_BUILTIN_SUBGROUP_LT_MASK = 4420, /* the last */
};

struct spirv_opcode {
  uint16_t number;
  int16_t capability; /* enum spirv_capability */
  uint8_t since;
  const char *name;     /* with the prefix Op */
  const char *operands; /* as in opcodes.inc */
};

/* NULL: not in the table. */
const struct spirv_opcode *spirv_opcode(uint32_t number);

#endif
