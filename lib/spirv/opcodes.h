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

/* Capabilities that a module loses when nothing requires them: CAPABILITY(name, number). Those of GroupNonUniform are
 * neighbours. */
#define SPIRV_CAPABILITIES(CAPABILITY)                                                                                 \
  CAPABILITY(Vector16, 7)                                                                                              \
  CAPABILITY(Float16Buffer, 8)                                                                                         \
  CAPABILITY(Float16, 9)                                                                                               \
  CAPABILITY(Float64, 10)                                                                                              \
  CAPABILITY(Int64, 11)                                                                                                \
  CAPABILITY(Groups, 18)                                                                                               \
  CAPABILITY(Int16, 22)                                                                                                \
  CAPABILITY(Int8, 39)                                                                                                 \
  CAPABILITY(GroupNonUniform, 61)                                                                                      \
  CAPABILITY(GroupNonUniformVote, 62)                                                                                  \
  CAPABILITY(GroupNonUniformArithmetic, 63)                                                                            \
  CAPABILITY(GroupNonUniformBallot, 64)                                                                                \
  CAPABILITY(GroupNonUniformShuffle, 65)                                                                               \
  CAPABILITY(GroupNonUniformShuffleRelative, 66)                                                                       \
  CAPABILITY(GroupNonUniformClustered, 67)                                                                             \
  CAPABILITY(GroupNonUniformQuad, 68)                                                                                  \
  CAPABILITY(GroupNonUniformRotateKHR, 6026)                                                                           \
  CAPABILITY(GroupUniformArithmeticKHR, 6400)

enum spirv_capability {
  SPIRV_CAPABILITY_None = -1,
  SPIRV_CAPABILITY_Linkage = 5,
#define CAPABILITY(name, number) SPIRV_CAPABILITY_##name = number,
  SPIRV_CAPABILITIES(CAPABILITY)
#undef CAPABILITY
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
  SPIRV_DECORATION_FUNC_PARAM_ATTR = 38,
  SPIRV_DECORATION_LINKAGE_ATTRIBUTES = 41,
  SPIRV_LINKAGE_IMPORT = 1,
  SPIRV_PARAM_NO_ALIAS = 4, /* the first of those that only hint at what is done with a pointer */
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
  int16_t capability; /* enum spirv_capability */
  uint8_t since;
  const char *name;     /* with the prefix Op */
  const char *operands; /* as in opcodes.inc */
};

/* NULL: not in the table. */
const struct spirv_opcode *spirv_opcode(uint32_t number);

#endif
