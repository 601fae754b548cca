/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "spirv/opcodes.h"

#include <stddef.h>

static const struct spirv_opcode opcodes[] = {
#define SPIRV_OP(number, name, operands, since, capability)                                                            \
  {SPIRV_CAPABILITY_##capability, since, "Op" #name, operands},
#include "spirv/opcodes.inc"
};

/* Each instruction's index in that table. */
enum place {
#define SPIRV_OP(number, name, operands, since, capability) PLACE_##name,
#include "spirv/opcodes.inc"
};

/* By number, the index plus 1: every pass over a module looks up each instruction, and a search would take most of its
 * time. */
static const uint16_t places[] = {
#define SPIRV_OP(number, name, operands, since, capability) [number] = PLACE_##name + 1,
#include "spirv/opcodes.inc"
};

const struct spirv_opcode *spirv_opcode(uint32_t number) {
  return number < sizeof places / sizeof *places && places[number] ? &opcodes[places[number] - 1] : NULL;
}
