/* The operators and types that the tests use, in plain C: it shares nothing with the library. */
#ifndef SCANS_OPERATORS_H
#define SCANS_OPERATORS_H

#include <stdbool.h>
#include <stdint.h>

enum { VALUE_BYTES = 32 };

struct value {
  unsigned char bytes[VALUE_BYTES];
};

struct op {
  const char *name;      /* of the operator, and with the type's name of the tests */
  const char *type;      /* as the kernels call it */
  unsigned bytes;        /* of the type */
  bool is_standard;      /* one of OpenCL C's */
  bool has_atomic;       /* scan_update is tested */
  const char *extension; /* that the type needs; or NULL */
  bool is_quick;         /* tested with --quick too */
  const char *declares;  /* what precedes the inclusion of operator.h */
  void (*combine)(const struct op *op, const void *a, const void *b, void *result);
  void (*identity)(const struct op *op, void *result);
  void (*random)(const struct op *op, uint64_t bits, void *result);
};

extern const struct op ops[];
extern const unsigned op_count;

#endif
