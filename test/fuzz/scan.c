/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libFuzzer's entry for the source scanner. An input is a line of build options, and source; what follows a byte 1 in
 * it is the text of every header. */
#include "names/names.h"
#include "layer/decide/scan.h"

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

enum { MOST_HEADERS = 50 }; /* of an input: the scanner's limit is thousands, which would take most of the time */

struct text {
  char *bytes; /* a block of just that size, so that a sanitizer sees a read beyond its end */
  size_t length;
  unsigned headers; /* how many have been asked for */
};

static struct text copy(const void *bytes, size_t length) {
  struct text t = {malloc(length ? length : 1), length, 0};
  memcpy(t.bytes, bytes, length);
  return t;
}

static const char *header(void *context, const char *name, size_t *length) {
  struct text *text = context;
  if (++text->headers > MOST_HEADERS)
    return NULL;
  /* A name is also another header's: its length decides whether that is a part of the text. */
  size_t from = strlen(name) % 7;
  if (from > text->length)
    from = 0;
  *length = text->length - from;
  return text->bytes + from;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const uint8_t *line = memchr(data, '\n', size), *mark;
  size_t length = line ? (size_t)(line - data) : 0;
  char *words = malloc(length + 1);
  memcpy(words, data, length);
  words[length] = 0;
  struct clgroup_options options;
  require(!clgroup_options_parse(words, &options), "options are taken");
  free(words);
  data += length;
  size -= length;
  mark = memchr(data, 1, size);
  size_t own = mark ? (size_t)(mark - data) : size;
  struct text source = copy(data, own), text = copy(data + own, size - own);
  static const char name[] = "work_group_any\n";
  struct clgroup_scan found = {0}, more = {0};
  require(!clgroup_scan_source(&found, source.bytes, source.length, &options, header, &text), "there is memory");
  require(!(found.names & ~clgroup_names_all(true)), "names are names");
  /* A line before the text, which is then read to its end, adds its name. */
  struct text longer = {malloc(source.length + sizeof name), source.length + sizeof name - 1, 0};
  memcpy(longer.bytes, name, sizeof name - 1);
  text.headers = 0;
  memcpy(longer.bytes + sizeof name - 1, source.bytes, source.length);
  require(!clgroup_scan_source(&more, longer.bytes, longer.length, &options, header, &text), "there is memory");
  free(longer.bytes);
  found.names |= clgroup_name_find(name, strlen(name) - 1);
  require(found.names == more.names && found.unknown <= more.unknown && found.feature == more.feature &&
              found.extension == more.extension && found.defines == more.defines && found.header == more.header,
          "a name in front is found, and all else");
  clgroup_options_free(&options);
  free(source.bytes);
  free(text.bytes);
  return 0;
}
