/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites kernels and local memory. */
#include "rewrite.h"

#include "run.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void simt_refuse(struct rewriting *r, const char *format, ...) {
  char text[1000];
  va_list a;
  va_start(a, format);
  vsnprintf(text, sizeof text, format, a);
  va_end(a);
  if (!r->error)
    r->error = strdup(text);
}

static const char *name_of(LLVMValueRef value) {
  size_t size;
  return LLVMGetValueName2(value, &size);
}

bool simt_is_kernel(LLVMValueRef function) {
  enum { PTX_KERNEL = 71, SPIR_KERNEL = 76, AMDGPU_KERNEL = 91 };
  const unsigned convention = LLVMGetFunctionCallConv(function);
  return convention == PTX_KERNEL || convention == SPIR_KERNEL || convention == AMDGPU_KERNEL;
}

/* Whether the attribute is part of passing a struct by value to a function that others call. It must stay, since the
 * calls have it too. */
static bool says_by_value(LLVMValueRef function, LLVMAttributeIndex at, LLVMAttributeRef a) {
  const unsigned by_value = LLVMGetEnumAttributeKindForName("byval", 5), kind = LLVMGetEnumAttributeKind(a);
  return LLVMGetEnumAttributeAtIndex(function, at, by_value) &&
         (kind == by_value || kind == LLVMGetEnumAttributeKindForName("align", 5));
}

void simt_drop_attributes(LLVMValueRef function, bool is_kernel) {
  const unsigned parameters = LLVMCountParams(function);
  for (unsigned i = 0; i <= parameters + 1; i++) {
    const LLVMAttributeIndex at = i > parameters ? (LLVMAttributeIndex)LLVMAttributeFunctionIndex : i;
    const unsigned count = LLVMGetAttributeCountAtIndex(function, at);
    LLVMAttributeRef *all = malloc((count + 1) * sizeof *all);
    LLVMGetAttributesAtIndex(function, at, all);
    for (unsigned k = 0; k < count; k++)
      if (LLVMIsStringAttribute(all[k])) {
        unsigned length;
        const char *text = LLVMGetStringAttributeKind(all[k], &length);
        LLVMRemoveStringAttributeAtIndex(function, at, text, length);
      } else if ((LLVMIsEnumAttribute(all[k]) || LLVMIsTypeAttribute(all[k])) &&
                 (is_kernel || !says_by_value(function, at, all[k]))) {
        LLVMRemoveEnumAttributeAtIndex(function, at, LLVMGetEnumAttributeKind(all[k]));
      }
    free(all);
  }
}

/* Variables in local memory become addresses in the arena, with room between them that nothing may touch. */
void simt_place_locals(struct rewriting *r) {
  enum { LOCAL = 3, FIRST = 4096, ROOM = 64, MOST_ALIGNED = 128 };
  struct simt_module *out = r->out;
  LLVMValueRef launch_memory = NULL;
  size_t at = FIRST;
  for (LLVMValueRef g = LLVMGetFirstGlobal(r->module), next; g; g = next) {
    next = LLVMGetNextGlobal(g);
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(g)) != LOCAL)
      continue;
    if (LLVMIsDeclaration(g)) {
      launch_memory = g;
      continue;
    }
    LLVMTypeRef type = LLVMGlobalGetValueType(g);
    size_t align = LLVMGetAlignment(g), bytes = LLVMStoreSizeOfType(r->layout, type);
    const size_t least = LLVMABIAlignmentOfType(r->layout, type);
    align = align < least ? least : align;
    at = (at + align - 1) / align * align;
    out->locals = realloc(out->locals, (out->local_count + 1) * sizeof *out->locals);
    out->locals[out->local_count++] = (struct simt_local){strdup(name_of(g)), at, bytes};
    LLVMValueRef address = LLVMConstInt(r->i64, (uintptr_t)simt_arena() + at, 0);
    LLVMReplaceAllUsesWith(g, LLVMConstIntToPtr(address, LLVMTypeOf(g)));
    LLVMDeleteGlobal(g);
    at += bytes + ROOM;
  }
  out->local_end = (at + MOST_ALIGNED - 1) / MOST_ALIGNED * MOST_ALIGNED;
  out->takes_offsets = launch_memory;
  if (launch_memory) {
    LLVMValueRef address = LLVMConstInt(r->i64, (uintptr_t)simt_arena() + out->local_end, 0);
    LLVMReplaceAllUsesWith(launch_memory, LLVMConstIntToPtr(address, LLVMTypeOf(launch_memory)));
    LLVMDeleteGlobal(launch_memory);
  }
  if (out->local_end > SIMT_ARENA)
    simt_refuse(r, "all kernels' local variables have %zu bytes, more than the executor has", at);
}

