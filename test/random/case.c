/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "case.h"

#include "base/files.h"
#include "splitmix.h"
#include "text.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t case_line_hash(const char *line) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (; *line; line++)
    hash = (hash ^ (unsigned char)*line) * UINT64_C(0x100000001b3);
  return hash;
}

size_t case_items(const struct case_launch *l) {
  return l->local[0] * l->local[1] * l->local[2];
}

void case_free(struct clgroup_case *c) {
  for (size_t l = 0; l < c->launch_count; l++) {
    for (size_t i = 0; i < c->launches[l].argument_count; i++) {
      free(c->launches[l].arguments[i].before);
      free(c->launches[l].arguments[i].expected);
    }
    free(c->launches[l].arguments);
  }
  free(c->launches);
  free(c->name);
  free(c->text);
  free(c->plain);
  free(c->remarks);
  while (c->option_count)
    free(c->options[--c->option_count]);
  while (c->fault_count)
    free(c->faults[--c->fault_count]);
  *c = (struct clgroup_case){0};
}

bool case_value_equal(enum ref_type type, const void *a, const void *b, bool signed_zeros) {
  const uint64_t left = ref_load(type, a, 0), right = ref_load(type, b, 0);
  const uint64_t sign = UINT64_C(1) << (8 * ref_bytes(type) - 1);
  return left == right || (ref_is_float(type) && !signed_zeros && !((left | right) & ~sign));
}

static const char plain_mark[] = "\n#if 0 // plain\n", plain_end[] = "#endif\n";
static const char blank[] = " \t";

uint64_t case_hash(const void *data, size_t size) {
  return XXH64(data, size, 0);
}

static uint64_t mix(uint64_t x) {
  return random_next(&x);
}

static uint64_t small(enum ref_type type, uint64_t random) {
  const bool is_unsigned = type == REF_UINT || type == REF_ULONG;
  return ref_from_integer(type, is_unsigned ? (int)(random % 9) : (int)(random % 17) - 8);
}

/* The values that the words up to `end` say; NULL where they say none. */
static void *values(const struct case_argument *a, const char *text, const char *end) {
  void *data = allocate(a->count * ref_bytes(a->type));
  size_t filled = 0;
  for (;;) {
    char *next;
    while (text < end && isspace((unsigned char)*text))
      text++;
    if (text == end)
      break;
    bool is_small = !strncmp(text, "small:", 6), is_bits = !strncmp(text, "bits:", 5);
    if ((is_small || is_bits) && !filled) {
      uint64_t seed = strtoull(strchr(text, ':') + 1, &next, 10);
      for (; filled < a->count; filled++) {
        uint64_t random = mix(mix(seed) + filled);
        ref_store(a->type, data, filled, is_small ? small(a->type, random) : random);
      }
    } else {
      uint64_t bits = strtoull(text, &next, 16);
      size_t times = *next == '*' ? strtoul(next + 1, &next, 10) : 1;
      if (next == text || times > a->count - filled)
        break;
      for (; times; times--)
        ref_store(a->type, data, filled++, bits);
    }
    text = next;
  }
  if (text == end && filled == a->count)
    return data;
  free(data);
  return NULL;
}

/* "float[6] small:1 -> 1 2 3", over as many lines as it takes. */
static bool read_argument(struct case_argument *a, const char *text) {
  const size_t length = strcspn(text, "[ ");
  char name[8], *next;
  snprintf(name, sizeof name, "%.*s", (int)length, text);
  const int type = ref_type_by_name(name);
  if (type < 0 || type >= CASE_TYPES)
    return false;
  *a = (struct case_argument){.type = (enum ref_type)type, .is_buffer = text[length] == '[', .count = 1};
  text += length;
  if (a->is_buffer) {
    a->count = strtoul(text + 1, &next, 10);
    if (*next != ']' || !a->count || a->count > 1u << 28)
      return false;
    text = next + 1;
  }
  a->is_local = a->is_buffer && !strcmp(text + strspn(text, blank), "local");
  if (a->is_local) {
    a->is_buffer = false;
    return true;
  }
  const char *arrow = strstr(text, "->"), *after = arrow ? arrow + 2 + strspn(arrow + 2, blank) : NULL;
  a->before = values(a, text, arrow ? arrow : text + strlen(text));
  if (after && sscanf(after, "xxh64:%" SCNx64, &a->hash) != 1)
    a->expected = values(a, after, after + strlen(after));
  return a->before && (!after || a->hash || a->expected);
}

