#define _POSIX_C_SOURCE 200809L /* popen, strtok_r */
#include "call.h"

#include "text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void blank_attributes(char *text) {
  for (char *at; (at = strstr(text, "__attribute__")); text = at) {
    int depth = 0;
    char *end = at + strcspn(at, "(");
    while (*end) {
      depth += (*end == '(') - (*end == ')');
      end++;
      if (!depth)
        break;
    }
    memset(at, ' ', (size_t)(end - at));
  }
}

static bool is_listed(const char *word, const char *const *list) {
  while (*list && strcmp(word, *list))
    list++;
  return *list != NULL;
}

/* Reads one parameter, `const __global float *p`; returns false for what is none that a test can pass. */
static bool read_parameter(struct parameter *p, char *text) {
  static const char *const skipped[] = {"volatile",     "restrict",  "__restrict", "__read_only", "__write_only",
                                        "__read_write", "read_only", "write_only", "read_write",  NULL};
  static const struct {
    const char *name;
    enum space space;
  } spaces[] = {{"private", PRIVATE}, {"local", LOCAL}, {"global", GLOBAL}, {"constant", CONSTANT}};
  enum space space = NOWHERE;
  const bool is_pointer = strchr(text, '*') != NULL;
  char *rest;
  *p = (struct parameter){0};
  if (strpbrk(text, "([.^"))
    return false;
  for (char *at = text; *at; at++)
    if (*at == '*')
      *at = ' ';
  for (char *word = strtok_r(text, " \n", &rest); word; word = strtok_r(NULL, " \n", &rest)) {
    bool qualifier = is_listed(word, skipped);
    const char *plain = word + (strncmp(word, "__", 2) ? 0 : 2);
    for (unsigned i = 0; i < sizeof spaces / sizeof *spaces; i++)
      if (!strcmp(plain, spaces[i].name)) {
        space = spaces[i].space;
        qualifier = true;
      }
    if (!strcmp(word, "const"))
      p->is_const = qualifier = true;
    if (!qualifier && !*p->type)
      snprintf(p->type, sizeof p->type, "%s", word);
  }
  p->space = is_pointer ? space : VALUE;
  return *p->type;
}

static bool read_prototype(struct prototype *p, char *text) {
  *p = (struct prototype){0};
  blank_attributes(text);
  char *open = strchr(text, '('), *close = strrchr(text, ')');
  if (!open || !close || strpbrk(text, "{=") || strstr(text, "typedef"))
    return false;
  *open = *close = 0;
  struct parameter result;
  char *name = open;
  while (name > text && isspace((unsigned char)name[-1]))
    *--name = 0;
  while (name > text && (isalnum((unsigned char)name[-1]) || name[-1] == '_'))
    name--;
  if (!*name || strlen(name) >= sizeof p->name)
    return false;
  strcpy(p->name, name);
  *name = 0;
  if (!read_parameter(&result, text) || result.space != VALUE)
    return false;
  strcpy(p->result, result.type);
  char *next = open + 1;
  while (next && *next) {
    char *comma = strchr(next, ',');
    if (comma)
      *comma++ = 0;
    next += strspn(next, " \n");
    if (p->count == HEADER_PARAMETERS || !read_parameter(&p->parameters[p->count], next))
      return false;
    p->count += strcmp(p->parameters[p->count].type, "void") || p->parameters[p->count].space != VALUE;
    next = comma;
  }
  return true;
}

/* What the command prints; NULL where it fails. */
static char *output_of(const char *command) {
  char *text = NULL, part[4096];
  size_t size = 0;
  FILE *pipe = popen(command, "r");
  for (size_t got; pipe && (got = fread(part, 1, sizeof part, pipe)); size += got) {
    text = realloc(text, size + got + 1);
    if (!text)
      abort();
    memcpy(text + size, part, got);
    text[size + got] = 0;
  }
  if (pipe && !pclose(pipe))
    return text;
  free(text);
  return NULL;
}

bool header_read(struct header *h, const char *clang, const char *standard) {
  char *command = NULL;
  *h = (struct header){0};
  text_add(&command,
           "%s -target spir64-unknown-unknown -cl-std=%s -cl-no-stdinc -Xclang -finclude-default-header -E -P -x cl "
           "/dev/null",
           clang, standard);
  char *text = output_of(command);
  if (!text)
    fprintf(stderr, "clgroup-test: error: '%s' gives no header\n", command);
  for (char *at = text; at && *at;) {
    char *end = at;
    for (int depth = 0; *end && (*end != ';' || depth); end++)
      depth += (*end == '{') - (*end == '}');
    if (*end)
      *end++ = 0;
    struct prototype p;
    if (read_prototype(&p, at)) {
      if (!(h->count & (h->count - 1)) && !(h->list = realloc(h->list, (h->count ? 2 * h->count : 1) * sizeof p)))
        abort();
      h->list[h->count++] = p;
    }
    at = end;
  }
  const bool good = text != NULL;
  free(text);
  free(command);
  return good;
}

void header_free(struct header *h) {
  free(h->list);
  *h = (struct header){0};
}
