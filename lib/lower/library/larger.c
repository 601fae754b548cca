/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels for work-groups of any size.
 *
 * A kernel's scratch is sized for a maximum number of work-items (--max-work-group-size). Unless reqd_work_group_size
 * or the device rules out larger work-groups, the kernel has its body twice: once as usual, and once with the functions
 * of the library chunks, called twins, which need the same memory for any number of work-items. The kernel begins with
 * a uniform branch to one of the two. It is one branch for the whole kernel, since PoCL's compile work doubles with
 * each that has barriers.
 *
 * In SPIR-V the second body keeps the work-item's ids and its rank in volatile variables; each twin takes the rank from
 * there. Where a value of the ids is live across barriers, Intel's CPU compiler computes it again in each block behind
 * them that uses it, and corrupts its memory once it has done so in 48 blocks of a function (docs/drivers.md). What is
 * loaded from memory it keeps. */
#include "lower/library/library.h"

#include "lower/ir/addresses.h"
#include "lower/ir/flow.h"
#include "lower/ir/work-item.h"

#define TWIN CLGROUP_NAME_PREFIX "larger_"

enum { DIMENSIONS = 3 };

/* The name of a function's twin, to be freed. */
static char *twin_name(LLVMValueRef function) {
  return lower_text(TWIN "%s", lower_name(function));
}

LLVMValueRef clgroup_larger_twin(LLVMModuleRef module, LLVMValueRef function) {
  char *name = twin_name(function);
  LLVMValueRef twin = LLVMGetNamedFunction(module, name);
  free(name);
  return twin && !LLVMIsDeclaration(twin) ? twin : NULL;
}

void clgroup_larger_declare(LLVMModuleRef module, LLVMModuleRef chunks) {
  for (LLVMValueRef f = LLVMGetFirstFunction(chunks); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || LLVMGetLinkage(f) != LLVMExternalLinkage)
      continue;
    LLVMValueRef served = LLVMGetNamedFunction(module, lower_name(f));
    char *name = twin_name(f);
    if (served && LLVMIsDeclaration(served)) {
      LLVMValueRef twin = LLVMAddFunction(module, name, LLVMGlobalGetValueType(f));
      LLVMSetFunctionCallConv(twin, LLVMGetFunctionCallConv(f));
    }
    LLVMSetValueName2(f, name, strlen(name));
    free(name);
  }
}

void clgroup_larger_set_linkage(LLVMModuleRef module, LLVMLinkage linkage) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && lower_begins(lower_name(f), TWIN))
      LLVMSetLinkage(f, linkage);
}

/* Does this call request memory proportional to the number of work-items? */
static bool asks_for_items(LLVMValueRef call, const LLVMValueRef *functions, size_t function_count) {
  for (size_t d = 0; d < function_count; ++d)
    if (functions[d] && LLVMGetCalledValue(call) == functions[d])
      return !LLVMIsNull(LLVMGetOperand(call, 1)); /* items for each element */
  return false;
}

/* Does one of the library's functions, or a function that it calls, request memory proportional to the number of
 * work-items through any of these request functions, which may be NULL? */
static bool needs_twin(LLVMValueRef function, const LLVMValueRef *functions, size_t function_count) {
  for (LLVMValueRef i = clgroup_first_instruction(function); i; i = clgroup_next_instruction(i))
    if (LLVMIsACallInst(i) && LLVMIsAFunction(LLVMGetCalledValue(i)) &&
        (asks_for_items(i, functions, function_count) ||
         needs_twin(LLVMGetCalledValue(i), functions, function_count))) /* the library has no recursion */
      return true;
  return false;
}

bool clgroup_larger_depends_on_size(LLVMModuleRef module, LLVMValueRef kernel) {
  const LLVMValueRef sized[] = {lower_request(module, REQUEST_SINGLE_BUFFERED),
                                lower_request(module, REQUEST_DOUBLE_BUFFERED)};
  for (LLVMValueRef i = clgroup_first_instruction(kernel); i; i = clgroup_next_instruction(i)) {
    LLVMValueRef called = LLVMIsACallInst(i) ? LLVMIsAFunction(LLVMGetCalledValue(i)) : NULL;
    if (called && clgroup_larger_twin(module, called) && needs_twin(called, sized, sizeof sized / sizeof sized[0]))
      return true;
  }
  return false;
}

/* Gives a call those attributes of another one that say nothing about its value. */
static void copy_attributes(LLVMValueRef from, LLVMValueRef to) {
  enum { MOST = 64 };
  LLVMAttributeRef attributes[MOST];
  const unsigned count = LLVMGetCallSiteAttributeCount(from, LLVMAttributeFunctionIndex);
  if (count > MOST)
    return;
  LLVMGetCallSiteAttributes(from, LLVMAttributeFunctionIndex, attributes);
  for (unsigned i = 0; i < count; ++i)
    LLVMAddCallSiteAttribute(to, LLVMAttributeFunctionIndex, attributes[i]);
}

