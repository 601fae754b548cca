#include "frontend.h"

#include "spirv/module.h"
#include "spirv/spirv.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void stub_names_add(struct stub_names *n, const char *name, size_t length) {
  char *copy = strndup(name, length);
  if (!copy || stub_names_have(n, copy)) {
    free(copy);
    return;
  }
  n->at = realloc(n->at, (n->count + 1) * sizeof *n->at);
  if (!n->at)
    abort();
  n->at[n->count++] = copy;
}

bool stub_names_have(const struct stub_names *n, const char *name) {
  for (size_t i = 0; i < n->count; i++)
    if (!strcmp(n->at[i], name))
      return true;
  return false;
}

void stub_names_free(struct stub_names *n) {
  for (size_t i = 0; i < n->count; i++)
    free(n->at[i]);
  free(n->at);
  *n = (struct stub_names){0};
}

static void add_names(struct stub_names *to, const struct stub_names *from) {
  for (size_t i = 0; i < from->count; i++)
    stub_names_add(to, from->at[i], strlen(from->at[i]));
}

void stub_unit_add(struct stub_unit *to, const struct stub_unit *from) {
  add_names(&to->kernels, &from->kernels);
  add_names(&to->imports, &from->imports);
  add_names(&to->exports, &from->exports);
  if (from->version > to->version)
    to->version = from->version;
}

void stub_unit_free(struct stub_unit *unit) {
  stub_names_free(&unit->kernels);
  stub_names_free(&unit->imports);
  stub_names_free(&unit->exports);
  unit->version = 0;
}

