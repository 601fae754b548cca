/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Step 4: replaces the requests for scratch memory (generic/scratch.h) by addresses in variables of each kernel. */
#include "lower/library/library.h"
#include "lower/passes/passes.h"

#include "lower/ir/flow.h"
#include "lower/ir/work-item.h"

#include <stdlib.h>

/* The alignment of single-buffered regions, in which the library may use 256-bit vectors. */
#define REGION_ALIGNMENT 32

/* On NVIDIA's GPUs every exchange begins at a multiple of this, since the library loads so many bytes at once. */
#define NVIDIA_ALIGNMENT 16

/* The bytes that scratch may take: the device's local memory without the kernel's own variables; half of that, if the
 * kernel has local arguments, whose sizes are known only at launch. */
static uint64_t local_memory(LLVMModuleRef module, const struct facts *facts, LLVMValueRef kernel) {
  const uint64_t own = lower_bytes_of_locals(module, kernel), all = facts->options->local_memory_size;
  const uint64_t left = !all ? UINT32_MAX : own < all ? all - own : 0;
  for (LLVMValueRef p = LLVMGetFirstParam(kernel); p; p = LLVMGetNextParam(p))
    if (LLVMGetTypeKind(LLVMTypeOf(p)) == LLVMPointerTypeKind &&
        LLVMGetPointerAddressSpace(LLVMTypeOf(p)) == LOCAL_SPACE)
      return all ? left / 2 : left;
  return left;
}

/* A kernel's scratch: a variable for each element size. Zink 25 has one array for each width of access, and confuses
 * them if exchanges of several widths share memory (docs/drivers.md). So exchanges share their halves only if all
 * together need more than MOST_APART bytes; in larger work-groups the largest variable serves all (larger.c). */
struct region {
  uint64_t single; /* bytes at the start, where every single-buffered exchange begins */
  uint64_t half;   /* bytes of each of the two halves behind it, for the double-buffered exchanges */
  uint64_t bytes;  /* bytes of the whole variable; exchanges that have memory of their own come last */
  LLVMValueRef variable;
  LLVMValueRef next_half; /* the index of the current half's first element: in a register, once the kernel is
                           * optimized */
};

/* In work-groups of up to 1024 work-items calls of all widths take at most 43 KiB. Devices with larger work-groups are
 * CPUs, some of which have less memory for each work-item. */
enum { MOST_ELEMENT_BYTES = 8, MOST_APART = 48 << 10 };

/* Exchanges have memory of their own while all local memory of the kernel fits into this: half of the least that a
 * device has. PoCL's local memory has the size of a cache, 256 KiB or more. */
enum { MOST_OWN = 16 << 10, MOST_OWN_POCL = 128 << 10 };

struct layout {
  struct region of[MOST_ELEMENT_BYTES + 1]; /* by element size: 1, 2, 4, 8 */
  unsigned largest;                         /* the element size of the largest, or 0 */
  unsigned shared;                          /* the element size of the region whose halves all share, or 0 */
};

struct request {
  LLVMValueRef call;
  enum request_kind kind;
  uint64_t element_bytes, bytes;
  uint64_t least; /* the part of these bytes that does not depend on the work-group's size */
  bool is_own;    /* the exchange's memory is not written by any other exchange, nor by a later turn of this one */
  uint64_t at;    /* where its own memory begins, in bytes */
};

static bool gives_memory(enum request_kind kind) {
  return kind == REQUEST_SINGLE_BUFFERED || kind == REQUEST_DOUBLE_BUFFERED || kind == REQUEST_ALL;
}

