/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "compile/process.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

void clgroup_argv_add_list(struct clgroup_argv *argv, const char *const *arguments, size_t count) {
  enum { ROOM = 16 };
  for (size_t i = 0; i < count; i++) {
    if (argv->count + 1 >= argv->room) {
      argv->room = argv->room ? 2 * argv->room : ROOM;
      const char **items = clgroup_alloc(argv->s, argv->room * sizeof *items);
      if (argv->count)
        memcpy(items, argv->items, argv->count * sizeof *items);
      argv->items = items;
    }
    argv->items[argv->count++] = arguments[i];
    argv->items[argv->count] = NULL;
  }
}

void clgroup_print_quoted(FILE *out, const char *argument) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+./,:@%";
  if (*argument && !argument[strspn(argument, plain)]) {
    fputs(argument, out);
    return;
  }
  putc('\'', out);
  for (; *argument; argument++)
    if (*argument == '\'')
      fputs("'\\''", out);
    else
      putc(*argument, out);
  putc('\'', out);
}

void clgroup_argv_print(FILE *out, const struct clgroup_argv *argv) {
  for (size_t i = 0; i < argv->count; i++) {
    if (i)
      putc(' ', out);
    clgroup_print_quoted(out, argv->items[i]);
  }
}

enum { READABLE = 1, WRITABLE = 2 };

/* Waits until `in` is readable or `out` is writable (-1: not waited for), or until a signal arrives: only here are
 * signals unblocked. Returns which of the two are ready, possibly neither, or -1. */
static int wait_for(struct clgroup_session *s, int in, int out) {
  if (in >= FD_SETSIZE || out >= FD_SETSIZE)
    return clgroup_fail(s, "too many files were open when clgroup was started");
  fd_set reading, writing;
  FD_ZERO(&reading);
  FD_ZERO(&writing);
  if (in >= 0)
    FD_SET(in, &reading);
  if (out >= 0)
    FD_SET(out, &writing);
  int ready = pselect((in > out ? in : out) + 1, &reading, &writing, NULL, NULL, &s->old_mask);
  if (clgroup_session_signal())
    return clgroup_fail(s, "ended by signal %d", clgroup_session_signal());
  if (ready < 0)
    return errno == EINTR ? 0 : clgroup_fail(s, "cannot wait: %s", strerror(errno));
  return (in >= 0 && FD_ISSET(in, &reading) ? READABLE : 0) | (out >= 0 && FD_ISSET(out, &writing) ? WRITABLE : 0);
}

/* A pipe whose ends children do not inherit. */
static int make_pipe(struct clgroup_session *s, int ends[2]) {
  if (pipe(ends))
    return clgroup_fail(s, "cannot make a pipe: %s", strerror(errno));
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
}

