/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lower-groups [STRATEGY]: what a driver without work-group functions does with a program. Reads a SPIR-V module from
 * standard input and writes one that needs no work-group instructions to standard output: they become calls
 * (clgroup_spirv_rewrite) of the library's functions, a module of which is made (clgroup_library_module) and linked by
 * SPIRV-Tools' spirv-link. Work-groups have at most 1024 work-items. */
#include "clgroup/clgroup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HEADER_WORDS = 5, OP_MEMORY_MODEL = 14, PHYSICAL_32 = 1 };

static int fail(const char *what) {
  fprintf(stderr, "lower-groups: error: %s\n", what);
  return EXIT_FAILURE;
}

static uint32_t *read_words(size_t *count) {
  size_t used = 0, room = 0;
  char *bytes = NULL;
  for (size_t got = 1; got; used += got) {
    if (used == room) {
      char *more = realloc(bytes, room = room ? 2 * room : 1 << 16);
      if (!more)
        break;
      bytes = more;
    }
    got = fread(bytes + used, 1, room - used, stdin);
  }
  *count = used / 4;
  return (uint32_t *)(void *)bytes;
}

/* The addressing model says how long a pointer is. */
static unsigned address_bits(const uint32_t *words, size_t count) {
  for (size_t at = HEADER_WORDS; at + 1 < count && words[at] >> 16; at += words[at] >> 16)
    if ((words[at] & 0xffff) == OP_MEMORY_MODEL)
      return words[at + 1] == PHYSICAL_32 ? 32 : 64;
  return 64;
}

static int write_words(FILE *file, const uint32_t *words, size_t count) {
  return fwrite(words, 4, count, file) == count && !fflush(file) ? 0 : -1;
}

/* Runs spirv-link on both modules, which it reads from files; its output is ours. */
static int link_modules(const uint32_t *program, size_t program_count, const struct clgroup_module *library) {
  char program_name[] = "/tmp/lower-groups-XXXXXX", library_name[] = "/tmp/lower-groups-XXXXXX";
  const int program_file = mkstemp(program_name), library_file = mkstemp(library_name);
  FILE *a = program_file < 0 ? NULL : fdopen(program_file, "wb"),
       *b = library_file < 0 ? NULL : fdopen(library_file, "wb");
  int status = -1;
  if (a && b && !write_words(a, program, program_count) && !write_words(b, library->words, library->count)) {
    const pid_t child = fork();
    if (!child) {
      execlp("spirv-link", "spirv-link", program_name, library_name, "-o", "-", (char *)NULL);
      _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
      status = -1;
  }
  if (a)
    fclose(a);
  if (b)
    fclose(b);
  unlink(program_name);
  unlink(library_name);
  return status ? fail("spirv-link (Debian's package spirv-tools) failed") : EXIT_SUCCESS;
}

int main(int argc, char **argv) {
  char error[256];
  size_t count, program_count;
  uint32_t *words = read_words(&count), *program;
  if (!words)
    return fail("out of memory");
  if (clgroup_spirv_rewrite(words, count, &program, &program_count, error, sizeof error)) {
    free(words);
    return fail(error);
  }
  int status;
  struct clgroup_symbols needs = {0};
  struct clgroup_module library = {0};
  const struct clgroup_library_request request = {.size = sizeof request,
                                                  .address_bits = address_bits(program, program_count),
                                                  .strategy = argc > 1 ? argv[1] : "tree",
                                                  .max_size = 1024,
                                                  .needs = &needs,
                                                  .version = program[1]};
  if (clgroup_symbols_find(&needs, program, program_count * sizeof *program))
    status = fail("out of memory");
  else if (!needs.count)
    status = write_words(stdout, program, program_count) ? fail("cannot write the module") : EXIT_SUCCESS;
  else if (clgroup_library_module(&request, &library, error, sizeof error))
    status = fail(error);
  else
    status = link_modules(program, program_count, &library);
  clgroup_symbols_free(&needs);
  free(library.words);
  free(program);
  free(words);
  return status;
}
