/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of built-in functions as a program: one kernel, whose work-items load each argument, call, and store what comes
 * of it. */
#ifndef CLGROUP_RANDOM_CALL_H
#define CLGROUP_RANDOM_CALL_H

#include "case.h"

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

enum { CALL_ROWS = 8 }; /* the inputs of each call, one a work-group */
enum class { OF_INT, OF_FLOAT, OF_DOUBLE, OF_HALF, CLASSES };

struct call {
  const struct prototype *function;
  enum space space; /* of pointers whose address space the header leaves open */
  char text[128];   /* as a declaration, for reports */
  bool uses_double, uses_half;
  bool is_bad; /* by the way in question */
  /* Of a program: the call's bytes in a row's results, and what lies there, from `begin` on. */
  size_t begin, end;
  struct result {
    enum class class;
    size_t at, bytes;
  } results[HEADER_PARAMETERS + 1];
  unsigned result_count;
};

struct calls {
  struct call *list;
  size_t count;
  unsigned left_out; /* what call_reason() has a reason for */
};

/* Why the test calls no such function; NULL if it does. */
const char *call_reason(const struct prototype *p);

/* All calls for functions of the header, or with `some` those of a sample that has each name. */
void calls_make(struct calls *c, const struct header *h, const char *standard, bool some);
void calls_free(struct calls *c);

/* The program, with its kernel's launch. As plain text it has no work-group function. */
void calls_program(struct clgroup_case *f, struct call *const *calls, size_t count, const char *standard);

/* The call's bytes in a row of these results. */
const char *call_results(const struct clgroup_case *f, const struct call *c, unsigned row);

#endif
