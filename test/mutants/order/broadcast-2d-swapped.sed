# The 2-D form takes y for x.
# file: generic/work_group/broadcast_forms.inc
# strategy: tree
# filter: broadcast_2d/*
s/clgroup_rank_of((uint)id_x, (uint)id_y, 0)/clgroup_rank_of((uint)id_y, (uint)id_x, 0)/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
