/* Temporary folders for the caches of drivers and of the layer, so that measurements begin with known contents and
 * leave the user's caches unchanged. */
#ifndef CLGROUP_BENCH_CACHES_H
#define CLGROUP_BENCH_CACHES_H

/* Makes an empty folder in TMPDIR, which is removed when the program exits. */
const char *caches_begin(void);
/* Sets this process's environment variables for caches to FOLDER/NAME. */
void caches_use(const char *folder, const char *name);

#endif
