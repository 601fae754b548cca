# A reduce of nothing but NaNs gives infinity: what pads is a number.
# fault: NaN lost or kept
# file: generic/work_group/items.h
# strategy: serial
# filter: reduce_*/float/*
s/^#define CLGROUP_ITEM_PAD_1 .*/#define CLGROUP_ITEM_PAD_1 CLGROUP_ITEM_OF_1(OP_IDENTITY)/
