/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Modules of the device library as driver programs, compiled and ready to link: one for each strategy that makes some
 * of the functions. On some drivers compiling them takes as long as compiling the application's program. So programs
 * share them: while a program that was linked with them exists, others that call the same functions, in the same
 * context and for the same devices, are linked with them too. Only one link at a time uses them; another thread's link
 * meanwhile loads another copy. */
#ifndef CLGROUP_LAYER_LOADED_H
#define CLGROUP_LAYER_LOADED_H

#include "layer/base/cl.h"
#include "layer/objects/choice.h"
#include "names/strategies.h"

#include <stdbool.h>

/* What the modules were loaded for. */
struct clgroup_loaded_key {
  cl_context context;
  const cl_device_id *devices;
  cl_uint device_count;
  struct clgroup_choice choice;
  unsigned address_bits;
  size_t max_size;                     /* as in library.h, and so are these: */
  const struct clgroup_symbols *needs; /* of all modules */
  uint32_t version;
};

struct clgroup_loaded {
  struct clgroup_loaded *next;
  unsigned references;
  bool busy;                     /* in use by a link */
  struct clgroup_loaded_key key; /* with a copy of the devices; its `needs` points to: */
  struct clgroup_symbols needs;
  cl_program programs[CLGROUP_STRATEGY_COUNT]; /* compiled */
  cl_uint program_count;                       /* 0: no library function is needed */
};

/* Takes modules that no link uses now, and adds a reference; NULL: there are none. The texts of the key's `choice` must
 * outlive them. */
struct clgroup_loaded *clgroup_loaded_take(const struct clgroup_loaded_key *key);

/* Makes an entry without programs, in use and with one reference; NULL: out of memory. */
struct clgroup_loaded *clgroup_loaded_new(const struct clgroup_loaded_key *key);

/* Called after the link: other links may use them again. The linked program keeps its reference. */
void clgroup_loaded_give(struct clgroup_loaded *l);

/* Drops a reference (l may be NULL); the last one releases the programs. */
void clgroup_loaded_release(struct clgroup_loaded *l);

/* The lock of this table, and of those of programs and kernels, is never held while the driver is called. The first
 * function, called once, keeps them consistent in forked child processes. */
void clgroup_tables_start(void);
void clgroup_tables_lock(void);
void clgroup_tables_unlock(void);

/* Releases a program that the layer made; it may be NULL. Does nothing while that is not allowed: once the loader ends,
 * drivers may have ended too. */
void clgroup_release(cl_program program);
void clgroup_release_allow(bool allow);

#endif
