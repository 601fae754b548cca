/* Each built-in function of clang's opencl-c.h, by the ways, beside what the driver's own compiler makes of it; or
 * compiled and linked by clgroup-cc alone. */
#ifndef CLGROUP_RANDOM_BUILTINS_H
#define CLGROUP_RANDOM_BUILTINS_H

#include "bed.h"

struct builtins_options {
  const char *clang;     /* whose header */
  const char *standards; /* such as "CL1.2,CL3.0" */
  const char *names;     /* a pattern of declarations; NULL: all */
  bool some;             /* a sample that has each name */
  const char *compile;   /* clgroup-cc with arguments, as a command of the shell, which is all that is done; NULL: no */
};

/* Returns the exit status. */
int builtins_run(struct bed *b, const struct builtins_options *o);

#endif
