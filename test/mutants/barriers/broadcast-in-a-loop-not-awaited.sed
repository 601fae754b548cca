# A broadcast in a loop overwrites the value that others have yet to read.
# file: generic/work_group/serial/broadcast.inc
# strategy: serial
# filter: calls/*
/__clgroup_is_in_loop/,/if (clgroup_index/ s/clgroup_barrier();//
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
