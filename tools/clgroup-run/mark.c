/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An OpenCL driver without devices, which clgroup-run adds to those that Khronos's loaders load: in any program that
 * uses such a loader, by linking or by dlopen, it says at the end if the loader has not taken the layer. */
#include "layer/base/presence.h"

#include <CL/cl_icd.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

static const void *loader;
static pid_t process;
static bool is_reported;

static bool is(const char *variable, const char *value) {
  const char *set = getenv(variable);
  return set && !strcmp(set, value);
}

static void say(const char *why) {
  if (!is("CLGROUP_LOG", "off") && !is("CLGROUP_MODE", "off"))
    fprintf(stderr, "clgroup: the layer does not run in this program: %s\n", why);
  is_reported = true;
}

static void meet(const void *caller) {
  char why[512];
  if (loader)
    return;
  loader = caller;
  process = getpid();
  if (clgroup_layer_absence(loader, why, sizeof why) == CLGROUP_LAYER_IMPOSSIBLE)
    say(why);
}

/* A child process that the program forks does not say it again. */
__attribute__((destructor)) static void look_back(void) {
  char why[512];
  if (!loader || is_reported || getpid() != process || clgroup_layer_is_loaded())
    return;
  clgroup_layer_absence(loader, why, sizeof why);
  say(why);
}

EXPORT CL_API_ENTRY cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint room, cl_platform_id *platforms, cl_uint *count) {
  (void)room;
  (void)platforms;
  meet(__builtin_return_address(0));
  if (count)
    *count = 0;
  return CL_PLATFORM_NOT_FOUND_KHR;
}

EXPORT CL_API_ENTRY void *CL_API_CALL clGetExtensionFunctionAddress(const char *name) {
  cl_int(CL_API_CALL * function)(cl_uint, cl_platform_id *, cl_uint *) = clIcdGetPlatformIDsKHR;
  void *address = NULL;
  if (name && !strcmp(name, "clIcdGetPlatformIDsKHR"))
    memcpy(&address, &function, sizeof address);
  return address;
}
