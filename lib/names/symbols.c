/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* memmem */
#include "names/symbols.h"

#include "names/mangled.h"
#include "names/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char prefix[] = CLGROUP_NAME_PREFIX;
enum { PREFIX_LENGTH = sizeof prefix - 1, LONGEST_NAME = 80 };

static const char broadcast[] = "work_group_broadcast";

/* The types of the functions' first parameter: their codes in mangled names, their names, their part of the library,
 * and their size. */
#define TEXT(code) TEXT_(code)
#define TEXT_(code) #code
#define PART(part) PART_(part)
#define PART_(part) CLGROUP_PART_##part
static const struct {
  const char *code, *name;
  enum clgroup_library_part part;
  unsigned bytes;
} types[] = {
#define CLGROUP_TYPE_BODY "names/type-row.inc"
#include <types.inc>
};
enum { TYPES = sizeof types / sizeof *types };

/* The functions of extensions, and the types of their parameters, as in the table. */
static const struct {
  const char *name, *parameters;
} calls[] = {
#define CLGROUP_CALL(instruction, extension, parameters, function) {function, parameters},
#include "names/extension-calls.inc"
};
enum { CALLS = sizeof calls / sizeof *calls };

static bool has(const struct clgroup_symbols *s, const char *name) {
  for (size_t i = 0; i < s->count; i++)
    if (!strcmp(s->names[i], name))
      return true;
  return false;
}

int clgroup_symbols_add_one(struct clgroup_symbols *s, const char *name) {
  if (has(s, name))
    return 0;
  char **names = realloc(s->names, (s->count + 2) * sizeof *names);
  if (!names)
    return -1;
  s->names = names;
  if (!(names[s->count] = strdup(name)))
    return -1;
  names[++s->count] = NULL;
  return 0;
}

/* Adds the function with this name and type; broadcast has one for each number of coordinates. */
static int add_function(struct clgroup_symbols *s, const char *name, size_t length, const char *type,
                        const char *coordinates) {
  char symbol[LONGEST_NAME + 32];
  unsigned most = length == sizeof broadcast - 1 && !memcmp(name, broadcast, length) ? 3 : 0;
  int error = 0;
  for (unsigned i = most != 0; i <= most && !error; i++) {
    snprintf(symbol, sizeof symbol, "_Z%zu%s%.*s%s%.*s", PREFIX_LENGTH + length, prefix, (int)length, name, type,
             (int)i, coordinates);
    error = clgroup_symbols_add_one(s, symbol);
  }
  return error;
}

int clgroup_symbols_add(struct clgroup_symbols *s, uint64_t names, unsigned address_bits) {
  for (unsigned i = 0; i < clgroup_name_count; i++)
    for (unsigned t = 0; t < TYPES && names >> i & 1; t++)
      if (add_function(s, clgroup_names[i].text, strlen(clgroup_names[i].text), types[t].code,
                       address_bits == 32 ? "jjj" : "mmm"))
        return -1;
  return 0;
}

/* The length of the types' codes at the beginning of the text, if they are those of the parameters; 0: they are not. */
static size_t codes_length(const char *parameters, const char *text, size_t size) {
  static const char *const codes[] = {"h", "t", "j", "m", "Dh", "f", "d"};
  size_t length = 0;
  for (const char *p = parameters; *p; p++) {
    const char *code = *p == 'i' ? "i" : "j";
    for (unsigned c = 0; *p == 'T' && c < sizeof codes / sizeof *codes; c++)
      if (strlen(codes[c]) <= size - length && !memcmp(text + length, codes[c], strlen(codes[c])))
        code = codes[c];
    const size_t width = strlen(code);
    if (width > size - length || memcmp(text + length, code, width) || (*p == 'T' && memcmp(text, code, width)))
      return 0;
    length += width;
  }
  return length;
}

/* Adds the function of an extension. */
static int take_call(struct clgroup_symbols *s, const char *name, size_t length, size_t rest) {
  char symbol[LONGEST_NAME + 32];
  for (unsigned i = 0; i < CALLS; i++) {
    if (strlen(calls[i].name) != length || memcmp(calls[i].name, name, length))
      continue;
    const size_t codes = codes_length(calls[i].parameters, name + length, rest);
    snprintf(symbol, sizeof symbol, "_Z%zu%s%.*s", PREFIX_LENGTH + length, prefix, (int)(length + codes), name);
    if (codes)
      return clgroup_symbols_add_one(s, symbol);
  }
  return 0;
}

