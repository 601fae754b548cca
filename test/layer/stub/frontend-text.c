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

static bool equals(const char *text, size_t length, const char *word) {
  return length == strlen(word) && !memcmp(text, word, length);
}

static bool begins(const char *name, size_t length, const char *head) {
  return length > strlen(head) && !memcmp(name, head, strlen(head));
}

static const struct macro *find_macro(const struct compiler *c, const char *name, size_t length) {
  const struct macro *m = c->macros;
  while (m && !equals(name, length, m->name))
    m = m->next;
  return m;
}

void stub_add_macro(struct compiler *c, const char *name, size_t length, const char *body, size_t body_length) {
  struct macro *m = malloc(sizeof *m);
  if (!m)
    abort();
  *m = (struct macro){c->macros, strndup(name, length), strndup(body, body_length)};
  c->macros = m;
}

void stub_remove_macros(struct compiler *c) {
  while (c->macros) {
    struct macro *m = c->macros;
    c->macros = m->next;
    free(m->name);
    free(m->body);
    free(m);
  }
}

/* Is a word there in the text? Then goes behind it. */
static bool take(const char **at, const char *word) {
  *at = skip_blanks(*at);
  bool there = !strncmp(*at, word, strlen(word));
  *at += there ? strlen(word) : 0;
  return there;
}

/* The conditions of the layer's own text and of tests: defined(NAME), NAME >= NUMBER, NAME, !, &&, || and brackets. */
static bool condition(const struct compiler *c, const char **at) {
  bool any = false;
  do {
    bool all = true;
    do {
      bool value, not = take(at, "!");
      if (take(at, "defined(")) {
        value = find_macro(c, *at, word_length(*at));
        *at += word_length(*at) + 1;
      } else if (take(at, "(")) {
        value = condition(c, at);
        take(at, ")");
      } else {
        const struct macro *m = find_macro(c, *at, word_length(*at));
        long number = strtol(m ? m->body : *at, NULL, 10);
        *at += word_length(*at);
        value = take(at, ">=") ? number >= strtol(skip_blanks(*at), (char **)at, 10) : number;
      }
      all &= value != not ;
    } while (take(at, "&&"));
    any |= all;
  } while (take(at, "||"));
  return any;
}

static bool active(const struct compiler *c) {
  for (unsigned i = 0; i < c->nesting; i++)
    if (!c->taken[i])
      return false;
  return true;
}

static void include(struct compiler *c, const char *name, size_t length) {
  for (size_t i = 0; i < c->source->header_count; i++)
    if (length > 2 && equals(name + 1, length - 2, c->source->header_names[i])) {
      unsigned line = c->line;
      c->line = 1;
      stub_compile_text(c, c->source->headers[i]);
      c->line = line;
      return;
    }
  complain(c, "file not found: ", name, length);
}

/* A line that begins with #. */
static void directive(struct compiler *c, const char *line, const char *end) {
  line = skip_blanks(line + 1);
  size_t length = word_length(line);
  const char *rest = skip_blanks(line + length);
  const size_t name = word_length(rest);
  const bool on = active(c), ifdef = equals(line, length, "ifdef"), ifndef = equals(line, length, "ifndef");
  if ((ifdef || ifndef || equals(line, length, "if")) && c->nesting < NESTING) {
    c->taken[c->nesting++] = ifdef || ifndef ? !find_macro(c, rest, name) == ifndef : condition(c, &rest);
  } else if (equals(line, length, "else") && c->nesting) {
    c->taken[c->nesting - 1] ^= true;
  } else if (equals(line, length, "endif") && c->nesting) {
    c->nesting--;
  } else if (on && equals(line, length, "define")) {
    const char *body = skip_blanks(rest + name);
    stub_add_macro(c, rest, name, body, (size_t)(end - body));
  } else if (on && equals(line, length, "line")) {
    c->line = (unsigned)strtoul(rest, NULL, 10) - 1; /* the newline comes yet */
  } else if (on && equals(line, length, "error")) {
    complain(c, "#error ", rest, (size_t)(end - rest));
  } else if (on && equals(line, length, "include")) {
    include(c, rest, (size_t)(end - rest));
  }
}

static bool is_work_group_function(const char *name, size_t length, bool *extension) {
  static const char *const heads[] = {"work_group_reduce_", "work_group_scan_", "work_group_al", "work_group_an",
                                      "work_group_broadcas"};
  const char *op = name + length - 3;
  for (unsigned i = 0; i < sizeof heads / sizeof *heads; i++)
    if (begins(name, length, heads[i])) {
      *extension = i < 2 && memcmp(op, "add", 3) && memcmp(op, "min", 3) && memcmp(op, "max", 3);
      return true;
    }
  return false;
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

static void scan(struct compiler *c, const char *text, const char *end);

/* A word of the text. Returns where to go on. */
static const char *word(struct compiler *c, const char *at) {
  size_t length = word_length(at);
  const char *name = at, *after = at + length, *next = after + strspn(after, " \t\r\n");
  for (const struct macro *m; (m = find_macro(c, name, length)); length = word_length(name)) {
    name = m->body; /* another name, or the number or the text that it stands for */
    if (name[word_length(name)]) {
      scan(c, name, name + strlen(name));
      return after;
    }
  }
  c->kernel |= equals(name, length, "kernel") || equals(name, length, "__kernel");
  if (*next != '(' || !length || equals(name, length, "__attribute__"))
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

/* Calls and heads of functions may go on behind the end. */
static void scan(struct compiler *c, const char *text, const char *end) {
  for (const char *at = text; at < end;) {
    if (is_word(*at)) {
      at = word(c, at);
    } else {
      c->braces += (*at == '{') - (*at == '}');
      c->parens += (*at == '(') - (*at == ')');
      at++;
    }
  }
}

void stub_compile_text(struct compiler *c, const char *text) {
  for (const char *line = text, *end; *line; line = *end ? end + 1 : end) {
    end = line + strcspn(line, "\n");
    if (*skip_blanks(line) == '#')
      directive(c, skip_blanks(line), end);
    else if (active(c))
      scan(c, line, end);
    c->line++;
  }
}
