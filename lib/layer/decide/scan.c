#include "layer/decide/scan.h"

#include "layer/decide/scan-files.h"
#include "layer/decide/scan-text.h"

#include <stdlib.h>
#include <string.h>

struct scan {
  struct clgroup_scan_facts facts;
  struct clgroup_scan_files files;
  const char *folder; /* of the text that is being read */
};

static int include(void *context, const char *name, size_t length) {
  struct scan *s = context;
  return clgroup_scan_files_add(&s->files, s->folder, name, length);
}

static size_t length_of(const char *const *strings, const size_t *lengths, size_t i) {
  if (!strings[i])
    return 0;
  return lengths && lengths[i] ? lengths[i] : strlen(strings[i]);
}

/* The strings as one text without backslash-newlines, for free(); NULL when out of memory. */
static char *one_text(const char *const *strings, const size_t *lengths, size_t count, size_t *length) {
  *length = 0;
  for (size_t i = 0; i < count; i++)
    *length += length_of(strings, lengths, i);
  char *text = malloc(*length + 1), *to = text;
  for (size_t i = 0; text && i < count; i++) {
    size_t size = length_of(strings, lengths, i);
    if (size)
      memcpy(to, strings[i], size);
    to += size;
  }
  if (text)
    *length = clgroup_scan_join_lines(text, *length);
  return text;
}

static int scan_options(struct scan *s, const struct clgroup_options *options) {
  int error = 0;
  for (size_t i = 0; i < options->definition_count; i++)
    clgroup_scan_definition(&s->facts, options->definitions[i]);
  for (size_t i = 0; i < options->other_count; i++)
    clgroup_scan_words(&s->facts, options->others[i]);
  for (size_t i = 0; i < options->include_file_count && !error; i++)
    error = include(s, options->include_files[i], strlen(options->include_files[i]));
  return error;
}

int clgroup_scan_source(struct clgroup_scan *result, const char *const *strings, const size_t *lengths, size_t count,
                        const struct clgroup_options *options, clgroup_scan_header *header, void *context) {
  struct scan s = {.facts.result = result, .folder = ""};
  s.files = (struct clgroup_scan_files){.result = result, .options = options, .header = header, .context = context};
  size_t length;
  int error = options ? scan_options(&s, options) : 0;
  char *text = error ? NULL : one_text(strings, lengths, count, &length);
  if (!text)
    error = -1;
  else if (s.files.first || clgroup_scan_matters(&s.facts, text, length))
    error = clgroup_scan_text(&s.facts, text, length, include, &s);
  for (struct clgroup_scan_file *file = s.files.first; file && !error; file = file->next) {
    s.folder = file->folder;
    error = clgroup_scan_text(&s.facts, file->text, file->length, include, &s);
  }
  clgroup_scan_paste(&s.facts);
  clgroup_scan_files_free(&s.files);
  free(text);
  return error;
}
