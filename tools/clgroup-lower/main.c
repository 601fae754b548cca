/* clgroup-lower NAME=VALUE... -- INPUT...
 *
 * Runs clgroup_lower. lib/compile starts it before the inputs exist, and it continues when it reads a byte. It is a
 * separate process because LLVM aborts on errors. LLVM's shared library takes 15 ms of processor time to load, while
 * clang runs in parallel; the static libraries (-DCLGROUP_LLVM_SHARED=OFF) take 2 ms, and 19 MB of disk.
 *
 *   library=FILE   the device library           builtins=FILE, libclc=FILE  the built-in functions of a GPU's target
 *   other=FILE     that of exceptions=LIST, functions that another strategy makes
 *   chunks=FILE    that for larger work-groups  architecture=N, lanes=N, offsets=1  what they ask for
 *   limit=N        what scratch is sized for    uniform=1                   work-groups of a launch have the same size
 *   device-limit=N the device's largest work-group; 0: unknown
 *   local-memory=N the device's, in bytes; 0: unknown
 *   opt=N          the optimization level
 *   form=F         ll: assembly; bc: bitcode; spv: bitcode that is to become SPIR-V
 *   raw=1          clang's passes did not run
 *   cpp=1          an input is C++ for OpenCL
 *   plain=1        remove loops' metadata
 *   leave-vectors=N  refuse calls with vectors of more bytes
 *   driver=pocl    the driver is PoCL
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

/* The value of NAME=VALUE; NULL: it has another name. */
static const char *value_of(const char *argument, const char *name) {
  size_t length = strlen(name);
  return !strncmp(argument, name, length) && argument[length] == '=' ? argument + length + 1 : NULL;
}

static int take_text(const char *argument, struct clgroup_lower_options *o) {
  const struct {
    const char *name, **to;
  } texts[] = {{"library", &o->library}, {"other", &o->other},       {"exceptions", &o->exceptions},
               {"chunks", &o->chunks},   {"builtins", &o->builtins}, {"libclc", &o->libclc}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const char *value = value_of(argument, texts[i].name);
    if (value) {
      *texts[i].to = value;
      return 1;
    }
  }
  return 0;
}

static int take_number(const char *argument, struct clgroup_lower_options *o) {
  const struct {
    const char *name;
    unsigned *to;
  } numbers[] = {{"limit", &o->max_work_group_size},      {"device-limit", &o->device_max_work_group_size},
                 {"local-memory", &o->local_memory_size}, {"opt", &o->opt_level},
                 {"architecture", &o->architecture},      {"lanes", &o->lanes},
                 {"leave-vectors", &o->leave_vectors}};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    const char *value = value_of(argument, numbers[i].name);
    if (value) {
      *numbers[i].to = (unsigned)strtoul(value, NULL, 0);
      return 1;
    }
  }
  return 0;
}

static int take_flag(const char *argument, struct clgroup_lower_options *o, int *as_text) {
  const struct {
    const char *argument;
    int *to;
  } flags[] = {{"form=ll", as_text},
               {"form=spv", &o->for_spirv},
               {"form=bc", NULL},
               {"raw=1", &o->raw},
               {"cpp=1", &o->cpp},
               {"plain=1", &o->plain_loops},
               {"uniform=1", &o->uniform},
               {"offsets=1", &o->has_offsets},
               {"driver=pocl", &o->for_pocl}};
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    if (!strcmp(argument, flags[i].argument)) {
      if (flags[i].to)
        *flags[i].to = 1;
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
      .wait = wait_for_inputs,
  };
  int at = 1, as_text = 0;
  while (at < argc &&
         (take_text(argv[at], &options) || take_number(argv[at], &options) || take_flag(argv[at], &options, &as_text)))
    at++;
  if (at + 1 >= argc || strcmp(argv[at], "--") != 0 || !options.library) {
    fputs("clgroup-lower is only for use by clgroup-cc\n", stderr);
    return 2;
  }
  char *error = NULL;
  int result = clgroup_lower(&options, (const char *const *)argv + at + 1, (size_t)(argc - at - 1), "/dev/stdout",
                             as_text, &error);
  if (result == CLGROUP_LOWER_NOT_SPIRV)
    return CLGROUP_LOWER_NOT_SPIRV_STATUS;
  if (!result)
    return 0;
  fputs(error ? error : "linking the library failed", stdout);
  free(error);
  return 1;
}
