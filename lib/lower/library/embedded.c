/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The bitcode of one target, the array CLGROUP_TARGET: files.inc has a line CLGROUP_FILE(part, "name", "path") for each
 * file. A separate section keeps it aligned. */
#include "clgroup/clgroup-llvm.h"

#define CLGROUP_FILE(part, name, path)                                                                                 \
  __asm__(".pushsection .rodata.clgroup,\"a\"\n.balign 8\nclgroup_" #part ":\n.incbin \"" path "\"\nclgroup_" #part    \
          "_end:\n.popsection\n");                                                                                     \
  extern const char clgroup_##part[] __attribute__((visibility("hidden")));                                            \
  extern const char clgroup_##part##_end[] __attribute__((visibility("hidden")));
#include "files.inc"
#undef CLGROUP_FILE

const struct clgroup_llvm_embedded CLGROUP_TARGET[] = {
#define CLGROUP_FILE(part, name, path) {name, clgroup_##part, clgroup_##part##_end},
#include "files.inc"
    {0}};
