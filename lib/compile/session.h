/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One run of the compile pipeline: its memory, its first error, its temporary folder and the signals that end it.
 *
 * From clgroup_session_begin to clgroup_session_end, SIGCHLD and the signals that end a program are blocked, and
 * delivered only while the program waits for I/O or a child (process.c): so no signal is lost or interrupts a step
 * halfway, and ordinary code cleans up. There is one session per process at a time. */
#ifndef CLGROUP_COMPILE_SESSION_H
#define CLGROUP_COMPILE_SESSION_H

#include <dirent.h>
#include <signal.h>
#include <stddef.h>
#include <sys/types.h>

#define CLGROUP_MAX_CHILDREN 4 /* that run at the same time */
#define CLGROUP_MAX_OUTPUTS 3  /* that are open at the same time */

struct clgroup_block;

struct clgroup_session {
  struct clgroup_block *blocks; /* memory from clgroup_alloc */
  const char *error;            /* the first error; NULL: none, or a child process has already printed it */
  int bad_options;              /* the error is one of the options */
  const char *temp_dir;         /* NULL until clgroup_temp_name is first called */
  DIR *temp_files;              /* those in it, for their removal; NULL: it is only named */
  const char *unfinished[CLGROUP_MAX_OUTPUTS]; /* outputs under their temporary names; NULL: none */
  pid_t children[CLGROUP_MAX_CHILDREN];
  pid_t owner;       /* a forked child must not clean up for its parent */
  sigset_t old_mask; /* the signal mask of children, and of this process while it waits */
};

/* Memory that is freed at the end of the session. Never NULL: if out of memory, the program cleans up and exits. */
void *clgroup_alloc(struct clgroup_session *s, size_t size);

/* sprintf into memory from clgroup_alloc. */
char *clgroup_text(struct clgroup_session *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Records the session's error as one line, unless there is one already. Returns -1. */
int clgroup_fail(struct clgroup_session *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same, if the options contradict each other or are wrong. */
int clgroup_refuse(struct clgroup_session *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

void clgroup_session_begin(struct clgroup_session *s);

/* Kills the children that still run, removes temporaries and unfinished outputs, frees the memory (not *s), and
 * restores the signal handling. If a signal that ends the program has arrived, it ends the program here. */
void clgroup_session_end(struct clgroup_session *s);

/* The number of the signal that has arrived and will end the program, or 0. */
int clgroup_session_signal(void);

/* The full name of the temporary file `base`. The folder, which only this user can enter, is made by the first call,
 * under $TMPDIR or /tmp; with `dry_run` it is only named. NULL: error. */
const char *clgroup_temp_name(struct clgroup_session *s, const char *base, int dry_run);

#endif