/* reqd_work_group_size of a kernel. */
static void read_required(LLVMValueRef function, unsigned required[3]) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
  const unsigned kind = LLVMGetMDKindIDInContext(context, "reqd_work_group_size", 20);
  size_t count;
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(function, &count);
  for (unsigned i = 0; i < count; i++) {
    if (LLVMValueMetadataEntriesGetKind(all, i) != kind)
      continue;
    LLVMValueRef node = LLVMMetadataAsValue(context, LLVMValueMetadataEntriesGetMetadata(all, i)), parts[3];
    if (LLVMGetMDNodeNumOperands(node) != 3)
      continue;
    LLVMGetMDNodeOperands(node, parts);
    for (unsigned d = 0; d < 3; d++)
      required[d] = (unsigned)LLVMConstIntGetZExtValue(parts[d]);
  }
  LLVMDisposeValueMetadataEntries(all);
}

/* A function's attribute; "" where it has none. */
static const char *attribute(LLVMValueRef function, const char *name) {
  unsigned length;
  LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, name,
                                                     (unsigned)strlen(name));
  return a ? LLVMGetStringAttributeValue(a, &length) : "";
}

/* The largest work-group that AMD's code allows: 256, if the attribute is "1,256". */
static unsigned read_most(LLVMValueRef function) {
  const char *comma = strchr(attribute(function, "amdgpu-flat-work-group-size"), ',');
  const unsigned most = comma ? (unsigned)strtoul(comma + 1, NULL, 10) : SIMT_MAX_ITEMS;
  return most < SIMT_MAX_ITEMS ? most : SIMT_MAX_ITEMS;
}

/* Parameters that are passed in memory: the argument is what the pointer points to. */
static LLVMTypeRef passed_in_memory(LLVMValueRef function, unsigned parameter) {
  const char *const names[] = {"byval", "byref"};
  for (unsigned i = 0; i < 2; i++) {
    const unsigned kind = LLVMGetEnumAttributeKindForName(names[i], 5);
    LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(function, parameter + 1, kind);
    if (a)
      return LLVMGetTypeAttributeValue(a);
  }
  return NULL;
}

void simt_wrapper(char *name, size_t size, unsigned kernel) {
  snprintf(name, size, "simt.kernel.%u", kernel);
}

/* void simt.kernel.N(void **arguments) */
static void add_wrapper(struct rewriting *r, LLVMValueRef kernel, unsigned number, const bool *in_memory) {
  const unsigned count = LLVMCountParams(kernel);
  LLVMValueRef arguments[SIMT_MAX_ARGUMENTS];
  char name[64];
  simt_wrapper(name, sizeof name, number);
  LLVMValueRef wrapper = LLVMAddFunction(r->module, name, LLVMFunctionType(r->nothing, &r->pointer, 1, 0));
  LLVMContextRef context = LLVMGetModuleContext(r->module);
  LLVMPositionBuilderAtEnd(r->builder, LLVMAppendBasicBlockInContext(context, wrapper, ""));
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef index = LLVMConstInt(r->i64, i, 0), at = LLVMGetParam(wrapper, 0);
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(kernel, i));
    at = LLVMBuildGEP2(r->builder, r->pointer, at, &index, 1, "");
    at = LLVMBuildLoad2(r->builder, r->pointer, at, "");
    if (!in_memory[i])
      arguments[i] = LLVMBuildLoad2(r->builder, type, at, "");
    else
      arguments[i] = type == r->pointer ? at : LLVMBuildAddrSpaceCast(r->builder, at, type, "");
  }
  LLVMBuildCall2(r->builder, LLVMGlobalGetValueType(kernel), kernel, arguments, count, "");
  LLVMBuildRetVoid(r->builder);
}

