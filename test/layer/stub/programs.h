/* The stub's programs: made and released in programs.c, built in builds.c, asked in program-info.c, and their kernels,
 * kernels.c. */
#ifndef CLGROUP_STUB_PROGRAMS_H
#define CLGROUP_STUB_PROGRAMS_H

#include "frontend.h"
#include "state.h"

struct build {
  cl_build_status status;
  cl_program_binary_type type;
  char *options, *log;
  struct stub_unit unit;
};

struct callback {
  struct callback *next;
  stub_program_notify notify;
  void *data;
};

struct program {
  struct stub_object object;
  struct stub_context *context;
  unsigned device_count, devices[STUB_DEVICES]; /* indices */
  char *source;
  void *il;
  size_t il_size;
  struct build builds[STUB_DEVICES]; /* by index */
  unsigned kernels;
  struct callback *callbacks;
};

void stub_clean_build(struct build *b);
/* NULL, with the error. */
cl_program stub_no_program(cl_int *error, cl_int value);
/* Of these devices, in the context, or NULL with the error. */
struct program *stub_make_program(cl_context context, cl_uint count, const cl_device_id *devices, cl_int *error);
/* With the lock, for a dead one: frees what the program holds, but for its callbacks, which the caller takes. */
struct callback *stub_end_program(struct program *p);
/* Takes the lock. `pin` says whose reference ends: a pin of the stub's own, or the application's. */
cl_int stub_drop_program(struct program *p, bool pin);
/* For free(). */
unsigned char *stub_write_binary(const struct build *b, size_t *size);

#endif
