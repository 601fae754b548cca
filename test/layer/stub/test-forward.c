/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Every entry once, each with its own arguments: what the stub got must be what was sent. */
#include "harness.h"

#include "base/list.h"

#include <string.h>

/* What the layer acts on: it may ask the driver other things too, and put pointers of its own in the place of the
 * application's. Handles stay, and the call comes once. */
static const char acted[] =
    "clGetDeviceIDs clGetDeviceInfo clCreateContextFromType clCreateProgramWithSource clCreateProgramWithBinary "
    "clCreateProgramWithIL clBuildProgram clCompileProgram clLinkProgram clGetProgramInfo clGetProgramBuildInfo "
    "clRetainProgram clReleaseProgram clCreateKernel clCreateKernelsInProgram clCloneKernel clGetKernelInfo "
    "clGetKernelSubGroupInfo clGetKernelSubGroupInfoKHR clRetainKernel clReleaseKernel clEnqueueNDRangeKernel "
    "clGetExtensionFunctionAddress clGetExtensionFunctionAddressForPlatform";

static bool is_acted(unsigned slot) {
  return group->way >= WAY_LAYER && clgroup_list_has(acted, stub->name(slot));
}

enum sort { HANDLE, NUMBER, FUNCTION, OTHER };

/* By the type's name, unless it is an integer type. */
static enum sort sort_of(int class, const char *type) {
  enum { INTEGER = 1 };
  return class == INTEGER ? NUMBER : strstr(type, "(*") ? FUNCTION : strchr(type, '*') ? OTHER : HANDLE;
}
#define SORT(type, index) sort_of(__builtin_classify_type((type)0), #type)

/* Where pointers point to: zeros, so that lists are of NULLs and texts empty. */
static char places[STUB_PARAMETERS][1024];
static unsigned calls_back;

static void call_back(void) {
  calls_back++;
}

static uintptr_t make_word(enum sort sort, unsigned index) {
  switch (sort) {
  case NUMBER:
    return 17 + index;
  case FUNCTION:
    return (uintptr_t)call_back;
  default:
    return (uintptr_t)places[index];
  }
}

static void compare(unsigned slot, const enum sort *sorts, const uintptr_t *words, unsigned count) {
  const struct stub_call *call = seen_call(slot, 0);
  if (seen(slot) != 1 || !call || call->count != count) {
    failed(__FILE__, __LINE__, "%s reached the driver %u times", stub->name(slot), seen(slot));
    return;
  }
  if (!is_acted(slot) && stub->calls() != 1)
    failed(__FILE__, __LINE__, "%s: %zu calls reached the driver", stub->name(slot), stub->calls());
  for (unsigned i = 0; i < count; i++)
    if (call->words[i] != words[i] && (sorts[i] == HANDLE || !is_acted(slot)))
      failed(__FILE__, __LINE__, "%s: argument %u came as %#zx, not %#zx", stub->name(slot), i, (size_t)call->words[i],
             (size_t)words[i]);
}

static void compare_result(unsigned slot, uintptr_t result, uintptr_t bare) {
  if (result != bare)
    failed(__FILE__, __LINE__, "%s gave %#zx, and the driver %#zx", stub->name(slot), (size_t)result, (size_t)bare);
}

static void begin(void) {
  memset(places, 0, sizeof places);
  stub->clear();
}

#define CAST(type, index) (type) words[index + 1]
#define MAKE(type, index) make_word(SORT(type, index), index)
#define CALL_STATUS(table, name, ...) (uintptr_t)(table)->name(__VA_ARGS__)
#define CALL_OBJECT(table, name, ...) (uintptr_t)(table)->name(__VA_ARGS__)
#define CALL_POINTER(table, name, ...) (uintptr_t)(table)->name(__VA_ARGS__)
#define CALL_NOTHING(table, name, ...) ((table)->name(__VA_ARGS__), (uintptr_t)0)

#define STUB_UNTYPED(name)
#define STUB_ENTRY(name, kind, result, last, count)                                                                    \
  static void forward_##name(void) {                                                                                   \
    const enum sort sorts[] = {OTHER, STUB_PARAMETERS_##name(SORT)};                                                   \
    const uintptr_t words[] = {0, STUB_PARAMETERS_##name(MAKE)};                                                       \
    begin();                                                                                                           \
    uintptr_t bare = CALL_##kind(stub->dispatch(), name, STUB_PARAMETERS_##name(CAST));                                \
    char left[sizeof places];                                                                                          \
    memcpy(left, places, sizeof places);                                                                               \
    begin();                                                                                                           \
    compare_result(STUB_SLOT(name), CALL_##kind(cl, name, STUB_PARAMETERS_##name(CAST)), bare);                        \
    compare(STUB_SLOT(name), sorts + 1, words + 1, count);                                                             \
    if (memcmp(left, places, sizeof places))                                                                           \
      failed(__FILE__, __LINE__, "%s left other results than the driver", #name);                                      \
  }
#include "entries.inc"

TEST(forward, forward) {
  stub->settings->record_only = true;
  calls_back = 0;
#define STUB_UNTYPED(name)
#define STUB_ENTRY(name, ...) forward_##name();
#include "entries.inc"
  CHECK_EQUAL(calls_back, 0);
}

/* Entries without a type on this system, and those of newer headers, are copied. */
TEST(forward, copied) {
  void *const *mine = (void *const *)cl, *const *below = (void *const *)stub->dispatch();
  unsigned untyped = 0;
#define STUB_ENTRY(name, ...)
#define STUB_UNTYPED(name)                                                                                             \
  untyped++;                                                                                                           \
  CHECK(mine[STUB_SLOT(name)] == below[STUB_SLOT(name)]);
#include "entries.inc"
  CHECK_EQUAL(untyped, 16);
}

/* Before the layer is loaded. */
static size_t usual;

__attribute__((constructor)) static void note_stack(void) {
  usual = stack_of_new_threads();
}

/* The application's own threads have the stacks that it expects, though PoCL's have others. */
TEST(forward, stacks) {
  stub->settings->record_only = true;
  CHECK(usual != 0);
  cl->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 0, NULL, NULL);
  CHECK(stack_of_new_threads() == usual);
  cl->clCreateContextFromType(NULL, CL_DEVICE_TYPE_ALL, NULL, NULL, NULL);
  CHECK(stack_of_new_threads() == usual);
}
