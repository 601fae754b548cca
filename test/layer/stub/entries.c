/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The dispatch table: each entry takes the lock, notes its arguments, fails where a fault says so, and does what
 * stub_NAME does, if there is one. Otherwise the result is a sentinel. */
#include "state.h"

#include <string.h>

union table {
  cl_icd_dispatch named;
  void *slots[STUB_MORE_SLOTS];
};
static union table table;

cl_icd_dispatch *stub_dispatch(void) {
  return &table.named;
}

/* What an entry without a function returns for an object: a thing that a loader can dispatch by. */
static struct stub_fixed made[STUB_SLOTS];
/* What stands where no entry is known: not to be called. */
static char unnamed[STUB_MORE_SLOTS];

static bool enter(unsigned slot) {
  if (stub_settings.hook)
    stub_settings.hook(slot);
  stub_lock();
  return true;
}

/* At the end of an entry, wherever that is. */
static void leave(const bool *entered) {
  (void)entered;
  stub_unlock();
}

/* While it only records, the stub makes no objects up that its functions would know. */
#define STUB_PLAIN_STATUS(name, last) STUB_RETURN_STATUS(last, STUB_SENTINEL(STUB_SLOT(name)), NULL)
#define STUB_PLAIN_OBJECT(name, last)                                                                                  \
  STUB_RETURN_OBJECT(last, stub_##name ? STUB_SENTINEL(STUB_SLOT(name)) : CL_SUCCESS,                                  \
                     stub_##name ? NULL : (void *)&made[STUB_SLOT(name)])
#define STUB_PLAIN_POINTER(name, last) return (void *)&made[STUB_SLOT(name)]
#define STUB_PLAIN_NOTHING(name, last) return

#define STUB_ENTRY(name, kind, result, last, count)                                                                    \
  static result CL_API_CALL entry_##name(STUB_PARAMETERS_##name(STUB_DECLARE)) {                                       \
    const uintptr_t words[] = {0, STUB_PARAMETERS_##name(STUB_WORD)};                                                  \
    __attribute__((cleanup(leave), unused)) const bool entered = enter(STUB_SLOT(name));                               \
    cl_int error = stub_record(STUB_SLOT(name), words + 1, count, !strncmp(#name, "clRelease", 9));                    \
    if (error)                                                                                                         \
      STUB_RETURN_##kind(last, error, NULL);                                                                           \
    if (stub_##name && !stub_settings.record_only)                                                                     \
      return stub_##name(STUB_PARAMETERS_##name(STUB_NAME));                                                           \
    STUB_PLAIN_##kind(name, last);                                                                                     \
  }
#define STUB_UNTYPED(name)
#include "entries.inc"

static const char *const names[STUB_SLOTS] = {
#define STUB_ENTRY(name, ...) [STUB_SLOT(name)] = #name,
#define STUB_UNTYPED(name) [STUB_SLOT(name)] = #name,
#include "entries.inc"
};

const char *stub_name(unsigned slot) {
  return slot < STUB_SLOTS && names[slot] ? names[slot] : "an entry that this stub does not know";
}

__attribute__((constructor)) static void fill(void) {
  for (unsigned i = 0; i < STUB_MORE_SLOTS; i++)
    table.slots[i] = &unnamed[i];
#define STUB_ENTRY(name, ...) table.slots[STUB_SLOT(name)] = (void *)entry_##name;
#define STUB_UNTYPED(name)
#include "entries.inc"
  for (unsigned i = 0; i < STUB_SLOTS; i++)
    made[i].dispatch = &table.named;
  stub_platform.dispatch = &table.named;
}

static const struct stub_control *control(void) {
  return &stub_control;
}

__attribute__((visibility("default"))) const struct stub_control *clgroupStubControl(void) {
  return control();
}

__attribute__((visibility("default"))) cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint count,
                                                                                 cl_platform_id *platforms,
                                                                                 cl_uint *all) {
  if (platforms && count)
    platforms[0] = (cl_platform_id)&stub_platform;
  if (all)
    *all = 1;
  return CL_SUCCESS;
}

cl_int stub_clGetPlatformIDs(cl_uint count, cl_platform_id *platforms, cl_uint *all) {
  return clIcdGetPlatformIDsKHR(count, platforms, all);
}

/* It launches at once. */
static cl_int CL_API_CALL record(void *buffer, cl_command_queue queue, const void *properties, cl_kernel kernel,
                                 cl_uint dimensions, const size_t *offset, const size_t *global, const size_t *local,
                                 cl_uint count, const cl_uint *wait, cl_uint *point, void **command) {
  (void)buffer, (void)properties, (void)count, (void)wait, (void)point, (void)command;
  return table.named.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, 0, NULL, NULL);
}

void *stub_clGetExtensionFunctionAddress(const char *name) {
  if (!name)
    return NULL;
  if (!strcmp(name, "clIcdGetPlatformIDsKHR"))
    return (void *)clIcdGetPlatformIDsKHR;
  if (!strcmp(name, "clgroupStubControl"))
    return (void *)control;
  if (!strcmp(name, "clCommandNDRangeKernelKHR"))
    return (void *)record;
  /* An extension's function, as far as a loader and a layer can tell; and entries by name, as some drivers give them.
   */
  for (unsigned i = 0; i < STUB_SLOTS; i++)
    if (names[i] && !strcmp(names[i], name))
      return table.slots[i];
  return NULL;
}

void *stub_clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name) {
  return platform == (cl_platform_id)&stub_platform ? stub_clGetExtensionFunctionAddress(name) : NULL;
}

__attribute__((visibility("default"))) void *CL_API_CALL clGetExtensionFunctionAddress(const char *name) {
  return stub_clGetExtensionFunctionAddress(name);
}
