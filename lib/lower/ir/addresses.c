/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "lower/ir/addresses.h"

#include "lower/ir/calls.h"

#include "targets/targets.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

/* The scratch variables of managed and of self-contained builds. */
static bool is_scratch(LLVMValueRef value) {
  static const char managed[] = ".clgroup.scratch", contained[] = "__clgroup_scratch_", few[] = "__clgroup_few";
  size_t length;
  if (!LLVMIsAGlobalVariable(value))
    return false;
  const char *name = LLVMGetValueName2(value, &length);
  return strstr(name, managed) || !strncmp(name, contained, sizeof contained - 1) ||
         !strncmp(name, few, sizeof few - 1);
}

static bool is_opcode(LLVMValueRef value, LLVMOpcode opcode) {
  return LLVMIsAConstantExpr(value) ? LLVMGetConstOpcode(value) == opcode
                                    : LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == opcode;
}

/* Is it an address at a constant number of bytes after another? */
static bool is_bytes_behind(LLVMModuleRef module, LLVMValueRef value, int64_t *bytes) {
  if (!is_opcode(value, LLVMGetElementPtr))
    return false;
  LLVMTypeRef element = LLVMGetGEPSourceElementType(value);
  const int last = LLVMGetNumOperands(value) - 1;
  for (int i = 1; i <= last; i++)
    if (!LLVMIsAConstantInt(LLVMGetOperand(value, (unsigned)i)))
      return false;
  if (last == 2 && LLVMGetTypeKind(element) == LLVMArrayTypeKind && LLVMIsNull(LLVMGetOperand(value, 1)))
    element = LLVMGetElementType(element);
  else if (last != 1)
    return false;
  *bytes = LLVMConstIntGetSExtValue(LLVMGetOperand(value, (unsigned)last)) *
           (int64_t)LLVMABISizeOfType(LLVMGetModuleDataLayout(module), element);
  return true;
}

/* The scratch variable that this is an address of, at a constant number of bytes, which are added to *bytes; NULL: it
 * is not such an address. */
static LLVMValueRef find_scratch(LLVMModuleRef module, LLVMValueRef value, int64_t *bytes) {
  for (int64_t more; !is_scratch(value); value = LLVMGetOperand(value, 0)) {
    if (is_bytes_behind(module, value, &more))
      *bytes += more;
    else if (!is_opcode(value, LLVMBitCast))
      return NULL;
  }
  return value;
}

/* Is it a parameter for scratch memory of one of the functions of chunks? */
static bool is_scratch_parameter(LLVMValueRef value) {
  size_t length;
  return LLVMIsAArgument(value) && strstr(LLVMGetValueName2(LLVMGetParamParent(value), &length), "clgroup_chunks_") &&
         LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

bool clgroup_is_in_scratch(LLVMValueRef value) {
  for (unsigned steps = 0; !is_scratch(value) && !is_scratch_parameter(value); ++steps) {
    if (steps == CLGROUP_MOST_STEPS || (!is_opcode(value, LLVMBitCast) && !is_opcode(value, LLVMGetElementPtr)))
      return false;
    value = LLVMGetOperand(value, 0);
  }
  return true;
}

unsigned clgroup_address_bits(LLVMModuleRef module) {
  const char *triple = LLVMGetTarget(module);
  const size_t length = strcspn(triple, "-") + 1; /* of the architecture's name and its terminator */
  for (size_t i = 0; i < sizeof clgroup_targets / sizeof *clgroup_targets; i++)
    if (!strncmp(triple, clgroup_targets[i].triple, length))
      return clgroup_targets[i].pointer_bits;
  return 8 * LLVMPointerSize(LLVMGetModuleDataLayout(module));
}

/* An index, as wide as an address: on spirv32 64-bit integers would need a capability. */
static LLVMValueRef make_index(LLVMContextRef context, LLVMModuleRef module, int64_t value) {
  LLVMTypeRef type = LLVMIntTypeInContext(context, clgroup_address_bits(module));
  return LLVMConstInt(type, (uint64_t)value, /* signed */ 1);
}

static unsigned least_access(LLVMModuleRef module, LLVMValueRef address);

/* How many bytes `user` loads or stores at the address that is its operand, or behind it; 8 if more, or unknown. */
static unsigned access_of(LLVMModuleRef module, LLVMValueRef user, unsigned operand) {
  LLVMTypeRef type;
  if (is_opcode(user, LLVMLoad))
    type = LLVMTypeOf(user);
  else if (is_opcode(user, LLVMStore))
    type = LLVMTypeOf(LLVMGetOperand(user, 0));
  else if (is_opcode(user, LLVMGetElementPtr))
    type = LLVMGetGEPSourceElementType(user);
  else if (is_opcode(user, LLVMBitCast))
    return least_access(module, user);
  else if (is_opcode(user, LLVMCall) && LLVMIsAFunction(LLVMGetCalledValue(user)) &&
           operand < LLVMCountParams(LLVMGetCalledValue(user)))
    return least_access(module, LLVMGetParam(LLVMGetCalledValue(user), operand));
  else
    return 8;
  const uint64_t bytes = LLVMABISizeOfType(LLVMGetModuleDataLayout(module), type);
  if (bytes == 1 && is_opcode(user, LLVMGetElementPtr))
    return least_access(module, user);
  return bytes < 8 ? (unsigned)(bytes & -bytes) : 8; /* a power of two */
}

static unsigned least_access(LLVMModuleRef module, LLVMValueRef address) {
  unsigned least = 8;
  for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    unsigned operand = 0;
    while (LLVMGetOperand(user, operand) != address)
      operand++;
    const unsigned bytes = access_of(module, user, operand);
    least = bytes < least ? bytes : least;
  }
  return least;
}