static uint64_t align_up(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

static bool read_request(LLVMModuleRef module, LLVMValueRef call, enum request_kind kind, uint64_t limit,
                         struct request *request) {
  *request = (struct request){.call = call, .kind = kind};
  if (kind == REQUEST_CAPACITY)
    request->element_bytes = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0));
  if (!gives_memory(kind))
    return true;
  uint64_t argument[3];
  for (unsigned i = 0; i < 3; ++i) {
    LLVMValueRef value = LLVMGetOperand(call, i);
    if (!LLVMIsAConstantInt(value))
      return lower_fail(module,
                        "internal error: the device library requests scratch memory of a size that is not a constant");
    argument[i] = LLVMConstIntGetZExtValue(value);
  }
  uint64_t items = argument[1] ? (limit + argument[1] - 1) / argument[1] : 0;
  request->element_bytes = argument[0];
  request->bytes = argument[0] * (items + argument[2]);
  if (lower_is_for_nvidia(module))
    request->bytes = align_up(request->bytes, NVIDIA_ALIGNMENT);
  request->least = argument[0] * argument[2];
  if (argument[0] != 1 && argument[0] != 2 && argument[0] != 4 && argument[0] != 8)
    return lower_fail(module, "internal error: the device library requests scratch elements of %u bytes",
                      (unsigned)argument[0]);
  return true;
}

/* If more than MOST_APART bytes are needed, all sizes share the halves of the widest elements. */
static void share_halves(struct layout *layout) {
  uint64_t bytes = 0, longest = 0;
  unsigned widest = 0;
  for (unsigned size = MOST_ELEMENT_BYTES; size; size /= 2) {
    const struct region *region = &layout->of[size];
    bytes += region->single + 2 * region->half;
    longest = region->half > longest ? region->half : longest;
    if (region->half && !widest)
      widest = size;
  }
  if (bytes <= MOST_APART || !widest)
    return;
  for (unsigned size = MOST_ELEMENT_BYTES; size; size /= 2)
    layout->of[size].half = 0;
  layout->of[widest].half = align_up(longest, widest);
  layout->shared = widest;
}

static uint64_t bytes_of(const struct layout *layout) {
  uint64_t bytes = 0;
  for (unsigned size = MOST_ELEMENT_BYTES; size; size /= 2)
    bytes += layout->of[size].bytes;
  return bytes;
}

static struct layout lay_out(struct request *requests, size_t count) {
  struct layout layout = {0};
  uint64_t all = 0, all_least = 0; /* bytes of the requests together */
  unsigned widest = 0;             /* element of these */
  for (size_t i = 0; i < count; ++i) {
    const struct request *r = &requests[i];
    struct region *region = &layout.of[r->element_bytes];
    if (r->is_own)
      continue;
    if (r->kind == REQUEST_SINGLE_BUFFERED && r->bytes > region->single)
      region->single = r->bytes;
    if (r->kind == REQUEST_DOUBLE_BUFFERED && r->bytes > region->half)
      region->half = r->bytes;
    if (r->kind == REQUEST_ALL) {
      all = r->bytes > all ? r->bytes : all;
      all_least = r->least > all_least ? r->least : all_least;
      widest = r->element_bytes > widest ? (unsigned)r->element_bytes : widest;
    }
  }
  share_halves(&layout);
  for (unsigned size = MOST_ELEMENT_BYTES; size; size /= 2)
    layout.of[size].bytes = layout.of[size].single + 2 * layout.of[size].half;
  for (size_t i = 0; i < count; ++i) {
    struct request *r = &requests[i];
    struct region *region = &layout.of[r->element_bytes];
    if (!r->is_own)
      continue;
    r->at = align_up(region->bytes, r->kind == REQUEST_SINGLE_BUFFERED ? REGION_ALIGNMENT : r->element_bytes);
    region->bytes = r->at + r->bytes;
  }
  for (unsigned size = MOST_ELEMENT_BYTES; size; size /= 2) {
    struct region *region = &layout.of[size];
    if (region->bytes > (layout.largest ? layout.of[layout.largest].bytes : 0))
      layout.largest = size;
  }
  if (all) {
    if (layout.largest)
      all = all_least;
    else
      layout.largest = widest;
    struct region *region = &layout.of[layout.largest];
    if (all > region->bytes)
      region->bytes = align_up(all, layout.largest);
  }
  return layout;
}

/* Is there a volatile load from this address, or from one that is computed from it, of a result (generic/scratch.h)? */
static bool loads_results(LLVMValueRef address) {
  for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsALoadInst(user) ? LLVMGetVolatile(user)
                              : (LLVMIsAGetElementPtrInst(user) || LLVMIsABitCastInst(user)) && loads_results(user))
      return true;
  }
  return false;
}

