/* Step 5: optimizes the kernels that changed, and writes the module. */
#include "lower/pipeline/steps.h"
#include "lower/library/library.h"

#include "base/files.h"
#include "lower/ir/calls.h"
#include "lower/ir/flow.h"
#include "lower/passes/legalize.h"
#include "lower/passes/loop-barriers.h"
#include "lower/passes/regular.h"
#include "lower/passes/single-barrier.h"
#include "lower/ir/work-item.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Target.h>

static char *copy_text(const char *text) {
  char *copy = malloc(strlen(text) + 1);
  return copy ? strcpy(copy, text) : NULL;
}

/* Adds the native integers to the data layout while passes run: SPIR's layout has none, and LLVM then makes integers of
 * odd widths that SPIR-V does not have, such as i2 for a switch on x % 4. */
static bool with_native_integers(LLVMModuleRef module) {
  static const char native[] = "-n8:16:32:64";
  const char *layout = LLVMGetDataLayoutStr(module);
  char *more = malloc(strlen(layout) + sizeof native);
  if (!more)
    return false;
  sprintf(more, "%s%s", layout, native);
  LLVMSetDataLayout(module, more);
  free(more);
  return true;
}

static bool has_debug_info(LLVMModuleRef module) {
  return LLVMGetNamedMetadataNumOperands(module, "llvm.dbg.cu") != 0;
}

/* For kernels that are not optimized: removes what is unreachable once the requests are lowered. Otherwise they would
 * keep both forms of a broadcast, with the barriers of both. */
static bool fold_answers(struct lower *lower) {
  return lower_run_on(lower, &lower->reaching, "function(sccp)", true);
}

static bool one_is_optnone(const struct lower *lower) {
  for (size_t i = 0; i < lower->reaching.count; ++i)
    if (lower_has_attribute(lower->reaching.items[i], "optnone"))
      return true;
  return false;
}

bool lower_optimise(struct lower *lower) {
  /* In the second attempt passes would make the same debug expressions again. */
  if (lower->options->opt_level == 0 || (lower->options->raw && has_debug_info(lower->module)))
    return fold_answers(lower);
  if (one_is_optnone(lower) && !fold_answers(lower))
    return false;
  char *layout = copy_text(LLVMGetDataLayoutStr(lower->module));
  if (!layout)
    return lower_fail(lower, "out of memory");
  bool ok = with_native_integers(lower->module);
  /* clang has optimized the kernel and the library separately: what remains is to fold across the inlined calls. */
  const char *passes = lower->options->raw ? "function(sroa,early-cse,simplifycfg," LOWER_INSTCOMBINE
                                             ",gvn,simplifycfg,adce)"
                                           : "function(mem2reg,early-cse,simplifycfg)";
  ok = ok && lower_run_on(lower, &lower->reaching, passes, false);
  LLVMSetDataLayout(lower->module, layout);
  free(layout);
  return ok;
}

bool lower_list_branching(struct lower *lower) {
  bool ok = true;
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f && ok; f = LLVMGetNextFunction(f)) {
    struct clgroup_flow flow = {0};
    if (LLVMIsDeclaration(f) || !clgroup_is_kernel(f) || lower_list_has(&lower->reaching, f))
      continue;
    ok = clgroup_flow_read(&flow, f) || lower_fail(lower, "out of memory");
    bool straight = true;
    for (LLVMValueRef i = clgroup_first(f); ok && i && straight; i = clgroup_next(i))
      straight = !clgroup_is_barrier(i) || clgroup_flow_passed_once(&flow, LLVMGetInstructionParent(i));
    bool regular = false;
    if (!straight && lower->options->for_spirv)
      ok = clgroup_find_regular(f, false, &regular) || lower_fail(lower, "out of memory");
    if (!straight && !regular)
      ok = ok && lower_list_add(lower, &lower->single, f);
    clgroup_flow_free(&flow);
  }
  return ok;
}

/* Takes the kernels off the list that PoCL compiles once their loops have barriers around them. */
static bool spare_regular(struct lower *lower) {
  size_t count = 0;
  for (size_t i = 0; i < lower->single.count; ++i) {
    bool regular;
    if (!clgroup_find_regular(lower->single.items[i], true, &regular))
      return lower_fail(lower, "out of memory");
    if (!regular)
      lower->single.items[count++] = lower->single.items[i];
    else if (!lower_list_add(lower, &lower->looped, lower->single.items[i]))
      return false;
  }
  lower->single.count = count;
  return true;
}

