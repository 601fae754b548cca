/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The executor as an OpenCL driver, for the tests: its objects, and the functions that it has. All others report that
 * they are missing. */
#ifndef CLGROUP_SIMT_ICD_H
#define CLGROUP_SIMT_ICD_H

#include "layer/stub/answers.h"
#include "layer/stub/stub.h"
#include "simt.h"

/* icd_NAME for each entry NAME. */
#define STUB_ENTRY(name, kind, result, last, count) result CL_API_CALL icd_##name(STUB_PARAMETERS_##name(STUB_DECLARE));
#define STUB_UNTYPED(name)
#include "layer/stub/entries.inc"

struct icd_object {
  void *dispatch; /* first, for the loader */
  unsigned references;
};

struct icd_device {
  struct icd_object object;
  struct simt_target target;
};

struct icd_context {
  struct icd_object object;
  const struct icd_device *device;
  stub_context_notify notify; /* is told what a kernel does wrong; NULL: it goes to stderr */
  void *user;
};

struct icd_queue {
  struct icd_object object;
  struct icd_context *context;
};

struct icd_program {
  struct icd_object object;
  struct icd_context *context;
  const struct icd_device *device;
  char *source, *options; /* NULL: it came as a binary; was never built */
  size_t source_size;
  void *binary;
  size_t size;
  struct simt_module *module;
  cl_program_binary_type type;
  bool failed;
  unsigned kernels; /* that exist */
  char *log;
};

struct icd_memory {
  struct icd_object object;
  struct simt_buffer buffer;
};

struct icd_kernel {
  struct icd_object object;
  struct icd_program *program;
  const struct simt_kernel *kernel;
  struct {
    bool set;
    struct icd_memory *memory;
    size_t bytes;
    void *value;
  } arguments[SIMT_MAX_ARGUMENTS];
};

extern struct icd_object icd_platform;
extern struct icd_device icd_devices[];
extern const unsigned icd_device_count;
struct icd_device *icd_device(cl_device_id id); /* NULL: there is none */

struct icd_program *icd_make_program(cl_context context, const struct icd_device *device);
/* Makes the binary of the source. Returns whether it could; the log says why not. */
bool icd_build_source(struct icd_program *program, const char *options);
/* Makes the binary executable. Returns whether it could; the log says why not. */
bool icd_load(struct icd_program *program);

/* A new object with one reference, its memory zeroed. */
void *icd_make(size_t size);
void *icd_copy(const void *from, size_t size); /* for free() */
void *icd_retain(void *object);
/* Whether that was the last reference; the memory is then for the caller to free. */
bool icd_release(void *object);

/* Makes the event of a command that has ended, where one is wanted. */
void icd_done(cl_event *event);

#endif
