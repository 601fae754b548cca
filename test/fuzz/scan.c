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

struct text {
  char *bytes; /* a block of just that size, so that a sanitizer sees a read beyond its end */
  size_t length;
};

static struct text copy(const void *bytes, size_t length) {
  struct text t = {malloc(length ? length : 1), length};
  memcpy(t.bytes, bytes, length);
  return t;
}

static const char *header(void *context, const char *name, size_t *length) {
  const struct text *text = context;
  /* A name is also another header's: its length decides whether that is a part of the text. */
  size_t from = strlen(name) % 7;
  if (from > text->length)
    from = 0;
  *length = text->length - from;
  return text->bytes + from;
}

static const char *nothing(void *context, const char *name, size_t *length) {
  (void)context, (void)name;
  *length = 0;
  return "";
}

static struct clgroup_scan scan(const struct text *texts, size_t count, const struct clgroup_options *options,
                                clgroup_scan_header *headers, struct text *text) {
  struct clgroup_scan result = {0};
  const char *strings[3] = {0};
  size_t lengths[3] = {0};
  for (size_t i = 0; i < count; i++) {
    strings[i] = texts[i].length ? texts[i].bytes : "";
    lengths[i] = texts[i].length;
  }
  require(!clgroup_scan_source(&result, strings, lengths, count, options, headers, text), "there is memory");
  return result;
}

static int same(const struct clgroup_scan *a, const struct clgroup_scan *b) {
  return a->names == b->names && a->feature == b->feature && a->extension == b->extension && a->defines == b->defines;
}

/* The same text in three strings is joined, and is found the same. */
static void split(const struct text *source, const struct clgroup_options *options, struct text *text,
                  const struct clgroup_scan *whole) {
  size_t first = source->length / 3, second = source->length / 2;
  struct text parts[] = {copy(source->bytes, first), copy(source->bytes + first, second - first),
                         copy(source->bytes + second, source->length - second)};
  struct clgroup_scan result = scan(parts, 3, options, header, text);
  require(same(&result, whole) && result.unknown == whole->unknown, "three strings are one");
  for (int i = 0; i < 3; i++)
    free(parts[i].bytes);
}

/* An empty header makes the scanner read each text to its end: what it passes over else names nothing. */
static void read_on(const struct text *source, const struct clgroup_options *options) {
  const char *files[] = {"empty"};
  struct clgroup_options read = *options;
  if (options->include_file_count)
    return;
  read.include_files = files;
  read.include_file_count = 1;
  struct clgroup_scan quick = scan(source, 1, options, nothing, NULL), slow = scan(source, 1, &read, nothing, NULL);
  require(same(&quick, &slow) && quick.unknown <= slow.unknown, "what is passed over names nothing");
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
  struct clgroup_scan whole = scan(&source, 1, &options, header, &text);
  require(!(whole.names & ~clgroup_names_all(true)), "names are names");
  split(&source, &options, &text, &whole);
  read_on(&source, &options);
  clgroup_options_free(&options);
  free(source.bytes);
  free(text.bytes);
  return 0;
}
