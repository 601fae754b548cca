# A switch whose values are all known gets a default that is never reached.
# No fixed test notices it, and with PoCL 6 no kernel was found that shows it.
# file: lib/lower/passes/single-barrier.c
# strategy: tree
# way: cc
# filter: pocl3-single-barrier-unreachable.cl
# judge: pocl3
/^  hide_ranges(module/d
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
