/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "lower/ir/work-item.h"

#include "lower/ir/addresses.h"
#include "lower/ir/pass.h"
#include "names/mangled.h"

#include <string.h>

const char *clgroup_called_name(LLVMValueRef value) {
  size_t length;
  LLVMValueRef function = LLVMIsACallInst(value) ? LLVMGetCalledValue(value) : NULL;
  return function && LLVMIsAFunction(function) ? LLVMGetValueName2(function, &length) : "";
}

const char *clgroup_called_plain_name(LLVMValueRef value, size_t *length) {
  const char *name = clgroup_called_name(value), *plain = clgroup_plain_name(name, length);
  *length = plain ? *length : strlen(name);
  return plain ? plain : name;
}

static bool is_one_of(const char *name, const char *const *names) {
  while (*names && strcmp(name, *names) != 0)
    ++names;
  return *names;
}

bool clgroup_is_barrier(LLVMValueRef value) {
  static const char *const names[] = {CLGROUP_BARRIER, "_Z18work_group_barrierj",
                                      "_Z18work_group_barrierj12memory_scope", NULL};
  return is_one_of(clgroup_called_name(value), names);
}

bool clgroup_has_barrier(LLVMBasicBlockRef block) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
    if (clgroup_is_barrier(i))
      return true;
  return false;
}

bool clgroup_holds_barrier(LLVMValueRef function) {
  LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
  while (block && !clgroup_has_barrier(block))
    block = LLVMGetNextBasicBlock(block);
  return block;
}

void clgroup_build_barrier(LLVMBuilderRef builder, LLVMModuleRef module, unsigned fences) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMValueRef flags = LLVMConstInt(LLVMInt32TypeInContext(context), fences, 0);
  LLVMValueRef call = clgroup_build_call(builder, module, CLGROUP_BARRIER, LLVMVoidTypeInContext(context), &flags, 1);
  lower_add_attribute(LLVMGetCalledValue(call), "convergent");
}

static bool has_attribute(LLVMValueRef call, const char *name, uint64_t *value) {
  const unsigned kind = lower_attribute_kind(name);
  LLVMAttributeRef found = kind ? LLVMGetCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, kind) : NULL;
  if (!found && kind && LLVMIsAFunction(LLVMGetCalledValue(call)))
    found = LLVMGetEnumAttributeAtIndex(LLVMGetCalledValue(call), LLVMAttributeFunctionIndex, kind);
  *value = found ? LLVMGetEnumAttributeValue(found) : 0;
  return found;
}

/* The attribute memory has two bits for each kind of memory: may it be read, may it be written? */
bool clgroup_call_accesses(LLVMValueRef call, bool writes) {
  uint64_t value;
  size_t length;
  const char *name = clgroup_called_plain_name(call, &length);
  if (writes && (lower_begins(name, "vload") || lower_begins(name, "prefetch")))
    return false; /* vload lacks its attribute in modules that were SPIR-V */
  if (has_attribute(call, "memory", &value))
    return value & (writes ? 0xaaaaaaaa : 0xffffffff);
  return !has_attribute(call, "readnone", &value) && !(writes && has_attribute(call, "readonly", &value));
}

enum clgroup_query clgroup_query_of(LLVMValueRef value) {
  static const char *const ids[] = {CLGROUP_GLOBAL_ID, CLGROUP_LOCAL_ID, NULL};
  static const char *const uniform[] = {"_Z12get_group_idj",
                                        CLGROUP_LOCAL_SIZE,
                                        CLGROUP_ENQUEUED_LOCAL_SIZE,
                                        "_Z15get_global_sizej",
                                        "_Z14get_num_groupsj",
                                        "_Z17get_global_offsetj",
                                        NULL};
  const char *name = clgroup_called_name(value);
  if (!*name || LLVMGetNumArgOperands(value) != 1 || !LLVMIsAConstantInt(LLVMGetOperand(value, 0)))
    return CLGROUP_NO_QUERY;
  return is_one_of(name, ids) ? CLGROUP_ID_QUERY : is_one_of(name, uniform) ? CLGROUP_UNIFORM_QUERY : CLGROUP_NO_QUERY;
}

