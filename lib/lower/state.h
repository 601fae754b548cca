/* The state that the steps of the lowering (lower.c) share, and the functions of each step. */
#ifndef CLGROUP_LOWER_STATE_H
#define CLGROUP_LOWER_STATE_H

#include "lower/calls.h"
#include "lower/plan.h"

#include "clgroup/clgroup.h"

#include <lowering.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <llvm-c/Core.h>
#include <llvm/Config/llvm-config.h>

/* instcombine, as a text of passes names it. From LLVM 18 on it would end the program where one run of it does not do
 * all. */
#if LLVM_VERSION_MAJOR >= 18
#define LOWER_INSTCOMBINE "instcombine<no-verify-fixpoint>"
#else
#define LOWER_INSTCOMBINE "instcombine"
#endif

#define LOCAL_ADDRESS_SPACE 3
#define PREFIX CLGROUP_NAME_PREFIX
#define TEXT(name) TEXT_(name)
#define TEXT_(name) #name

/* The library's requests (generic/scratch.h). */
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
  const struct clgroup_llvm_options *options;
  struct lower_plan *plan; /* what follows from them */
  LLVMContextRef context;
  LLVMModuleRef module;
  bool cpp;        /* an input was C++: make accesses by generic pointers accesses by others (spaces.h) */
  bool retargeted; /* an input was SPIR-V, and the target is a GPU */
  LLVMValueRef request_functions[REQUEST_KINDS];
  int result;                    /* 0 or CLGROUP_LLVM_NOT_SPIRV, if there is no error */
  struct function_list reaching; /* functions from which a request can be reached, the kernels among them; or, while
                                    bodies are doubled, from which one of the library's can be reached */
  bool doubles;                  /* bodies are being doubled (larger.h) */
  struct function_list ranks;    /* variables of kernels with a second body (larger.h) */
  struct function_list single;   /* kernels that get a single barrier (single-barrier.h) */
  struct function_list looped;   /* kernels that get barriers around their regular loops (loop-barriers.h) */
  bool shrunk;                   /* scratch is for fewer work-items than would be best, even than are required */
  bool too_large;                /* a kernel needs more local memory than there is */
  char *error;
};

/* ---- state.c ---- */

/* Keeps the first error, which is the one that explains the rest. Returns false for `return lower_fail(...)`. */
__attribute__((format(printf, 2, 3))) bool lower_fail(struct lower *lower, const char *text, ...);
void lower_on_diagnostic(LLVMDiagnosticInfoRef info, void *data);
bool lower_is_for_nvidia(const struct lower *lower);
bool lower_list_add(struct lower *lower, struct function_list *list, LLVMValueRef function);
bool lower_list_has(const struct function_list *list, LLVMValueRef function);
/* "KERNEL.REST", for free(); NULL when out of memory. PoCL 3 allocates a local variable per work-group only if it has
 * such a name, of the kernel that uses it. */
char *lower_name_in(LLVMValueRef kernel, const char *rest);
unsigned lower_attribute_kind(const char *name);
/* The attribute of what neither reads nor writes memory; its value is 0. */
#define LOWER_PURE (LLVM_VERSION_MAJOR >= 16 ? "memory" : "readnone")
LLVMAttributeRef lower_attribute(struct lower *lower, const char *name);
void lower_add_attribute(struct lower *lower, LLVMValueRef function, const char *name);
void lower_remove_attribute(LLVMValueRef function, const char *name);
bool lower_has_attribute(LLVMValueRef function, const char *name);
/* The function whose body calls `function` by this use of it, or NULL if the use is not a direct call: that is an
 * error, unless `function` is a kernel, to which other things may refer (the list of an attribute, say). */
LLVMValueRef lower_calling_function(struct lower *lower, LLVMValueRef function, LLVMUseRef use);
bool lower_run_passes(struct lower *lower, const char *passes);
/* Runs passes on these functions only: all others are optnone meanwhile. Functions that are optnone themselves are
 * included if `always`. */
bool lower_run_on(struct lower *lower, const struct function_list *functions, const char *passes, bool always);

