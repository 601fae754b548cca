/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the stub's files share: its lock, its objects, and what compiles programs. */
#ifndef CLGROUP_STUB_STATE_H
#define CLGROUP_STUB_STATE_H

#include "answers.h"
#include "stub.h"

#include <pthread.h>

struct stub_object {
  const cl_icd_dispatch *dispatch; /* first, as the ICD loader wants it */
  struct stub_object *next;
  enum stub_kind kind;
  unsigned references;
  unsigned pins; /* builds of other threads */
  bool dead;
};

/* A platform or a device: never dead. */
struct stub_fixed {
  const cl_icd_dispatch *dispatch;
};

extern struct stub_settings stub_settings;
extern struct stub_fixed stub_platform;
extern const struct stub_control stub_control;
cl_icd_dispatch *stub_dispatch(void);

/* Held while an entry runs: by all functions of this folder that say nothing else. Who calls the application back, or
 * waits, releases it meanwhile. It survives fork(). */
extern pthread_mutex_t stub_mutex;
void stub_lock(void);
void stub_unlock(void);

/* A device's handle, which is another one where its settings have changed: the layer describes a device once. */
cl_device_id stub_device(unsigned index);
/* The index of a device, or -1. */
int stub_device_index(cl_device_id device);

/* The object of this handle, or NULL, which counts as a misuse where it was one once. */
void *stub_find(enum stub_kind kind, const void *handle);
/* A new object of `size` zeroed bytes with one reference. */
void *stub_make(enum stub_kind kind, size_t size);
/* Takes a reference off. Returns whether the object has died with it: then what it holds is to be freed. */
bool stub_drop(struct stub_object *object);
bool stub_unpin(struct stub_object *object);

/* Keeps bytes with this thread's last call. */
void stub_note(const void *bytes, size_t size);
/* The call's record, and its fault: CL_SUCCESS or an error. */
cl_int stub_record(unsigned slot, const uintptr_t *words, unsigned count, bool release);

/* Waits for the builds of other threads. */
void stub_wait(void);

/* A context lives as long as what was made from it. */
struct stub_context {
  struct stub_object object;
  unsigned device_count;
  unsigned devices[STUB_DEVICES]; /* indices */
};

/* What all kinds of objects have in common: is it alive, and a reference more. `invalid`: else. */
cl_int stub_check(enum stub_kind kind, const void *handle, cl_int invalid);
cl_int stub_retain(enum stub_kind kind, const void *handle, cl_int invalid);

/* What an entry does, where it does something: NULL for others. */
#define STUB_ENTRY(name, kind, result, last, count)                                                                    \
  __attribute__((weak)) result stub_##name(STUB_PARAMETERS_##name(STUB_DECLARE));
#define STUB_UNTYPED(name)
#include "entries.inc"

#endif
