#include "frontend-text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void complain(struct compiler *c, const char *what, const char *name, size_t length) {
  stub_say(c->log, "program.cl:%u:1: error: %s%.*s\n", c->line, what, (int)length, name);
  c->log->failed = true;
}

static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

static size_t word_length(const char *text) {
  size_t length = 0;
  while (is_word(text[length]))
    length++;
  return length;
}

static const char *skip_blanks(const char *text) {
  return text + strspn(text, " \t\r");
}

static struct macro *find_macro(struct compiler *c, const char *name, size_t length) {
  for (struct macro *m = c->macros; m; m = m->next)
    if (strlen(m->name) == length && !memcmp(m->name, name, length))
      return m;
  return NULL;
}

void stub_remove_macro(struct compiler *c, const char *name, size_t length) {
  for (struct macro **at = &c->macros; *at; at = &(*at)->next)
    if (strlen((*at)->name) == length && !memcmp((*at)->name, name, length)) {
      struct macro *m = *at;
      *at = m->next;
      free(m->name);
      free(m->body);
      free(m);
      return;
    }
}

void stub_add_macro(struct compiler *c, const char *name, size_t length, const char *body) {
  stub_remove_macro(c, name, length);
  struct macro *m = calloc(1, sizeof *m);
  if (!m)
    abort();
  m->name = strndup(name, length);
  m->body = strdup(body);
  m->next = c->macros;
  c->macros = m;
}

/* Conditions: ! defined && || comparisons, numbers, macros, parentheses. */
static long long condition(struct compiler *c, const char **at);

static long long operand(struct compiler *c, const char **at) {
  *at = skip_blanks(*at);
  if (**at == '!') {
    ++*at;
    return !operand(c, at);
  }
  if (**at == '(') {
    ++*at;
    long long value = condition(c, at);
    *at = skip_blanks(*at);
    *at += **at == ')';
    return value;
  }
  if (isdigit((unsigned char)**at)) {
    char *end;
    long long value = strtoll(*at, &end, 0);
    *at = end + word_length(end);
    return value;
  }
  size_t length = word_length(*at);
  const char *word = *at;
  *at = skip_blanks(word + length);
  if (!length) {
    *at += **at != 0;
    return 0;
  }
  if (length == 7 && !memcmp(word, "defined", 7)) {
    bool bracket = **at == '(';
    word = skip_blanks(*at + bracket);
    length = word_length(word);
    *at = skip_blanks(word + length);
    *at += bracket && **at == ')';
    return find_macro(c, word, length) != NULL;
  }
  struct macro *m = find_macro(c, word, length);
  const char *body = m ? m->body : "0";
  return m && c->expansion < 8 ? (c->expansion++, operand(c, &body)) : 0;
}

static long long comparison(struct compiler *c, const char **at) {
  long long left = operand(c, at);
  c->expansion = 0;
  *at = skip_blanks(*at);
  char first = **at;
  if (!strchr("<>=!", first) || !first)
    return left;
  bool equal = (*at)[1] == '=';
  *at += 1 + equal;
  long long right = operand(c, at);
  c->expansion = 0;
  switch (first) {
  case '<':
    return equal ? left <= right : left < right;
  case '>':
    return equal ? left >= right : left > right;
  case '=':
    return left == right;
  default:
    return left != right;
  }
}

static long long condition(struct compiler *c, const char **at) {
  long long any = 0, all = comparison(c, at);
  for (;;) {
    *at = skip_blanks(*at);
    bool both = !strncmp(*at, "&&", 2);
    if (!both && strncmp(*at, "||", 2))
      return any || all ? (any ? any : all) : 0;
    *at += 2;
    long long next = comparison(c, at);
    if (both) {
      all = all && next;
    } else {
      any = any || all;
      all = next;
    }
  }
}

static bool active(const struct compiler *c) {
  for (unsigned i = 0; i < c->nesting; i++)
    if (!c->taken[i])
      return false;
  return true;
}

static void include(struct compiler *c, const char *name) {
  size_t length = *name == '"' || *name == '<' ? strcspn(name + 1, "\">") : 0;
  for (size_t i = 0; i < c->source->header_count; i++)
    if (strlen(c->source->header_names[i]) == length && !memcmp(c->source->header_names[i], name + 1, length) &&
        c->headers < 16) {
      unsigned line = c->line;
      c->headers++;
      c->line = 1;
      stub_compile_text(c, c->source->headers[i]);
      c->headers--;
      c->line = line;
      return;
    }
  complain(c, "file not found: ", name, strlen(name));
}

static void open_condition(struct compiler *c, bool taken) {
  if (c->nesting < NESTING) {
    c->taken[c->nesting] = c->was_taken[c->nesting] = taken;
    c->nesting++;
  }
}

