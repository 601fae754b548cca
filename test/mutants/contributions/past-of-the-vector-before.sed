# A scan's next turn takes its neighbours from the vector before the last one.
# file: generic/work_group/serial/scan_pass.inc
# strategy: serial
# filter: scan_exclusive_*/int/*
s/pair = pair1/pair = pair0/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
