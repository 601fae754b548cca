/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* pipe2, posix_spawn_file_actions_addchdir_np, posix_spawn_file_actions_addclosefrom_np */
#include "layer/compile/compiler-process.h"

#include "base/child.h"
#include "base/files.h"
#include "layer/base/progress.h"
#include "layer/compile/compiler-arguments.h"
#include "layer/compile/installed.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SAID_LIMIT = 256 << 10, PATIENCE = 2000 /* milliseconds to wait for threads whose children are killed */ };

/* Variables that the compiler must not inherit: those of tools that instrument the application (Oclgrind brings another
 * LLVM), of this layer, and those that name folders of headers, which the driver's compiler would not search. */
static const char *const kept_back[] = {"LD_PRELOAD",     "LD_AUDIT",           "OPENCL_LAYERS",        "CPATH",
                                        "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "CCC_OVERRIDE_OPTIONS", "TMPDIR"};

static bool is_variable(const char *text, const char *name) {
  size_t length = strlen(name);
  return !strncmp(text, name, length) && text[length] == '=';
}

/* The application's environment without these variables. `own` is the memory for the new TMPDIR. */
static char **make_environment(const struct clgroup_compiler_process *child, struct clgroup_buffer *own) {
  size_t count = 0;
  while (environ && environ[count]) /* NULL after clearenv() */
    count++;
  char **list = calloc(count + 2, sizeof *list);
  size_t at = 0;
  if (child->temporaries) {
    clgroup_buffer_add(own, "TMPDIR=%s", child->temporaries);
    if (list && own->data)
      list[at++] = own->data;
  }
  for (size_t i = 0; list && i < count; i++) {
    bool keep = true;
    for (size_t k = 0; k < sizeof kept_back / sizeof kept_back[0]; k++)
      if (is_variable(environ[i], kept_back[k]) && (child->temporaries || strcmp(kept_back[k], "TMPDIR")))
        keep = false;
    if (keep)
      list[at++] = environ[i];
  }
  return list;
}

/* Returns an errno. */
static int set_up(const struct clgroup_compiler_process *child, int out, posix_spawnattr_t *attributes,
                  posix_spawn_file_actions_t *actions) {
  sigset_t none, defaults;
  int error = 0;
  sigemptyset(&none);
  sigfillset(&defaults); /* ignored signals would stay ignored */
  const short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
  (void)((error = posix_spawnattr_setflags(attributes, flags)) || (error = posix_spawnattr_setpgroup(attributes, 0)) ||
         (error = posix_spawnattr_setsigmask(attributes, &none)) ||
         (error = posix_spawnattr_setsigdefault(attributes, &defaults)) ||
         (error = posix_spawn_file_actions_adddup2(actions, out, STDOUT_FILENO)) ||
         (error = posix_spawn_file_actions_adddup2(actions, out, STDERR_FILENO)) ||
         /* which cannot be read; there may be no /dev/null */
         (error = posix_spawn_file_actions_adddup2(actions, out, STDIN_FILENO)) ||
         /* closes the application's descriptors, which may lack close-on-exec */
         (error = posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1)) ||
         (child->folder && (error = posix_spawn_file_actions_addchdir_np(actions, child->folder))));
  return error;
}

/* The words of the command. clgroup-watch runs it, so that the child ends with this process, in whatever way this one
 * ends. clgroup-watch may be missing if the layer's file was copied alone. */
static void make_words(struct clgroup_arguments *words, const struct clgroup_compiler_process *child) {
  char *watch = clgroup_beside_layer("clgroup-watch", NULL);
  if (watch) {
    clgroup_arguments_add(words, "%s", watch);
    clgroup_arguments_add(words, "%ld", (long)getpid());
    clgroup_arguments_add(words, "%u", child->time_limit);
    clgroup_arguments_add(words, "%s", child->temporaries ? child->temporaries : "");
  }
  for (const char *const *word = child->arguments; *word; word++)
    clgroup_arguments_add(words, "%s", *word);
  free(watch);
}

