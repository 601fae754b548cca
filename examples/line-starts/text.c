/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "line-starts/text.h"
#include "common/device.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1 << 20 };

/* Room for `size` bytes and the padding behind them. Doubling keeps many small reads cheap. */
static void make_room(struct text *text, size_t *room, size_t size) {
  if (size <= *room)
    return;
  while (*room < size)
    *room *= 2;
  text->bytes = realloc(text->bytes, *room);
  if (!text->bytes)
    die("out of memory for %zu bytes of text", *room);
}

static void append(struct text *text, size_t *room, const char *path) {
  FILE *file = fopen(path, "rb");
  size_t start = text->size, got;
  if (!file)
    die("cannot read %s: %s", path, strerror(errno));
  do {
    make_room(text, room, text->size + FIRST_ROOM + 1);
    got = fread(text->bytes + text->size + 1, 1, FIRST_ROOM, file);
    text->size += got;
    if (text->size > TEXT_LIMIT)
      die("the input up to %s is larger than 1 GiB, the most that this example takes", path);
  } while (got);
  if (ferror(file))
    die("cannot read %s: %s", path, strerror(errno));
  fclose(file);
  if (text->size > start)
    text->bytes[start] = '\n';
}

void text_read(struct text *text, char *const *paths, size_t path_count, size_t padding) {
  size_t room = 2 * FIRST_ROOM;
  *text = (struct text){.bytes = malloc(room), .file_starts = calloc(path_count + 1, sizeof *text->file_starts)};
  if (!text->bytes || !text->file_starts)
    die("out of memory");
  for (size_t i = 0; i < path_count; i++) {
    append(text, &room, paths[i]);
    text->file_starts[++text->file_count] = text->size;
  }
  text->padded_size = (text->size + padding - 1) / padding * padding;
  make_room(text, &room, text->padded_size + 1);
  memset(text->bytes + text->size, 0, text->padded_size - text->size + 1);
}

void text_free(struct text *text) {
  free(text->bytes);
  free(text->file_starts);
}
