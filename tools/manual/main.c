/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clgroup-manual TOOL man|completion|help: prints a page from the tool's table of options; the build runs it. */
#include "manual/page.h"
#include "tool/output.h"

#include <string.h>

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
    if (!strcmp(argv[2], "help"))
      return print_help(pages[i], stdout), 0;
  }
  fputs("usage: clgroup-manual TOOL man|completion|help\n", stderr);
  return 2;
}