static bool has_constant_indices(LLVMValueRef address) {
  for (int i = 1; i < LLVMGetNumOperands(address); ++i)
    if (!LLVMIsAConstantInt(LLVMGetOperand(address, (unsigned)i)))
      return false;
  return true;
}

/* Which of these loads become plain. */
enum plain { IN_TIME, IN_TIME_OR_FIXED, ALL };

/* Makes these loads plain: all, or those that may be repeated; with IN_TIME_OR_FIXED also those at constant places,
 * whose address is the same for all work-items. */
static void make_plain(struct clgroup_flow *flow, LLVMValueRef address, enum plain which) {
  for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAGetElementPtrInst(user) || LLVMIsABitCastInst(user))
      make_plain(flow, user, which == IN_TIME_OR_FIXED && !has_constant_indices(user) ? IN_TIME : which);
    else if (LLVMIsALoadInst(user) && LLVMGetVolatile(user) && (which != IN_TIME || clgroup_may_load_again(flow, user)))
      LLVMSetVolatile(user, false);
  }
}

/* May the exchange have memory of its own? In a loop it would write that memory again. So not if it is double-buffered,
 * since other work-items may not have read the last turn's results yet; nor for PoCL, which would load them again. Nor
 * if it is for work-groups of any size: larger ones make it beside functions that use all of the memory (larger.c). */
static bool may_be_own(const struct facts *facts, struct clgroup_flow *flow, const struct request *r) {
  return (r->kind == REQUEST_SINGLE_BUFFERED || r->kind == REQUEST_DOUBLE_BUFFERED) && r->bytes > r->least &&
         ((r->kind == REQUEST_SINGLE_BUFFERED && !facts->options->for_pocl) ||
          !clgroup_flow_in_loop(flow, LLVMGetInstructionParent(r->call)));
}

/* Gives exchanges memory of their own while there is room. Their results are then read by plain loads, and need not be
 * kept across other exchanges. */
static struct layout lay_out_results(LLVMModuleRef module, const struct facts *facts, struct clgroup_flow *flow,
                                     LLVMValueRef kernel, struct request *requests, size_t count) {
  struct layout layout = lay_out(requests, count);
  const uint64_t most = facts->options->for_pocl ? MOST_OWN_POCL : MOST_OWN,
                 others = lower_bytes_of_locals(module, kernel);
  const uint64_t shared = bytes_of(&layout), there = local_memory(module, facts, kernel);
  const uint64_t wanted = others + shared < most ? most - others : shared, room = wanted < there ? wanted : there;
  for (size_t i = 0; i < count; ++i) {
    if (!may_be_own(facts, flow, &requests[i]) || !loads_results(requests[i].call))
      continue;
    requests[i].is_own = true;
    layout = lay_out(requests, count);
    requests[i].is_own = bytes_of(&layout) <= room;
  }
  return lay_out(requests, count);
}

/* <kernel>.clgroup.scratch<bytes> */
static void add_variable(LLVMModuleRef module, LLVMValueRef kernel, unsigned element_bytes, struct region *region) {
  if (!region->bytes)
    return;
  char rest[] = "clgroup.scratch8";
  rest[sizeof rest - 2] = (char)('0' + element_bytes);
  char *name = lower_name_in(kernel, rest);
  LLVMTypeRef element = LLVMIntTypeInContext(LLVMGetModuleContext(module), 8 * element_bytes);
  LLVMTypeRef type = LLVMArrayType(element, (unsigned)(region->bytes / element_bytes));
  region->variable = LLVMAddGlobalInAddressSpace(module, type, name, LOCAL_SPACE);
  free(name);
  LLVMSetLinkage(region->variable, LLVMInternalLinkage);
  LLVMSetInitializer(region->variable, LLVMGetUndef(type));
  LLVMSetAlignment(region->variable, REGION_ALIGNMENT);
}

