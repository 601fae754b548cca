/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Build options, as applications pass them to clBuildProgram, clCompileProgram and clLinkProgram. */
#ifndef CLGROUP_LAYER_OPTIONS_H
#define CLGROUP_LAYER_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

/* The value of the last -cl-std. */
enum clgroup_standard {
  CLGROUP_STANDARD_DEFAULT, /* there is no -cl-std */
  CLGROUP_STANDARD_1,       /* CL1.0 to CL1.2 */
  CLGROUP_STANDARD_2,
  CLGROUP_STANDARD_3,   /* CL3.0 and later */
  CLGROUP_STANDARD_CPP, /* CLC++, CLC++1.0, CLC++2021 ... */
  CLGROUP_STANDARD_OTHER,
};

struct clgroup_options {
  char **words; /* without the quotes that enclose parts of words; NULL-terminated */
  size_t count;
  enum clgroup_standard standard;
  bool create_library; /* -create-library */
  bool arg_info;       /* -cl-kernel-arg-info */
  bool opt_disable;    /* -cl-opt-disable */
  /* Parts of the words, in order: */
  const char **include_dirs; /* -I and -isystem */
  size_t include_dir_count;
  const char **include_files; /* -include and -imacros */
  size_t include_file_count;
  const char **definitions; /* "NAME=VALUE" of -D */
  size_t definition_count;
  const char *
      *others; /* words that are no options: drivers that split in another way take them for parts of a definition */
  size_t other_count;
  char *text; /* the memory of all these strings */
};

/* Splits at white space. Double quotes, anywhere in a word, enclose white space; a backslash escapes white space, a
 * quote or another backslash, and is an ordinary character before anything else. Every text is valid (an unclosed quote
 * extends to the end), and NULL means "". Returns 0, or -1 when out of memory, with nothing to free. */
int clgroup_options_parse(const char *text, struct clgroup_options *options);

/* The text without the options that relax floating-point arithmetic, to be freed; NULL when out of memory. */
char *clgroup_options_precise(const char *text);

/* The text for a device that has OpenCL C 3.0 and no 2.0, to be freed; NULL when out of memory: it asks for 3.0 in the
 * place of 2.0, and for C++ for OpenCL 2021 in the place of 1.0. The newer versions have all that the older ones have,
 * but for features that the device lacks. */
char *clgroup_options_newer(const char *text);

void clgroup_options_free(struct clgroup_options *options);

#endif
