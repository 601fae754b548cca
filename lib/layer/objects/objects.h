/* What the layer knows of the application's programs and kernels, which stay the driver's own objects: the tables from
 * their handles, and who holds what. */
#ifndef CLGROUP_LAYER_OBJECTS_H
#define CLGROUP_LAYER_OBJECTS_H

#include "layer/base/cl.h"
#include "layer/compile/compiler.h"
#include "layer/objects/loaded.h"
#include "layer/objects/symbols.h"

#include <pthread.h>
#include <stdbool.h>

/* The driver, or the layer below. */
extern struct clgroup_cl clgroup_next;

enum clgroup_program_kind {
  CLGROUP_PROGRAM_SOURCE,     /* of clCreateProgramWithSource */
  CLGROUP_PROGRAM_IL,         /* of clCreateProgramWithIL, and made of a module that was rewritten */
  CLGROUP_PROGRAM_UNRESOLVED, /* a binary or a library that names functions of the device library: a link must bring
                                 them */
};

/* What was last built or compiled for a device through the layer. */
struct clgroup_build {
  cl_device_id device;
  char *options, *log; /* never NULL */
  cl_build_status status;
  cl_program_binary_type type;
};

struct clgroup_program {
  struct clgroup_program *next;
  cl_program handle;
  cl_context context; /* which the driver's program keeps */
  enum clgroup_program_kind kind;
  unsigned references; /* the application's, and one for each kernel of `linked` */
  unsigned kernels;    /* of `linked` that live */
  unsigned users;      /* calls under way; the entry outlives its last reference until they end */

  pthread_mutex_t lock; /* of all that follows; held while a build runs, never while the application is called back */
  char *source;         /* of kind SOURCE, the strings one after the other */
  size_t source_length;
  void *il; /* of kind IL: the application's module, where the handle was made of another */
  size_t il_size;
  uint32_t *words; /* of kind IL: that other, its constants specialized */
  size_t word_count;
  struct clgroup_symbols needs;  /* of kind NAMES */
  cl_program object;             /* prelude and source, or the module, compiled; or NULL */
  cl_program linked;             /* the executable with the device library; or NULL */
  struct clgroup_loaded *loaded; /* of the link route: what `linked` was linked with, kept for other programs */
  struct clgroup_build *builds;
  size_t build_count;
  /* The compile route: what clCompileProgram was given, for a later link. */
  struct clgroup_unit unit;
  bool has_unit;
  struct clgroup_unit *library; /* of kind NAMES: what clLinkProgram made a library of */
  size_t library_count;
};

/* Makes an entry with one reference. NULL: out of memory. */
struct clgroup_program *clgroup_program_add(cl_program handle, cl_context context, enum clgroup_program_kind kind);

/* *p is the program's entry, and both are kept alive until clgroup_program_done; NULL: the layer has none, or the
 * driver gives an error, which is returned. */
cl_int clgroup_program_use(cl_program handle, struct clgroup_program **p);
void clgroup_program_done(struct clgroup_program *p);

/* As clRetainProgram and clReleaseProgram, for any handle. */
cl_int clgroup_program_retain(cl_program handle);
cl_int clgroup_program_release(cl_program handle);

/* Are there kernels of `linked`? As long as there are, the program cannot be built again. */
bool clgroup_program_has_kernels(const struct clgroup_program *p);

/* Lets go of what was built: object, executable and unit. The driver keeps what kernels hold. The caller holds the
 * lock. */
void clgroup_program_drop(struct clgroup_program *p);

/* That, and what was noted of the builds. The caller holds the lock. */
void clgroup_program_reset(struct clgroup_program *p);
void clgroup_unit_free(struct clgroup_unit *unit);

/* Notes that the driver made this kernel from p->linked; it counts as a reference to the application's program. On
 * failure the kernel is released. */
cl_int clgroup_kernel_add(cl_kernel kernel, struct clgroup_program *p);

/* The application's program of a kernel that was noted, or NULL. */
cl_program clgroup_kernel_program(cl_kernel kernel);

/* As clRetainKernel, clReleaseKernel and clCloneKernel, for any handle. */
cl_int clgroup_kernel_retain(cl_kernel kernel);
cl_int clgroup_kernel_release(cl_kernel kernel);
cl_kernel clgroup_kernel_clone(cl_kernel kernel, cl_int *error);

/* Keeps the tables whole in a child process that the application forks. Called once. */
void clgroup_objects_start(void);

#endif
