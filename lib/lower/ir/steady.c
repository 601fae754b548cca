/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "lower/ir/steady.h"

#include "lower/ir/pass.h"
#include "lower/ir/work-item.h"

enum { CONSTANT_ADDRESS_SPACE = 2, GENERIC_ADDRESS_SPACE = 4 };

static bool is_barrier(LLVMValueRef value) {
  size_t length;
  return clgroup_is_barrier(value) || lower_begins(clgroup_called_plain_name(value, &length), "sub_group_barrier");
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

static bool may_write(LLVMValueRef i) {
  return LLVMIsAStoreInst(i) || LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i) ||
         (LLVMIsACallInst(i) && clgroup_call_accesses(i, true));
}

bool clgroup_is_pointer(LLVMValueRef value) {
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
    if (objects[i] == object || (!is_whole(objects[i]) && (other == space || other == GENERIC_ADDRESS_SPACE)))
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
    if (clgroup_is_pointer(LLVMGetOperand(write, (unsigned)o)) && may_reach(LLVMGetOperand(write, (unsigned)o), object))
      return true;
  return false;
}

/* Does a way without a barrier lead from one instruction to the other? */
static bool leads_to(struct clgroup_steady *steady, LLVMValueRef from, LLVMValueRef to) {
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
static bool is_steady(struct clgroup_steady *steady, LLVMValueRef load, LLVMValueRef object) {
  const unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(object));
  if (space == CONSTANT_ADDRESS_SPACE)
    return true;
  /* A variable that is only declared may be one that LLVM has in place of a function, such as get_local_id(). */
  if (!is_whole(object) || LLVMIsAAllocaInst(object) || (LLVMIsAGlobalVariable(object) && LLVMIsDeclaration(object)))
    return false;
  for (size_t i = 0; i < steady->write_count; ++i) {
    LLVMValueRef write = steady->writes[i];
    if (may_write_to(write, object) &&
        (space != LOCAL_ADDRESS_SPACE || leads_to(steady, write, load) || leads_to(steady, load, write)))
      return false;
  }
  return true;
}

bool clgroup_steady_load(struct clgroup_steady *steady, LLVMValueRef load, LLVMValueRef pointer) {
  LLVMValueRef objects[MOST_OBJECTS];
  size_t count = 0;
  bool result = find_objects(pointer, objects, &count);
  for (size_t i = 0; i < count && result; ++i)
    result = is_steady(steady, load, objects[i]);
  return result;
}

void clgroup_steady_read(struct clgroup_steady *steady, LLVMValueRef kernel) {
  size_t count = 0;
  *steady = (struct clgroup_steady){0};
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

void clgroup_steady_free(struct clgroup_steady *steady) {
  free(steady->writes);
  free(steady->barriers);
  clgroup_flow_free(&steady->flow);
}
