/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clgroup-lower FIELD=VALUE... [-w] [--passes=NAME,...] -- INPUT...
 * clgroup-lower --print-passes
 *
 * Runs clgroup_llvm_lower_files. lib/compile starts it before the inputs exist, and it continues when it reads a byte.
 * It is a separate process because LLVM aborts on errors. LLVM's static libraries take 19 MB of disk and 2 ms of
 * processor time to load, the shared one (-DCLGROUP_LLVM_SHARED=ON) 15 ms, while clang runs in parallel. The
 * arguments are compile/lowering.inc's; -w is for no warnings. With --passes, for tests, it runs these passes alone.
 *
 * Exit status: 0, with the module on standard output; 1, CLGROUP_LLVM_NOT_SPIRV or CLGROUP_LLVM_NOT_POCL, with the
 * error there, one line without a newline; 2, with an error on standard error. */
#include "clgroup/clgroup-llvm.h"
#include "compile/lowering-argument.h"

#include <stdio.h>
#include <string.h>

/* Called after the library is read, possibly while clang is still running. */
static int wait_for_inputs(void *data) {
  (void)data;
  return getchar() == EOF;
}

static void warn(void *data, const char *text) {
  (void)data;
  fprintf(stderr, "clgroup-cc: warning: %s\n", text);
}

int main(int argc, char **argv) {
  struct clgroup_llvm_options options = {
      .size = sizeof options,
#ifdef NDEBUG
      .unverified = true,
#endif
      .warn = warn,
      .wait = wait_for_inputs,
  };
  static char error[1 << 16];
  static const char passes[] = "--passes=";
  int at = 1;
  if (argc == 2 && !strcmp(argv[1], "--print-passes")) {
    for (size_t i = 0; clgroup_llvm_pass(i); i++)
      puts(clgroup_llvm_pass(i));
    return 0;
  }
  while (at < argc && lowering_take_argument(argv[at], &options))
    at++;
  if (at < argc && !strcmp(argv[at], "-w")) {
    options.warn = NULL;
    at++;
  }
  if (at < argc && !strncmp(argv[at], passes, sizeof passes - 1)) {
    options.passes = argv[at++] + sizeof passes - 1;
    options.wait = NULL;
  }
  if (at + 1 >= argc || strcmp(argv[at], "--") != 0 || !options.folder || !options.target || !options.strategy) {
    fputs("clgroup-lower is only for use by clgroup-cc\n", stderr);
    return 2;
  }
  /* Not /dev/stdout, a link to this: a tool that root runs with `-o /dev/stdout`, and that fails, removes it. */
  const int result = clgroup_llvm_lower_files((const char *const *)argv + at + 1, (size_t)(argc - at - 1),
                                              "/proc/self/fd/1", &options, error, sizeof error);
  if (result)
    fputs(error, stdout);
  return result < 0 ? 1 : result;
}
