/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* O_DIRECTORY, O_NOFOLLOW, mkdtemp, flock */
#include "layer/compile/compiler-folder.h"

#include "base/files.h"
#include "base/places.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* The folder's name, in which mkdtemp replaces the last six characters. */
static const char head[] = "clgroup-XXXXXX";
enum { HEAD = sizeof "clgroup-" - 1 };

/* A file in the folder. The process that made the folder keeps it locked for as long as it lives. */
static const char mark_name[] = "clgroup-mark";

static char *joined(const char *folder, const char *name) {
  struct clgroup_buffer path = {0};
  clgroup_buffer_add(&path, "%s/%s", folder, name);
  return path.data;
}

static int fail(struct clgroup_folder *folder, const char *parent, struct clgroup_buffer *log) {
  int error = errno;
  clgroup_buffer_add(log, "clgroup: cannot make a temporary folder in '%s': %s; %s\n", parent, strerror(error),
                     error == EMFILE || error == ENFILE ? "too many files are open"
                                                        : "set TMPDIR to a writable folder");
  clgroup_folder_remove(folder);
  return -1;
}

/* Returns a descriptor, or -1. The file gets its name once it is locked. If locks do not work it gets none, and nobody
 * removes the folder later. */
static int make_mark(const char *folder) {
  char *unlocked = joined(folder, "mark"), *mark = joined(folder, mark_name);
  int file = -1;
  errno = ENOMEM;
  if (unlocked && mark)
    file = clgroup_open(AT_FDCWD, unlocked, O_RDWR | O_CREAT | O_EXCL);
  if (file >= 0 && !flock(file, LOCK_EX | LOCK_NB))
    rename(unlocked, mark);
  free(unlocked);
  free(mark);
  return file;
}

/* Does the folder belong to this user alone? */
static bool is_own(int file, mode_t type) {
  struct stat info;
  return !fstat(file, &info) && info.st_uid == geteuid() && (info.st_mode & S_IFMT) == type && !(info.st_mode & 077);
}

/* Removes the folder of a process that was killed: the folder has the mark, and nobody holds its lock. Works by
 * descriptors, so that nobody can put another folder in its place. */
static void remove_stale(int parent, const char *name) {
  int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), mark = -1;
  if (folder >= 0 && is_own(folder, S_IFDIR))
    mark = openat(folder, mark_name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (mark >= 0 && is_own(mark, S_IFREG) && !flock(mark, LOCK_EX | LOCK_NB)) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d/.", folder);
    clgroup_tree_remove(path);
    unlinkat(parent, name, AT_REMOVEDIR);
  }
  if (mark >= 0)
    close(mark);
  if (folder >= 0)
    close(folder);
}

/* Removes the folders of killed processes, once in a process. (Where clgroup-watch has lived on, it has already done
 * so.) */
static void sweep(const char *parent) {
  static atomic_flag done = ATOMIC_FLAG_INIT;
  DIR *all = atomic_flag_test_and_set(&done) ? NULL : opendir(parent);
  for (struct dirent *entry; all && (entry = readdir(all));)
    if (!strncmp(entry->d_name, head, HEAD) && strlen(entry->d_name) == sizeof head - 1)
      remove_stale(dirfd(all), entry->d_name);
  if (all)
    closedir(all);
}

int clgroup_folder_make(struct clgroup_folder *folder, struct clgroup_buffer *log) {
  const char *parent = getenv("TMPDIR");
  if (!parent || !*parent)
    parent = "/tmp";
  *folder = (struct clgroup_folder){.mark = -1};
  struct clgroup_buffer why = {0};
  const bool is_weak = clgroup_others_can_exchange(parent, &why);
  if (is_weak)
    clgroup_buffer_add(log, "clgroup: cannot make a temporary folder in '%s', since %s; set TMPDIR to another folder\n",
                       parent, why.data ? why.data : "it cannot be checked");
  clgroup_buffer_free(&why);
  if (is_weak)
    return -1;
  sweep(parent);
  char *whole = clgroup_absolute(parent); /* the compiler runs in another folder */
  folder->path = whole ? joined(whole, head) : NULL;
  free(whole);
  if (folder->path && !mkdtemp(folder->path)) {
    free(folder->path);
    folder->path = NULL;
  }
  folder->in = folder->path ? joined(folder->path, "in") : NULL;
  if (folder->in && !mkdir(folder->in, 0700))
    folder->mark = make_mark(folder->path);
  return folder->mark < 0 ? fail(folder, parent, log) : 0;
}

/* Does the path stay inside the folder that it starts in? */
static bool stays_inside(const char *name) {
  if (!*name || *name == '/')
    return false;
  for (const char *part = name; *part;) {
    size_t length = strcspn(part, "/");
    if (length == 2 && !strncmp(part, "..", 2))
      return false;
    part += length + strspn(part + length, "/");
  }
  return name[strlen(name) - 1] != '/';
}

static bool make_folders(char *path, char *from) {
  for (char *slash = strchr(from, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    bool good = !mkdir(path, 0700) || errno == EEXIST;
    *slash = '/';
    if (!good)
      return false;
  }
  return true;
}

int clgroup_folder_write(const struct clgroup_folder *folder, const char *name, const void *data, size_t size,
                         struct clgroup_buffer *log) {
  if (!stays_inside(name)) {
    clgroup_buffer_add(log, "clgroup: header name '%s': use a relative path without '..'\n", name);
    return -1;
  }
  char *path = joined(folder->in, name);
  int fd = -1;
  if (!path)
    errno = ENOMEM;
  else if (make_folders(path, path + strlen(folder->in) + 1))
    fd = clgroup_open(AT_FDCWD, path, O_WRONLY | O_CREAT | O_EXCL);
  free(path);
  bool good = fd >= 0 && clgroup_write_whole(fd, data, size);
  int error = errno;
  if (fd >= 0 && close(fd) && good) {
    good = false;
    error = errno;
  }
  if (good)
    return 0;
  clgroup_buffer_add(log, "clgroup: cannot write '%s' to a temporary folder: %s; TMPDIR sets its place\n", name,
                     strerror(error));
  return -1;
}

unsigned char *clgroup_folder_read(const struct clgroup_folder *folder, const char *name, size_t *size) {
  char *path = joined(folder->path, name);
  struct stat info;
  unsigned char *data = NULL;
  *size = 0;
  if (!path)
    errno = ENOMEM;
  else if (!stat(path, &info))
    data = clgroup_file_read(S_ISFIFO(info.st_mode) ? "/dev/null" : path, size); /* a pipe might have no writer */
  free(path);
  return data;
}

void clgroup_folder_remove(struct clgroup_folder *folder) {
  if (!folder->path)
    return;
  if (folder->mark >= 0)
    close(folder->mark); /* makes room for the descriptor that the removal needs */
  else if (folder->in)
    rmdir(folder->in);
  clgroup_tree_remove(folder->path);
  free(folder->path);
  free(folder->in);
  *folder = (struct clgroup_folder){.mark = -1};
}
