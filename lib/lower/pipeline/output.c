/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Step 5: optimizes the kernels that changed, and writes the module. */
#include "lower/pipeline/steps.h"
#include "lower/library/library.h"
#include "lower/passes/passes.h"

#include "base/files.h"
#include "lower/ir/calls.h"
#include "lower/ir/flow.h"
#include "lower/ir/work-item.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Target.h>

static bool has_debug_info(LLVMModuleRef module) {
  return LLVMGetNamedMetadataNumOperands(module, "llvm.dbg.cu") != 0;
}

/* For kernels that are not optimized: removes code that is unreachable once the requests are lowered. Otherwise they
 * would keep both forms of a broadcast, with the barriers of both. */
static void fold_answers(struct lower *lower) {
  lower_run_on(lower, LOWER_REACHING, "function(sccp)", true);
}

void lower_optimise(struct lower *lower) {
  bool one_is_optnone = false;
  for (LLVMValueRef f = lower_first(lower->module, LOWER_REACHING); f; f = lower_next(f, LOWER_REACHING))
    one_is_optnone |= lower_has_attribute(f, "optnone");
  /* In the second attempt passes would make the same debug expressions again. */
  const bool is_left = !lower->options->opt_level || (lower->options->raw && has_debug_info(lower->module));
  if (is_left || one_is_optnone)
    fold_answers(lower);
  if (is_left)
    return;
  /* While LLVM optimizes, the data layout lists the native integers. SPIR's lists none, and LLVM then makes integers of
   * odd widths that SPIR-V does not have, such as i2 for a switch on x % 4. */
  char *layout = lower_text("%s", LLVMGetDataLayoutStr(lower->module));
  char *native = lower_text("%s-n8:16:32:64", layout);
  LLVMSetDataLayout(lower->module, native);
  /* clang has optimized the kernel and the library separately: what remains is to fold across the inlined calls. */
  lower_run_on(lower, LOWER_REACHING,
               lower->options->raw ? "function(sroa,early-cse,simplifycfg," LOWER_INSTCOMBINE ",gvn,simplifycfg,adce)"
                                   : "function(mem2reg,early-cse,simplifycfg)",
               false);
  LLVMSetDataLayout(lower->module, layout);
  free(layout);
  free(native);
}

static bool is_straight(LLVMValueRef kernel) {
  struct clgroup_flow flow;
  bool straight = true;
  clgroup_flow_read(&flow, kernel);
  for (LLVMValueRef i = clgroup_first_instruction(kernel); i && straight; i = clgroup_next_instruction(i))
    straight = !clgroup_is_barrier(i) || clgroup_flow_passed_once(&flow, LLVMGetInstructionParent(i));
  clgroup_flow_free(&flow);
  return straight;
}

void lower_list_branching(struct lower *lower) {
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && clgroup_is_kernel(f) && !lower_has_mark(f, LOWER_REACHING) && !is_straight(f) &&
        !(lower->options->for_spirv && clgroup_is_regular(f, false)))
      lower_mark(f, LOWER_SINGLE);
}

void lower_make_single_barriers(struct lower *lower) {
  for (LLVMValueRef f = lower_first(lower->module, LOWER_SINGLE); f; f = lower_next(f, LOWER_SINGLE)) {
    lower->changed = true;
    if (clgroup_is_regular(f, true)) {
      lower_unmark(f, LOWER_SINGLE);
      lower_mark(f, LOWER_LOOPED);
    }
  }
  if (!lower_first(lower->module, LOWER_SINGLE))
    return;
  lower_legalize(lower);
  for (LLVMValueRef f = lower_first(lower->module, LOWER_SINGLE); f; f = lower_next(f, LOWER_SINGLE)) {
    clgroup_split_at_barriers(lower->module, f);
    clgroup_hoist_variables(f);
  }
  lower_run_on(lower, LOWER_SINGLE, "function(reg2mem)", true);
  for (LLVMValueRef f = lower_first(lower->module, LOWER_SINGLE); f; f = lower_next(f, LOWER_SINGLE))
    clgroup_make_single_barrier(lower->module, f);
  lower_run_on(lower, LOWER_SINGLE, "function(mem2reg,simplifycfg,dce)", true);
}

void lower_add_loop_barriers(struct lower *lower) {
  if (!lower_first(lower->module, LOWER_LOOPED))
    return;
  lower_run_on(lower, LOWER_LOOPED, "function(loop-simplify)", true);
  for (LLVMValueRef f = lower_first(lower->module, LOWER_LOOPED); f; f = lower_next(f, LOWER_LOOPED))
    clgroup_add_loop_barriers(lower->module, f, lower->options->for_spirv);
}

