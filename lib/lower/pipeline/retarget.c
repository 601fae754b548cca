/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Modules made of SPIR-V become modules for a GPU, as clang would have made them: with that target's address spaces,
 * conventions for calls, and names of functions.
 *
 * LLVM's C API does all of that but to change the types of values. These are edits of the module's text, between a
 * print and a parse: the address spaces of pointers, variables and allocas, and pointers in place of events. In no
 * version from 15 to 23 has the API a call that changes a value's type (Value::mutateType in C++), or that copies by a
 * map of types (CloneFunctionInto); LLVMCloneModule and LLVMInstructionClone keep types. A copy that is built by
 * instruction would be longer than these edits, and lose what cannot be read: in 15 fast-math flags and operand
 * bundles, which 18 gives, in 15 to 19 the scopes of atomics, and in 19 the records of variables for debuggers, which
 * 21 gives. */
#include "lower/pipeline/steps.h"
#include "lower/library/library.h"

#include "base/buffer.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/IRReader.h>

enum { AMD_PRIVATE = 5, LONGEST_NAME = 256 };

/* The target's numbers of SPIR's address spaces: private, global, constant, local, generic. */
static const unsigned nvidia_spaces[SPACES] = {0, 1, 4, 3, 0}, amd_spaces[SPACES] = {AMD_PRIVATE, 1, 4, 3, 0};

struct retarget {
  LLVMModuleRef module;
  LLVMContextRef context;
  const char *path;
  const unsigned *spaces;
  struct clgroup_buffer text;
  bool writes_zero; /* in names: the number of generic pointers, for which clang took private ones on AMD */
  bool in_alloca;   /* whose address space has not been written yet */
};

static bool is_for_amd(const struct retarget *r) {
  return r->spaces == amd_spaces;
}

/* Are pointers of these types, of SPIR, in one address space on the target? */
static bool is_one_space(const struct retarget *r, LLVMTypeRef one, LLVMTypeRef other) {
  const unsigned a = LLVMGetPointerAddressSpace(one), b = LLVMGetPointerAddressSpace(other);
  return a < SPACES && b < SPACES && r->spaces[a] == r->spaces[b];
}

static bool refuse(struct retarget *r, const char *what) {
  return lower_fail(r->module, "'%s' has %s: SPIR-V with that is not compiled for GPU targets", r->path, what);
}

/* ---- names ---- */

/* A mangled name with the target's address spaces. The parts that S0_ stands for stay the same: a pointer's address
 * space makes it one even where it is not written. Returns whether the name is another one. */
static bool name_on_target(const struct retarget *r, const char *name, char result[LONGEST_NAME]) {
  struct clgroup_buffer text = {0};
  bool after_pointer = false;
  const char *at = name;
  if (!lower_begins(name, "_Z") || !isdigit((unsigned char)name[2]))
    return false;
  clgroup_buffer_add(&text, "_Z");
  for (at += 2; *at;) {
    size_t length = 1;
    const bool names_space = lower_begins(at, "U3AS") && at[4] >= '0' && at[4] < '0' + SPACES;
    if (after_pointer && !names_space && is_for_amd(r))
      clgroup_buffer_add(&text, "U3AS%u", r->spaces[PRIVATE_SPACE]);
    after_pointer = *at == 'P';
    if (names_space) {
      const unsigned space = r->spaces[at[4] - '0'];
      length = strlen("U3AS4");
      if (space || r->writes_zero)
        clgroup_buffer_add(&text, "U3AS%u", space);
    } else if (*at == 'S' || lower_begins(at, "Dv")) { /* S0_, Dv4_ */
      length = strcspn(at, "_") + (strchr(at, '_') != NULL);
      clgroup_buffer_add_bytes(&text, at, length);
    } else {
      char *end = NULL;
      const size_t characters = isdigit((unsigned char)*at) ? strtoul(at, &end, 10) : 0;
      if (characters > (end ? strlen(end) : 0)) {
        clgroup_buffer_free(&text);
        return false;
      }
      length = characters ? (size_t)(end - at) + characters : 1;
      clgroup_buffer_add_bytes(&text, at, length);
    }
    at += length;
  }
  const bool is_other = !text.failed && text.length < LONGEST_NAME && strcmp(text.data, name) != 0;
  if (is_other)
    memcpy(result, text.data, text.length + 1);
  clgroup_buffer_free(&text);
  return is_other;
}