/* Returns an errno. */
static int start(const struct clgroup_compiler_process *child, char *const *words, int out, pid_t *pid) {
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
  struct clgroup_buffer own = {0};
  char **environment = make_environment(child, &own);
  if (!environment || own.failed) {
    free(environment);
    clgroup_buffer_free(&own);
    return ENOMEM;
  }
  posix_spawnattr_init(&attributes); /* the two never fail */
  posix_spawn_file_actions_init(&actions);
  int error = set_up(child, out, &attributes, &actions);
  if (!error)
    error = posix_spawn(pid, words[0], &actions, &attributes, words, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  free(environment);
  clgroup_buffer_free(&own);
  return error;
}

struct watch {
  struct watch *next; /* in `running` */
  pid_t pid;
  int pipe;
  bool open;      /* the pipe */
  unsigned limit; /* 0: none */
  struct clgroup_progress progress;
  void (*heard)(const char *output);
  size_t left_out;
  struct clgroup_buffer *output;
  size_t output_before;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct watch *running; /* children that nobody has waited for, so that their process ids are not reused */
static unsigned begun;
static bool forbidden;

static void lock_list(void) {
  pthread_mutex_lock(&lock);
}

static void unlock_list(void) {
  pthread_mutex_unlock(&lock);
}

/* A forked child process has no threads but one. */
static void empty_list(void) {
  running = NULL;
  begun = 0;
  unlock_list();
}

void clgroup_compiler_process_start(void) {
  pthread_atfork(lock_list, unlock_list, empty_list);
}

void clgroup_compiler_process_begin(void) {
  lock_list();
  begun++;
  unlock_list();
}

void clgroup_compiler_process_end(void) {
  lock_list();
  begun -= begun != 0;
  unlock_list();
}

static bool is_late(struct watch *w) {
  return w->limit && clgroup_progress_hangs(&w->progress, w->pid, w->limit);
}

/* Reads what is in the pipe. */
static void drain(struct watch *w) {
  char bytes[16 << 10];
  ssize_t got;
  while ((got = read(w->pipe, bytes, sizeof bytes)) > 0) {
    size_t have = w->output->length - w->output_before, size = (size_t)got;
    size_t keep = have >= SAID_LIMIT ? 0 : size < SAID_LIMIT - have ? size : SAID_LIMIT - have;
    for (size_t i = 0; i < keep; i++)
      if (!bytes[i])
        bytes[i] = ' '; /* a log is a string */
    clgroup_buffer_add_bytes(w->output, bytes, keep);
    w->left_out += size - keep;
    if (is_late(w))
      return;
  }
  if (got == 0 || (errno != EAGAIN && errno != EINTR))
    w->open = false;
}

/* Has the child ended? It stays a zombie, so that its process id and that of its group are not reused. Sets *lost if
 * there is no such child any more. */
static bool has_ended(const struct watch *w, bool *lost) {
  siginfo_t info;
  info.si_pid = 0;
  if (!waitid(P_PID, (id_t)w->pid, &info, WEXITED | WNOHANG | WNOWAIT))
    return info.si_pid != 0;
  *lost = errno == ECHILD;
  return *lost;
}

static void wait_a_little(int milliseconds) {
  nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000L}, NULL);
}

/* Waits for the child's end, and reads its output meanwhile. The pipe may stay open longer (a process that the child
 * started keeps it open) or close earlier. Returns whether the child has ended in time. */
static bool watch(struct watch *w, bool *lost) {
  int pause = 1;
  while (!has_ended(w, lost)) {
    if (is_late(w))
      return false;
    if (w->open) {
      struct pollfd readable = {.fd = w->pipe, .events = POLLIN};
      if (poll(&readable, 1, 100) > 0) {
        drain(w);
        if (w->heard && w->output->data)
          w->heard(w->output->data + w->output_before);
      }
    } else {
      wait_a_little(pause);
      pause = pause < 50 ? 2 * pause : 50;
    }
  }
  return true;
}

bool clgroup_compiler_process_forbid(void) {
  unsigned left = 0;
  for (int waited = 0; waited < PATIENCE; waited++) {
    lock_list();
    forbidden = true;
    for (const struct watch *w = running; w; w = w->next) {
      bool lost = false;
      has_ended(w, &lost);
      if (!lost) /* otherwise the number may by now be that of another process */
        kill(-w->pid, SIGKILL);
    }
    left = begun;
    unlock_list();
    if (!left)
      break;
    wait_a_little(1);
  }
  return !left;
}