/* Gives each double-buffered region the variable that alternates between its halves. */
static void add_halves(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef kernel, struct layout *layout) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(module));
  for (unsigned size = MOST_ELEMENT_BYTES; size; size /= 2) {
    struct region *region = &layout->of[size];
    if (!region->half)
      continue;
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(kernel)));
    region->next_half = LLVMBuildAlloca(builder, i32, "clgroup.half");
    /* In SPIR-V variables come first in a function. */
    LLVMValueRef first = region->next_half;
    while (LLVMIsAAllocaInst(first))
      first = LLVMGetNextInstruction(first);
    LLVMPositionBuilderBefore(builder, first);
    LLVMBuildStore(builder, LLVMConstInt(i32, region->single / size, 0), region->next_half);
  }
}

/* Are the kernel's exchanges and its own barriers in straight-line code, executed exactly once on every path? */
static bool is_straight(struct clgroup_flow *flow, LLVMValueRef kernel, const struct request *requests, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (gives_memory(requests[i].kind) && !clgroup_flow_passed_once(flow, LLVMGetInstructionParent(requests[i].call)))
      return false;
  for (LLVMValueRef i = clgroup_first_instruction(kernel); i; i = clgroup_next_instruction(i))
    if (lower_is_own_barrier(i) && !clgroup_flow_passed_once(flow, LLVMGetInstructionParent(i)))
      return false;
  return true;
}

/* May the kernel's barriers after leaders be conditional (generic/scratch.h)? PoCL's compile work doubles with each,
 * and PoCL fails on some in loops. */
static bool may_peel(struct clgroup_flow *flow, const struct request *requests, size_t count) {
  enum { MOST = 3 };
  unsigned found = 0;
  for (size_t i = 0; i < count; ++i)
    if (requests[i].kind == REQUEST_MAY_PEEL &&
        (++found > MOST || clgroup_flow_in_loop(flow, LLVMGetInstructionParent(requests[i].call))))
      return false;
  return true;
}

/* In elements: Mesa's compiler fails on byte addresses (addresses.h). */
static LLVMValueRef own_address(const struct request *request, LLVMValueRef variable) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(variable)));
  LLVMValueRef at[] = {LLVMConstInt(i32, 0, 0), LLVMConstInt(i32, request->at / request->element_bytes, 0)};
  LLVMValueRef address = LLVMConstInBoundsGEP2(LLVMGlobalGetValueType(variable), variable, at, 2);
  return LLVMConstPointerCast(address, LLVMTypeOf(request->call));
}

