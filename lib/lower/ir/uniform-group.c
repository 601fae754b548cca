/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is uniform in a work-group: not ids, nor what is computed of them or loaded from memory that is not steady.
 *
 * Memory is steady where all work-items of a work-group that load from the same address at the same place get the same
 * value, since none of them may write there since the last barrier or up to the next one. Memory other than local is
 * written by other work-groups too, which barriers do not order, so nothing of the kernel may write there at all.
 * Pointers that a kernel is given are taken to point to different memory. */
#include "lower/ir/pass.h"
#include "lower/ir/uniform.h"
#include "lower/ir/work-item.h"
#include "names/mangled.h"

/* ---- steady memory ---- */

struct steady {
  struct clgroup_flow flow;
  LLVMValueRef *writes; /* instructions that may write memory */
  size_t write_count;
  bool *barriers; /* blocks that hold a barrier */
};

static bool is_barrier(LLVMValueRef value) {
  size_t length;
  return clgroup_is_barrier(value) || lower_begins(clgroup_called_plain_name(value, &length), "sub_group_barrier");
}

static bool may_write(LLVMValueRef i) {
  return LLVMIsAStoreInst(i) || LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i) ||
         (LLVMIsACallInst(i) && clgroup_call_accesses(i, true));
}

static bool is_pointer(LLVMValueRef value) {
  return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

enum { MOST_OBJECTS = 8 };

/* Lists what a pointer may point into: variables, arguments, and pointers of which no more is known. Returns whether
 * there was room. */
static bool find_objects(LLVMValueRef pointer, LLVMValueRef *objects, size_t *count) {
  LLVMValueRef seen[2 * MOST_OBJECTS] = {pointer};
  size_t seen_count = 1;
  for (size_t at = 0; at < seen_count; ++at) {
    LLVMValueRef value = seen[at];
    const LLVMOpcode opcode = LLVMIsAInstruction(value)    ? LLVMGetInstructionOpcode(value)
                              : LLVMIsAConstantExpr(value) ? LLVMGetConstOpcode(value)
                                                           : 0;
    const bool moves = opcode == LLVMGetElementPtr || opcode == LLVMBitCast || opcode == LLVMAddrSpaceCast;
    const bool chooses = opcode == LLVMPHI || opcode == LLVMSelect;
    if (!moves && !chooses) {
      if (*count == MOST_OBJECTS)
        return false;
      objects[(*count)++] = value;
    }
    for (unsigned o = opcode == LLVMSelect; (moves && o < 1) || (chooses && o < (unsigned)LLVMGetNumOperands(value));
         ++o) {
      bool is_new = true;
      for (size_t i = 0; i < seen_count; ++i)
        is_new &= seen[i] != LLVMGetOperand(value, o);
      if (is_new && seen_count == 2 * MOST_OBJECTS)
        return false;
      if (is_new)
        seen[seen_count++] = LLVMGetOperand(value, o);
    }
  }
  return true;
}

/* Is it all of an object, which only its own name reaches? */
static bool is_whole(LLVMValueRef object) {
  return LLVMIsAArgument(object) || LLVMIsAGlobalVariable(object) || LLVMIsAAllocaInst(object);
}

static bool may_reach(LLVMValueRef pointer, LLVMValueRef object) {
  LLVMValueRef objects[MOST_OBJECTS];
  size_t count = 0;
  const unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(object));
  if (!find_objects(pointer, objects, &count))
    return true;
  for (size_t i = 0; i < count; ++i) {
    const unsigned other = LLVMGetPointerAddressSpace(LLVMTypeOf(objects[i]));
    if (objects[i] == object || (!is_whole(objects[i]) && (other == space || other == GENERIC_SPACE)))
      return true;
  }
  return false;
}

static bool may_write_to(LLVMValueRef write, LLVMValueRef object) {
  size_t length;
  if (LLVMIsAStoreInst(write))
    return may_reach(LLVMGetOperand(write, 1), object);
  const bool copies = lower_begins(clgroup_called_plain_name(write, &length), "async_work_group_"); /* to the first */
  const int count = LLVMIsACallInst(write) && !copies ? (int)LLVMGetNumArgOperands(write) : 1;
  for (int o = 0; o < count; ++o)
    if (is_pointer(LLVMGetOperand(write, (unsigned)o)) && may_reach(LLVMGetOperand(write, (unsigned)o), object))
      return true;
  return false;
}

