/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* memmem, realpath */
#include "layer/decide/scan.h"

#include "names/extensions.h"
#include "names/names.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Far more than programs have, and still fast to read. */
enum { MOST_BYTES = 64 << 20, MOST_LOOKUPS = 1 << 13, LONGEST_PATH = 4096 };

/* A text to be read: the source, or what it includes. */
struct text {
  struct text *next;
  const char *bytes;
  char *own; /* the bytes of a file, to be freed; or NULL */
  size_t length;
  char name[]; /* the name of a given header, or a file's path without links; "" for the source */
};

struct scan {
  struct clgroup_scan *result;
  const struct clgroup_options *options;
  clgroup_scan_header *header;
  void *context;
  struct text *first, **last;
  size_t bytes;
  unsigned lookups;
  const char *known; /* up to here lines have been searched for #error */
  bool pastes;       /* ## */
  bool work;         /* the identifier `work` */
  uint64_t prefixes; /* names that begin with an identifier which continues after `work` */
  uint64_t suffixes; /* names that are, or begin with, `work` or `work_` and an identifier of the text */
};

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

static bool is_newline(char c) {
  return c == '\n' || c == '\r';
}

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static bool equals(const char *text, size_t length, const char *word) {
  return length == strlen(word) && !memcmp(text, word, length);
}

static bool begins(const char *text, size_t length, const char *word) {
  return length >= strlen(word) && !memcmp(text, word, strlen(word));
}

static bool holds(const char *text, const char *end, const char *what) {
  return memmem(text, (size_t)(end - text), what, strlen(what)) != NULL;
}

/* May the character be a part of a name, a comment's or literal's beginning or end, or of # or ##? */
static bool is_part(char c) {
  return is_word(c) || (c && strchr("/*#%:?\"'\\", c));
}

/* What is not followed, as nobody writes it: trigraphs for # and \, %: for #, and a backslash-newline inside what may
 * be a token. As in clang, blanks may stand between the two characters. */
static bool is_odd(const char *text, const char *end) {
  bool odd = holds(text, end, "?\?=") || holds(text, end, "?\?/") || holds(text, end, "%:");
  for (const char *at = text; !odd && at < end && (at = memchr(at, '\\', (size_t)(end - at)));) {
    const char before = at > text ? at[-1] : ' ';
    do
      at++;
    while (at < end && is_blank(*at));
    const char *to = at + (end - at >= 2 && at[0] == '\r' && at[1] == '\n') + 1;
    odd = to < end && is_newline(*at) && is_part(before) && is_part(*to);
  }
  return odd;
}

static bool is_include(const char *word, size_t length) {
  return equals(word, length, "include") || equals(word, length, "import") || equals(word, length, "include_next");
}

/* The end of the line. What a backslash at its end would make of the next one is not followed. */
static const char *line_end(struct scan *s, const char *at, const char *end) {
  char last = 0;
  for (; at < end && !is_newline(*at); at++)
    last = is_blank(*at) ? last : *at;
  s->result->unknown |= at < end && last == '\\';
  return at;
}

static const char *word_end(const char *at, const char *end) {
  while (at < end && is_word(*at))
    at++;
  return at;
}

static bool is_comment(const char *at, const char *end) {
  return end - at >= 2 && at[0] == '/' && (at[1] == '/' || at[1] == '*');
}

/* The end of the comment that begins at `at`; a newline is not part of it. */
static const char *skip_comment(struct scan *s, const char *at, const char *end) {
  if (at[1] == '/')
    return line_end(s, at, end);
  at += 3;
  while (at < end && !(at[-1] == '*' && at[0] == '/'))
    at++;
  return at < end ? at + 1 : end;
}

/* In a file clang takes a zero byte for a blank. */
static const char *skip_blanks(struct scan *s, const char *at, const char *end) {
  while (at < end && (is_blank(*at) || !*at || is_comment(at, end)))
    at = is_comment(at, end) ? skip_comment(s, at, end) : at + 1;
  s->result->unknown |= at < end && *at == '\\';
  return at;
}

/* The end of the string or character literal that begins at `at`. A literal that is not closed ends with its line. */
static const char *skip_literal(struct scan *s, const char *at, const char *end) {
  const char *begin = at, quote = *at++;
  for (; at < end && !is_newline(*at); at++) {
    if (*at == quote)
      return at + 1;
    if (*at == '\\' && at + 1 < end && !is_newline(at[1]))
      at++;
  }
  return line_end(s, begin, end);
}

/* Adds a text to the list. Takes over `own`. */
static int add(struct scan *s, const char *name, const char *bytes, size_t length, char *own) {
  struct text *t = malloc(sizeof *t + strlen(name) + 1);
  if (!t) {
    free(own);
    return -1;
  }
  *t = (struct text){.bytes = bytes, .own = own, .length = length};
  strcpy(t->name, name);
  s->bytes += length;
  *s->last = t;
  s->last = &t->next;
  return 0;
}

static bool is_known(const struct scan *s, const char *name) {
  const struct text *t = s->first;
  while (t && strcmp(t->name, name) != 0)
    t = t->next;
  return t != NULL;
}