bool lower_hoist_queries(LLVMModuleRef module) {
  bool moved = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && clgroup_is_kernel(f))
      moved |= clgroup_hoist_queries(f);
  return moved;
}

/* The type of the first vector of more than `most` bytes that the call returns or takes; NULL if there is none. */
static LLVMTypeRef wide_type(LLVMModuleRef module, LLVMValueRef call, unsigned most) {
  const LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
  for (unsigned i = 0; i <= LLVMGetNumArgOperands(call); i++) {
    LLVMTypeRef type = LLVMTypeOf(i ? LLVMGetArgOperand(call, i - 1) : call);
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind && LLVMABISizeOfType(layout, type) > most)
      return type;
  }
  return NULL;
}

void lower_check_vectors(struct lower *lower) {
  const unsigned most = lower->options->leave_vectors;
  LLVMModuleRef module = lower->module;
  size_t length;
  for (LLVMValueRef f = most ? LLVMGetFirstFunction(module) : NULL; f; f = LLVMGetNextFunction(f))
    for (LLVMValueRef i = clgroup_first_instruction(f); i; i = clgroup_next_instruction(i)) {
      LLVMTypeRef type = LLVMIsACallInst(i) ? wide_type(module, i, most) : NULL;
      if (type)
        lower_fail(lower, "'%s' calls '%s' with a vector of %llu bytes: left by --leave-vectors=%u",
                   LLVMGetValueName2(f, &length), LLVMGetValueName2(LLVMGetCalledValue(i), &length),
                   LLVMABISizeOfType(LLVMGetModuleDataLayout(module), type), most);
    }
}

static bool is_odd(LLVMTypeRef type) {
  if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
    type = LLVMGetElementType(type);
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
    return false;
  unsigned width = LLVMGetIntTypeWidth(type);
  return width != 1 && width != 8 && width != 16 && width != 32 && width != 64;
}

void lower_check_integers(struct lower *lower) {
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f))
    for (LLVMValueRef i = clgroup_first_instruction(f); i; i = clgroup_next_instruction(i))
      if (is_odd(LLVMTypeOf(i))) { /* some instruction makes each, if only a trunc */
        lower->outcome->code = CLGROUP_LLVM_NOT_SPIRV;
        if (lower->options->raw)
          lower_fail(lower, "'%s' uses integers that SPIR-V lacks: compile it with -Xclang -disable-llvm-passes",
                     lower->files->inputs[0]);
        return;
      }
}

void lower_check_debug_lists(struct lower *lower) {
  if (lower->options->raw || !has_debug_info(lower->module))
    return;
  /* LLVM's C API does not show debug records. */
  char *text = LLVMPrintModuleToString(lower->module);
  if (strstr(text, "!DIArgList("))
    lower->outcome->code = CLGROUP_LLVM_NOT_SPIRV;
  LLVMDisposeMessage(text);
}

void lower_copy_input(struct lower *lower) {
  const struct lower_files *files = lower->files;
  size_t size = 0;
  if (files->input_count != 1 || lower->options->as_text || lower->changed)
    return;
  unsigned char *bytes = clgroup_file_read(files->inputs[0], &size);
  lower->outcome->written =
      size >= 4 && ((bytes[0] == 'B' && bytes[1] == 'C') || (bytes[0] == 0xde && bytes[1] == 0xc0));
  if (lower->outcome->written && !clgroup_file_write(files->output, bytes, size))
    lower_fail(lower, "cannot copy '%s' to '%s': %s", files->inputs[0], files->output, strerror(errno));
  free(bytes);
}

void lower_write(struct lower *lower) {
  const char *output = lower->files->output;
  char *text = NULL;
  size_t length;
  static const char *const marks[] = {LOWER_REACHING, LOWER_SINGLE, LOWER_LOOPED, LOWER_WARNED};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; ++i)
    lower_drop_marks(lower->module, marks[i]);
  /* Replaces the name of the temporary file. */
  const char *source = LLVMGetSourceFileName(lower->module, &length);
  LLVMSetModuleIdentifier(lower->module, source, length);
  if (!lower->options->unverified && LLVMVerifyModule(lower->module, LLVMReturnStatusAction, &text))
    lower_fail(lower, "internal error: the lowered module is not valid: %s", text);
  else if (lower->options->as_text && LLVMPrintModuleToFile(lower->module, output, &text))
    lower_fail(lower, "cannot write '%s': %s", output, text);
  else if (!lower->options->as_text && LLVMWriteBitcodeToFile(lower->module, output))
    lower_fail(lower, "cannot write '%s': %s", output, strerror(errno ? errno : EIO));
  LLVMDisposeMessage(text);
}