void stub_say(struct stub_log *log, const char *format, ...) {
  char line[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  size_t length = log->text ? strlen(log->text) : 0;
  log->text = realloc(log->text, length + strlen(line) + 1);
  if (!log->text)
    abort();
  strcpy(log->text + length, line);
}

struct macro {
  struct macro *next;
  char *name, *body;
};

enum { NESTING = 32 };

struct compiler {
  const struct stub_source *source;
  struct stub_unit *unit;
  struct stub_log *log;
  struct macro *macros;
  struct stub_names declared, defined; /* functions */
  unsigned line, standard;
  int braces, parens;
  bool kernel; /* the next function is one */
  bool taken[NESTING], was_taken[NESTING];
  unsigned nesting, headers, expansion;
};

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

static void remove_macro(struct compiler *c, const char *name, size_t length) {
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

static void add_macro(struct compiler *c, const char *name, size_t length, const char *body) {
  remove_macro(c, name, length);
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

static void compile(struct compiler *c, const char *text);

static void include(struct compiler *c, const char *name) {
  size_t length = *name == '"' || *name == '<' ? strcspn(name + 1, "\">") : 0;
  for (size_t i = 0; i < c->source->header_count; i++)
    if (strlen(c->source->header_names[i]) == length && !memcmp(c->source->header_names[i], name + 1, length) &&
        c->headers < 16) {
      unsigned line = c->line;
      c->headers++;
      c->line = 1;
      compile(c, c->source->headers[i]);
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
    add_macro(c, rest, length, skip_blanks(body));
  } else if (active(c) && IS("undef")) {
    remove_macro(c, rest, word_length(rest));
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
             !(c->standard >= 200 && (extension ? d->uniform_arithmetic : d->has_functions))) {
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

static void compile(struct compiler *c, const char *text) {
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

/* Calls `each` for every option of the text, which is split at blanks outside of quotes. */
static bool each_option(const char *text, bool (*each)(void *, const char *), void *context) {
  bool good = true;
  if (!text)
    return true;
  while (*(text += strspn(text, " \t\n"))) {
    char option[512];
    size_t length = 0;
    for (char quote = 0; *text && (quote || !strchr(" \t\n", *text)); text++) {
      if (*text == '"' || *text == '\'')
        quote = quote == *text ? 0 : quote ? quote : *text;
      else if (length + 1 < sizeof option)
        option[length++] = *text;
    }
    option[length] = 0;
    good &= each(context, option);
  }
  return good;
}

struct options {
  struct compiler *compiler;
  bool linker, value; /* the option before wants a value */
  char kind;
};

static void define_option(struct compiler *c, const char *text) {
  size_t length = strcspn(text, "=");
  add_macro(c, text, length, text[length] ? text + length + 1 : "1");
}

static bool option(void *context, const char *text) {
  static const char *const of_linkers[] = {"-create-library",
                                           "-enable-link-options",
                                           "-cl-denorms-are-zero",
                                           "-cl-no-signed-zeros",
                                           "-cl-unsafe-math-optimizations",
                                           "-cl-finite-math-only",
                                           "-cl-fast-relaxed-math",
                                           "-cl-no-subgroup-ifp"};
  struct options *o = context;
  if (o->linker) {
    for (unsigned i = 0; i < sizeof of_linkers / sizeof *of_linkers; i++)
      if (!strcmp(text, of_linkers[i]))
        return true;
    return false;
  }
  if (o->value) {
    o->value = false;
    if (o->kind == 'D' && o->compiler)
      define_option(o->compiler, text);
    return true;
  }
  if (!strcmp(text, "-D") || !strcmp(text, "-I") || !strcmp(text, "-x")) {
    o->value = true;
    o->kind = text[1];
    return true;
  }
  if (!strncmp(text, "-D", 2)) {
    if (o->compiler)
      define_option(o->compiler, text + 2);
    return true;
  }
  if (!strncmp(text, "-cl-std=CL", 10) && o->compiler)
    o->compiler->standard = (unsigned)(text[10] - '0') * 100 + (text[11] ? (unsigned)(text[12] - '0') * 10 : 0);
  return !strncmp(text, "-I", 2) || !strncmp(text, "-cl-", 4) || !strncmp(text, "-W", 2) || !strcmp(text, "-w") ||
         !strncmp(text, "-g", 2) || !strncmp(text, "-O", 2) || !strncmp(text, "-spir-std", 9);
}

bool stub_options_are_known(const char *options, bool linker) {
  return each_option(options, option, &(struct options){.linker = linker});
}

void stub_compile_source(const struct stub_source *source, struct stub_unit *unit, struct stub_log *log) {
  struct compiler c = {.source = source, .unit = unit, .log = log, .line = 1, .standard = 120};
  unit->version = source->version;
  each_option(source->options, option, &(struct options){.compiler = &c});
  char number[16];
  snprintf(number, sizeof number, "%u", c.standard);
  add_macro(&c, "__OPENCL_C_VERSION__", 20, number);
  snprintf(number, sizeof number, "%u", source->device->version);
  add_macro(&c, "__OPENCL_VERSION__", 18, number);
  if (source->device->has_functions && c.standard >= 300)
    add_macro(&c, "__opencl_c_work_group_collective_functions", 42, "1");
  if (source->device->uniform_arithmetic)
    add_macro(&c, "cl_khr_work_group_uniform_arithmetic", 36, "1");
  if (source->device->fp64)
    add_macro(&c, "cl_khr_fp64", 11, "1");
  if (source->device->fp16)
    add_macro(&c, "cl_khr_fp16", 11, "1");
  if (c.standard > source->device->language) {
    stub_say(log, "error: the device takes OpenCL C up to %u\n", source->device->language);
    log->failed = true;
  } else {
    compile(&c, source->text);
  }
  while (c.macros)
    remove_macro(&c, c.macros->name, strlen(c.macros->name));
  stub_names_free(&c.declared);
  stub_names_free(&c.defined);
}

static bool takes_capability(const struct stub_device *d, uint32_t capability) {
  switch (capability) {
  case SPIRV_CAPABILITY_Float64:
    return d->fp64;
  case SPIRV_CAPABILITY_Float16:
    return d->fp16;
  case SPIRV_CAPABILITY_Groups:
    return d->has_functions;
  case SPIRV_CAPABILITY_GroupUniformArithmeticKHR:
    return d->uniform_arithmetic;
  case SPIRV_CAPABILITY_GroupNonUniform:
  case SPIRV_CAPABILITY_GroupNonUniformShuffle:
  case SPIRV_CAPABILITY_GroupNonUniformShuffleRelative:
    return d->sub_groups;
  default:
    return true;
  }
}

static void refuse(struct stub_log *log, const char *what, unsigned value) {
  stub_say(log, "error: SPIR-V: %s %u\n", what, value);
  log->failed = true;
}

void stub_compile_il(const void *il, size_t size, const struct stub_device *d, struct stub_unit *unit,
                     struct stub_log *log) {
  struct spirv_module m;
  struct spirv_instruction i = {0};
  char error[256], version[32];
  uint32_t *words = malloc(size ? size : 1);
  if (!words)
    abort();
  memcpy(words, il, size);
  if (spirv_open(&m, words, size / 4, error, sizeof error)) {
    stub_say(log, "error: %s\n", error);
    log->failed = true;
    free(words);
    return;
  }
  unit->version = spirv_word(&m, SPIRV_VERSION_WORD);
  snprintf(version, sizeof version, "SPIR-V_%u.%u", unit->version >> 16, unit->version >> 8 & 255);
  if (!strstr(d->il, version)) {
    stub_say(log, "error: %s is not among %s\n", version, d->il);
    log->failed = true;
  }
  if (!d->has_functions && clgroup_spirv_uses(words, size / 4))
    refuse(log, "group instructions in a module of", (unsigned)size);
  while (spirv_next(&m, &i) > 0) {
    uint32_t linkage;
    char *name = malloc(spirv_string_room(&i));
    if (i.opcode == SPIRV_OP_Capability && !takes_capability(d, spirv_operand(&m, &i, 1)))
      refuse(log, "the device lacks capability", spirv_operand(&m, &i, 1));
    if (i.opcode == SPIRV_OP_MemoryModel &&
        spirv_operand(&m, &i, 1) != (d->address_bits == 32 ? SPIRV_ADDRESSING_PHYSICAL32 : SPIRV_ADDRESSING_PHYSICAL64))
      refuse(log, "addressing model", spirv_operand(&m, &i, 1));
    if (i.opcode == SPIRV_OP_EntryPoint && name) {
      spirv_string(&m, &i, 3, name);
      stub_names_add(&unit->kernels, name, strlen(name));
    }
    if (spirv_linkage(&m, &i, &linkage) > 0 && name) {
      spirv_string(&m, &i, SPIRV_LINKAGE_NAME, name);
      stub_names_add(linkage == SPIRV_LINKAGE_IMPORT ? &unit->imports : &unit->exports, name, strlen(name));
    }
    free(name);
  }
  free(words);
}
