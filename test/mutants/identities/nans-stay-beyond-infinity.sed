# Floats become integers of the same order, but the NaNs beyond infinity are not brought round to the end that loses.
# file: generic/work_group/items.h
# strategy: serial
# filter: scan_*/float/*
s/^#define CLGROUP_MOVE .*/#define CLGROUP_MOVE 0ul/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
