/* Step 4: replaces the requests for scratch memory (generic/scratch.h) by addresses in one variable per kernel. */
#include "lower/state.h"

#include "lower/flow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The alignment of single-buffered regions, in which the library may use 256-bit vectors. */
#define REGION_ALIGNMENT 32

/* The number of work-items that the kernel's scratch must serve. */
static uint64_t work_group_limit(struct lower *lower, LLVMValueRef kernel) {
  const uint64_t required = lower_required_size(lower, kernel);
  return required ? required : lower->options->max_work_group_size;
}

/* The layout of a kernel's scratch: a region for each element size, at whose start every exchange of that size begins,
 * and a region of two halves for the double-buffered exchanges. In larger work-groups all of it is one region
 * (larger.h). */
struct layout {
  uint64_t single[9];    /* bytes, by element size: 1, 2, 4, 8 */
  uint64_t single_at[9]; /* offset */
  uint64_t half;         /* bytes of one half */
  uint64_t halves_at;    /* offset of the first half */
  uint64_t bytes;        /* of all */
  unsigned element_size; /* the widest */
};

struct request {
  LLVMValueRef call;
  enum request_kind kind;
  uint64_t element_bytes, bytes;
  uint64_t least; /* of these, the bytes that do not depend on the work-group's size */
};

static bool gives_memory(enum request_kind kind) {
  return kind == REQUEST_SINGLE_BUFFERED || kind == REQUEST_DOUBLE_BUFFERED || kind == REQUEST_ALL;
}

static uint64_t align_up(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

static bool read_request(struct lower *lower, LLVMValueRef call, enum request_kind kind, uint64_t limit,
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
      return lower_fail(lower,
                        "internal error: the device library requests scratch memory of a size that is not a constant");
    argument[i] = LLVMConstIntGetZExtValue(value);
  }
  uint64_t items = argument[1] ? (limit + argument[1] - 1) / argument[1] : 0;
  request->element_bytes = argument[0];
  request->bytes = argument[0] * (items + argument[2]);
  request->least = argument[0] * argument[2];
  if (argument[0] != 1 && argument[0] != 2 && argument[0] != 4 && argument[0] != 8)
    return lower_fail(lower, "internal error: the device library requests scratch elements of %u bytes",
                      (unsigned)argument[0]);
  return true;
}

static struct layout lay_out(const struct request *requests, size_t count) {
  struct layout layout = {.element_size = 1};
  for (size_t i = 0; i < count; ++i) {
    const struct request *r = &requests[i];
    if (!gives_memory(r->kind))
      continue;
    if (r->element_bytes > layout.element_size)
      layout.element_size = (unsigned)r->element_bytes;
    if (r->kind == REQUEST_ALL)
      continue;
    uint64_t *bytes = r->kind == REQUEST_SINGLE_BUFFERED ? &layout.single[r->element_bytes] : &layout.half;
    if (r->bytes > *bytes)
      *bytes = r->bytes;
  }
  for (unsigned size = 8; size; size /= 2)
    if (layout.single[size]) {
      layout.single_at[size] = align_up(layout.bytes, REGION_ALIGNMENT);
      layout.bytes = layout.single_at[size] + layout.single[size];
    }
  if (layout.half) {
    layout.half = align_up(layout.half, layout.element_size);
    layout.halves_at = align_up(layout.bytes, layout.element_size);
    layout.bytes = layout.halves_at + 2 * layout.half;
  }
  const bool is_given = layout.bytes;
  for (size_t i = 0; i < count; ++i) {
    const uint64_t bytes = is_given ? requests[i].least : requests[i].bytes;
    if (requests[i].kind == REQUEST_ALL && bytes > layout.bytes)
      layout.bytes = bytes;
  }
  layout.bytes = align_up(layout.bytes, layout.element_size);
  return layout;
}

/* <kernel>.clgroup.scratch: PoCL 3 allocates a local variable per work-group only if its name begins with the name of
 * the kernel that uses it. */
static LLVMValueRef add_variable(struct lower *lower, LLVMValueRef kernel, const struct layout *layout) {
  size_t length;
  const char *kernel_name = LLVMGetValueName2(kernel, &length);
  char *name = malloc(length + sizeof ".clgroup.scratch");
  if (!name)
    return NULL;
  sprintf(name, "%s.clgroup.scratch", kernel_name);
  LLVMTypeRef element = LLVMIntTypeInContext(lower->context, 8 * layout->element_size);
  LLVMTypeRef type = LLVMArrayType(element, (unsigned)(layout->bytes / layout->element_size));
  LLVMValueRef variable = LLVMAddGlobalInAddressSpace(lower->module, type, name, LOCAL_ADDRESS_SPACE);
  free(name);
  LLVMSetLinkage(variable, LLVMInternalLinkage);
  LLVMSetInitializer(variable, LLVMGetUndef(type));
  LLVMSetAlignment(variable, REGION_ALIGNMENT);
  return variable;
}

