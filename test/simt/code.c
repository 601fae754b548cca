/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites functions: in front of each access to memory it adds a call that tells the executor, and each intrinsic of
 * the GPU becomes a call of the executor. */
#include "rewrite.h"
#include "run.h"

#include <llvm-c/DebugInfo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GENERIC = 0, PRIVATE = 5, MOST_PASSED = 5 };

static const struct intrinsic {
  const char *name;
  enum simt_op op;
  enum simt_kind kind;
  int mask;
} intrinsics[] = {
#define NONE (-1)
#define SIMT_OP(operation, name, kind, mask) {name, SIMT_##operation, SIMT_KIND_##kind, mask},
#define SIMT_ALSO SIMT_OP
#include "intrinsics.inc"
};

/* The row of intrinsics.inc whose name is the longest beginning of this one, up to a dot. */
static const struct intrinsic *find_intrinsic(const char *name) {
  const struct intrinsic *best = NULL;
  size_t length = 0;
  for (unsigned i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++) {
    const size_t n = strlen(intrinsics[i].name);
    if (n > length && !strncmp(name, intrinsics[i].name, n) && (!name[n] || name[n] == '.')) {
      best = &intrinsics[i];
      length = n;
    }
  }
  return best;
}

/* Whether what follows the row's name is nothing but types: ".i32", ".f32p", ".p3". */
static bool only_types(const char *suffix) {
  while (*suffix) {
    if (suffix[0] != '.' || !strchr("ifpv", suffix[1]) || !strpbrk(suffix + 2, "0123456789"))
      return false;
    suffix += 1 + strcspn(suffix + 1, ".");
  }
  return true;
}

static LLVMMetadataRef file_of(LLVMMetadataRef location) {
  return LLVMDIScopeGetFile(LLVMDILocationGetScope(location));
}

/* "kernel.cl:12", or with the library's line too: "kernel.cl:12 (reduce.inc:30)"; without debug information the
 * function. */
static char *where(LLVMValueRef instruction) {
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
  LLVMMetadataRef at = LLVMInstructionGetDebugLoc(instruction);
  char text[400];
  size_t length;
  if (!at) {
    snprintf(text, sizeof text, "%s", LLVMGetValueName2(function, &length));
    return strdup(text);
  }
  LLVMMetadataRef outer = at, inner = at;
  while (LLVMDILocationGetInlinedAt(outer)) {
    inner = outer;
    outer = LLVMDILocationGetInlinedAt(outer);
  }
  /* With newer clangs a kernel only calls a function that has its body; the call's line is that of the kernel's name.
   */
  LLVMMetadataRef kernel = LLVMGetSubprogram(function);
  if (kernel && LLVMDILocationGetLine(outer) == LLVMDISubprogramGetLine(kernel) && file_of(inner) == file_of(outer))
    outer = inner;
  char parts[2][180];
  LLVMMetadataRef both[] = {outer, at};
  for (unsigned i = 0; i < 2; i++) {
    unsigned n = 0;
    LLVMMetadataRef file = file_of(both[i]);
    const char *name = file ? LLVMDIFileGetFilename(file, &n) : "";
    snprintf(parts[i], sizeof parts[i], "%.*s:%u", n < 150 ? (int)n : 150, name, LLVMDILocationGetLine(both[i]));
  }
  snprintf(text, sizeof text, strcmp(parts[0], parts[1]) ? "%s (%s)" : "%s", parts[0], parts[1]);
  return strdup(text);
}

unsigned simt_add_site(struct rewriting *r, LLVMValueRef instruction) {
  struct simt_module *out = r->out;
  if (out->site_count == r->site_room) {
    r->site_room = r->site_room * 2 + 256;
    out->sites = realloc(out->sites, r->site_room * sizeof *out->sites);
    if (!out->sites)
      abort();
  }
  out->sites[out->site_count] =
      (struct simt_site){.where = where(instruction), .order = r->order++, .name = "", .mask = NONE};
  return out->site_count++;
}

static LLVMValueRef call_executor(struct rewriting *r, LLVMTypeRef type, uintptr_t function, LLVMValueRef *arguments,
                                  unsigned count) {
  LLVMValueRef pointer = LLVMConstIntToPtr(LLVMConstInt(r->i64, function, 0), r->pointer);
  return LLVMBuildCall2(r->builder, type, pointer, arguments, count, "");
}

static LLVMValueRef flat(struct rewriting *r, LLVMValueRef pointer) {
  return LLVMTypeOf(pointer) == r->pointer ? pointer : LLVMBuildAddrSpaceCast(r->builder, pointer, r->pointer, "");
}

