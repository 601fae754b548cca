#include "lower/convention.h"

#include <string.h>

/* llvm/IR/CallingConv.h; LLVM's C API does not name them all. For NVIDIA clang uses SPIR_KERNEL, from version 20 on
 * PTX_KERNEL. */
enum { C = 0, PTX_KERNEL = 71, SPIR_FUNC = 75, SPIR_KERNEL = 76, AMDGPU_KERNEL = 91 };

bool clgroup_is_kernel(LLVMValueRef function) {
  const unsigned convention = LLVMGetFunctionCallConv(function);
  return convention == SPIR_KERNEL || convention == PTX_KERNEL || convention == AMDGPU_KERNEL;
}

unsigned clgroup_function_convention(LLVMModuleRef module) {
  return strncmp(LLVMGetTarget(module), "spir", 4) == 0 ? SPIR_FUNC : C;
}