/* Returns how many there are; 0 where it is something else. */
static unsigned read_sizes(const char *text, size_t size[3]) {
  int end = 0;
  const int count = sscanf(text, "%zu%nx%zu%nx%zu%n", &size[0], &end, &size[1], &end, &size[2], &end);
  return count > 0 && !text[end] ? (unsigned)count : 0;
}

/* The kernel and its local size, then words and what they say: "k 1x3x1 groups 2x1x1 missing 0x1x0" */
static bool read_launch(struct clgroup_case *c, const char *text) {
  char word[sizeof c->launches->kernel], value[64];
  int length;
  c->launches = realloc(c->launches, (c->launch_count + 1) * sizeof *c->launches);
  if (!c->launches)
    abort();
  struct case_launch *l = &c->launches[c->launch_count++];
  *l = (struct case_launch){.local = {1, 1, 1}, .groups = {1, 1, 1}};
  for (; sscanf(text, "%31s %63s%n", word, value, &length) == 2; text += length) {
    size_t *sizes = !l->dimensions             ? l->local
                    : !strcmp(word, "groups")  ? l->groups
                    : !strcmp(word, "missing") ? l->missing
                    : !strcmp(word, "offset")  ? l->offset
                                               : NULL;
    const unsigned count = sizes ? read_sizes(value, sizes) : 0;
    if (!l->dimensions && count) {
      snprintf(l->kernel, sizeof l->kernel, "%s", word);
      l->dimensions = count;
    } else if (l->dimensions && !strcmp(word, "prints"))
      l->prints = strtoull(value, NULL, 16);
    else if (!count || count != l->dimensions)
      return false;
  }
  return l->dimensions && case_items(l) && l->groups[0] * l->groups[1] * l->groups[2] != 0 &&
         !text[strspn(text, blank)];
}

static bool add_argument(struct clgroup_case *c, const char *text) {
  struct case_launch *l = &c->launches[c->launch_count - 1];
  l->arguments = realloc(l->arguments, (l->argument_count + 1) * sizeof *l->arguments);
  if (!l->arguments)
    abort();
  if (!read_argument(&l->arguments[l->argument_count], text))
    return false;
  l->argument_count++;
  return true;
}

/* What follows `key` in the line; NULL where it is another line. */
static const char *after(const char *line, const char *key) {
  size_t length = strlen(key);
  return strncmp(line, key, length) ? NULL : line + length + strspn(line + length, blank);
}

/* One line of the head, with those that continue it. */
static bool read_line(struct clgroup_case *c, const char *line) {
  const char *value;
  if (c->launch_count && !strncmp(line, "//   ", 5))
    return add_argument(c, line + 5);
  if ((value = after(line, "// options:")) && c->option_count < CASE_OPTIONS) {
    text_add(&c->options[c->option_count++], "%s", value);
  } else if ((value = after(line, "// driver fault:")) && c->fault_count < CASE_FAULTS) {
    text_add(&c->faults[c->fault_count++], "%s", value);
  } else if ((value = after(line, "// needs:"))) {
    c->uses_double = strstr(value, "fp64");
    c->uses_half = strstr(value, "fp16");
  } else if ((value = after(line, "// objects:"))) {
    c->apart = true;
    return !strcmp(value, "2");
  } else if ((value = after(line, "// launch:"))) {
    return read_launch(c, value);
  } else {
    text_add(&c->remarks, "%s\n", line);
  }
  return true;
}

