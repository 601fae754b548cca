# A reduce leaves out a last vector that is not full.
# file: generic/work_group/serial/reduce_pass.inc
# strategy: serial
# filter: reduce_*/long/*
s/} while (i < n);/} while (i + 2 * T_LANES <= n);/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
