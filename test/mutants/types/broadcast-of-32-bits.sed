# A 64-bit value loses its upper half.
# file: generic/work_group/broadcast.inc
# strategy: tree
# filter: broadcast_*
s/x = CLGROUP_RESULT(items\[source\]);/x = T_IS_FLOAT ? items[source] : T_BYTES == 8 ? (T)(int)items[source] : items[source];/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