/* Reads the name with its prefix at bytes[at]: the number before it is its length, and the type follows it. The bytes
 * after that may belong to another name: LLVM's string tables have no separators. */
static int take(struct clgroup_symbols *s, const char *bytes, size_t size, size_t at) {
  size_t digits = at, length = 0, unit = 1;
  while (digits && at - digits < 3 && bytes[digits - 1] >= '0' && bytes[digits - 1] <= '9') {
    length += (size_t)(bytes[--digits] - '0') * unit;
    unit *= 10;
  }
  if (digits < 2 || memcmp(bytes + digits - 2, "_Z", 2) || length <= PREFIX_LENGTH ||
      length > PREFIX_LENGTH + LONGEST_NAME || length > size - at)
    return 0;
  const char *name = bytes + at + PREFIX_LENGTH, *type = bytes + at + length;
  size_t rest = size - at - length;
  if (!clgroup_name_find(name, length - PREFIX_LENGTH))
    return take_call(s, name, length - PREFIX_LENGTH, rest);
  for (unsigned t = 0; t < TYPES; t++) {
    size_t width = strlen(types[t].code);
    if (width <= rest && !memcmp(type, types[t].code, width))
      return add_function(s, name, length - PREFIX_LENGTH, types[t].code,
                          width < rest && type[width] == 'j' ? "jjj" : "mmm");
  }
  return 0;
}

int clgroup_symbols_find(struct clgroup_symbols *s, const void *bytes, size_t size) {
  const char *text = bytes, *at = text;
  while ((at = memmem(at, size - (size_t)(at - text), prefix, PREFIX_LENGTH))) {
    if (take(s, text, size, (size_t)(at - text)))
      return -1;
    at += PREFIX_LENGTH;
  }
  return 0;
}

int clgroup_symbols_merge(struct clgroup_symbols *s, const struct clgroup_symbols *others) {
  for (size_t i = 0; i < others->count; i++)
    if (clgroup_symbols_add_one(s, others->names[i]))
      return -1;
  return 0;
}

/* The type of a function's first parameter, which follows its name. */
static unsigned type_of(const char *symbol) {
  size_t length;
  const char *name = clgroup_plain_name(symbol, &length);
  unsigned t = 0;
  while (t < TYPES && (!name || strncmp(name + length, types[t].code, strlen(types[t].code)) != 0))
    t++;
  return t;
}

bool clgroup_symbols_have(const struct clgroup_symbols *s, enum clgroup_library_part part) {
  for (size_t i = 0; i < s->count; i++) {
    const unsigned t = type_of(s->names[i]);
    if (t < TYPES && types[t].part == part)
      return true;
  }
  return false;
}

struct clgroup_function_name clgroup_symbols_read(const char *symbol) {
  size_t length;
  const char *name = clgroup_plain_name(symbol, &length);
  const unsigned t = type_of(symbol);
  const size_t skipped = name && !strncmp(name, prefix, PREFIX_LENGTH) ? PREFIX_LENGTH : 0;
  return (struct clgroup_function_name){name + skipped, length - skipped, t < TYPES ? types[t].name : NULL};
}

uint64_t clgroup_symbols_names(const struct clgroup_symbols *s) {
  uint64_t names = 0;
  for (size_t i = 0; i < s->count; i++) {
    const struct clgroup_function_name f = clgroup_symbols_read(s->names[i]);
    names |= clgroup_name_find(f.name, f.length);
  }
  return names;
}

bool clgroup_symbols_same(const struct clgroup_symbols *a, const struct clgroup_symbols *b) {
  bool same = a->count == b->count;
  for (size_t i = 0; same && i < a->count; i++)
    same = has(b, a->names[i]);
  return same;
}

void clgroup_symbols_free(struct clgroup_symbols *s) {
  for (size_t i = 0; i < s->count; i++)
    free(s->names[i]);
  free(s->names);
  *s = (struct clgroup_symbols){0};
}

uint32_t clgroup_spirv_version_within(const void *bytes, size_t size) {
  static const unsigned char magic[] = {0x03, 0x02, 0x23, 0x07};
  const unsigned char *at = memmem(bytes, size, magic, sizeof magic);
  if (!at || size - (size_t)(at - (const unsigned char *)bytes) < 8)
    return 0;
  uint32_t version = at[4] | (uint32_t)at[5] << 8 | (uint32_t)at[6] << 16 | (uint32_t)at[7] << 24;
  return version >= 0x10000 && version <= 0x10900 && !(version & 0xff) ? version : 0;
}