bool lower_make_single_barriers(struct lower *lower) {
  if (!spare_regular(lower))
    return false;
  const struct function_list *kernels = &lower->single;
  bool changed = false,
       ok = !kernels->count || clgroup_legalize(lower->module, &changed) || lower_fail(lower, "out of memory");
  for (size_t i = 0; i < kernels->count && ok; ++i) {
    ok = clgroup_split_at_barriers(lower->module, kernels->items[i]) || lower_fail(lower, "out of memory");
    clgroup_hoist_variables(kernels->items[i]);
  }
  ok = ok && (!kernels->count || lower_run_on(lower, kernels, "function(reg2mem)", true));
  for (size_t i = 0; i < kernels->count && ok; ++i)
    ok = clgroup_make_single_barrier(lower->module, kernels->items[i]) || lower_fail(lower, "out of memory");
  return ok && (!kernels->count || lower_run_on(lower, kernels, "function(mem2reg,simplifycfg,dce)", true));
}

bool lower_add_loop_barriers(struct lower *lower) {
  const struct function_list *kernels = &lower->looped;
  bool ok = !kernels->count || lower_run_on(lower, kernels, "function(loop-simplify)", true);
  for (size_t i = 0; ok && i < kernels->count; ++i)
    ok = clgroup_add_loop_barriers(lower->module, kernels->items[i], lower->options->for_spirv) ||
         lower_fail(lower, "out of memory");
  return ok;
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

bool lower_check_vectors(struct lower *lower) {
  const unsigned most = lower->options->leave_vectors;
  LLVMModuleRef module = lower->module;
  size_t length;
  for (LLVMValueRef f = most ? LLVMGetFirstFunction(module) : NULL; f; f = LLVMGetNextFunction(f))
    for (LLVMValueRef i = clgroup_first(f); i; i = clgroup_next(i)) {
      LLVMTypeRef type = LLVMIsACallInst(i) ? wide_type(module, i, most) : NULL;
      if (type)
        return lower_fail(lower, "'%s' calls '%s' with a vector of %llu bytes: left by --leave-vectors=%u",
                          LLVMGetValueName2(f, &length), LLVMGetValueName2(LLVMGetCalledValue(i), &length),
                          LLVMABISizeOfType(LLVMGetModuleDataLayout(module), type), most);
    }
  return true;
}

bool lower_write_module(struct lower *lower, const char *output) {
  char *text = NULL;
  size_t length;
  /* Not the name of the temporary file. */
  const char *source = LLVMGetSourceFileName(lower->module, &length);
  LLVMSetModuleIdentifier(lower->module, source, length);
  if (!lower->options->unverified && LLVMVerifyModule(lower->module, LLVMReturnStatusAction, &text)) {
    lower_fail(lower, "internal error: the lowered module is not valid: %s", text);
    LLVMDisposeMessage(text);
    return false;
  }
  LLVMDisposeMessage(text);
  text = NULL;
  if (!lower->options->as_text)
    return LLVMWriteBitcodeToFile(lower->module, output) == 0 ||
           lower_fail(lower, "cannot write '%s': %s", output, strerror(errno ? errno : EIO));
  bool ok = LLVMPrintModuleToFile(lower->module, output, &text) == 0 ||
            lower_fail(lower, "cannot write '%s': %s", output, text);
  LLVMDisposeMessage(text);
  return ok;
}

static bool is_odd(LLVMTypeRef type) {
  if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
    type = LLVMGetElementType(type);
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
    return false;
  unsigned width = LLVMGetIntTypeWidth(type);
  return width != 1 && width != 8 && width != 16 && width != 32 && width != 64;
}

bool lower_has_odd_integers(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMValueRef i = clgroup_first(f); i; i = clgroup_next(i))
      if (is_odd(LLVMTypeOf(i)))
        return true;
  return false;
}

/* Is there a variable whose debug expression has several values? LLVM's C API does not show debug records, so this
 * searches the text. */
static bool has_debug_lists(LLVMModuleRef module) {
  if (!has_debug_info(module))
    return false;
  char *text = LLVMPrintModuleToString(module);
  bool found = strstr(text, "!DIArgList(") != NULL;
  LLVMDisposeMessage(text);
  return found;
}

bool lower_copy_bitcode(struct lower *lower, const char *from, const char *to, bool *copied) {
  size_t size = 0;
  unsigned char *bytes = clgroup_file_read(from, &size);
  *copied = size >= 4 && ((bytes[0] == 'B' && bytes[1] == 'C') || (bytes[0] == 0xde && bytes[1] == 0xc0));
  const bool ok = !*copied || clgroup_file_write(to, bytes, size) ||
                  lower_fail(lower, "cannot copy '%s' to '%s': %s", from, to, strerror(errno));
  free(bytes);
  return ok;
}

bool lower_is_for_second_try(struct lower *lower) {
  if (lower->options->for_spirv && !lower->options->raw && has_debug_lists(lower->module))
    lower->result = CLGROUP_LLVM_NOT_SPIRV;
  return lower->result != 0;
}
