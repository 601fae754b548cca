/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Replaces queries by what is known of a kernel's launches from its attribute reqd_work_group_size. */
#include "lower/library/library.h"

#include "lower/ir/flow.h"
#include "lower/ir/work-item.h"

#include <stdio.h>
#include <string.h>

#define SIZES 3

static LLVMContextRef context_of(LLVMValueRef function) {
  return LLVMGetTypeContext(LLVMTypeOf(function));
}

/* Reads `count` numbers of a kernel's attribute. Returns whether it has that attribute, with so many. */
static bool numbers_of(LLVMValueRef kernel, const char *attribute, unsigned count, uint64_t *numbers) {
  const unsigned kind = LLVMGetMDKindIDInContext(context_of(kernel), attribute, (unsigned)strlen(attribute));
  LLVMValueRef node = LLVMGetMetadata(kernel, kind), values[SIZES];
  if (!node || LLVMGetMDNodeNumOperands(node) != count)
    return false;
  LLVMGetMDNodeOperands(node, values);
  for (unsigned i = 0; i < count; ++i)
    numbers[i] = LLVMConstIntGetZExtValue(values[i]);
  return true;
}

/* The sizes that a kernel must be launched with. Returns whether there are any. */
static bool required_sizes(LLVMValueRef kernel, uint64_t size[SIZES]) {
  return numbers_of(kernel, "reqd_work_group_size", SIZES, size);
}

bool lower_is_single(LLVMValueRef query) {
  uint64_t size[SIZES];
  LLVMValueRef dimension = LLVMGetNumArgOperands(query) == 1 ? LLVMGetOperand(query, 0) : NULL;
  if (!dimension || !LLVMIsAConstantInt(dimension) ||
      !required_sizes(LLVMGetBasicBlockParent(LLVMGetInstructionParent(query)), size))
    return false;
  const uint64_t number = LLVMConstIntGetZExtValue(dimension);
  return number >= SIZES || size[number] == 1;
}

static const char sub_group[] = "intel_reqd_sub_group_size";

unsigned lower_required_sub_group(LLVMValueRef kernel) {
  uint64_t size;
  return numbers_of(kernel, sub_group, 1, &size) ? (unsigned)size : 0;
}

void lower_require_sub_group(LLVMValueRef kernel, unsigned lanes) {
  LLVMMetadataRef size = LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(context_of(kernel)), lanes, false));
  LLVMGlobalSetMetadata(kernel, LLVMGetMDKindIDInContext(context_of(kernel), sub_group, sizeof sub_group - 1),
                        LLVMMDNodeInContext2(context_of(kernel), &size, 1));
}

/* The product of these sizes, or 0. */
static uint64_t required_size(LLVMValueRef kernel) {
  uint64_t size[SIZES];
  return required_sizes(kernel, size) ? size[0] * size[1] * size[2] : 0;
}

bool lower_settle_sub_groups(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    const unsigned lanes = lower_required_sub_group(f);
    if (lanes && required_size(f) != lanes)
      return lower_fail(
          module,
          "kernel '%s' requires sub-groups of %u work-items (intel_reqd_sub_group_size), and a work-group "
          "is the sub-group here: give it a reqd_work_group_size of as many",
          lower_name(f), lanes);
    if (lanes)
      LLVMGlobalEraseMetadata(f,
                              LLVMGetMDKindIDInContext(LLVMGetModuleContext(module), sub_group, sizeof sub_group - 1));
  }
  return true;
}

bool lower_may_be_larger(const struct facts *facts, LLVMValueRef kernel) {
  const uint64_t required = required_size(kernel);
  return facts->plan->chunks && (!required || (facts->plan->shrunk && required > facts->plan->max_work_group_size));
}

uint64_t lower_most_items(const struct facts *facts, LLVMValueRef kernel) {
  const uint64_t required = required_size(kernel);
  return required && !lower_may_be_larger(facts, kernel) ? required : facts->plan->max_work_group_size;
}

/* Does each work-group of a launch have the size that is required? From OpenCL 2.0 on a trailing one may be smaller,
 * unless -cl-uniform-work-group-size says otherwise: then clang adds this attribute, as it does for OpenCL C 1.2. */
static bool is_uniform(const struct facts *facts, LLVMValueRef kernel) {
  static const char name[] = "uniform-work-group-size", yes[] = "true";
  LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(kernel, LLVMAttributeFunctionIndex, name, sizeof name - 1);
  unsigned length = 0;
  const char *value = attribute ? LLVMGetStringAttributeValue(attribute, &length) : "";
  return facts->plan->uniform || (length == sizeof yes - 1 && !strncmp(value, yes, length));
}

static uint64_t size_is_known(const struct facts *facts, LLVMValueRef call) {
  LLVMValueRef kernel = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
  return required_size(kernel) && is_uniform(facts, kernel);
}