/* The widest integer whose size divides this number of bytes and `most`, the bytes of the access (a power of two up to
 * 8). */
static unsigned widest(int64_t bytes, unsigned most) {
  unsigned width = most;
  while (bytes % width)
    width /= 2;
  return width;
}

/* The same address or its replacement, for an access of `most` bytes. */
static LLVMValueRef by_elements(LLVMContextRef context, LLVMModuleRef module, LLVMValueRef address, unsigned most) {
  int64_t bytes = 0;
  if (!LLVMIsAConstantExpr(address) || LLVMGetTypeKind(LLVMTypeOf(address)) != LLVMPointerTypeKind)
    return address;
  LLVMTypeRef type = LLVMTypeOf(address);
  LLVMValueRef scratch = find_scratch(module, address, &bytes);
  if (scratch) {
    if (bytes <= 0)
      return address;
    const unsigned width = widest(bytes, most);
    LLVMTypeRef element = LLVMIntTypeInContext(context, 8 * width);
    LLVMValueRef at = make_index(context, module, bytes / (int64_t)width);
    scratch = LLVMConstPointerCast(scratch, LLVMPointerType(element, LLVMGetPointerAddressSpace(LLVMTypeOf(scratch))));
    return LLVMConstPointerCast(LLVMConstInBoundsGEP2(element, scratch, &at, 1), type);
  }
  const bool is_cast = is_opcode(address, LLVMBitCast);
  if (!is_cast && (!is_opcode(address, LLVMGetElementPtr) || LLVMGetNumOperands(address) != 2))
    return address;
  LLVMValueRef from = LLVMGetOperand(address, 0), made = by_elements(context, module, from, most);
  if (made == from)
    return address;
  LLVMValueRef index = LLVMGetOperand(address, 1 - is_cast);
  return LLVMConstPointerCast(is_cast ? made : LLVMConstGEP2(LLVMGetGEPSourceElementType(address), made, &index, 1),
                              type);
}

static void rewrite_address(LLVMContextRef context, LLVMModuleRef module, LLVMBuilderRef builder,
                            LLVMValueRef address) {
  int64_t bytes;
  if (!is_bytes_behind(module, address, &bytes) || !clgroup_is_in_scratch(LLVMGetOperand(address, 0)))
    return;
  const unsigned width = widest(bytes, least_access(module, address));
  LLVMTypeRef element = LLVMIntTypeInContext(context, 8 * width), type = LLVMTypeOf(address);
  if (width == 1 || LLVMGetGEPSourceElementType(address) == element)
    return;
  LLVMPositionBuilderBefore(builder, address);
  LLVMValueRef base = LLVMBuildPointerCast(builder, LLVMGetOperand(address, 0),
                                           LLVMPointerType(element, LLVMGetPointerAddressSpace(type)), "");
  LLVMValueRef at = make_index(context, module, bytes / (int64_t)width);
  LLVMValueRef made =
      LLVMBuildPointerCast(builder, LLVMBuildInBoundsGEP2(builder, element, base, &at, 1, ""), type, "");
  clgroup_replace(address, made);
}

bool clgroup_address_elements(LLVMModuleRef module) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMValueRef i = clgroup_first_instruction(f), next; i; i = next) {
      next = clgroup_next_instruction(i);
      for (int o = 0; o < LLVMGetNumOperands(i); ++o) {
        LLVMValueRef old = LLVMGetOperand(i, (unsigned)o);
        if (!LLVMIsAConstantExpr(old) || !clgroup_is_in_scratch(old))
          continue; /* access_of() follows calls, and the program's functions may be recursive */
        LLVMValueRef made = by_elements(context, module, old, access_of(module, i, (unsigned)o));
        if (made != old)
          LLVMSetOperand(i, (unsigned)o, made);
      }
      rewrite_address(context, module, builder, i);
    }
  LLVMDisposeBuilder(builder);
  return false;
}