bool case_read(struct clgroup_case *c, const char *path) {
  *c = (struct clgroup_case){0};
  char *text = clgroup_file_read(path, NULL), *at = text;
  bool good = text;
  unsigned number = 0;
  if (!text)
    fprintf(stderr, "clgroup-test: %s: cannot be read\n", path);
  while (good && !strncmp(at, "//", 2)) {
    char *line = NULL;
    unsigned first = number + 1;
    do {
      at += line ? 2 : 0;
      size_t length = strcspn(at, "\n");
      text_add(&line, "%.*s", (int)length, at);
      at += length + (at[length] == '\n');
      number++;
    } while (!strncmp(at, "//     ", 7));
    good = read_line(c, line);
    if (!good)
      fprintf(stderr, "clgroup-test: %s:%u: cannot be understood: %.80s (test/random/case.h)\n", path, first, line);
    free(line);
  }
  if (good && (!c->launch_count || !c->option_count)) {
    fprintf(stderr, "clgroup-test: %s: its head has no line '// %s:' (test/random/case.h)\n", path,
            c->option_count ? "launch" : "options");
    good = false;
  }
  if (good) {
    char *plain = strstr(at, plain_mark);
    if (plain) {
      size_t length = strlen(plain + strlen(plain_mark)), end = strlen(plain_end);
      text_add(&c->plain, "%.*s", (int)(length > end ? length - end : 0), plain + strlen(plain_mark));
      plain[1] = 0;
    }
    text_add(&c->text, "%s", at);
    text_add(&c->name, "%s", strrchr(path, '/') ? strrchr(path, '/') + 1 : path);
  }
  free(text);
  if (!good)
    case_free(c);
  return good;
}

/* The lines start with `// ` and break before column 120. */
static void write_values(FILE *file, unsigned *column, const struct case_argument *a, const void *data) {
  for (size_t i = 0, run; i < a->count; i += run) {
    char word[64];
    uint64_t bits = ref_load(a->type, data, i);
    for (run = 1; i + run < a->count && ref_load(a->type, data, i + run) == bits; run++)
      ;
    int length = snprintf(word, sizeof word, run > 1 ? " %" PRIx64 "*%zu" : " %" PRIx64, bits, run);
    if (*column + (unsigned)length > 118)
      *column = (unsigned)fprintf(file, "\n//    ") - 1;
    *column += (unsigned)fprintf(file, "%s", word);
  }
}

static void write_argument(FILE *file, const struct case_argument *a, size_t most) {
  unsigned column = (unsigned)fprintf(file, "//   %s", ref_type_name(a->type));
  if (a->is_local) {
    fprintf(file, "[%zu] local\n", a->count);
    return;
  }
  if (a->is_buffer)
    column += (unsigned)fprintf(file, "[%zu]", a->count);
  write_values(file, &column, a, a->before);
  const uint64_t hash = a->expected ? case_hash(a->expected, a->count * ref_bytes(a->type)) : a->hash;
  if (a->expected || a->hash)
    column += (unsigned)fprintf(file, " ->");
  if (a->expected && a->count <= most)
    write_values(file, &column, a, a->expected);
  else if (hash)
    fprintf(file, " xxh64:%016" PRIx64, hash);
  fprintf(file, "\n");
}

static void write_sizes(FILE *file, const char *word, const struct case_launch *l, const size_t size[3]) {
  if (!size[0] && !size[1] && !size[2])
    return;
  for (unsigned i = 0; i < l->dimensions; i++)
    fprintf(file, "%s%zu", i ? "x" : word, size[i]);
}

static void write_launch(FILE *file, const struct case_launch *l, size_t most) {
  fprintf(file, "// launch: %s", l->kernel);
  write_sizes(file, " ", l, l->local);
  write_sizes(file, " groups ", l, l->groups);
  write_sizes(file, " missing ", l, l->missing);
  write_sizes(file, " offset ", l, l->offset);
  if (l->prints)
    fprintf(file, " prints %016" PRIx64, l->prints);
  fprintf(file, "\n");
  for (size_t i = 0; i < l->argument_count; i++)
    write_argument(file, &l->arguments[i], most);
}

bool case_write(const struct clgroup_case *c, const char *path, size_t most) {
  FILE *file = fopen(path, "w");
  if (!file)
    return false;
  fprintf(file, "%s", c->remarks ? c->remarks : "");
  for (unsigned i = 0; i < c->option_count; i++)
    fprintf(file, "// options: %s\n", c->options[i]);
  for (unsigned i = 0; i < c->fault_count; i++)
    fprintf(file, "// driver fault: %s\n", c->faults[i]);
  if (c->uses_half || c->uses_double)
    fprintf(file, "// needs:%s%s\n", c->uses_double ? " fp64" : "", c->uses_half ? " fp16" : "");
  if (c->apart)
    fprintf(file, "// objects: 2\n");
  for (size_t i = 0; i < c->launch_count; i++)
    write_launch(file, &c->launches[i], most);
  fprintf(file, "%s", c->text);
  if (c->plain)
    fprintf(file, "%s%s%s", plain_mark, c->plain, plain_end);
  bool good = !ferror(file);
  return !fclose(file) && good;
}
