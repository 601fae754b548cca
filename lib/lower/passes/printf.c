/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* printf.
 *
 * On NVIDIA's GPUs calls of printf become calls of the CUDA driver's vprintf, which prints no vectors: their
 * components are printed. The same is done for PoCL: the printf of 3.1 and 6.0 expects vectors in other places than
 * they are in here. On AMD's GPUs printf is an error: LLVM would drop it. */
#include "lower/passes/passes.h"

#include "base/buffer.h"

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
    next = LLVMGetNextFunction(f);
    if (!LLVMIsDeclaration(f) || !is_other_name(lower_name(f)))
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

/* As C passes arguments behind "...": a float as a double, a short integer as an int. CUDA's pointers are generic. */
static LLVMValueRef promoted(const struct facts *facts, LLVMBuilderRef builder, LLVMValueRef argument, bool is_signed) {
  LLVMTypeRef type = LLVMTypeOf(argument);
  LLVMContextRef context = LLVMGetTypeContext(type);
  LLVMTypeRef integer = LLVMInt32TypeInContext(context);
  const LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMFloatTypeKind || kind == LLVMHalfTypeKind)
    return LLVMBuildFPExt(builder, argument, LLVMDoubleTypeInContext(context), "");
  if (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) < 32)
    return is_signed ? LLVMBuildSExt(builder, argument, integer, "") : LLVMBuildZExt(builder, argument, integer, "");
  if (kind == LLVMPointerTypeKind && facts->plan->builtins && LLVMGetPointerAddressSpace(type))
    return LLVMBuildAddrSpaceCast(builder, argument, LLVMPointerType(LLVMInt8TypeInContext(context), 0), "");
  return argument;
}

/* The constant text that a pointer points to, in an array of its own, beginning at that place; NULL: it is not
 * known. */
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

/* A call's arguments, the format first, as they will be passed. */
struct printed {
  LLVMModuleRef module;
  LLVMContextRef context;
  const struct facts *facts;
  LLVMBuilderRef builder;
  LLVMValueRef *arguments;
  unsigned count;
  struct clgroup_buffer format;
};

static const char *skip(const char *from, const char *characters) {
  return from + strspn(from, characters);
}

static bool is_vector(LLVMValueRef value) {
  return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind;
}

/* Adds a conversion of a scalar: "%" `flags` `length` `kind`. CUDA's printf has no "hh": such an integer is first
 * reduced to 8 bits. */
static void add_conversion(struct printed *p, const char *flags, int flag_length, const char *length, char kind,
                           LLVMValueRef value) {
  const bool is_char = lower_begins(length, "hh") && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind;
  if (is_char && p->facts->plan->builtins) {
    value = LLVMBuildTrunc(p->builder, value, LLVMInt8TypeInContext(p->context), "");
    length = "";
  }
  clgroup_buffer_add(&p->format, "%%%.*s%.*s%c", flag_length, flags, (int)strspn(length, "hl"), length, kind);
  p->arguments[p->count++] = promoted(p->facts, p->builder, value, strchr("di", kind));
}

/* The same for a vector: its components, separated by commas. The length is that of a component; "hl" means 32 bits. */
static void add_conversions(struct printed *p, const char *flags, int flag_length, const char *length, char kind,
                            LLVMValueRef value) {
  if (lower_begins(length, "hl") || strchr("aAeEfFgG", kind))
    length = "";
  for (unsigned i = 0; i < LLVMGetVectorSize(LLVMTypeOf(value)); ++i) {
    LLVMValueRef at = LLVMConstInt(LLVMInt32TypeInContext(p->context), i, false);
    clgroup_buffer_add(&p->format, "%s", i ? "," : "");
    add_conversion(p, flags, flag_length, length, kind, LLVMBuildExtractElement(p->builder, value, at, ""));
  }
}

/* Reads the format, and adds each of its conversions. */
static void add_text(struct printed *p, const char *text, LLVMValueRef call) {
  unsigned next = 1; /* the argument of the next conversion */
  const unsigned count = LLVMGetNumArgOperands(call);
  while (*text) {
    const char *flags = text + 1, *end = skip(flags, "-+ #0123456789.*");
    const char *length = *end == 'v' ? skip(end + 1, "0123456789") : end, *kind = skip(length, "hl");
    for (const char *c = flags; *text == '%' && c < end; ++c)
      if (*c == '*' && next < count)
        p->arguments[p->count++] = LLVMGetOperand(call, next++);
    if (*text != '%' || !*kind) {
      clgroup_buffer_add_bytes(&p->format, text++, 1);
    } else if (*kind == '%' || next >= count) {
      clgroup_buffer_add_bytes(&p->format, text, (size_t)(kind + 1 - text));
      text = kind + 1;
    } else {
      LLVMValueRef value = LLVMGetOperand(call, next++);
      (is_vector(value) ? add_conversions : add_conversion)(p, flags, (int)(end - flags), length, *kind, value);
      text = kind + 1;
    }
  }
}

