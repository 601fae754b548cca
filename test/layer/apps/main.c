/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clgroup-apps: does what applications do with programs that call work-group functions. */
#include "app.h"

#include "exec/runner.h"
#include "layer/base/presence.h"
#include "tool/arguments.h"
#include "tool/output.h"

#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char usage[] =
    "usage: clgroup-apps [options]\n"
    "Does what applications do with programs that call work-group functions, and judges each result.\n"
    "\n"
    "  --platform NAME    the first device of the first platform whose name holds NAME\n"
    "  --device NAME      there, the first whose name holds NAME\n"
    "  --layer            the layer supplies the functions: fails where it is not loaded, and expects what it alone\n"
    "                     promises; without this the device's own functions are judged\n"
    "  --filter GLOB      only cases whose name matches\n"
    "  --list             print the names of the cases, and end\n"
    "  --timeout SECONDS  a case that takes longer hangs, which is a failure (default 200)\n"
    "  --load FILE        what a case about binaries starts: judges the program that FILE holds\n"
    "  --fallback NAME    what a case with a fallback starts: an application that uses the functions if they are "
    "there\n"
    "  -v, --verbose      a line per case that passes too\n"
    "  -h, --help         print this\n"
    "\n"
    "The last line reads `N passed, N failed, N skipped`. Exit status: 0; 1 when a case failed; 2 when none can run.\n";

static struct app_case *cases;

void app_add(struct app_case *c) {
  struct app_case **end = &cases;
  while (*end)
    end = &(*end)->next;
  *end = c;
}

/* Faults of drivers: found by running this program, or its calls, without the layer, or by where it hangs. */
enum { ANY = 0, ALL = UINT_MAX };
static const struct {
  const char *platform; /* a part of its name, or of the device's */
  unsigned first, last; /* major versions of the driver */
  const char *name, *reason;
} faults[] = {
    {"Intel", ANY, ALL, "compile_and_build_in_turn", "builds what was compiled before, with the options of then"},
    {"Intel", ANY, ALL, "rebuild_after_error", "builds no program again whose build failed once"},
    {"Intel", ANY, ALL, "program_lives_with_its_kernel", "a kernel does not keep its program alive"},
    {"rusticl", ANY, 25, "macro_of_option_quoted", "panics at a quote in the options"},
    {"rusticl", 26, ALL, "macro_of_option_quoted", "refuses a quote in the options"},
    {"rusticl", ANY, 25, "unknown_option", "gives CL_BUILD_PROGRAM_FAILURE"},
    {"rusticl", ANY, 25, "il_link_with_source", "links no SPIR-V of another version than its compiler's"},
    {"rusticl", ANY, 25, "leader_of_several_objects", "links no objects of which one needs newer SPIR-V than another"},
    {"zink", ANY, ALL, "local_argument", "keeps the size that a local argument had at the first launch"},
    {"zink", ANY, 25, "program_scope_variables", "panics on those of OpenCL C 2.0, which it does not have"},
    {"zink", ANY, 25, "pipes", "panics on those of OpenCL C 2.0, which it does not have"},
    {"zink", ANY, 25, "binary_of_object", "crashes where an object lacks a function"},
    {"rusticl", 26, ALL, "binary_of_object", "links no loaded object with another program"},
    {"rusticl", 26, ALL, "fork_then_build", "hangs when a forked child builds"},
    {"rusticl", 26, ALL, "build_then_fork_then_build", "hangs when a forked child builds"},
    {"NVIDIA", ANY, ALL, "unknown_option", "gives CL_BUILD_PROGRAM_FAILURE"},
    {"NVIDIA", ANY, ALL, "link_of_what_is_not_compiled", "gives CL_LINK_PROGRAM_FAILURE"},
    {"NVIDIA", ANY, ALL, "fork_then_build", "does not work in a forked child"},
    {"NVIDIA", ANY, ALL, "build_then_fork_then_build", "does not work in a forked child"},
    {"executor", ANY, ALL, "unknown_option", "gives CL_BUILD_PROGRAM_FAILURE"},
    {"executor", ANY, ALL, "library_linked_later", "links objects into programs alone"},
    {"executor", ANY, ALL, "library_without_calls", "links objects into programs alone"},
    {"executor", ANY, ALL, "binary_of_object", "takes each binary for a program"},
    {"executor", ANY, ALL, "clone", "has no clCloneKernel"},
    {"executor", ANY, ALL, "context_goes", "has no clSetContextDestructorCallback"},
    {"executor", ANY, ALL, "sub_devices", "has no clCreateSubDevices"},
    {"executor", ANY, ALL, "kernel_queries", "does not know a kernel's attributes"},
    {"executor", ANY, ALL, "kernel_local_memory", "counts no local memory"},
    {"executor", ANY, ALL, "kernel_arguments", "has no clGetKernelArgInfo"},
    {NULL, 0, 0, NULL, NULL},
};