enum { NO_SLOPE = 2 };

/* `left`: the steps that the search may take. */
static int search_slope(LLVMValueRef value, unsigned *left) {
  if (!LLVMIsAInstruction(value))
    return 0; /* constants and arguments */
  if (LLVMIsACallInst(value)) {
    const enum clgroup_query query = clgroup_query_of(value);
    const bool is_id = query == CLGROUP_ID_QUERY && !LLVMConstIntGetZExtValue(LLVMGetOperand(value, 0));
    return query == CLGROUP_NO_QUERY ? NO_SLOPE : is_id;
  }
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  int slopes[3] = {0};
  if (!*left || !clgroup_is_cheap(opcode) || opcode == LLVMGetElementPtr)
    return NO_SLOPE;
  --*left;
  bool is_level = true;
  for (int i = 0; i < LLVMGetNumOperands(value); ++i) {
    slopes[i] = search_slope(LLVMGetOperand(value, (unsigned)i), left);
    is_level &= !slopes[i];
    if (slopes[i] == NO_SLOPE)
      return NO_SLOPE;
  }
  LLVMValueRef last = LLVMGetOperand(value, (unsigned)LLVMGetNumOperands(value) - 1);
  const bool is_not = opcode == LLVMXor && LLVMIsAConstantInt(last) && LLVMConstIntGetSExtValue(last) == -1;
  const int slope = opcode == LLVMAdd || LLVMIsACastInst(value) ? slopes[0] + slopes[1]
                    : opcode == LLVMSub                         ? slopes[0] - slopes[1]
                    : is_not                                    ? -slopes[0]
                    : is_level                                  ? 0
                                                                : NO_SLOPE;
  return slope < -1 || slope > 1 ? NO_SLOPE : slope;
}

int clgroup_slope(LLVMValueRef value) {
  unsigned left = 64;
  const int slope = search_slope(value, &left);
  return slope == NO_SLOPE ? 0 : slope;
}

LLVMValueRef clgroup_add_query(LLVMModuleRef module, const char *name, const char *query, LLVMValueRef dimension) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef size = LLVMIntTypeInContext(context, clgroup_address_bits(module));
  LLVMValueRef function = LLVMAddFunction(module, name, LLVMFunctionType(size, NULL, 0, false));
  LLVMSetLinkage(function, LLVMInternalLinkage);
  LLVMSetFunctionCallConv(function, clgroup_function_convention(module));
  lower_add_attribute(function, "noinline");
  lower_add_attribute(function, "nounwind");
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, ""));
  LLVMBuildRet(builder, clgroup_build_call(builder, module, query, size, &dimension, 1));
  LLVMDisposeBuilder(builder);
  return function;
}

LLVMValueRef clgroup_build_opaque_zero(LLVMModuleRef module, LLVMBuilderRef builder) {
  enum { TOO_LARGE = 20 }; /* no work-group is so large that its size has such bits */
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef size = LLVMIntTypeInContext(context, clgroup_address_bits(module));
  LLVMValueRef dimension = LLVMConstInt(LLVMInt32TypeInContext(context), 0, 0);
  LLVMValueRef call = clgroup_build_call(builder, module, CLGROUP_LOCAL_SIZE, size, &dimension, 1);
  return LLVMBuildLShr(builder, call, LLVMConstInt(size, TOO_LARGE, 0), "");
}

LLVMValueRef clgroup_build_opaque_sum(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef value) {
  LLVMValueRef zero = clgroup_build_opaque_zero(module, builder);
  return LLVMBuildAdd(builder, value, LLVMBuildIntCast2(builder, zero, LLVMTypeOf(value), false, ""), "");
}

bool clgroup_is_cheap(LLVMOpcode opcode) {
  switch (opcode) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMBitCast:
  case LLVMGetElementPtr:
  case LLVMICmp:
  case LLVMSelect:
    return true;
  default:
    return false;
  }
}
