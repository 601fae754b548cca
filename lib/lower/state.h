/* What the steps of the lowering (lower.c) share, and what each of them offers to it. */
#ifndef CLGROUP_LOWER_STATE_H
#define CLGROUP_LOWER_STATE_H

#include "lower/lower.h"

#include "spirv/spirv.h"

#include <lowering.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <llvm-c/Core.h>

#define LOCAL_ADDRESS_SPACE 3
#define SPIR_FUNC 75
#define SPIR_KERNEL 76
#define PREFIX CLGROUP_NAME_PREFIX
#define TEXT(name) TEXT_(name)
#define TEXT_(name) #name

/* What the library asks (generic/scratch.h). */
enum request_kind {
#define KIND(kind, name) REQUEST_##kind,
  CLGROUP_REQUESTS(KIND) REQUEST_KINDS
#undef KIND
};
extern const char *const lower_request_names[REQUEST_KINDS];

struct function_list {
  LLVMValueRef *items;
  size_t count, capacity;
};

struct lower {
  const struct clgroup_lower_options *options;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMValueRef request_functions[REQUEST_KINDS];
  int result;                    /* what clgroup_lower returns where there is no error */
  struct function_list reaching; /* functions from which a request can be reached, the kernels among them; or, while
                                    bodies are doubled, from which one of the library's can be reached */
  bool doubles;                  /* bodies are being doubled (larger.h) */
  struct function_list single;   /* kernels that get a single barrier (single-barrier.h) */
  char *error;
};

/* ---- state.c ---- */

/* Keeps the first error, which is the one that explains the rest. Returns false for `return lower_fail(...)`. */
__attribute__((format(printf, 2, 3))) bool lower_fail(struct lower *lower, const char *text, ...);
void lower_on_diagnostic(LLVMDiagnosticInfoRef info, void *data);
bool lower_list_add(struct lower *lower, struct function_list *list, LLVMValueRef function);
bool lower_list_has(const struct function_list *list, LLVMValueRef function);
bool lower_is_kernel(LLVMValueRef function);
unsigned lower_attribute_kind(const char *name);
void lower_add_attribute(struct lower *lower, LLVMValueRef function, const char *name);
void lower_remove_attribute(LLVMValueRef function, const char *name);
bool lower_has_attribute(LLVMValueRef function, const char *name);
/* The function whose body calls `function` by this use of it, or NULL where it is no plain call: then after an error,
 * unless `function` is a kernel, which stays where it is whatever points to it (an attribute's list, say). */
LLVMValueRef lower_calling_function(struct lower *lower, LLVMValueRef function, LLVMUseRef use);
bool lower_run_passes(struct lower *lower, const char *passes);
/* Runs passes on these functions alone, for which all others are optnone while it lasts; on those that are optnone by
 * themselves too if `always`. */
bool lower_run_on(struct lower *lower, const struct function_list *functions, const char *passes, bool always);

/* ---- inputs.c ---- */

bool lower_read_inputs(struct lower *lower, const char *const *inputs, size_t count);

/* ---- library.c ---- */

LLVMModuleRef lower_read_library(struct lower *lower, const char *path);
/* A pass of one work-item over all (generic/work_group/serial). */
bool lower_is_leader(LLVMValueRef function);
/* One of generic/rank.c, and of inputs that were lowered before, by the name that it has got then. */
bool lower_is_index(LLVMValueRef function);
/* Is the library's strategy one for devices that run work-items as loops? */
bool lower_has_leaders(LLVMModuleRef library);
/* Gives the module's declarations the names that the library has for them, and tells whether it uses any. */
bool lower_match_names(struct lower *lower, LLVMModuleRef library);
void lower_inline_always(struct lower *lower, LLVMValueRef function);
/* The number of work-items that a kernel's attribute says it is launched with, or 0. */
uint64_t lower_required_size(struct lower *lower, LLVMValueRef kernel);
/* May a work-group be larger than the kernel's scratch is for? */
bool lower_may_be_larger(struct lower *lower, LLVMValueRef kernel);
/* Tells the module's own barriers from the library's, which are about to be linked. */
void lower_mark_own_barriers(struct lower *lower);
bool lower_is_own_barrier(LLVMValueRef value);
/* Links what the module uses of the library, and disposes of the rest. */
bool lower_link_library(struct lower *lower, LLVMModuleRef library);

/* ---- inline.c ---- */

bool lower_find_reaching(struct lower *lower);
/* Leaves kernels alone, where there are any: PoCL 6 cannot link functions that ask for ids. */
bool lower_inline_all(struct lower *lower, bool *changed);
/* Removes the functions that reach a request and that no kernel calls, in a module that has kernels: other compilers
 * take them, and a module that calls them gets an error from its linker. */
bool lower_drop_unreached(struct lower *lower);
bool lower_inline_into_kernels(struct lower *lower);
/* Kernels whose work-groups may be larger than their scratch is for get a second way (larger.h). */
bool lower_double_bodies(struct lower *lower);

/* ---- scratch.c ---- */

bool lower_kernel(struct lower *lower, LLVMValueRef kernel);
/* What the library leaves as functions serves this module alone. SPIR-V gets none: a leader's is no faster there, and
 * PoCL 6 cannot link one that asks for ids. */
bool lower_keep_functions(struct lower *lower);
/* Deletes the functions of the requests and the arrays of self-contained builds, which have no uses any more. */
bool lower_drop_request_functions(struct lower *lower);

/* ---- output.c ---- */

/* What the library's code makes possible once it is in the kernel: folding of its constants, of the turns in
 * straight-line code, of ids that the kernel has asked for too. Functions that did not change are kept as clang gave
 * them. */
bool lower_optimise(struct lower *lower);
/* Kernels whose barriers are not in straight line get a single one (single-barrier.h). */
bool lower_make_single_barriers(struct lower *lower);
/* In all kernels, since PoCL's own compiler would have given it those that call nothing of the library in another
 * shape. */
bool lower_hoist_queries(LLVMModuleRef module);
bool lower_write_module(struct lower *lower, const char *output, int as_text);
/* An integer of an odd width is made by some instruction, if only a trunc. */
bool lower_has_odd_integers(LLVMModuleRef module);
bool lower_copy_file(struct lower *lower, const char *from, const char *to);
bool lower_is_bitcode(const char *path);
/* llvm-spirv, 19 at least, ends where it meets such an expression. */
bool lower_is_for_second_try(struct lower *lower);

#endif
