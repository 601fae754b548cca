/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Renames built-in functions to those that drivers' libraries have.
 *
 * Calls of functions for generic pointers, which clang 15 calls in OpenCL C 3.0 too, become calls of those for the
 * address space that a pointer is known to be in: Intel's CPU runtime has no atomics for generic ones.
 *
 * `for_pocl`, without `for_spirv`: The library that PoCL 3.1 links with SPIR bitcode lacks functions that its own
 * compiler has, and has none for generic pointers. Makes calls of these calls of others that are there and do the same.
 *
 * Returns whether it changed any. */
#include "lower/passes/passes.h"

#include "lower/ir/work-item.h"
#include "names/mangled.h"

#include <stdio.h>
#include <string.h>

enum { MOST_ARGUMENTS = 8, MOST_NAME = 256 };

/* The replacement of a call, by the function's name, or by its beginning before a *. PoCL's own compiler has the same
 * code for the half_ functions as for those named here, and none for the fences; wait_group_events is a barrier, since
 * a work-group's first work-item has made the copy. */
static const struct row {
  const char *name;
  enum { RENAMED, OMITTED, BARRIER, SPACE, ATOM, IMAGE, CONVERSION, SHUFFLE } becomes;
  const char *to; /* RENAMED */
  /* SPACE: the function for a pointer whose address space PoCL does not know; on CPUs all are one to it. */
  unsigned space;
} rows[] = {
    {"half_cos", RENAMED, "cos", 0},
    {"half_divide", RENAMED, "native_divide", 0},
    {"half_exp", RENAMED, "native_exp", 0},
    {"half_exp10", RENAMED, "native_exp10", 0},
    {"half_exp2", RENAMED, "native_exp2", 0},
    {"half_log", RENAMED, "native_log", 0},
    {"half_log10", RENAMED, "native_log10", 0},
    {"half_log2", RENAMED, "native_log2", 0},
    {"half_powr", RENAMED, "native_powr", 0},
    {"half_recip", RENAMED, "native_recip", 0},
    {"half_rsqrt", RENAMED, "native_rsqrt", 0},
    {"half_sin", RENAMED, "sin", 0},
    {"half_sqrt", RENAMED, "native_sqrt", 0},
    {"half_tan", RENAMED, "tan", 0},
    {"mem_fence", OMITTED, NULL, 0},
    {"read_mem_fence", OMITTED, NULL, 0},
    {"write_mem_fence", OMITTED, NULL, 0},
    {"wait_group_events", BARRIER, NULL, 0},
    {"fract", SPACE, NULL, PRIVATE_SPACE},
    {"frexp", SPACE, NULL, PRIVATE_SPACE},
    {"lgamma_r", SPACE, NULL, PRIVATE_SPACE},
    {"modf", SPACE, NULL, PRIVATE_SPACE},
    {"remquo", SPACE, NULL, PRIVATE_SPACE},
    {"sincos", SPACE, NULL, PRIVATE_SPACE},
    {"vload*", SPACE, NULL, PRIVATE_SPACE},
    {"vstore*", SPACE, NULL, PRIVATE_SPACE},
    {"atomic_*", SPACE, NULL, GLOBAL_SPACE},
    {"atom_*", ATOM, NULL, 0},
    {"write_imagei", IMAGE, NULL, 0},
    {"convert_*", CONVERSION, NULL, 0},
    {"sub_group_non_uniform_broadcast", SHUFFLE, NULL, 0},
};

static const struct row *find_row(const char *name, size_t length) {
  for (const struct row *row = rows; row < rows + sizeof rows / sizeof *rows; ++row)
    if (clgroup_name_fits(row->name, name, length))
      return row;
  return NULL;
}

/* Writes the name of the function for generic pointers that are in the address spaces `spaces`, in their order. (The
 * numbers by which a mangled name repeats parts of itself do not count a pointer's address space.) */
static bool name_in_spaces(char *made, const char *name, const unsigned *spaces) {
  static const char generic[] = "U3AS4";
  if (strlen(name) >= MOST_NAME)
    return false;
  for (const char *at; (at = strstr(name, generic)); name = at + sizeof generic - 1) {
    made += sprintf(made, "%.*s", (int)(at - name), name);
    if (*spaces) /* private pointers have none */
      made += sprintf(made, "U3AS%u", *spaces);
    ++spaces;
  }
  strcpy(made, name);
  return true;
}

