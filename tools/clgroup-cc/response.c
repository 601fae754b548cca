/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "clgroup-cc/response.h"

#include "base/files.h"
#include "clgroup-cc/values.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Stops a file that includes itself. */
enum { MAX_DEPTH = 16 };

struct expansion {
  struct arguments *list;
  char **error;
  int (*needs_value)(const char *argument);
  int is_value;    /* the next argument is an option's value */
  int only_inputs; /* after "--" */
};

static int expand(struct expansion *e, char *argument, int depth);

/* The file's contents, to be freed; NULL with *error. */
static char *read_text(const char *path, char **error) {
  size_t size;
  char *text = clgroup_file_read(path, &size);
  if (!text)
    fail(error, "cannot read the response file '%s': %s", path, strerror(errno));
  if (!text || strlen(text) == size)
    return text;
  fail(error, "the response file '%s' is not text: it contains a zero byte", path);
  free(text);
  return NULL;
}

/* Takes one argument from *text, quoted as for a shell. Returns NULL at the end of the text; if that is within a
 * quotation, the quote is in *open. */
static char *next_argument(const char **text, char *open) {
  static const char space[] = " \t\r\n\v\f";
  const char *at = *text + strspn(*text, space);
  char *argument = need(malloc(strlen(at) + 1)), *to = argument;
  const int there = *at != '\0';
  char quote = 0;
  for (; *at && (quote || !strchr(space, *at)); at++)
    if (*at == quote)
      quote = 0;
    else if (!quote && (*at == '"' || *at == '\''))
      quote = *at;
    else
      *to++ = *at == '\\' && quote != '\'' && at[1] ? *++at : *at;
  *to = '\0';
  *text = at;
  *open = quote;
  if (there && !quote)
    return argument;
  free(argument);
  return NULL;
}

static int expand_file(struct expansion *e, const char *path, int depth) {
  if (depth == MAX_DEPTH)
    return fail(e->error, "the response file '%s' is nested %d deep: does it include itself?", path, MAX_DEPTH);
  static const char mark[] = "\xEF\xBB\xBF"; /* UTF-8's byte order mark, which clang skips too */
  char *text = read_text(path, e->error), open = 0;
  int failed = !text;
  const char *at = text && !strncmp(text, mark, sizeof mark - 1) ? text + sizeof mark - 1 : text;
  for (char *argument; !failed && (argument = next_argument(&at, &open));)
    failed = expand(e, argument, depth + 1);
  free(text);
  if (!failed && open)
    return fail(e->error, "the response file '%s' has an unclosed %c", path, open);
  return failed ? -1 : 0;
}

/* Takes ownership of `argument`. */
static int expand(struct expansion *e, char *argument, int depth) {
  if (argument[0] == '@' && argument[1] && !e->is_value && !e->only_inputs) {
    const int failed = expand_file(e, argument + 1, depth);
    free(argument);
    return failed;
  }
  e->only_inputs |= !e->is_value && !strcmp(argument, "--");
  e->is_value = !e->is_value && e->needs_value(argument);
  add_argument(e->list, argument);
  return 0;
}

int expand_arguments(int argc, char *const *argv, int (*needs_value)(const char *argument), struct arguments *list,
                     char **error) {
  struct expansion e = {.list = list, .error = error, .needs_value = needs_value};
  *list = (struct arguments){0};
  int failed = 0;
  for (int i = 0; i < argc && !failed; i++)
    failed = expand(&e, need(strdup(argv[i])), 0);
  return failed;
}

void add_argument(struct arguments *list, char *argument) {
  list->items = need(realloc(list->items, (list->count + 1) * sizeof *list->items));
  list->items[list->count++] = argument;
}

void free_arguments(struct arguments *list) {
  for (size_t i = 0; i < list->count; i++)
    free(list->items[i]);
  free(list->items);
}
