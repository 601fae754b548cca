/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Splits calls of built-in functions with long vectors.
 *
 * Functions of PoCL's libraries for SPIR and for SPIR-V that call others with a vector larger than the processor's
 * registers pass memory that nothing was stored to: cos(double16) is wrong with AVX-512, cos(float16) with AVX2.
 * Replaces calls with vectors of more than 256 bits by calls with halves or quarters; shuffle and shuffle2 become
 * instructions. Returns whether it changed any. */
#include "lower/passes/passes.h"

#include "lower/ir/work-item.h"
#include "names/mangled.h"

#include <stdio.h>
#include <string.h>

enum { MOST_ARGUMENTS = 4, MOST_ELEMENTS = 16, MOST_NAME = 128, REGISTER_BITS = 256 };

static unsigned vector_size(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 0;
}

unsigned clgroup_scalar_bits(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
    return LLVMGetIntTypeWidth(type);
  case LLVMHalfTypeKind:
    return 16;
  case LLVMFloatTypeKind:
    return 32;
  case LLVMDoubleTypeKind:
    return 64;
  default:
    return 0;
  }
}

static bool is_long_vector(LLVMTypeRef type) {
  const unsigned n = vector_size(type);
  return n && n * clgroup_scalar_bits(LLVMGetElementType(type)) > REGISTER_BITS;
}

/* How the results of a call's halves are combined. */
enum whole { ELEMENTS, EITHER, BOTH, STORED, NOT_HALVED };

/* The number of elements of the call's vectors, if one of them is too large to pass; otherwise 0. */
static unsigned long_vectors(LLVMValueRef call) {
  unsigned elements = 0;
  bool is_long = false;
  const unsigned count = LLVMGetNumArgOperands(call);
  for (unsigned i = 0; i < count && count <= MOST_ARGUMENTS; ++i) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, i));
    const unsigned n = vector_size(type);
    if (n && elements && n != elements)
      return 0;
    elements = n ? n : elements;
    is_long |= is_long_vector(type);
  }
  return is_long && elements % 2 == 0 && elements <= MOST_ELEMENTS ? elements : 0;
}

static enum whole whole_of(LLVMValueRef call, const char *plain, unsigned elements) {
  if (lower_begins(plain, "anyDv"))
    return EITHER;
  if (lower_begins(plain, "allDv"))
    return BOTH;
  if (lower_begins(plain, "vstore"))
    return STORED;
  return !lower_begins(plain, "convert_") && vector_size(LLVMTypeOf(call)) == elements ? ELEMENTS : NOT_HALVED;
}

/* The name of the function for vectors of half as many elements. Only stores have the number in their plain names. */
static bool halved_name(char *made, const char *name, const char *plain, enum whole whole, unsigned elements) {
  char old[16], new[16], number[16], *end = made;
  const char *from = plain, *at;
  size_t length;
  clgroup_plain_name(name, &length);
  snprintf(old, sizeof old, "Dv%u_", elements);
  snprintf(new, sizeof new, "Dv%u_", elements / 2);
  snprintf(number, sizeof number, "%u", elements);
  if (strlen(name) + 8 >= MOST_NAME)
    return false;
  const bool shorter = whole == STORED && elements == 16;
  end += sprintf(end, "_Z%zu", length - shorter);
  if (whole == STORED) {
    if (!(at = strstr(plain, number)) || at >= plain + length)
      return false;
    end += sprintf(end, "%.*s%u", (int)(at - plain), plain, elements / 2);
    from = at + strlen(number);
  }
  for (; (at = strstr(from, old)); from = at + strlen(old))
    end += sprintf(end, "%.*s%s", (int)(at - from), from, new);
  strcpy(end, from);
  return true;
}

/* `count` elements, from number `first` on, of a vector, or of two of which the other is `high`. */
static LLVMValueRef part_of(LLVMBuilderRef builder, LLVMValueRef low, LLVMValueRef high, unsigned first,
                            unsigned count) {
  LLVMValueRef mask[MOST_ELEMENTS];
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(low)));
  for (unsigned i = 0; i < count; ++i)
    mask[i] = LLVMConstInt(i32, first + i, false);
  return LLVMBuildShuffleVector(builder, low, high ? high : LLVMGetUndef(LLVMTypeOf(low)), LLVMConstVector(mask, count),
                                "");
}

/* The address at which a function stores half of a vector, from `pointer`; `scalar` is the type of an element. */
static LLVMValueRef pointer_to_half(LLVMBuilderRef builder, LLVMValueRef pointer, LLVMTypeRef scalar, unsigned elements,
                                    unsigned half) {
  LLVMTypeRef type = LLVMVectorType(scalar, elements / 2), to = LLVMTypeOf(pointer);
  LLVMValueRef index = LLVMConstInt(LLVMInt32TypeInContext(LLVMGetTypeContext(to)), half, false);
  if (!LLVMPointerTypeIsOpaque(to))
    pointer = LLVMBuildBitCast(builder, pointer, LLVMPointerType(type, LLVMGetPointerAddressSpace(to)), "");
  return LLVMBuildGEP2(builder, type, pointer, &index, 1, "");
}

