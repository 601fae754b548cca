/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The executor's parts, and the kernels that they run. README says what the executor is. */
#ifndef CLGROUP_SIMT_H
#define CLGROUP_SIMT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SIMT_MAX_LANES = 64, SIMT_MAX_ITEMS = 1024, SIMT_OPERANDS = 6, SIMT_LOOPS = 8, SIMT_MAX_ARGUMENTS = 64 };

struct simt_target {
  const char *name; /* the device's: clgroup-cc's --target and -march */
  unsigned lanes;   /* of a warp */
  unsigned gfx;     /* AMD's generation: 9, 10, 11 ...; 0: NVIDIA */
};

enum simt_op {
#define SIMT_OP(operation, ...) SIMT_##operation,
#define SIMT_ALSO(...)
#include "intrinsics.inc"
};
enum simt_kind { SIMT_KIND_QUERY, SIMT_KIND_WARP, SIMT_KIND_BARRIER, SIMT_KIND_FENCE, SIMT_KIND_SAME };

/* A place in the code where something can go wrong. */
struct simt_site {
  char *where;      /* the source line, or the function's name if there is no debug information */
  const char *name; /* of the intrinsic */
  unsigned order;   /* sites that come before this one in the control flow have smaller numbers */
  enum simt_op op;
  enum simt_kind kind;
  int mask;               /* the operand that is a mask of lanes, or -1 */
  unsigned char operands; /* how many */
  unsigned char fixed;    /* a bit for each operand that is in `value`; the others are passed */
  unsigned char bits;     /* of the first operand */
  uint64_t value[SIMT_OPERANDS];
  unsigned char loop_count; /* of an operation without a mask: the loops around it, from the outermost on, by number */
  unsigned loops[SIMT_LOOPS];
};

enum simt_argument_kind { SIMT_VALUE, SIMT_BUFFER, SIMT_LOCAL };

struct simt_kernel {
  char *name;
  void (*run)(void **arguments);
  unsigned count;
  unsigned required[3]; /* reqd_work_group_size; zeros: none */
  unsigned most;        /* work-items of a work-group, as its code allows */
  bool uniform;         /* its code takes no smaller last work-groups */
  struct {
    enum simt_argument_kind kind;
    size_t bytes;
  } arguments[SIMT_MAX_ARGUMENTS];
};

/* A variable in local memory. */
struct simt_local {
  char *name;
  size_t offset, bytes; /* in the arena */
};

struct simt_module {
  const struct simt_target *target;
  void *jit;
  struct simt_site *sites;
  unsigned site_count, kernel_count, local_count;
  struct simt_kernel *kernels;
  struct simt_local *locals;
  size_t local_end;     /* in the arena: the first byte that no variable has */
  bool takes_offsets;   /* NVIDIA: local arguments are offsets in the launch's memory, which begins there */
  unsigned code_object; /* AMD's code object version, 400 or 500 */
};

/* Compiles LLVM bitcode for this machine. Returns NULL, with *log set to what is wrong, to be freed by the caller. */
struct simt_module *simt_module_load(const struct simt_target *target, const void *bitcode, size_t size, char **log);
void simt_module_free(struct simt_module *module);

/* A buffer as a launch sees it. `written` has a byte for each of the buffer's: whether it has a value. */
struct simt_buffer {
  char *data;
  size_t bytes;
  unsigned char *written;
};

struct simt_launch {
  const struct simt_module *module;
  const struct simt_kernel *kernel;
  size_t groups[3], size[3], items[3]; /* items: of all; the last work-groups may be smaller than `size` (AMD) */
  size_t offset[3];                    /* of the global ids (AMD) */
  struct {
    struct simt_buffer *buffer; /* of a SIMT_BUFFER, or NULL */
    size_t bytes;               /* of a SIMT_LOCAL */
    void *value;                /* of a SIMT_VALUE; of a SIMT_LOCAL its offset, if `shared` has it, or NULL */
  } arguments[SIMT_MAX_ARGUMENTS];
  size_t shared; /* bytes of the launch's memory, where the caller lays out local arguments in it */
  unsigned seed; /* of the order in which work-items run, and of values that are undefined */
  bool strict;   /* to read an inactive lane is an error, even if the value is not used */
};

/* Runs a kernel. Returns NULL, or what it does wrong, in static memory. */
const char *simt_run(const struct simt_launch *launch);

#endif
