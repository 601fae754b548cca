/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* IEEE binary16 in software. */
#ifndef CLGROUP_BASE_HALF_H
#define CLGROUP_BASE_HALF_H

#include <stdint.h>

double clgroup_half_to_double(uint16_t bits);

/* Rounds to nearest, ties to even; too large becomes infinity, too small a denormal or a zero of the same sign. */
uint16_t clgroup_half_from_double(double value);

#endif
