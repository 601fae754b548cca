/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Files, laid out as the kernels and the loop of the CPU want them. */
#ifndef EXAMPLES_TEXT_H
#define EXAMPLES_TEXT_H

#include <stddef.h>

/* A line starts where a file begins and after each newline but one that ends its file. So that nobody has to treat the
 * first line and the last byte apart, the files lie one byte later than their positions: the byte at i is the one
 * before position i, a newline before each file's first, which takes the place of the last byte of the file before it;
 * no line starts behind that one. Position i starts a line where bytes[i] is a newline, and for no other i. */
struct text {
  unsigned char *bytes; /* behind `size` there are zeros, to a whole multiple of the padding */
  size_t size, padded_size;
  size_t *file_starts; /* of each file, the position of its first byte in the text, and last `size` */
  size_t file_count;
};

/* The most that the files may hold together, in bytes: the kernels count in 32 bits. */
#define TEXT_LIMIT ((size_t)1 << 30)

/* Reads the files, pads with zeros to a multiple of `padding` bytes, and ends the program where that cannot be. */
void text_read(struct text *text, char *const *paths, size_t path_count, size_t padding);
void text_free(struct text *text);

#endif
