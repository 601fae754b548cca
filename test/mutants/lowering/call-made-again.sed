# Any call in a kernel of a single barrier is made again where its result is used, not the queries of ids alone.
# No fixed test notices it.
# file: lib/lower/passes/single-barrier.c
# strategy: tree
# way: cc
# filter: any-value-of-before.cl
# judge: pocl
s/return clgroup_query_of(value) != CLGROUP_NO_QUERY ? 1 : MOST_COPIED + 1;/return 1;/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
