#include "spirv/opcodes.h"

#include <stddef.h>

static const struct spirv_opcode opcodes[] = {
#define SPIRV_OP(number, name, operands, since, capability)                                                            \
  {number, SPIRV_CAPABILITY_##capability, since, "Op" #name, operands},
#include "spirv/opcodes.inc"
#undef SPIRV_OP
};

const struct spirv_opcode *spirv_opcode(uint32_t number) {
  size_t low = 0, high = sizeof opcodes / sizeof *opcodes;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (opcodes[middle].number < number)
      low = middle + 1;
    else
      high = middle;
  }
  return low < sizeof opcodes / sizeof *opcodes && opcodes[low].number == number ? &opcodes[low] : NULL;
}
