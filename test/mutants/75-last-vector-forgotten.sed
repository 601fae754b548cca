# A reduce leaves out a last vector that is not full.
# fault: sizes that do not divide
# file: generic/work_group/serial/reduce_pass.inc
# strategy: serial
# filter: reduce_*/long/*
s/i < n; i += T_LANES)/i + T_LANES <= n; i += T_LANES)/