int clgroup_child_start(struct clgroup_session *s, const struct clgroup_argv *argv, int ends,
                        struct clgroup_child *child) {
  int in[2] = {-1, -1}, out[2], feed = ends & CLGROUP_FEED;
  if (!strchr(argv->items[0], '/')) { /* not found in PATH (clgroup_find_program), and not to be sought elsewhere */
    errno = ENOENT;
    return -1;
  }
  if (make_pipe(s, out) || (feed && make_pipe(s, in)))
    return -1;
  /* Ignored signals stay ignored across exec, but children should not ignore these as this program does. */
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  sigaddset(&defaults, SIGXFSZ);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setsigmask(&attributes, &s->old_mask);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (feed)
    posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  if (ends & CLGROUP_READ_ERRORS)
    posix_spawn_file_actions_adddup2(&actions, out[1], STDERR_FILENO);
  if (ends & CLGROUP_DROP_ERRORS)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t pid;
  int error = posix_spawn(&pid, argv->items[0], &actions, &attributes, (char *const *)argv->items, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (feed)
    close(in[0]);
  close(out[1]);
  if (error) {
    if (feed)
      close(in[1]);
    close(out[0]);
    errno = error;
    return -1;
  }
  int slot = 0;
  while (s->children[slot])
    slot++;
  s->children[slot] = pid;
  *child = (struct clgroup_child){slot, in[1], out[0]};
  return 0;
}

/* Reads once from a readable file. Returns 1 at its end, otherwise 0, or -1 on an error. */
static int read_some(struct clgroup_session *s, int fd, const char *name, struct clgroup_bytes *bytes,
                     size_t *capacity) {
  if (bytes->size == *capacity) {
    *capacity = *capacity ? 4 * *capacity : 1 << 16;
    unsigned char *bigger = clgroup_alloc(s, *capacity);
    if (bytes->size)
      memcpy(bigger, bytes->data, bytes->size);
    bytes->data = bigger;
  }
  ssize_t size = read(fd, bytes->data + bytes->size, *capacity - bytes->size);
  if (size > 0)
    bytes->size += (size_t)size;
  else if (size < 0 && errno != EINTR && errno != EAGAIN)
    return clgroup_fail(s, "cannot read %s: %s", name, strerror(errno));
  return size == 0;
}

/* Writes once to a writable file, at most what a writable pipe takes without blocking. Returns 0, or -1 with errno. */
static int write_some(int fd, struct clgroup_bytes *rest) {
  ssize_t size = write(fd, rest->data, rest->size < 4096 ? rest->size : 4096);
  if (size < 0)
    return errno == EINTR || errno == EAGAIN ? 0 : -1;
  rest->data += size;
  rest->size -= (size_t)size;
  return 0;
}

int clgroup_read_all(struct clgroup_session *s, int fd, const char *name, struct clgroup_bytes *bytes) {
  size_t capacity = 0;
  *bytes = (struct clgroup_bytes){0};
  for (int ended = 0; !ended;) {
    int ready = wait_for(s, fd, -1);
    if (ready > 0)
      ended = read_some(s, fd, name, bytes, &capacity);
    if (ready < 0 || ended < 0)
      return -1;
  }
  return 0;
}

int clgroup_write_all(struct clgroup_session *s, int fd, const char *name, const struct clgroup_bytes *bytes) {
  for (struct clgroup_bytes rest = *bytes; rest.size;) {
    int ready = wait_for(s, -1, fd);
    if (ready < 0)
      return -1;
    if (ready && write_some(fd, &rest))
      return clgroup_fail(s, "cannot write %s: %s", name, strerror(errno));
  }
  return 0;
}

static int wait_for_end(struct clgroup_session *s, int slot, int *status) {
  for (;;) {
    pid_t pid = waitpid(s->children[slot], status, WNOHANG);
    if (pid > 0) {
      s->children[slot] = 0;
      return 0;
    }
    if (pid < 0 && errno != EINTR)
      return clgroup_fail(s, "cannot wait for a child process: %s", strerror(errno));
    if (wait_for(s, -1, -1) < 0)
      return -1;
  }
}

int clgroup_child_finish(struct clgroup_session *s, struct clgroup_child *child, const struct clgroup_bytes *input,
                         struct clgroup_bytes *output, int *status) {
  size_t capacity = 0;
  struct clgroup_bytes rest = {0};
  if (input)
    rest = *input;
  *output = (struct clgroup_bytes){0};
  for (int ended = 0; !ended;) {
    if (child->input >= 0 && !rest.size) {
      close(child->input);
      child->input = -1;
    }
    int ready = wait_for(s, child->output, child->input);
    if (ready > 0 && (ready & WRITABLE) && write_some(child->input, &rest))
      rest.size = 0; /* it closed its input; its exit status says why */
    if (ready > 0 && (ready & READABLE))
      ended = read_some(s, child->output, "from a child process", output, &capacity);
    if (ready < 0 || ended < 0)
      return -1;
  }
  close(child->output);
  if (child->input >= 0)
    close(child->input);
  return wait_for_end(s, child->slot, status);
}

const char *clgroup_describe_status(struct clgroup_session *s, int status) {
  if (WIFSIGNALED(status))
    return clgroup_text(s, "was killed by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
  return clgroup_text(s, "failed with exit status %d", WEXITSTATUS(status));
}

int clgroup_read_file(struct clgroup_session *s, const char *path, struct clgroup_bytes *bytes) {
  const char *name = clgroup_text(s, "'%s'", path);
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* so that wait_for, not open, waits for a named pipe */
  if (fd < 0)
    return clgroup_fail(s, "cannot read %s: %s", name, strerror(errno));
  int failed = clgroup_read_all(s, fd, name, bytes);
  close(fd);
  return failed;
}

int clgroup_write_temp(struct clgroup_session *s, const char *path, const struct clgroup_bytes *bytes) {
  const char *name = clgroup_text(s, "the temporary file '%s' (TMPDIR says where they go)", path);
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (fd < 0)
    return clgroup_fail(s, "cannot write %s: %s", name, strerror(errno));
  int failed = clgroup_write_all(s, fd, name, bytes);
  if (close(fd) && !failed)
    failed = clgroup_fail(s, "cannot write %s: %s", name, strerror(errno));
  return failed;
}