/* Two declarations may get the same name: for NVIDIA those with a private and with a generic pointer. */
static bool rename_function(struct retarget *r, LLVMValueRef function) {
  char name[LONGEST_NAME];
  if (!name_on_target(r, lower_name(function), name))
    return true;
  LLVMValueRef other = LLVMGetNamedFunction(r->module, name);
  if (!other)
    LLVMSetValueName2(function, name, strlen(name));
  else if (LLVMIsDeclaration(function) && LLVMIsDeclaration(other))
    LLVMReplaceAllUsesWith(function, other);
  else
    return refuse(r, "functions that differ in private and generic pointers alone");
  return true;
}

/* ---- what cannot be translated ---- */

/* On AMD's GPUs pointers to private and local memory have 4 bytes, and their null is another value: structures and
 * arrays of them would have other sizes than the program assumes. */
static bool holds_short_pointer(LLVMTypeRef type, bool inside) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMPointerTypeKind:
    return inside &&
           (LLVMGetPointerAddressSpace(type) == PRIVATE_SPACE || LLVMGetPointerAddressSpace(type) == LOCAL_SPACE);
  case LLVMArrayTypeKind:
  case LLVMVectorTypeKind:
    return holds_short_pointer(LLVMGetElementType(type), true);
  case LLVMStructTypeKind:
    for (unsigned i = 0; !LLVMIsOpaqueStruct(type) && i < LLVMCountStructElementTypes(type); ++i)
      if (holds_short_pointer(LLVMStructGetTypeAtIndex(type, i), true))
        return true;
    return false;
  default:
    return false;
  }
}

/* The type of the memory that an instruction allocates or steps into; NULL: none. */
static LLVMTypeRef memory_type(LLVMValueRef i) {
  return LLVMIsAAllocaInst(i)          ? LLVMGetAllocatedType(i)
         : LLVMIsAGetElementPtrInst(i) ? LLVMGetGEPSourceElementType(i)
         : LLVMIsALoadInst(i)          ? LLVMTypeOf(i)
         : LLVMIsAStoreInst(i)         ? LLVMTypeOf(LLVMGetOperand(i, 0))
                                       : NULL;
}

static bool check_function(struct retarget *r, LLVMValueRef function) {
  for (LLVMValueRef i = clgroup_first_instruction(function); i && is_for_amd(r); i = clgroup_next_instruction(i)) {
    LLVMTypeRef type = memory_type(i);
    if (type && holds_short_pointer(type, false))
      return refuse(r, "structures or arrays of pointers to private or local memory");
  }
  return true;
}

static bool check_globals(struct retarget *r) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(r->module); g; g = LLVMGetNextGlobal(g)) {
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(g)) == PRIVATE_SPACE)
      return refuse(r, "private variables outside functions");
    if (is_for_amd(r) && holds_short_pointer(LLVMGlobalGetValueType(g), false))
      return refuse(r, "structures or arrays of pointers to private or local memory");
    if (is_for_amd(r) && !LLVMIsDeclaration(g) && LLVMGetLinkage(g) == LLVMExternalLinkage)
      LLVMSetVisibility(g, LLVMHiddenVisibility);
  }
  return true;
}

/* ---- structures as arguments ---- */

/* The structure that a parameter points to and the caller has copied; NULL: it is another parameter. */
static LLVMTypeRef copied_type(LLVMValueRef function, unsigned parameter) {
  LLVMAttributeRef by_value = LLVMGetEnumAttributeAtIndex(function, parameter + 1, lower_attribute_kind("byval"));
  return by_value ? LLVMGetTypeAttributeValue(by_value) : NULL;
}

static void copy_attributes(LLVMValueRef from, LLVMValueRef to, LLVMAttributeIndex index) {
  const unsigned count = LLVMGetAttributeCountAtIndex(from, index);
  LLVMAttributeRef *attributes = clgroup_allocate(count, sizeof *attributes);
  LLVMGetAttributesAtIndex(from, index, attributes);
  for (unsigned i = 0; i < count; ++i)
    LLVMAddAttributeAtIndex(to, index, attributes[i]);
  free(attributes);
}

