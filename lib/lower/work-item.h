/* Calls of OpenCL C's work-item functions (get_local_id and the like) and of its barriers. */
#ifndef CLGROUP_LOWER_WORK_ITEM_H
#define CLGROUP_LOWER_WORK_ITEM_H

#include <stdbool.h>

#include <llvm-c/Core.h>

#define CLGROUP_GLOBAL_ID "_Z13get_global_idj"
#define CLGROUP_LOCAL_ID "_Z12get_local_idj"
#define CLGROUP_LOCAL_SIZE "_Z14get_local_sizej"

/* The name of what the value calls; "" where it is no call of a function that has a name. */
const char *clgroup_called_name(LLVMValueRef value);

/* Is this a call of barrier() or work_group_barrier()? */
bool clgroup_is_barrier(LLVMValueRef value);

/* A call of a work-item function for a dimension that is a constant gives each work-item a value of its own, or all of
 * a work-group the same. */
enum clgroup_query { CLGROUP_NO_QUERY, CLGROUP_UNIFORM_QUERY, CLGROUP_ID_QUERY };
enum clgroup_query clgroup_query_of(LLVMValueRef value);

/* May an instruction of this kind be computed again rather than kept? */
bool clgroup_is_cheap(LLVMOpcode opcode);

/* Moves such calls out of the arms of a branch, to the kernel's entry, where both arms call the same function for
 * different dimensions: LLVM makes one call of them, for a dimension that is no constant, and PoCL 7.1 does not find
 * the function that it then needs, and never runs the kernel. Returns whether any was moved. */
bool clgroup_hoist_queries(LLVMValueRef kernel);

#endif
