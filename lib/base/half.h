/* IEEE binary16 in software. */
#ifndef REFERENCE_HALF_H
#define REFERENCE_HALF_H

#include <stdint.h>

double half_to_double(uint16_t bits);

/* Rounds to nearest, ties to even; too large becomes infinity, too small a denormal or a zero of the same sign. */
uint16_t half_from_double(double value);

#endif