static LLVMValueRef call_half(LLVMBuilderRef builder, LLVMValueRef call, const char *plain, const char *name,
                              enum whole whole, unsigned elements, unsigned half) {
  LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
  LLVMContextRef context = LLVMGetModuleContext(module);
  const bool to_int = lower_begins(plain, "frexp") || lower_begins(plain, "lgamma_r") || lower_begins(plain, "remquo");
  LLVMValueRef arguments[MOST_ARGUMENTS];
  LLVMTypeRef result = LLVMTypeOf(call);
  const unsigned count = LLVMGetNumArgOperands(call);
  for (unsigned i = 0; i < count; ++i) {
    LLVMValueRef argument = LLVMGetOperand(call, i);
    LLVMTypeRef type = LLVMTypeOf(argument);
    if (vector_size(type))
      argument = part_of(builder, argument, NULL, half * elements / 2, elements / 2);
    else if (whole == ELEMENTS && LLVMGetTypeKind(type) == LLVMPointerTypeKind)
      argument = pointer_to_half(builder, argument,
                                 to_int ? LLVMInt32TypeInContext(context) : LLVMGetElementType(result), elements, half);
    else if (whole == STORED && i == 1) /* the offset, in vectors */
      argument = LLVMBuildAdd(builder, LLVMBuildMul(builder, argument, LLVMConstInt(type, 2, false), ""),
                              LLVMConstInt(type, half, false), "");
    arguments[i] = argument;
  }
  if (whole == ELEMENTS)
    result = LLVMVectorType(LLVMGetElementType(result), elements / 2);
  return clgroup_build_call(builder, module, name, result, arguments, count);
}

/* shuffle(x, mask) or shuffle2(x, y, mask), element by element: a half of a vector does not have all elements that may
 * be chosen. */
static LLVMValueRef shuffled(LLVMBuilderRef builder, LLVMValueRef call, bool has_two) {
  LLVMValueRef x = LLVMGetOperand(call, 0), y = LLVMGetOperand(call, has_two), mask = LLVMGetOperand(call, 1 + has_two);
  LLVMValueRef result = LLVMGetUndef(LLVMTypeOf(call));
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(call)));
  const unsigned from = vector_size(LLVMTypeOf(x));
  for (unsigned i = 0; i < vector_size(LLVMTypeOf(mask)); ++i) {
    LLVMValueRef at = LLVMConstInt(i32, i, false);
    LLVMValueRef chosen = LLVMBuildIntCast2(builder, LLVMBuildExtractElement(builder, mask, at, ""), i32, false, "");
    LLVMValueRef place = LLVMBuildAnd(builder, chosen, LLVMConstInt(i32, from - 1, false), "");
    LLVMValueRef element = LLVMBuildExtractElement(builder, x, place, "");
    if (has_two) {
      LLVMValueRef in_y = LLVMBuildAnd(builder, chosen, LLVMConstInt(i32, from, false), "");
      in_y = LLVMBuildICmp(builder, LLVMIntNE, in_y, LLVMConstInt(i32, 0, false), "");
      element = LLVMBuildSelect(builder, in_y, LLVMBuildExtractElement(builder, y, place, ""), element, "");
    }
    result = LLVMBuildInsertElement(builder, result, element, at, "");
  }
  return result;
}

static bool is_long_shuffle(LLVMValueRef call, const char *plain, size_t length) {
  bool is_long = false;
  if (!clgroup_name_fits("shuffle", plain, length) && !clgroup_name_fits("shuffle2", plain, length))
    return false;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); ++i)
    is_long |= is_long_vector(LLVMTypeOf(LLVMGetOperand(call, i)));
  return is_long || is_long_vector(LLVMTypeOf(call));
}

/* Returns whether the call was replaced. */
static bool halve(LLVMBuilderRef builder, LLVMValueRef call) {
  const char *name = clgroup_called_name(call);
  char made[MOST_NAME];
  size_t length;
  const char *plain = clgroup_plain_name(name, &length);
  if (!plain || !LLVMIsDeclaration(LLVMGetCalledValue(call)))
    return false;
  if (is_long_shuffle(call, plain, length)) {
    LLVMPositionBuilderBefore(builder, call);
    LLVMReplaceAllUsesWith(call, shuffled(builder, call, plain[7] == '2'));
    clgroup_drop_call(call);
    return true;
  }
  const unsigned elements = long_vectors(call);
  const enum whole whole = elements ? whole_of(call, plain, elements) : NOT_HALVED;
  if (whole == NOT_HALVED || !halved_name(made, name, plain, whole, elements))
    return false;
  LLVMPositionBuilderBefore(builder, call);
  LLVMValueRef low = call_half(builder, call, plain, made, whole, elements, 0),
               high = call_half(builder, call, plain, made, whole, elements, 1);
  if (whole != STORED)
    LLVMReplaceAllUsesWith(call, whole == ELEMENTS ? part_of(builder, low, high, 0, elements)
                                 : whole == EITHER ? LLVMBuildOr(builder, low, high, "")
                                                   : LLVMBuildAnd(builder, low, high, ""));
  clgroup_drop_call(call);
  /* Vectors of 512 bits. */
  if (halve(builder, low))
    (void)halve(builder, high);
  return true;
}

bool clgroup_halve_vectors(LLVMModuleRef module) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  bool changed = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMValueRef i = clgroup_first_instruction(f), next; i; i = next) {
      next = clgroup_next_instruction(i);
      changed |= LLVMIsACallInst(i) && halve(builder, i);
    }
  LLVMDisposeBuilder(builder);
  return changed;
}
