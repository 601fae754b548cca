/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of OpenCL C's work-item functions (get_local_id and the like) and of its barriers. */
#ifndef CLGROUP_LOWER_WORK_ITEM_H
#define CLGROUP_LOWER_WORK_ITEM_H

#include <stdbool.h>

#include <llvm-c/Core.h>

#define CLGROUP_GLOBAL_ID "_Z13get_global_idj"
#define CLGROUP_LOCAL_ID "_Z12get_local_idj"
#define CLGROUP_LOCAL_SIZE "_Z14get_local_sizej"
#define CLGROUP_BARRIER "_Z7barrierj"
#define CLGROUP_MAX_SUB_GROUP_SIZE "_Z22get_max_sub_group_sizev"
#define CLGROUP_NUM_SUB_GROUPS "_Z18get_num_sub_groupsv"
#define CLGROUP_ENQUEUED_LOCAL_SIZE "_Z23get_enqueued_local_sizej"

/* The name of the function that the value calls; "" if it is not a call of a named function. */
const char *clgroup_called_name(LLVMValueRef value);

/* The same, without the codes of its types: *length characters of it. */
const char *clgroup_called_plain_name(LLVMValueRef value, size_t *length);

/* Is this a call of barrier() or work_group_barrier()? */
bool clgroup_is_barrier(LLVMValueRef value);
bool clgroup_has_barrier(LLVMBasicBlockRef block);
bool clgroup_holds_barrier(LLVMValueRef function);
/* Calls barrier(). */
enum { CLGROUP_LOCAL_FENCE = 1, CLGROUP_GLOBAL_FENCE = 2 };
void clgroup_build_barrier(LLVMBuilderRef builder, LLVMModuleRef module, unsigned fences);

/* May the call write memory, or, if not `writes`, access any? */
bool clgroup_call_accesses(LLVMValueRef call, bool writes);

/* The kinds of work-item functions, called for a constant dimension: those whose result differs between work-items, and
 * those with the same result in a whole work-group. */
enum clgroup_query { CLGROUP_NO_QUERY, CLGROUP_UNIFORM_QUERY, CLGROUP_ID_QUERY };
enum clgroup_query clgroup_query_of(LLVMValueRef value);

/* Adds a function that makes this query and is not inlined, since PoCL would make one query for a whole kernel. LLVM
 * makes its name unique. */
LLVMValueRef clgroup_add_query(LLVMModuleRef module, const char *name, const char *query, LLVMValueRef dimension);

/* By how much the value grows from a work-item to the next one in its row, if arithmetic shows it: 1, 0 or -1; else 0.
 */
int clgroup_slope(LLVMValueRef value);

/* A zero, as wide as size_t, that LLVM does not know to be zero; and the sum of it and the value, an integer. */
LLVMValueRef clgroup_build_opaque_zero(LLVMModuleRef module, LLVMBuilderRef builder);
LLVMValueRef clgroup_build_opaque_sum(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef value);

/* May an instruction of this kind be rematerialized? */
bool clgroup_is_cheap(LLVMOpcode opcode);

#endif
