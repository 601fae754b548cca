/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl_layer.h's entry points: a loader takes the layer, and gives it back. */
#define _GNU_SOURCE /* dladdr */
#include "base/files.h"
#include "layer/api/inside.h"
#include "layer/api/entries.h"
#include "layer/base/presence.h"
#include "layer/base/settings.h"
#include "layer/compile/compiler-process.h"
#include "layer/compile/toolchain.h"
#include "layer/decide/service.h"
#include "layer/decide/trial.h"
#include "layer/objects/objects.h"
#include "names/extensions.h"

#include <CL/cl_layer.h>

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

EXPORT CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t size, void *value, size_t *size_ret) {
  static const char name[] = "clgroup";
  const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  const void *answer = what == CL_LAYER_API_VERSION ? (const void *)&version : name;
  size_t length = what == CL_LAYER_API_VERSION ? sizeof version : sizeof name;
  if ((what != CL_LAYER_API_VERSION && what != CL_LAYER_NAME) || (value && size < length))
    return CL_INVALID_VALUE;
  if (value)
    memcpy(value, answer, length);
  if (size_ret)
    *size_ret = length;
  return CL_SUCCESS;
}

/* Protects the variables below: two loaders of a process may call at the same time. Not held while the dynamic linker
 * is called. That has a lock of its own, and may hold it while it calls the layer in the other thread. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void take_lock(void) {
  pthread_mutex_lock(&lock);
}

static void give_lock(void) {
  pthread_mutex_unlock(&lock);
}

/* The tables that were passed to loaders. Listed here since some loaders copy the table and drop its address, which
 * leak checkers would report. */
struct table {
  struct table *next;
  void *functions[];
};
static struct table *tables;

/* Initializations without a matching clDeinitLayer so far. */
static unsigned uses;

/* Other copies of the layer look up this symbol (clgroup_other_layer()). This copy uses `acts` itself, since a loader
 * may make each layer's symbols global. */
static atomic_bool acts;
EXPORT extern atomic_bool clgroup_layer_acts __attribute__((alias("acts")));

/* Has a loader taken the layer in this process (clgroup_layer_is_loaded())? */
static atomic_bool ran;
EXPORT extern atomic_bool clgroup_layer_ran __attribute__((alias("ran")));

/* Done once in a process: this file is never unmapped, since a thread may be in it when a loader closes it. */
static void start_once(void) {
  static bool started;
  if (!started) {
    clgroup_inside_start();
    clgroup_tables_start();
    clgroup_compiler_process_start();
    pthread_atfork(take_lock, give_lock, give_lock); /* the last is the first that fork() takes, as here */
  }
  started = true;
}

/* For scripts that must know whether the layer is in their program. By no link to elsewhere, and without waiting for a
 * pipe's reader: in /tmp another user may have made these. */
static void leave_mark(void) {
  const int flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK;
  int file = clgroup_settings.mark ? clgroup_open(AT_FDCWD, clgroup_settings.mark, flags) : -1;
  if (clgroup_settings.mark && file < 0)
    clgroup_log(CLGROUP_LOG_ERRORS, "cannot make the file of CLGROUP_MARK, '%s': %s", clgroup_settings.mark,
                strerror(errno));
  if (file >= 0)
    close(file);
}

/* If the layer is listed twice, in a file and in the environment, the second initialization does nothing. So does one
 * by another loader in the process, whose objects may have another form: the application then has no layer there. */
static void tell_of_second(const void *owner, const void *caller) {
  Dl_info first, second;
  if (dladdr(owner, &first) && dladdr(caller, &second) && first.dli_fbase != second.dli_fbase &&
      clgroup_settings.mode != CLGROUP_MODE_OFF)
    clgroup_log(CLGROUP_LOG_ERRORS,
                "does nothing for the OpenCL loader %s, since another loader of this process has loaded it: %s",
                second.dli_fname, first.dli_fname);
}

/* Replaces the layer's functions in a table, which is a copy of the loader's. `other`: a copy of the layer that
 * acts. */
