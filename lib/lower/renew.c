#include "lower/renew.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Core.h>

enum { MOST_BLOCKS = 400, MOST_COPIES = 200, DEEPEST = 6 };

/* A call that was put into a block, and serves what follows in the block up to the next barrier. */
struct fresh {
  LLVMValueRef function, dimension, call;
  LLVMBasicBlockRef block;
  unsigned barriers; /* of the block that come before it */
};

struct renew {
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  LLVMBasicBlockRef *blocks;
  unsigned count;
  bool *has_barrier;
  uint8_t *reaches; /* [from * count + to]: by one edge or more */
  struct fresh fresh[MOST_COPIES];
  unsigned fresh_count;
};

/* What a value is made of. */
enum origin { OTHER, UNIFORM, IDS };

static const char *called_name(LLVMValueRef value) {
  size_t length;
  LLVMValueRef function = LLVMIsACallInst(value) ? LLVMGetCalledValue(value) : NULL;
  return function && LLVMIsAFunction(function) ? LLVMGetValueName2(function, &length) : "";
}

static bool is_one_of(const char *name, const char *const *names) {
  while (*names && strcmp(name, *names) != 0)
    ++names;
  return *names;
}

static bool is_barrier(LLVMValueRef value) {
  static const char *const names[] = {"_Z7barrierj", "_Z18work_group_barrierj", "_Z18work_group_barrierj12memory_scope",
                                      NULL};
  return is_one_of(called_name(value), names);
}

static enum origin origin_of_call(LLVMValueRef call) {
  static const char *const ids[] = {"_Z13get_global_idj", "_Z12get_local_idj", NULL};
  static const char *const uniform[] = {"_Z12get_group_idj",   "_Z14get_local_sizej",    "_Z15get_global_sizej",
                                        "_Z14get_num_groupsj", "_Z17get_global_offsetj", NULL};
  if (LLVMGetNumArgOperands(call) != 1 || !LLVMIsAConstantInt(LLVMGetOperand(call, 0)))
    return OTHER;
  const char *name = called_name(call);
  return is_one_of(name, ids) ? IDS : is_one_of(name, uniform) ? UNIFORM : OTHER;
}

static bool is_cheap(LLVMOpcode opcode) {
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

static enum origin origin_of(LLVMValueRef value, unsigned depth) {
  if (!LLVMIsAInstruction(value))
    return UNIFORM; /* constants and arguments */
  if (LLVMIsACallInst(value))
    return origin_of_call(value);
  if (depth == DEEPEST || !is_cheap(LLVMGetInstructionOpcode(value)))
    return OTHER;
  enum origin origin = UNIFORM;
  for (int i = 0; i < LLVMGetNumOperands(value) && origin != OTHER; ++i) {
    enum origin its = origin_of(LLVMGetOperand(value, (unsigned)i), depth + 1);
    origin = its == OTHER || its == IDS ? its : origin;
  }
  return origin;
}

static unsigned index_of(const struct renew *r, LLVMBasicBlockRef block) {
  unsigned i = 0;
  while (i < r->count && r->blocks[i] != block)
    ++i;
  return i;
}

/* Is there a barrier from `first`, or from the block's start, to `last`, or to its end? */
static bool barrier_between(LLVMBasicBlockRef block, LLVMValueRef first, LLVMValueRef last) {
  for (LLVMValueRef i = first ? LLVMGetNextInstruction(first) : LLVMGetFirstInstruction(block); i && i != last;
       i = LLVMGetNextInstruction(i))
    if (is_barrier(i))
      return true;
  return false;
}

static bool comes_before(LLVMValueRef a, LLVMValueRef b) {
  while (a && a != b)
    a = LLVMGetNextInstruction(a);
  return a != NULL;
}

/* May there be a barrier on the way from the definition to its use? */
static bool is_crossing(const struct renew *r, LLVMValueRef definition, LLVMValueRef use) {
  LLVMBasicBlockRef from = LLVMGetInstructionParent(definition), to = LLVMGetInstructionParent(use);
  if (from == to && comes_before(definition, use))
    return barrier_between(from, definition, use);
  if (barrier_between(from, definition, NULL) || barrier_between(to, NULL, use))
    return true;
  unsigned a = index_of(r, from), b = index_of(r, to);
  for (unsigned x = 0; x < r->count; ++x)
    if (r->has_barrier[x] && x != a && r->reaches[a * r->count + x] && r->reaches[x * r->count + b])
      return true;
  return false;
}

static bool any_crosses(const struct renew *r, LLVMValueRef value, LLVMValueRef use) {
  if (!LLVMIsAInstruction(value))
    return false;
  if (LLVMIsACallInst(value))
    return origin_of_call(value) == IDS && is_crossing(r, value, use);
  for (int i = 0; i < LLVMGetNumOperands(value); ++i)
    if (any_crosses(r, LLVMGetOperand(value, (unsigned)i), use))
      return true;
  return false;
}

/* A function of its own for each place: calls of one that are equal would be merged again. */
static LLVMValueRef make_query(struct renew *r, LLVMValueRef call) {
  LLVMValueRef id = LLVMGetCalledValue(call), dimension = LLVMGetOperand(call, 0);
  LLVMTypeRef its_type = LLVMGlobalGetValueType(id), type = LLVMFunctionType(LLVMTypeOf(call), NULL, 0, 0);
  LLVMContextRef context = LLVMGetModuleContext(r->module);
  static const char *const attributes[] = {"noinline", "nounwind"};
  LLVMValueRef query = LLVMAddFunction(r->module, "__clgroup_id_again", type); /* LLVM makes the name unique */
  LLVMSetLinkage(query, LLVMInternalLinkage);
  LLVMSetFunctionCallConv(query, LLVMGetFunctionCallConv(id));
  for (size_t i = 0; i < sizeof attributes / sizeof *attributes; ++i)
    LLVMAddAttributeAtIndex(
        query, LLVMAttributeFunctionIndex,
        LLVMCreateEnumAttribute(context, LLVMGetEnumAttributeKindForName(attributes[i], strlen(attributes[i])), 0));
  LLVMPositionBuilderAtEnd(r->builder, LLVMAppendBasicBlockInContext(context, query, ""));
  LLVMValueRef value = LLVMBuildCall2(r->builder, its_type, id, &dimension, 1, "");
  LLVMSetInstructionCallConv(value, LLVMGetInstructionCallConv(call));
  LLVMBuildRet(r->builder, value);
  return query;
}

static LLVMValueRef fresh_id(struct renew *r, LLVMValueRef call, LLVMValueRef before) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(before);
  unsigned barriers = 0;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != before; i = LLVMGetNextInstruction(i))
    barriers += is_barrier(i);
  for (unsigned i = 0; i < r->fresh_count; ++i) {
    const struct fresh *f = &r->fresh[i];
    if (f->function == LLVMGetCalledValue(call) && f->dimension == LLVMGetOperand(call, 0) && f->block == block &&
        f->barriers == barriers)
      return f->call;
  }
  if (r->fresh_count == MOST_COPIES)
    return call;
  LLVMValueRef query = make_query(r, call);
  LLVMPositionBuilderBefore(r->builder, before);
  LLVMValueRef fresh = LLVMBuildCall2(r->builder, LLVMGlobalGetValueType(query), query, NULL, 0, "");
  LLVMSetInstructionCallConv(fresh, LLVMGetFunctionCallConv(query));
  r->fresh[r->fresh_count++] =
      (struct fresh){LLVMGetCalledValue(call), LLVMGetOperand(call, 0), fresh, block, barriers};
  return fresh;
}

