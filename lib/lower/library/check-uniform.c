/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where a work-group is a sub-group, the functions that a part of a sub-group may call are made by barriers, so the
 * whole work-group must call them. Proves that it does (ir/uniform.h), on a copy in which the kernels hold all
 * functions that they call, and variables are values; or refuses the program. */
#include "lower/library/library.h"
#include "lower/ir/uniform.h"
#include "lower/ir/work-item.h"
#include "names/extensions.h"
#include "names/mangled.h"

#include <string.h>

/* The function that the call was in. */
#define WITHIN "clgroup-within"

static LLVMAttributeRef within_of(LLVMValueRef value) {
  return LLVMIsACallInst(value)
             ? LLVMGetCallSiteStringAttribute(value, LLVMAttributeFunctionIndex, WITHIN, sizeof WITHIN - 1)
             : NULL;
}

/* "x.cl:12: ", if there is debug information; for free(). */
static char *place_of(LLVMValueRef instruction) {
  unsigned length;
  const unsigned line = LLVMGetDebugLocLine(instruction);
  const char *file = line ? LLVMGetDebugLocFilename(instruction, &length) : NULL;
  return file ? lower_text("%.*s:%u: ", (int)length, file, line) : lower_text("%s", "");
}

/* Why work-items part at the branch: the call whose result differs; for free(). */
static char *reason_of(const struct clgroup_uniform *uniform, LLVMValueRef branch) {
  LLVMValueRef source = clgroup_uniform_source(uniform, branch);
  size_t length;
  const char *name = clgroup_called_plain_name(source, &length);
  const unsigned line = LLVMGetDebugLocLine(branch);
  char *where = line ? lower_text(", line %u", line) : lower_text("%s", "");
  char *text = length                    ? lower_text("on %.*s%s", (int)length, name, where)
               : LLVMIsALoadInst(source) ? lower_text("on a loaded value%s", where)
                                         : lower_text("on a value that differs%s", where);
  free(where);
  return text;
}

static void refuse(LLVMModuleRef module, const struct clgroup_uniform *uniform, LLVMValueRef call) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
  size_t length;
  unsigned within_length = 0;
  const char *name = clgroup_called_plain_name(call, &length);
  const char *within = LLVMGetStringAttributeValue(within_of(call), &within_length);
  char *place = place_of(call), *reason = reason_of(uniform, clgroup_uniform_branch(uniform, block));
  char *in = within_length ? lower_text(" (in '%.*s')", (int)within_length, within) : lower_text("%s", "");
  lower_fail(
      module,
      "%skernel '%s' calls %.*s%s where not all work-items may come, because of a condition %s: the device has no "
      "sub-groups, so a work-group is one, and all of it must make this call: move it out of the branch or loop, "
      "or let work-items stay with a value that changes nothing",
      place, lower_kernel_name(LLVMGetBasicBlockParent(block)), (int)length, name, in, reason);
  free(place);
  free(reason);
  free(in);
}

static void check_kernel(LLVMModuleRef module, LLVMValueRef kernel) {
  struct clgroup_uniform uniform;
  clgroup_uniform_in_group(&uniform, kernel);
  for (LLVMValueRef i = clgroup_first_instruction(kernel); i && !lower_failed(module); i = clgroup_next_instruction(i))
    if (within_of(i) && clgroup_uniform_branch(&uniform, LLVMGetInstructionParent(i)))
      refuse(module, &uniform, i);
  clgroup_uniform_free(&uniform);
}

/* Gives the calls that are checked the names of the functions, other than kernels, that they are in. Returns whether
 * there are any. */
static bool mark_calls(LLVMModuleRef module) {
  bool found = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    size_t length;
    const char *name = clgroup_plain_name(LLVMGetValueName2(f, &length), &length);
    if (!LLVMIsDeclaration(f) || !name || !clgroup_extension_needs_all(name, length))
      continue;
    for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef call = clgroup_call_by(f, use);
      LLVMValueRef caller = call ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)) : NULL;
      if (!call)
        continue;
      name = LLVMGetValueName2(caller, &length);
      const char *plain = clgroup_plain_name(name, &length);
      length = clgroup_is_kernel(caller) ? 0 : plain ? length : strlen(name);
      LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                               LLVMCreateStringAttribute(LLVMGetModuleContext(module), WITHIN, sizeof WITHIN - 1,
                                                         plain ? plain : name, (unsigned)length));
      found = true;
    }
  }
  return found;
}

/* Puts all functions into the kernels, and the kernels' variables into values. */
static void flatten(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f))
      continue;
    if (!clgroup_is_kernel(f))
      lower_inline_each_call(f);
    else if (lower_is_called(f))
      lower_inline_always(f);
    if (clgroup_is_kernel(f))
      lower_mark(f, LOWER_RUN_ON);
  }
  lower_run_passes(module, "always-inline");
  lower_run_on(module, LOWER_RUN_ON, "function(sroa)", true);
}

/* Where a work-group is a sub-group: fails if a call of a function that a part of a sub-group may call is not reached
 * by all of the work-group. Before these functions are linked. */
bool lower_check_uniform(LLVMModuleRef original) {
  LLVMModuleRef module = LLVMCloneModule(original);
  if (mark_calls(module)) {
    flatten(module);
    for (LLVMValueRef f = clgroup_first_kernel(module); f && !lower_failed(module); f = clgroup_next_kernel(f))
      check_kernel(module, f);
  }
  LLVMDisposeModule(module);
  return false;
}