static void rewrite(struct printed *p, LLVMValueRef call) {
  enum { WIDEST = 16 };
  const unsigned count = LLVMGetNumArgOperands(call);
  LLVMValueRef format = LLVMGetOperand(call, 0);
  char *text = constant_text(format, &format);
  p->arguments = clgroup_allocate((size_t)WIDEST * count, sizeof *p->arguments);
  p->count = 1;
  p->arguments[0] = LLVMGetOperand(call, 0);
  if (text) {
    add_text(p, text, call);
  } else {
    for (; p->count < count; ++p->count)
      p->arguments[p->count] = promoted(p->facts, p->builder, LLVMGetOperand(call, p->count), true);
  }
  if (text && strcmp(p->format.data ? p->format.data : "", text) != 0) {
    LLVMValueRef other = LLVMConstStringInContext(p->context, p->format.data, (unsigned)p->format.length, false);
    LLVMValueRef global = LLVMAddGlobalInAddressSpace(p->module, LLVMTypeOf(other), "__clgroup_format",
                                                      LLVMGetPointerAddressSpace(LLVMTypeOf(format)));
    LLVMSetInitializer(global, other);
    LLVMSetGlobalConstant(global, true);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    p->arguments[0] = LLVMConstPointerCast(global, LLVMTypeOf(LLVMGetOperand(call, 0)));
  }
  p->arguments[0] = promoted(p->facts, p->builder, p->arguments[0], true);
  free(text);
}

/* vprintf(format, arguments): the arguments are in memory, in a struct. */
static LLVMValueRef call_vprintf(struct printed *p, LLVMValueRef call) {
  LLVMTypeRef pointer = LLVMPointerType(LLVMInt8TypeInContext(p->context), 0);
  LLVMTypeRef parameters[] = {pointer, pointer};
  LLVMTypeRef type = LLVMFunctionType(LLVMInt32TypeInContext(p->context), parameters, 2, false);
  LLVMValueRef vprintf = LLVMGetNamedFunction(p->module, "vprintf");
  if (!vprintf)
    vprintf = LLVMAddFunction(p->module, "vprintf", type);
  LLVMValueRef passed[] = {p->arguments[0], LLVMConstNull(pointer)};
  if (p->count > 1) {
    LLVMTypeRef *types = clgroup_allocate(p->count, sizeof *types);
    for (unsigned i = 1; i < p->count; ++i)
      types[i - 1] = LLVMTypeOf(p->arguments[i]);
    LLVMTypeRef all = LLVMStructTypeInContext(p->context, types, p->count - 1, false);
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
    LLVMPositionBuilderBefore(p->builder, LLVMGetFirstInstruction(entry));
    passed[1] = LLVMBuildAlloca(p->builder, all, "");
    LLVMSetAlignment(passed[1], 8);
    LLVMPositionBuilderBefore(p->builder, call);
    for (unsigned i = 1; i < p->count; ++i)
      LLVMBuildStore(p->builder, p->arguments[i], LLVMBuildStructGEP2(p->builder, all, passed[1], i - 1, ""));
    free(types);
  }
  return LLVMBuildCall2(p->builder, type, vprintf, passed, 2, "");
}

/* The same function, with other arguments. */
static LLVMValueRef call_again(struct printed *p, LLVMValueRef call) {
  LLVMValueRef made =
      LLVMBuildCall2(p->builder, LLVMGetCalledFunctionType(call), LLVMGetCalledValue(call), p->arguments, p->count, "");
  LLVMSetInstructionCallConv(made, LLVMGetInstructionCallConv(call));
  return made;
}

static bool has_vector(LLVMValueRef call) {
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); ++i)
    if (is_vector(LLVMGetOperand(call, i)))
      return true;
  return false;
}

bool lower_rewrite_printf(LLVMModuleRef module, const struct facts *facts) {
  LLVMValueRef printf = LLVMGetNamedFunction(module, "printf");
  const bool on_gpu = facts->plan->builtins;
  bool changed = false;
  if (!printf || !LLVMIsDeclaration(printf) || !LLVMGetFirstUse(printf))
    return false;
  if (on_gpu && !lower_is_for_nvidia(module))
    return lower_fail(module,
                      "printf is not there on amdgcn, where the host would have to take its text: remove the calls");
  LLVMContextRef context = LLVMGetModuleContext(module);
  struct printed p = {module, context, facts, .builder = LLVMCreateBuilderInContext(context)};
  for (LLVMUseRef use = LLVMGetFirstUse(printf), next; use; use = next) {
    LLVMValueRef call = clgroup_call_by(printf, use);
    next = LLVMGetNextUse(use);
    if (!call || (!on_gpu && !has_vector(call)))
      continue;
    LLVMPositionBuilderBefore(p.builder, call);
    rewrite(&p, call);
    for (unsigned i = 1; on_gpu && i < p.count; ++i)
      if (is_vector(p.arguments[i]))
        lower_fail(module, "printf of a vector by a format that is not constant: print the components");
    clgroup_replace(call, on_gpu ? call_vprintf(&p, call) : call_again(&p, call));
    changed = true;
    free(p.arguments);
    clgroup_buffer_free(&p.format);
    p.format = (struct clgroup_buffer){0};
  }
  LLVMDisposeBuilder(p.builder);
  return changed;
}
