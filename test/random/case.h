/* A program, its launches, and the values that each must leave: what the random tests generate, run, reduce and keep.
 * The generator and the interpreter make cases (generate.h); the runner runs them (run.h); a file holds one (file.h).
 */
#ifndef CLGROUP_RANDOM_CASE_H
#define CLGROUP_RANDOM_CASE_H

#include "reference.h"

enum { CASE_TYPES = REF_DOUBLE + 1 }; /* the first types of the reference */
enum { CASE_OPTIONS = 16, CASE_FAULTS = 8 };
enum { CASE_UNKNOWN = 1 }; /* the hash of what is not judged, but kept */

/* A kernel's argument: a scalar, or a buffer of `count` elements in global memory. */
struct case_argument {
  enum ref_type type;
  bool is_buffer;
  bool is_local;  /* memory of a work-group: `count` elements, and no values */
  size_t count;   /* of a buffer; 1 for a scalar */
  void *before;   /* the scalar, or what the buffer holds before the launch; owned */
  void *expected; /* what the buffer must hold after it, to the bit; NULL: the kernel does not write it; owned */
  uint64_t hash;  /* of a case from a file, where `expected` would be long: its XXH64; else 0 */
};

struct case_launch {
  char kernel[32];
  unsigned dimensions; /* 1 to 3 */
  size_t local[3], groups[3];
  size_t missing[3]; /* work-items of the last group of each dimension */
  size_t offset[3];  /* of the global ids */
  uint64_t prints;   /* the sum of case_line_hash() of all lines that start with PRINT_MARK */
  struct case_argument *arguments;
  size_t argument_count;
};

struct clgroup_case {
  char *name;                  /* a seed, or a file's name; owned, as all pointers here */
  char *text;                  /* OpenCL C, with calls of work-group functions */
  char *plain;                 /* the same program with hand-written functions in their place; NULL: unknown */
  char *remarks;               /* the first lines of its file; NULL: none */
  char *options[CASE_OPTIONS]; /* for the compiler: each is a variant of the case, which has one at least */
  char *faults[CASE_FAULTS];   /* "PLATFORM: WAY...", where plain text fails too */
  unsigned option_count, fault_count;
  bool uses_half, uses_double;
  bool apart; /* the text is two objects, one with CLGROUP_PART 1 and one with 2 */
  struct case_launch *launches;
  size_t launch_count;
};

enum { PRINT_MARK = '@' };

size_t case_items(const struct case_launch *l); /* of a work-group */
/* FNV-1a. */
uint64_t case_line_hash(const char *line);
/* Is this the value, to the bit, or, where the sign of a zero says nothing (-cl-fast-relaxed-math), as a number? */
bool case_value_equal(enum ref_type type, const void *a, const void *b, bool signed_zeros);
/* Frees what it holds, not the case itself. */
void case_free(struct clgroup_case *c);

#endif
