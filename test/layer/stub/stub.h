/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a test asks of the stub driver: the calls that reached it, the devices that it plays, the faults that it makes.
 * The control is there by dlsym(stub, "clgroupStubControl") and by
 * clGetExtensionFunctionAddressForPlatform(platform, "clgroupStubControl"): a function that returns it. */
#ifndef CLGROUP_STUB_H
#define CLGROUP_STUB_H

#include "layer/base/cl.h"

#include <stdbool.h>
#include <stdint.h>

typedef void(CL_CALLBACK *stub_context_notify)(const char *, const void *, size_t, void *);
typedef void(CL_CALLBACK *stub_program_notify)(cl_program, void *);

/* An entry's number: its place in the dispatch table. */
#define STUB_SLOT(name) ((unsigned)(offsetof(cl_icd_dispatch, name) / sizeof(void *)))

enum {
  STUB_SLOTS = sizeof(cl_icd_dispatch) / sizeof(void *),
  STUB_MORE_SLOTS = STUB_SLOTS + 16, /* its table: a header newer than this one has more entries */
  STUB_DEVICES = 4,
  STUB_PARAMETERS = 14,
};

/* The result of an entry of kind STATUS that does nothing. */
#define STUB_SENTINEL(slot) ((cl_int)(-7000 - (int)(slot)))

struct stub_call {
  unsigned slot, count;
  uintptr_t words[STUB_PARAMETERS];
  char *text; /* the source, the IL, the binary or the options that came with it; with a zero behind it; or NULL */
  size_t text_size;
};

/* What a device is. The defaults: an OpenCL 3.0 device that takes SPIR-V 1.0 to 1.4 and has no work-group functions. */
struct stub_device {
  cl_device_type type;
  bool has_functions, uniform_arithmetic; /* its own work-group functions */
  bool fp64, fp16, sub_groups, spir;
  bool no_shuffles;           /* its sub-groups have none */
  bool independent;           /* they make progress independently */
  const char *extensions;     /* that it lists besides those that other members say; or NULL */
  size_t required_size;       /* of its kernels, as by reqd_work_group_size; 0: none */
  size_t sub_group_sizes[3];  /* that kernels may ask for; zeros: none */
  unsigned version, language; /* 300, 120 ... */
  bool no_2;                  /* of the versions up to `language`, OpenCL C 2.0 is missing */
  const char *il, *name, *driver;
  unsigned llvm;        /* the version that PoCL's platform names; 0: it is none of PoCL's */
  const char *features; /* of OpenCL C 3.0 that it lists, beside those that other members say; or NULL */
  cl_uint address_bits;
  size_t max_work_group_size;
  cl_ulong local_memory, kernel_memory; /* its own, and what each kernel takes of it */
  unsigned compute_capability; /* of an NVIDIA GPU, 90 for 9.0, whose compiler has the functions unreported; 0: the
                                  driver has no such query */
  unsigned serial;             /* makes it another device, which the layer has not seen */
};

struct stub_settings {
  unsigned devices;
  struct stub_device device[STUB_DEVICES];
  const char *platform;
  bool record_only;           /* no entry does anything: every one returns its sentinel */
  unsigned build_time;        /* ms that a build, compile or link takes */
  bool asynchronous;          /* builds with a callback return at once, and another thread does the rest */
  bool reuse;                 /* a released object's handle is the next one's of its kind */
  uint32_t front_end_version; /* SPIR-V version that the driver's own front end makes: 0x10400 */
  bool one_version;           /* a link of modules of several SPIR-V versions fails */
  bool hides_binaries;        /* a compiled object's binary does not show the names that it calls */
  bool forget_log;            /* a failed build leaves no log */
  void (*hook)(unsigned);     /* called before an entry of this slot does anything */
};

/* clCommandNDRangeKernelKHR. */
typedef cl_int(CL_API_CALL stub_recorder)(void *, cl_command_queue, const void *, cl_kernel, cl_uint, const size_t *,
                                          const size_t *, const size_t *, cl_uint, const cl_uint *, cl_uint *, void **);

enum stub_kind { STUB_CONTEXT, STUB_QUEUE, STUB_PROGRAM, STUB_KERNEL, STUB_KINDS };

/* To be read while no other thread is in the driver. */
struct stub_facts {
  unsigned live[STUB_KINDS]; /* objects that live */
  bool failed;               /* has a call failed as fail() and fail_any() want it, since the last clear? */
  unsigned failed_slot;      /* of the last one */
  unsigned misuses;          /* the times that a handle came in that was no longer alive */
  char misuse[160];          /* a line about the last one */
};

struct stub_control {
  struct stub_settings *settings;
  cl_icd_dispatch *(*dispatch)(void); /* the stub's own table of STUB_MORE_SLOTS entries */

  /* Back to the default settings; forgets calls, faults, misuses and dead objects. Waits for builds under way. */
  void (*reset)(void);
  /* Forgets calls and faults alone. */
  void (*clear)(void);

  size_t (*calls)(void);
  /* Valid until the next clear or reset. */
  const struct stub_call *(*call)(size_t index);
  const char *(*name)(unsigned slot);

  /* The nth call of the entry from now on (1: the next one; 0: each) gives this error, and nothing else happens. */
  void (*fail)(unsigned slot, unsigned nth, cl_int error);
  /* The same of the nth call of any entry that can fail without a leak: all but releases. */
  void (*fail_any)(unsigned nth, cl_int error);
  const struct stub_facts *facts;
  void (*forget_misuses)(void);
  /* Waits for the builds of other threads. */
  void (*wait)(void);
  cl_platform_id platform;
  cl_device_id (*device)(unsigned index);
};

#endif
