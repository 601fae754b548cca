/* Strings that grow, and files read whole. */
#ifndef EXEC_TEXT_H
#define EXEC_TEXT_H

#include <stddef.h>

/* Appends to *text (NULL at first), in printf's form; ends the program when memory is out. */
void text_add(char **text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The whole of a file and a final 0, to be freed by the caller; NULL when it cannot be read. */
char *file_read(const char *path, size_t *size);
/* Returns 0, or -1 when the file cannot be written. */
int file_write(const char *path, const void *data, size_t size);

/* malloc that ends the program when memory is out. */
void *allocate(size_t size);

#endif