/* ---- memory ---- */

static void announce_if(struct rewriting *r, LLVMValueRef instruction, LLVMValueRef pointer, LLVMValueRef bytes,
                        LLVMValueRef condition, enum simt_access kind, enum simt_access other) {
  const unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(pointer));
  if (space == PRIVATE || (space == GENERIC && LLVMIsAAllocaInst(pointer)))
    return;
  LLVMPositionBuilderBefore(r->builder, instruction);
  LLVMValueRef what = LLVMConstInt(r->i32, kind | space << 3, 0);
  if (condition)
    what = LLVMBuildSelect(r->builder, condition, what, LLVMConstInt(r->i32, other | space << 3, 0), "");
  LLVMValueRef arguments[] = {flat(r, pointer), LLVMBuildIntCast2(r->builder, bytes, r->i64, 0, ""), what,
                              LLVMConstInt(r->i32, simt_add_site(r, instruction), 0)};
  call_executor(r, r->touch_type, (uintptr_t)simt_touch, arguments, 4);
}

static void announce(struct rewriting *r, LLVMValueRef instruction, LLVMValueRef pointer, LLVMValueRef bytes,
                     enum simt_access kind) {
  announce_if(r, instruction, pointer, bytes, NULL, kind, kind);
}

/* A compare-and-exchange that fails counts as a read. */
static void announce_exchange(struct rewriting *r, LLVMValueRef exchange) {
  LLVMValueRef pointer = LLVMGetOperand(exchange, 0), expected = LLVMGetOperand(exchange, 1);
  LLVMTypeRef type = LLVMTypeOf(expected);
  LLVMPositionBuilderBefore(r->builder, exchange);
  LLVMValueRef found = LLVMBuildLoad2(r->builder, type, pointer, "");
  announce_if(r, exchange, pointer, LLVMConstInt(r->i64, LLVMStoreSizeOfType(r->layout, type), 0),
              LLVMBuildICmp(r->builder, LLVMIntEQ, found, expected, ""), SIMT_ATOMIC, SIMT_ATOMIC_READ);
}

/* In PTX a volatile access is a relaxed atomic one, and LLVM has no other form of these. No atomic one is of a vector:
 * so the library marks loads whose values it may throw away. */
static bool is_atomic(const struct rewriting *r, LLVMValueRef access) {
  return LLVMGetOrdering(access) != LLVMAtomicOrderingNotAtomic || (!r->out->target->gfx && LLVMGetVolatile(access));
}

static void announce_type(struct rewriting *r, LLVMValueRef instruction, unsigned operand, LLVMTypeRef type,
                          enum simt_access kind) {
  if (kind != SIMT_ATOMIC && LLVMGetInstructionOpcode(instruction) != LLVMAtomicRMW && is_atomic(r, instruction))
    kind = kind == SIMT_WRITE                            ? SIMT_ATOMIC_WRITE
           : LLVMGetTypeKind(type) == LLVMVectorTypeKind ? SIMT_READ_ANY
                                                         : SIMT_ATOMIC_READ;
  announce(r, instruction, LLVMGetOperand(instruction, operand),
           LLVMConstInt(r->i64, LLVMStoreSizeOfType(r->layout, type), 0), kind);
}

/* Private variables are on the fibre's stack, whose address space is another one on this machine. */
static void move_variable(struct rewriting *r, LLVMValueRef variable) {
  LLVMTypeRef type = LLVMTypeOf(variable);
  if (type == r->pointer)
    return;
  LLVMPositionBuilderBefore(r->builder, variable);
  LLVMValueRef moved =
      LLVMBuildArrayAlloca(r->builder, LLVMGetAllocatedType(variable), LLVMGetOperand(variable, 0), "");
  LLVMSetAlignment(moved, LLVMGetAlignment(variable));
  LLVMReplaceAllUsesWith(variable, LLVMBuildAddrSpaceCast(r->builder, moved, type, ""));
  LLVMInstructionEraseFromParent(variable);
}

/* ---- intrinsics ---- */

static unsigned bits_of(struct rewriting *r, LLVMTypeRef type) {
  return (unsigned)LLVMSizeOfTypeInBits(r->layout, type);
}

/* Converts any value of up to 64 bits to an i64; below, back. */
static LLVMValueRef to_word(struct rewriting *r, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
    return LLVMBuildPtrToInt(r->builder, value, r->i64, "");
  LLVMTypeRef plain = LLVMIntTypeInContext(LLVMGetModuleContext(r->module), bits_of(r, type));
  if (type != plain)
    value = LLVMBuildBitCast(r->builder, value, plain, "");
  return LLVMBuildIntCast2(r->builder, value, r->i64, 0, "");
}

