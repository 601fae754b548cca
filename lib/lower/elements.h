/* Addresses: how wide they are, and scratch memory addressed by elements. */
#ifndef CLGROUP_ELEMENTS_H
#define CLGROUP_ELEMENTS_H

#include <llvm-c/Types.h>

/* The bits of an address, and of size_t: of the target (targets/targets.cmake) with the module's architecture, or else
 * as the module's data layout has it. */
unsigned clgroup_address_bits(LLVMModuleRef module);

/* Rewrites addresses at a constant number of bytes from the start of the library's local arrays, so that they count
 * wider elements. LLVM 19 writes all of them in bytes; Mesa's compiler (25 and 26) crashes where a value loaded from
 * such an address is copied to a local array of the kernel whose contents are not used. */
void clgroup_address_elements(LLVMModuleRef module);

#endif
