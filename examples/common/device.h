/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Choosing an OpenCL device and loading onto it what clgroup-cc made. The examples share this; copy it freely. */
#ifndef EXAMPLES_DEVICE_H
#define EXAMPLES_DEVICE_H

#include <CL/cl.h>

/* What the command line asks for; an empty string takes whatever comes first. */
struct wish {
  const char *platform; /* a part of the platform's name, in any case */
  const char *device;   /* a part of the device's name */
  const char *strategy; /* how the work-group functions work: subgroup, vector, tree or serial */
  const char *module;   /* a file of clgroup-cc for this device, such as PTX, in place of the example's own */
};

struct device {
  cl_device_id id;
  cl_context context;
  cl_command_queue queue;        /* in order, with profiling */
  char platform[128], name[128]; /* as the driver calls them */
  const char *strategy;          /* the one wished for, or else what suits the device */
  int takes_spirv, takes_spir;   /* SPIR is LLVM bitcode (cl_khr_spir) */
  const char *module;            /* the one wished for; or empty */
};

/* What ends the program says so on stderr, in one line that begins with this name. */
extern const char *program_name;
__attribute__((noreturn, format(printf, 1, 2))) void die(const char *format, ...);
/* The same for a wrong command line, with exit status 2 in place of 1. */
__attribute__((noreturn, format(printf, 1, 2))) void wrong_usage(const char *format, ...);

/* Ends the program where an OpenCL call has failed. */
void check(cl_int status, const char *call);

/* Reads --platform, --device, --strategy and --module at arguments[*at]. Returns whether it was one of them, with *at
 * at the value that it used up. */
int wish_option(struct wish *wish, char **arguments, int *at);

/* Opens the first device that fits, or ends the program with a list of those that there are. */
void device_open(struct device *device, const struct wish *wish);
void device_close(struct device *device);

/* Builds FOLDER/NAME.STRATEGY.spv, or .bc where the device takes no SPIR-V, or the wished module, and ends the program
 * where that fails. */
cl_program device_load(const struct device *device, const char *folder, const char *name);

#endif
