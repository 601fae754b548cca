/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* mempcpy */
#include "layer/base/options.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Writes the words to `to`, each zero-terminated: at most strlen(text) + 1 bytes. Returns their number. */
static size_t split(const char *text, char *to) {
  size_t count = 0;
  for (;;) {
    bool quoted = false;
    while (is_space(*text))
      text++;
    if (!*text)
      return count;
    for (; *text && (quoted || !is_space(*text)); text++) {
      if (*text == '"') {
        quoted = !quoted;
        continue;
      }
      if (*text == '\\' && (text[1] == '"' || text[1] == '\\' || is_space(text[1])))
        text++;
      *to++ = *text;
    }
    *to++ = 0;
    count++;
  }
}

static enum clgroup_standard standard(const char *value) {
  static const struct {
    const char *head;
    enum clgroup_standard standard;
  } rows[] = {{"CLC++", CLGROUP_STANDARD_CPP}, {"clc++", CLGROUP_STANDARD_CPP}, {"CL1.", CLGROUP_STANDARD_1},
              {"cl1.", CLGROUP_STANDARD_1},    {"CL2.", CLGROUP_STANDARD_2},    {"cl2.", CLGROUP_STANDARD_2},
              {"CL3.", CLGROUP_STANDARD_3},    {"cl3.", CLGROUP_STANDARD_3}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strncmp(value, rows[i].head, strlen(rows[i].head)))
      return rows[i].standard;
  return CLGROUP_STANDARD_OTHER;
}

/* The value of an option at words[*i], or NULL. If it is the next word, advances *i to it. */
static const char *value_of(const struct clgroup_options *o, size_t *i, const char *option) {
  size_t length = strlen(option);
  if (strncmp(o->words[*i], option, length))
    return NULL;
  if (o->words[*i][length])
    return o->words[*i] + length;
  return *i + 1 < o->count ? o->words[++*i] : NULL;
}

static void read_words(struct clgroup_options *o) {
  static const char std[] = "-cl-std=";
  const char *value;
  for (size_t i = 0; i < o->count; i++) {
    const char *word = o->words[i];
    if ((value = value_of(o, &i, "-D")))
      o->definitions[o->definition_count++] = value;
    else if ((value = value_of(o, &i, "-include")) || (value = value_of(o, &i, "-imacros")))
      o->include_files[o->include_file_count++] = value;
    else if ((value = value_of(o, &i, "-isystem")) || (value = value_of(o, &i, "-I")))
      o->include_dirs[o->include_dir_count++] = value;
    else if (value_of(o, &i, "-x"))
      continue;
    else if (!strncmp(word, std, sizeof std - 1))
      o->standard = standard(word + sizeof std - 1);
    else if (!strcmp(word, "-create-library"))
      o->create_library = true;
    else if (!strcmp(word, "-cl-kernel-arg-info"))
      o->arg_info = true;
    else if (!strcmp(word, "-cl-opt-disable"))
      o->opt_disable = true;
    else if (*word != '-')
      o->others[o->other_count++] = word;
  }
}

int clgroup_options_parse(const char *text, struct clgroup_options *o) {
  *o = (struct clgroup_options){0};
  if (!text)
    text = "";
  char *all = malloc(strlen(text) + 1);
  size_t count = all ? split(text, all) : 0;
  /* One block for the text, and one for the five lists, each at most as long as the list of words. */
  char **lists = all ? calloc(5 * count + 1, sizeof *lists) : NULL;
  if (!lists) {
    free(all);
    return -1;
  }
  o->text = all;
  o->words = lists;
  o->include_dirs = (const char **)lists + count + 1;
  o->include_files = o->include_dirs + count;
  o->definitions = o->include_files + count;
  o->others = o->definitions + count;
  for (o->count = 0; o->count < count; all += strlen(all) + 1)
    o->words[o->count++] = all;
  read_words(o);
  return 0;
}

/* With these a compiler may mark operations, such as comparisons of floats. */
static const char *const relaxing[] = {"-cl-fast-relaxed-math", "-cl-unsafe-math-optimizations", "-cl-finite-math-only",
                                       "-cl-no-signed-zeros"};

char *clgroup_options_precise(const char *text) {
  static const char define[] =
      "-D__FAST_RELAXED_MATH__"; /* what the first option defines; shorter than twice its length */
  bool quoted = false, inside = false;
  char *precise = malloc(2 * strlen(text ? text : "") + 1), *to = precise;
  while (precise && text && *text) {
    size_t skip = 0;
    for (size_t i = 0; i < sizeof relaxing / sizeof *relaxing && !inside && !skip; i++) {
      size_t length = strlen(relaxing[i]);
      if (strncmp(text, relaxing[i], length) || (text[length] && !is_space(text[length])))
        continue;
      skip = length;
      if (!i)
        to = stpcpy(to, define);
    }
    if (!skip) {
      skip = *text == '\\' && text[1] ? 2 : 1;
      memcpy(to, text, skip);
      to += skip;
      quoted ^= *text == '"';
      inside = quoted || !is_space(*text);
    }
    text += skip;
  }
  if (precise)
    *to = 0;
  return precise;
}

static bool ends_word(char c) {
  return !c || is_space(c) || c == '"';
}

char *clgroup_options_newer(const char *text) {
  static const char standard[] = "-cl-std=";
  static const char *const rows[][2] = {{"CL2.0", "CL3.0"}, {"CLC++", "CLC++2021"}, {"CLC++1.0", "CLC++2021"}};
  enum { ROWS = sizeof rows / sizeof *rows, GROWTH = sizeof "CLC++2021" - sizeof "CLC++" };
  const char *all = text ? text : "", *done = all;
  size_t room = strlen(all) + 1;
  for (const char *at = all; (at = strstr(at, standard)); at++)
    room += GROWTH;
  char *newer = malloc(room), *to = newer;
  for (const char *at = all; newer && (at = strstr(at, standard));) {
    const bool begins = at == all || ends_word(at[-1]);
    at += sizeof standard - 1;
    for (unsigned i = 0; i < ROWS && begins && done < at; i++) {
      const size_t length = strlen(rows[i][0]);
      if (strncasecmp(at, rows[i][0], length) || !ends_word(at[length]))
        continue;
      to = stpcpy(mempcpy(to, done, (size_t)(at - done)), rows[i][1]);
      done = at + length;
    }
  }
  if (newer)
    strcpy(to, done);
  return newer;
}

void clgroup_options_free(struct clgroup_options *o) {
  free(o->words);
  free(o->text);
  *o = (struct clgroup_options){0};
}