/* A kernel without a body whose parameters are structures where the other kernel's are pointers to them. */
static LLVMValueRef declare_kernel(struct retarget *r, LLVMValueRef body, const char *name, LLVMTypeRef *types) {
  const unsigned count = LLVMCountParams(body), source = LLVMGetMDKindIDInContext(r->context, "dbg", 3);
  for (unsigned i = 0; i < count; ++i)
    types[i] = copied_type(body, i) ? copied_type(body, i) : LLVMTypeOf(LLVMGetParam(body, i));
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(r->context), types, count, false);
  LLVMValueRef kernel = LLVMAddFunction(r->module, name, type);
  LLVMSetFunctionCallConv(kernel, LLVMGetFunctionCallConv(body));
  copy_attributes(body, kernel, LLVMAttributeFunctionIndex);
  for (unsigned i = 0; i < count; ++i)
    if (!copied_type(body, i))
      copy_attributes(body, kernel, i + 1);
  size_t entries;
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(body, &entries);
  for (unsigned e = 0; e < entries; ++e)
    if (LLVMValueMetadataEntriesGetKind(all, e) != source)
      LLVMGlobalSetMetadata(kernel, LLVMValueMetadataEntriesGetKind(all, e),
                            LLVMValueMetadataEntriesGetMetadata(all, e));
  LLVMDisposeValueMetadataEntries(all);
  return kernel;
}

/* On AMD kernels take the structures themselves, as clang writes them. */
static bool take_structures(struct retarget *r, LLVMValueRef kernel) {
  const unsigned count = LLVMCountParams(kernel);
  bool has_any = false;
  for (unsigned i = 0; i < count && is_for_amd(r) && clgroup_is_kernel(kernel) && !LLVMIsDeclaration(kernel); ++i)
    has_any |= copied_type(kernel, i) != NULL;
  if (!has_any)
    return true;
  if (LLVMGetFirstUse(kernel))
    return refuse(r, "a call of a kernel with a structure as an argument");
  char *name = lower_text("%s", lower_name(kernel));
  char *inner = lower_text(LOWER_KERNEL_BODY "%s", name); /* inlined, as clang's own is (gpu.c) */
  LLVMSetValueName2(kernel, inner, strlen(inner));
  LLVMTypeRef *types = clgroup_allocate(count, sizeof *types);
  LLVMValueRef *arguments = clgroup_allocate(count, sizeof *arguments), outer = declare_kernel(r, kernel, name, types);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(r->context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(r->context, outer, ""));
  for (unsigned i = 0; i < count; ++i) {
    arguments[i] = LLVMGetParam(outer, i);
    if (!copied_type(kernel, i))
      continue;
    LLVMAttributeRef align = LLVMGetEnumAttributeAtIndex(kernel, i + 1, lower_attribute_kind("align"));
    LLVMValueRef copy = LLVMBuildAlloca(builder, types[i], ""), store = LLVMBuildStore(builder, arguments[i], copy);
    if (align) {
      LLVMSetAlignment(copy, (unsigned)LLVMGetEnumAttributeValue(align));
      LLVMSetAlignment(store, (unsigned)LLVMGetEnumAttributeValue(align));
    }
    LLVMRemoveEnumAttributeAtIndex(kernel, i + 1, lower_attribute_kind("byval"));
    arguments[i] = copy;
  }
  LLVMSetFunctionCallConv(kernel, LLVMSPIRFUNCCallConv);
  LLVMSetLinkage(kernel, LLVMInternalLinkage);
  LLVMSetInstructionCallConv(LLVMBuildCall2(builder, LLVMGlobalGetValueType(kernel), kernel, arguments, count, ""),
                             LLVMSPIRFUNCCallConv);
  LLVMBuildRetVoid(builder);
  LLVMDisposeBuilder(builder);
  free(types);
  free(arguments);
  free(name);
  free(inner);
  return true;
}

/* ---- conventions ---- */

/* clang's for the target. */
static unsigned convention_on_target(const struct retarget *r, unsigned convention) {
  if (convention != LLVMSPIRKERNELCallConv)
    return convention == LLVMSPIRFUNCCallConv ? LLVMCCallConv : convention;
  return is_for_amd(r)              ? LLVMAMDGPUKERNELCallConv
         : LLVM_VERSION_MAJOR >= 20 ? LLVMPTXKernelCallConv
                                    : LLVMSPIRKERNELCallConv;
}

/* ---- casts ---- */

/* Casts between private and generic pointers would be none where both are one, and LLVM takes no such cast: they go
 * by way of integers, which its passes remove. */
