/* Temporary folders for the caches of drivers and of the layer, so that measurements begin with known contents and
 * leave the user's caches unchanged. */
#ifndef CLGROUP_BENCH_CACHES_H
#define CLGROUP_BENCH_CACHES_H

/* Makes an empty folder in TMPDIR, which is removed when the program exits. From now on SIGINT, SIGTERM and SIGHUP end
 * the program only by heed_signals(). */
const char *caches_begin(void);
/* Exits if one of these signals has arrived. */
void heed_signals(void);
/* Sets this process's environment variables for caches to the folder, which it makes. */
void caches_use(const char *folder);

#endif
