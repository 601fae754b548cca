/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "manual/page.h"

/* "-pedantic, -pedantic-errors": other spellings, which have no help text, follow their option. */
static void print_left(const struct page_option *o, const struct page_option *end, FILE *out) {
  char left[128];
  const int apart = o->shape == SEPARATE || o->shape == EITHER;
  size_t at = (size_t)snprintf(left, sizeof left, "%s%s%s", o->name, apart ? " " : "", o->value ? o->value : "");
  while (++o < end && o->name && !o->help)
    at += (size_t)snprintf(left + at, at < sizeof left ? sizeof left - at : 0, ", %s", o->name);
  fprintf(out, "  %-26s ", left);
}

void print_help(const struct page *page, FILE *out) {
  fprintf(out, "usage: %s %s\n\n%s\n", page->name, page->usage, page->description);
  for (size_t i = 0; i < page->option_count; i++) {
    const struct page_option *o = &page->options[i];
    if (!o->name) {
      fprintf(out, "\n%s:\n", o->help);
    } else if (o->help) {
      print_left(o, page->options + page->option_count, out);
      fprintf(out, "%s\n", o->help);
    }
  }
  if (page->environment)
    fputs("\nEnvironment:\n", out);
  for (const struct page_row *row = page->environment; row && row->name; row++)
    fprintf(out, "  %-26s %s\n", row->name, row->text);
  fprintf(out, "\nExit status: %s\n", page->exit_status);
}
