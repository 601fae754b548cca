/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "layer/base/progress.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A process that uses less than this in the whole limit does nothing: some threads wake up only to wait again. */
#define LEAST_WORK 0.1

/* A longer gap between two looks, in pauses, means that this process was stopped. A busy machine delays a look by less.
 */
enum { MOST_PAUSES = 5 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

struct process {
  int id, parent;
  double ticks; /* its own time, and that of its children that have ended */
};

static bool read_process(const char *name, struct process *p) {
  char path[300], text[512], *end;
  unsigned long own, system;
  long children, children_system;
  snprintf(path, sizeof path, "/proc/%s/stat", name);
  FILE *file = *name >= '0' && *name <= '9' ? fopen(path, "re") : NULL;
  if (!file)
    return false;
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  /* The second field, a program's name in parentheses, may contain anything. */
  if (!(end = strrchr(text, ')')) || sscanf(end + 1, " %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld",
                                            &p->parent, &own, &system, &children, &children_system) != 5)
    return false;
  p->id = atoi(name);
  p->ticks = (double)own + (double)system + (double)children + (double)children_system;
  return true;
}

/* Exchanges process `i` with the one at `found`, if it `is` one of those that are looked for. */
static bool is_moved(struct process *all, size_t i, size_t found, bool is) {
  const struct process one = all[i];
  if (is) {
    all[i] = all[found];
    all[found] = one;
  }
  return is;
}

/* Seconds of processor time that the process and its descendants have used; -1: unknown. */
static double used_by(pid_t process) {
  enum { MOST = 1 << 16 };
  DIR *folder = opendir("/proc");
  struct process *all = NULL;
  size_t count = 0, room = 0;
  for (struct dirent *entry; folder && count < MOST && (entry = readdir(folder));) {
    if (count == room) {
      struct process *larger = realloc(all, (room = room * 2 + 256) * sizeof *all);
      if (!larger)
        break;
      all = larger;
    }
    count += read_process(entry->d_name, &all[count]);
  }
  if (folder)
    closedir(folder);
  /* Moves the process and its descendants to the front. */
  size_t found = 0;
  double ticks = 0;
  for (size_t i = 0; i < count && !found; i++)
    found += is_moved(all, i, found, all[i].id == process);
  for (size_t at = 0; at < found; at++) {
    ticks += all[at].ticks;
    for (size_t i = found; i < count; i++)
      found += is_moved(all, i, found, all[i].parent == all[at].id);
  }
  free(all);
  return found ? ticks / (double)sysconf(_SC_CLK_TCK) : -1;
}

static void set_mark(struct clgroup_progress *p, double time, double used) {
  p->mark = time;
  p->used_at_mark = used;
}

void clgroup_progress_start(struct clgroup_progress *p, pid_t process) {
  p->start = p->looked = now();
  p->used_at_start = used_by(process);
  set_mark(p, p->start, p->used_at_start);
}

bool clgroup_progress_hangs(struct clgroup_progress *p, pid_t process, unsigned limit) {
  const double time = now(), pause = limit < 10 ? limit / 10.0 : 1;
  const double gap = time - p->looked;
  if (gap < pause)
    return false;
  /* Whoever stops this process (a debugger, a frozen container) stops the other one too: that time does not count. */
  if (gap > MOST_PAUSES * pause) {
    p->start += gap - pause;
    p->mark += gap - pause;
  }
  p->looked = time;
  const double used = used_by(process);
  if (used < 0 || p->used_at_start < 0)
    return time - p->start >= limit;
  /* The sum becomes less if a process has ended and nobody waited for it. */
  if (used >= p->used_at_mark + LEAST_WORK || used < p->used_at_mark)
    set_mark(p, time, used);
  return time - p->mark >= limit || (time - p->start >= limit && used - p->used_at_start >= limit) ||
         time - p->start >= (double)CLGROUP_PROGRESS_PATIENCE * limit;
}
