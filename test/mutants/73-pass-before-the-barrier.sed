# Rank 0 makes its pass before the others have stored.
# fault: a missing barrier
# file: generic/work_group/serial/scan.inc
# strategy: serial
# filter: scan_*/int/*
/OP_PREPARE(x)/,/clgroup_leads/ s/clgroup_barrier();//