static void cast_by_integers(struct retarget *r, LLVMBuilderRef builder, LLVMValueRef i) {
  LLVMTypeRef from = LLVMIsAAddrSpaceCastInst(i) ? LLVMTypeOf(LLVMGetOperand(i, 0)) : NULL;
  if (from && LLVMGetTypeKind(from) == LLVMPointerTypeKind && is_one_space(r, from, LLVMTypeOf(i))) {
    LLVMPositionBuilderBefore(builder, i);
    LLVMValueRef number = LLVMBuildPtrToInt(builder, LLVMGetOperand(i, 0), LLVMInt64TypeInContext(r->context), "");
    clgroup_replace(i, LLVMBuildIntToPtr(builder, number, LLVMTypeOf(i), ""));
  }
}

/* The same for null, wherever it is cast: in initializers and in other constants too. */
static void cast_null(struct retarget *r, unsigned from, unsigned to) {
  LLVMTypeRef type = LLVMPointerTypeInContext(r->context, to);
  LLVMValueRef null = LLVMConstNull(LLVMPointerTypeInContext(r->context, from));
  if (is_one_space(r, LLVMTypeOf(null), type))
    LLVMReplaceAllUsesWith(LLVMConstAddrSpaceCast(null, type), LLVMConstNull(type));
}

static void prepare_code(struct retarget *r) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(r->context);
  cast_null(r, PRIVATE_SPACE, GENERIC_SPACE);
  cast_null(r, GENERIC_SPACE, PRIVATE_SPACE);
  for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f)) {
    LLVMSetFunctionCallConv(f, convention_on_target(r, LLVMGetFunctionCallConv(f)));
    for (LLVMValueRef i = clgroup_first_instruction(f), next; i; i = next) {
      next = clgroup_next_instruction(i);
      if (LLVMIsACallInst(i))
        LLVMSetInstructionCallConv(i, convention_on_target(r, LLVMGetInstructionCallConv(i)));
      cast_by_integers(r, builder, i);
    }
  }
  LLVMDisposeBuilder(builder);
}

/* ---- attributes ---- */

/* A function that communicates with other work-items may do so anywhere inside a call. clang marks each function of
 * OpenCL C so; SPIR-V only barriers and the like. */
static void mark_convergent(LLVMModuleRef module, LLVMValueRef function) {
  LLVMAttributeRef convergent = lower_attribute(LLVMGetModuleContext(module), "convergent");
  LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, convergent);
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
    if (clgroup_call_by(function, use))
      LLVMAddCallSiteAttribute(LLVMGetUser(use), LLVMAttributeFunctionIndex, convergent);
}

static bool prepare_functions(struct retarget *r) {
  for (LLVMValueRef f = LLVMGetFirstFunction(r->module), next; f; f = next) {
    next = LLVMGetNextFunction(f);
    if (lower_begins(lower_name(f), "llvm."))
      continue;
    if (!take_structures(r, f))
      return false;
    mark_convergent(r->module, f);
    if (is_for_amd(r) && !LLVMIsDeclaration(f) && LLVMGetLinkage(f) == LLVMExternalLinkage)
      LLVMSetVisibility(f, clgroup_is_kernel(f) ? LLVMProtectedVisibility : LLVMHiddenVisibility);
    if (!rename_function(r, f) || !check_function(r, f))
      return false;
  }
  return true;
}

/* ---- text ---- */

static size_t word_length(const char *text) {
  size_t length = 0;
  while (isalnum((unsigned char)text[length]) || (text[length] && strchr("-$._", text[length])))
    ++length;
  return length;
}

/* Writes the word, or its replacement on the target. Returns the length that it has read. */
static size_t translate_word(struct retarget *r, const char *at, size_t length) {
  static const char event[] = "target(\"spirv.Event\")"; /* from LLVM 16 on */
  unsigned space;
  int read = 0;
  const bool is_event = lower_begins(at, event);
  if (at[length] != ':' && sscanf(at, "addrspace(%u)%n", &space, &read) == 1 && read) {
    clgroup_buffer_add(&r->text, "addrspace(%u)", space < SPACES ? r->spaces[space] : space);
    return (size_t)read;
  }
  if (is_event || (length == 3 && lower_begins(at, "ptr") && at[3] != ':' && !lower_begins(at + 3, " addrspace("))) {
    clgroup_buffer_add(&r->text, "ptr addrspace(%u)", r->spaces[PRIVATE_SPACE]);
    return is_event ? sizeof event - 1 : length;
  }
  r->in_alloca |= length == 6 && lower_begins(at, "alloca") && at[6] != ':';
  clgroup_buffer_add_bytes(&r->text, at, length);
  return length;
}

