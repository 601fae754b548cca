/* How the serial strategy's passes combine. Where a NaN loses to numbers (min and max of floats), they are passes of numbers
 * alone, which take half the time: a NaN becomes what loses to all. That shows only where there is no number, which a pass
 * puts right at its end. */
#ifndef CLGROUP_SERIAL_NUMBERS_H
#define CLGROUP_SERIAL_NUMBERS_H

#define CLGROUP_PASS_COMBINE CLGROUP_PASTE(CLGROUP_PASS_COMBINE_, OP_NAN_LOSES)
#define CLGROUP_PASS_COMBINE_0 OP_COMBINE
#define CLGROUP_PASS_COMBINE_1 OP_OF_NUMBERS

#define CLGROUP_PASS_PAD (OP_NAN_LOSES ? OP_IDENTITY : OP_PAD)

/* What a pass takes a vector for. */
#define CLGROUP_PASS_NUMBERS CLGROUP_PASTE(CLGROUP_PASS_NUMBERS_, OP_NAN_LOSES)
#define CLGROUP_PASS_NUMBERS_0(v) (v)
#define CLGROUP_PASS_NUMBERS_1(v) ((v) == (v) ? (v) : (T_VECTOR)CLGROUP_PASS_PAD)

#endif
