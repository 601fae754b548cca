/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The library's part of the lowering: its modules, which functions come from which, what it learns of a kernel's
 * launches, and its memory. */
#ifndef CLGROUP_LOWER_LIBRARY_LIBRARY_H
#define CLGROUP_LOWER_LIBRARY_LIBRARY_H

#include "lower/ir/pass.h"

/* Passes return whether they changed the module, if nothing else is said. */

/* ---- library.c ---- */

LLVMModuleRef lower_read_library(LLVMContextRef context, const struct clgroup_llvm_options *options, const char *path);
#define LOWER_LIBCLC_ADVICE                                                                                            \
  "install the Debian package libclc-" TEXT(CLGROUP_LLVM_MAJOR) ", or say where it is by --libclc=FILE"
/* A pass of one work-item over all (generic/work_group/serial). */
bool lower_is_leader(LLVMValueRef function);
/* An index function (generic/rank.c); also by the name that it has in inputs that were lowered before. */
bool lower_is_index(LLVMValueRef function);
/* Renames the module's declarations to the libraries' names. Returns whether there are any. */
bool lower_match_names(LLVMModuleRef module, const struct facts *facts);
/* Makes the next always-inline pass inline each call of the function. */
void lower_inline_always(LLVMValueRef function);
/* The same, and makes the function internal, so that it is removed. */
void lower_inline_each_call(LLVMValueRef function);
/* Keeps calls of the function from being inlined; NULL: of none. */
void lower_keep_apart(LLVMValueRef function);
/* Lets undefined values be passed and returned. A work-item may set a variable in a branch and pass it, behind the
 * branch, to a function by which the others get its value. Because of noundef LLVM would take the branch for always
 * taken. */
void lower_allow_undefined(LLVMModuleRef module);
/* Links what the module declares of a library, and disposes of the rest. */
bool lower_link_declared(LLVMModuleRef module, const struct facts *facts, LLVMModuleRef library, const char *path);
/* Marks the module's own barriers, so that they can be told from the library's, which are about to be linked. Returns
 * false. */
bool lower_mark_own_barriers(LLVMModuleRef module);
bool lower_is_own_barrier(LLVMValueRef value);
/* Links the library functions that the module uses, and disposes of the rest. Returns whether the library for larger
 * work-groups is there too, so that kernels get a second body (larger.c), by lower_double_bodies(). */
bool lower_link_library(LLVMModuleRef module, const struct facts *facts);

/* ---- provided.c ---- */

/* Links and inlines the functions that the module calls of those that the device lacks (generic/provided). */
bool lower_link_provided(LLVMModuleRef module, const struct facts *facts);
/* Fails on a call of a function that SPIR-V before 1.3 lacks. */
bool lower_check_version(LLVMModuleRef module);

/* ---- exceptions.c ---- */

/* Leaves in both libraries only the public functions that each of them makes: in `other` the exceptions, in `usual` all
 * else. Fails if an exception is not a function. */
void lower_divide(const struct facts *facts);

/* ---- check-uniform.c ---- */

/* Where a work-group is a sub-group: fails if a call of a function that a part of a sub-group may call is not reached
 * by all of the work-group. Before these functions are linked. */
bool lower_check_uniform(LLVMModuleRef module);

/* ---- launch.c ---- */

/* The size of sub-groups that a kernel asks for by intel_reqd_sub_group_size, or 0. */
unsigned lower_required_sub_group(LLVMValueRef kernel);
/* Makes the kernel ask for that size. */
void lower_require_sub_group(LLVMValueRef kernel, unsigned lanes);
/* Where a work-group is one sub-group: takes that demand off kernels whose reqd_work_group_size fulfils it; fails if
 * one has another, or none. */
bool lower_settle_sub_groups(LLVMModuleRef module);
/* Replaces the kernel's queries by their values in a launch with sub-groups of that size, which are filled row by row:
 * for the required sizes, or for one row of the most work-items. */
void lower_assume_lanes(const struct facts *facts, LLVMValueRef kernel, unsigned lanes);
/* May a work-group be larger than the kernel's scratch allows? */
bool lower_may_be_larger(const struct facts *facts, LLVMValueRef kernel);
/* The most work-items that a kernel's scratch must serve: its required size, or the limit. */
uint64_t lower_most_items(const struct facts *facts, LLVMValueRef kernel);
/* Replaces the library's queries of these by constants, and of whether lower_answer_sizes will find the local size. The
 * code for the other answers is removed with its requests. */
bool lower_answer_about_size(LLVMModuleRef module, const struct facts *facts);
/* Replaces calls of get_local_size and get_local_id whose values follow from that attribute: in one kernel, or in those
 * that reach the library. */
