/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What LLVM's translator does not take as the specification means it. */
#include "spirv/spirv.h"
#include "spirv/words.h"

#include <stdlib.h>

/* Adds the scalar constant. Returns false if the instruction is not one. */
static bool add_zero(const struct spirv_module *m, const struct spirv_instruction *i, struct spirv_words *out) {
  struct spirv_instruction type;
  if (i->opcode != SPIRV_OP_ConstantNull || i->length != 3 || !spirv_defining(m, spirv_operand(m, i, 1), &type))
    return false;
  const uint32_t operands[] = {spirv_operand(m, i, 1), spirv_operand(m, i, 2), 0, 0};
  const bool is_number = type.opcode == SPIRV_OP_TypeInt || type.opcode == SPIRV_OP_TypeFloat;
  const uint32_t width = is_number ? spirv_operand(m, &type, 2) : 0;
  if (type.opcode == SPIRV_OP_TypeBool)
    spirv_add_instruction(out, SPIRV_OP_ConstantFalse, operands, 2);
  else if (width && width <= 64)
    spirv_add_instruction(out, SPIRV_OP_Constant, operands, width > 32 ? 4 : 3);
  else
    return false;
  return true;
}

/* Adds OpSource with OpenCL C 2.0 for another language. Returns false if the instruction does not name one. */
static bool add_language(const struct spirv_module *m, const struct spirv_instruction *i, struct spirv_words *out) {
  enum { OPENCL_C = 3, VERSION = 200000 };
  if (i->opcode != SPIRV_OP_Source || i->length < 3 || spirv_operand(m, i, 1) == OPENCL_C)
    return false;
  spirv_add_range(out, m, i->at, (size_t)i->at + i->length);
  if (!out->failed) {
    out->data[out->count - i->length + 1] = OPENCL_C;
    out->data[out->count - i->length + 2] = VERSION;
  }
  return true;
}

int clgroup_spirv_for_translator(const uint32_t *words, size_t count, uint32_t **out, size_t *out_count, char *error,
                                 size_t error_size) {
  struct spirv_module m;
  struct spirv_instruction i = {0};
  struct spirv_words whole = {0};
  int failed = spirv_open(&m, words, count, error, error_size) || spirv_index(&m);
  if (!failed) {
    spirv_add_range(&whole, &m, 0, SPIRV_HEADER_WORDS);
    while ((failed = spirv_next(&m, &i)) > 0)
      if (!add_zero(&m, &i, &whole) && !add_language(&m, &i, &whole))
        spirv_add_range(&whole, &m, i.at, (size_t)i.at + i.length);
  }
  if (!failed && whole.failed)
    failed = spirv_fail_memory(&m.error);
  spirv_close(&m);
  if (failed) {
    free(whole.data);
    return -1;
  }
  *out = whole.data;
  *out_count = whole.count;
  return 0;
}
