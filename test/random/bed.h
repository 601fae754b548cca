/* One device with a worker for each way, and the counts of what became of the cases. */
#ifndef CLGROUP_RANDOM_BED_H
#define CLGROUP_RANDOM_BED_H

#include "worker.h"

enum { BED_WAYS = 24 };

struct bed {
  struct setting setting;
  struct worker workers[BED_WAYS]; /* in the order of ways_in */
  const char *ways;                /* those wanted */
  bool verbose;
  unsigned passed, failed, skipped;
  unsigned driver; /* failed where plain text fails in the same way, or a worse one */
  unsigned unlike; /* failed where plain text fails in another way */
  unsigned once;   /* crashed, and not when run again */
};

/* Makes the folder of temporary files; returns whether it could. */
bool bed_open(struct bed *b);
void bed_close(struct bed *b);

struct worker *bed_worker(struct bed *b, const struct way_in *way);
/* Whether the device can take the way; says once why not. */
bool bed_takes(struct bed *b, const struct way_in *way);

/* What the plain text of the case does on this driver, by the same compilers as this way's, which made `ours` of it;
 * *text says how. */
enum plain bed_plain(struct bed *b, struct case_file *f, const struct way_in *way, const struct verdict *ours,
                     char *text, size_t size);

/* Prints the last line. Returns the exit status. */
int bed_report(const struct bed *b);

/* Runs the files by all wanted ways; with `record` fills in what they must give. Returns the exit status. */
int replay(struct bed *b, char *const *files, bool record);

#endif
