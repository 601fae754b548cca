/* Folders for the caches of drivers and of the layer, so that a measurement knows what is in them and the user's stay
 * as they are. */
#ifndef CLGROUP_BENCH_CACHES_H
#define CLGROUP_BENCH_CACHES_H

/* Makes an empty folder in TMPDIR, which is removed when the program exits. */
const char *caches_begin(void);
/* Points the environment of this process at FOLDER/NAME. */
void caches_use(const char *folder, const char *name);

#endif
