/* clgroup-lower NAME=VALUE... -- INPUT...
 *
 * Runs clgroup_lower. lib/compile starts it before the inputs exist, and it continues when it reads a byte. It is a
 * separate process because LLVM aborts on errors. LLVM's shared library takes 15 ms of processor time to load, while
 * clang runs in parallel; the static libraries (-DCLGROUP_LLVM_SHARED=OFF) take 2 ms, and 19 MB of disk. The arguments
 * are lower/options.inc's.
 *
 * Exit status: 0, with the module on standard output; 1, with the error there, one line without a newline; 2, with an
 * error on standard error; or CLGROUP_LOWER_NOT_SPIRV_STATUS, if clgroup_lower returned CLGROUP_LOWER_NOT_SPIRV. */
#include "lower/lower.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Called after the library is read, possibly while clang is still running. */
static int wait_for_inputs(void) {
  return getchar() == EOF;
}

static void warn(const char *kernel) {
  fprintf(
      stderr,
      "clgroup-cc: warning: kernel '%s': a work-item may leave before a call that all of its work-group must make, or "
      "go around it: let it stay with a value that changes nothing, or ask for sub-groups as large as the tile by "
      "intel_reqd_sub_group_size\n",
      kernel);
}

static int take(const char *argument, struct clgroup_lower_options *o) {
  for (int i = 0; i < CLGROUP_LOWER_ARGUMENTS; i++) {
    const size_t length = strlen(clgroup_lower_arguments[i].name);
    void *field = (char *)o + clgroup_lower_arguments[i].at;
    if (strncmp(argument, clgroup_lower_arguments[i].name, length) != 0 || argument[length] != '=')
      continue;
    if (clgroup_lower_arguments[i].is_text)
      *(const char **)field = argument + length + 1;
    else
      *(unsigned *)field = (unsigned)strtoul(argument + length + 1, NULL, 0);
    return 1;
  }
  return 0;
}

int main(int argc, char **argv) {
  struct clgroup_lower_options options = {
#ifdef NDEBUG
      .verify = 0,
#else
      .verify = 1,
#endif
      .warn = warn,
      .wait = wait_for_inputs,
  };
  int at = 1;
  while (at < argc && take(argv[at], &options))
    at++;
  if (at + 1 >= argc || strcmp(argv[at], "--") != 0 || !options.library) {
    fputs("clgroup-lower is only for use by clgroup-cc\n", stderr);
    return 2;
  }
  char *error = NULL;
  int result =
      clgroup_lower(&options, (const char *const *)argv + at + 1, (size_t)(argc - at - 1), "/dev/stdout", &error);
  if (result == CLGROUP_LOWER_NOT_SPIRV)
    return CLGROUP_LOWER_NOT_SPIRV_STATUS;
  if (!result)
    return 0;
  fputs(error ? error : "linking the library failed", stdout);
  free(error);
  return 1;
}
