/* clgroup_lower: links the device library into LLVM modules and gives every kernel its own scratch memory.
 * The only part that uses LLVM's API; all other code includes this header alone. */
#ifndef CLGROUP_LOWER_H
#define CLGROUP_LOWER_H

#include <stddef.h>

#define CLGROUP_LOWER_NOT_SPIRV 1
/* The exit status of tools/clgroup-lower in that case. */
#define CLGROUP_LOWER_NOT_SPIRV_STATUS 9

struct clgroup_lower_options {
  const char *library;          /* the device library, bitcode: share/clgroup/<target>.<strategy>.bc */
  const char *other;            /* the library of functions of another strategy, `exceptions`; NULL: there are none */
  const char *exceptions;       /* as targets/strategies.h describes them */
  const char *chunks;           /* the library for larger work-groups, share/clgroup/<target>.chunks.bc; NULL where a
                                   device has none larger than max_work_group_size, and memory enough */
  unsigned max_work_group_size; /* scratch limit, in work-items, of kernels without reqd_work_group_size */
  unsigned device_max_work_group_size; /* of the device; 0: unknown */
  unsigned local_memory_size;          /* of the device, bytes: scratch is for fewer work-items where it, with the
                                          kernels' own variables, would need more; 0: unknown */
  int uniform;                         /* all work-groups of a launch have the same size */
  unsigned opt_level;     /* 0 to 3: 0 leaves the kernels that the library was linked into as inlining left them, except
                             that unreachable blocks are removed */
  int for_spirv;          /* the module becomes SPIR-V, whose integers have 8, 16, 32 or 64 bits */
  int raw;                /* clang's own passes did not run on the inputs */
  int cpp;                /* an input is C++; one may also say so itself (cpp-mark.h) */
  int plain_loops;        /* remove loop metadata, and order the blocks of all functions as SPIR-V requires */
  int for_pocl;           /* inline all functions, and give kernels whose barriers are in branches or loops a single one
                             (single-barrier.h); not where they are regular and for_spirv is set (regular.h) */
  unsigned leave_vectors; /* fail where functions are called with vectors of more bytes; 0: never */
  const char
      *builtins;      /* for GPUs: the target's own built-in functions, share/clgroup/<target>.builtins.bc; else NULL */
  const char *libclc; /* LLVM's libclc for the target, for functions that are not in `builtins`; NULL: there is none */
  unsigned architecture; /* the answer to CLGROUP_ARCHITECTURE (generic/lowering.h) */
  int has_offsets;       /* the answer to CLGROUP_HAS_OFFSETS */
  unsigned lanes;        /* AMD: the lanes of a wave; 0: not known */
  int verify;            /* run LLVM's verifier on the result */
  int (*wait)(void);     /* unless NULL, called once the library is read: returns 0 when the inputs exist */
};

/* Reads `inputs` (bitcode or LLVM assembly files of one target), links them into one module, links the library
 * functions that they use, lowers scratch memory and writes the module to `output`: as assembly when `as_text`, else as
 * bitcode. A single bitcode input that uses no library function, and that can become SPIR-V, is copied byte for byte.
 *
 * Returns 0; or CLGROUP_LOWER_NOT_SPIRV when for_spirv is set, raw is not, and clang's passes have made something that
 * SPIR-V or llvm-spirv cannot express: integers of odd widths (i2 for a switch on x % 4), debug expressions of several
 * values. Then compile the sources without these passes (raw). Or -1 with *error set to one line without a newline, to
 * be freed by the caller. Unless it returns 0 the contents of `output` are undefined. Calls may run at the same time.
 */
int clgroup_lower(const struct clgroup_lower_options *options, const char *const *inputs, size_t input_count,
                  const char *output, int as_text, char **error);

/* The LLVM major version that clgroup_lower was built with. */
unsigned clgroup_lower_llvm_version(void);

#endif
