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

/* Adds OpSource without the source, and with OpenCL C 2.0 for another language. Returns false if it is not one. */
static bool add_source(const struct spirv_module *m, const struct spirv_instruction *i, struct spirv_words *out) {
  enum { OPENCL_C = 3, VERSION = 200000 };
  if (i->opcode != SPIRV_OP_Source || i->length < 3)
    return false;
  const uint32_t version = spirv_operand(m, i, 1) == OPENCL_C ? spirv_operand(m, i, 2) : VERSION;
  const uint32_t operands[] = {OPENCL_C, version, spirv_operand(m, i, 3)};
  spirv_add_instruction(out, SPIRV_OP_Source, operands, i->length > 3 ? 3 : 2);
  return true;
}

/* LLVM has attributes of pointers for them alone. Up to LLVM 15 images and samplers were pointers. */
static bool is_for_pointer(const struct spirv_module *m, const struct spirv_instruction *i,
                           const struct spirv_instruction *parameter) {
  struct spirv_instruction type;
  return spirv_operand(m, i, 2) == SPIRV_DECORATION_FUNC_PARAM_ATTR && spirv_operand(m, i, 3) >= SPIRV_PARAM_NO_ALIAS &&
         spirv_defining(m, spirv_result_type(m, parameter), &type) && type.opcode != SPIRV_OP_TypePointer;
}

/* Is it one that means nothing for the code, and that the translator refuses? */
static bool is_refused(const struct spirv_module *m, const struct spirv_instruction *i, bool in_function) {
  static const char all[] = "NonSemantic.", known[] = "NonSemantic.Shader.DebugInfo.";
  struct spirv_instruction other;
  switch (i->opcode) {
  case SPIRV_OP_SourceContinued:
    return true;
  case SPIRV_OP_NoLine:
    return !in_function;
  case SPIRV_OP_Extension: /* the translator does not ask for it */
    return spirv_string_is(m, i, 1, "SPV_KHR_non_semantic_info", true);
  case SPIRV_OP_ExtInstImport:
    return spirv_string_is(m, i, 2, all, false) && !spirv_string_is(m, i, 2, known, false);
  case SPIRV_OP_ExtInst:
    return spirv_defining(m, spirv_operand(m, i, 3), &other) && other.opcode == SPIRV_OP_ExtInstImport &&
           is_refused(m, &other, false);
  case SPIRV_OP_Name:
  case SPIRV_OP_Decorate:
    if (!spirv_defining(m, spirv_operand(m, i, 1), &other))
      return false;
    return other.opcode == SPIRV_OP_FunctionParameter
               ? i->opcode == SPIRV_OP_Decorate && is_for_pointer(m, i, &other)
               : other.opcode == SPIRV_OP_ExtInst && is_refused(m, &other, false);
  default:
    return false;
  }
}

int clgroup_spirv_for_translator(const uint32_t *words, size_t count, uint32_t **out, size_t *out_count, char *error,
                                 size_t error_size) {
  struct spirv_module m;
  struct spirv_instruction i = {0};
  struct spirv_words whole = {0};
  bool in_function = false;
  int failed = spirv_open(&m, words, count, error, error_size) || spirv_index(&m);
  if (!failed) {
    spirv_add_range(&whole, &m, 0, SPIRV_HEADER_WORDS);
    while ((failed = spirv_next(&m, &i)) > 0) {
      in_function = (in_function || i.opcode == SPIRV_OP_Function) && i.opcode != SPIRV_OP_FunctionEnd;
      if (!is_refused(&m, &i, in_function) && !add_zero(&m, &i, &whole) && !add_source(&m, &i, &whole))
        spirv_add_range(&whole, &m, i.at, (size_t)i.at + i.length);
    }
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