/* Are the kernel's exchanges and its own barriers in straight-line code: executed exactly once on every path? */
static bool is_straight(struct clgroup_flow *flow, LLVMValueRef kernel, const struct request *requests, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (gives_memory(requests[i].kind) && !clgroup_flow_passed_once(flow, LLVMGetInstructionParent(requests[i].call)))
      return false;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (lower_is_own_barrier(i) && !clgroup_flow_passed_once(flow, b))
        return false;
  return true;
}

/* Whether the kernel's barriers after leaders may be conditional (generic/scratch.h): PoCL's compile work doubles with
 * each, and it fails on some in loops. */
static bool may_peel(struct clgroup_flow *flow, const struct request *requests, size_t count) {
  enum { MOST = 3 };
  unsigned found = 0;
  for (size_t i = 0; i < count; ++i)
    if (requests[i].kind == REQUEST_MAY_PEEL &&
        (++found > MOST || clgroup_flow_in_loop(flow, LLVMGetInstructionParent(requests[i].call))))
      return false;
  return true;
}

static void replace_requests(struct lower *lower, struct clgroup_flow *flow, LLVMValueRef kernel,
                             const struct request *requests, size_t count, const struct layout *layout,
                             LLVMValueRef variable) {
  const bool peels = !lower_list_has(&lower->single, kernel) && may_peel(flow, requests, count);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(lower->context);
  LLVMTypeRef i8 = LLVMInt8TypeInContext(lower->context), i32 = LLVMInt32TypeInContext(lower->context);
  LLVMValueRef base = variable ? LLVMConstPointerCast(variable, LLVMPointerType(i8, LOCAL_ADDRESS_SPACE)) : NULL;
  /* A half's offset is in elements: Mesa's compiler fails on byte addresses (elements.h). */
  LLVMTypeRef element = LLVMIntTypeInContext(lower->context, 8 * layout->element_size);
  LLVMValueRef half = NULL; /* the offset of the next half: in a register, once the kernel is optimized */
  if (layout->half) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(kernel);
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(entry));
    half = LLVMBuildAlloca(builder, i32, "clgroup.half");
    /* In SPIR-V variables come first in a function. */
    LLVMValueRef first = half;
    while (LLVMIsAAllocaInst(first))
      first = LLVMGetNextInstruction(first);
    LLVMPositionBuilderBefore(builder, first);
    LLVMBuildStore(builder, LLVMConstInt(i32, layout->halves_at / layout->element_size, 0), half);
  }
  for (size_t i = 0; i < count; ++i) {
    LLVMValueRef call = requests[i].call, address;
    LLVMPositionBuilderBefore(builder, call);
    if (requests[i].kind == REQUEST_SINGLE_BUFFERED) {
      LLVMValueRef offset = LLVMConstInt(i32, layout->single_at[requests[i].element_bytes], 0);
      address = LLVMConstInBoundsGEP2(i8, base, &offset, 1);
      LLVMReplaceAllUsesWith(call, address);
    } else if (requests[i].kind == REQUEST_DOUBLE_BUFFERED) {
      LLVMValueRef now = LLVMBuildLoad2(builder, i32, half, "");
      LLVMValueRef sum = LLVMConstInt(i32, (2 * layout->halves_at + layout->half) / layout->element_size, 0);
      LLVMBuildStore(builder, LLVMBuildSub(builder, sum, now, ""), half);
      LLVMValueRef elements = LLVMConstPointerCast(variable, LLVMPointerType(element, LOCAL_ADDRESS_SPACE));
      address = LLVMBuildInBoundsGEP2(builder, element, elements, &now, 1, "");
      LLVMReplaceAllUsesWith(call, LLVMBuildPointerCast(builder, address, LLVMTypeOf(call), ""));
    } else if (requests[i].kind == REQUEST_ALL) {
      LLVMReplaceAllUsesWith(call, base);
    } else if (requests[i].kind == REQUEST_CAPACITY) {
      LLVMReplaceAllUsesWith(call, LLVMConstInt(i32, layout->bytes / requests[i].element_bytes, 0));
    } else if (requests[i].kind == REQUEST_MAY_PEEL) {
      LLVMReplaceAllUsesWith(call, LLVMConstInt(i32, peels, 0));
    } else if (requests[i].kind == REQUEST_IN_LOOP) {
      LLVMReplaceAllUsesWith(call, LLVMConstInt(i32, clgroup_flow_in_loop(flow, LLVMGetInstructionParent(call)), 0));
    }
    LLVMInstructionEraseFromParent(call);
  }
  LLVMDisposeBuilder(builder);
}

