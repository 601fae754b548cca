/* Compilers, as child processes. */
#ifndef CLGROUP_BENCH_TOOL_H
#define CLGROUP_BENCH_TOOL_H

#include <stdbool.h>
#include <stddef.h>

/* Runs words[0] with these arguments, to a NULL; what it says goes to the file `log`. Returns whether it ended well;
 * `why` then says what is wrong, with the first line of what it said. */
bool tool_run(const char *const words[], const char *log, char *why, size_t why_size);

#endif
