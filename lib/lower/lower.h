/* clgroup_lower: links the device library into LLVM modules and gives every kernel its own scratch memory.
 * The only part that uses LLVM's API; all other code includes this header alone. */
#ifndef CLGROUP_LOWER_H
#define CLGROUP_LOWER_H

#include "lower/options.h"

#define CLGROUP_LOWER_NOT_SPIRV 1
/* The exit status of tools/clgroup-lower in that case. */
#define CLGROUP_LOWER_NOT_SPIRV_STATUS 9

/* Reads `inputs` (bitcode or LLVM assembly files of one target), links them into one module, links the library
 * functions that they use, lowers scratch memory and writes the module to `output`: as assembly or as
 * bitcode. A single bitcode input that uses no library function, and that can become SPIR-V, is copied byte for byte.
 *
 * Returns 0; or CLGROUP_LOWER_NOT_SPIRV when for_spirv is set, raw is not, and clang's passes have made something that
 * SPIR-V or llvm-spirv cannot express: integers of odd widths (i2 for a switch on x % 4), debug expressions of several
 * values. Then compile the sources without these passes (raw). Or -1 with *error set to one line without a newline, to
 * be freed by the caller. Unless it returns 0 the contents of `output` are undefined. Calls may run at the same time.
 */
int clgroup_lower(const struct clgroup_lower_options *options, const char *const *inputs, size_t input_count,
                  const char *output, char **error);

#endif
