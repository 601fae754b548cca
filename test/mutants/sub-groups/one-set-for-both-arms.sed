# The active lanes are asked for once, for both arms of a branch.
# fault: sets of lanes that are not those at the call
# file: include/clgroup/group_facts.h
# way: scans
# strategy: subgroup
# filter: add.uint.coalesced
# judge: nvptx64
s/, nomerge//
