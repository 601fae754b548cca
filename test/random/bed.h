/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One device: cases run on it, by the ways, in processes that may die of them; and the counts of what became of
 * them. */
#ifndef CLGROUP_RANDOM_BED_H
#define CLGROUP_RANDOM_BED_H

#include "case.h"
#include "generate.h"
#include "program.h"

#include <stdbool.h>

/* From `wrong` on ordered by severity, except the last. */
enum outcome { OUTCOME_OK, OUTCOME_WRONG, OUTCOME_REFUSED, OUTCOME_CRASH, OUTCOME_HANG, OUTCOME_SKIPPED, OUTCOMES };

struct verdict {
  enum outcome outcome;
  char text[512]; /* more of it, in a line; of wrong values: "KERNEL: argument N, element N: ..." */
};

extern const char *const outcome_names[OUTCOMES];

/* What a case counts as. GONE: it passes, though its file says that the driver fails; ONCE: it crashed, and passed when
 * run again. */
enum end { END_PASS, END_FAIL, END_SKIP, END_GONE, END_DRIVER, END_UNLIKE, END_ONCE, ENDS };
extern const char *const end_names[ENDS];

/* How the plain text of a failed program behaves. FAILS: in the same way or a worse one, wrong values first at the same
 * place. UNLIKE: it fails, but elsewhere or less, so that the program may have found a fault of ours. */
enum plain { PLAIN_RIGHT, PLAIN_FAILS, PLAIN_UNLIKE };
enum plain verdict_plain(const struct verdict *ours, const struct verdict *plain);

/* Is this a fault of the driver's own compiler, known by what it looks like, that docs/drivers.md lists? The plain
 * text need not show it every time. */
bool verdict_is_known(const struct verdict *v, const char *driver);

struct way_in {
  const char *name;
  enum way build;
  const char *strategy;     /* NULL: not ours to choose */
  const char *mode, *route; /* of the layer; NULL: without it */
  bool plain;               /* the plain text: shows what the driver does by itself */
};

/* A last entry has no name. */
extern const struct way_in ways_in[];

const struct way_in *way_named(const char *name);
/* Whether the device can take this way; else *why says why not. */
bool way_fits(const struct way_in *way, struct builder *b, char *why, size_t why_size);
/* Whether programs may include the library's headers, which only clgroup-cc finds. */
bool way_takes_headers(const struct way_in *way);
/* Sets the variables of the environment for a child that takes this way; `folder` is for its caches. */
void way_environment(const struct way_in *way, const char *layer, const char *folder);
/* Whether the list, of patterns of the shell between spaces or commas, holds the way; "all": all but native and plain.
 */
bool way_listed(const struct way_in *way, const char *list);

enum { BED_WAYS = 24, BED_CASES = 1024 };

/* What the device is by one way. */
struct facts {
  struct verdict unfit; /* why it cannot take the way; ok: it can */
  bool known, fp64, fp16;
  unsigned features;
  struct lanes lanes;
  size_t work_group_size;
  char driver[512]; /* platform, version and device */
};

struct bed {
  const char *platform, *device;
  const char *ways;       /* those wanted */
  struct builder builder; /* of each process */
  char layer[4096];
  char folder[64];       /* temporary files */
  unsigned long timeout; /* seconds that one build and its launches may take */
  unsigned long builds;  /* of each program, in one process */
  bool default_limit;    /* struct builder's */
  bool verbose;
  struct facts facts[BED_WAYS]; /* in the order of ways_in */
  unsigned counts[ENDS];
};

/* Makes the folder of temporary files, which goes when the program ends; returns whether it could. */
bool bed_open(struct bed *b);

const struct facts *bed_facts(struct bed *b, const struct way_in *way);
/* Whether the way is wanted, and the device can take it; says once why not. */
bool bed_takes(struct bed *b, const struct way_in *way);
/* Runs the case with its first options, or as its plain text. What is_kept buffers hold comes back.
 */
struct verdict bed_run(struct bed *b, const struct way_in *way, struct clgroup_case *f);

/* What became of a case, and whose fault it is. */
struct judgement {
  enum end end;
  struct verdict verdict;
  char plain[256]; /* how its plain text does, in words */
};
/* Runs up to BED_CASES cases, each by its first options, and judges them. */
void bed_judge(struct bed *b, const struct way_in *way, struct clgroup_case *const *cases, unsigned count,
               struct judgement *judgements);
/* Counts it, and prints a line of what is worth one. */
void bed_tell(struct bed *b, const struct judgement *j, const struct way_in *way, const struct clgroup_case *f);
/* Prints the last line. Returns the exit status. */
int bed_report(const struct bed *b);

/* run.c: in the process, whose environment is the way's: what is not right, and why; without a case, the device's
 * facts. What is_kept buffers hold goes to *results, one after the other. *builds is true during a build. */
struct verdict run_case(struct bed *b, const struct way_in *way, struct clgroup_case *f, struct facts *facts,
                        char *results, volatile bool *builds);

#endif
