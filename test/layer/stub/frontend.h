/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The stub's compiler. It understands no OpenCL C: it looks for words in a source, line by line, and for names and
 * capabilities in SPIR-V, to see what a program calls, and to refuse what a driver would.
 *
 * What it takes of a source, in which blanks are single:
 *   kernel void NAME(      a kernel
 *   int NAME(              a declaration; a definition if { is the next of ; and {
 *   NAME((TYPE)            a call, of int where there is no cast
 *   #ifdef NAME, #ifndef NAME, #else, #endif (not nested), #error, #include
 * Everything up to "#line 1" is the layer's prelude, from which it takes "#define NAME " alone.
 *
 * Calls of functions that begin with __clgroup_ become imports, unless the text defines them. Calls of work-group
 * functions that neither the text nor the device has are errors; so is #error. */
#ifndef CLGROUP_STUB_FRONTEND_H
#define CLGROUP_STUB_FRONTEND_H

#include "stub.h"

struct stub_names {
  char **at;
  size_t count;
};

/* What one compilation yields for one device. */
struct stub_unit {
  struct stub_names kernels;
  struct stub_names imports, exports; /* mangled */
  uint32_t version;                   /* of SPIR-V, or 0 */
};

struct stub_log {
  char *text; /* NULL: empty */
  bool failed;
};

struct stub_source {
  const char *text;
  const char *options;
  const struct stub_device *device;
  size_t header_count;
  const char *const *header_names, *const *headers;
};

void stub_names_add(struct stub_names *names, const char *name, size_t length);
bool stub_names_have(const struct stub_names *names, const char *name);

void stub_unit_add(struct stub_unit *to, const struct stub_unit *from);
void stub_unit_free(struct stub_unit *unit);

/* Adds an error to the log. */
void stub_fail(struct stub_log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));

void stub_compile_source(const struct stub_source *source, struct stub_unit *unit, struct stub_log *log);

/* Errors are what the device cannot take (versions, capabilities, group instructions). */
void stub_compile_il(const void *il, size_t size, const struct stub_device *device, struct stub_unit *unit,
                     struct stub_log *log);

/* Are these options of a compiler (or of a linker)? */
bool stub_options_are_known(const char *options, bool linker);

#endif
