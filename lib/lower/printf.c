#include "lower/printf.h"

#include "lower/calls.h"

#include <stdlib.h>
#include <string.h>

static bool is_other_name(const char *name) {
  static const char prefix[] = "_Z6printfP", suffix[] = "Kcz";
  const size_t length = strlen(name);
  return !strcmp(name, "__clgroup_printf") ||
         (!strncmp(name, prefix, sizeof prefix - 1) && !strcmp(name + length - (sizeof suffix - 1), suffix));
}

bool lower_name_printf(LLVMModuleRef module) {
  bool changed = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module), next; f; f = next) {
    size_t length;
    next = LLVMGetNextFunction(f);
    if (!LLVMIsDeclaration(f) || !is_other_name(LLVMGetValueName2(f, &length)))
      continue;
    LLVMValueRef plain = LLVMGetNamedFunction(module, "printf");
    changed = true;
    if (!plain) {
      LLVMSetValueName2(f, "printf", 6);
    } else if (LLVMGlobalGetValueType(plain) == LLVMGlobalGetValueType(f)) {
      LLVMReplaceAllUsesWith(f, plain);
      LLVMDeleteFunction(f);
    }
  }
  return changed;
}

/* As C passes it behind "...": a float as a double. CUDA's pointers are generic. */
static LLVMValueRef promoted(struct lower *lower, LLVMBuilderRef builder, LLVMValueRef argument) {
  LLVMTypeRef type = LLVMTypeOf(argument);
  if (LLVMGetTypeKind(type) == LLVMFloatTypeKind)
    return LLVMBuildFPExt(builder, argument, LLVMDoubleTypeInContext(lower->context), "");
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(type))
    return LLVMBuildAddrSpaceCast(builder, argument, LLVMPointerType(LLVMInt8TypeInContext(lower->context), 0), "");
  return argument;
}

/* The constant text that a pointer is to, without what is before it, in an array of its own; NULL: it is not known. */
static char *constant_text(LLVMValueRef pointer, LLVMValueRef *global) {
  size_t offset = 0, size;
  for (; LLVMIsAConstantExpr(pointer); pointer = LLVMGetOperand(pointer, 0)) {
    const unsigned indices = (unsigned)LLVMGetNumOperands(pointer) - 1;
    LLVMValueRef last = LLVMGetOperand(pointer, indices);
    if (LLVMGetConstOpcode(pointer) == LLVMGetElementPtr && indices <= 2 && LLVMIsAConstantInt(last) &&
        (indices == 1 || LLVMIsNull(LLVMGetOperand(pointer, 1))))
      offset += LLVMConstIntGetZExtValue(last); /* of bytes: what it is in is a string */
    else if (LLVMGetConstOpcode(pointer) != LLVMAddrSpaceCast)
      return NULL;
  }
  LLVMValueRef text = LLVMIsAGlobalVariable(pointer) ? LLVMGetInitializer(pointer) : NULL;
  if (!text || !LLVMIsGlobalConstant(pointer) || !LLVMIsAConstantDataSequential(text) || !LLVMIsConstantString(text))
    return NULL;
  const char *from = LLVMGetAsString(text, &size);
  *global = pointer;
  return offset < size ? strndup(from + offset, size - offset) : NULL;
}

/* CUDA's printf has no "hh": the format goes without, and its integer becomes one of 8 bits first. */
static LLVMValueRef shorten_chars(struct lower *lower, LLVMBuilderRef builder, LLVMValueRef *arguments,
                                  unsigned count) {
  LLVMValueRef format = arguments[0];
  char *to = constant_text(format, &format);
  size_t kept = 0;
  const size_t length = to ? strlen(to) : 0;
  unsigned next = 1; /* the argument of the next conversion */
  for (const char *c = to ? to : ""; *c; ++c) {
    to[kept++] = *c;
    if (*c != '%')
      continue;
    while (c[1] && strchr("-+ #0123456789.*", c[1])) {
      next += c[1] == '*';
      to[kept++] = *++c;
    }
    if (c[1] == 'h' && c[2] == 'h' && c[3] && next < count &&
        LLVMGetTypeKind(LLVMTypeOf(arguments[next])) == LLVMIntegerTypeKind) {
      c += 2;
      LLVMValueRef byte = LLVMBuildTrunc(builder, arguments[next], LLVMInt8TypeInContext(lower->context), "");
      arguments[next] = strchr("di", c[1]) ? LLVMBuildSExt(builder, byte, LLVMInt32TypeInContext(lower->context), "")
                                           : LLVMBuildZExt(builder, byte, LLVMInt32TypeInContext(lower->context), "");
    }
    while (c[1] && strchr("hl", c[1]))
      to[kept++] = *++c;
    next += c[1] != '%';
    if (c[1])
      to[kept++] = *++c;
  }
  if (kept < length) {
    LLVMValueRef shorter = LLVMConstStringInContext(lower->context, to, (unsigned)kept, false);
    LLVMValueRef global = LLVMAddGlobalInAddressSpace(lower->module, LLVMTypeOf(shorter), "__clgroup_format",
                                                      LLVMGetPointerAddressSpace(LLVMTypeOf(format)));
    LLVMSetInitializer(global, shorter);
    LLVMSetGlobalConstant(global, true);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    format = LLVMConstAddrSpaceCast(global, LLVMPointerType(LLVMInt8TypeInContext(lower->context), 0));
  } else {
    format = arguments[0];
  }
  free(to);
  return format;
}

