/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs clgroup-cc as a child process of the application, and caches its results. */
#ifndef CLGROUP_LAYER_COMPILER_H
#define CLGROUP_LAYER_COMPILER_H

#include "base/buffer.h"
#include "layer/compile/compiler-job.h"

/* Compiles sources and links units. One source, with or without `link`, takes one run of the compiler; several units
 * take one more run than there are sources.
 *
 * *binary, for free(), and *size are set if the result is CLGROUP_COMPILE_OK, otherwise they are NULL and 0. Adds the
 * compiler's messages, or a line of the layer, to `log`, ending in a newline.
 *
 * Thread-safe. Starts only the compiler, in a new process group, does not wait for other children of the application,
 * and leaves no process, file or descriptor behind. */
enum clgroup_compile_result clgroup_compiler_run(const struct clgroup_compiler_job *c, const struct clgroup_unit *units,
                                                 size_t unit_count, unsigned char **binary, size_t *size,
                                                 struct clgroup_buffer *log);

/* In either byte order. */
bool clgroup_is_spirv(const unsigned char *bytes, size_t size);

#endif