/* Replaces `call` by a call of `name` with these arguments, whose result has the same bits as a `result`. */
static void call_instead(LLVMBuilderRef builder, LLVMValueRef call, const char *name, LLVMTypeRef result,
                         LLVMValueRef *arguments) {
  LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
  LLVMValueRef made = clgroup_build_call(builder, module, name, result, arguments, LLVMGetNumArgOperands(call));
  LLVMReplaceAllUsesWith(call,
                         result == LLVMTypeOf(call) ? made : LLVMBuildBitCast(builder, made, LLVMTypeOf(call), ""));
}

/* The address space that a generic pointer is known to point to; otherwise GENERIC_SPACE. */
static unsigned known_space(LLVMValueRef pointer) {
  for (unsigned steps = 0; steps < CLGROUP_MOST_STEPS; ++steps) {
    LLVMValueRef known = clgroup_known_pointer(pointer);
    if (known)
      return LLVMGetPointerAddressSpace(LLVMTypeOf(known));
    if (!LLVMIsAGetElementPtrInst(pointer) && !LLVMIsABitCastInst(pointer))
      return GENERIC_SPACE;
    pointer = LLVMGetOperand(pointer, 0);
  }
  return GENERIC_SPACE;
}

/* The same pointer in an address space. */
static LLVMValueRef cast_pointer(LLVMBuilderRef builder, LLVMValueRef pointer, unsigned space) {
  LLVMTypeRef type = clgroup_pointer_type_in(LLVMTypeOf(pointer), space);
  LLVMValueRef known = clgroup_known_pointer(pointer);
  return known && LLVMGetPointerAddressSpace(LLVMTypeOf(known)) == space
             ? LLVMBuildBitCast(builder, known, type, "")
             : LLVMBuildAddrSpaceCast(builder, pointer, type, "");
}

static bool is_of_integers(LLVMTypeRef type) {
  return LLVMGetTypeKind(LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type) ==
         LLVMIntegerTypeKind;
}

/* To SPIR-V and its translator a compare-and-exchange of floating point is one of integers; and Intel's CPU runtime has
 * an exchange of doubles, or a store, only for integers. Changes the types in the name, the arguments and the result to
 * integers. Returns whether it is such a function. */
static bool exchange_integers(LLVMBuilderRef builder, const char *plain, char *made, LLVMTypeRef *result,
                              LLVMValueRef *arguments) {
  static const char atomic[] = "U7_Atomic";
  const bool compares = lower_begins(plain, "atomic_compare_exchange_");
  char *type = compares || lower_begins(plain, "atomic_exchange") || lower_begins(plain, "atomic_store")
                   ? strstr(made, atomic)
                   : NULL;
  if (!type || (type[sizeof atomic - 1] != 'f' && type[sizeof atomic - 1] != 'd'))
    return false;
  type += sizeof atomic - 1;
  const bool is_float = *type == 'f';
  const char old = *type, integer = is_float ? 'i' : 'l';
  /* The pointer to what is expected, if there is one, and the value: P, U3ASn, f, f. */
  const unsigned value_at = compares ? 2 : 1;
  *type++ = integer;
  for (unsigned left = value_at; *type && left; type++)
    if (*type == old) {
      *type = integer;
      left--;
    }
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(arguments[value_at]));
  LLVMTypeRef value = is_float ? LLVMInt32TypeInContext(context) : LLVMInt64TypeInContext(context);
  for (unsigned i = 0; i < value_at; ++i) {
    LLVMTypeRef pointer = LLVMTypeOf(arguments[i]);
    if (!LLVMPointerTypeIsOpaque(pointer))
      arguments[i] =
          LLVMBuildBitCast(builder, arguments[i], LLVMPointerType(value, LLVMGetPointerAddressSpace(pointer)), "");
  }
  if (*result == LLVMTypeOf(arguments[value_at]))
    *result = value;
  arguments[value_at] = LLVMBuildBitCast(builder, arguments[value_at], value, "");
  return true;
}

/* LLVM 19's translator makes invalid SPIR-V of a weak compare-and-exchange whose pointer is not generic. A strong one
 * fulfils its promise too. Returns whether the name was that of a weak one. */
