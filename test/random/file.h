/* A case as a file of OpenCL C. Its first lines are comments, which say how to launch it and what must come of it:
 *
 *   // Any text: what goes wrong, where.
 *   // options: -cl-std=CL3.0                  each such line is a variant of the case; it has at least one
 *   // needs: fp64 fp16
 *   // driver fault: PLATFORM WAY...           plain text fails there too, by these ways (patterns of the shell)
 *   // objects: 2                            the text, once with CLGROUP_PART 1 and once with 2, linked
 *   // launch: KERNEL 1x3x1 groups 2x1x1 missing 0x1x0 offset 5x0x0 prints 0123456789abcdef
 *                                             what the last groups lack, get_global_offset(), and the sum of the
 *                                             hashes of printed lines (case.h): those that are not 0
 *   //   uint 5                                a scalar, in hexadecimal as all values: the element's bits
 *   //   float[6] small:1                      a buffer; what it holds before
 *   //   float[6] local                        memory of the work-group
 *   //   float[6] a5a5a5a5*6 -> 3f800000 40000000*5
 *   //     a longer list goes on like this
 *
 * Values: the bits of an element, with `*N` for N of them; or one of `small:SEED` (whole numbers from -8 to 8, from 0
 * where unsigned), `bits:SEED` (any bits, for integers) and `xxh64:HASH` (of what must come of it, where that is long)
 * for the whole buffer. (Of a new case,
 * `xxh64:0` makes replay say the hash.) After the program there may be the same in
 * plain text, between `#if 0 // plain` and `#endif`. */
#ifndef CLGROUP_RANDOM_FILE_H
#define CLGROUP_RANDOM_FILE_H

#include "case.h"

/* Returns false where it is not such a file, and says why on stderr. */
bool case_read(struct clgroup_case *c, const char *path);

/* Lists no more than `most` elements of what must come of a buffer: else writes their hash. Returns false where the
 * file cannot be written. */
bool case_write(const struct clgroup_case *c, const char *path, size_t most);

uint64_t case_hash(const void *data, size_t size);

#endif