/* Has the attributes of another call of the query, if there is one, so that LLVM may merge it with the library's. */
static LLVMValueRef build_query(LLVMModuleRef module, LLVMBuilderRef builder, const char *name, unsigned dimension) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef type = LLVMIntTypeInContext(context, clgroup_address_bits(module));
  LLVMValueRef argument = LLVMConstInt(LLVMInt32TypeInContext(context), dimension, 0);
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL;
  LLVMValueRef other = use ? clgroup_call_by(function, use) : NULL;
  LLVMValueRef call = clgroup_build_call(builder, module, name, type, &argument, 1);
  if (other)
    copy_attributes(other, call);
  return call;
}

/* In 32 bits, as sizes and ids are in the library. */
static LLVMValueRef build_narrow_query(LLVMModuleRef module, LLVMBuilderRef builder, const char *name,
                                       unsigned dimension) {
  LLVMTypeRef type = LLVMInt32TypeInContext(LLVMGetModuleContext(module));
  return LLVMBuildTrunc(builder, build_query(module, builder, name, dimension), type, "");
}

/* The number of work-items in the work-group. */
static LLVMValueRef build_size(LLVMModuleRef module, LLVMBuilderRef builder) {
  LLVMValueRef size = build_narrow_query(module, builder, CLGROUP_LOCAL_SIZE, 0);
  for (unsigned d = 1; d < 3; ++d)
    size = LLVMBuildMul(builder, size, build_narrow_query(module, builder, CLGROUP_LOCAL_SIZE, d), "");
  return size;
}

static LLVMValueRef build_rank(LLVMModuleRef module, LLVMBuilderRef builder) {
  LLVMValueRef rank = build_narrow_query(module, builder, CLGROUP_LOCAL_ID, 2);
  for (unsigned d = 2; d-- > 0;) {
    rank = LLVMBuildMul(builder, rank, build_narrow_query(module, builder, CLGROUP_LOCAL_SIZE, d), "");
    rank = LLVMBuildAdd(builder, rank, build_narrow_query(module, builder, CLGROUP_LOCAL_ID, d), "");
  }
  return rank;
}

/* Compilers keep a volatile store and load, and cannot know that the load gives the stored value. */
static void build_store(LLVMBuilderRef builder, LLVMValueRef value, LLVMValueRef variable) {
  LLVMSetVolatile(LLVMBuildStore(builder, value, variable), true);
}

static LLVMValueRef build_load(LLVMBuilderRef builder, LLVMValueRef variable) {
  LLVMValueRef value = LLVMBuildLoad2(builder, LLVMGetAllocatedType(variable), variable, "");
  LLVMSetVolatile(value, true);
  return value;
}

/* The name of the rank's variable, while it must be found. */
#define RANK "clgroup.rank"

static LLVMValueRef find_rank(LLVMValueRef kernel) {
  LLVMValueRef i = clgroup_first_instruction(kernel);
  while (i && !(LLVMIsAAllocaInst(i) && !strcmp(lower_name(i), RANK)))
    i = clgroup_next_instruction(i);
  return i;
}

LLVMBasicBlockRef clgroup_larger_choose(LLVMModuleRef module, LLVMValueRef kernel, unsigned limit, bool has_rank) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(kernel);
  LLVMBasicBlockRef usual = LLVMAppendBasicBlockInContext(context, kernel, "");
  LLVMBasicBlockRef larger = LLVMAppendBasicBlockInContext(context, kernel, "");
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMValueRef call = LLVMGetFirstInstruction(entry), rank = NULL;
  LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(entry));
  LLVMInstructionRemoveFromParent(call);
  LLVMPositionBuilderAtEnd(builder, entry);
  if (has_rank)
    rank = LLVMBuildAlloca(builder, LLVMInt32TypeInContext(context), RANK);
  LLVMValueRef calls[] = {call, LLVMInstructionClone(call)};
  for (int way = 0; way < 2; ++way) {
    LLVMPositionBuilderAtEnd(builder, way ? larger : usual);
    if (way && rank)
      build_store(builder, build_rank(module, builder), rank);
    LLVMInsertIntoBuilder(builder, calls[way]);
    LLVMBuildRetVoid(builder);
  }
  LLVMPositionBuilderAtEnd(builder, entry);
  LLVMValueRef size = build_size(module, builder);
  LLVMValueRef is_larger = LLVMBuildICmp(builder, LLVMIntUGT, size, LLVMConstInt(LLVMTypeOf(size), limit, 0), "");
  LLVMBuildCondBr(builder, is_larger, larger, usual);
  LLVMDisposeBuilder(builder);
  return larger;
}

static void call_twin(LLVMModuleRef module, LLVMValueRef call) {
  LLVMValueRef function = LLVMGetCalledValue(call), twin;
  if (LLVMIsAFunction(function) && (twin = clgroup_larger_twin(module, function)))
    LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, twin);
}

/* Replaces a query of an id by a volatile load of its variable in `variables`. If that is NULL, the variable is made,
 * and set before `start`. */