/* Does a way without a barrier lead from one instruction to the other? */
static bool leads_to(struct steady *steady, LLVMValueRef from, LLVMValueRef to) {
  struct clgroup_flow *flow = &steady->flow;
  for (LLVMValueRef i = LLVMGetNextInstruction(from); i; i = LLVMGetNextInstruction(i))
    if (i == to || is_barrier(i))
      return i == to;
  for (LLVMValueRef i = LLVMGetPreviousInstruction(to); i; i = LLVMGetPreviousInstruction(i))
    if (is_barrier(i))
      return false;
  const size_t start = clgroup_flow_number(flow, LLVMGetInstructionParent(from));
  const size_t end = clgroup_flow_number(flow, LLVMGetInstructionParent(to));
  bool leads = false;
  for (size_t e = flow->first[start]; e < flow->first[start + 1] && !leads; ++e) {
    flow->list[0] = flow->edges[e].to;
    clgroup_flow_spread(flow, 1, false, steady->barriers, flow->seen);
    leads = flow->seen[end];
  }
  return leads;
}

/* Do all work-items that load from this object, at the same place and from the same address, get the same? */
static bool is_steady(struct steady *steady, LLVMValueRef load, LLVMValueRef object) {
  const unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(object));
  if (space == CONSTANT_SPACE)
    return true;
  /* A variable that is only declared may be one that LLVM has in place of a function, such as get_local_id(). */
  if (!is_whole(object) || LLVMIsAAllocaInst(object) || (LLVMIsAGlobalVariable(object) && LLVMIsDeclaration(object)))
    return false;
  for (size_t i = 0; i < steady->write_count; ++i) {
    LLVMValueRef write = steady->writes[i];
    if (may_write_to(write, object) &&
        (space != LOCAL_SPACE || leads_to(steady, write, load) || leads_to(steady, load, write)))
      return false;
  }
  return true;
}

/* Does this instruction, which does not write, load from steady memory only by that pointer? */
static bool loads_steady(struct steady *steady, LLVMValueRef load, LLVMValueRef pointer) {
  LLVMValueRef objects[MOST_OBJECTS];
  size_t count = 0;
  bool result = find_objects(pointer, objects, &count);
  for (size_t i = 0; i < count && result; ++i)
    result = is_steady(steady, load, objects[i]);
  return result;
}

static void read_steady(struct steady *steady, LLVMValueRef kernel) {
  size_t count = 0;
  *steady = (struct steady){0};
  clgroup_flow_read(&steady->flow, kernel);
  for (LLVMValueRef i = clgroup_first_instruction(kernel); i; i = clgroup_next_instruction(i))
    count += may_write(i);
  steady->writes = clgroup_allocate(count, sizeof *steady->writes);
  steady->barriers = clgroup_allocate(steady->flow.count, sizeof *steady->barriers);
  for (LLVMValueRef i = clgroup_first_instruction(kernel); i; i = clgroup_next_instruction(i)) {
    if (may_write(i))
      steady->writes[steady->write_count++] = i;
    if (is_barrier(i))
      steady->barriers[clgroup_flow_number(&steady->flow, LLVMGetInstructionParent(i))] = true;
  }
}

static void free_steady(struct steady *steady) {
  free(steady->writes);
  free(steady->barriers);
  clgroup_flow_free(&steady->flow);
}

/* ---- values ---- */

static bool is_in(const char *const *names, const char *name, size_t length) {
  while (*names && !clgroup_name_fits(*names, name, length))
    ++names;
  return *names;
}

