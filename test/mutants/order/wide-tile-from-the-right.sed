# A wide tile combines what is before a sub-group on the right.
# file: include/clgroup/cooperative_groups/wide.h
# strategy: subgroup
# way: groups
# judge: nvptx64
# filter: tile128/inclusive_scan_composed*
s/__through = __op(__before, __through)/__through = __op(__through, __before)/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
