/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clgroup-gpu-prepare: compiles the tests' programs to PTX. It runs the same tests as gpu-run, but without launches:
 * their results are zeros, and whether tests pass is ignored. */
#include "command.h"
#include "launch.h"
#include "prepared.h"
#include "report.h"
#include "base/files.h"
#include "text.h"
#include "tool/arguments.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char usage[] = "usage: clgroup-gpu-prepare [--quick] [--bitcode] --compiler PATH --kernels DIR FOLDER\n"
                            "Compiles the tests' programs to PTX in FOLDER, a folder there for each architecture.\n"
                            "  --quick    a choice of the tests, for the newest architecture alone\n"
                            "  --bitcode  LLVM bitcode beside each PTX, for an executor without a GPU\n";

static struct {
  bool bitcode;
  const char *folder;
  unsigned first; /* of the architectures */
  unsigned made, failed;
} job;

static bool compile(const struct builder *b, const struct source *source, const char *architecture, const char *input,
                    const char *name, const char *ending, char **log) {
  char output[512], *text = NULL;
  size_t size;
  struct command c = {0};
  snprintf(output, sizeof output, "%s/%s/%s.%s", job.folder, architecture, name, ending);
  command_add(&c, b->compiler);
  text_add(&text, "--target=nvptx64 -march=%s -cl-std=%s %s", architecture,
           source->standard ? source->standard : "CL3.0", strcmp(ending, "bc") ? "" : "--emit=bc");
  if (source->max_size)
    text_add(&text, " --device-max-work-group-size=%zu", source->max_size);
  command_add_words(&c, text);
  free(text);
  command_add_words(&c, source->options);
  command_add(&c, input);
  command_add(&c, "-o");
  command_add(&c, output);
  if (!command_run(&c, b->folder, log))
    return false;
  if (!strcmp(ending, "bc"))
    return true;
  /* Its first line says what it is, for people and for the executor's libcuda.so.1, which looks for the bitcode. */
  char *ptx = clgroup_file_read(output, &size), *named = NULL;
  if (ptx)
    text_add(&named, "// %s/%s\n%s", architecture, name, ptx);
  bool good = named && clgroup_file_write(output, named, strlen(named));
  if (!good)
    text_add(log, "cannot write %s", output);
  free(ptx);
  free(named);
  return good;
}

cl_program builder_build(struct builder *b, const struct source *source, char **log) {
  char input[sizeof b->folder + 16], name[32];
  *log = NULL;
  char *text = source_text(b, source, log);
  bool good = text != NULL;
  if (good) {
    snprintf(input, sizeof input, "%s/kernel.cl", b->folder);
    prepared_name(source, text, name);
    good = clgroup_file_write(input, text, strlen(text));
    if (!good)
      text_add(log, "cannot write %s", input);
  }
  for (unsigned i = job.first; good && i < PREPARED_ARCHITECTURES; i++)
    good = compile(b, source, prepared_architectures[i], input, name, "ptx", log) &&
           (!job.bitcode || compile(b, source, prepared_architectures[i], input, name, "bc", log));
  free(text);
  job.made += good;
  if (!good) {
    job.failed++;
    fprintf(stderr, "clgroup-gpu-prepare: error: %s: %s\n", source->file, *log);
  }
  /* Any pointer but NULL stands for a program. */
  return good ? (cl_program)(void *)&job : NULL;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseProgram(cl_program program) {
  (void)program;
  return CL_SUCCESS;
}

/* The smallest work-group, so that nearly all launches are left out. */
size_t launch_limit(const struct device *d, cl_program program, const char *kernel) {
  (void)d, (void)program, (void)kernel;
  return 1;
}

void *launch_run(const struct device *d, cl_program program, const struct shape *shape, const struct launch *l,
                 char **error) {
  (void)d, (void)program;
  *error = NULL;
  return allocate(shape_items(shape) * l->columns * l->out_bytes);
}

void report_step(const char *name) {
  (void)name;
}
void report_pass(const char *test) {
  (void)test;
}
void report_fail(const char *test, const char *format, ...) {
  (void)test, (void)format;
}
void report_skip(const char *test, const char *format, ...) {
  (void)test, (void)format;
}

int main(int argc, char **argv) {
  struct suite suite = {0};
  struct builder builder = {.way = WAY_MODULE};
  const struct argument known[] = {{"--quick", .flag = &suite.quick},
                                   {"--bitcode", .flag = &job.bitcode},
                                   {"--compiler", .text = &builder.compiler},
                                   {"--kernels", .text = &builder.kernels}};
  for (int i = 1; i < argc;)
    if (*argv[i] != '-' && !job.folder)
      job.folder = argv[i++];
    else
      i += argument_take(known, sizeof known / sizeof *known, usage, argv + i);
  if (suite.quick)
    job.first = PREPARED_ARCHITECTURES - 1;
  if (!job.folder || !builder.compiler || !builder.kernels || strlen(job.folder) > 200) {
    fputs(usage, stderr);
    return 2;
  }
  snprintf(builder.folder, sizeof builder.folder, "%s/work", job.folder);
  for (unsigned i = 0; i <= PREPARED_ARCHITECTURES; i++) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", job.folder, i ? prepared_architectures[i - 1] : "work");
    if (mkdir(path, 0777) && errno != EEXIST) {
      fprintf(stderr, "clgroup-gpu-prepare: error: cannot make %s: %s\n", path, strerror(errno));
      return 2;
    }
  }
  suite.builder = &builder;
  prepared_tests(&suite);
  printf("%u programs for %u architectures\n", job.made, PREPARED_ARCHITECTURES - job.first);
  return job.failed || !job.made;
}
