/* clgroup-lower LIBRARY CHUNKS MAX-WORK-GROUP-SIZE OPT-LEVEL ll|bc|spv optimised|raw hints|plain any|pocl INPUT...
 *
 * Runs clgroup_lower. lib/compile starts it before the inputs exist, and it continues when it reads a byte. It is a
 * separate process because LLVM aborts on errors. LLVM's shared library takes 15 ms of processor time to load, while
 * clang runs in parallel; the static libraries (-DCLGROUP_LLVM_SHARED=OFF) take 2 ms, and 19 MB of disk.
 *
 * CHUNKS is the library for larger work-groups, or empty. ll is assembly, bc bitcode, spv bitcode that is to become
 * SPIR-V. raw: clang's passes did not run on the inputs. plain: remove loops' metadata. pocl: the driver is PoCL.
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

int main(int argc, char **argv) {
  if (argc < 10) {
    fputs("clgroup-lower is only for use by clgroup-cc\n", stderr);
    return 2;
  }
  struct clgroup_lower_options options = {
      .library = argv[1],
      .chunks = *argv[2] ? argv[2] : NULL,
      .max_work_group_size = (unsigned)strtoul(argv[3], NULL, 10),
      .opt_level = (unsigned)strtoul(argv[4], NULL, 10),
      .for_spirv = !strcmp(argv[5], "spv"),
      .raw = !strcmp(argv[6], "raw"),
      .plain_loops = !strcmp(argv[7], "plain"),
      .for_pocl = !strcmp(argv[8], "pocl"),
#ifdef NDEBUG
      .verify = 0,
#else
      .verify = 1,
#endif
      .wait = wait_for_inputs,
  };
  char *error = NULL;
  int result = clgroup_lower(&options, (const char *const *)argv + 9, (size_t)argc - 9, "/dev/stdout",
                             !strcmp(argv[5], "ll"), &error);
  if (result == CLGROUP_LOWER_NOT_SPIRV)
    return CLGROUP_LOWER_NOT_SPIRV_STATUS;
  if (!result)
    return 0;
  fputs(error ? error : "linking the library failed", stdout);
  free(error);
  return 1;
}
