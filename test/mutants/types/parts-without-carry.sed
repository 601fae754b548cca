# A sum of 64-bit integers in parts loses what the second part carries.
# file: generic/work_group/subgroup/parts.h
# strategy: subgroup
# filter: reduce_add/*long/*
# judge: intel
s/((ulong)p.second << 16)/(p.second << 16)/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
