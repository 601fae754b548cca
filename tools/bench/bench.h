/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clgroup-bench: shared by its subcommands. */
#ifndef CLGROUP_BENCH_H
#define CLGROUP_BENCH_H

#include "layer/decide/device.h"
#include "tool/arguments.h"

/* Prints "clgroup-bench: error: ..." and exits with status 2: nothing could be measured. */
_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* As malloc(), or dies. */
void *take(size_t size);

/* Processor time of this process and of its ended children, in milliseconds. */
double cpu_ms(void);
/* Milliseconds since an arbitrary time. */
double now_ms(void);
/* Of `count` > 0 values, which it sorts. */
double median(double *values, size_t count);

struct device {
  struct clgroup_device facts;
  cl_context context;
  char text[512]; /* for a field of CSV: the platform, the device and the driver's version */
  size_t width;   /* work-items of a full sub-group; 0: a work-group is one, its own or the library's */
};

/* What each subcommand that needs a device is told: parts of the platform's and the device's names, ignoring case. */
struct wish {
  const char *platform, *device;
};

/* Opens the first matching device, or dies. */
void device_open(struct device *device, const struct wish *wish);
cl_command_queue device_queue(const struct device *device, cl_command_queue_properties properties);
/* A program from text, or NULL with the reason in `why`. */
cl_program device_build(const struct device *device, const char *text, char *why, size_t why_size);
/* The same of what a function that makes programs returned; NULL for the options of text. */
cl_program device_built(const struct device *device, cl_program program, cl_int status, const char *options, char *why,
                        size_t why_size);

/* The first line of the text with "error", or else its first one; the text is cut behind it. */
const char *error_line(char *text);

/* The subcommands, with the arguments after their name. Each returns the exit status. */
int bench_build(int count, char **arguments);
int bench_run(int count, char **arguments);
int bench_binary(int count, char **arguments); /* a child process of `run` */

/* Reads a subcommand's options, and the wish. */
void bench_options(int count, char **arguments, struct wish *wish, const struct argument *own, size_t own_count);

#endif