static bool exchange_strongly(char *made) {
  static const char weak[] = "atomic_compare_exchange_weak", strong[] = "atomic_compare_exchange_strong";
  char rest[MOST_NAME];
  size_t length;
  const char *plain = clgroup_plain_name(made, &length);
  if (!length || !lower_begins(plain, weak))
    return false;
  strcpy(rest, plain + sizeof weak - 1);
  const int written = snprintf(made, MOST_NAME, "_Z%zu%s%s", length + sizeof strong - sizeof weak, strong, rest);
  return written > 0 && written < MOST_NAME;
}

/* A sum of uintptr_t and ptrdiff_t: PoCL's library has it for two unsigned numbers. Returns whether it is one. */
static bool add_unsigned(char *made) {
  static const char mixed[] = "U7_Atomicml";
  char *type = strstr(made, mixed);
  if (type)
    type[sizeof mixed - 2] = 'm';
  return type;
}

/* Calls the function for the address spaces that the call's generic pointers are known to point to. For PoCL each
 * pointer gets one: its library has no functions for generic pointers. */
static bool put_in_spaces(LLVMBuilderRef builder, LLVMValueRef call, const char *name, unsigned usual, bool for_pocl) {
  LLVMValueRef arguments[MOST_ARGUMENTS];
  unsigned spaces[MOST_ARGUMENTS] = {0}, found = 0;
  bool known = false;
  char made[MOST_NAME];
  size_t length;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); ++i) {
    arguments[i] = LLVMGetOperand(call, i);
    if (!clgroup_is_generic(LLVMTypeOf(arguments[i])))
      continue;
    unsigned space = known_space(arguments[i]);
    /* An atomic variable is never in private memory. The expected value of a compare-and-exchange always is: the
     * library has no other form. */
    if (for_pocl && (found ? space != PRIVATE_SPACE : space == GENERIC_SPACE || (usual && !space)))
      space = found ? PRIVATE_SPACE : usual;
    known |= space != GENERIC_SPACE;
    spaces[found++] = space;
    if (space != GENERIC_SPACE)
      arguments[i] = cast_pointer(builder, arguments[i], space);
  }
  if (!name_in_spaces(made, name, spaces))
    return false;
  LLVMTypeRef result = LLVMTypeOf(call);
  const bool exchanged =
      !for_pocl && exchange_integers(builder, clgroup_plain_name(name, &length), made, &result, arguments);
  const bool is_weak = !for_pocl && exchange_strongly(made);
  const bool is_mixed = for_pocl && add_unsigned(made);
  if (!known && !exchanged && !is_weak && !is_mixed)
    return false;
  call_instead(builder, call, made, result, arguments);
  return true;
}

static bool rename_call(LLVMBuilderRef builder, LLVMValueRef call, const char *arguments_text, const char *to) {
  LLVMValueRef arguments[MOST_ARGUMENTS];
  char made[MOST_NAME];
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); ++i)
    arguments[i] = LLVMGetOperand(call, i);
  const int length = snprintf(made, sizeof made, "_Z%zu%s%s", strlen(to), to, arguments_text);
  if (length < 0 || (size_t)length >= sizeof made)
    return false;
  call_instead(builder, call, made, LLVMTypeOf(call), arguments);
  return true;
}

/* Between integers there is nothing to round, and SPIR-V does not allow a rounding mode there; LLVM's translator writes
 * one. */
static bool convert_unrounded(LLVMBuilderRef builder, LLVMValueRef call, const char *name, size_t length) {
  char to[MOST_NAME];
  LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(call, 0));
  if (length < 4 || length >= sizeof to || !lower_begins(name + length - 4, "_rt") || !is_of_integers(from) ||
      !is_of_integers(LLVMTypeOf(call)))
    return false;
  snprintf(to, sizeof to, "%.*s", (int)length - 4, name);
  return rename_call(builder, call, name + length, to);
}

/* Before 1.5 SPIR-V has broadcasts from a constant lane alone. */
static bool shuffle_instead(LLVMBuilderRef builder, LLVMValueRef call, const char *arguments_text) {
  return !LLVMIsConstant(LLVMGetOperand(call, 1)) && LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVectorTypeKind &&
         rename_call(builder, call, arguments_text, "sub_group_shuffle");
}

/* PoCL's libraries for SPIR have the atom_ functions of 64 bits; for 32 bits they have the functions of OpenCL C 1.1,
 * which are the same instructions of SPIR-V. */
