/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The stub's programs: made and released in programs.c, built in builds.c, asked in program-info.c, and their kernels,
 * kernels.c. */
#ifndef CLGROUP_STUB_PROGRAMS_H
#define CLGROUP_STUB_PROGRAMS_H

#include "state.h"
#include "unit.h"

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
/* Of these devices, in the context, or NULL with the error. */
struct program *stub_make_program(cl_context context, cl_uint count, const cl_device_id *devices, cl_int *error);
/* A reference ends, and the program with it if it was the last: a pin of the stub's own, or the application's. */
void stub_drop_program(struct program *p, bool pin);
/* Is the device, of this index, the program's? */
bool stub_has_device(const struct program *p, int index);
/* The first device's executable, or NULL. */
const struct stub_unit *stub_executable(const struct program *p);
/* For free(). */
unsigned char *stub_write_binary(const struct build *b, size_t *size);

#endif
