# The first work-item of each row makes the pass.
# file: generic/rank.h
# strategy: serial
# filter: scan_*/int/*
s/== is_last \* (get_local_size(.) - 1)/>= is_last * 0/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