/* vprintf(format, arguments): these are in memory, in a struct. */
static bool make_vprintf(struct lower *lower, LLVMBuilderRef builder, LLVMValueRef call) {
  LLVMTypeRef pointer = LLVMPointerType(LLVMInt8TypeInContext(lower->context), 0),
              integer = LLVMInt32TypeInContext(lower->context);
  LLVMTypeRef parameters[] = {pointer, pointer}, type = LLVMFunctionType(integer, parameters, 2, false);
  LLVMValueRef vprintf = LLVMGetNamedFunction(lower->module, "vprintf"), passed[2];
  const unsigned count = LLVMGetNumArgOperands(call);
  LLVMValueRef *arguments = calloc(count, sizeof *arguments);
  LLVMTypeRef *types = calloc(count, sizeof *types);
  bool ok = arguments && types && count;
  if (!ok)
    lower_fail(lower, "out of memory");
  if (!vprintf)
    vprintf = LLVMAddFunction(lower->module, "vprintf", type);
  LLVMPositionBuilderBefore(builder, call);
  for (unsigned i = 0; ok && i < count; ++i) {
    arguments[i] = promoted(lower, builder, LLVMGetOperand(call, i));
    if (LLVMGetTypeKind(LLVMTypeOf(arguments[i])) == LLVMVectorTypeKind)
      ok = lower_fail(lower, "printf of a vector: CUDA's printf has none of %%v2 to %%v16: print the components");
  }
  if (ok) {
    passed[0] = shorten_chars(lower, builder, arguments, count);
    for (unsigned i = 0; i < count; ++i)
      types[i] = LLVMTypeOf(arguments[i]);
    passed[1] = LLVMConstNull(pointer);
    if (count > 1) {
      LLVMTypeRef all = LLVMStructTypeInContext(lower->context, types + 1, count - 1, false);
      LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
      LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(entry));
      passed[1] = LLVMBuildAlloca(builder, all, "");
      LLVMSetAlignment(passed[1], 8);
      LLVMPositionBuilderBefore(builder, call);
      for (unsigned i = 1; i < count; ++i)
        LLVMBuildStore(builder, arguments[i], LLVMBuildStructGEP2(builder, all, passed[1], i - 1, ""));
    }
    LLVMReplaceAllUsesWith(call, LLVMBuildCall2(builder, type, vprintf, passed, 2, ""));
    LLVMInstructionEraseFromParent(call);
  }
  free(arguments);
  free(types);
  return ok;
}

bool lower_printf_on_gpu(struct lower *lower) {
  LLVMValueRef printf = LLVMGetNamedFunction(lower->module, "printf");
  if (!printf || !LLVMIsDeclaration(printf) || !LLVMGetFirstUse(printf))
    return true;
  if (!lower_is_for_nvidia(lower))
    return lower_fail(lower,
                      "printf is not there on amdgcn, where the host would have to take its text: remove the calls");
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(lower->context);
  bool ok = true;
  for (LLVMUseRef use = LLVMGetFirstUse(printf), next; ok && use; use = next) {
    LLVMValueRef call = clgroup_call_by(printf, use);
    next = LLVMGetNextUse(use);
    if (call)
      ok = make_vprintf(lower, builder, call);
  }
  LLVMDisposeBuilder(builder);
  return ok;
}
