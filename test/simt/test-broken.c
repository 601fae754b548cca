/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each check of the executor, by a kernel of kernels/broken.cl that it must complain of, and others that it must not.
 */
#include "test.h"

#include "base/files.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 64 + 20, GROUPS = 2 };

/* The file, and one of its kernels. */
struct kernel {
  const char *source, *start, *end;
  char name[80];
};

/* What a line of the kernel has behind this mark, for free(); NULL: none has it. */
static char *marked(const struct kernel *k, const char *mark) {
  const char *at = strstr(k->start, mark);
  char *text = NULL;
  if (at && at < k->end)
    text_add(&text, "%.*s", (int)strcspn(at + strlen(mark), "\n"), at + strlen(mark));
  return text;
}

/* Whether the line that the message names is one of this kernel's lines that say HERE. */
static bool names_line(const struct kernel *k, const char *message) {
  const char *at = strstr(message, "broken.cl:");
  unsigned line = 0;
  if (!at || sscanf(at, "broken.cl:%u", &line) != 1)
    return false;
  for (at = k->source; at && line > 1; line--)
    at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL;
  const char *here = at ? strstr(at, "// HERE") : NULL;
  return here && at >= k->start && at < k->end && here < strchr(at, '\n');
}

/* `wanted`: what the executor must say; NULL: nothing. */
static void test_kernel(struct bench *b, cl_program program, const struct kernel *k, bool strict, const char *wanted) {
  int in[SIZE * GROUPS];
  for (int i = 0; i < SIZE * GROUPS; i++)
    in[i] = i * 7 % 5;
  setenv("CLGROUP_SIMT_STRICT", strict ? "1" : "0", 1);
  const cl_int status = bench_run(b, program, k->name, SIZE, GROUPS, in, sizeof in, NULL, sizeof in);
  const char *message = b->message ? b->message : "nothing";
  setenv("CLGROUP_SIMT_STRICT", "0", 1);
  if (status == CL_INVALID_KERNEL_NAME)
    return; /* the other vendor's */
  if (!wanted ? b->message || status : !b->message || !strstr(message, wanted) || status != CL_OUT_OF_RESOURCES)
    test_fail(k->name, b->device, "status %d, said: %s\n  wanted: %s", status, message, wanted ? wanted : "nothing");
  else if (wanted && !names_line(k, message))
    test_fail(k->name, b->device, "the line is not the right one: %s", message);
  else
    test_pass(k->name, b->device);
}

void test_broken(struct bench *b) {
  const bool is_nvidia = !strncmp(b->device, "nvptx64", 7);
  char *log, *path = NULL;
  text_add(&path, "%s/broken.cl", test_kernels);
  char *source = clgroup_file_read(path, NULL);
  cl_program program = source ? bench_build(b, path, &log) : NULL;
  if (!program) {
    test_fail("broken.cl", b->device, "%s", source ? log : "cannot be read");
    return;
  }
  for (struct kernel k = {.source = source, .start = source}; (k.start = strstr(k.start, "kernel void ")); k.start++) {
    k.end = strstr(k.start + 1, "kernel void ");
    k.end = k.end ? k.end : strchr(k.start, 0);
    sscanf(k.start, "kernel void %79[a-z_0-9]", k.name);
    char *wanted = marked(&k, "// HERE: "), *if_strict = marked(&k, "// HERE if strict: "),
         *on_nvidia = marked(&k, "// HERE, on NVIDIA if strict: ");
    test_kernel(b, program, &k, false, wanted || is_nvidia ? wanted : on_nvidia);
    if (if_strict || on_nvidia)
      test_kernel(b, program, &k, true, if_strict ? if_strict : on_nvidia);
    free(wanted);
    free(if_strict);
    free(on_nvidia);
  }
  clReleaseProgram(program);
  free(path);
  free(source);
}