/* ---- locals.c ---- */

/* Names kernels' variables in local memory KERNEL.NAME. clang does it in OpenCL C, but not in C++ ("_ZZ6kernelE4name"),
 * where PoCL would have all work-groups that run at a time share them. */
bool lower_name_locals(struct lower *lower, bool *changed);
/* The bytes of the kernel's own variables in local memory, and of those that functions use. */
uint64_t lower_bytes_of_locals(LLVMModuleRef module, LLVMValueRef kernel);

/* ---- inputs.c ---- */

/* For GPUs, SPIR's become modules for the target of `library`. `inline` functions that nothing calls are dropped, as
 * clang does by C99's rules. *changed becomes true if there were any such functions. */
bool lower_read_inputs(struct lower *lower, LLVMModuleRef library, const char *const *inputs, size_t count,
                       bool *changed);

/* ---- retarget.c ---- */

/* Makes of a module for SPIR one for the GPU that `like` is for, and disposes of it. Returns NULL after an error. */
LLVMModuleRef lower_retarget(struct lower *lower, LLVMModuleRef module, LLVMModuleRef like, const char *path);
/* Runs clang's passes, which SPIR-V has not seen. */
bool lower_optimise_retargeted(struct lower *lower);

/* ---- library.c ---- */

LLVMModuleRef lower_read_library(struct lower *lower, const char *path);
/* A pass of one work-item over all (generic/work_group/serial). */
bool lower_is_leader(LLVMValueRef function);
/* An index function (generic/rank.c), also under the name that it has in inputs that were lowered before. */
bool lower_is_index(LLVMValueRef function);
/* Is the library's strategy one for devices that run work-items as loops? */
bool lower_has_leaders(LLVMModuleRef library);
/* Renames the module's declarations to the library's names; returns whether the module uses any. */
bool lower_match_names(struct lower *lower, LLVMModuleRef library);
void lower_inline_always(struct lower *lower, LLVMValueRef function);
/* Keeps calls of the function, or of none if it is NULL, from being inlined. */
void lower_keep_apart(struct lower *lower, LLVMValueRef function);
/* Links what the module declares of a library, and disposes of the rest. */
bool lower_link_declared(struct lower *lower, LLVMModuleRef library, const char *path);
/* Marks the module's own barriers, so that they can be told from the library's, which are about to be linked. */
void lower_mark_own_barriers(struct lower *lower);
bool lower_is_own_barrier(LLVMValueRef value);
/* Links the library functions that the module uses, and disposes of the rest. */
bool lower_link_library(struct lower *lower, LLVMModuleRef library, LLVMModuleRef other);

/* ---- exceptions.c ---- */

/* Leaves to `library` and to `other`, which may be NULL elsewhere, the public functions that each of them makes: other
 * the exceptions, library all else. Fails where an exception is no function. */
bool lower_divide(struct lower *lower, LLVMModuleRef library, LLVMModuleRef other);

/* ---- launch.c ---- */

/* The size of sub-groups that a kernel asks for by intel_reqd_sub_group_size, or 0. */
unsigned lower_required_sub_group(struct lower *lower, LLVMValueRef kernel);
/* Makes the kernel ask for that size. */
void lower_require_sub_group(struct lower *lower, LLVMValueRef kernel, unsigned lanes);
/* Answers the kernel's queries as in a launch with sub-groups of that size, which fill row by row: of the sizes that it
 * requires, or of a row of the most work-items. */
void lower_assume_lanes(struct lower *lower, LLVMValueRef kernel, unsigned lanes);
/* May a work-group be larger than the kernel's scratch allows? */
bool lower_may_be_larger(struct lower *lower, LLVMValueRef kernel);
/* The most work-items that a kernel's scratch must serve: those, or the limit. */
uint64_t lower_most_items(struct lower *lower, LLVMValueRef kernel);
/* Answers the kernels' questions for these, and for whether lower_answer_sizes will answer for the local size. Returns
 * whether there were any. */
