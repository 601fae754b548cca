/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lib/spirv on files, for the tests. Modules go to standard output; errors to standard error, with exit status 1. */
#include "spirv/spirv.h"
#include "tool/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] = "usage: clgroup-spirv-tool uses MODULE\n"
                            "       clgroup-spirv-tool rewrite MODULE\n"
                            "       clgroup-spirv-tool provide MODULE EXTENSIONS\n"
                            "       clgroup-spirv-tool spell-zeros MODULE\n"
                            "       clgroup-spirv-tool prune MODULE [NAME...]\n"
                            "       clgroup-spirv-tool imports MODULE\n"
                            "       clgroup-spirv-tool set-scratch MODULE SLOTS\n"
                            "       clgroup-spirv-tool plain-loads MODULE\n"
                            "       clgroup-spirv-tool set-version MODULE MAJOR MINOR\n"
                            "       clgroup-spirv-tool specialize MODULE ID [BYTE...]\n"
                            "       clgroup-spirv-tool swap MODULE            (turns its byte order)\n";

struct module {
  uint32_t *words;
  size_t count;
};

static struct module read_module(const char *path) {
  FILE *file = strcmp(path, "-") ? fopen(path, "rb") : stdin;
  struct module m = {0};
  size_t capacity = 0, got = 1;
  while (file && got) {
    if (m.count == capacity) {
      capacity = capacity ? 2 * capacity : 1024;
      uint32_t *more = realloc(m.words, capacity * sizeof *more);
      if (!more)
        exit(2);
      m.words = more;
    }
    m.count += got = fread(m.words + m.count, sizeof *m.words, capacity - m.count, file);
  }
  if (!file || ferror(file)) {
    fprintf(stderr, "cannot read '%s': %s\n", path, strerror(errno));
    exit(2);
  }
  fclose(file);
  return m;
}

static void write_module(const uint32_t *words, size_t count) {
  if (fwrite(words, sizeof *words, count, stdout) != count || fflush(stdout)) {
    perror("cannot write the module");
    exit(2);
  }
}

int main(int argc, char **argv) {
  output_must_arrive();
  char error[512] = "";
  if (argc < 3) {
    fputs(usage, stderr);
    return 2;
  }
  const char *command = argv[1];
  struct module in = read_module(argv[2]), out = {0};
  int failed = 0;
  if (!strcmp(command, "uses"))
    puts(clgroup_spirv_uses(in.words, in.count) ? "yes" : "no");
  else if (!strcmp(command, "rewrite"))
    failed = clgroup_spirv_rewrite(in.words, in.count, &out.words, &out.count, error, sizeof error);
  else if (!strcmp(command, "provide") && argc == 4)
    failed = clgroup_spirv_provide(in.words, in.count, argv[3], &out.words, &out.count, error, sizeof error);
  else if (!strcmp(command, "spell-zeros"))
    failed = clgroup_spirv_for_translator(in.words, in.count, &out.words, &out.count, error, sizeof error);
  else if (!strcmp(command, "prune")) {
    size_t found;
    failed = clgroup_spirv_prune(in.words, in.count, (const char *const *)argv + 3, (size_t)argc - 3, &out.words,
                                 &out.count, &found, error, sizeof error);
    if (!failed)
      fprintf(stderr, "kept %zu of %d\n", found, argc - 3);
  } else if (!strcmp(command, "imports")) {
    char **names = NULL;
    size_t count = 0;
    failed = clgroup_spirv_imports(in.words, in.count, &names, &count, error, sizeof error);
    for (size_t n = 0; n < count; ++n)
      puts(names[n]);
    free(names);
  } else if (!strcmp(command, "set-scratch") && argc == 4) {
    uint64_t bytes;
    failed = clgroup_spirv_set_scratch(in.words, in.count, (uint32_t)strtoul(argv[3], NULL, 0), error, sizeof error);
    failed = failed ? failed : clgroup_spirv_local_memory(in.words, in.count, &bytes, error, sizeof error);
    if (!failed) {
      write_module(in.words, in.count);
      fprintf(stderr, "%llu bytes\n", (unsigned long long)bytes);
    }
  } else if (!strcmp(command, "plain-loads") && argc == 3) {
    failed = clgroup_spirv_make_loads_plain(in.words, in.count, error, sizeof error);
    if (!failed)
      write_module(in.words, in.count);
  } else if (!strcmp(command, "set-version") && argc == 5) {
    failed = clgroup_spirv_set_version(in.words, in.count, (unsigned)atoi(argv[3]), (unsigned)atoi(argv[4]), error,
                                       sizeof error);
    if (!failed)
      write_module(in.words, in.count);
  } else if (!strcmp(command, "specialize") && argc >= 4) {
    size_t size = (size_t)argc - 4;
    unsigned char *value = malloc(size); /* as long as it is said to be: valgrind sees a read beyond it */
    for (size_t i = 0; i < size && value; i++)
      value[i] = (unsigned char)strtoul(argv[i + 4], NULL, 16);
    failed = clgroup_spirv_specialize(in.words, in.count, (uint32_t)strtoul(argv[3], NULL, 0), value, size, error,
                                      sizeof error);
    free(value);
    if (!failed)
      write_module(in.words, in.count);
  } else if (!strcmp(command, "swap")) {
    for (size_t i = 0; i < in.count; ++i) {
      uint32_t w = in.words[i];
      in.words[i] = w >> 24 | (w >> 8 & 0xff00) | (w << 8 & 0xff0000) | w << 24;
    }
    write_module(in.words, in.count);
  } else {
    fputs(usage, stderr);
    failed = 2;
  }
  if (failed == -1)
    fprintf(stderr, "error: %s\n", error);
  else if (out.words)
    write_module(out.words, out.count);
  free(in.words);
  free(out.words);
  return failed == -1 ? 1 : failed;
}
