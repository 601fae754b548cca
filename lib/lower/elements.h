/* Addresses: how wide they are, and scratch memory addressed by elements. */
#ifndef CLGROUP_ELEMENTS_H
#define CLGROUP_ELEMENTS_H

#include <llvm-c/Types.h>

/* The bits of an address, and of size_t: of the target (targets/targets.cmake) with the module's architecture, or else
 * as the module's data layout has it. */
unsigned clgroup_address_bits(LLVMModuleRef module);

/* Makes of each address that is a constant number of bytes from the start of the library's local arrays one that is a
 * number of wider integers from there. LLVM 19 writes all of them by bytes; Mesa's compiler (25 and 26) dies where a
 * value that was loaded so is copied to a local array of the kernel's own which is read in vain. */
void clgroup_address_elements(LLVMModuleRef module);

#endif
