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

void clgroup_build_barrier(LLVMBuilderRef builder, LLVMModuleRef module, unsigned fences) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMValueRef flags = LLVMConstInt(LLVMInt32TypeInContext(context), fences, 0);
  LLVMValueRef call = clgroup_build_call(builder, module, CLGROUP_BARRIER, LLVMVoidTypeInContext(context), &flags, 1);
  LLVMAddAttributeAtIndex(LLVMGetCalledValue(call), LLVMAttributeFunctionIndex,
                          LLVMCreateEnumAttribute(context, LLVMGetEnumAttributeKindForName("convergent", 10), 0));
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

/* ---- hoisting ---- */

/* The successor of a block that ends in an unconditional branch, past empty blocks; NULL for other blocks. */
static LLVMBasicBlockRef join_of(LLVMBasicBlockRef block) {
  enum { MOST_PASSED = 16 };
  LLVMBasicBlockRef join = NULL;
  for (unsigned passed = 0; passed < MOST_PASSED; ++passed) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (!LLVMIsABranchInst(end) || LLVMIsConditional(end))
      return join;
    join = LLVMGetSuccessor(end, 0);
    LLVMValueRef first = LLVMGetFirstInstruction(join);
    while (LLVMIsAPHINode(first))
      first = LLVMGetNextInstruction(first);
    if (first != LLVMGetBasicBlockTerminator(join))
      return join;
    block = join;
  }
  return join;
}

/* Calls that differ only in the dimension. An id is not moved unless it is near the ends of both blocks, where LLVM
 * merges calls: if it is live from the kernel's entry across a barrier, it costs memory for each work-item. */
static bool may_merge(LLVMValueRef one, unsigned behind_one, LLVMValueRef other, unsigned behind_other) {
  enum { NEAR = 12 };
  enum clgroup_query query = clgroup_query_of(one);
  return query != CLGROUP_NO_QUERY && LLVMIsACallInst(other) && LLVMGetCalledValue(one) == LLVMGetCalledValue(other) &&
         clgroup_query_of(other) == query && LLVMGetOperand(one, 0) != LLVMGetOperand(other, 0) &&
         (query == CLGROUP_UNIFORM_QUERY || (behind_one <= NEAR && behind_other <= NEAR));
}

static bool hold_such(LLVMBasicBlockRef one, LLVMBasicBlockRef other) {
  unsigned behind_one = 0;
  for (LLVMValueRef i = LLVMGetLastInstruction(one); i; i = LLVMGetPreviousInstruction(i), ++behind_one) {
    unsigned behind_other = 0;
    if (clgroup_query_of(i) != CLGROUP_NO_QUERY)
      for (LLVMValueRef k = LLVMGetLastInstruction(other); k; k = LLVMGetPreviousInstruction(k), ++behind_other)
        if (may_merge(i, behind_one, k, behind_other))
          return true;
  }
  return false;
}

static void hoist_from(LLVMBuilderRef builder, LLVMBasicBlockRef block, LLVMBasicBlockRef entry) {
  if (block == entry)
    return;
  LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(entry));
  for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
    next = LLVMGetNextInstruction(i);
    if (clgroup_query_of(i) != CLGROUP_NO_QUERY) {
      LLVMInstructionRemoveFromParent(i);
      LLVMInsertIntoBuilder(builder, i);
    }
  }
}

enum { MOST_QUERIES = 24 }; /* the functions, for each dimension; more are for dimensions that there are not */

struct queries {
  LLVMValueRef all[MOST_QUERIES];
  unsigned count;
};

/* Is there a call with the same result? It then takes the place of this one; otherwise this one is listed. */
static bool is_replaced(struct queries *known, LLVMValueRef call) {
  for (unsigned i = 0; i < known->count; ++i)
    if (LLVMGetCalledValue(known->all[i]) == LLVMGetCalledValue(call) &&
        LLVMGetOperand(known->all[i], 0) == LLVMGetOperand(call, 0)) {
      LLVMReplaceAllUsesWith(call, known->all[i]);
      LLVMInstructionEraseFromParent(call);
      return true;
    }
  if (known->count < MOST_QUERIES)
    known->all[known->count++] = call;
  return false;
}

/* Leaves one of the calls with the same result in a block between barriers, and in the kernel one of a local size's, at
 * its start: PoCL knows that size when it compiles, so that it costs nothing across a barrier. */
static bool merge_queries(LLVMBuilderRef builder, LLVMBasicBlockRef entry) {
  struct queries sizes = {.count = 0};
  LLVMValueRef start = LLVMGetFirstInstruction(entry);
  bool changed = false;
  while (LLVMIsAAllocaInst(start)) /* SPIR-V's variables come first */
    start = LLVMGetNextInstruction(start);
  LLVMPositionBuilderBefore(builder, start);
  for (LLVMBasicBlockRef block = entry; block; block = LLVMGetNextBasicBlock(block)) {
    struct queries near = {.count = 0};
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
      const bool is_size = !strcmp(clgroup_called_name(i), CLGROUP_LOCAL_SIZE);
      next = LLVMGetNextInstruction(i);
      if (clgroup_is_barrier(i))
        near.count = 0;
      if (clgroup_query_of(i) == CLGROUP_NO_QUERY)
        continue;
      const bool replaced = is_replaced(is_size ? &sizes : &near, i);
      if (!replaced && is_size && block != entry) {
        LLVMInstructionRemoveFromParent(i);
        LLVMInsertIntoBuilder(builder, i);
        changed = true;
      }
      changed |= replaced;
    }
  }
  return changed;
}

bool clgroup_hoist_queries(LLVMValueRef kernel) {
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(kernel);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(kernel)));
  bool moved = merge_queries(builder, entry);
  for (LLVMBasicBlockRef one = entry; one; one = LLVMGetNextBasicBlock(one)) {
    LLVMBasicBlockRef join = join_of(one);
    for (LLVMBasicBlockRef other = join ? LLVMGetNextBasicBlock(one) : NULL; other;
         other = LLVMGetNextBasicBlock(other))
      if (join_of(other) == join && hold_such(one, other)) {
        hoist_from(builder, one, entry);
        hoist_from(builder, other, entry);
        moved = true;
      }
  }
  LLVMDisposeBuilder(builder);
  return moved;
}