static uint64_t most_items(const struct facts *facts, LLVMValueRef call) {
  return lower_most_items(facts, LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
}

static uint64_t is_in_loop(const struct facts *facts, LLVMValueRef call) {
  struct clgroup_flow flow;
  LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
  const bool again = facts->options->for_spirv && facts->options->for_pocl;
  clgroup_flow_read(&flow, LLVMGetBasicBlockParent(block));
  const bool is = clgroup_flow_in_loop(&flow, block);
  clgroup_flow_free(&flow);
  return is && again ? CLGROUP_IN_LOOP_AGAIN : is;
}

static uint64_t slope(const struct facts *facts, LLVMValueRef call) {
  (void)facts;
  return (uint64_t)clgroup_slope(LLVMGetOperand(call, 0));
}

/* Replaces the library's queries of these by constants, and of whether lower_answer_sizes will find the local size. The
 * code for the other answers is removed with its requests. */
bool lower_answer_about_size(LLVMModuleRef module, const struct facts *facts) {
  const struct {
    const char *name;
    uint64_t (*answer)(const struct facts *, LLVMValueRef call);
  } questions[] = {{lower_request_name(REQUEST_SIZE_IS_KNOWN), size_is_known},
                   {lower_request_name(REQUEST_IN_LOOP), is_in_loop},
                   {lower_request_name(REQUEST_SLOPE), slope},
                   {TEXT(CLGROUP_MOST_ITEMS), most_items}};
  bool is_asked = false;
  for (size_t q = 0; q < sizeof questions / sizeof *questions; ++q) {
    LLVMValueRef function = LLVMGetNamedFunction(module, questions[q].name);
    for (LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL, next; use; use = next, is_asked = true) {
      next = LLVMGetNextUse(use);
      LLVMValueRef call = LLVMGetUser(use);
      lower_answer(call, questions[q].answer(facts, call));
    }
  }
  if (is_asked)
    lower_run_on(module, LOWER_REACHING, "function(instsimplify,simplifycfg)", true);
  return is_asked;
}

void lower_assume_lanes(const struct facts *facts, LLVMValueRef kernel, unsigned lanes) {
  uint64_t size[SIZES] = {lower_most_items(facts, kernel), 1, 1};
  (void)required_sizes(kernel, size);
  const uint64_t groups = (size[0] + lanes - 1) / lanes * size[1] * size[2];
  for (LLVMValueRef i = clgroup_first_instruction(kernel), next; i; i = next) {
    next = clgroup_next_instruction(i);
    const char *name = clgroup_called_name(i);
    uint64_t value = 0;
    if (!strcmp(name, CLGROUP_MAX_SUB_GROUP_SIZE))
      value = lanes;
    else if (!strcmp(name, CLGROUP_NUM_SUB_GROUPS))
      value = groups;
    else if (!strcmp(name, CLGROUP_LOCAL_SIZE) && LLVMIsAConstantInt(LLVMGetOperand(i, 0)) &&
             LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0)) < SIZES)
      value = size[LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0))];
    if (value)
      lower_answer(i, value);
  }
}

/* The value of a call of a work-item function; NULL: it is unknown, or not such a call. */
static LLVMValueRef known_value(LLVMValueRef call, const uint64_t size[SIZES]) {
  const char *name = clgroup_called_name(call);
  const bool is_size = !strcmp(name, CLGROUP_LOCAL_SIZE) || !strcmp(name, CLGROUP_ENQUEUED_LOCAL_SIZE);
  if ((!is_size && strcmp(name, CLGROUP_LOCAL_ID) != 0) || !LLVMIsAConstantInt(LLVMGetOperand(call, 0)))
    return NULL;
  const uint64_t dimension = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0));
  const uint64_t along = dimension < SIZES ? size[dimension] : 1;
  return is_size || along == 1 ? LLVMConstInt(LLVMTypeOf(call), is_size ? along : 0, false) : NULL;
}

/* If all work-groups are equal, get_enqueued_local_size() is the local size, and cheaper. */
static void ask_for_full_size(LLVMModuleRef module, LLVMValueRef call) {
  LLVMValueRef full = LLVMGetNamedFunction(module, CLGROUP_ENQUEUED_LOCAL_SIZE);
  if (full && !strcmp(clgroup_called_name(call), CLGROUP_LOCAL_SIZE))
    LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, full);
}

void lower_answer_sizes_in(LLVMModuleRef module, const struct facts *facts, LLVMValueRef kernel) {
  uint64_t size[SIZES];
  if (!is_uniform(facts, kernel))
    return;
  const bool is_required = required_sizes(kernel, size);
  for (LLVMValueRef i = clgroup_first_instruction(kernel), next; i; i = next) {
    next = clgroup_next_instruction(i);
    LLVMValueRef value = is_required ? known_value(i, size) : NULL;
    if (!is_required && facts->plan->builtins) {
      ask_for_full_size(module, i);
    } else if (value) {
      clgroup_replace(i, value);
    }
  }
}

