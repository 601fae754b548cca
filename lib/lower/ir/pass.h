/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What passes share (pipeline/lower.c): what they are given beside the module, and the module's errors and marks.
 *
 * A pass that fails calls lower_fail(), and no other pass runs behind it. The first error, which explains the rest,
 * stands with the context, to which LLVM's own errors go too. */
#ifndef CLGROUP_LOWER_PASS_H
#define CLGROUP_LOWER_PASS_H

#include "lower/ir/calls.h"
#include "lower/ir/memory.h"
#include "lower/ir/plan.h"

#include "clgroup/clgroup.h"

#include <lowering.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm/Config/llvm-config.h>

/* instcombine, as a text of passes names it. From LLVM 18 on it would end the program if one run of it does not reach a
 * fixpoint. */
#if LLVM_VERSION_MAJOR >= 18
#define LOWER_INSTCOMBINE "instcombine<no-verify-fixpoint>"
#else
#define LOWER_INSTCOMBINE "instcombine"
#endif

/* SPIR's numbers of address spaces. */
enum { PRIVATE_SPACE, GLOBAL_SPACE, CONSTANT_SPACE, LOCAL_SPACE, GENERIC_SPACE, SPACES };

#define PREFIX CLGROUP_NAME_PREFIX
#define TEXT(name) TEXT_(name)
#define TEXT_(name) #name

/* The library's requests (generic/scratch.h). */
enum request_kind {
#define KIND(kind, name) REQUEST_##kind,
  CLGROUP_REQUESTS(KIND) REQUEST_KINDS
#undef KIND
};

/* The device library's modules, until they are linked. */
struct libraries {
  LLVMModuleRef usual, other; /* other: of the strategy's exceptions, or NULL */
};

/* What passes are given: none changes it. */
struct facts {
  const struct clgroup_llvm_options *options;
  const struct lower_plan *plan; /* what follows from the options */
  const char *const *inputs;     /* paths */
  size_t input_count;
  const char *output;
  struct libraries libraries;
  bool has_leaders; /* the library is made by a strategy for devices that run work-items as loops */
};

/* The table's functions. */
#define MODULE (LLVMModuleRef module)
#define FACTS (LLVMModuleRef module, const struct facts *facts)
#define PASS(name, needs, without, finds, takes, function) bool function takes;
#include "lower/passes.inc"
#undef MODULE
#undef FACTS

/* ---- errors ---- */

struct failure {
  char *text;     /* one line; NULL: nothing has failed */
  bool too_large; /* a kernel needs more local memory than there is */
  int other_form; /* CLGROUP_LLVM_NOT_SPIRV or _POCL: the module has to be written otherwise */
};

/* The context's handler of diagnostics, which has a struct failure as its data. */
void lower_on_diagnostic(LLVMDiagnosticInfoRef info, void *failure);
struct failure *lower_failure(LLVMContextRef context);
/* The error, for free(), which is then none; NULL: there is none. */
char *lower_take_error(LLVMContextRef context);
/* Returns false for `return lower_fail(...)`. */
__attribute__((format(printf, 2, 3))) bool lower_fail_in(LLVMContextRef context, const char *text, ...);
#define lower_fail(module, ...) lower_fail_in(LLVMGetModuleContext(module), __VA_ARGS__)
bool lower_failed(LLVMModuleRef module);

bool lower_has_debug_info(LLVMModuleRef module);

/* ---- marks: attributes of functions that one pass sets and others read; none is written ---- */

#define LOWER_REACHING                                                                                                 \
  "clgroup-reaching"                  /* find-reaching: a request, or one of the library's functions, is reached       \
                                       */
#define LOWER_SINGLE "clgroup-single" /* place-scratch, list-branching: the kernel gets a single barrier */
#define LOWER_LOOPED "clgroup-looped" /* single-barriers: it gets barriers around its regular loops instead */
#define LOWER_WARNED "clgroup-warned" /* end-divergence: the kernel was warned of */
#define LOWER_RUN_ON "clgroup-run-on" /* of one pass alone, for lower_run_on() */
void lower_mark(LLVMValueRef function, const char *mark);
void lower_unmark(LLVMValueRef function, const char *mark);
bool lower_has_mark(LLVMValueRef function, const char *mark);
/* The module's first function with that mark, and the next one; NULL: there is none. */
LLVMValueRef lower_first(LLVMModuleRef module, const char *mark);
LLVMValueRef lower_next(LLVMValueRef function, const char *mark);
void lower_drop_marks(LLVMModuleRef module, const char *mark);

/* ---- functions ---- */

static inline const char *lower_name(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

static inline bool lower_begins(const char *text, const char *with) {
  return !strncmp(text, with, strlen(with));
}

/* The name of a kernel, of whose body clang 21 and newer make a function with this in front of its name. */
#define LOWER_KERNEL_BODY "__clang_ocl_kern_imp_"
static inline const char *lower_kernel_name(LLVMValueRef body) {
  const char *name = lower_name(body);
  return lower_begins(name, LOWER_KERNEL_BODY) ? name + sizeof LOWER_KERNEL_BODY - 1 : name;
}

/* The function by which the library makes such requests; NULL: there are none. */
LLVMValueRef lower_request(LLVMModuleRef module, enum request_kind kind);
const char *lower_request_name(enum request_kind kind);
/* Of a list that ends with NULL. */
bool lower_begins_with_one_of(const char *name, const char *const *prefixes);
bool lower_is_for_nvidia(LLVMModuleRef module);
/* For free(). */
__attribute__((format(printf, 1, 2))) char *lower_text(const char *format, ...);
/* "KERNEL.REST", for free(). PoCL 3 allocates a local variable per work-group only if it has such a name, of the kernel
 * that uses it. */
char *lower_name_in(LLVMValueRef kernel, const char *rest);
unsigned lower_attribute_kind(const char *name);
/* The attribute of a function that neither reads nor writes memory; its value is 0. */
#define LOWER_PURE (LLVM_VERSION_MAJOR >= 16 ? "memory" : "readnone")
LLVMAttributeRef lower_attribute(LLVMContextRef context, const char *name);
void lower_add_attribute(LLVMValueRef function, const char *name);
void lower_remove_attribute(LLVMValueRef function, const char *name);
/* Of all functions and calls, their results and arguments. */
void lower_drop_attribute(LLVMModuleRef module, const char *name);
bool lower_has_attribute(LLVMValueRef function, const char *name);
/* Is the function called? */
bool lower_is_called(LLVMValueRef function);
/* Replaces a value by a number, and removes the instruction. */
void lower_answer(LLVMValueRef call, uint64_t value);

/* ---- LLVM's passes ---- */

void lower_run_passes(LLVMModuleRef module, const char *passes);
/* Runs passes on functions with that mark only: all others are optnone meanwhile. Functions that are optnone themselves
 * are included if `always`. */
void lower_run_on(LLVMModuleRef module, const char *mark, const char *passes, bool always);

#endif
