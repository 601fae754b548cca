/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the lanes of a warp (AMD: wave) get from an operation that they do together: no state, no scheduling. */
#ifndef CLGROUP_SIMT_WARP_H
#define CLGROUP_SIMT_WARP_H

#include "simt.h"

struct simt_lane {
  uint64_t operands[SIMT_OPERANDS];
  uint64_t result; /* of a pair the second member is bit 32 */
};

struct simt_meeting {
  const struct simt_target *target;
  const struct simt_site *site;
  uint64_t active; /* the lanes that take part */
  struct simt_lane lanes[SIMT_MAX_LANES];
  unsigned *noise;             /* state of a generator of values for what is undefined */
  unsigned read_by, read_from; /* a lane that read an undefined value of another, and that */
  bool undefined;              /* whether there is one */
  bool refused;                /* and an error, though its value may be thrown away */
};

/* Computes the results of the active lanes. Returns NULL, or what is wrong. */
const char *simt_meet(struct simt_meeting *meeting);

unsigned simt_noise(unsigned *state);

#endif