static LLVMValueRef from_word(struct rewriting *r, LLVMValueRef word, LLVMTypeRef type) {
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
    return LLVMBuildIntToPtr(r->builder, word, type, "");
  LLVMTypeRef plain = LLVMIntTypeInContext(LLVMGetModuleContext(r->module), bits_of(r, type));
  LLVMValueRef value = LLVMBuildIntCast2(r->builder, word, plain, 0, "");
  return type == plain ? value : LLVMBuildBitCast(r->builder, value, type, "");
}

static LLVMValueRef convert_result(struct rewriting *r, LLVMValueRef word, LLVMTypeRef type) {
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
    return from_word(r, word, type);
  /* A pair: a value of up to 32 bits and an i1. */
  LLVMTypeRef second = LLVMStructGetTypeAtIndex(type, 1);
  LLVMValueRef flag = LLVMBuildLShr(r->builder, word, LLVMConstInt(r->i64, 32, 0), "");
  LLVMValueRef pair = LLVMBuildInsertValue(r->builder, LLVMGetUndef(type),
                                           from_word(r, word, LLVMStructGetTypeAtIndex(type, 0)), 0, "");
  return LLVMBuildInsertValue(r->builder, pair, from_word(r, flag, second), 1, "");
}

static bool fits(struct rewriting *r, LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMVoidTypeKind:
    return true;
  case LLVMStructTypeKind:
    return LLVMCountStructElementTypes(type) == 2 && bits_of(r, LLVMStructGetTypeAtIndex(type, 0)) <= 32;
  default:
    return bits_of(r, type) <= 64;
  }
}

/* Replaces a call by one of the executor, for the intrinsic's operands. */
static void replace(struct rewriting *r, LLVMValueRef call, const struct intrinsic *row, LLVMValueRef *operands,
                    unsigned count) {
  LLVMTypeRef type = LLVMTypeOf(call);
  const unsigned index = simt_add_site(r, call);
  struct simt_site *site = &r->out->sites[index];
  LLVMValueRef passed[MOST_PASSED + 1] = {LLVMConstInt(r->i32, index, 0)};
  unsigned n = 0;
  bool good = count <= SIMT_OPERANDS && fits(r, type);
  site->name = row->name;
  site->op = row->op;
  site->kind = row->kind;
  site->mask = row->mask;
  site->operands = (unsigned char)count;
  LLVMPositionBuilderBefore(r->builder, call);
  for (unsigned i = 0; good && i < count; i++) {
    LLVMTypeRef operand = LLVMTypeOf(operands[i]);
    if (!i)
      site->bits = (unsigned char)bits_of(r, operand);
    if (LLVMIsAConstantInt(operands[i]) && bits_of(r, operand) <= 64) {
      site->fixed |= (unsigned char)(1u << i);
      site->value[i] = LLVMConstIntGetZExtValue(operands[i]);
    } else {
      good = fits(r, operand) && n < MOST_PASSED;
      if (good)
        passed[++n] = to_word(r, operands[i]);
    }
  }
  if (!good) {
    simt_refuse(r, "%s: %s has operands or a type that the executor does not know", site->where, row->name);
    return;
  }
  while (n < MOST_PASSED)
    passed[++n] = LLVMConstInt(r->i64, 0, 0);
  if (row->kind == SIMT_KIND_WARP && row->mask < 0)
    simt_give_iterations(r, call, site);
  LLVMValueRef word = call_executor(r, r->call_type, (uintptr_t)simt_call, passed, MOST_PASSED + 1);
  if (LLVMGetTypeKind(type) != LLVMVoidTypeKind)
    LLVMReplaceAllUsesWith(call, convert_result(r, word, type));
  LLVMInstructionEraseFromParent(call);
}

static void unknown(struct rewriting *r, LLVMValueRef call, const char *what) {
  char *at = where(call);
  simt_refuse(r, "%s: %s is not known to the executor: a row of test/simt/intrinsics.inc", at, what);
  free(at);
}

/* Whether it is an intrinsic of this target: another target's are refused, although intrinsics.inc has them. */
static bool is_of_target(const struct rewriting *r, const char *name) {
  return !strncmp(name, r->out->target->gfx ? "llvm.amdgcn." : "llvm.nvvm.", r->out->target->gfx ? 12 : 10);
}

