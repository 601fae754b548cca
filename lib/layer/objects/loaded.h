/* A module of the device library as a program of the driver, compiled and ready to link. It costs a program's build as
 * much as its own compilation on some drivers, so programs share it: as long as one lives that was linked with it, the
 * next one that calls the same functions, in the same context and for the same devices, is linked with it too.
 *
 * One link at a time works with it: another thread's meanwhile loads its own. */
#ifndef CLGROUP_LAYER_LOADED_H
#define CLGROUP_LAYER_LOADED_H

#include "layer/base/cl.h"
#include "layer/objects/library.h"

#include <stdbool.h>

/* What it was made for. */
struct clgroup_loaded_key {
  cl_context context;
  const cl_device_id *devices;
  cl_uint device_count;
  struct clgroup_library_request request;
};

struct clgroup_loaded {
  struct clgroup_loaded *next;
  unsigned references;
  bool busy;                     /* one link works with it */
  struct clgroup_loaded_key key; /* with a copy of the devices; the request's needs are these: */
  struct clgroup_symbols needs;
  cl_program program; /* compiled; NULL: nothing of the library is needed */
};

/* Takes one that no link works with, and holds it; NULL: there is none. `strategy` must outlive it. */
struct clgroup_loaded *clgroup_loaded_take(const struct clgroup_loaded_key *key);

/* Makes one, still without its program, taken and held; NULL: out of memory. */
struct clgroup_loaded *clgroup_loaded_new(const struct clgroup_loaded_key *key);

/* Whoever took it has linked, and holds it on for the program that it made: others may take it now. */
void clgroup_loaded_give(struct clgroup_loaded *l);

/* Lets go of it, of NULL too; the last holder releases the program. */
void clgroup_loaded_release(struct clgroup_loaded *l);

/* Keeps the table whole in a child process that the application forks. Called once. */
void clgroup_loaded_start(void);

#endif
