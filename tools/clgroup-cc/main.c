/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clgroup-cc: compiles OpenCL C and links in the work-group functions that it calls. */
#include "clgroup-cc/options.h"
#include "compile/install.h"
#include "manual/page.h"
#include "targets/strategies.h"
#include "targets/targets.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void print_version(const struct clgroup_install *install) {
  printf("clgroup-cc " CLGROUP_VERSION_TEXT " (LLVM %d)\n", CLGROUP_LLVM_MAJOR);
  printf("clang:      %s\n", install->clang);
  printf("llvm-spirv: %s\n", install->llvm_spirv);
  printf("libraries:  %s\n", install->library_dir);
  if (install->clang_headers)
    printf("headers:    %s\n", install->clang_headers);
}

/* A strategy is listed if its library is readable. */
static void print_targets(struct clgroup_session *s, const struct clgroup_install *install) {
  static const char *const strategies[] = {CLGROUP_STRATEGY_NAMES, NULL};
  for (size_t i = 0; i < sizeof clgroup_targets / sizeof clgroup_targets[0]; i++) {
    const struct clgroup_target *target = &clgroup_targets[i];
    printf("%-10s %-28s", target->name, target->triple);
    for (const char *const *strategy = strategies; *strategy; strategy++)
      if (!access(clgroup_text(s, "%s/%s.%s.bc", install->library_dir, target->name, *strategy), R_OK))
        printf(" %s%s", *strategy, strcmp(*strategy, target->default_strategy) ? "" : "*");
    putchar('\n');
  }
  puts("\n* the default strategy");
}

static int print_facts(const struct command_line *line, char **error) {
  struct clgroup_session session;
  struct clgroup_install install;
  clgroup_session_begin(&session);
  int failed = clgroup_install_find(&session, line->compile.lower.folder, &install) ||
               (line->action == ACTION_VERSION && clgroup_install_find_headers(&session, &install));
  if (failed)
    *error = strdup(session.error);
  else if (line->action == ACTION_VERSION)
    print_version(&install);
  else
    print_targets(&session, &install);
  clgroup_session_end(&session);
  return failed;
}

/* The length of the multi-byte UTF-8 character at `c`, or 0: also of those before U+00A0, which control terminals. */
static size_t wide_character(const unsigned char *c) {
  size_t length = *c >= 0xf0 && *c < 0xf8 ? 4 : *c >= 0xe0 ? 3 : 2;
  if (*c < 0xc2 || *c >= 0xf8 || (*c == 0xc2 && c[1] < 0xa0))
    return 0;
  for (size_t i = 1; i < length; i++)
    if ((c[i] & 0xc0) != 0x80)
      return 0;
  return length;
}

/* Escapes control characters: the text may contain bytes of a damaged input, which could control the terminal. */
static void print_error(const char *text) {
  fputs("clgroup-cc: error: ", stderr);
  for (const unsigned char *c = (const unsigned char *)text; *c;) {
    size_t length = *c >= ' ' && *c < 0x7f ? 1 : wide_character(c);
    if (length)
      fwrite(c, 1, length, stderr);
    else
      fprintf(stderr, "\\x%02x", *c);
    c += length ? length : 1;
  }
  fputc('\n', stderr);
}

enum { BAD_USAGE = 2 };

int main(int argc, char **argv) {
  /* If a standard stream is closed, a file opened below would take its descriptor. What is written to standard output
   * is then an error. */
  for (int fd = 0; fd <= STDERR_FILENO; fd++)
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDOUT_FILENO ? O_RDONLY : O_RDWR) < 0)
      return EXIT_FAILURE;

  struct command_line line;
  char *error = NULL;
  const int bad_usage = parse_command_line(argc, argv, &line, &error);
  int failed = bad_usage;
  if (!failed)
    switch (line.action) {
    case ACTION_HELP:
      print_help(&clgroup_cc_page, stdout);
      break;
    case ACTION_VERSION:
    case ACTION_PRINT_TARGETS:
      failed = print_facts(&line, &error);
      break;
    case ACTION_COMPILE:
      failed = clgroup_compile(&line.compile, &error);
    }
  if (!failed && line.action != ACTION_COMPILE && (fflush(stdout) || ferror(stdout))) {
    error = strdup("cannot write standard output");
    failed = -1;
  }
  if (error)
    print_error(error);
  free(error);
  free_command_line(&line);
  return bad_usage || failed == CLGROUP_BAD_OPTIONS ? BAD_USAGE : failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
