/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A program, its launches, and the values that each must leave: what the random tests generate, run, reduce and keep.
 */
#ifndef CLGROUP_RANDOM_CASE_H
#define CLGROUP_RANDOM_CASE_H

#include "reference.h"

enum { CASE_TYPES = REF_DOUBLE + 1 }; /* the first types of the reference */
enum { CASE_OPTIONS = 16, CASE_FAULTS = 8 };

/* A kernel's argument: a scalar, or a buffer of `count` elements in global memory. */
struct case_argument {
  enum ref_type type;
  bool is_buffer;
  bool is_kept;   /* not judged: what it holds after the launch becomes `expected` */
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
 * `xxh64:f` makes replay say the hash.) After the program there may be the same in
 * plain text, between `#if 0 // plain` and `#endif`. */
/* Returns false where it is not such a file, and says why on stderr. */
bool case_read(struct clgroup_case *c, const char *path);

/* Lists no more than `most` elements of what must come of a buffer: else writes their hash. Returns false where the
 * file cannot be written. */
bool case_write(const struct clgroup_case *c, const char *path, size_t most);

uint64_t case_hash(const void *data, size_t size);

#endif