/* A copy of what the value is made of, in front of `before`. */
static LLVMValueRef copy(struct renew *r, LLVMValueRef value, LLVMValueRef before) {
  if (origin_of(value, 0) != IDS)
    return value;
  if (LLVMIsACallInst(value))
    return fresh_id(r, value, before);
  LLVMValueRef clone = LLVMInstructionClone(value);
  for (int i = 0; i < LLVMGetNumOperands(value); ++i)
    LLVMSetOperand(clone, (unsigned)i, copy(r, LLVMGetOperand(value, (unsigned)i), before));
  LLVMPositionBuilderBefore(r->builder, before);
  LLVMInsertIntoBuilder(r->builder, clone);
  return clone;
}

static void renew_uses(struct renew *r) {
  for (unsigned b = 0; b < r->count; ++b)
    for (LLVMValueRef i = LLVMGetFirstInstruction(r->blocks[b]); i; i = LLVMGetNextInstruction(i)) {
      if (LLVMIsAPHINode(i) || origin_of(i, 0) == IDS) /* this one is copied with what uses it */
        continue;
      for (int k = 0; k < LLVMGetNumOperands(i); ++k) {
        LLVMValueRef value = LLVMGetOperand(i, (unsigned)k);
        if (LLVMIsAInstruction(value) && origin_of(value, 0) == IDS && any_crosses(r, value, i))
          LLVMSetOperand(i, (unsigned)k, copy(r, value, i));
      }
    }
}

static void find_paths(struct renew *r) {
  for (unsigned a = 0; a < r->count; ++a) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(r->blocks[a]);
    r->has_barrier[a] = barrier_between(r->blocks[a], NULL, NULL);
    for (unsigned s = 0; s < LLVMGetNumSuccessors(end); ++s)
      r->reaches[a * r->count + index_of(r, LLVMGetSuccessor(end, s))] = 1;
  }
  for (unsigned k = 0; k < r->count; ++k)
    for (unsigned a = 0; a < r->count; ++a)
      for (unsigned b = 0; r->reaches[a * r->count + k] && b < r->count; ++b)
        r->reaches[a * r->count + b] |= r->reaches[k * r->count + b];
}

bool clgroup_renew_ids(LLVMModuleRef module, LLVMValueRef kernel) {
  struct renew *r = calloc(1, sizeof *r);
  if (!r)
    return false;
  r->module = module;
  r->count = LLVMCountBasicBlocks(kernel);
  bool ok = true, small = r->count <= MOST_BLOCKS;
  if (small) {
    r->blocks = calloc(r->count, sizeof *r->blocks);
    r->has_barrier = calloc(r->count, sizeof *r->has_barrier);
    r->reaches = calloc(r->count, r->count);
    ok = r->blocks && r->has_barrier && r->reaches;
  }
  if (ok && small) {
    LLVMGetBasicBlocks(kernel, r->blocks);
    r->builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    find_paths(r);
    renew_uses(r);
    LLVMDisposeBuilder(r->builder);
  }
  free(r->blocks);
  free(r->has_barrier);
  free(r->reaches);
  free(r);
  return ok;
}
