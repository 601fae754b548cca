/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* nftw, O_PATH */
#include "base/files.h"

#include "base/buffer.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void *clgroup_file_read(const char *path, size_t *size) {
  struct clgroup_buffer all = {0};
  char part[16 << 10];
  FILE *file = fopen(path, "rbe");
  if (!file)
    return NULL;
  clgroup_buffer_add_bytes(&all, "", 0);
  for (size_t got; !all.failed && (got = fread(part, 1, sizeof part, file));)
    clgroup_buffer_add_bytes(&all, part, got);
  const int error = ferror(file) ? errno : 0;
  fclose(file);
  if (error || all.failed) {
    clgroup_buffer_free(&all);
    errno = error ? error : ENOMEM;
  } else if (size)
    *size = all.length;
  return all.data;
}

bool clgroup_file_is_blank(const char *path) {
  char start[4096];
  FILE *file = fopen(path, "rbe");
  const size_t size = file ? fread(start, 1, sizeof start, file) : 0;
  if (file)
    fclose(file);
  return size && !*start && !memcmp(start, start + 1, size - 1);
}

bool clgroup_file_write(const char *path, const void *bytes, size_t size) {
  FILE *file = fopen(path, "wbe");
  const bool good = file && fwrite(bytes, 1, size, file) == size;
  return file && !fclose(file) && good;
}

static bool write_all(int fd, const unsigned char *bytes, size_t size) {
  while (size) {
    ssize_t put = write(fd, bytes, size);
    if (put < 0 && errno != EINTR)
      return false;
    if (put > 0) {
      bytes += put;
      size -= (size_t)put;
    }
  }
  return true;
}

bool clgroup_write_whole(int fd, const void *from, size_t size) {
  static const int signals[] = {SIGPIPE, SIGXFSZ};
  sigset_t blocked, before, pending;
  sigemptyset(&blocked);
  sigpending(&pending);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    if (!sigismember(&pending, signals[i]))
      sigaddset(&blocked, signals[i]);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  const bool good = write_all(fd, from, size);
  const int error = errno;
  if (!good)
    sigtimedwait(&blocked, NULL, &(struct timespec){0});
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return good;
}

bool clgroup_is_stream(int fd) {
  return fd >= 0 && fd <= STDERR_FILENO;
}

bool clgroup_streams_hold(unsigned *held) {
  int nothing;
  while (clgroup_is_stream(nothing = open("/", O_PATH | O_CLOEXEC)))
    *held |= 1U << nothing;
  return nothing >= 0 && !close(nothing);
}

void clgroup_streams_free(unsigned held) {
  const int error = errno;
  for (int stream = 0; stream <= STDERR_FILENO; stream++)
    if (held & 1U << stream && fcntl(stream, F_GETFL) & O_PATH)
      close(stream);
  errno = error;
}

int clgroup_open(int folder, const char *path, int flags) {
  unsigned held = 0;
  int fd;
  while (clgroup_is_stream(fd = clgroup_streams_hold(&held) ? openat(folder, path, flags | O_CLOEXEC, 0600) : -1)) {
    close(fd);
    if (flags & O_EXCL)
      unlinkat(folder, path, 0);
  }
  clgroup_streams_free(held);
  return fd;
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *at) {
  (void)info, (void)kind, (void)at;
  remove(path);
  return 0; /* goes on with the others if one cannot be removed */
}

void clgroup_tree_remove(const char *path) {
  if (nftw(path, remove_one, 1, FTW_DEPTH | FTW_PHYS))
    rmdir(path); /* if the folder is empty, and there was no descriptor for nftw */
}
