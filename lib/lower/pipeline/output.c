/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Step 5: optimizes the kernels that changed, and writes the module. */
#include "lower/pipeline/steps.h"
#include "lower/library/library.h"
#include "lower/passes/passes.h"

#include "base/files.h"
#include "lower/ir/flow.h"
#include "lower/ir/work-item.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Target.h>

/* Optimizes what has become possible by inlining the library: folds its constants, the alternation of double-buffered
 * halves in straight-line code, and ids that the kernel has queried too. Functions that did not change stay as clang
 * made them. */
bool lower_optimise(LLVMModuleRef module, const struct facts *facts) {
  bool one_is_optnone = false;
  for (LLVMValueRef f = lower_first(module, LOWER_REACHING); f; f = lower_next(f, LOWER_REACHING))
    one_is_optnone |= lower_has_attribute(f, "optnone");
  /* In the second attempt passes would make the same debug expressions again. */
  const bool is_left = !facts->options->opt_level || (facts->options->raw && lower_has_debug_info(module));
  /* Kernels that are not optimized would keep both forms of a broadcast, with the barriers of both. */
  if (is_left || one_is_optnone)
    lower_run_on(module, LOWER_REACHING, "function(sccp)", true);
  if (is_left)
    return true;
  /* While LLVM optimizes, the data layout lists the native integers. SPIR's lists none, and LLVM then makes integers of
   * odd widths that SPIR-V does not have, such as i2 for a switch on x % 4. */
  char *layout = lower_text("%s", LLVMGetDataLayoutStr(module));
  char *native = lower_text("%s%sn8:16:32:64", layout, *layout ? "-" : "");
  LLVMSetDataLayout(module, native);
  /* clang has optimized the kernel and the library separately: what remains is to fold across the inlined calls. */
  lower_run_on(module, LOWER_REACHING,
               facts->options->raw ? "function(sroa,early-cse,simplifycfg," LOWER_INSTCOMBINE ",gvn,simplifycfg,adce)"
                                   : "function(mem2reg,early-cse,simplifycfg)",
               false);
  LLVMSetDataLayout(module, layout);
  free(layout);
  free(native);
  return true;
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

/* Fails if a call passes or returns a vector of more bytes than options->leave_vectors. */
bool lower_check_vectors(LLVMModuleRef module, const struct facts *facts) {
  const unsigned most = facts->options->leave_vectors;
  for (LLVMValueRef f = most ? LLVMGetFirstFunction(module) : NULL; f; f = LLVMGetNextFunction(f))
    for (LLVMValueRef i = clgroup_first_instruction(f); i; i = clgroup_next_instruction(i)) {
      LLVMTypeRef type = LLVMIsACallInst(i) ? wide_type(module, i, most) : NULL;
      if (type)
        lower_fail(module, "'%s' calls '%s' with a vector of %llu bytes: left by --leave-vectors=%u", lower_name(f),
                   lower_name(LLVMGetCalledValue(i)), LLVMABISizeOfType(LLVMGetModuleDataLayout(module), type), most);
    }
  return false;
}

static bool is_odd(LLVMTypeRef type) {
  if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
    type = LLVMGetElementType(type);
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
    return false;
  unsigned width = LLVMGetIntTypeWidth(type);
  return width != 1 && width != 8 && width != 16 && width != 32 && width != 64;
}

static bool fail_as_not_spirv(LLVMModuleRef module) {
  lower_failure(LLVMGetModuleContext(module))->other_form = CLGROUP_LLVM_NOT_SPIRV;
  return lower_fail(module, "SPIR-V cannot express the input after LLVM's passes: integers of odd widths, or debug "
                            "expressions of several values; compile it with -Xclang -disable-llvm-passes");
}

/* Asks for a second attempt if there is an integer of an odd width, or a debug expression of several values, on which
 * llvm-spirv (at least 19) would abort. */
bool lower_check_integers(LLVMModuleRef module, const struct facts *facts) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMValueRef i = clgroup_first_instruction(f); i; i = clgroup_next_instruction(i))
      if (is_odd(LLVMTypeOf(i))) /* some instruction makes each, if only a trunc */
        return facts->options->raw
                   ? lower_fail(module,
                                "'%s' uses integers that SPIR-V lacks: compile it with -Xclang -disable-llvm-passes",
                                facts->inputs[0])
                   : fail_as_not_spirv(module);
  return false;
}

bool lower_check_debug_lists(LLVMModuleRef module, const struct facts *facts) {
  if (facts->options->raw || !lower_has_debug_info(module))
    return false;
  /* LLVM's C API does not show debug records. */
  char *text = LLVMPrintModuleToString(module);
  if (strstr(text, "!DIArgList("))
    fail_as_not_spirv(module);
  LLVMDisposeMessage(text);
  return false;
}

bool lower_copy_input(LLVMModuleRef module, const struct facts *facts) {
  size_t size = 0;
  if (facts->input_count != 1 || facts->options->as_text)
    return false;
  unsigned char *bytes = clgroup_file_read(facts->inputs[0], &size);
  const bool is_bitcode = size >= 4 && ((bytes[0] == 'B' && bytes[1] == 'C') || (bytes[0] == 0xde && bytes[1] == 0xc0));
  if (is_bitcode && !clgroup_file_write(facts->output, bytes, size))
    lower_fail(module, "cannot copy '%s' to '%s': %s", facts->inputs[0], facts->output, strerror(errno));
  free(bytes);
  return is_bitcode;
}

void lower_write(LLVMModuleRef module, const struct facts *facts) {
  char *text = NULL;
  size_t length;
  static const char *const marks[] = {LOWER_REACHING, LOWER_SINGLE, LOWER_LOOPED, LOWER_WARNED};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; ++i)
    lower_drop_marks(module, marks[i]);
  /* Replaces the name of the temporary file: by the source's without its folder, so that equal code is equal wherever
   * it was compiled, for drivers' caches too. */
  const char *source = LLVMGetSourceFileName(module, &length), *slash = strrchr(source, '/');
  if (slash) {
    LLVMSetSourceFileName(module, slash + 1, strlen(slash + 1));
    source = LLVMGetSourceFileName(module, &length);
  }
  LLVMSetModuleIdentifier(module, source, length);
  if (!facts->options->unverified && LLVMVerifyModule(module, LLVMReturnStatusAction, &text))
    lower_fail(module, "internal error: the lowered module is not valid: %s", text);
  else if (facts->options->as_text && LLVMPrintModuleToFile(module, facts->output, &text))
    lower_fail(module, "cannot write '%s': %s", facts->output, text);
  else if (!facts->options->as_text && LLVMWriteBitcodeToFile(module, facts->output))
    lower_fail(module, "cannot write '%s': %s", facts->output, strerror(errno ? errno : EIO));
  LLVMDisposeMessage(text);
}
