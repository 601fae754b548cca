/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* module-part ALL PART OUT: writes one part of a SPIR-V module with all of the library's functions; for the build. */
#include "base/files.h"
#include "names/symbols.h"
#include "spirv/spirv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -1: there is no such part. */
static int part_of(const char *name) {
  static const char *const names[] = {
      [CLGROUP_PART_base] = "base", [CLGROUP_PART_fp64] = "fp64", [CLGROUP_PART_fp16] = "fp16"};
  for (int i = 0; i < 3; i++)
    if (!strcmp(name, names[i]))
      return i;
  return -1;
}

int main(int count, char **arguments) {
  struct clgroup_symbols all = {0}, kept = {0};
  char error[256];
  uint32_t *out = NULL;
  size_t size = 0, out_count = 0;
  const int part = count == 4 ? part_of(arguments[2]) : -1;
  if (part < 0) {
    fputs("usage: module-part ALL base|fp64|fp16 OUT\n", stderr);
    return 2;
  }
  snprintf(error, sizeof error, "cannot read '%s' or write '%s'", arguments[1], arguments[3]);
  uint32_t *words = clgroup_file_read(arguments[1], &size);
  int failed = !words || clgroup_symbols_find(&all, words, size);
  for (size_t i = 0; i < all.count && !failed; i++) {
    const struct clgroup_symbols one = {&all.names[i], 1};
    failed =
        clgroup_symbols_have(&one, (enum clgroup_library_part)part) && clgroup_symbols_add_one(&kept, all.names[i]);
  }
  failed = failed ||
           clgroup_spirv_prune(words, size / sizeof *words, (const char *const *)kept.names, kept.count, &out,
                               &out_count, NULL, error, sizeof error) ||
           !clgroup_file_write(arguments[3], out, out_count * sizeof *out);
  if (failed)
    fprintf(stderr, "module-part: %s\n", error);
  clgroup_symbols_free(&all);
  clgroup_symbols_free(&kept);
  free(words);
  free(out);
  return failed;
}
