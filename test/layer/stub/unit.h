/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the stub's compiler makes of a program: the names in it. It looks for words in a source, line by line, and for
 * names and capabilities in SPIR-V, and refuses what a driver would.
 *
 *   kernel void NAME(   a kernel
 *   NAME((TYPE)         a call, of int where there is no cast: of a function that begins with __clgroup_, or that the
 *                       layer renames so, an import; of a work-group function that the device lacks, an error. Not if
 *                       the source has NAME(int x) {
 *   #error ... NAME     an error, unless the layer defines NAME
 *   #include NAME       an error, unless NAME is given to clCompileProgram
 *   // left out         the line is not there
 *
 * Before "#line 1" are the layer's own lines, of which only "#define NAME " counts. */
#ifndef CLGROUP_STUB_UNIT_H
#define CLGROUP_STUB_UNIT_H

#include "stub.h"

/* What one compilation yields for one device. */
struct stub_unit {
  char *names;      /* behind a newline, each with a letter before it and a newline behind it; NULL: none. The letters:
                       K for a kernel, I for an import, E for an export, whose names are mangled */
  uint32_t version; /* of SPIR-V, or 0 */
};

/* The first name of this letter at or behind a name, or names; it ends at a newline. NULL: there are no more. */
const char *stub_next_name(const char *at, char letter);
bool stub_has_name(const struct stub_unit *unit, char letter, const char *name, size_t length);
void stub_add_name(struct stub_unit *unit, char letter, const char *name, size_t length);

#define STUB_EACH_NAME(at, unit, letter)                                                                               \
  const char *at = (unit)->names;                                                                                      \
  (at = stub_next_name(at, letter));
/* The arguments of a name for %.*s, and for the functions above. */
#define STUB_PRINTED(at) (int)strcspn(at, "\n"), at
#define STUB_LENGTH(at) at, strcspn(at, "\n")

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

/* Adds an error to the log. */
void stub_fail(struct stub_log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));

void stub_compile_source(const struct stub_source *source, struct stub_unit *unit, struct stub_log *log);

/* Errors are what the device cannot take (versions, capabilities, group instructions). */
void stub_compile_il(const uint32_t *words, size_t size, const struct stub_device *device, struct stub_unit *unit,
                     struct stub_log *log);

/* Are these options of a compiler (or of a linker)? */
bool stub_options_are_known(const char *options, bool linker);

#endif
