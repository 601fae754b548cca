/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clgroup-manual TOOL man|completion|comment: prints a page from the tool's table of options; the build runs it.
 * comment: --help, as the comment at the top of a script. */
#include "manual/page.h"
#include "tool/output.h"

#include <string.h>

static void print_comment(const struct page *page) {
  char *text = NULL;
  size_t size = 0;
  FILE *memory = open_memstream(&text, &size);
  if (!memory) {
    perror("clgroup-manual");
    exit(EXIT_FAILURE);
  }
  print_help(page, memory);
  fclose(memory);
  int line_starts = 1;
  for (const char *c = text; *c; c++) {
    if (line_starts)
      fputs(*c == '\n' ? "#" : "# ", stdout);
    putchar(*c);
    line_starts = *c == '\n';
  }
  free(text);
}

int main(int argc, char **argv) {
  static const struct page *const pages[] = {&clgroup_cc_page, &clgroup_info_page, &clgroup_run_page};
  output_must_arrive();
  for (size_t i = 0; argc == 3 && i < sizeof pages / sizeof pages[0]; i++) {
    if (strcmp(argv[1], pages[i]->name))
      continue;
    if (!strcmp(argv[2], "man"))
      return print_roff(pages[i], CLGROUP_VERSION_TEXT, stdout), 0;
    if (!strcmp(argv[2], "completion"))
      return print_completion(pages[i], stdout), 0;
    if (!strcmp(argv[2], "comment"))
      return print_comment(pages[i]), 0;
  }
  fputs("usage: clgroup-manual TOOL man|completion|comment\n", stderr);
  return 2;
}
