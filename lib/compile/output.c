/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "compile/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int cannot_write(struct clgroup_session *s, const struct clgroup_output *output, int error) {
  return clgroup_fail(s, "cannot write '%s': %s", output->name, strerror(error));
}

int clgroup_output_open(struct clgroup_session *s, const char *name, struct clgroup_output *output) {
  *output = (struct clgroup_output){.name = name, .path = name, .fd = STDOUT_FILENO, .in_place = 1};
  if (!strcmp(name, "-"))
    return 0;
  struct stat info, standard;
  if (!stat(name, &info)) {
    if (S_ISDIR(info.st_mode))
      return cannot_write(s, output, EISDIR);
    if (!S_ISREG(info.st_mode)) {
      output->fd = open(name, O_WRONLY | O_CLOEXEC | O_NONBLOCK); /* so that a pipe without a reader fails at once */
      return output->fd < 0 ? cannot_write(s, output, errno) : 0;
    }
    /* Such as /dev/stdout: what others write to that file remains. */
    if (!fstat(STDOUT_FILENO, &standard) && info.st_dev == standard.st_dev && info.st_ino == standard.st_ino)
      return 0;
    if (access(name, W_OK))
      return cannot_write(s, output, errno); /* rename() ignores a file's write protection */
    char *real = realpath(name, NULL);
    if (!real)
      return cannot_write(s, output, errno);
    output->path = clgroup_text(s, "%s", real);
    free(real);
  }
  output->in_place = 0;
  const char *slash = strrchr(output->path, '/');
  int folder = slash ? (int)(slash + 1 - output->path) : 0;
  /* The name is truncated, so that names of the maximum length leave room for the suffix. */
  char *temporary = clgroup_text(s, "%.*s.%.200s.XXXXXX", folder, output->path, output->path + folder);
  output->fd = mkstemp(temporary);
  if (output->fd < 0)
    return cannot_write(s, output, errno);
  output->unfinished = s->unfinished;
  while (*output->unfinished)
    output->unfinished++;
  *output->unfinished = temporary;
  fcntl(output->fd, F_SETFD, FD_CLOEXEC);
  mode_t mask = umask(0);
  umask(mask);
  fchmod(output->fd, 0666 & ~mask);
  return 0;
}

int clgroup_output_commit(struct clgroup_session *s, struct clgroup_output *output, const struct clgroup_bytes *bytes) {
  const char *name = strcmp(output->name, "-") ? clgroup_text(s, "'%s'", output->name) : "standard output";
  if (clgroup_write_all(s, output->fd, name, bytes))
    return -1;
  int fd = output->fd;
  if (fd != STDOUT_FILENO) {
    output->fd = -1;
    if (close(fd))
      return cannot_write(s, output, errno);
  }
  if (output->in_place)
    return 0;
  if (clgroup_session_signal())
    return -1;
  if (rename(*output->unfinished, output->path))
    return cannot_write(s, output, errno);
  *output->unfinished = NULL;
  return 0;
}
