/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _POSIX_C_SOURCE 200809L /* popen, strtok_r */
#include "call.h"

#include "text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads one parameter, `const global float *p`; returns false for what is none that a test can pass. */
static bool read_parameter(struct parameter *p, char *text) {
  static const char *const spaces[SPACES] = {"", "", "private", "local", "global", "constant"};
  enum space space = NOWHERE;
  const bool is_pointer = strchr(text, '*') != NULL;
  char *rest;
  *p = (struct parameter){0};
  if (strpbrk(text, "([.^"))
    return false;
  for (char *word = strtok_r(text, " *\n", &rest); word; word = strtok_r(NULL, " *\n", &rest)) {
    enum space found = PRIVATE;
    while (found < SPACES && strcmp(word, spaces[found]) != 0)
      found++;
    if (found < SPACES)
      space = found;
    else if (!strcmp(word, "const"))
      p->is_const = true;
    else if (!*p->type)
      snprintf(p->type, sizeof p->type, "%s", word);
  }
  p->space = is_pointer ? space : VALUE;
  return *p->type;
}

static bool read_prototype(struct prototype *p, char *text) {
  *p = (struct prototype){0};
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

bool header_read(struct header *h, const char *clang, const char *standard) {
  char *command = NULL;
  *h = (struct header){0};
  text_add(&command,
           "%s -target spir64-unknown-unknown -cl-std=%s -cl-no-stdinc -Xclang -finclude-default-header -E -P -x cl -w "
           /* Without what tells a call nothing. */
           "-D'__attribute__(x)=' -Dvolatile= -Drestrict= -D__restrict= -D__read_only= -D__write_only= -D__read_write= "
           "-Dread_only= -Dwrite_only= -Dread_write= -D__private=private -D__local=local -D__global=global "
           "-D__constant=constant /dev/null",
           clang, standard);
  char *text = NULL;
  size_t size = 0;
  FILE *pipe = popen(command, "r");
  const bool good = pipe && getdelim(&text, &size, 0, pipe) > 0 && !pclose(pipe);
  if (!good)
    fprintf(stderr, "clgroup-test: error: '%s' gives no header\n", command);
  for (char *at = text; good && *at;) {
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
  free(text);
  free(command);
  return good;
}

void header_free(struct header *h) {
  free(h->list);
  *h = (struct header){0};
}
