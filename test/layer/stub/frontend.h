/* The stub's compiler: just enough of OpenCL C and of SPIR-V to see what a program calls, and to refuse what a driver
 * would. */
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
  uint32_t version;
  size_t header_count;
  const char *const *header_names, *const *headers;
};

void stub_names_add(struct stub_names *names, const char *name, size_t length);
bool stub_names_have(const struct stub_names *names, const char *name);
void stub_names_free(struct stub_names *names);

void stub_unit_add(struct stub_unit *to, const struct stub_unit *from);
void stub_unit_free(struct stub_unit *unit);

void stub_say(struct stub_log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Compiles source. A call of a work-group function takes the type of the cast that its first argument begins with, else
 * int. Calls of functions that begin with __clgroup_ become imports, unless the text defines them; calls of work-group
 * functions that neither the text nor the device has are errors; so is #error. */
void stub_compile_source(const struct stub_source *source, struct stub_unit *unit, struct stub_log *log);

/* Compiles a SPIR-V module: errors are what the device cannot take (versions, capabilities, group instructions). */
void stub_compile_il(const void *il, size_t size, const struct stub_device *device, struct stub_unit *unit,
                     struct stub_log *log);

/* Are these options of a compiler (or of a linker)? */
bool stub_options_are_known(const char *options, bool linker);

#endif
