/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The dispatch table. */
#include "icd.h"

#include <stdlib.h>
#include <string.h>

static union {
  cl_icd_dispatch named;
  void *slots[STUB_SLOTS];
} table;

void *icd_copy(const void *from, size_t size) {
  void *copy = malloc(size);
  if (!copy)
    abort();
  return memcpy(copy, from, size);
}

void *icd_make(size_t size) {
  struct icd_object *o = calloc(1, size);
  if (!o)
    abort();
  o->dispatch = &table;
  o->references = 1;
  return o;
}

void *icd_retain(void *object) {
  struct icd_object *o = object;
  __atomic_add_fetch(&o->references, 1, __ATOMIC_SEQ_CST);
  return object;
}

bool icd_release(void *object) {
  struct icd_object *o = object;
  return !__atomic_sub_fetch(&o->references, 1, __ATOMIC_SEQ_CST);
}

__attribute__((constructor)) static void fill(void) {
#define STUB_ENTRY(name, ...) table.slots[STUB_SLOT(name)] = (void *)icd_##name;
#define STUB_UNTYPED(name)
#include "layer/stub/entries.inc"
  icd_platform.dispatch = &table;
  for (unsigned i = 0; i < icd_device_count; i++)
    icd_devices[i].object.dispatch = &table;
}

__attribute__((visibility("default"))) cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint count,
                                                                                 cl_platform_id *platforms,
                                                                                 cl_uint *all) {
  if (platforms && count)
    platforms[0] = (cl_platform_id)&icd_platform;
  if (all)
    *all = 1;
  return CL_SUCCESS;
}

cl_int icd_clGetPlatformIDs(cl_uint count, cl_platform_id *platforms, cl_uint *all) {
  return clIcdGetPlatformIDsKHR(count, platforms, all);
}

void *icd_clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name) {
  (void)platform;
  if (!name)
    return NULL;
  if (!strcmp(name, "clIcdGetPlatformIDsKHR"))
    return (void *)clIcdGetPlatformIDsKHR;
    /* The loader gets the address of clGetPlatformInfo in this way. */
#define STUB_ENTRY(entry, ...)                                                                                         \
  if (!strcmp(name, #entry))                                                                                           \
    return (void *)icd_##entry;
#define STUB_UNTYPED(name)
#include "layer/stub/entries.inc"
  return NULL;
}

void *icd_clGetExtensionFunctionAddress(const char *name) {
  return icd_clGetExtensionFunctionAddressForPlatform(NULL, name);
}

__attribute__((visibility("default"))) void *CL_API_CALL clGetExtensionFunctionAddress(const char *name) {
  return icd_clGetExtensionFunctionAddress(name);
}
