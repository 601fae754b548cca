/* Calls of built-in functions as a program: one kernel, whose work-items load each argument, call, and store what comes
 * of it. */
#ifndef CLGROUP_RANDOM_CALL_H
#define CLGROUP_RANDOM_CALL_H

#include "file.h"
#include "header.h"

enum { CALL_ROWS = 8 }; /* the inputs of each call, one a work-group */
enum class { OF_INT, OF_FLOAT, OF_DOUBLE, OF_HALF, CLASSES };

struct call {
  const struct prototype *function;
  enum space space; /* of pointers whose address space the header leaves open */
  char text[128];   /* as a declaration, for reports */
  bool uses_double, uses_half;
  bool is_bad; /* by the way in question */
  /* Of a program: the call's bytes in a row's results of each class. */
  size_t begin[CLASSES], end[CLASSES];
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
const char *call_result(const struct clgroup_case *f, const struct call *c, enum class class, unsigned row);

#endif
