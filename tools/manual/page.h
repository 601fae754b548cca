/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The description from which a tool's --help, manual page and bash completion are made. Its options are the table of
 * the tool's parser too (tools/<tool>/options.inc, tools/<tool>/page.c). */
#ifndef CLGROUP_MANUAL_PAGE_H
#define CLGROUP_MANUAL_PAGE_H

#include <stddef.h>
#include <stdio.h>

enum option_shape {
  ALONE,    /* -v */
  JOINED,   /* --target=T */
  SEPARATE, /* -Xclang ARG */
  EITHER,   /* -DNAME or -D NAME */
  PREFIX,   /* -Wall, -W: whatever follows belongs to the name */
};

struct page_option {
  const char *name; /* NULL: a heading, which is in `help` */
  enum option_shape shape;
  const char *value; /* its name in --help; FILE and DIR are completed as such */
  const char *words; /* the possible values: "spv, bc or ll"; "!COMMAND" prints them; NULL: any */
  const char *help;  /* one line; NULL: another spelling of the previous option */
  const char *more;  /* for the manual page only; NULL: nothing */
};

struct page_row {
  const char *name, *text;
};

struct page {
  const char *name;
  const char *summary; /* for the manual page's first line */
  const char *usage;   /* follows the name */
  const char *description;
  const char *exit_status;
  const char *see_also; /* "clgroup-run(1), clang(1)" */
  const struct page_option *options;
  size_t option_count;
  const struct page_row *environment; /* as `examples`, the last one has no name */
  const struct page_row *examples;    /* a command and what it does; only the manual page has them */
  int arguments_are_commands;         /* complete the first argument as a program, not a file */
};

extern const struct page clgroup_cc_page, clgroup_info_page, clgroup_run_page;

void print_help(const struct page *page, FILE *out);
void print_roff(const struct page *page, const char *version, FILE *out);
void print_completion(const struct page *page, FILE *out);

#endif
