# 65504 stands for the highest half.
# fault: the wrong identity
# file: generic/types.inc
# strategy: serial
# filter: scan_exclusive_min/half/*
s/T_HIGHEST ((half)INFINITY)/T_HIGHEST ((half)65504.0f)/