void clgroup_compiler_process_allow(void) {
  lock_list();
  forbidden = false;
  unlock_list();
}

/* Starts the child, and lists it. Returns an errno. A name without a slash was looked up in PATH before, and must not
 * be taken from the current folder. */
static int start_listed(const struct clgroup_compiler_process *child, int out, struct watch *w) {
  struct clgroup_arguments words = {0};
  if (!strchr(child->arguments[0], '/'))
    return ENOENT;
  make_words(&words, child);
  lock_list();
  int error = forbidden ? ECANCELED : words.failed ? ENOMEM : start(child, words.items, out, &w->pid);
  if (!error) {
    w->next = running;
    running = w;
  }
  unlock_list();
  clgroup_arguments_free(&words);
  return error;
}

static void unlist(const struct watch *w) {
  lock_list();
  struct watch **at = &running;
  while (*at && *at != w)
    at = &(*at)->next;
  if (*at)
    *at = w->next;
  unlock_list();
}

/* Returns an errno. */
static int make_pipe(int ends[2]) {
  unsigned held = 0;
  int error = 0;
  bool again = true;
  while (again && !error) {
    error = clgroup_streams_hold(&held) && !pipe2(ends, O_CLOEXEC) ? 0 : errno;
    again = !error && (clgroup_is_stream(ends[0]) || clgroup_is_stream(ends[1]));
    if (again) {
      close(ends[1]); /* first, since a write to a pipe without a reader raises SIGPIPE */
      close(ends[0]);
    }
  }
  clgroup_streams_free(held);
  return error;
}

/* Starts the child. Returns an errno. */
static int open_watch(const struct clgroup_compiler_process *child, struct watch *w) {
  int ends[2];
  int error = make_pipe(ends);
  if (error)
    return error;
  w->pipe = ends[0];
  w->open = true;
  fcntl(w->pipe, F_SETFL, O_NONBLOCK);
  error = start_listed(child, ends[1], w);
  close(ends[1]);
  if (error)
    close(w->pipe);
  return error;
}

/* Waits for the child's end. */
static enum clgroup_process_end close_watch(struct watch *w, int *number) {
  struct clgroup_buffer *output = w->output;
  if (w->limit)
    clgroup_progress_start(&w->progress, w->pid);
  bool lost = false, in_time = watch(w, &lost);
  unlist(w);
  if (!lost)
    kill(-w->pid, SIGKILL); /* kills the child if it is late, and processes that it left behind */
  if (w->open)
    drain(w);
  close(w->pipe);
  const int status = lost ? -1 : clgroup_child_wait(w->pid);
  lost = status == -1;
  if (w->left_out) {
    clgroup_buffer_end_line(output);
    clgroup_buffer_add(output, "clgroup: %zu more bytes of the compiler's output are omitted\n", w->left_out);
  }
  if (output->data && sscanf(output->data + w->output_before, CLGROUP_WATCH_FAULT, number) == 1) {
    output->data[output->length = w->output_before] = 0;
    return CLGROUP_PROCESS_NOT_STARTED;
  }
  if (!in_time)
    return CLGROUP_PROCESS_TIMED_OUT;
  if (lost)
    return CLGROUP_PROCESS_LOST;
  *number = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  return WIFSIGNALED(status) ? CLGROUP_PROCESS_KILLED : CLGROUP_PROCESS_EXITED;
}

enum clgroup_process_end clgroup_compiler_process_run(const struct clgroup_compiler_process *child,
                                                      struct clgroup_buffer *output, int *number) {
  /* Not on the stack, which may end before another thread has read the list. */
  struct watch *w = malloc(sizeof *w);
  if (w)
    *w = (struct watch){
        .limit = child->time_limit, .heard = child->heard, .output = output, .output_before = output->length};
  *number = w ? open_watch(child, w) : ENOMEM;
  const enum clgroup_process_end end = *number ? CLGROUP_PROCESS_NOT_STARTED : close_watch(w, number);
  free(w);
  return end;
}
