/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Whole files and folders, and writes that a signal can interrupt. */
#ifndef CLGROUP_BASE_FILES_H
#define CLGROUP_BASE_FILES_H

#include <stdbool.h>
#include <stddef.h>

/* The file's contents and a zero byte, in memory for free(); their size in *size, unless that is NULL. NULL: it cannot
 * be read; errno says why. */
void *clgroup_file_read(const char *path, size_t *size);

/* Does it begin with zero bytes alone, as a disk's failure leaves? clang needs hours for such a source. */
bool clgroup_file_is_blank(const char *path);

/* Writes the whole file; false: an error. */
bool clgroup_file_write(const char *path, const void *bytes, size_t size);

/* Repeats write() after partial writes and signals. False: an error, such as a full disk; errno says which. It raises
 * neither SIGPIPE nor SIGXFSZ, which would end an application that has nothing to do with the file. */
bool clgroup_write_whole(int fd, const void *from, size_t size);

/* Moves a descriptor of a new file, a pipe or a folder above those of the standard streams. It is one of theirs if the
 * application has closed that stream, and what is written to this must not go into the file. Nor must what another
 * thread has written already: the file is empty. Returns the descriptor; -1: an error, or there was none; errno says
 * why. */
int clgroup_above_streams(int fd);

/* Removes the folder with all its contents, or as much of it as can be removed. Takes one descriptor. */
void clgroup_tree_remove(const char *path);

#endif
