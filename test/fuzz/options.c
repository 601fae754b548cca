/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libFuzzer's entry for the option parser. */
#include "layer/base/options.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int holds, const char *what) {
  if (holds)
    return;
  fprintf(stderr, "does not hold: %s\n", what);
  abort();
}

static int same(const char *const *a, size_t a_count, const char *const *b, size_t b_count) {
  if (a_count != b_count)
    return 0;
  for (size_t i = 0; i < a_count; i++)
    if (strcmp(a[i], b[i]))
      return 0;
  return 1;
}

/* The words as options that mean the same: each in quotes. */
static char *quote(const struct clgroup_options *o, size_t size) {
  char *text = malloc(2 * size + 3 * o->count + 1), *to = text;
  for (size_t i = 0; i < o->count; i++) {
    *to++ = '"';
    for (const char *at = o->words[i]; *at; at++) {
      if (*at == '"' || *at == '\\')
        *to++ = '\\';
      *to++ = *at;
    }
    *to++ = '"';
    *to++ = ' ';
  }
  *to = 0;
  return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct clgroup_options once, twice;
  char *text = malloc(size + 1);
  memcpy(text, data, size);
  text[size] = 0;
  require(!clgroup_options_parse(text, &once), "every text is taken");
  require(!once.words[once.count], "the list has an end");
  require(once.include_dir_count + once.include_file_count + once.definition_count + once.other_count <= once.count,
          "a word has one meaning");
  char *quoted = quote(&once, size);
  free(text);
  require(!clgroup_options_parse(quoted, &twice), "quoted words are taken");
  free(quoted);
  require(same((const char *const *)once.words, once.count, (const char *const *)twice.words, twice.count),
          "quoted words are the same words");
  require(same(once.include_dirs, once.include_dir_count, twice.include_dirs, twice.include_dir_count) &&
              same(once.include_files, once.include_file_count, twice.include_files, twice.include_file_count) &&
              same(once.definitions, once.definition_count, twice.definitions, twice.definition_count) &&
              same(once.others, once.other_count, twice.others, twice.other_count) && once.standard == twice.standard &&
              once.create_library == twice.create_library,
          "and mean the same");
  clgroup_options_free(&once);
  clgroup_options_free(&twice);
  return 0;
}
