/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "manual/page.h"

#include <ctype.h>
#include <string.h>

/* Text without roff commands, with minus signs that can be pasted into a shell. Long lines are broken, as roff's lint
 * requires. */
static void print_text(const char *text, FILE *out) {
  enum { LONG_LINE = 60 };
  size_t line_length = 0;
  for (const char *c = text; *c; c++) {
    if (!line_length && (*c == '.' || *c == '\''))
      fputs("\\&", out);
    line_length++;
    if (*c == '\\') {
      fputs("\\e", out);
    } else if (*c == '\'') {
      fputs("\\(aq", out);
    } else if (*c == '-') {
      fputs("\\-", out);
    } else if (*c == '\n' || (*c == ' ' && line_length > LONG_LINE)) {
      fputs(c[1] == '\n' ? "\n.PP\n" : "\n", out);
      c += c[1] == '\n';
      line_length = 0;
    } else {
      putc(*c, out);
    }
  }
}

static void print_heading(const char *text, FILE *out) {
  fputs(".SH ", out);
  for (const char *c = text; *c; c++)
    if (*c == '\'')
      fputs("\\(aq", out);
    else
      putc(toupper((unsigned char)*c), out);
  putc('\n', out);
}

static void print_section(const char *heading, const char *text, FILE *out) {
  print_heading(heading, out);
  print_text(text, out);
  putc('\n', out);
}

/* Other spellings, which have no help text, follow their option. */
static void print_names(const struct page_option *o, const struct page_option *end, FILE *out) {
  const char *comma = "";
  do {
    fprintf(out, "%s\\fB", comma);
    print_text(o->name, out);
    fputs("\\fR", out);
    if (o->value) {
      fputs(o->shape == SEPARATE || o->shape == EITHER ? " \\fI" : "\\fI", out);
      print_text(o->value, out);
      fputs("\\fR", out);
    }
    comma = ", ";
  } while (++o < end && o->name && !o->help);
  putc('\n', out);
}

static void print_option(const struct page_option *o, const struct page_option *end, FILE *out) {
  fputs(".TP\n", out);
  print_names(o, end, out);
  print_text(o->help, out);
  if (o->help[strlen(o->help) - 1] != '.')
    putc('.', out);
  putc('\n', out);
  if (o->more) {
    print_text(o->more, out);
    putc('\n', out);
  }
}

void print_roff(const struct page *page, const char *version, FILE *out) {
  fprintf(out, ".\\\" Made from tools/%s/page.c.\n.TH ", page->name);
  for (const char *c = page->name; *c; c++)
    if (*c == '-')
      fputs("\\-", out);
    else
      putc(toupper((unsigned char)*c), out);
  fprintf(out, " 1 \"\" \"clgroup %s\" \"User Commands\"\n.SH NAME\n", version);
  print_text(page->name, out);
  fputs(" \\- ", out);
  print_text(page->summary, out);
  fputs("\n.SH SYNOPSIS\n\\fB", out);
  print_text(page->name, out);
  fputs("\\fR ", out);
  print_text(page->usage, out);
  putc('\n', out);
  print_section("Description", page->description, out);
  for (size_t i = 0; i < page->option_count; i++) {
    const struct page_option *o = &page->options[i];
    if (!o->name)
      print_heading(o->help, out);
    else if (o->help)
      print_option(o, page->options + page->option_count, out);
  }
  if (page->environment)
    print_heading("Environment", out);
  for (const struct page_row *row = page->environment; row && row->name; row++) {
    fprintf(out, ".TP\n.B %s\n", row->name);
    print_text(row->text, out);
    putc('\n', out);
  }
  print_section("Exit status", page->exit_status, out);
  if (page->examples)
    print_heading("Examples", out);
  for (const struct page_row *row = page->examples; row && row->name; row++) {
    fputs(".TP\n.B ", out);
    print_text(row->name, out);
    putc('\n', out);
    print_text(row->text, out);
    putc('\n', out);
  }
  print_section("See also", page->see_also, out);
}
