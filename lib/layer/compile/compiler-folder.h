/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A temporary folder that only this user can enter, for one run of the compiler. */
#ifndef CLGROUP_LAYER_COMPILER_FOLDER_H
#define CLGROUP_LAYER_COMPILER_FOLDER_H

#include "base/buffer.h"

struct clgroup_folder {
  char *path; /* absolute; NULL: no folder */
  char *in;   /* a folder in it, where the compiler runs and finds its inputs by relative names */
  int mark;   /* a descriptor, whose lock says that the folder is in use; it is also the one that the removal needs */
};

/* Makes the folder under $TMPDIR or /tmp. A process's first call also removes this user's folders whose processes were
 * killed. Returns 0, or -1 with a line in `log`. */
int clgroup_folder_make(struct clgroup_folder *folder, struct clgroup_buffer *log);

/* Writes a file below `in`, and makes the folders in its name. Returns 0, or -1 with a line in `log`: for example if
 * the name leads out of the folder, or the file exists. */
int clgroup_folder_write(const struct clgroup_folder *folder, const char *name, const void *data, size_t size,
                         struct clgroup_buffer *log);

/* The contents of a file in `path`, plus a zero byte, for free(). NULL: it cannot be read, and errno says why. */
unsigned char *clgroup_folder_read(const struct clgroup_folder *folder, const char *name, size_t *size);

/* Removes the folder with all its contents, if there is one. */
void clgroup_folder_remove(struct clgroup_folder *folder);

#endif