static void load_id(LLVMBuilderRef builder, LLVMValueRef start, LLVMValueRef query,
                    LLVMValueRef (*variables)[DIMENSIONS]) {
  const unsigned long long dimension = LLVMConstIntGetZExtValue(LLVMGetOperand(query, 0));
  if (dimension >= DIMENSIONS)
    return;
  LLVMValueRef *variable = &variables[strcmp(clgroup_called_name(query), CLGROUP_LOCAL_ID) == 0][dimension];
  if (!*variable) {
    LLVMValueRef kernel = LLVMGetBasicBlockParent(LLVMGetInstructionParent(start)), id = LLVMInstructionClone(query);
    LLVMPositionBuilderBefore(builder, clgroup_first_instruction(kernel));
    *variable = LLVMBuildAlloca(builder, LLVMTypeOf(query), "");
    LLVMPositionBuilderBefore(builder, start);
    LLVMInsertIntoBuilder(builder, id);
    build_store(builder, id, *variable);
  }
  LLVMPositionBuilderBefore(builder, query);
  clgroup_replace(query, build_load(builder, *variable));
}

void clgroup_larger_call_twins(LLVMModuleRef module, LLVMBasicBlockRef block, bool has_rank) {
  LLVMValueRef variables[2][DIMENSIONS] = {0}; /* of global ids and of local ids */
  LLVMValueRef kernel = LLVMGetBasicBlockParent(block), rank = has_rank ? find_rank(kernel) : NULL;
  LLVMValueRef start = rank ? LLVMGetUser(LLVMGetFirstUse(rank)) : LLVMGetFirstInstruction(block);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  struct clgroup_flow flow;
  clgroup_flow_read(&flow, kernel);
  flow.list[0] = clgroup_flow_number(&flow, block);
  const size_t count = clgroup_flow_spread(&flow, 1, false, NULL, flow.seen);
  for (size_t at = 0; at < count; ++at)
    for (LLVMValueRef i = at ? LLVMGetFirstInstruction(flow.blocks[flow.list[at]]) : start, next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      if (rank && clgroup_query_of(i) == CLGROUP_ID_QUERY)
        load_id(builder, start, i, variables);
      else if (LLVMIsACallInst(i))
        call_twin(module, i);
    }
  LLVMDisposeBuilder(builder);
  clgroup_flow_free(&flow);
}

/* Is it a loop over chunks (generic/work_group/chunks/layout.h)? */
static bool is_loop(LLVMValueRef function) {
  static const char loop[] = "clgroup-chunks";
  return LLVMIsAFunction(function) && !LLVMIsDeclaration(function) &&
         LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, loop, sizeof loop - 1);
}

static void pass_rank(LLVMValueRef kernel) {
  enum { ARGUMENT = 1 };
  LLVMValueRef rank = find_rank(kernel);
  if (!rank)
    return;
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(rank)));
  for (LLVMValueRef i = clgroup_first_instruction(kernel); i; i = clgroup_next_instruction(i)) {
    if (!LLVMIsACallInst(i) || !is_loop(LLVMGetCalledValue(i)))
      continue;
    LLVMPositionBuilderBefore(builder, i);
    LLVMSetOperand(i, ARGUMENT, build_load(builder, rank));
  }
  LLVMSetValueName2(rank, "", 0);
  LLVMDisposeBuilder(builder);
}

/* Makes the twins, which have been inlined into the kernel, load the rank from that variable, if there is one. */
bool lower_pass_ranks(LLVMModuleRef module) {
  for (LLVMValueRef f = lower_first(module, LOWER_REACHING); f; f = lower_next(f, LOWER_REACHING))
    pass_rank(f);
  return true;
}

/* The number that all calls of a function pass for this parameter; NULL: there is no such number. */
static LLVMValueRef common_number(LLVMValueRef function, unsigned parameter) {
  LLVMValueRef common = NULL;
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef call = clgroup_call_by(function, use), argument = call ? LLVMGetOperand(call, parameter) : NULL;
    if (!argument || !LLVMIsAConstantInt(argument) || (common && argument != common))
      return NULL;
    common = argument;
  }
  return common;
}

/* Returns whether it is a loop over chunks. */
static bool specialize(LLVMValueRef function) {
  if (!is_loop(function))
    return false;
  for (unsigned p = 0; p < LLVMCountParams(function); ++p) {
    LLVMValueRef number = common_number(function, p);
    if (number)
      LLVMReplaceAllUsesWith(LLVMGetParam(function, p), number);
  }
  return true;
}

/* Once requests are lowered: removes from the loops over chunks what no call needs. Arguments that all calls of one
 * have in common become constants in it, such as the only operator of a module. */
bool lower_specialize_chunks(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (LLVMGetFirstUse(f) && specialize(f))
      lower_mark(f, LOWER_RUN_ON);
  if (!lower_first(module, LOWER_RUN_ON))
    return false;
  lower_run_on(module, LOWER_RUN_ON, "function(sccp,instsimplify,simplifycfg,adce)", true);
  lower_drop_marks(module, LOWER_RUN_ON);
  /* In kernels the code that computed the rank is dead if the rank is loaded instead. */
  lower_run_on(module, LOWER_REACHING, "function(dce)", false);
  return true;
}
