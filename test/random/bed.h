/* One device: cases run on it, by the ways, in processes that may die of them; and the counts of what became of
 * them. */
#ifndef CLGROUP_RANDOM_BED_H
#define CLGROUP_RANDOM_BED_H

#include "file.h"
#include "generate.h"
#include "verdict.h"
#include "ways.h"

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
  bool repeats_crashes;         /* one that does not come again is no failure */
  struct facts facts[BED_WAYS]; /* in the order of ways_in */
  unsigned counts[ENDS];
};

/* Makes the folder of temporary files, which goes when the program ends; returns whether it could. */
bool bed_open(struct bed *b);

const struct facts *bed_facts(struct bed *b, const struct way_in *way);
/* Whether the way is wanted, and the device can take it; says once why not. */
bool bed_takes(struct bed *b, const struct way_in *way);
/* Runs the case with its first options, or as its plain text. What it must give where that is CASE_UNKNOWN comes back.
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
 * facts. Values that were CASE_UNKNOWN go to *results, one buffer after the other. */
struct verdict run_case(struct bed *b, const struct way_in *way, struct clgroup_case *f, struct facts *facts,
                        char *results);

#endif
