/* Runs compilers as child processes. */
#ifndef CLGROUP_BENCH_TOOL_H
#define CLGROUP_BENCH_TOOL_H

#include <stdbool.h>
#include <stddef.h>

/* Runs words[0] with the words after it, up to a NULL; its output goes to the file `log`. Returns whether it succeeded;
 * otherwise `why` is the reason, with the line of its output that has an error. */
bool tool_run(const char *const words[], const char *log, char *why, size_t why_size);

#endif
