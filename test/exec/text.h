/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Strings that grow. */
#ifndef EXEC_TEXT_H
#define EXEC_TEXT_H

#include <stddef.h>

/* Appends to *text (NULL at first), in printf's form; ends the program when memory is out. */
void text_add(char **text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* malloc that ends the program when memory is out. */
void *allocate(size_t size);

#endif
