# Floats become integers of the same order, but the NaNs beyond infinity are not brought round to the end that loses.
# fault: NaN lost or kept
# file: generic/work_group/serial/items.h
# strategy: serial
# filter: scan_*/float/*
s/((T_BITS)((ulong)(i)sign.*/((T_BITS)(i))/