bool lower_answer_about_size(struct lower *lower);
/* Replaces the kernel's calls of get_local_size and get_local_id whose values follow from that attribute. */
void lower_answer_sizes(struct lower *lower, LLVMValueRef kernel);
/* Writes a line of metadata for NVIDIA's code generator. */
void lower_annotate(struct lower *lower, LLVMValueRef kernel, const char *name, uint64_t value);
/* Writes what a GPU's code generator is to know of the kernel's launches. */
void lower_write_launch(struct lower *lower, LLVMValueRef kernel);

/* ---- inline.c ---- */

/* Has each call of the function inlined by the next always-inline pass. */
void lower_inline_each_call(struct lower *lower, LLVMValueRef function);
/* Lists the functions whose calls remain: the requests or, while bodies are doubled, the library's functions. */
bool lower_find_reached(struct lower *lower, struct function_list *list);
bool lower_find_reaching(struct lower *lower);
/* Leaves kernels alone, where there are any: PoCL 6 cannot link functions that ask for ids. */
bool lower_inline_all(struct lower *lower, bool *changed);
bool lower_inline_into_kernels(struct lower *lower);
/* Gives kernels whose work-groups may be larger than their scratch allows a second body (larger.h). */
bool lower_double_bodies(struct lower *lower);

/* ---- unreached.c ---- */

/* In a module with kernels, removes the functions that reach a request and that no kernel calls, with their entries in
 * LLVM's lists of functions to keep (the attribute `used`) and of annotations: other compilers accept such functions,
 * and another module that calls them gets an error from its linker. */
bool lower_drop_unreached(struct lower *lower);

/* ---- scratch.c ---- */

bool lower_kernel(struct lower *lower, LLVMValueRef kernel);
/* Makes the library's remaining functions internal to this module. For SPIR-V they are inlined: a leader's pass is no
 * faster as a call there, and PoCL 6 cannot link functions that query ids. */
bool lower_keep_functions(struct lower *lower);
/* Deletes the functions of the requests and the arrays of self-contained builds, which have no uses any more. */
bool lower_drop_request_functions(struct lower *lower);

/* ---- gpu.c ---- */

/* The last step for GPUs, in place of those of output.c. */
bool lower_finish_gpu(struct lower *lower);

/* ---- output.c ---- */

/* Optimizes what inlining the library has made possible: folds its constants, the alternation of double-buffered halves
 * in straight-line code, and ids that the kernel has queried too. Functions that did not change are left as clang made
 * them. */
bool lower_optimise(struct lower *lower);
/* Lists kernels that do not reach the library among those that get a single barrier, where their own are not in
 * straight-line code, nor for PoCL from 6 on in regular loops (regular.h): PoCL is right with these as its own compiler
 * leaves them, and not with some that clang has optimized, such as, on 3.1, an early return before an unrolled loop. */
bool lower_list_branching(struct lower *lower);
/* Gives kernels whose barriers are neither in straight-line code nor in regular loops (regular.h) a single one
 * (single-barrier.h). */
bool lower_make_single_barriers(struct lower *lower);
/* After that, and when no pass moves ids any more: makes regular loops fit PoCL 3.1 (loop-barriers.h). */
bool lower_add_loop_barriers(struct lower *lower);
/* For every kernel, also those that call no library function: PoCL's own clang would not have merged these queries. */
bool lower_hoist_queries(LLVMModuleRef module);
/* Fails if a call passes or returns a vector of more bytes than options->leave_vectors. */
bool lower_check_vectors(struct lower *lower);
bool lower_write_module(struct lower *lower, const char *output);
/* Is there an integer of an odd width? Some instruction makes it, if only a trunc. */
bool lower_has_odd_integers(LLVMModuleRef module);
/* Copies a file of bitcode as it is. *copied: it is one. */
bool lower_copy_bitcode(struct lower *lower, const char *from, const char *to, bool *copied);
/* Is there a debug expression of several values? llvm-spirv (19 at least) aborts on it. */
bool lower_is_for_second_try(struct lower *lower);

#endif
