/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The layer's data of the application's programs and kernels, whose handles remain the driver's: tables by handle, and
 * reference counts. */
#ifndef CLGROUP_LAYER_OBJECTS_H
#define CLGROUP_LAYER_OBJECTS_H

#include "layer/base/cl.h"
#include "layer/compile/compiler-job.h"
#include "layer/objects/loaded.h"
#include "names/symbols.h"

#include <pthread.h>
#include <stdbool.h>

enum clgroup_program_kind {
  CLGROUP_PROGRAM_SOURCE,     /* of clCreateProgramWithSource */
  CLGROUP_PROGRAM_IL,         /* of clCreateProgramWithIL, made from a rewritten module */
  CLGROUP_PROGRAM_UNRESOLVED, /* a binary or a library that calls functions of the device library, to be linked */
};

/* The layer's last build or compilation for a device. */
struct clgroup_build {
  cl_device_id device;
  char *options, *log; /* never NULL */
  cl_build_status status;
  cl_program_binary_type type;
};

struct clgroup_program {
  struct clgroup_program *next;
  cl_program handle;
  cl_context context; /* kept alive by the driver's program */
  enum clgroup_program_kind kind;
  unsigned references; /* the application's references, and one for each kernel of `linked` */
  unsigned kernels;    /* kernels of `linked` that exist */
  unsigned users;      /* calls in progress, during which the entry exists even without references */

  pthread_mutex_t lock; /* protects the members below; held during builds, never while the layer calls the application
                           back; recursive, since a driver may call the context's callback meanwhile */
  char *source;         /* of kind SOURCE: the text that compilers see, to which lines may be added in front */
  size_t source_length;
  unsigned provide; /* extensions that clgroup-cc provides for it (names/extensions.h) */
  unsigned macros;  /* those whose macro is defined for it, though the driver does not */
  unsigned limit;   /* the largest work-group of kernels of `linked`; 0: the driver's */
  void *il;         /* of kind IL: the application's original module */
  size_t il_size;
  uint32_t *specialized; /* the same, with specialized constants; or NULL */
  uint32_t *words;       /* of kind IL: the rewritten module */
  size_t word_count;
  unsigned extensions;          /* of kind IL: those that it uses */
  unsigned called;              /* those of them whose instructions have become calls */
  bool is_plain;                /* of kind IL: work-group instructions are left to the driver's program of the module */
  bool for_compiler;            /* of these: unless clgroup-cc compiles it, since the driver's compiler may be wrong */
  struct clgroup_symbols needs; /* of kinds IL and UNRESOLVED: the functions of the library that it calls */
  cl_program object;            /* the compiled object, of prelude and source or of the module; or NULL */
  cl_program linked;            /* the executable with the device library; or NULL */
  struct clgroup_loaded *loaded; /* of the link route: the library module of `linked`, kept for other programs */
  /* A build by the driver's own compiler, of the source of `linked` or of the linked objects. It describes their
   * kernels' arguments, where SPIR-V does not. Or NULL. */
  cl_program described;
  struct clgroup_build *builds;
  size_t build_count;
  /* The compile route: clCompileProgram's arguments, for a later link. */
  struct clgroup_unit unit;
  bool has_unit;
  bool calls;                   /* compiled, or a library: its sources may call work-group functions */
  struct clgroup_unit *library; /* of kind UNRESOLVED: the units of clLinkProgram's library */
  size_t library_count;
  bool holds_opt_disable; /* of kind UNRESOLVED: a library of which an object was built with -cl-opt-disable */
};

/* Makes an entry with one reference, which the caller fills and adds to the table. NULL: out of memory. */
struct clgroup_program *clgroup_program_new(cl_program handle, cl_context context, enum clgroup_program_kind kind);
void clgroup_program_add(struct clgroup_program *p);

/* Finds the program's entry, and keeps both alive until clgroup_program_done. *p is NULL if the layer has none, or if
 * the driver returns an error, which is returned. */
cl_int clgroup_program_use(cl_program handle, struct clgroup_program **p);
void clgroup_program_done(struct clgroup_program *p);

/* The same with the program's lock. */
cl_int clgroup_program_open(cl_program handle, struct clgroup_program **p);
void clgroup_program_close(struct clgroup_program *p);

/* clRetainProgram and clReleaseProgram, for any handle. */
cl_int CL_API_CALL clgroup_program_retain(cl_program handle);
cl_int CL_API_CALL clgroup_program_release(cl_program handle);

/* Are there kernels of `linked`? Then the program cannot be built again. */
bool clgroup_program_has_kernels(const struct clgroup_program *p);

/* Releases what was built: object, executable and unit. The driver keeps what kernels need. Needs the lock. */
void clgroup_program_drop(struct clgroup_program *p);

/* Also discards the records of builds, and the library. The caller holds the lock. */
void clgroup_program_reset(struct clgroup_program *p);
void clgroup_unit_free(struct clgroup_unit *unit);
/* Copies a unit without a binary. Returns 0, or -1 when out of memory, with nothing to free. */
int clgroup_unit_copy(struct clgroup_unit *copy, const struct clgroup_unit *unit);

/* A device's build record, or NULL; its removal; and a new record in its place, whose texts are copied and may be NULL.
 * The caller holds the lock. */
struct clgroup_build *clgroup_build_find(struct clgroup_program *p, cl_device_id device);
void clgroup_build_forget(struct clgroup_program *p, cl_device_id device);
cl_int clgroup_build_note(struct clgroup_program *p, const struct clgroup_build *build);

/* Has the last build for any device left an executable, or else something to link? The driver's program may still have
 * what it made before a build by the layer. The caller holds the lock. */
bool clgroup_build_left(struct clgroup_program *p, bool executable);

/* Records a kernel that the driver made from p->linked, which holds a reference to the application's program. On
 * failure releases the kernel. */
cl_int clgroup_kernel_add(cl_kernel kernel, struct clgroup_program *p);

/* The application's program of a recorded kernel, or NULL. */
cl_program clgroup_kernel_program(cl_kernel kernel);

/* The largest work-group of a recorded kernel; 0: the driver's. Fast where no kernel has another. */
size_t clgroup_kernel_limit(cl_kernel kernel);

/* Is a work-group one sub-group in the kernel's program? */
bool clgroup_kernel_is_whole(cl_kernel kernel);

/* clRetainKernel, clReleaseKernel and clCloneKernel, for any handle. */
cl_int CL_API_CALL clgroup_kernel_retain(cl_kernel kernel);
cl_int CL_API_CALL clgroup_kernel_release(cl_kernel kernel);
cl_kernel CL_API_CALL clgroup_kernel_clone(cl_kernel kernel, cl_int *error);

/* Forgets all programs and kernels, and releases nothing in the driver until clgroup_release_allow. A program that
 * another thread uses is freed when that is done. */
void clgroup_objects_end(void);

#endif