bool lower_kernel(struct lower *lower, LLVMValueRef kernel) {
  uint64_t limit = work_group_limit(lower, kernel);
  struct request *requests = NULL;
  size_t count = 0, capacity = 0;
  bool ok = true;
  for (int d = 0; ok && d < REQUEST_KINDS; ++d)
    for (LLVMUseRef use = lower->request_functions[d] ? LLVMGetFirstUse(lower->request_functions[d]) : NULL; ok && use;
         use = LLVMGetNextUse(use)) {
      LLVMValueRef call = LLVMGetUser(use);
      if (lower_calling_function(lower, lower->request_functions[d], use) != kernel)
        continue;
      if (count == capacity) {
        capacity = capacity ? 2 * capacity : 16;
        struct request *more = realloc(requests, capacity * sizeof *requests);
        if (!more) {
          ok = lower_fail(lower, "out of memory");
          break;
        }
        requests = more;
      }
      ok = read_request(lower, call, (enum request_kind)d, limit, &requests[count++]);
    }
  if (ok && count) {
    struct layout layout = lay_out(requests, count);
    size_t length;
    if (layout.bytes > UINT32_MAX)
      ok = lower_fail(lower,
                      "kernel '%s' needs %llu bytes of local memory for %llu work-items; lower --max-work-group-size",
                      LLVMGetValueName2(kernel, &length), (unsigned long long)layout.bytes, (unsigned long long)limit);
    LLVMValueRef variable = ok && layout.bytes ? add_variable(lower, kernel, &layout) : NULL;
    if (ok && layout.bytes && !variable)
      ok = lower_fail(lower, "out of memory");
    struct clgroup_flow flow = {0};
    ok = ok && (clgroup_flow_read(&flow, kernel) || lower_fail(lower, "out of memory"));
    if (ok && lower->options->for_pocl && !is_straight(&flow, kernel, requests, count))
      ok = lower_list_add(lower, &lower->single, kernel);
    if (ok)
      replace_requests(lower, &flow, kernel, requests, count, &layout, variable);
    clgroup_flow_free(&flow);
  }
  free(requests);
  return ok;
}

/* In SPIR-V the index after a barrier (generic/rank.h) is not a function. In a loop it is the linear id, which a driver
 * queries again in each iteration; elsewhere it is the sum, by a detour (rematerialize.h). */
static bool replace_indices(struct lower *lower) {
  LLVMValueRef again = LLVMGetNamedFunction(lower->module, TEXT(CLGROUP_INDEX_AFTER_BARRIER));
  LLVMValueRef linear = LLVMGetNamedFunction(lower->module, "_Z19get_local_linear_idv");
  if (!again)
    return true;
  LLVMTypeRef type = LLVMGlobalGetValueType(again);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(lower->context);
  LLVMValueRef function = NULL; /* whose control flow is known */
  struct clgroup_flow flow = {0};
  bool ok = true;
  for (LLVMUseRef use = LLVMGetFirstUse(again), next; use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef call = LLVMGetUser(use);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
    if (LLVMGetBasicBlockParent(block) != function) {
      clgroup_flow_free(&flow);
      function = LLVMGetBasicBlockParent(block);
      ok = clgroup_flow_read(&flow, function) || lower_fail(lower, "out of memory");
    }
    if (!ok)
      break;
    if (!clgroup_flow_in_loop(&flow, block))
      continue;
    if (!linear) {
      linear = LLVMAddFunction(lower->module, "_Z19get_local_linear_idv", type);
      LLVMSetFunctionCallConv(linear, clgroup_function_convention(lower->module));
      lower_add_attribute(lower, linear, "nounwind");
    }
    LLVMPositionBuilderBefore(builder, call);
    LLVMValueRef rank = LLVMBuildCall2(builder, type, linear, NULL, 0, "");
    LLVMSetInstructionCallConv(rank, clgroup_function_convention(lower->module));
    LLVMReplaceAllUsesWith(call, rank);
    LLVMInstructionEraseFromParent(call);
  }
  clgroup_flow_free(&flow);
  LLVMDisposeBuilder(builder);
  return ok;
}

bool lower_keep_functions(struct lower *lower) {
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) == LLVMLinkOnceODRLinkage)
      LLVMSetLinkage(f, LLVMInternalLinkage);
  if (!lower->options->for_spirv)
    return true;
  if (!replace_indices(lower))
    return false;
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && (lower_is_leader(f) || lower_is_index(f)))
      lower_inline_always(lower, f);
  return lower_run_passes(lower, "always-inline,globaldce");
}

bool lower_drop_request_functions(struct lower *lower) {
  for (int d = 0; d < REQUEST_KINDS; ++d) {
    LLVMValueRef kind = LLVMGetNamedFunction(lower->module, lower_request_names[d]);
    if (kind)
      LLVMDeleteFunction(kind);
  }
  return lower_run_passes(lower, "globaldce");
}