static void directive(struct compiler *c, const char *line) {
  line = skip_blanks(line + 1);
  size_t length = word_length(line);
  const char *rest = skip_blanks(line + length);
#define IS(text) (length == sizeof text - 1 && !memcmp(line, text, length))
  if (IS("if")) {
    open_condition(c, active(c) && condition(c, &rest));
  } else if (IS("ifdef") || IS("ifndef")) {
    open_condition(c, active(c) && (find_macro(c, rest, word_length(rest)) != NULL) == IS("ifdef"));
  } else if ((IS("elif") || IS("else")) && c->nesting) {
    unsigned top = --c->nesting;
    bool taken = active(c) && !c->was_taken[top] && (IS("else") || condition(c, &rest));
    c->nesting++;
    c->taken[top] = taken;
    c->was_taken[top] |= taken;
  } else if (IS("endif") && c->nesting) {
    c->nesting--;
  } else if (active(c) && IS("define")) {
    length = word_length(rest);
    const char *body = rest + length;
    if (*body == '(')
      body += strcspn(body, ")") + (strchr(body, ')') != NULL);
    stub_add_macro(c, rest, length, skip_blanks(body));
  } else if (active(c) && IS("undef")) {
    stub_remove_macro(c, rest, word_length(rest));
  } else if (active(c) && IS("line")) {
    c->line = (unsigned)strtoul(rest, NULL, 10) - 1; /* the newline comes yet */
  } else if (active(c) && IS("error")) {
    complain(c, "#error ", rest, strlen(rest));
  } else if (active(c) && IS("include")) {
    include(c, rest);
  }
#undef IS
}

static bool begins(const char *name, size_t length, const char *head) {
  return length > strlen(head) && !memcmp(name, head, strlen(head));
}

static bool is_work_group_function(const char *name, size_t length, bool *extension) {
  static const char *const families[] = {"work_group_reduce_", "work_group_scan_inclusive_",
                                         "work_group_scan_exclusive_"};
  *extension = false;
  for (unsigned i = 0; i < 3; i++)
    if (begins(name, length, families[i])) {
      const char *op = name + strlen(families[i]);
      size_t rest = length - strlen(families[i]);
      *extension = rest != 3 || (memcmp(op, "add", 3) && memcmp(op, "min", 3) && memcmp(op, "max", 3));
      return true;
    }
  return (length == 14 && (!memcmp(name, "work_group_all", 14) || !memcmp(name, "work_group_any", 14))) ||
         (length == 20 && !memcmp(name, "work_group_broadcast", 20));
}

/* The mangled name of a call whose arguments begin behind `at`, an opening bracket. */
static void add_import(struct compiler *c, const char *name, size_t length, const char *at) {
  static const struct {
    const char *type, *code;
  } types[] = {{"uint", "j"}, {"long", "l"}, {"ulong", "m"}, {"float", "f"}, {"double", "d"}, {"half", "Dh"}};
  const char *first = skip_blanks(at + 1), *code = "i";
  bool vote = length == 24 && (!memcmp(name + 21, "all", 3) || !memcmp(name + 21, "any", 3));
  if (*first == '(' && !vote)
    for (unsigned i = 0; i < sizeof types / sizeof *types; i++)
      if (!strncmp(first + 1, types[i].type, strlen(types[i].type)) && first[1 + strlen(types[i].type)] == ')')
        code = types[i].code;
  unsigned commas = 0;
  int depth = 0;
  for (; *at && !(*at == ')' && depth == 1); at++) {
    depth += (*at == '(') - (*at == ')');
    commas += *at == ',' && depth == 1;
  }
  char symbol[160];
  snprintf(symbol, sizeof symbol, "_Z%zu%.*s%s%.*s", length, (int)length, name, code, (int)(commas < 3 ? commas : 3),
           c->source->device->address_bits == 32 ? "jjj" : "mmm");
  stub_names_add(&c->unit->imports, symbol, strlen(symbol));
}

static void call(struct compiler *c, const char *name, size_t length, const char *at) {
  char *copy = strndup(name, length);
  const struct stub_device *d = c->source->device;
  bool extension, own = copy && stub_names_have(&c->defined, copy);
  if (begins(name, length, "__clgroup_")) {
    if (!own && !stub_names_have(&c->declared, copy))
      complain(c, "implicit declaration of function ", name, length);
    else if (!own)
      add_import(c, name, length, at);
  } else if (is_work_group_function(name, length, &extension) && !own &&
             !(c->standard >= 200 && (extension ? d->uniform_arithmetic : d->has_functions || d->compute_capability))) {
    complain(c, "implicit declaration of function ", name, length);
  }
  free(copy);
}

