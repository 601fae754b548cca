/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "exercise.h"

#include "spirv/spirv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char error[256];

static void require(int holds, const char *what) {
  if (holds)
    return;
  fprintf(stderr, "does not hold: %s (last error: %s)\n", what, error);
  abort();
}

/* The result of a call, whose error message must be one line where there is one, and none where there is not. */
static int accepted(int result) {
  require(result == 0 || result == -1, "a result is 0 or -1");
  require(memchr(error, 0, sizeof error) != NULL, "a message has an end");
  require((result != 0) == (error[0] != 0), "a message if and only if there is an error");
  require(!strchr(error, '\n'), "a message is one line");
  return result == 0;
}

static uint32_t *copy(const uint32_t *words, size_t count) {
  uint32_t *mine = malloc(count * sizeof *words);
  require(mine || !count, "there is memory");
  if (count)
    memcpy(mine, words, count * sizeof *words);
  return mine;
}

static int same(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count) {
  return a_count == b_count && memcmp(a, b, a_count * sizeof *a) == 0;
}

/* Has the module, which was accepted, a constant that may be specialized, to be Workgroup scope too? */
static int has_spec_constant(const uint32_t *words, size_t count) {
  enum { HEADER = 5, SPEC_CONSTANT = 50 };
  for (size_t i = HEADER; i < count; i += words[i] >> 16)
    if ((words[i] & 0xffff) == SPEC_CONSTANT)
      return 1;
  return 0;
}

typedef int edit(const uint32_t *words, size_t count, uint32_t **out, size_t *out_count, char *message, size_t size);

static int provide(const uint32_t *words, size_t count, uint32_t **out, size_t *out_count, char *message, size_t size) {
  static const char all[] = "cl_khr_subgroup_extended_types,cl_khr_subgroup_shuffle_relative,cl_khr_subgroup_rotate,"
                            "cl_khr_extended_bit_ops,cl_khr_integer_dot_product";
  return clgroup_spirv_provide(words, count, all, out, out_count, message, size);
}

static struct {
  const char *const *names;
  size_t count, found;
} keep;

static int prune(const uint32_t *words, size_t count, uint32_t **out, size_t *out_count, char *message, size_t size) {
  return clgroup_spirv_prune(words, count, keep.names, keep.count, out, out_count, &keep.found, message, size);
}

/* Edits the module, and edits what that made. */
static int exercise_edit(edit *edit, const uint32_t *words, size_t count) {
  uint32_t *once = NULL, *twice = NULL;
  size_t once_count = 0, twice_count = 0;
  error[0] = 0;
  if (!accepted(edit(words, count, &once, &once_count, error, sizeof error))) {
    require(!once, "no output after an error");
    return 0;
  }
  const size_t found = keep.found;
  require(accepted(edit(once, once_count, &twice, &twice_count, error, sizeof error)), "what was edited is a module");
  if (edit == clgroup_spirv_rewrite) {
    require(clgroup_spirv_uses(words, count) || once_count == count,
            "a module without work-group functions keeps its length");
    require(!clgroup_spirv_uses(once, once_count) || has_spec_constant(once, once_count), "nothing is left to rewrite");
  } else if (edit == prune) {
    require(once_count <= count, "a pruned module is not longer");
    require(found == keep.found && twice_count <= once_count, "what was pruned has what was to be kept");
  }
  if (edit == clgroup_spirv_rewrite || edit == clgroup_spirv_for_translator)
    require(same(once, once_count, twice, twice_count), "what was edited stays as it is");
  free(once);
  free(twice);
  return 1;
}

static int exercise_prune(const uint32_t *words, size_t count, const char *const *names, size_t name_count) {
  keep.names = names;
  keep.count = name_count;
  return exercise_edit(prune, words, count);
}

static int exercise_edits(const uint32_t *words, size_t count) {
  uint32_t *edited = copy(words, count);
  error[0] = 0;
  int scratch = accepted(clgroup_spirv_set_scratch(edited, count, 77, error, sizeof error));
  require(scratch || same(words, count, edited, count), "an error changes nothing");
  uint64_t bytes = 0;
  error[0] = 0;
  require(accepted(clgroup_spirv_local_memory(edited, count, &bytes, error, sizeof error)) || !scratch,
          "the arrays of an edited module have a size");
  error[0] = 0;
  require(accepted(clgroup_spirv_make_loads_plain(edited, count, error, sizeof error)) ||
              same(words, count, edited, count),
          "an error changes nothing");
  error[0] = 0;
  int version = accepted(clgroup_spirv_set_version(edited, count, 1, 1, error, sizeof error));
  error[0] = 0;
  if (version)
    require(accepted(clgroup_spirv_set_version(edited, count, 1, 1, error, sizeof error)), "a version stays");
  free(edited);
  return scratch + version;
}

/* The id and the value are words of the header that say nothing to lib/spirv, the generator's and the reserved one, in
 * the order of this machine; the value's size follows from it. */
static int exercise_specialize(const uint32_t *words, size_t count) {
  uint32_t *edited = copy(words, count);
  const uint32_t id = count > 2 ? words[2] & 0xff : 0, seed = count > 4 ? words[4] : 0;
  const size_t size = seed % 10;
  unsigned char *value = malloc(size);
  require(value || !size, "there is memory");
  for (size_t i = 0; i < size; i++)
    value[i] = (unsigned char)(seed >> 8 * (i % 4));
  error[0] = 0;
  int good = accepted(clgroup_spirv_specialize(edited, count, id, value, size, error, sizeof error));
  require(good || same(words, count, edited, count), "an error changes nothing");
  if (good) {
    uint32_t *once = copy(edited, count);
    require(accepted(clgroup_spirv_specialize(edited, count, id, value, size, error, sizeof error)),
            "what was specialized is a module");
    require(same(once, count, edited, count), "a value stays");
    free(once);
  }
  free(value);
  free(edited);
  return good;
}

static int exercise_imports(const uint32_t *words, size_t count) {
  char **names = NULL;
  size_t name_count = 0, length = 0;
  error[0] = 0;
  if (!accepted(clgroup_spirv_imports(words, count, &names, &name_count, error, sizeof error))) {
    require(!names, "no output after an error");
    return 0;
  }
  for (size_t n = 0; n < name_count; ++n)
    length += strlen(names[n]);
  require(length < 4 * count, "names are no longer than the module");
  /* A module's own imports are what a library would be asked for. */
  exercise_prune(words, count, (const char *const *)names, name_count);
  free(names);
  return 1;
}

int exercise(const uint32_t *words, size_t count) {
  static const char *const names[] = {"second", "f", "first", "exported", "f"};
  uint32_t *mine = copy(words, count);
  int total = exercise_edit(clgroup_spirv_rewrite, mine, count) + exercise_edit(provide, mine, count) +
              exercise_edit(clgroup_spirv_for_translator, mine, count) + exercise_edits(mine, count) +
              exercise_specialize(mine, count) + exercise_imports(mine, count) +
              exercise_prune(mine, count, names, sizeof names / sizeof *names) + exercise_prune(mine, count, NULL, 0);
  free(mine);
  return total;
}