/* Their results are the same in a work-group that calls them: for the same operands, or for any. */
static const char *const queries[] = {"get_work_dim",
                                      "get_image_*",
                                      "get_group_id",
                                      "get_num_groups",
                                      "get_local_size",
                                      "get_enqueued_local_size",
                                      "get_global_size",
                                      "get_global_offset",
                                      "get_sub_group_size",
                                      "get_max_sub_group_size",
                                      "get_num_sub_groups",
                                      "get_enqueued_num_sub_groups",
                                      "get_sub_group_id",
                                      "sub_group_ballot_bit_extract",
                                      "sub_group_ballot_bit_count",
                                      "sub_group_ballot_find_lsb",
                                      "sub_group_ballot_find_msb",
                                      "llvm.nvvm.read.ptx.sreg.ctaid.*",
                                      "llvm.nvvm.read.ptx.sreg.nctaid.*",
                                      "llvm.nvvm.read.ptx.sreg.ntid.*",
                                      "llvm.nvvm.read.ptx.sreg.envreg*",
                                      NULL};
static const char *const collectives[] = {"work_group_reduce_*",
                                          "work_group_all",
                                          "work_group_any",
                                          "work_group_broadcast",
                                          "sub_group_reduce_*",
                                          "sub_group_all",
                                          "sub_group_any",
                                          "sub_group_broadcast",
                                          "sub_group_broadcast_first",
                                          "sub_group_ballot",
                                          "sub_group_non_uniform_broadcast",
                                          "sub_group_non_uniform_reduce_*",
                                          "sub_group_non_uniform_all",
                                          "sub_group_non_uniform_any",
                                          "sub_group_non_uniform_all_equal",
                                          NULL};
/* Results that depend on who calls, or when, but for functions above. Functions of other names compute with their
 * operands alone. */
static const char *const others[] = {"get_*",   "sub_group_*", "work_group_*", "intel_*", "read_image*",
                                     "clock_*", "__*",         "llvm.nvvm.*",  NULL};

/* Does the call read memory that may differ between the work-items, or write any? */
static bool is_unsteady(struct steady *steady, LLVMValueRef call) {
  const unsigned count = LLVMGetNumArgOperands(call);
  bool has_pointers = false, unsteady = false;
  for (unsigned o = 0; o < count; ++o)
    if (is_pointer(LLVMGetOperand(call, o))) {
      has_pointers = true;
      unsteady |= clgroup_call_accesses(call, false) && !loads_steady(steady, call, LLVMGetOperand(call, o));
    }
  /* Arithmetic of OpenCL C may lack its attribute: modules that were SPIR-V. */
  return unsteady || (clgroup_call_accesses(call, true) && (has_pointers || !count));
}

static enum clgroup_level level_of_call(const struct clgroup_uniform *uniform, LLVMValueRef call,
                                        enum clgroup_level operands, struct steady *steady) {
  static const char *const shuffle[] = {"sub_group_shuffle", NULL};
  size_t length;
  const char *name = clgroup_called_plain_name(call, &length);
  if (is_in(collectives, name, length))
    return CLGROUP_UNIFORM;
  if (is_in(shuffle, name, length)) /* by a uniform index: the value of one work-item */
    return clgroup_uniform_level(uniform, LLVMGetOperand(call, 1));
  if (is_in(queries, name, length))
    return operands;
  /* A function of the program itself is recursive, since it is not inlined. */
  if (!length || !LLVMIsDeclaration(LLVMGetCalledValue(call)) || is_in(others, name, length))
    return CLGROUP_VARYING;
  return is_unsteady(steady, call) ? CLGROUP_VARYING : operands;
}

static enum clgroup_level level_of(const struct clgroup_uniform *uniform, LLVMValueRef i, enum clgroup_level operands,
                                   void *steady) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMCall:
    return level_of_call(uniform, i, operands, steady);
  case LLVMLoad:
    return operands == CLGROUP_UNIFORM && !LLVMGetVolatile(i) && LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic &&
                   loads_steady(steady, i, LLVMGetOperand(i, 0))
               ? CLGROUP_UNIFORM
               : CLGROUP_VARYING;
  case LLVMAlloca: /* each work-item has its own */
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
  case LLVMVAArg:
    return CLGROUP_VARYING;
  default:
    return operands;
  }
}

void clgroup_uniform_in_group(struct clgroup_uniform *uniform, LLVMValueRef kernel) {
  struct steady steady;
  read_steady(&steady, kernel);
  clgroup_uniform_read(uniform, kernel, false, level_of, &steady);
  free_steady(&steady);
}
