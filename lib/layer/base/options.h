/* Build options, as applications hand them to clBuildProgram, clCompileProgram and clLinkProgram. */
#ifndef CLGROUP_LAYER_OPTIONS_H
#define CLGROUP_LAYER_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

/* What -cl-std says; the last one where there are several. */
enum clgroup_standard {
  CLGROUP_STANDARD_UNSAID,
  CLGROUP_STANDARD_1, /* CL1.0 to CL1.2 */
  CLGROUP_STANDARD_2,
  CLGROUP_STANDARD_3,   /* CL3.0 and later */
  CLGROUP_STANDARD_CPP, /* CLC++, CLC++1.0, CLC++2021 ... */
  CLGROUP_STANDARD_OTHER,
};

struct clgroup_options {
  char **words; /* as written, without the quotes that only hold a word together; NULL behind the last */
  size_t count;
  enum clgroup_standard standard;
  bool create_library; /* -create-library */
  bool spir;           /* -x spir */
  bool arg_info;       /* -cl-kernel-arg-info */
  /* Parts of the words, in their order: */
  const char **include_dirs; /* -I and -isystem */
  size_t include_dir_count;
  const char **include_files; /* -include and -imacros */
  size_t include_file_count;
  const char **definitions; /* "NAME=VALUE" of -D */
  size_t definition_count;
  const char **others; /* words of no option: where a driver splits in another way, part of a definition */
  size_t other_count;
  char *text; /* what all of these point into */
};

/* Splits at white space. A double quote holds what follows together up to the next one, anywhere in a word; a backslash
 * takes its meaning from white space, a quote or another backslash, and is a character like others before anything
 * else. Every text is taken (a quote that is not closed goes on to the end), and NULL is "". Returns 0, or -1 where
 * memory runs out and there is nothing to free. */
int clgroup_options_parse(const char *text, struct clgroup_options *options);

/* The text without the options that relax floating-point arithmetic, to be freed; NULL where memory runs out. */
char *clgroup_options_precise(const char *text);

void clgroup_options_free(struct clgroup_options *options);

#endif
