#define _GNU_SOURCE /* O_DIRECTORY, mkdtemp, nftw */
#include "layer/compile/compiler-folder.h"

#include "base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

int clgroup_folder_make(struct clgroup_folder *folder, struct clgroup_buffer *log) {
  const char *parent = getenv("TMPDIR");
  if (!parent || !*parent)
    parent = "/tmp";
  *folder = (struct clgroup_folder){.reserve = -1};
  /* The compiler runs in another folder. */
  char *here = parent[0] == '/' ? strdup("") : getcwd(NULL, 0);
  struct clgroup_buffer path = {0};
  if (here)
    clgroup_buffer_add(&path, "%s%s%s/clgroup-XXXXXX", here, *here ? "/" : "", parent);
  free(here);
  if (path.data && !mkdtemp(path.data)) {
    clgroup_buffer_free(&path);
    return fail(folder, parent, log);
  }
  folder->path = path.data;
  folder->in = path.data ? joined(path.data, "in") : NULL;
  if (!folder->in)
    errno = ENOMEM;
  else if (!mkdir(folder->in, 0700))
    folder->reserve = open(path.data, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return folder->reserve < 0 ? fail(folder, parent, log) : 0;
}

/* Does the path stay below the folder that it starts in? */
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
    fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
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
    data = clgroup_file_read(S_ISFIFO(info.st_mode) ? "/dev/null" : path, size); /* it might have no writer */
  free(path);
  return data;
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *at) {
  (void)info, (void)kind, (void)at;
  remove(path);
  return 0; /* whatever cannot be removed, the others go */
}

void clgroup_folder_remove(struct clgroup_folder *folder) {
  if (!folder->path)
    return;
  if (folder->reserve >= 0)
    close(folder->reserve);
  else if (folder->in) /* it is empty, and there may be no free descriptor */
    rmdir(folder->in);
  if (folder->reserve < 0 || nftw(folder->path, remove_one, 1, FTW_DEPTH | FTW_PHYS))
    rmdir(folder->path);
  free(folder->path);
  free(folder->in);
  *folder = (struct clgroup_folder){.reserve = -1};
}
