#include "frontend.h"
#include "frontend-text.h"

#include "spirv/module.h"
#include "spirv/spirv.h"

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

static void define(struct compiler *c, const char *name, const char *value) {
  stub_add_macro(c, name, strlen(name), value, strlen(value));
}

static void define_option(struct compiler *c, const char *text) {
  const char *equals = strchr(text, '=');
  if (equals)
    stub_add_macro(c, text, (size_t)(equals - text), equals + 1, strlen(equals + 1));
  else
    define(c, text, "1");
}

static bool option(void *context, const char *text) {
  static const char *const of_linkers[] = {
      "-create-library",       "-enable-link-options",          "-cl-denorms-are-zero",
      "-cl-no-signed-zeros",   "-cl-unsafe-math-optimizations", "-cl-finite-math-only",
      "-cl-fast-relaxed-math", "-cl-no-subgroup-ifp",           "-cl-kernel-arg-info"}; /* PoCL's */
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
  define(&c, "__OPENCL_C_VERSION__", number);
  if (source->device->has_functions && c.standard >= 300)
    define(&c, "__opencl_c_work_group_collective_functions", "1");
  if (source->device->uniform_arithmetic)
    define(&c, "cl_khr_work_group_uniform_arithmetic", "1");
  if (source->device->fp64)
    define(&c, "cl_khr_fp64", "1");
  if (source->device->fp16)
    define(&c, "cl_khr_fp16", "1");
  if (c.standard > source->device->language) {
    stub_say(log, "error: the device takes OpenCL C up to %u\n", source->device->language);
    log->failed = true;
  } else {
    stub_compile_text(&c, source->text);
  }
  stub_remove_macros(&c);
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
