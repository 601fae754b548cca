# Only as many sub-groups count as a sub-group has lanes.
# file: generic/work_group/subgroup/sub_group.inc
# strategy: subgroup
# filter: scan_*/int/*
# options: --sub-group-size 4
# judge: intel
s/i += turn/i += count/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