static void add_kernel(struct rewriting *r, LLVMValueRef function) {
  struct simt_module *out = r->out;
  out->kernels = realloc(out->kernels, (out->kernel_count + 1) * sizeof *out->kernels);
  struct simt_kernel *k = &out->kernels[out->kernel_count];
  *k = (struct simt_kernel){.name = strdup(name_of(function)), .count = LLVMCountParams(function)};
  bool in_memory[SIMT_MAX_ARGUMENTS] = {false};
  if (k->count > SIMT_MAX_ARGUMENTS) {
    simt_refuse(r, "kernel %s has more than %d arguments", k->name, SIMT_MAX_ARGUMENTS);
    k->count = 0;
  }
  read_required(function, k->required);
  k->most = read_most(function);
  k->uniform = !out->target->gfx || !strcmp(attribute(function, "uniform-work-group-size"), "true");
  for (unsigned i = 0; i < k->count; i++) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(function, i)), memory = passed_in_memory(function, i);
    k->arguments[i].kind = SIMT_VALUE;
    k->arguments[i].bytes = LLVMABISizeOfType(r->layout, memory ? memory : type);
    in_memory[i] = memory;
    if (!memory && LLVMGetTypeKind(type) == LLVMPointerTypeKind)
      k->arguments[i].kind = LLVMGetPointerAddressSpace(type) == 3 ? SIMT_LOCAL : SIMT_BUFFER;
  }
  if (!r->error)
    add_wrapper(r, function, out->kernel_count, in_memory);
  out->kernel_count++;
}

void simt_add_kernels(struct rewriting *r) {
  LLVMValueRef last = LLVMGetLastFunction(r->module);
  for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f)) {
    if (!LLVMIsDeclaration(f)) {
      const bool is_kernel = simt_is_kernel(f);
      if (is_kernel)
        add_kernel(r, f);
      LLVMSetLinkage(f, LLVMInternalLinkage);
      LLVMSetVisibility(f, LLVMDefaultVisibility);
      LLVMSetFunctionCallConv(f, LLVMCCallConv);
      simt_drop_attributes(f, is_kernel);
    }
    if (f == last) /* the wrappers follow */
      break;
  }
}

/* Removes the lists of what LLVM must keep: what a kernel uses is kept anyway. */
static void forget_used(struct rewriting *r) {
  const char *const names[] = {"llvm.used", "llvm.compiler.used"};
  for (unsigned i = 0; i < 2; i++) {
    LLVMValueRef list = LLVMGetNamedGlobal(r->module, names[i]);
    if (list)
      LLVMDeleteGlobal(list);
  }
}

bool simt_rewrite(struct rewriting *r) {
  LLVMContextRef context = LLVMGetModuleContext(r->module);
  r->pointer = LLVMPointerTypeInContext(context, 0);
  r->i32 = LLVMInt32TypeInContext(context);
  r->i64 = LLVMInt64TypeInContext(context);
  r->nothing = LLVMVoidTypeInContext(context);
  r->builder = LLVMCreateBuilderInContext(context);
  LLVMTypeRef touch[] = {r->pointer, r->i64, r->i32, r->i32};
  r->touch_type = LLVMFunctionType(r->nothing, touch, 4, 0);
  LLVMTypeRef call[] = {r->i32, r->i64, r->i64, r->i64, r->i64, r->i64};
  r->call_type = LLVMFunctionType(r->i64, call, 6, 0);
  forget_used(r);
  simt_place_locals(r);
  for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f))
      simt_rewrite_function(r, f);
  if (!r->error)
    simt_add_kernels(r);
  LLVMDisposeBuilder(r->builder);
  return !r->error;
}
