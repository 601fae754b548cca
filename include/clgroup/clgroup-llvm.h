/* OpenCL C's work-group functions for compilers that hold kernels as LLVM modules: C11, libclgroup-llvm.a, to be linked
 * with LLVM of the major version that clgroup was built with. clgroup.h is for SPIR-V. */
#ifndef CLGROUP_CLGROUP_LLVM_H
#define CLGROUP_CLGROUP_LLVM_H

#include <stdbool.h>
#include <stddef.h>

#include <llvm-c/Types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct clgroup_llvm_request {
  const char *folder;           /* the device libraries: share/clgroup of the installation */
  const char *target;           /* "spirv64" or "spirv32", as the module's triple is; clgroup-cc writes code for GPUs */
  const char *strategy;         /* "tree", "serial", "subgroup" or "vector" (clgroup.h) */
  bool for_spirv;               /* the module will be translated to SPIR-V; false: it stays LLVM's */
  bool for_pocl;                /* it is for PoCL, whose compiler fails on some forms of kernels */
  unsigned max_work_group_size; /* local memory is for so many work-items, unless a kernel has reqd_work_group_size; 0:
                                   1024. Larger work-groups run a second, slow copy of the kernel's code */
  unsigned device_max_work_group_size; /* the device launches no more: if that is no more than max_work_group_size,
                                          there is no second copy; 0: unknown */
  unsigned local_memory_size; /* the device's, in bytes: where a kernel, with its own variables, would need more, local
                                 memory is for fewer work-items; 0: unknown */
  unsigned opt_level;         /* 0 to 3, for the kernels that call library functions */
};

/* Links the work-group functions that the module calls into it, inlines them, gives each kernel the local memory that
 * its calls need, and optimizes these kernels. The module has passed clang's front end, at any level of optimization;
 * calls have the mangled names of OpenCL C.
 *
 * Returns 0: *module is the new module, in the same context, and the old one is disposed of; values of the old one, and
 * what refers to them, are gone with it. Or -1 after an error: *module is unchanged, and `error`, of `error_size`
 * bytes, holds one line without a newline that says what is wrong.
 *
 * The work is done in a context of its own, so calls for modules of different contexts may run at the same time. LLVM
 * itself ends the process where it runs out of memory. */
int clgroup_llvm_lower(LLVMModuleRef *module, const struct clgroup_llvm_request *request, char *error,
                       size_t error_size);

#ifdef __cplusplus
}
#endif

#endif