/* A function outside of others: is this its definition? */
static bool is_definition(const char *at) {
  int depth = 0;
  for (; *at; at++) {
    depth += (*at == '(') - (*at == ')');
    if (*at == ')' && !depth)
      break;
  }
  if (*at)
    at++;
  at += strspn(at, " \t\r\n");
  return *at == '{';
}

static void scan(struct compiler *c, const char *text, unsigned depth);

/* A word of the text. Returns where to go on. */
static const char *word(struct compiler *c, const char *at, unsigned depth) {
  size_t length = word_length(at);
  const char *name = at, *after = at + length;
  for (unsigned i = 0; i < 8; i++) {
    struct macro *m = find_macro(c, name, length);
    size_t body = m ? word_length(m->body) : 0;
    if (!m)
      break;
    if (!body || m->body[body]) {
      if (depth < 8)
        scan(c, m->body, depth + 1);
      return after;
    }
    name = m->body;
    length = body;
  }
  const char *next = after + strspn(after, " \t\r\n");
  if ((length == 6 && !memcmp(name, "kernel", 6)) || (length == 8 && !memcmp(name, "__kernel", 8)))
    c->kernel = true;
  if (*next != '(' || (length == 13 && !memcmp(name, "__attribute__", 13)))
    return after;
  if (c->braces > 0) {
    call(c, name, length, next);
  } else if (!c->parens) {
    stub_names_add(&c->declared, name, length);
    if (is_definition(next))
      stub_names_add(&c->defined, name, length);
    if (c->kernel)
      stub_names_add(&c->unit->kernels, name, length);
    c->kernel = false;
  }
  return after;
}

static void scan(struct compiler *c, const char *text, unsigned depth) {
  for (const char *at = text; *at;) {
    if (*at == '"') {
      for (at++; *at && *at != '"' && *at != '\n'; at++)
        at += *at == '\\' && at[1];
      at += *at == '"';
    } else if (isdigit((unsigned char)*at)) {
      at += word_length(at);
    } else if (is_word(*at)) {
      at = word(c, at, depth);
    } else {
      c->braces += (*at == '{') - (*at == '}');
      c->parens += (*at == '(') - (*at == ')');
      c->line += *at == '\n' && !depth;
      at++;
    }
  }
}

/* Comments become blanks, and lines that go on become one, without a change to the line count. */
static char *clean(const char *text) {
  char *copy = strdup(text);
  if (!copy)
    abort();
  for (char *at = copy; *at;) {
    if (*at == '"') {
      for (at++; *at && *at != '"' && *at != '\n'; at++)
        at += *at == '\\' && at[1];
      at += *at == '"';
    } else if (!strncmp(at, "//", 2)) {
      while (*at && *at != '\n')
        *at++ = ' ';
    } else if (!strncmp(at, "/*", 2)) {
      for (; *at && strncmp(at, "*/", 2); at++)
        if (*at != '\n')
          *at = ' ';
      if (*at)
        at[0] = at[1] = ' ';
    } else {
      at++;
    }
  }
  return copy;
}

void stub_compile_text(struct compiler *c, const char *text) {
  char *copy = clean(text), *run = NULL;
  size_t run_length = 0;
  unsigned outer = c->nesting;
  /* What lies between directives is scanned as one text, as calls go over lines. */
  for (char *at = copy; at;) {
    char *end = strchr(at, '\n');
    const char *begin = skip_blanks(at);
    bool is_directive = *begin == '#';
    if (is_directive || !end) {
      if (!is_directive && active(c)) {
        size_t length = strlen(at);
        run = realloc(run, run_length + length + 1);
        if (!run)
          abort();
        memcpy(run + run_length, at, length + 1);
        run_length += length;
      }
      if (run) {
        run[run_length] = 0;
        scan(c, run, 0);
      }
      free(run);
      run = NULL;
      run_length = 0;
      if (is_directive) {
        unsigned more = 1;
        for (; end && end > at && end[-1] == '\\'; more++) { /* it goes on */
          end[-1] = end[0] = ' ';
          end = strchr(end, '\n');
        }
        if (end)
          *end = 0;
        directive(c, begin);
        c->line += more;
      }
    } else if (active(c)) {
      size_t length = (size_t)(end + 1 - at);
      run = realloc(run, run_length + length + 1);
      if (!run)
        abort();
      memcpy(run + run_length, at, length);
      run_length += length;
    } else {
      c->line++;
    }
    at = end ? end + 1 : NULL;
  }
  if (c->nesting != outer)
    complain(c, "unterminated #if", "", 0);
  c->nesting = outer;
  free(copy);
}