bool lower_answer_sizes(LLVMModuleRef module, const struct facts *facts) {
  for (LLVMValueRef f = lower_first(module, LOWER_REACHING); f; f = lower_next(f, LOWER_REACHING))
    lower_answer_sizes_in(module, facts, f);
  return true;
}

static void add_text_attribute(LLVMValueRef function, const char *name, const char *value) {
  LLVMAddAttributeAtIndex(
      function, LLVMAttributeFunctionIndex,
      LLVMCreateStringAttribute(context_of(function), name, (unsigned)strlen(name), value, (unsigned)strlen(value)));
}

void lower_annotate(LLVMValueRef kernel, const char *name, uint64_t value) {
  LLVMMetadataRef parts[] = {
      LLVMValueAsMetadata(kernel), LLVMMDStringInContext2(context_of(kernel), name, strlen(name)),
      LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(context_of(kernel)), value, false))};
  LLVMAddNamedMetadataOperand(
      LLVMGetGlobalParent(kernel), "nvvm.annotations",
      LLVMMetadataAsValue(context_of(kernel), LLVMMDNodeInContext2(context_of(kernel), parts, 3)));
}

/* For NVIDIA, which clang does not do: as metadata up to LLVM 20, as an attribute from 21 on. */
static void require_nvidia(LLVMValueRef kernel, const uint64_t size[SIZES]) {
  static const char *const names[SIZES] = {"reqntidx", "reqntidy", "reqntidz"};
  char text[96];
  snprintf(text, sizeof text, "%llu,%llu,%llu", (unsigned long long)size[0], (unsigned long long)size[1],
           (unsigned long long)size[2]);
  add_text_attribute(kernel, "nvvm.reqntid", text);
  for (unsigned d = 0; d < SIZES; ++d)
    lower_annotate(kernel, names[d], size[d]);
}

/* The memory of an array without a size, which a launch by the CUDA driver sets in addition to the kernel's
 * variables. */
static LLVMValueRef launch_memory(LLVMModuleRef module) {
  enum { ALIGNMENT = 128 }; /* of long16 */
  static const char name[] = "clgroup_launch_memory";
  LLVMValueRef memory = LLVMGetNamedGlobal(module, name);
  if (memory)
    return memory;
  LLVMTypeRef type = LLVMArrayType(LLVMInt8TypeInContext(LLVMGetModuleContext(module)), 0);
  memory = LLVMAddGlobalInAddressSpace(module, type, name, LOCAL_SPACE);
  LLVMSetAlignment(memory, ALIGNMENT);
  return memory;
}

/* The CUDA driver has no arguments in local memory: they become offsets into the launch's memory. */
static void take_offsets(LLVMModuleRef module, LLVMValueRef kernel) {
  LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetModuleContext(module)),
              word = LLVMInt64TypeInContext(LLVMGetModuleContext(module));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(kernel)));
  for (unsigned i = 0; i < LLVMCountParams(kernel); ++i) {
    LLVMValueRef argument = LLVMGetParam(kernel, i);
    LLVMTypeRef type = LLVMTypeOf(argument);
    if (LLVMGetTypeKind(type) != LLVMPointerTypeKind || LLVMGetPointerAddressSpace(type) != LOCAL_SPACE ||
        !LLVMGetFirstUse(argument))
      continue;
    LLVMValueRef offset = LLVMBuildPtrToInt(builder, argument, word, "");
    LLVMValueRef place = LLVMBuildGEP2(builder, byte, launch_memory(module), &offset, 1, "");
    LLVMReplaceAllUsesWith(argument, place);
    LLVMSetOperand(offset, 0, argument); /* but this one */
  }
  LLVMDisposeBuilder(builder);
}

void lower_write_launch(LLVMModuleRef module, const struct facts *facts, LLVMValueRef kernel) {
  const char *triple = LLVMGetTarget(module);
  uint64_t size[SIZES];
  const bool is_required = required_sizes(kernel, size);
  if (lower_is_for_nvidia(module) && is_required)
    require_nvidia(kernel, size);
  if (lower_is_for_nvidia(module) && !facts->options->for_nvidia)
    take_offsets(module, kernel);
  const unsigned long long most = is_required ? size[0] * size[1] * size[2] : facts->plan->device_max_work_group_size;
  if (lower_begins(triple, "amdgcn") && most) {
    /* clang's attribute is for 256 work-items, AMD's default; SPIR-V has none. */
    char text[64];
    snprintf(text, sizeof text, "%llu,%llu", is_required ? most : 1, most);
    add_text_attribute(kernel, "amdgpu-flat-work-group-size", text);
  }
}
