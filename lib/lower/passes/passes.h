/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What makes of LLVM's code what a driver's compiler takes, or takes well. The head of each file says more. */
#ifndef CLGROUP_LOWER_PASSES_H
#define CLGROUP_LOWER_PASSES_H

#include "lower/ir/flow.h"
#include "lower/ir/pass.h"

/* Passes that need the module alone. They return whether they changed it. */

bool clgroup_move_constants(LLVMModuleRef module);
bool clgroup_halve_vectors(LLVMModuleRef module);
bool lower_hoist_queries(LLVMModuleRef module);
bool lower_name_locals(LLVMModuleRef module);
bool lower_name_printf(LLVMModuleRef module);
/* Of an integer or a floating-point number; 0 for other types. */
unsigned clgroup_scalar_bits(LLVMTypeRef type);
/* Gives nests of loops a barrier, for PoCL. */
bool lower_add_nest_barriers(LLVMModuleRef module);
/* Keeps PoCL 7 from repeating the kernels' loads behind barriers. */
bool lower_keep_loads(LLVMModuleRef module);
/* llvm-spirv 15 rejects freeze, which SPIR-V does not have; later versions write its operand instead, as here. */
bool clgroup_drop_freeze(LLVMModuleRef module);
/* Removes the loops' metadata, from which llvm-spirv makes OpLoopMerge instructions that are not always valid, and
 * orders the blocks of all functions after their dominators. */
bool clgroup_plain_loops(LLVMModuleRef module);

/* Bitcode for a device of PoCL's: the form of queries that PoCL optimizes best, what LLVM 21 reads, and the triple by
 * which PoCL finds its device; fails for types that PoCL does not take. */
bool lower_write_queries(LLVMModuleRef module);
bool lower_fit_older_llvm(LLVMModuleRef module);
bool lower_name_pocl_device(LLVMModuleRef module, const struct facts *facts);

/* ---- printf.c ---- */

bool lower_rewrite_printf(LLVMModuleRef module, const struct facts *facts);

/* ---- builtins.c, rematerialize.c ---- */

bool lower_name_builtins(LLVMModuleRef module, const struct facts *facts);
bool lower_rematerialize(LLVMModuleRef module, const struct facts *facts);

/* ---- locals.c ---- */

/* The bytes of the kernel's own local variables, and of those that functions use. */
uint64_t lower_bytes_of_locals(LLVMModuleRef module, LLVMValueRef kernel);

/* ---- legalize.c ---- */

bool lower_legalize(LLVMModuleRef module);
/* Orders the blocks of the kernels that reach the library. */
bool lower_order_blocks(LLVMModuleRef module);
/* Moves a function's variables, including those of inlined bodies, to the start of its entry block, the only place that
 * SPIR-V has for them, and removes the instructions that save and restore the stack around them. Returns whether it
 * changed anything. */
bool clgroup_hoist_variables(LLVMValueRef function);

/* ---- lifetime.c ---- */

/* The pointer by which a load, or a call of vload, loads; NULL: it is neither. */
LLVMValueRef clgroup_load_pointer(LLVMValueRef i);
bool clgroup_may_load_again(const struct clgroup_flow *flow, LLVMValueRef load);

/* ---- PoCL's barriers: regular.c, single-barrier.c, loop-barriers.c ---- */

bool clgroup_is_regular(LLVMValueRef kernel, bool calls_library);
/* Marks kernels that do not reach the library as those that get a single barrier, where their own are not in
 * straight-line code, nor for PoCL from 6 on in regular loops (regular.c): PoCL is right with these as its own compiler
 * leaves them, and not with some that clang has optimized, such as, on 3.1, an early return before an unrolled loop. */
bool lower_list_branching(LLVMModuleRef module, const struct facts *facts);
/* Gives kernels whose barriers are neither in straight-line code nor in regular loops (regular.c) a single one
 * (single-barrier.c). */
bool lower_make_single_barriers(LLVMModuleRef module);
/* After that, when no pass moves ids any more: makes regular loops fit PoCL 3.1 (loop-barriers.c). */
bool lower_add_loop_barriers(LLVMModuleRef module, const struct facts *facts);

/* ---- spaces.c ---- */

/* Is it the type of a generic pointer? */
bool clgroup_is_generic(LLVMTypeRef type);
/* The type of a pointer to the type that `like` points to, in an address space. */
LLVMTypeRef clgroup_pointer_type_in(LLVMTypeRef like, unsigned space);
/* The pointer of which a generic one is a cast; or, for a constant, the same constant in its own address space. NULL:
 * unknown. */
LLVMValueRef clgroup_known_pointer(LLVMValueRef value);
/* Does a function other than a kernel take or return a generic pointer? */
bool clgroup_spaces_are_passed(LLVMModuleRef module);
/* Replaces accesses through `old` by accesses through `pointer`, an equal pointer in another address space. */
void clgroup_spaces_replace(LLVMValueRef old, LLVMValueRef pointer);
/* Replaces accesses through a generic pointer that is a cast by accesses through the pointer that was cast. Returns
 * whether it changed the function. */
bool clgroup_spaces_infer(LLVMValueRef function);

#endif
