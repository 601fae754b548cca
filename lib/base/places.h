/* Where files are, and who can change them: the one rule for programs, libraries and headers that a process finds by
 * itself, be it beside its own file or in PATH. */
#ifndef CLGROUP_BASE_PLACES_H
#define CLGROUP_BASE_PLACES_H

#include "base/buffer.h"

#include <stdbool.h>
#include <sys/stat.h>

/* The file that is mapped at this address, without symbolic links, whatever the current folder is now; for free().
 * NULL: unknown. */
char *clgroup_mapped_file(const void *address);

/* That of the program or the library which this code is linked into. */
char *clgroup_own_file(void);

/* Does the mode let others write? The group too, unless its number is the owner's. */
bool clgroup_others_can_write(const struct stat *s);

/* Does this process run as a user whom its user namespace does not know? Others look the same then. */
bool clgroup_user_is_unmapped(void);

/* Can others change what is at `path`, or put something there? As ssh and sudo see it: the file, each folder above it
 * and each symbolic link on the way must belong to root, to this process's user, or to the owner of this program's (or
 * library's) own file, whose code runs here anyway; and nobody else may write there. Others may have files of their own
 * in a folder with the sticky bit, such as /tmp. Says in `why`, unless that is NULL, what they can change. */
bool clgroup_others_can_change(const char *path, struct clgroup_buffer *why);

/* The absolute path of a program, for free(). A name with a slash is taken as it is; any other is looked up in PATH, in
 * absolute folders alone, and a program that others can change is passed over. NULL: not found; `why` may say what is
 * passed over. */
char *clgroup_find_program(const char *name, struct clgroup_buffer *why);

#endif