/* Limits of the layer where clgroup-cc compiles (docs/layer.md, "Limits"). */
static const char *limit(const struct app *a) {
  static const char *const names[] = {"binary_of_object"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (a->layer && !a->il && !strcmp(a->name, names[i]))
      return "takes no SPIR-V, and objects that call work-group functions live as long as their program alone";
  return NULL;
}

static const char *fault(const struct app *a) {
  for (unsigned i = 0; faults[i].name; i++)
    if ((strstr(a->platform_name, faults[i].platform) || strstr(a->device_name, faults[i].platform)) &&
        a->driver >= faults[i].first && a->driver <= faults[i].last && !fnmatch(faults[i].name, a->name, 0))
      return faults[i].reason;
  return NULL;
}

/* In the child process. Returns what is wrong, or NULL. */
static const char *open_device(struct app *a) {
  const char *wrong = app_open(a);
  if (wrong)
    return wrong;
  if (a->layer && !clgroup_layer_is_loaded())
    return "the layer is not on: set OPENCL_LAYERS=/path/to/libclgroup-layer.so";
  if (a->opencl >= 200 && a->opencl < 300)
    return NULL; /* for devices that have the functions but do not know the query */
  return app_device_number(a, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT) ||
                 app_has_extension(a, "cl_khr_extended_bit_ops") /* which needs no clgroup-cc */
             ? NULL
             : "the device offers no work-group functions";
}

static int load(struct app *a, const char *path) {
  size_t size;
  const char *wrong = app_open(a);
  if (wrong)
    app_fail(a, "%s", wrong);
  const unsigned char *data = app_read(a, path, &size);
  cl_program program = ask_from_binary(a->context, a->device, data, size);
  app_build(a, program, "");
  app_right(a, program, "k", app_scan);
  return APP_PASSED;
}

struct task {
  struct app a;
  const struct app_case *c;
};

/* These two in a child process, since a driver may crash or hang, and the process that starts them has none in it. */
static int look_for_device(void *argument) {
  struct app *a = &((struct task *)argument)->a;
  const char *wrong = open_device(a);
  if (wrong)
    fprintf(stderr, "clgroup-apps: error: platform '%s'%s%s: %s\n", a->wanted, *a->platform_name ? ", " : "",
            a->platform_name, wrong);
  else
    printf("%s, OpenCL %u.%u%s\n", a->platform_name, a->opencl / 100, a->opencl / 10 % 10,
           a->layer ? ", by the layer" : ", its own functions");
  fflush(stdout);
  _exit(wrong ? 2 : 0);
}

static int run_case(void *argument) {
  const struct task *task = argument;
  struct app a = task->a;
  const char *wrong = open_device(&a);
  if (wrong)
    app_fail(&a, "%s", wrong);
  wrong = limit(&a) ? limit(&a) : fault(&a);
  if (wrong)
    app_skip(&a, "%s %u: %s", a.platform_name, a.driver, wrong);
  task->c->run(&a);
  clReleaseCommandQueue(a.queue);
  clReleaseContext(a.context);
  return APP_PASSED; /* and the clean-up of driver, loader and layer follows */
}

/* Returns the case's wait status, or RUNNER_HANGS. */
static int run(struct task task, unsigned timeout) {
  char folder[256];
  const char *base = getenv("TMPDIR");
  snprintf(folder, sizeof folder, "%s/clgroup-apps-XXXXXX", base && *base ? base : "/tmp");
  task.a.name = task.c->name;
  task.a.folder = mkdtemp(folder);
  if (!task.a.folder) {
    perror(folder);
    exit(2);
  }
  const int status = runner_run(run_case, &task, timeout, NULL);
  char command[300];
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  if (system(command))
    fprintf(stderr, "clgroup-apps: cannot remove %s\n", folder);
  if (runner_stop())
    exit(128 + runner_stop());
  return status;
}

int main(int argc, char **argv) {
  output_must_arrive();
  struct task task = {.a = {.name = "", .wanted = "", .wanted_device = ""}};
  struct app *a = &task.a;
  const char *filter = NULL, *file = NULL, *way = NULL;
  unsigned long timeout = 200;
  bool list = false, verbose = false;
  unsigned passed = 0, failed = 0, skipped = 0;
  const struct argument known[] = {
      {"--platform", .text = &a->wanted}, {"--device", .text = &a->wanted_device},
      {"--filter", .text = &filter},      {"--load", .text = &file},
      {"--fallback", .text = &way},       {"--timeout", .number = &timeout, .least = 1, .most = 86400},
      {"--layer", .flag = &a->layer},     {"--list", .flag = &list},
      {"-v", .flag = &verbose},           {"--verbose", .flag = &verbose},
  };
  for (int i = 1; i < argc;)
    i += argument_take(known, sizeof known / sizeof *known, usage, argv + i);
  if (file)
    return load(a, file);
  if (way)
    return app_fallback(a, way);
  if (!list && runner_run(look_for_device, &task, (unsigned)timeout, NULL))
    return 2;
  for (task.c = cases; task.c; task.c = task.c->next) {
    const char *name = task.c->name;
    if (filter && fnmatch(filter, name, 0))
      continue;
    if (list) {
      puts(name);
      continue;
    }
    const time_t started = time(NULL);
    const int status = run(task, (unsigned)timeout);
    if (!status) {
      passed++;
      if (verbose)
        printf("pass: %s (%d s)\n", name, (int)(time(NULL) - started));
    } else if (WIFEXITED(status) && WEXITSTATUS(status) == APP_SKIPPED) {
      skipped++;
    } else {
      failed++;
      /* On a new line: a crashing driver may leave an unfinished one. */
      if (status == RUNNER_HANGS)
        printf("\nfail: %s: hangs: not done after %lu seconds (--timeout)\n", name, timeout);
      else if (WIFSIGNALED(status))
        printf("\nfail: %s: crashed with signal %d\n", name, WTERMSIG(status));
      else if (WEXITSTATUS(status) != APP_FAILED)
        printf("\nfail: %s: the process ended with status %d\n", name, WEXITSTATUS(status));
    }
  }
  if (!list)
    printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
  return list ? 0 : failed || !(passed + skipped);
}