void lower_answer_sizes_in(LLVMModuleRef module, const struct facts *facts, LLVMValueRef kernel);
bool lower_answer_sizes(LLVMModuleRef module, const struct facts *facts);
/* Writes a line of metadata for NVIDIA's code generator. */
void lower_annotate(LLVMValueRef kernel, const char *name, uint64_t value);
/* Writes what a GPU's code generator must know of the kernel's launches. */
void lower_write_launch(LLVMModuleRef module, const struct facts *facts, LLVMValueRef kernel);

/* ---- inline.c ---- */

/* In a module with kernels, removes the functions that reach a request and that no kernel calls, with their entries in
 * LLVM's lists of functions to keep (the attribute `used`) and of annotations: other compilers accept such functions,
 * and another module that calls them gets an error from its linker. */
bool lower_drop_unreached(LLVMModuleRef module);
/* Marks the functions from which a request can be reached, the kernels among them: LOWER_REACHING. */
bool lower_find_reaching(LLVMModuleRef module);
/* If there are kernels, inlines all functions, so that only kernels are left: PoCL 6 cannot link functions that query
 * ids. */
bool lower_inline_all(LLVMModuleRef module);
/* Inlines the program's functions that have names of built-in ones, by `overloadable` or C++
 * (_Z21work_group_reduce_addi). llvm-spirv decides by names: it makes an instruction of such a call, although the
 * function is defined. */
bool lower_inline_own_builtins(LLVMModuleRef module);
/* Inlines into the kernels what reaches a request. */
bool lower_inline_into_kernels(LLVMModuleRef module, const struct facts *facts);
/* Gives kernels whose work-groups may be larger than their scratch allows a second body (larger.c). */
bool lower_double_bodies(LLVMModuleRef module, const struct facts *facts);

/* ---- larger.c ---- */

/* Renames the functions of the library chunks, which is not linked yet, and declares the twins of the functions that
 * the module declares, so that they are linked. */
void clgroup_larger_declare(LLVMModuleRef module, LLVMModuleRef chunks);
/* The twin of one of the library's functions, or NULL. */
LLVMValueRef clgroup_larger_twin(LLVMModuleRef module, LLVMValueRef function);
/* Sets the linkage of all twins. External ones stay while nothing calls them. */
void clgroup_larger_set_linkage(LLVMModuleRef module, LLVMLinkage linkage);
/* Does the kernel call a function of the library whose memory depends on the work-group's size? */
bool clgroup_larger_depends_on_size(LLVMModuleRef module, LLVMValueRef kernel);
/* Makes a kernel that only calls its body call it in two places: in work-groups of up to `limit` work-items as before,
 * and in larger ones in the block that is returned. With `has_rank` that block sets a new variable to the rank. */
LLVMBasicBlockRef clgroup_larger_choose(LLVMModuleRef module, LLVMValueRef kernel, unsigned limit, bool has_rank);
/* Makes the twins, which have been inlined into the kernel, load the rank from that variable, if there is one. */
bool lower_pass_ranks(LLVMModuleRef module);
/* Once requests are lowered: removes from the loops over chunks what no call needs. Arguments that all calls of one
 * have in common become constants in it, such as the only operator of a module. */
bool lower_specialize_chunks(LLVMModuleRef module);
/* Makes the blocks from `block` on call the twins and, with `has_rank`, load ids from variables of that kind. */
void clgroup_larger_call_twins(LLVMModuleRef module, LLVMBasicBlockRef block, bool has_rank);

/* ---- diverge.c: calls that some work-items of a work-group do not make ---- */

/* Finds kernels in which a work-item may leave before an exchange by the work-group, or go around it, depending on its
 * id, although all must make that call. If such an exchange is not there in sub-groups of a size that the device has,
 * the kernel asks for the smallest such size; otherwise it is warned of. A kernel that asks for a size itself is warned
 * of if that does not help. Call it for kernels into which the library's functions have been inlined. */
bool lower_end_divergence(LLVMModuleRef module, const struct facts *facts);

/* On AMD's GPUs: warns of a kernel in which a work-item, depending on its id, may leave before a call by the lanes of
 * its tile, or go around it, while others of the tile make it. Call it before the built-in functions are linked. */
void lower_warn_of_tiles(LLVMModuleRef module, const struct facts *facts);

/* ---- scratch.c ---- */

/* Gives the kernels their memory. */
bool lower_place_scratch(LLVMModuleRef module, const struct facts *facts);
/* Makes the library's remaining functions internal to this module. For SPIR-V they are inlined: a leader's pass is no
 * faster as a call there, and PoCL 6 cannot link functions that query ids. */
bool lower_keep_functions(LLVMModuleRef module, const struct facts *facts);
/* Deletes the request functions and the arrays of self-contained builds, which have no uses any more. */
bool lower_drop_request_functions(LLVMModuleRef module);

#endif
