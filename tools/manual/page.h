/* What a tool's --help, its manual page and its bash completion are made from: one description, whose options are the
 * table that the tool's parser reads too (tools/<tool>/options.inc, tools/<tool>/page.c). */
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
  const char *value; /* what help calls it; FILE and DIR are completed as such */
  const char *words; /* the values there are: "spv, bc or ll"; "!COMMAND" prints them; NULL: any */
  const char *help;  /* one line; NULL: another spelling of the option before it */
  const char *more;  /* what only the manual page says; NULL: nothing */
};

struct page_row {
  const char *name, *text;
};

struct page {
  const char *name;
  const char *summary; /* what it is, for the manual page's first line */
  const char *usage;   /* follows the name */
  const char *description;
  const char *exit_status;
  const char *see_also; /* "clgroup-run(1), clang(1)" */
  const struct page_option *options;
  size_t option_count;
  const struct page_row *environment; /* as `examples`, the last one has no name */
  const struct page_row *examples;    /* a command and what it does; only the manual page has them */
  int arguments_are_commands;         /* the first argument is a program, for completion; else they are files */
};

extern const struct page clgroup_cc_page, clgroup_info_page, clgroup_run_page;

void print_help(const struct page *page, FILE *out);
void print_roff(const struct page *page, const char *version, FILE *out);
void print_completion(const struct page *page, FILE *out);

#endif
