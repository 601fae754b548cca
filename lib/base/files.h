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

/* A new descriptor gets the number of a standard stream that the application has closed, and what another thread writes
 * to that stream, even if it began to before, goes into a new file or pipe. So these numbers are held while one is
 * made, by what can be neither read nor written; and if another thread that held one has just given it up, so that the
 * new descriptor is a stream all the same, it is closed and made again. *held, 0 at first, is for
 * clgroup_streams_free(). False: an error; errno says which. */
bool clgroup_streams_hold(unsigned *held);
bool clgroup_is_stream(int fd);

/* Those that the application has meanwhile given a file of its own are its. Keeps errno. */
void clgroup_streams_free(unsigned held);

/* openat() with O_CLOEXEC and mode 0600. The descriptor is no stream's. */
int clgroup_open(int folder, const char *path, int flags);

/* Removes the folder with all its contents, or as much of it as can be removed. Takes one descriptor. */
void clgroup_tree_remove(const char *path);

#endif
