/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* memmem */
#include "unit.h"

#include "exec/text.h"
#include "spirv/module.h"
#include "spirv/spirv.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *stub_next_name(const char *at, char letter) {
  const char begin[] = {'\n', letter, 0};
  at = at ? strstr(at, begin) : NULL;
  return at ? at + 2 : NULL;
}

bool stub_has_name(const struct stub_unit *unit, char letter, const char *name, size_t length) {
  for (STUB_EACH_NAME(at, unit, letter))
    if (strcspn(at, "\n") == length && !memcmp(at, name, length))
      return true;
  return false;
}

void stub_add_name(struct stub_unit *unit, char letter, const char *name, size_t length) {
  if (!stub_has_name(unit, letter, name, length))
    text_add(&unit->names, "%s%c%.*s\n", unit->names ? "" : "\n", letter, (int)length, name);
}

void stub_fail(struct stub_log *log, const char *format, ...) {
  char line[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  text_add(&log->text, "error: %s\n", line);
  log->failed = true;
}

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

/* ---- source ---- */

struct compiler {
  const struct stub_source *source;
  struct stub_unit *unit;
  struct stub_log *log;
  unsigned standard; /* the version in -cl-std, times 100 */
};

static unsigned standard_of(const char *options) {
  static const char option[] = "-cl-std=";
  const char *at = strstr(options, option);
  unsigned major = 1, minor = 2;
  if (at && sscanf(at + sizeof option - 1, "CL%u.%u", &major, &minor) != 2)
    return 9999; /* C++ */
  return 100 * major + 10 * minor;
}

static bool begins(const char *text, const char *head) {
  return !strncmp(text, head, strlen(head));
}

/* Do the layer's own lines or the options define the name? */
static bool is_defined(const struct compiler *c, const char *name) {
  const char *text = c->source->text, *end = strstr(text, "#line 1\n");
  char words[160];
  snprintf(words, sizeof words, "-D%s=", name);
  if (strstr(c->source->options, words))
    return true;
  snprintf(words, sizeof words, "#define %s ", name);
  return end && memmem(text, (size_t)(end - text), words, strlen(words));
}

/* The mangled name of a call with these arguments, and what is behind them. */
static void add_import(struct compiler *c, const char *name, const char *arguments) {
  static const char *const types[][2] = {{"(int)", "i"},   {"(uint)", "j"},   {"(long)", "l"}, {"(ulong)", "m"},
                                         {"(float)", "f"}, {"(double)", "d"}, {"(half)", "Dh"}};
  char symbol[2100];
  const char *type = "i";
  int indices = 0;
  for (unsigned i = 0; i < sizeof types / sizeof *types; i++)
    if (begins(arguments, types[i][0])) {
      type = strstr(name, "work_group_a") ? "i" : types[i][1];
      arguments += strlen(types[i][0]);
    }
  while (*(arguments += strcspn(arguments, ",)")) == ',' && *arguments++)
    indices++;
  snprintf(symbol, sizeof symbol, "_Z%zu%s%s%.*s", strlen(name), name, type, indices,
           c->source->device->address_bits == 32 ? "jjj" : "mmm");
  stub_add_name(c->unit, 'I', symbol, strlen(symbol));
}

/* A name in front of a bracket: a kernel, a definition or a call. */
static void read_name(struct compiler *c, bool kernel, const char *name, const char *arguments) {
  static const char library[] = "__clgroup_";
  const struct stub_device *d = c->source->device;
  const bool function = begins(name, "work_group_"), renamed = is_defined(c, name);
  const bool has = c->standard >= 200 && (d->has_functions || d->compute_capability);
  char whole[2000];
  snprintf(whole, sizeof whole, "%s(int x) {", name);
  const bool own = strstr(c->source->text, whole);
  snprintf(whole, sizeof whole, "%s%s", renamed ? library : "", name);
  if (kernel)
    stub_add_name(c->unit, 'K', whole, strlen(whole));
  else if (!own && (function ? renamed : begins(name, library)))
    add_import(c, whole, arguments);
  else if (!own && function && !has)
    stub_fail(c->log, "implicit declaration of function %s", name);
}

/* A line that wants the name that is its last word. */
static void want(struct compiler *c, const char *line) {
  const char *name = strrchr(line, ' ') + 1;
  bool known = is_defined(c, name);
  for (size_t i = 0; i < c->source->header_count; i++)
    known |= strstr(name, c->source->header_names[i]) != NULL;
  if (!known)
    stub_fail(c->log, "%s", line);
}

static void read_text(struct compiler *c, const char *text) {
  static const char kernel[] = "kernel void ",
                    letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  char *lines = strdup(text), *next = lines;
  for (char *line; (line = strsep(&next, "\n"));) {
    if (strstr(line, "// left out"))
      continue;
    if (begins(line, "#error ") || begins(line, "#include "))
      want(c, line);
    for (char *at = line, *end; *at; at = *end ? end + 1 : end) {
      end = at + strspn(at, letters);
      if (end > at && *end == '(') {
        *end = 0;
        read_name(c, at >= line + strlen(kernel) && begins(at - strlen(kernel), kernel), at, end + 1);
        *end = '(';
      }
    }
  }
  free(lines);
}

void stub_compile_source(const struct stub_source *source, struct stub_unit *unit, struct stub_log *log) {
  static const char mark[] = "#line 1\n";
  const char *body = strstr(source->text, mark);
  struct compiler c = {source, unit, log, standard_of(source->options)};
  if (c.standard > source->device->language)
    stub_fail(log, "the device takes OpenCL C up to %u", source->device->language);
  for (size_t i = 0; i < source->header_count; i++)
    read_text(&c, source->headers[i]);
  read_text(&c, body ? body + sizeof mark - 1 : source->text);
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

static void read_instruction(const struct spirv_module *m, const struct spirv_instruction *i,
                             const struct stub_device *d, struct stub_unit *unit, struct stub_log *log) {
  const uint32_t first = spirv_operand(m, i, 1);
  uint32_t linkage;
  char *name = malloc(spirv_string_room(i));
  if (!name)
    abort();
  if (i->opcode == SPIRV_OP_Capability && !takes_capability(d, first))
    stub_fail(log, "SPIR-V: the device lacks capability %u", first);
  if (i->opcode == SPIRV_OP_MemoryModel &&
      first != (d->address_bits == 32 ? SPIRV_ADDRESSING_PHYSICAL32 : SPIRV_ADDRESSING_PHYSICAL64))
    stub_fail(log, "SPIR-V: addressing model %u", first);
  if (i->opcode == SPIRV_OP_EntryPoint) {
    spirv_string(m, i, 3, name);
    stub_add_name(unit, 'K', name, strlen(name));
  } else if (spirv_linkage(m, i, &linkage) > 0) {
    spirv_string(m, i, SPIRV_LINKAGE_NAME, name);
    stub_add_name(unit, linkage == SPIRV_LINKAGE_IMPORT ? 'I' : 'E', name, strlen(name));
  }
  free(name);
}

void stub_compile_il(const uint32_t *words, size_t size, const struct stub_device *d, struct stub_unit *unit,
                     struct stub_log *log) {
  struct spirv_module m;
  struct spirv_instruction i = {0};
  char error[256], version[32];
  if (spirv_open(&m, words, size / sizeof *words, error, sizeof error)) {
    stub_fail(log, "%s", error);
    return;
  }
  unit->version = spirv_word(&m, SPIRV_VERSION_WORD);
  snprintf(version, sizeof version, "SPIR-V_%u.%u", unit->version >> 16, unit->version >> 8 & 255);
  if (!strstr(d->il, version))
    stub_fail(log, "%s is not among %s", version, d->il);
  if (!d->has_functions && clgroup_spirv_uses(words, size / sizeof *words))
    stub_fail(log, "SPIR-V: group instructions");
  while (spirv_next(&m, &i) > 0)
    read_instruction(&m, &i, d, unit, log);
}
