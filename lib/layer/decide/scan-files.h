/* What a scan reads besides the program's own text: headers that the application gives, and files. */
#ifndef CLGROUP_LAYER_SCAN_FILES_H
#define CLGROUP_LAYER_SCAN_FILES_H

#include "layer/decide/scan.h"

#include <sys/types.h>

struct clgroup_scan_file {
  struct clgroup_scan_file *next;
  char *text; /* without backslash-newlines */
  size_t length;
  /* Who it is, however it is called: a given header's own text, or a file's numbers. */
  const char *given;
  dev_t device;
  ino_t number;
  char folder[]; /* "", or its path up to the last slash */
};

struct clgroup_scan_files {
  struct clgroup_scan *result;
  const struct clgroup_options *options; /* may be NULL, as may be `header` */
  clgroup_scan_header *header;
  void *context;
  struct clgroup_scan_file *first, *last;
  size_t bytes;
  unsigned includes, lookups;
};

/* Adds to the list what an #include of this name finds from a file in `folder`, unless it is there already; the result
 * is unknown where that is nothing, or cannot be read, or is too much. Returns 0, or -1 where memory runs out. */
int clgroup_scan_files_add(struct clgroup_scan_files *files, const char *folder, const char *name, size_t length);

void clgroup_scan_files_free(struct clgroup_scan_files *files);

#endif