static void replace_requests(LLVMModuleRef module, const struct facts *facts, struct clgroup_flow *flow,
                             LLVMValueRef kernel, const struct request *requests, size_t count, struct layout *layout) {
  const bool peels = !lower_has_mark(kernel, LOWER_SINGLE) && may_peel(flow, requests, count);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(module));
  /* Bitcode is for PoCL 3.1, which repeats no load behind a barrier; but it aborts on some kernels with plain loads in
   * the library's own loops, which are at other places. */
  const enum plain others = facts->options->for_spirv ? IN_TIME : IN_TIME_OR_FIXED;
  for (size_t i = 0; i < count; ++i)
    if (requests[i].is_own || facts->options->for_pocl)
      make_plain(flow, requests[i].call, requests[i].is_own ? ALL : others);
  add_halves(module, builder, kernel, layout);
  for (size_t i = 0; i < count; ++i) {
    LLVMValueRef call = requests[i].call;
    unsigned size = (unsigned)requests[i].element_bytes;
    if (!requests[i].is_own && requests[i].kind == REQUEST_DOUBLE_BUFFERED && layout->shared)
      size = layout->shared;
    const struct region *region = &layout->of[size];
    LLVMPositionBuilderBefore(builder, call);
    if (requests[i].is_own) {
      LLVMReplaceAllUsesWith(call, own_address(&requests[i], region->variable));
    } else if (requests[i].kind == REQUEST_SINGLE_BUFFERED) {
      LLVMReplaceAllUsesWith(call, LLVMConstPointerCast(region->variable, LLVMTypeOf(call)));
    } else if (requests[i].kind == REQUEST_DOUBLE_BUFFERED) {
      /* In elements: Mesa's compiler fails on byte addresses (addresses.h). */
      LLVMTypeRef element = LLVMIntTypeInContext(LLVMGetModuleContext(module), 8 * size);
      LLVMValueRef now = LLVMBuildLoad2(builder, i32, region->next_half, "");
      LLVMValueRef sum = LLVMConstInt(i32, (2 * region->single + region->half) / size, 0);
      LLVMValueRef other = LLVMBuildSub(builder, sum, now, "");
      /* With a barrier of its own the exchange may take the half that the last one had. Behind a loop the other is
       * used. */
      if (facts->has_leaders && clgroup_flow_in_loop(flow, LLVMGetInstructionParent(call))) {
        clgroup_build_barrier(builder, module, CLGROUP_LOCAL_FENCE);
        now = other;
      } else {
        LLVMBuildStore(builder, other, region->next_half);
      }
      LLVMValueRef elements = LLVMConstPointerCast(region->variable, LLVMPointerType(element, LOCAL_SPACE));
      LLVMValueRef address = LLVMBuildInBoundsGEP2(builder, element, elements, &now, 1, "");
      LLVMReplaceAllUsesWith(call, LLVMBuildPointerCast(builder, address, LLVMTypeOf(call), ""));
    } else if (requests[i].kind == REQUEST_ALL) {
      LLVMReplaceAllUsesWith(call, LLVMConstPointerCast(layout->of[layout->largest].variable, LLVMTypeOf(call)));
    } else if (requests[i].kind == REQUEST_CAPACITY) {
      LLVMReplaceAllUsesWith(call, LLVMConstInt(i32, layout->of[layout->largest].bytes / size, 0));
    } else if (requests[i].kind == REQUEST_MAY_PEEL) {
      LLVMReplaceAllUsesWith(call, LLVMConstInt(i32, peels, 0));
    }
    LLVMInstructionEraseFromParent(call);
  }
  LLVMDisposeBuilder(builder);
}

/* The kernel's requests, for free(). */
static struct request *read_requests(LLVMModuleRef module, LLVMValueRef kernel, uint64_t limit, size_t *count) {
  struct request *requests = NULL;
  for (int k = 0; k < REQUEST_KINDS; ++k) {
    LLVMValueRef function = lower_request(module, (enum request_kind)k);
    for (LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL; use; use = LLVMGetNextUse(use)) {
      LLVMValueRef call = LLVMGetUser(use);
      if (LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)) != kernel)
        continue;
      requests = clgroup_checked(realloc(requests, (*count + 1) * sizeof *requests));
      if (!read_request(module, call, (enum request_kind)k, limit, &requests[(*count)++]))
        break;
    }
  }
  return requests;
}

static void place_in(LLVMModuleRef module, const struct facts *facts, LLVMValueRef kernel, uint64_t limit,
                     struct request *requests, size_t count) {
  struct clgroup_flow flow;
  clgroup_flow_read(&flow, kernel);
  struct layout layout = lay_out_results(module, facts, &flow, kernel, requests, count);
  const uint64_t bytes = bytes_of(&layout);
  size_t length;
  if (bytes > local_memory(module, facts, kernel)) {
    lower_failure(LLVMGetModuleContext(module))->too_large = true;
    lower_fail(
        module,
        "kernel '%s' needs %llu bytes of local memory for %llu work-items in addition to its own, and there are %llu",
        LLVMGetValueName2(kernel, &length), (unsigned long long)bytes, (unsigned long long)limit,
        (unsigned long long)local_memory(module, facts, kernel));
  } else {
    for (unsigned size = MOST_ELEMENT_BYTES; size; size /= 2)
      add_variable(module, kernel, size, &layout.of[size]);
    if (facts->options->for_pocl && !is_straight(&flow, kernel, requests, count))
      lower_mark(kernel, LOWER_SINGLE);
    replace_requests(module, facts, &flow, kernel, requests, count, &layout);
  }
  clgroup_flow_free(&flow);
}