static void rewrite_intrinsic(struct rewriting *r, LLVMValueRef call, const char *name) {
  const struct intrinsic *row = find_intrinsic(name);
  LLVMValueRef operands[SIMT_OPERANDS + 1];
  const unsigned count = LLVMGetNumArgOperands(call);
  if (!is_of_target(r, name) || !row || !only_types(name + strlen(row->name)) || count > SIMT_OPERANDS) {
    unknown(r, call, name);
    return;
  }
  for (unsigned i = 0; i < count; i++)
    operands[i] = LLVMGetOperand(call, i);
  replace(r, call, row, operands, count);
}

/* llvm.read_register is known for AMD's register exec alone: the mask of active lanes. */
static void rewrite_register(struct rewriting *r, LLVMValueRef call) {
  LLVMValueRef text;
  unsigned length = 0;
  char name[32] = "a register";
  LLVMGetMDNodeOperands(LLVMGetOperand(call, 0), &text);
  const char *from = LLVMGetMDString(text, &length);
  if (from && length < sizeof name)
    snprintf(name, sizeof name, "%.*s", (int)length, from);
  const struct intrinsic *row = find_intrinsic(name);
  if (!row || !r->out->target->gfx)
    unknown(r, call, name);
  else
    replace(r, call, row, NULL, 0);
}

/* Inline asm is known by its text. An empty one, which only keeps the compiler from moving code, goes. */
static void rewrite_asm(struct rewriting *r, LLVMValueRef call) {
  static const struct {
    const char *text, *intrinsic;
  } known[] = {{"asm \"activemask.b32 $0;\"", "llvm.nvvm.activemask"},
               {"asm sideeffect \"activemask.b32 $0;\"", "llvm.nvvm.activemask"}};
  char *text = LLVMPrintValueToString(LLVMGetCalledValue(call)), *at = strstr(text, "asm ");
  const unsigned count = LLVMGetNumArgOperands(call);
  const bool empty = at && (strstr(at, "asm \"\"") || strstr(at, "asm sideeffect \"\""));
  const struct intrinsic *row = NULL;
  for (unsigned i = 0; at && i < sizeof known / sizeof *known; i++)
    if (!strncmp(at, known[i].text, strlen(known[i].text)))
      row = find_intrinsic(known[i].intrinsic);
  if (row && is_of_target(r, row->name)) {
    replace(r, call, row, NULL, 0);
  } else if (empty && count <= 1 && (!count || LLVMTypeOf(LLVMGetOperand(call, 0)) == LLVMTypeOf(call))) {
    if (count)
      LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 0));
    LLVMInstructionEraseFromParent(call);
  } else {
    unknown(r, call, at ? at : "inline asm");
  }
  LLVMDisposeMessage(text);
}

static bool starts(const char *text, const char *with) {
  return !strncmp(text, with, strlen(with));
}

static void rewrite_call(struct rewriting *r, LLVMValueRef call) {
  LLVMValueRef called = LLVMGetCalledValue(call);
  size_t length;
  if (LLVMIsAInlineAsm(called)) {
    rewrite_asm(r, call);
    return;
  }
  LLVMSetInstructionCallConv(call, LLVMCCallConv);
  const char *name = LLVMIsAFunction(called) ? LLVMGetValueName2(called, &length) : "";
  if (LLVMIsAFunction(called) && !LLVMIsDeclaration(called))
    return;
  if (!strcmp(name, "llvm.amdgcn.ldexp.f32") || !strcmp(name, "llvm.amdgcn.ldexp.f64")) {
    const uintptr_t function = name[19] == '3' ? (uintptr_t)ldexpf : (uintptr_t)ldexp;
    LLVMSetOperand(call, 2, LLVMConstIntToPtr(LLVMConstInt(r->i64, function, 0), r->pointer));
  } else if (starts(name, "llvm.nvvm.") || starts(name, "llvm.amdgcn.")) {
    rewrite_intrinsic(r, call, name);
  } else if (starts(name, "llvm.read_register.") || starts(name, "llvm.read_volatile_register.")) {
    rewrite_register(r, call);
  } else if (starts(name, "llvm.canonicalize.")) {
    LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 0)); /* changes only NaNs; this machine has no such instruction */
    LLVMInstructionEraseFromParent(call);
  } else if (starts(name, "llvm.lifetime.")) {
    LLVMInstructionEraseFromParent(call);
  } else if (starts(name, "llvm.memcpy.") || starts(name, "llvm.memmove.")) {
    announce(r, call, LLVMGetOperand(call, 1), LLVMGetOperand(call, 2), SIMT_READ);
    announce(r, call, LLVMGetOperand(call, 0), LLVMGetOperand(call, 2), SIMT_WRITE);
  } else if (starts(name, "llvm.memset.")) {
    announce(r, call, LLVMGetOperand(call, 0), LLVMGetOperand(call, 2), SIMT_WRITE);
  } else if (starts(name, "llvm.masked.") || starts(name, "llvm.prefetch") || !starts(name, "llvm.")) {
    unknown(r, call, *name ? name : "a call through a pointer");
  }
  /* LLVM lowers the other intrinsics for this machine. */
}

