/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Addresses: how wide they are, and scratch memory addressed by elements. */
#ifndef CLGROUP_ELEMENTS_H
#define CLGROUP_ELEMENTS_H

#include <stdbool.h>

#include <llvm-c/Types.h>

/* The bits of an address, and of size_t: those of the target (targets/targets.cmake) with the module's architecture, or
 * otherwise of the module's data layout. */
unsigned clgroup_address_bits(LLVMModuleRef module);

/* Does the address point anywhere into the library's scratch memory? */
bool clgroup_is_in_scratch(LLVMValueRef value);

/* Rewrites addresses at a constant number of bytes from the start of the library's local arrays, so that they count
 * elements as wide as the access. LLVM 19 writes all of them in bytes, LLVM 15 in elements of the array's type where it
 * can. Mesa's compiler crashes (25 and 26) where a value loaded from an address in bytes is copied to a local array of
 * the kernel whose contents are not used; and it loads an element of 8 bytes for an int at the address of one, which
 * zink (25) then finds in another variable (docs/drivers.md). Returns false: in modules without the library there are
 * none. */
bool clgroup_address_elements(LLVMModuleRef module);

#endif
