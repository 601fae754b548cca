/* clgroup_lower: links the device library into LLVM modules and gives every kernel its own scratch memory.
 * The only room that knows LLVM; everything else sees this header. */
#ifndef CLGROUP_LOWER_H
#define CLGROUP_LOWER_H

#include <stddef.h>

#define CLGROUP_LOWER_NOT_SPIRV 1
/* What tools/clgroup-lower ends with then. */
#define CLGROUP_LOWER_NOT_SPIRV_STATUS 9

struct clgroup_lower_options {
  const char *library;          /* the device library, bitcode: share/clgroup/<target>.<strategy>.bc */
  const char *chunks;           /* the library for larger work-groups, share/clgroup/<target>.chunks.bc; NULL where a
                                   device takes none that are larger than max_work_group_size */
  unsigned max_work_group_size; /* scratch limit, in work-items, of kernels without reqd_work_group_size */
  unsigned opt_level; /* 0 to 3: 0 leaves the kernels that the library was linked into as inlining left them, but for
                         the ways that the library does not go in them */
  int for_spirv;      /* the module becomes SPIR-V, which has integers of 8, 16, 32 and 64 bits alone */
  int raw;            /* clang's own passes did not run on the inputs */
  int plain_loops;    /* leave no loop metadata, and the blocks of all functions in an order that SPIR-V allows */
  int for_pocl;       /* functions go into the kernels, and kernels whose barriers stand in branches or loops get a
                         single one (single-barrier.h) */
  int verify;         /* run LLVM's verifier on the result */
  int (*wait)(void);  /* unless NULL, called once the library is read: returns 0 when the inputs are there */
};

/* Reads `inputs` (bitcode or LLVM assembly files of one target), links them into one module, links what they use of
 * the library, lowers scratch memory and writes the module to `output`: as assembly when `as_text`, else as bitcode.
 * A single bitcode input that uses no function of the library, and of which SPIR-V can be made, is copied byte for
 * byte.
 *
 * Returns 0; or CLGROUP_LOWER_NOT_SPIRV when for_spirv is set, raw is not, and clang's passes have made what SPIR-V has
 * no word for, or llvm-spirv none: integers of odd widths (i2 for a switch on x % 4), debug expressions of several
 * values. Then compile the sources without these passes (raw). Or -1 with *error set to one line without a newline, to
 * be freed by the caller. But for 0, `output` may hold anything. Not thread-safe: one call per process at a time. */
int clgroup_lower(const struct clgroup_lower_options *options, const char *const *inputs, size_t input_count,
                  const char *output, int as_text, char **error);

/* The LLVM major version that clgroup_lower was built with. */
unsigned clgroup_lower_llvm_version(void);

#endif
