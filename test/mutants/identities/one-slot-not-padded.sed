# The first slot behind the work-group is not padded.
# file: generic/work_group/serial/reduce_pass.inc
# strategy: serial
# filter: reduce_*/int/*
s/for (uint i = n; i < end/for (uint i = n + 1; i < end/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