static void translate(struct retarget *r, const char *at) {
  while (*at) {
    const size_t sigil = strspn(at, "%@!#"), length = word_length(at + sigil);
    if (!sigil && length) {
      at += translate_word(r, at, length);
      continue;
    }
    if (r->in_alloca && (*at == '\n' || lower_begins(at, ", !"))) {
      clgroup_buffer_add(&r->text, ", addrspace(%u)", r->spaces[PRIVATE_SPACE]);
      r->in_alloca = false;
    }
    /* A name, a string in quotes, a comment or a character. */
    const char *quote = *at == '"' ? strchr(at + 1, '"') : NULL;
    const size_t copied = sigil        ? sigil + length
                          : quote      ? (size_t)(quote + 1 - at)
                          : *at == ';' ? strcspn(at, "\n")
                                       : 1;
    clgroup_buffer_add_bytes(&r->text, at, copied);
    at += copied;
  }
}

/* ---- null ---- */

/* On AMD's GPUs 0 is a valid address in private and local memory, and null is -1 there, which LLVM writes as the cast
 * of another null. */
static LLVMValueRef true_null(LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMGetTypeKind(type) != LLVMPointerTypeKind || !LLVMIsConstant(value))
    return NULL;
  const unsigned space = LLVMGetPointerAddressSpace(type);
  if (LLVMIsNull(value))
    return space == LOCAL_SPACE || space == AMD_PRIVATE
               ? LLVMConstAddrSpaceCast(LLVMConstNull(LLVMPointerTypeInContext(LLVMGetTypeContext(type), 0)), type)
               : NULL;
  return LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMAddrSpaceCast && !space &&
                 LLVMIsNull(LLVMGetOperand(value, 0))
             ? LLVMConstNull(type)
             : NULL;
}

static void write_nulls(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMValueRef i = clgroup_first_instruction(f); i; i = clgroup_next_instruction(i))
      for (int o = 0; o < LLVMGetNumOperands(i); ++o) {
        LLVMValueRef null = true_null(LLVMGetOperand(i, (unsigned)o));
        if (null)
          LLVMSetOperand(i, (unsigned)o, null);
      }
}

LLVMModuleRef lower_retarget(const struct facts *facts, LLVMModuleRef module, const char *path) {
  LLVMModuleRef like = facts->libraries.usual;
  LLVMContextRef context = LLVMGetModuleContext(module);
  const bool is_nvidia = lower_is_for_nvidia(like);
  struct retarget r = {module, context, .path = path, .spaces = is_nvidia ? nvidia_spaces : amd_spaces};
  LLVMModuleRef builtins = lower_read_library(context, facts->options, facts->plan->builtins);
  if (!builtins) {
    LLVMDisposeModule(module);
    return NULL;
  }
  r.writes_zero = LLVMGetNamedFunction(builtins, "_Z5fractfPU3AS0f") != NULL;
  LLVMDisposeModule(builtins);
  LLVMSetTarget(module, LLVMGetTarget(like));
  LLVMSetDataLayout(module, LLVMGetDataLayoutStr(like));
  const bool is_good = check_globals(&r) && prepare_functions(&r);
  prepare_code(&r);
  char *text = LLVMPrintModuleToString(module), *why = NULL;
  LLVMDisposeModule(module);
  if (is_good)
    translate(&r, text);
  LLVMDisposeMessage(text);
  if (!is_good) {
    clgroup_buffer_free(&r.text);
    return NULL;
  }
  LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRangeCopy(clgroup_checked(r.text.data), r.text.length, "SPIR-V");
  clgroup_buffer_free(&r.text);
  if (LLVMParseIRInContext(context, buffer, &module, &why)) {
    lower_fail_in(context, "'%s' is SPIR-V that is not compiled for GPU targets: %s", path, why);
    LLVMDisposeMessage(why);
    return NULL;
  }
  if (is_for_amd(&r))
    write_nulls(module);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f && is_nvidia; f = LLVMGetNextFunction(f))
    if (clgroup_is_kernel(f))
      lower_annotate(f, "kernel", 1);
  return module;
}

/* Runs clang's passes, which have not run on code from SPIR-V. */
bool lower_optimise_retargeted(LLVMModuleRef module, const struct facts *facts) {
  char passes[] = "default<O2>";
  passes[sizeof passes - 3] = (char)('0' + facts->options->opt_level);
  if (!facts->options->raw)
    lower_run_passes(module, passes);
  return true;
}
