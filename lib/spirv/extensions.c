/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "spirv/spirv.h"

#include "spirv/rewrite.h"

#include <stdio.h>

/* What a driver without the capability may refuse; and the extension whose functions become its instructions. */
static const struct {
  uint32_t capability;
  unsigned extension;
} capabilities[] = {
    {58, CLGROUP_HAS(subgroups)}, /* SubgroupDispatch */
    {SPIRV_CAPABILITY_GroupNonUniform, CLGROUP_HAS(subgroups)},
    {SPIRV_CAPABILITY_GroupNonUniformVote, CLGROUP_HAS(subgroup_non_uniform_vote)},
    {SPIRV_CAPABILITY_GroupNonUniformArithmetic, CLGROUP_HAS(subgroup_non_uniform_arithmetic)},
    {SPIRV_CAPABILITY_GroupNonUniformBallot, CLGROUP_HAS(subgroup_ballot)},
    {SPIRV_CAPABILITY_GroupNonUniformShuffle, CLGROUP_HAS(subgroup_shuffle)},
    {SPIRV_CAPABILITY_GroupNonUniformShuffleRelative, CLGROUP_HAS(subgroup_shuffle_relative)},
    {SPIRV_CAPABILITY_GroupNonUniformClustered, CLGROUP_HAS(subgroup_clustered_reduce)},
    {SPIRV_CAPABILITY_GroupNonUniformRotateKHR, CLGROUP_HAS(subgroup_rotate)},
    {6016, CLGROUP_HAS(integer_dot_product)}, /* DotProductInputAll, 4x8Bit, 4x8BitPacked, DotProduct */
    {6017, CLGROUP_HAS(integer_dot_product)},
    {6018, CLGROUP_HAS(integer_dot_product)},
    {6019, CLGROUP_HAS(integer_dot_product)},
    {6025, CLGROUP_HAS(extended_bit_ops)}, /* BitInstructions */
};

static const struct {
  const char *name;
  unsigned extension;
} extensions[] = {
    {"SPV_KHR_subgroup_rotate", CLGROUP_HAS(subgroup_rotate)},
    {"SPV_KHR_integer_dot_product", CLGROUP_HAS(integer_dot_product)},
    {"SPV_KHR_bit_instructions", CLGROUP_HAS(extended_bit_ops)},
};

unsigned spirv_extension_of(const struct spirv_module *m, const struct spirv_instruction *i) {
  for (unsigned k = 0; i->opcode == SPIRV_OP_Capability && k < sizeof capabilities / sizeof *capabilities; k++)
    if (capabilities[k].capability == spirv_operand(m, i, 1))
      return capabilities[k].extension;
  for (unsigned k = 0; i->opcode == SPIRV_OP_Extension && k < sizeof extensions / sizeof *extensions; k++)
    if (spirv_string_is(m, i, 1, extensions[k].name, true))
      return extensions[k].extension;
  return 0;
}

/* SubgroupSize, SubgroupMaxSize, NumSubgroups, NumEnqueuedSubgroups, SubgroupId, SubgroupLocalInvocationId. */
static bool is_variable_of_sub_groups(const struct spirv_module *m, const struct spirv_instruction *i) {
  const uint32_t variable = spirv_operand(m, i, 3);
  return i->opcode == SPIRV_OP_Decorate && spirv_operand(m, i, 2) == SPIRV_DECORATION_BUILTIN && variable >= 36 &&
         variable <= 41;
}

bool spirv_is_sub_group(const struct spirv_module *m, uint32_t id) {
  struct spirv_instruction scope;
  return spirv_defining(m, id, &scope) &&
         (scope.opcode == SPIRV_OP_Constant || scope.opcode == SPIRV_OP_SpecConstant) &&
         spirv_operand(m, &scope, 3) == 3;
}

/* Small integers, and vectors. */
static bool is_extended(const struct spirv_module *m, uint32_t id) {
  struct spirv_instruction type;
  return spirv_defining(m, id, &type) &&
         (type.opcode == SPIRV_OP_TypeVector || (type.opcode == SPIRV_OP_TypeInt && spirv_operand(m, &type, 2) < 32));
}

/* Group instructions are of work-groups, too. */
unsigned spirv_extensions_of_group(const struct spirv_module *m, const struct spirv_instruction *i) {
  if (i->opcode == SPIRV_OP_ControlBarrier)
    return spirv_is_sub_group(m, spirv_operand(m, i, 1)) ? CLGROUP_HAS(subgroups) : 0;
  const bool groups = i->known && (i->known->capability == SPIRV_CAPABILITY_Groups ||
                                   i->known->capability == SPIRV_CAPABILITY_GroupUniformArithmeticKHR);
  if (!groups || !spirv_is_sub_group(m, spirv_operand(m, i, 3)))
    return 0;
  return CLGROUP_HAS(subgroups) | (is_extended(m, spirv_operand(m, i, 1)) ? CLGROUP_HAS(subgroup_extended_types) : 0);
}

void clgroup_spirv_extensions(const uint32_t *words, size_t count, char *text, size_t size) {
  struct spirv_module m;
  struct spirv_instruction i = {0};
  char names[CLGROUP_EXTENSIONS_TEXT];
  unsigned found = 0;
  if (size)
    *text = 0;
  if (spirv_open(&m, words, count, NULL, 0))
    return;
  const bool indexed = !spirv_index(&m);
  while (spirv_next(&m, &i) > 0) {
    found |= spirv_extension_of(&m, &i);
    found |= is_variable_of_sub_groups(&m, &i) ? CLGROUP_HAS(subgroups) : 0;
    found |= indexed ? spirv_extensions_of_group(&m, &i) : 0;
  }
  spirv_close(&m);
  clgroup_extensions_print(found, names);
  snprintf(text, size, "%s", names);
}
