/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "program.h"

#include "base/files.h"
#include "text.h"

#include <stdlib.h>

char *source_text(const struct builder *b, const struct source *s, char **log) {
  char *text = NULL;
  const char *const files[] = {"common.cl", s->file};
  if (b->sub_group_size)
    text_add(&text, "#define KERNEL __attribute__((intel_reqd_sub_group_size(%lu))) kernel\n", b->sub_group_size);
  text_add(&text, "%s", s->defines ? s->defines : "");
  for (unsigned i = 0; i < 2; i++) {
    char *path = NULL;
    text_add(&path, "%s/%s", b->kernels, files[i]);
    char *part = clgroup_file_read(path, NULL);
    if (!part) {
      text_add(log, "cannot read %s (--kernels)", path);
      free(text);
      text = NULL;
    } else {
      text_add(&text, "#line 1 \"%s\"\n%s", files[i], part);
    }
    free(part);
    free(path);
    if (!text)
      break;
  }
  return text;
}