static bool rename_atom(LLVMBuilderRef builder, LLVMValueRef call, const char *name, size_t length) {
  char to[MOST_NAME];
  if (LLVMGetIntTypeWidth(LLVMTypeOf(call)) != 32 ||
      (size_t)snprintf(to, sizeof to, "atomic_%.*s", (int)length - 5, name + 5) >= sizeof to)
    return false;
  return rename_call(builder, call, name + length, to);
}

/* Coordinates of four numbers have the pixel's type. The library's function of this name then calls one that is not
 * there; this calls the one that is, which takes a private pointer, by C's convention. In newer LLVM's bitcode, which a
 * PoCL with that library cannot read, images are no pointers. */
static bool write_pixel(LLVMBuilderRef builder, LLVMValueRef call, const char *arguments_text) {
  LLVMValueRef arguments[] = {LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), LLVMGetOperand(call, 2)};
  char made[MOST_NAME];
  if (LLVMTypeOf(arguments[1]) != LLVMTypeOf(arguments[2]) ||
      LLVMGetTypeKind(LLVMTypeOf(arguments[0])) != LLVMPointerTypeKind ||
      (size_t)snprintf(made, sizeof made, "_Z16_cl_write_imagei%s", arguments_text) >= sizeof made)
    return false;
  arguments[0] = cast_pointer(builder, arguments[0], PRIVATE_SPACE);
  LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
  LLVMValueRef write = clgroup_build_call(builder, module, made, LLVMTypeOf(call), arguments, 3);
  LLVMSetFunctionCallConv(LLVMGetCalledValue(write), LLVMCCallConv);
  LLVMSetInstructionCallConv(write, LLVMCCallConv);
  return true;
}

/* Returns whether it has replaced this call by another. */
static bool replace_call(LLVMBuilderRef builder, LLVMValueRef call, bool for_pocl) {
  const char *name = clgroup_called_name(call);
  size_t length;
  const char *plain = clgroup_plain_name(name, &length);
  const struct row *row = length ? find_row(plain, length) : NULL;
  if (!row ||
      (!for_pocl && row->becomes != SPACE && row->becomes != ATOM && row->becomes != CONVERSION &&
       row->becomes != SHUFFLE) ||
      LLVMGetNumArgOperands(call) > MOST_ARGUMENTS || !LLVMIsDeclaration(LLVMGetCalledValue(call)))
    return false;
  LLVMPositionBuilderBefore(builder, call);
  switch (row->becomes) {
  case RENAMED:
    return rename_call(builder, call, plain + length, row->to);
  case BARRIER:
    clgroup_build_barrier(builder, LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call))),
                          CLGROUP_LOCAL_FENCE | CLGROUP_GLOBAL_FENCE);
    return true;
  case ATOM:
    return rename_atom(builder, call, plain, length);
  case SPACE:
    return put_in_spaces(builder, call, name, row->space, for_pocl);
  case CONVERSION:
    return convert_unrounded(builder, call, plain, length);
  case SHUFFLE:
    return !for_pocl && shuffle_instead(builder, call, plain + length);
  case IMAGE:
    return write_pixel(builder, call, plain + length);
  case OMITTED:
    break;
  }
  return true;
}

/* to_global and its relatives, for PoCL, whose compiler makes casts of them, and crashes on two calls of one (7.1). */
static bool cast_instead(LLVMBuilderRef builder, LLVMValueRef call) {
  const char *name = clgroup_called_name(call);
  if (strcmp(name, "__to_global") && strcmp(name, "__to_local") && strcmp(name, "__to_private"))
    return false;
  LLVMPositionBuilderBefore(builder, call);
  LLVMValueRef made = cast_pointer(builder, LLVMGetOperand(call, 0), LLVMGetPointerAddressSpace(LLVMTypeOf(call)));
  LLVMReplaceAllUsesWith(call, made);
  return true;
}

bool lower_name_builtins(LLVMModuleRef module, const struct facts *facts) {
  const bool for_pocl = facts->options->for_pocl;
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  bool changed = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMValueRef i = clgroup_first_instruction(f), next; i; i = next) {
      next = clgroup_next_instruction(i);
      if (!LLVMIsACallInst(i) ||
          !((for_pocl && cast_instead(builder, i)) || replace_call(builder, i, for_pocl && !facts->options->for_spirv)))
        continue;
      clgroup_drop_call(i);
      changed = true;
    }
  LLVMDisposeBuilder(builder);
  return changed;
}
