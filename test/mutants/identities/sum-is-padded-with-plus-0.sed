# The sum of nothing but -0.0 is +0.0: so the padding makes it.
# file: generic/types.inc
# strategy: serial
# filter: reduce_add/float/*
s/T_ADD_PAD (-0.0f)/T_ADD_PAD 0.0f/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