static void begin(void **table, cl_uint count, const char *other) {
  const size_t size = count * sizeof *table;
  ran = true;
  clgroup_settings_read();
  leave_mark();
  clgroup_next = (cl_icd_dispatch){0};
  memcpy(&clgroup_next, table, size < sizeof clgroup_next ? size : sizeof clgroup_next);
  if (clgroup_settings.mode == CLGROUP_MODE_OFF)
    return;
  if (other) {
    clgroup_log(CLGROUP_LOG_ERRORS, "does nothing here, since another copy of the layer is loaded: %s", other);
    return;
  }
  acts = true;
  start_once();
  clgroup_release_allow(true);
  clgroup_compiler_process_allow();
  void *functions[sizeof clgroup_intercepts / sizeof(void *)];
  cl_icd_dispatch intercepts = clgroup_intercepts;
  /* A launch takes less than a microsecond, and only kernels with sub-groups of the layer's need more than the driver.
   */
  if (!(clgroup_settings.requested & clgroup_extensions_of_sub_groups()))
    intercepts.clEnqueueNDRangeKernel = NULL;
  memcpy(functions, &intercepts, sizeof intercepts);
  for (size_t i = 0; i < count && i < sizeof functions / sizeof *functions; i++)
    if (functions[i])
      table[i] = functions[i];
}

static cl_int init(cl_uint count, const cl_icd_dispatch *target, cl_uint *count_ret, const cl_icd_dispatch **table_ret,
                   const void *caller) {
  static const void *owner;
  if (!target || !count_ret || !table_ret || !count)
    return CL_INVALID_VALUE;
  /* The loader's table may be shorter or longer than this header's. */
  struct table *new = calloc(1, sizeof *new + count * sizeof *new->functions);
  if (!new)
    return CL_OUT_OF_HOST_MEMORY;
  memcpy(new->functions, target, count * sizeof *new->functions);
  const int cancellation = clgroup_enter();
  char *other = clgroup_other_layer(&acts);
  take_lock();
  new->next = tables;
  tables = new;
  const bool first = !uses++;
  if (first) {
    owner = caller;
    begin(new->functions, count, other);
  }
  const void *const taken_by = owner;
  give_lock();
  if (!first)
    tell_of_second(taken_by, caller);
  free(other);
  clgroup_leave(cancellation);
  *count_ret = count;
  *table_ret = (const cl_icd_dispatch *)(const void *)new->functions;
  return CL_SUCCESS;
}

EXPORT CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint count, const cl_icd_dispatch *target, cl_uint *count_ret,
                                                   const cl_icd_dispatch **table_ret) {
  return init(count, target, count_ret, table_ret, __builtin_return_address(0));
}

/* The two entry points of cl_layer.h since 2026, which older headers lack. No properties exist yet; an unknown one is
 * meant for a layer that knows it. */
EXPORT CL_API_ENTRY cl_int CL_API_CALL clInitLayerWithProperties(cl_uint count, const cl_icd_dispatch *target,
                                                                 cl_uint *count_ret, const cl_icd_dispatch **table_ret,
                                                                 const cl_properties *properties);
EXPORT CL_API_ENTRY cl_int CL_API_CALL clDeinitLayer(void);

CL_API_ENTRY cl_int CL_API_CALL clInitLayerWithProperties(cl_uint count, const cl_icd_dispatch *target,
                                                          cl_uint *count_ret, const cl_icd_dispatch **table_ret,
                                                          const cl_properties *properties) {
  (void)properties;
  return init(count, target, count_ret, table_ret, __builtin_return_address(0));
}

static void end(void) {
  const bool idle = clgroup_compiler_process_forbid() && clgroup_is_alone();
  clgroup_objects_end();
  if (idle) {
    clgroup_trial_end();
    clgroup_devices_end();
    clgroup_toolchain_end();
    clgroup_settings_end();
  }
  acts = false;
  while (tables) {
    struct table *next = tables->next;
    free(tables);
    tables = next;
  }
}

/* The loader ends, with the process or before it. Drivers may have ended already, so nothing is released there: what
 * the application has not released is lost. A thread that is in the layer now keeps what it uses. */
CL_API_ENTRY cl_int CL_API_CALL clDeinitLayer(void) {
  const int cancellation = clgroup_enter();
  take_lock();
  const cl_int result = uses ? CL_SUCCESS : CL_INVALID_OPERATION;
  uses -= uses != 0;
  if (result == CL_SUCCESS && !uses)
    end();
  give_lock();
  clgroup_leave(cancellation);
  return result;
}
