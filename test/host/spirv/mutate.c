/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mutate MODULE...: damages each module in every simple way, one at a time, and runs lib/spirv on the result: every
 * prefix, every word replaced by each of some values, every word left out, every two instructions' words in the other
 * byte order. Built with sanitizers, which end it where something goes wrong. */
#include "exercise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WORDS = 1 << 16 };

static size_t read_words(const char *path, uint32_t *words) {
  FILE *file = fopen(path, "rb");
  size_t count = file ? fread(words, sizeof *words, MAX_WORDS, file) : 0;
  if (!count) {
    fprintf(stderr, "cannot read '%s', or it is empty\n", path);
    exit(2);
  }
  fclose(file);
  return count;
}

static void swap_all(uint32_t *words, size_t count) {
  for (size_t i = 0; i < count; ++i)
    words[i] = words[i] >> 24 | (words[i] >> 8 & 0xff00) | (words[i] << 8 & 0xff0000) | words[i] << 24;
}

static uint32_t words[MAX_WORDS], damaged[MAX_WORDS];

int main(int argc, char **argv) {
  unsigned long runs = 0, accepted = 0;
  for (int a = 1; a < argc; ++a) {
    size_t count = read_words(argv[a], words);
    for (int swapped = 0; swapped < 2; ++swapped) {
      if (exercise(words, count) == 0) {
        fprintf(stderr, "'%s' is refused as it is\n", argv[a]);
        return 1;
      }
      for (size_t length = 0; length < count; ++length, ++runs)
        accepted += exercise(words, length) != 0;
      /* One word: also one that is too long, as long as two, of another opcode, the next id and the one before. */
      for (size_t at = 0; at < count; ++at) {
        uint32_t was = words[at];
        const uint32_t values[] = {
            0, UINT32_MAX, 1, 2, was + 1, was - 1, was ^ 0x10000, was + 0x20000, was ^ 1u << at % 32};
        for (size_t v = 0; v < sizeof values / sizeof *values; ++v, ++runs) {
          words[at] = values[v];
          accepted += exercise(words, count) != 0;
        }
        words[at] = was;
        memcpy(damaged, words, at * sizeof *words);
        memcpy(damaged + at, words + at + 1, (count - at - 1) * sizeof *words);
        accepted += exercise(damaged, count - 1) != 0;
        ++runs;
      }
      swap_all(words, count);
    }
  }
  printf("%lu damaged modules, %lu of them still accepted by some function\n", runs, accepted);
  return 0;
}
