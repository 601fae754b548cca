/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where files are, and who can change them. One rule for all programs, libraries and headers that a process finds by
 * itself, beside its own file or in PATH. */
#ifndef CLGROUP_BASE_PLACES_H
#define CLGROUP_BASE_PLACES_H

#include "base/buffer.h"

#include <stdbool.h>

/* The file that is mapped at this address, without symbolic links, for free(). The current folder may have changed
 * since. NULL: unknown. */
char *clgroup_mapped_file(const void *address);

/* The file of the program or library which this code is linked into. */
char *clgroup_own_file(void);

/* The path as one that does not depend on the current folder, for free(). NULL: errno says why, as that there is no
 * memory, or the current folder is gone. */
char *clgroup_absolute(const char *path);

/* Can others change what is at `path`, or put something there? The rule is that of ssh and sudo: the file, each folder
 * above it and each symbolic link on the way must belong to root, to this process's user, or to the owner of this
 * program's (or library's) own file; and nobody else may write there. Others may have files of their own in a folder
 * with the sticky bit, such as /tmp. `why`, unless it is NULL, gets what they can change. */
bool clgroup_others_can_change(const char *path, struct clgroup_buffer *why);

/* The same for what this process makes in the folder: can others exchange that? The folder may be one like /tmp. */
bool clgroup_others_can_exchange(const char *folder, struct clgroup_buffer *why);

/* Opens a folder whose files nobody else can replace, and which nobody else can replace by a link: it is this user's or
 * root's, and others cannot write in it; what is above it does not matter. Returns a descriptor; -1: errno says why,
 * EPERM where the rule does. */
int clgroup_own_folder_open(const char *path);

/* The absolute path of a program, for free(). A name with a slash is used as it is. Any other name is looked up in the
 * absolute folders of PATH, where programs that others can change are passed over. NULL: not found; `why` may say what
 * was passed over. */
char *clgroup_find_program(const char *name, struct clgroup_buffer *why);

#endif
