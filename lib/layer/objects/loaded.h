/* A module of the device library as a driver program, compiled and ready to link. On some drivers that takes as long as
 * compiling the application's program, so programs share it: as long as one that was linked with it exists, others that
 * call the same functions, in the same context and for the same devices, are linked with it too.
 *
 * Only one link at a time uses it: another thread's link meanwhile loads another copy. */
#ifndef CLGROUP_LAYER_LOADED_H
#define CLGROUP_LAYER_LOADED_H

#include "layer/base/cl.h"
#include "layer/objects/library.h"

#include <stdbool.h>

/* What the module was loaded for. */
struct clgroup_loaded_key {
  cl_context context;
  const cl_device_id *devices;
  cl_uint device_count;
  struct clgroup_library_request request;
};

struct clgroup_loaded {
  struct clgroup_loaded *next;
  unsigned references;
  bool busy;                     /* in use by a link */
  struct clgroup_loaded_key key; /* with a copy of the devices; its request.needs points to: */
  struct clgroup_symbols needs;
  cl_program program; /* compiled; NULL: no library function is needed */
};

/* Takes an idle one and adds a reference; NULL: there is none. The key's `strategy` must outlive it. */
struct clgroup_loaded *clgroup_loaded_take(const struct clgroup_loaded_key *key);

/* Makes one without a program, taken and with one reference; NULL: out of memory. */
struct clgroup_loaded *clgroup_loaded_new(const struct clgroup_loaded_key *key);

/* Called after the link: others may take it again. The linked program keeps its reference. */
void clgroup_loaded_give(struct clgroup_loaded *l);

/* Drops a reference (l may be NULL); the last one releases the program. */
void clgroup_loaded_release(struct clgroup_loaded *l);

/* Keeps the table consistent in forked child processes. Called once. */
void clgroup_loaded_start(void);

#endif
