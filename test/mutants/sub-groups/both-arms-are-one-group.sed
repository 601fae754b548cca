# The work-items of both arms of a branch as one coalesced group.
# file: include/clgroup/group_facts.h
# strategy: subgroup
# way: groups
# judge: intel
# filter: coalesced-arms/ranks
s/__attribute__((__nomerge__)) __set = /__set = /
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
