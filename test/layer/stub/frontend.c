/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* memmem */
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

static void free_names(struct stub_names *n) {
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
  free_names(&unit->kernels);
  free_names(&unit->imports);
  free_names(&unit->exports);
  unit->version = 0;
}

void stub_fail(struct stub_log *log, const char *format, ...) {
  char line[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  size_t length = log->text ? strlen(log->text) : 0;
  log->text = realloc(log->text, length + strlen(line) + 2);
  if (!log->text)
    abort();
  sprintf(log->text + length, "%s\n", line);
  log->failed = true;
}

/* ---- options ---- */

bool stub_options_are_known(const char *options, bool linker) {
  static const char *const of_compilers[] = {"D", "I", "x", "cl-", "W", "w", "g", "O", "spir-std"};
  static const char of_linkers[] = " -create-library -enable-link-options -cl-denorms-are-zero -cl-no-signed-zeros "
                                   "-cl-unsafe-math-optimizations -cl-finite-math-only -cl-fast-relaxed-math "
                                   "-cl-no-subgroup-ifp -cl-kernel-arg-info "; /* the last is PoCL's */
  char word[64];
  for (const char *at = options ? options : ""; *(at += strspn(at, " \t\n")); at += strcspn(at, " \t\n")) {
    bool known = *at != '-' && !linker; /* a value */
    for (unsigned i = 0; !linker && i < sizeof of_compilers / sizeof *of_compilers; i++)
      known |= !strncmp(at + 1, of_compilers[i], strlen(of_compilers[i]));
    snprintf(word, sizeof word, " %.*s ", (int)strcspn(at, " \t\n"), at);
    if (!known && !(linker && strstr(of_linkers, word)))
      return false;
  }
  return true;
}

/* The version in -cl-std, times 100. */
static unsigned standard_of(const char *options) {
  static const char option[] = "-cl-std=";
  const char *at = options ? strstr(options, option) : NULL;
  unsigned major = 1, minor = 2;
  if (at && sscanf(at + sizeof option - 1, "CL%u.%u", &major, &minor) != 2)
    return 9999; /* C++ */
  return 100 * major + 10 * minor;
}

/* ---- source ---- */

struct compiler {
  const struct stub_source *source;
  struct stub_unit *unit;
  struct stub_log *log;
  size_t prelude;                      /* length of the layer's, whose names are defined */
  struct stub_names declared, defined; /* functions */
  unsigned line, standard;
};

static void complain(struct compiler *c, const char *what, const char *name, size_t length) {
  stub_fail(c->log, "program.cl:%u:1: error: %s%.*s", c->line, what, (int)length, name);
}

static size_t word_length(const char *text) {
  size_t length = 0;
  while (isalnum((unsigned char)text[length]) || text[length] == '_')
    length++;
  return length;
}

static bool begins(const char *text, const char *head) {
  return !strncmp(text, head, strlen(head));
}

static bool ends(const char *begin, const char *end, const char *tail) {
  return (size_t)(end - begin) >= strlen(tail) && begins(end - strlen(tail), tail);
}

/* The prelude defines work-group functions from OpenCL C 2.0 on, and the feature macros in 3.0; extensions in any. */
static bool in_prelude(const struct compiler *c, const char *name, size_t length) {
  char line[160];
  snprintf(line, sizeof line, "\n#define %.*s ", (int)length, name);
  const char *text = c->source->text;
  const unsigned since = begins(name, "__opencl_c_") ? 300 : begins(name, "work_group_") ? 200 : 0;
  return ((c->prelude && begins(text, line + 1)) || memmem(text, c->prelude, line, strlen(line))) &&
         (c->standard >= since || begins(text, "#define CLGROUP_PRELUDE_ANY"));
}

static bool is_defined(const struct compiler *c, const char *name, size_t length) {
  static const char feature[] = "__opencl_c_work_group_collective_functions";
  const bool own = c->source->device->has_functions && c->standard >= 300;
  char definition[160];
  snprintf(definition, sizeof definition, "-D%.*s=", (int)length, name);
  return in_prelude(c, name, length) || (c->source->options && strstr(c->source->options, definition)) ||
         (own && length == sizeof feature - 1 && begins(name, feature));
}

static bool device_has(const struct compiler *c, const char *name, size_t length) {
  const struct stub_device *d = c->source->device;
  const char *op = name + length - 3;
  const bool extension = (begins(name, "work_group_reduce_") || begins(name, "work_group_scan_")) &&
                         memcmp(op, "add", 3) && memcmp(op, "min", 3) && memcmp(op, "max", 3);
  return c->standard >= 200 && (extension ? d->uniform_arithmetic : d->has_functions || d->compute_capability);
}

/* The mangled name of a call whose arguments begin behind `at`, an opening bracket. */
static void add_import(struct compiler *c, const char *name, const char *at) {
  static const char *const types[][2] = {{"(uint)", "j"},  {"(long)", "l"},   {"(ulong)", "m"},
                                         {"(float)", "f"}, {"(double)", "d"}, {"(half)", "Dh"}};
  const char *code = "i";
  for (unsigned i = 0; i < sizeof types / sizeof *types; i++)
    if (begins(at + 1, types[i][0]) && !strstr(name, "work_group_a"))
      code = types[i][1];
  int commas = 0, depth = 0;
  for (; *at && !(*at == ')' && depth == 1); at++) {
    depth += (*at == '(') - (*at == ')');
    commas += *at == ',' && depth == 1;
  }
  char symbol[160];
  snprintf(symbol, sizeof symbol, "_Z%zu%s%s%.*s", strlen(name), name, code, commas,
           c->source->device->address_bits == 32 ? "jjj" : "mmm");
  stub_names_add(&c->unit->imports, symbol, strlen(symbol));
}

/* Handles a name before an opening bracket: a kernel, a declaration, a definition or a call. */
static void function(struct compiler *c, const char *line, const char *at, size_t length) {
  const bool renamed = in_prelude(c, at, length);
  if (renamed && !begins(at, "work_group_") && !ends(line, at, "kernel void ")) /* with its body */
    return;
  const size_t size = sizeof "__clgroup_" + length;
  char *name = malloc(size);
  if (!name)
    abort();
  snprintf(name, size, "%s%.*s", renamed ? "__clgroup_" : "", (int)length, at);
  if (ends(line, at, "kernel void ")) {
    stub_names_add(&c->unit->kernels, name, strlen(name));
  } else if (ends(line, at, "int ")) {
    stub_names_add(at[strcspn(at, ";{")] == '{' ? &c->defined : &c->declared, name, strlen(name));
  } else if (!stub_names_have(&c->defined, name)) {
    const bool library = begins(name, "__clgroup_"), declared = renamed || stub_names_have(&c->declared, name);
    if (library && declared)
      add_import(c, name, at + length);
    else if (library || (begins(name, "work_group_") && !device_has(c, at, length)))
      complain(c, "implicit declaration of function ", name, strlen(name));
  }
  free(name);
}

static void compile_text(struct compiler *c, const char *text);

static void include(struct compiler *c, const char *name, size_t length) {
  for (size_t i = 0; i < c->source->header_count; i++)
    if (length == strlen(c->source->header_names[i]) + 2 && begins(name + 1, c->source->header_names[i])) {
      const unsigned line = c->line;
      compile_text(c, c->source->headers[i]);
      c->line = line;
      return;
    }
  complain(c, "file not found: ", name, length);
}

static void compile_text(struct compiler *c, const char *text) {
  bool on = true;
  c->line = 1;
  for (const char *line = text, *end; *line; line = *end ? end + 1 : end, c->line++) {
    end = line + strcspn(line, "\n");
    if (begins(line, "#ifdef "))
      on = is_defined(c, line + 7, (size_t)(end - line - 7));
    else if (begins(line, "#ifndef "))
      on = !is_defined(c, line + 8, (size_t)(end - line - 8));
    else if (begins(line, "#else"))
      on = !on;
    else if (begins(line, "#endif"))
      on = true;
    else if (on && begins(line, "#error "))
      complain(c, "", line, (size_t)(end - line));
    else if (on && begins(line, "#include "))
      include(c, line + 9, (size_t)(end - line - 9));
    for (const char *at = line; on && *line != '#' && at < end; at++) {
      const size_t length = word_length(at);
      if (length && at[length] == '(')
        function(c, line, at, length);
      at += length;
    }
  }
}

void stub_compile_source(const struct stub_source *source, struct stub_unit *unit, struct stub_log *log) {
  static const char mark[] = "#line 1\n";
  const char *body = strstr(source->text, mark);
  body = body ? body + sizeof mark - 1 : source->text;
  struct compiler c = {.source = source, .unit = unit, .log = log, .standard = standard_of(source->options)};
  c.prelude = (size_t)(body - source->text);
  if (c.standard > source->device->language)
    stub_fail(log, "error: the device takes OpenCL C up to %u", source->device->language);
  else
    compile_text(&c, body);
  free_names(&c.declared);
  free_names(&c.defined);
}

/* ---- SPIR-V ---- */

static bool takes_capability(const struct stub_device *d, uint32_t capability) {
  switch (capability) {
  case SPIRV_CAPABILITY_Float64:
    return d->fp64;
  case SPIRV_CAPABILITY_Float16:
    return d->fp16;
  case SPIRV_CAPABILITY_Groups:
    return d->has_functions || d->sub_groups;
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
    stub_fail(log, "error: %s", error);
    free(words);
    return;
  }
  unit->version = spirv_word(&m, SPIRV_VERSION_WORD);
  snprintf(version, sizeof version, "SPIR-V_%u.%u", unit->version >> 16, unit->version >> 8 & 255);
  if (!strstr(d->il, version))
    stub_fail(log, "error: %s is not among %s", version, d->il);
  if (!d->has_functions && clgroup_spirv_uses(words, size / 4))
    stub_fail(log, "error: SPIR-V: group instructions");
  while (spirv_next(&m, &i) > 0) {
    uint32_t linkage;
    char *name = malloc(spirv_string_room(&i));
    if (i.opcode == SPIRV_OP_Capability && !takes_capability(d, spirv_operand(&m, &i, 1)))
      stub_fail(log, "error: SPIR-V: the device lacks capability %u", spirv_operand(&m, &i, 1));
    if (i.opcode == SPIRV_OP_MemoryModel &&
        spirv_operand(&m, &i, 1) != (d->address_bits == 32 ? SPIRV_ADDRESSING_PHYSICAL32 : SPIRV_ADDRESSING_PHYSICAL64))
      stub_fail(log, "error: SPIR-V: addressing model %u", spirv_operand(&m, &i, 1));
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
