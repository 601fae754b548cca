#include "layer/decide/scan-files.h"

#include "layer/decide/scan-text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Far beyond what programs have, and still read in no time. */
enum { MOST_BYTES = 64 << 20, MOST_INCLUDES = 4096, MOST_LOOKUPS = 1 << 16, LONGEST_PATH = 4096 };

/* Takes over the text. */
static int append(struct clgroup_scan_files *files, const struct clgroup_scan_file *file, const char *path) {
  const char *slash = strrchr(path, '/');
  size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
  struct clgroup_scan_file *added = malloc(sizeof *added + folder + 1);
  if (!added) {
    free(file->text);
    return -1;
  }
  *added = *file;
  memcpy(added->folder, path, folder);
  added->folder[folder] = 0;
  files->bytes += file->length;
  added->length = clgroup_scan_join_lines(added->text, file->length);
  *(files->last ? &files->last->next : &files->first) = added;
  files->last = added;
  return 0;
}

static bool is_there(const struct clgroup_scan_files *files, const struct clgroup_scan_file *file) {
  for (const struct clgroup_scan_file *f = files->first; f; f = f->next)
    if (f->given == file->given && f->device == file->device && f->number == file->number)
      return true;
  return false;
}

static int add_given(struct clgroup_scan_files *files, const char *name, bool *found) {
  struct clgroup_scan_file file = {0};
  file.given = files->header(files->context, name, &file.length);
  *found = file.given != NULL;
  if (!file.given || is_there(files, &file))
    return 0;
  if (file.length > MOST_BYTES - files->bytes) {
    files->result->unknown = true;
    return 0;
  }
  if (!(file.text = malloc(file.length + 1)))
    return -1;
  memcpy(file.text, file.given, file.length);
  return append(files, &file, name);
}

/* Reads `size` bytes to the file's end. 0; 1 where that is not what the file is like. */
static int read_all(int fd, char *text, size_t size) {
  size_t length = 0;
  for (;;) {
    /* One byte more than there should be shows a file that is longer than it says. */
    ssize_t got = read(fd, text + length, size + 1 - length);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return got < 0 || length != size;
    length += (size_t)got;
    if (length > size)
      return 1;
  }
}

static int add_open_file(struct clgroup_scan_files *files, int fd, const char *path) {
  struct stat status;
  if (fstat(fd, &status) || !S_ISREG(status.st_mode) || status.st_size < 0 ||
      (uintmax_t)status.st_size > MOST_BYTES - files->bytes) {
    files->result->unknown = true;
    return 0;
  }
  struct clgroup_scan_file file = {.length = (size_t)status.st_size, .device = status.st_dev, .number = status.st_ino};
  if (is_there(files, &file))
    return 0;
  if (!(file.text = malloc(file.length + 1)))
    return -1;
  if (read_all(fd, file.text, file.length)) {
    free(file.text);
    files->result->unknown = true;
    return 0;
  }
  return append(files, &file, path);
}

static int add_file(struct clgroup_scan_files *files, const char *folder, const char *name, bool *found) {
  char path[LONGEST_PATH];
  size_t length = strlen(folder), rest = strlen(name);
  bool slash = length && folder[length - 1] != '/';
  struct stat status;
  if (length + slash + rest >= sizeof path) {
    files->result->unknown = true;
    return 0;
  }
  files->lookups++;
  memcpy(path, folder, length);
  path[length] = '/';
  memcpy(path + length + slash, name, rest + 1);
  /* Compilers pass over folders. Opening a device or a pipe may do something or wait. */
  if (stat(path, &status) || S_ISDIR(status.st_mode))
    return 0;
  *found = true;
  int fd = S_ISREG(status.st_mode) ? open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) : -1;
  if (fd < 0) {
    files->result->unknown = true;
    return 0;
  }
  int error = add_open_file(files, fd, path);
  close(fd);
  return error;
}

static bool is_library_header(const char *name) {
  static const char *const names[] = {
#include "targets/kernel-headers.inc"
  };
  static const char folder[] = "clgroup/", cuda[] = "cuda/"; /* clgroup-cc looks for headers in that one too */
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if ((!strncmp(name, folder, sizeof folder - 1) && !strcmp(name + sizeof folder - 1, names[i])) ||
        (!strncmp(names[i], cuda, sizeof cuda - 1) && !strcmp(name, names[i] + sizeof cuda - 1)))
      return true;
  return false;
}

int clgroup_scan_files_add(struct clgroup_scan_files *files, const char *folder, const char *bytes, size_t length) {
  char name[LONGEST_PATH], beside[LONGEST_PATH];
  bool found = false;
  int error = 0;
  if (!length || length + strlen(folder) >= sizeof name || memchr(bytes, 0, length) ||
      ++files->includes > MOST_INCLUDES || files->lookups > MOST_LOOKUPS) {
    files->result->unknown = true;
    return 0;
  }
  memcpy(name, bytes, length);
  name[length] = 0;
  if (files->header && *folder) {
    strcpy(beside, folder);
    strcat(beside, name);
    error = add_given(files, beside, &found);
  }
  if (files->header && !found && !error)
    error = add_given(files, name, &found);
  if (found || error)
    return error;
  /* Which of several a driver takes is its own matter. */
  size_t dirs = *name != '/' && files->options ? files->options->include_dir_count : 0;
  if (*folder && *name != '/')
    error = add_file(files, folder, name, &found);
  for (size_t i = 0; i < dirs && !error; i++)
    error = add_file(files, files->options->include_dirs[i], name, &found);
  if (!error)
    error = add_file(files, "", name, &found);
  if (!found && is_library_header(name))
    files->result->header = true;
  else
    files->result->unknown |= !found;
  return error;
}

void clgroup_scan_files_free(struct clgroup_scan_files *files) {
  while (files->first) {
    struct clgroup_scan_file *file = files->first;
    files->first = file->next;
    free(file->text);
    free(file);
  }
}
