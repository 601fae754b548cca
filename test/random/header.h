/* The built-in functions that clang's opencl-c.h declares. */
#ifndef CLGROUP_RANDOM_HEADER_H
#define CLGROUP_RANDOM_HEADER_H

#include <stdbool.h>
#include <stddef.h>

enum { HEADER_PARAMETERS = 6 };

/* NOWHERE: a pointer whose address space is not said: private, or generic where the dialect has that. */
enum space { VALUE, NOWHERE, PRIVATE, LOCAL, GLOBAL, CONSTANT, SPACES };

struct parameter {
  char type[32]; /* without qualifiers and stars */
  enum space space;
  bool is_const; /* what it points to */
};

struct prototype {
  char result[32], name[64];
  struct parameter parameters[HEADER_PARAMETERS];
  unsigned count;
};

struct header {
  struct prototype *list; /* in the header's order */
  size_t count;
};

/* Reads what the header declares for OpenCL C of this standard ("CL2.0") on a device that has all. Returns false where
 * clang fails, and says why on stderr. */
bool header_read(struct header *h, const char *clang, const char *standard);
void header_free(struct header *h);

#endif
