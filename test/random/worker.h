/* A child process that runs cases by one way, started again whenever one of them ends it. */
#ifndef CLGROUP_RANDOM_WORKER_H
#define CLGROUP_RANDOM_WORKER_H

#include "file.h"
#include "generate.h"
#include "verdict.h"
#include "ways.h"

#include <stdio.h>
#include <sys/types.h>

/* The settings that all workers share. */
struct setting {
  const char *platform, *device;
  char program[4096], layer[4096]; /* this program, and the layer */
  char folder[64];                 /* temporary files */
  unsigned long timeout;           /* seconds that one build and its launches may take */
  unsigned long builds;            /* of each program, in one process */
  bool default_limit;              /* struct builder's */
};

struct worker {
  const struct setting *setting;
  const struct way_in *way;
  pid_t process; /* 0: none */
  FILE *requests, *answers;
  char folder[96], log[112];
  long log_start;
  struct verdict unfit;          /* why the device cannot take this way */
  unsigned fp64, fp16, features; /* of the device, from the first start on, as is the next */
  struct lanes lanes;
  size_t work_group_size;
  char driver[512]; /* platform, version and device, from the first start on */
};

/* SIGINT and the like end this process by exit(), so that it leaves no child and no file. */
void worker_catch_signals(void);

void worker_init(struct worker *w, const struct setting *setting, const struct way_in *way);
/* Starts the child if there is none. Returns whether the device can take this way; else w->unfit says why not. */
bool worker_start(struct worker *w);
/* Runs the case with its first options, or as its plain text. With `record` fills in f->c what is expected. */
struct verdict worker_run(struct worker *w, struct case_file *f, bool record);
void worker_stop(struct worker *w);

#endif
