/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the cases use: one device, programs from text, and kernels that are launched and judged. */
#ifndef APPS_APP_H
#define APPS_APP_H

#include "layer/common/ask.h"

#include <stdbool.h>
#include <stddef.h>

enum { APP_LOCAL = 64, APP_GROUPS = 9, APP_ITEMS = APP_LOCAL * APP_GROUPS };

struct app {
  const char *name;                   /* the case that runs */
  const char *folder;                 /* for its files; removed after it */
  const char *wanted, *wanted_device; /* --platform, --device */
  bool layer; /* the layer supplies the functions, so what only the layer promises is tested too */
  cl_platform_id platform;
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
  char platform_name[128], device_name[128];
  char standard[16]; /* the build option for the newest OpenCL C */
  char text[1024];   /* of app_options */
  unsigned opencl;   /* the device's version times 100 */
  unsigned driver;   /* the driver's own, before the first dot */
  bool il;           /* takes SPIR-V */
};

struct app_case {
  const char *name;
  void (*run)(struct app *);
  struct app_case *next;
};
void app_add(struct app_case *c);

/* CASE(name) { ... } is a case, a function of `struct app *a`, which ends by returning, which passes, or by one of
 * app_fail and app_skip. */
#define CASE(function)                                                                                                 \
  static void function(struct app *a);                                                                                 \
  __attribute__((constructor)) static void add_##function(void) {                                                      \
    static struct app_case c = {.name = #function, .run = function};                                                   \
    app_add(&c);                                                                                                       \
  }                                                                                                                    \
  static void function(struct app *a)

/* A case that builds a text and judges its kernel k, as app_text does. */
#define TEXT_CASE(function, text, options, expected)                                                                   \
  CASE(function) {                                                                                                     \
    app_text(a, text, options, expected);                                                                              \
  }

/* The process that a case of fallback.c starts: what `way` does. Returns its status. */
int app_fallback(struct app *a, const char *way);

/* The child process that runs a case ends with one of these. */
enum { APP_PASSED = 0, APP_FAILED = 99, APP_SKIPPED = 77 };

_Noreturn void app_fail(const struct app *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
_Noreturn void app_skip(const struct app *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Skip the case without these. */
void app_needs_layer(const struct app *a);
void app_needs_version(const struct app *a, unsigned version, const char *what);
void app_needs_extension(const struct app *a, const char *extension);
/* Skips the case on PoCL where CLGROUP_ROUTE is this. */
void app_needs_other_route(const struct app *a, const char *route, const char *why);
/* Zeroed memory; ends the process when out of memory. */
void *app_allocate(size_t size);
/* Fails unless `error` is CL_SUCCESS, or `wanted`; `step` names the call. */
void app_must(const struct app *a, cl_int error, const char *step);
void app_gives(const struct app *a, cl_int error, cl_int wanted, const char *step);

/* Opens the first device of the platform whose name holds `wanted`. Returns NULL, or what is wrong. */
const char *app_open(struct app *a);
/* The same with a context of its own for these devices, and a queue of the first. */
struct app app_elsewhere(const struct app *a, unsigned count, const cl_device_id *devices);
/* A queue for another device or context; never NULL. */
cl_command_queue app_queue(const struct app *a, cl_context context, cl_device_id device);

/* The standard, and more options in printf's form. Valid until the next call; for the first thread only. */
const char *app_options(struct app *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A kernel that stores this value, of in[i]. */
#define KERNEL(value)                                                                                                  \
  "kernel void k(global const int *in, global int *out) {\n"                                                           \
  "  size_t i = get_global_id(0);\n"                                                                                   \
  "  out[i] = " value ";\n"                                                                                            \
  "}\n"

cl_program app_source(const struct app *a, const char *text);
/* Builds for all devices of the context. The build must succeed. */
void app_build(const struct app *a, cl_program program, const char *options);
/* Both. */
cl_program app_program(const struct app *a, const char *text, const char *options);
/* Compiles, or links for the device, which must succeed. */
cl_program app_object(const struct app *a, const char *text, const char *options);
/* The same of a program, for all devices, with headers. */
void app_compile(const struct app *a, cl_program program, const char *options, unsigned count,
                 const cl_program *headers, const char **names);
cl_program app_link(const struct app *a, const char *options, unsigned count, const cl_program *objects);
/* Fails unless this is its build status. */
void app_status(const struct app *a, cl_program program, cl_build_status wanted);
/* The program from its own binary. */
cl_program app_reloaded(const struct app *a, cl_program program);
/* The build log, to be freed. */
char *app_log(const struct app *a, cl_program program);
cl_kernel app_kernel(const struct app *a, cl_program program, const char *name);

/* The expected output at rank `rank` of a work-group, from the n inputs of its group. */
typedef int app_expectation(const int *x, int n, int rank);
app_expectation app_same, app_sum, app_scan, app_largest;

/* Of these bytes, or of zeros where `data` is NULL. */
cl_mem app_buffer(const struct app *a, size_t size, const void *data);
/* Launches a kernel of (global const int *in, global int *out) over APP_ITEMS. Returns the first error. */
cl_int app_launch(const struct app *a, cl_kernel kernel, cl_int out[APP_ITEMS]);
/* The same of one of (global int *out). */
cl_int app_fill(const struct app *a, cl_kernel kernel, size_t items, const size_t *local, cl_int *out);
/* Every element of out must be factor times the expected value. */
void app_judge(const struct app *a, const cl_int out[APP_ITEMS], app_expectation *expected, int factor);
/* Launches and judges. */
void app_expect(const struct app *a, cl_kernel kernel, app_expectation *expected, int factor);
/* Launches and judges the program's kernel of that name. */
void app_right(const struct app *a, cl_program program, const char *kernel, app_expectation *expected);
/* Builds the text, launches and judges its kernel k. */
void app_text(struct app *a, const char *text, const char *options, app_expectation *expected);

/* A number that a query of the device gives; 0 where it is unknown. */
cl_ulong app_device_number(const struct app *a, cl_device_info what);
/* A string that a query of the device gives, to be freed; empty where it is unknown. */
char *app_device_text(const struct app *a, cl_device_info what);
/* Does the device list the extension? */
bool app_has_extension(const struct app *a, const char *extension);

/* Runs this program on the same device with one more option. Returns its wait status. */
int app_run(const struct app *a, const char *option, const char *value);

/* The path of a file in the case's folder, to be freed. */
char *app_path(const struct app *a, const char *name);
void app_write(const struct app *a, const char *path, const void *data, size_t size);
/* To be freed. */
void *app_read(const struct app *a, const char *path, size_t *size);

#endif
