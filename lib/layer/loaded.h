/* The device library's modules as programs of the driver, compiled and ready to link. They cost a program's build as
 * much as its own compilation on some drivers, so programs share them: as long as one lives that was linked with them,
 * the next one that calls the same functions, in the same context and for the same devices, is linked with them too.
 *
 * One link at a time works with them: another thread's meanwhile loads its own. */
#ifndef CLGROUP_LAYER_LOADED_H
#define CLGROUP_LAYER_LOADED_H

#include "layer/cl.h"
#include "layer/library.h"

#include <stdbool.h>

/* What they were made for. */
struct clgroup_loaded_key {
  cl_context context;
  const cl_device_id *devices;
  cl_uint device_count;
  struct clgroup_library_request request;
};

struct clgroup_loaded {
  struct clgroup_loaded *next;
  unsigned references;
  bool busy;                     /* one link works with them */
  struct clgroup_loaded_key key; /* with a copy of the devices; the request's needs are these: */
  struct clgroup_symbols needs;
  cl_program programs[CLGROUP_LIBRARY_PARTS]; /* each compiled */
  cl_uint count;
};

/* Takes some that no link works with, and holds them; NULL: there are none. `strategy` must outlive them. */
struct clgroup_loaded *clgroup_loaded_take(const struct clgroup_loaded_key *key);

/* Makes some, still without programs, taken and held; NULL: out of memory. */
struct clgroup_loaded *clgroup_loaded_new(const struct clgroup_loaded_key *key);

/* Whoever took them has linked, and holds them on for the program that it made: others may take them now. */
void clgroup_loaded_give(struct clgroup_loaded *l);

/* Lets go of them, of NULL too; the last holder releases the programs. */
void clgroup_loaded_release(struct clgroup_loaded *l);

/* Keeps the table whole in a child process that the application forks. Called once. */
void clgroup_loaded_start(void);

#endif
