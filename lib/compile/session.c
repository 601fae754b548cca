/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "compile/session.h"

#include "base/child.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct clgroup_block {
  struct clgroup_block *next;
  max_align_t data[];
};

static struct clgroup_session *current;
static volatile sig_atomic_t ended_by;
/* All that end a program from outside. The last two are ignored: writes then fail, with a message. */
static const int handled[] = {SIGCHLD, SIGINT,    SIGTERM, SIGHUP,  SIGQUIT, SIGALRM, SIGUSR1,
                              SIGUSR2, SIGVTALRM, SIGPROF, SIGXCPU, SIGPIPE, SIGXFSZ};
enum { HANDLED = sizeof handled / sizeof handled[0], BLOCKED = HANDLED - 2 };
static struct sigaction old_action[HANDLED];

void *clgroup_alloc(struct clgroup_session *s, size_t size) {
  struct clgroup_block *block = malloc(sizeof *block + size);
  if (!block) {
    fputs("clgroup: error: out of memory\n", stderr);
    exit(EXIT_FAILURE); /* the atexit handler cleans up */
  }
  block->next = s->blocks;
  s->blocks = block;
  return block->data;
}

static char *vtext(struct clgroup_session *s, const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
  int length = vsnprintf(NULL, 0, format, args);
  char *text = clgroup_alloc(s, (size_t)length + 1);
  vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  return text;
}

char *clgroup_text(struct clgroup_session *s, const char *format, ...) {
  va_list args;
  va_start(args, format);
  char *text = vtext(s, format, args);
  va_end(args);
  return text;
}

static void record(struct clgroup_session *s, int bad_options, const char *format, va_list args) {
  if (s->error)
    return;
  char *text = vtext(s, format, args);
  for (char *c = text; *c; c++)
    if (*c == '\n')
      *c = ' ';
  s->error = text;
  s->bad_options = bad_options;
}

int clgroup_fail(struct clgroup_session *s, const char *format, ...) {
  va_list args;
  va_start(args, format);
  record(s, 0, format, args);
  va_end(args);
  return -1;
}

int clgroup_refuse(struct clgroup_session *s, const char *format, ...) {
  va_list args;
  va_start(args, format);
  record(s, 1, format, args);
  va_end(args);
  return -1;
}

const char *clgroup_temp_name(struct clgroup_session *s, const char *base, int dry_run) {
  if (!s->temp_dir) {
    const char *parent = getenv("TMPDIR");
    if (!parent || !*parent)
      parent = "/tmp";
    char *dir = clgroup_text(s, "%s/clgroup-XXXXXX", parent);
    const int made = mkdtemp(dir) != NULL;
    /* Opened now: at the end there may be no descriptor or memory for that, and another folder of this name. */
    s->temp_files = made && !dry_run ? opendir(dir) : NULL;
    const int error = errno;
    if (made && !s->temp_files)
      rmdir(dir);
    if (!made || !(s->temp_files || dry_run)) {
      clgroup_fail(s, "cannot make a temporary folder in '%s': %s; set TMPDIR to a folder that can be written", parent,
                   strerror(error));
      return NULL;
    }
    s->temp_dir = dir;
  }
  return clgroup_text(s, "%s/%s", s->temp_dir, base);
}

/* Children first: once they are killed and waited for they cannot write any more. */
static void clean_up(struct clgroup_session *s) {
  for (int i = 0; i < CLGROUP_MAX_CHILDREN; i++)
    if (s->children[i] > 0) {
      kill(s->children[i], SIGKILL);
      clgroup_child_wait(s->children[i]);
      s->children[i] = 0;
    }
  for (int i = 0; i < CLGROUP_MAX_OUTPUTS; i++)
    if (s->unfinished[i]) {
      unlink(s->unfinished[i]);
      s->unfinished[i] = NULL;
    }
  if (s->temp_files) {
    rewinddir(s->temp_files);
    for (struct dirent *entry; (entry = readdir(s->temp_files));)
      if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
        unlinkat(dirfd(s->temp_files), entry->d_name, 0);
    closedir(s->temp_files);
    rmdir(s->temp_dir);
  }
  s->temp_dir = NULL;
  s->temp_files = NULL;
}

static void clean_up_at_exit(void) {
  if (current && current->owner == getpid())
    clean_up(current);
}

static void note_signal(int number) {
  if (number != SIGCHLD)
    ended_by = number;
}

int clgroup_session_signal(void) {
  return ended_by;
}

void clgroup_session_begin(struct clgroup_session *s) {
  static int registered;
  memset(s, 0, sizeof *s);
  s->owner = getpid();
  current = s;
  ended_by = 0;
  if (!registered)
    atexit(clean_up_at_exit);
  registered = 1;

  sigset_t blocked;
  sigemptyset(&blocked);
  for (int i = 0; i < HANDLED; i++) {
    struct sigaction action = {.sa_handler = i < BLOCKED ? note_signal : SIG_IGN};
    sigemptyset(&action.sa_mask);
    sigaction(handled[i], NULL, &old_action[i]);
    /* Signals that were ignored at the start (by nohup, or in a shell's background job) stay ignored. */
    if (handled[i] == SIGCHLD || old_action[i].sa_handler != SIG_IGN)
      sigaction(handled[i], &action, NULL);
    if (i < BLOCKED)
      sigaddset(&blocked, handled[i]);
  }
  sigprocmask(SIG_BLOCK, &blocked, &s->old_mask);
  /* While waiting, SIGCHLD must be delivered even if this program was started with it blocked. */
  sigdelset(&s->old_mask, SIGCHLD);
}

void clgroup_session_end(struct clgroup_session *s) {
  clean_up(s);
  current = NULL;
  while (s->blocks) {
    struct clgroup_block *next = s->blocks->next;
    free(s->blocks);
    s->blocks = next;
  }
  for (int i = 0; i < HANDLED; i++)
    sigaction(handled[i], &old_action[i], NULL);
  /* With the old handlers restored the signal ends this process, and its parent sees which one it was. */
  if (ended_by)
    raise(ended_by);
  sigprocmask(SIG_SETMASK, &s->old_mask, NULL);
}
