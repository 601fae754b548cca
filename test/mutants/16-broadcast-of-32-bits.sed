# A 64-bit value loses its upper half.
# fault: a 64-bit type through 32 bits
# file: generic/work_group/broadcast.inc
# strategy: tree
# filter: broadcast_*
s/x = \*slot;/x = T_IS_FLOAT ? *slot : T_BYTES == 8 ? (T)(int)*slot : *slot;/