/* ---- fences ---- */

/* The memory that a fence orders: all, or what its metadata !mmra names, which is a tag or a list of tags. */
static unsigned fence_memory(struct rewriting *r, LLVMValueRef fence) {
  LLVMValueRef node = LLVMGetMetadata(fence, LLVMGetMDKindIDInContext(LLVMGetModuleContext(r->module), "mmra", 4));
  LLVMValueRef tags[8], parts[2];
  unsigned count, memory = 0, length;
  if (!node)
    return SIMT_FENCE_LOCAL | SIMT_FENCE_GLOBAL;
  count = LLVMGetMDNodeNumOperands(node);
  if (count > sizeof tags / sizeof *tags)
    return 0;
  LLVMGetMDNodeOperands(node, tags);
  if (LLVMIsAMDString(tags[0])) {
    tags[0] = node;
    count = 1;
  }
  for (unsigned i = 0; i < count; i++) {
    LLVMGetMDNodeOperands(tags[i], parts);
    const char *space = LLVMGetMDString(parts[1], &length);
    memory |= !strncmp(space, "local", 5) ? SIMT_FENCE_LOCAL : !strncmp(space, "global", 6) ? SIMT_FENCE_GLOBAL : 0;
  }
  return memory;
}

/* Fences for a wave or less only concern the compiler. Fences of a scope with "one-as" order each address space by
 * itself, and so say nothing of local memory, whose accesses are in order anyway. */
static void rewrite_fence(struct rewriting *r, LLVMValueRef fence) {
  char *text = LLVMPrintValueToString(fence);
  unsigned what = fence_memory(r, fence);
  if (strstr(text, "one-as\")"))
    what &= ~(unsigned)SIMT_FENCE_LOCAL;
  /* From the text: LLVM 15's LLVMGetOrdering is not for fences. */
  if (!strstr(text, " acquire"))
    what |= SIMT_FENCE_RELEASE;
  if (!strstr(text, " release"))
    what |= SIMT_FENCE_ACQUIRE;
  /* It is for the whole device (LLVM's "agent"), unless it names a smaller scope. */
  if (!strstr(text, "\"workgroup"))
    what |= SIMT_FENCE_DEVICE;
  if (!strstr(text, "\"wavefront") && !strstr(text, "\"singlethread")) {
    LLVMValueRef argument = LLVMConstInt(r->i32, what, 0);
    LLVMPositionBuilderBefore(r->builder, fence);
    call_executor(r, LLVMFunctionType(r->nothing, &r->i32, 1, 0), (uintptr_t)simt_fence, &argument, 1);
  }
  LLVMDisposeMessage(text);
}

static void rewrite_instruction(struct rewriting *r, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad:
    announce_type(r, i, 0, LLVMTypeOf(i), SIMT_READ);
    break;
  case LLVMStore:
    announce_type(r, i, 1, LLVMTypeOf(LLVMGetOperand(i, 0)), SIMT_WRITE);
    break;
  case LLVMAtomicRMW:
    announce_type(r, i, 0, LLVMTypeOf(i), SIMT_ATOMIC);
    break;
  case LLVMAtomicCmpXchg:
    announce_exchange(r, i);
    break;
  case LLVMFence:
    rewrite_fence(r, i);
    break;
  case LLVMAlloca:
    move_variable(r, i);
    break;
  case LLVMCall:
    rewrite_call(r, i);
    break;
  default:
    break;
  }
}

void simt_rewrite_function(struct rewriting *r, LLVMValueRef function) {
  struct simt_order *order = &r->order_of_blocks;
  *order = simt_order_blocks(function);
  r->counters = malloc((order->loop_count + 1) * sizeof(LLVMValueRef));
  if (!r->counters)
    abort();
  simt_count_loops(r, function);
  for (unsigned b = 0; b < order->count; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(order->blocks[b]), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      rewrite_instruction(r, i);
    }
  r->first_loop += order->loop_count;
  free(r->counters);
  simt_order_free(order);
}