/* Gives the kernels their memory. */
bool lower_place_scratch(LLVMModuleRef module, const struct facts *facts) {
  for (LLVMValueRef f = lower_first(module, LOWER_REACHING); f && !lower_failed(module);
       f = lower_next(f, LOWER_REACHING)) {
    const uint64_t limit = lower_most_items(facts, f);
    size_t count = 0;
    struct request *requests = read_requests(module, f, limit, &count);
    if (count && !lower_failed(module))
      place_in(module, facts, f, limit, requests, count);
    free(requests);
  }
  return true;
}

/* The rank, of plain ids, which rematerialize.c has computed again behind the barrier. Not by a test for work-groups of
 * one row (generic/rank.c): drivers move that out of a loop. */
static LLVMValueRef build_rank(LLVMModuleRef module, LLVMBuilderRef builder, LLVMTypeRef type) {
  LLVMValueRef rank = LLVMConstNull(type);
  for (unsigned d = 3; d-- > 0;) {
    LLVMValueRef dimension = LLVMConstInt(LLVMInt32TypeInContext(LLVMGetModuleContext(module)), d, false);
    LLVMValueRef size = clgroup_build_call(builder, module, CLGROUP_LOCAL_SIZE, type, &dimension, 1);
    LLVMValueRef id = clgroup_build_call(builder, module, CLGROUP_LOCAL_ID, type, &dimension, 1);
    rank = LLVMBuildAdd(builder, LLVMBuildMul(builder, rank, size, ""), id, "");
  }
  return rank;
}

/* In SPIR-V the index after a barrier (generic/rank.h) is not a function. In a loop it is the linear id, which a driver
 * queries again in each iteration, or for PoCL the sum above; elsewhere it is the sum, by a detour (rematerialize.c).
 */
static void replace_indices(LLVMModuleRef module, const struct facts *facts) {
  LLVMValueRef again = LLVMGetNamedFunction(module, TEXT(CLGROUP_INDEX_AFTER_BARRIER));
  if (!again)
    return;
  LLVMTypeRef type = LLVMGlobalGetValueType(again);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  LLVMValueRef function = NULL; /* kernels whose control flow has been analysed */
  struct clgroup_flow flow = {0};
  for (LLVMUseRef use = LLVMGetFirstUse(again), next; use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef call = LLVMGetUser(use);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
    if (LLVMGetBasicBlockParent(block) != function) {
      clgroup_flow_free(&flow);
      function = LLVMGetBasicBlockParent(block);
      clgroup_flow_read(&flow, function);
    }
    if (!clgroup_flow_in_loop(&flow, block))
      continue;
    LLVMPositionBuilderBefore(builder, call);
    LLVMTypeRef size = LLVMGetReturnType(type);
    clgroup_replace(call, facts->options->for_pocl
                              ? build_rank(module, builder, size)
                              : clgroup_build_call(builder, module, "_Z19get_local_linear_idv", size, NULL, 0));
  }
  clgroup_flow_free(&flow);
  LLVMDisposeBuilder(builder);
}

/* Makes the library's remaining functions internal to this module. For SPIR-V they are inlined: a leader's pass is no
 * faster as a call there, and PoCL 6 cannot link functions that query ids. */
bool lower_keep_functions(LLVMModuleRef module, const struct facts *facts) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) == LLVMLinkOnceODRLinkage)
      LLVMSetLinkage(f, LLVMInternalLinkage);
  if (!facts->options->for_spirv)
    return true;
  replace_indices(module, facts);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && (lower_is_leader(f) || lower_is_index(f)))
      lower_inline_always(f);
  lower_run_passes(module, "always-inline,globaldce");
  return true;
}

/* Deletes the request functions and the arrays of self-contained builds, which have no uses any more. */
bool lower_drop_request_functions(LLVMModuleRef module) {
  for (int kind = 0; kind < REQUEST_KINDS; ++kind) {
    LLVMValueRef function = lower_request(module, (enum request_kind)kind);
    if (function)
      LLVMDeleteFunction(function);
  }
  lower_run_passes(module, "globaldce");
  return true;
}
