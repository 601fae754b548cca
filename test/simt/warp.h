/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The results of an operation that the lanes of a warp (AMD: wave) do together, without state and scheduling. */
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
  unsigned read_by, read_from; /* a lane that read an undefined value, and the lane that it read */
  bool undefined;              /* whether there is one */
  bool refused;                /* there is, and it is an error even if the value is not used */
};

/* Computes the results of the active lanes. Returns NULL, or what is wrong. */
const char *simt_meet(struct simt_meeting *meeting);

unsigned simt_noise(unsigned *state);
/* NVIDIA's ex2.approx: 2 to the x, and an error of up to the 2 units in the last place that PTX allows, the same for
 * the same x. */
uint64_t simt_exp2(uint32_t x, bool flush, unsigned seed);

#endif