static int add_given(struct scan *s, const char *folder, const char *name, bool *found) {
  char whole[LONGEST_PATH];
  size_t length;
  if (!s->header || snprintf(whole, sizeof whole, "%s%s", folder, name) >= (int)sizeof whole)
    return 0;
  s->lookups++;
  const char *given = s->header(s->context, whole, &length);
  *found = given != NULL;
  if (!given || is_known(s, whole))
    return 0;
  if (s->bytes + length <= MOST_BYTES)
    return add(s, whole, given, length, NULL);
  s->result->unknown = true;
  return 0;
}

/* The bytes of a file of this size, for free(); NULL: it cannot be read, or has another size. So have files of the
 * system's kernel, which say 0: some have no end, and some wait for more. */
static char *read_file(const char *path, size_t size) {
  char *bytes = malloc(size + 1);
  if (!bytes)
    return NULL;
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  FILE *file = fd >= 0 ? fdopen(fd, "rb") : NULL;
  const bool good = file && fread(bytes, 1, size + 1, file) == size && !ferror(file);
  if (file)
    fclose(file);
  else if (fd >= 0)
    close(fd);
  if (good)
    return bytes;
  free(bytes);
  return NULL;
}

static int add_file(struct scan *s, const char *folder, const char *name, bool *found) {
  char whole[LONGEST_PATH], path[PATH_MAX];
  const char *slash = *folder && folder[strlen(folder) - 1] != '/' ? "/" : "";
  struct stat status;
  s->lookups++;
  /* Compilers ignore folders. */
  if (snprintf(whole, sizeof whole, "%s%s%s", folder, slash, name) >= (int)sizeof whole || !realpath(whole, path) ||
      stat(path, &status) || S_ISDIR(status.st_mode))
    return 0;
  *found = true;
  if (is_known(s, path))
    return 0;
  /* Opening a device or a pipe may have an effect, or wait. */
  const bool plain = S_ISREG(status.st_mode) && s->bytes + (size_t)status.st_size <= MOST_BYTES;
  char *bytes = plain ? read_file(path, (size_t)status.st_size) : NULL;
  if (bytes)
    return add(s, path, bytes, (size_t)status.st_size, bytes);
  s->result->unknown = true;
  return 0;
}

static bool is_library_header(const char *name) {
  static const char *const names[] = {
#include "targets/kernel-headers.inc"
  };
  static const char folder[] = "clgroup/", cuda[] = "cuda/"; /* clgroup-cc looks for headers in that one too */
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if ((!strncmp(name, folder, sizeof folder - 1) && !strcmp(name + sizeof folder - 1, names[i])) ||
        (!strncmp(names[i], cuda, sizeof cuda - 1) && !strcmp(name, names[i] + sizeof cuda - 1)))
      return true;
  return false;
}

/* Adds the files that an #include of this name, in the text called `from`, may find. */
static int include(struct scan *s, const char *from, const char *bytes, size_t length) {
  char name[LONGEST_PATH], folder[LONGEST_PATH];
  const char *slash = strrchr(from, '/');
  const int width = slash ? (int)(slash - from) + 1 : 0;
  bool found = false;
  if (!length || length >= sizeof name || memchr(bytes, 0, length) || s->lookups > MOST_LOOKUPS ||
      width >= (int)sizeof folder) {
    s->result->unknown = true;
    return 0;
  }
  snprintf(name, sizeof name, "%.*s", (int)length, bytes);
  snprintf(folder, sizeof folder, "%.*s", width, from);
  int error = add_given(s, folder, name, &found);
  if (!found && *folder && !error)
    error = add_given(s, "", name, &found);
  if (found || error)
    return error;
  /* Which of several files a driver takes is not known. */
  const bool is_relative = *name != '/';
  if (*folder && is_relative)
    error = add_file(s, folder, name, &found);
  for (size_t i = 0; is_relative && s->options && i < s->options->include_dir_count && !error; i++)
    error = add_file(s, s->options->include_dirs[i], name, &found);
  if (!error)
    error = add_file(s, "", name, &found);
  s->result->header |= !found && is_library_header(name);
  s->result->unknown |= !found && !is_library_header(name);
  return error;
}

static void take_word(struct scan *s, const char *text, size_t length) {
  struct clgroup_scan *r = s->result;
  r->feature |= equals(text, length, "__opencl_c_work_group_collective_functions");
  r->extension |= equals(text, length, "cl_khr_work_group_uniform_arithmetic");
  const unsigned perhaps = r->seeks_extensions ? clgroup_extension_of(text, length, true) : 0;
  r->perhaps |= perhaps;
  r->extensions |= perhaps ? clgroup_extension_of(text, length, false) : 0;
  if (equals(text, length, "work"))
    s->work = true;
  else if (begins(text, length, "work")) {
    r->names |= clgroup_name_find(text, length);
    s->prefixes |= clgroup_names_beginning(text, length);
  }
  /* `work` and `work_` can be pasted to group and _group... */
  char whole[80];
  if ((begins(text, length, "group") || begins(text, length, "_group")) && length < sizeof whole - strlen("work_")) {
    const bool bar = *text == '_';
    const int written = snprintf(whole, sizeof whole, "work_%.*s", (int)(length - bar), text + bar);
    s->suffixes |= clgroup_names_beginning(whole, (size_t)written);
  }
}

