/* The outcome of a program, and whose fault a failure is. */
#ifndef CLGROUP_RANDOM_VERDICT_H
#define CLGROUP_RANDOM_VERDICT_H

#include <stdbool.h>

/* From `wrong` on ordered by severity, except the last. */
enum outcome { OUTCOME_OK, OUTCOME_WRONG, OUTCOME_REFUSED, OUTCOME_CRASH, OUTCOME_HANG, OUTCOME_SKIPPED, OUTCOMES };

struct verdict {
  enum outcome outcome;
  char text[512]; /* more of it, in a line; of wrong values: "KERNEL: argument N, element N: ..." */
};

extern const char *const outcome_names[OUTCOMES];

/* What a case counts as. GONE: it passes, though a line of it says that the driver cannot; ONCE: it crashed, and not
 * when run again. */
enum end { END_PASS, END_FAIL, END_SKIP, END_GONE, END_DRIVER, END_UNLIKE, END_ONCE, ENDS };
extern const char *const end_names[ENDS];

/* How the plain text of a failed program behaves. FAILS: in the same way or a worse one, wrong values first at the same
 * place. UNLIKE: it fails, but elsewhere or less, so that the program may have found a fault of ours. */
enum plain { PLAIN_RIGHT, PLAIN_FAILS, PLAIN_UNLIKE };
enum plain verdict_plain(const struct verdict *ours, const struct verdict *plain);

/* Is this a fault of the driver's own compiler, known by what it looks like, that docs/drivers.md lists? The plain
 * text need not show it every time. */
bool verdict_is_known(const struct verdict *v, const char *driver);

#endif
