/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "make-module.h"

#include <stdlib.h>

/* Numbers of the SPIR-V specification that lib/spirv has no use for. */
enum { ADDRESSES = 4, KERNEL = 6, OPENCL = 2, SUB_GROUP = 3, BIT_INSTRUCTIONS = 6025 };
enum { VOID = 1, SIGNATURE, FUNCTION, INT, SCOPE, VALUE, LABEL, TAKEN, BOOL, TRUTH, OTHER_SCOPE, RESULT, BOUND };

/* The capability for the kind's instruction. */
static const uint32_t capabilities[] = {
    [MODULE_GROUP_ADD] = SPIRV_CAPABILITY_Groups,
    [MODULE_GROUP_ALL] = SPIRV_CAPABILITY_Groups,
    [MODULE_SUB_GROUP_ADD] = SPIRV_CAPABILITY_Groups,
    [MODULE_SHUFFLE] = SPIRV_CAPABILITY_GroupNonUniformShuffle,
    [MODULE_REVERSE] = BIT_INSTRUCTIONS,
    [MODULE_ROTATE] = SPIRV_CAPABILITY_GroupNonUniformRotateKHR,
    [MODULE_GROUP_BAD] = SPIRV_CAPABILITY_Groups,
};

struct spirv_words module;

void make_module(enum module_kind kind) {
  const bool of_sub_groups = kind == MODULE_SUB_GROUP_ADD || kind == MODULE_SHUFFLE,
             is_new = of_sub_groups || kind == MODULE_REVERSE || kind == MODULE_ROTATE;
  const uint32_t head[] = {SPIRV_MAGIC, is_new ? 0x10300 : 0x10000, 0, BOUND, 0},
                 addressing = stub->settings->device[0].address_bits == 32 ? SPIRV_ADDRESSING_PHYSICAL32
                                                                           : SPIRV_ADDRESSING_PHYSICAL64;
  struct spirv_words *w = &module;
  free(w->data);
  *w = (struct spirv_words){0};
  for (unsigned i = 0; i < SPIRV_HEADER_WORDS; i++)
    spirv_add(w, head[i]);
  spirv_emit(w, SPIRV_OP_Capability, ADDRESSES);
  spirv_emit(w, SPIRV_OP_Capability, SPIRV_CAPABILITY_Linkage);
  spirv_emit(w, SPIRV_OP_Capability, KERNEL);
  if (kind != MODULE_PLAIN)
    spirv_emit(w, SPIRV_OP_Capability, capabilities[kind]);
  if (kind == MODULE_ROTATE)
    spirv_emit(w, SPIRV_OP_Capability, SPIRV_CAPABILITY_Groups);
  spirv_emit(w, SPIRV_OP_MemoryModel, addressing, OPENCL);
  size_t entry = spirv_begin(w);
  spirv_add(w, KERNEL);
  spirv_add(w, FUNCTION);
  spirv_add_string(w, "group");
  spirv_end(w, entry, SPIRV_OP_EntryPoint);
  spirv_emit(w, SPIRV_OP_TypeVoid, VOID);
  spirv_emit(w, SPIRV_OP_TypeFunction, SIGNATURE, VOID);
  spirv_emit(w, SPIRV_OP_TypeInt, INT, 32, 0);
  spirv_emit(w, SPIRV_OP_Constant, INT, SCOPE, of_sub_groups ? SUB_GROUP : SPIRV_SCOPE_WORKGROUP);
  spirv_emit(w, SPIRV_OP_Constant, INT, OTHER_SCOPE, SUB_GROUP);
  spirv_emit(w, SPIRV_OP_Constant, INT, VALUE, 7);
  spirv_emit(w, SPIRV_OP_TypeBool, BOOL);
  spirv_emit(w, SPIRV_OP_ConstantTrue, BOOL, TRUTH);
  spirv_emit(w, SPIRV_OP_Function, VOID, FUNCTION, 0, SIGNATURE);
  spirv_emit(w, SPIRV_OP_Label, LABEL);
  if (kind == MODULE_SHUFFLE)
    spirv_emit(w, SPIRV_OP_GroupNonUniformShuffle, INT, TAKEN, SCOPE, VALUE, VALUE);
  if (kind == MODULE_REVERSE)
    spirv_emit(w, SPIRV_OP_BitReverse, INT, TAKEN, VALUE);
  if (kind == MODULE_ROTATE)
    spirv_emit(w, SPIRV_OP_GroupNonUniformRotateKHR, INT, RESULT, OTHER_SCOPE, VALUE, VALUE);
  if (kind == MODULE_GROUP_ADD || kind == MODULE_SUB_GROUP_ADD || kind == MODULE_ROTATE)
    spirv_emit(w, SPIRV_OP_GroupIAdd, INT, TAKEN, SCOPE, SPIRV_GROUP_REDUCE, VALUE);
  if (kind == MODULE_GROUP_ALL)
    spirv_emit(w, SPIRV_OP_GroupAll, BOOL, TAKEN, SCOPE, TRUTH);
  if (kind == MODULE_GROUP_BAD)
    spirv_emit(w, SPIRV_OP_GroupIAdd, INT, TAKEN, FUNCTION, SPIRV_GROUP_REDUCE, VALUE);
  spirv_add_instruction(w, SPIRV_OP_Return, NULL, 0);
  spirv_add_instruction(w, SPIRV_OP_FunctionEnd, NULL, 0);
}

cl_program make_of_module(void) {
  cl_int error = 1;
  cl_program made = cl->clCreateProgramWithIL(context, module.data, module.count * sizeof *module.data, &error);
  CHECK_EQUAL(error, CL_SUCCESS);
  return keep(made);
}

cl_program make_il(enum module_kind kind) {
  make_module(kind);
  return make_of_module();
}