static void take_definition(struct scan *s, const char *name, const char *end) {
  s->result->defines |= clgroup_name_find(name, (size_t)(word_end(name, end) - name)) != 0;
}

/* Reads the rest of an #include, or of something like it; `at` is then behind its name. */
static int take_include(struct scan *s, const struct text *t, const char *end, const char **at) {
  const char *name = *at = skip_blanks(s, *at, end);
  const char close = name < end && *name == '<' ? '>' : '"';
  if (name < end && (*name == '"' || *name == '<')) {
    do
      ++*at;
    while (*at < end && **at != close && !is_newline(**at));
    if (*at < end && **at == close)
      return include(s, t->name, name + 1, (size_t)((*at)++ - name - 1));
  }
  s->result->unknown = true;
  return 0;
}

/* At a #, which may begin a directive: reads its rest, as far as that is not read like other text. */
static int take_hash(struct scan *s, const struct text *t, const char *end, const char **at) {
  if (++*at < end && **at == '#') {
    s->pastes = true;
    ++*at;
    return 0;
  }
  const char *name = skip_blanks(s, *at, end), *to = word_end(name, end);
  const size_t length = (size_t)(to - name);
  if (is_include(name, length)) {
    *at = to;
    return take_include(s, t, end, at);
  }
  if (equals(name, length, "define"))
    take_definition(s, skip_blanks(s, to, end), end);
  /* There no comment begins, but where #if leaves it out. */
  if (to >= s->known && (equals(name, length, "error") || equals(name, length, "warning"))) {
    s->known = line_end(s, to, end);
    s->result->unknown |= holds(to, s->known, "/*");
  }
  return 0;
}

/* R"x(...)x" and 1'000 are C++, and end elsewhere than C's literals. */
static int read_text(struct scan *s, const struct text *t) {
  const char *at = s->known = t->bytes, *end = at + t->length;
  int error = 0;
  s->result->unknown |= is_odd(at, end);
  while (at < end && !error) {
    if (is_word(*at)) {
      const char *to = word_end(at, end);
      take_word(s, at, (size_t)(to - at));
      s->result->unknown |= to < end && ((to[-1] == 'R' && *to == '"') || (is_digit(*at) && *to == '\''));
      at = to;
    } else if (is_comment(at, end))
      at = skip_comment(s, at, end);
    else if (*at == '"' || *at == '\'')
      at = skip_literal(s, at, end);
    else if (*at == '#')
      error = take_hash(s, t, end, &at);
    else
      at++;
  }
  return error;
}

/* Reads words of the options: literals and comments count too, since drivers take quotes away in more than one way. */
static void read_option(struct scan *s, const char *text) {
  const char *end = text + strlen(text);
  s->pastes |= holds(text, end, "##");
  s->result->unknown |= is_odd(text, end);
  for (const char *to; text < end; text = to == text ? to + 1 : to) {
    to = word_end(text, end);
    if (to > text)
      take_word(s, text, (size_t)(to - text));
  }
}

static int read_options(struct scan *s, const struct clgroup_options *options) {
  int error = 0;
  for (size_t i = 0; i < options->definition_count; i++) {
    take_definition(s, options->definitions[i], options->definitions[i] + strlen(options->definitions[i]));
    read_option(s, options->definitions[i]);
  }
  for (size_t i = 0; i < options->other_count; i++)
    read_option(s, options->others[i]);
  for (size_t i = 0; i < options->include_file_count && !error; i++)
    error = include(s, "", options->include_files[i], strlen(options->include_files[i]));
  return error;
}

/* A fast search, which rejects most texts: may a text that is read alone name a function, or include a file that does?
 */
static bool matters(const struct scan *s, const struct text *t) {
  const char *at = t->bytes, *end = at + t->length;
  return s->work || s->prefixes || t->next || s->result->seeks_extensions || holds(at, end, "work") ||
         holds(at, end, "include") || holds(at, end, "import") || is_odd(at, end);
}

int clgroup_scan_source(struct clgroup_scan *result, const char *source, size_t length,
                        const struct clgroup_options *options, clgroup_scan_header *header, void *context) {
  struct scan s = {.result = result, .options = options, .header = header, .context = context, .last = &s.first};
  int error = add(&s, "", source, length, NULL);
  if (!error && options)
    error = read_options(&s, options);
  if (!error && matters(&s, s.first))
    for (const struct text *t = s.first; t && !error; t = t->next)
      error = read_text(&s, t);
  if (s.pastes)
    result->names |= s.prefixes | (s.work ? s.suffixes : 0);
  while (s.first) {
    struct text *t = s.first;
    s.first = t->next;
    free(t->own);
    free(t);
  }
  return error;
}
