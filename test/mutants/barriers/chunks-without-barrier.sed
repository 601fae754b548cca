# Rank 0 combines a chunk before all have stored.
# file: generic/work_group/chunks/scan.inc
# strategy: tree
# filter: scan_*/int/*
# options: --limit 7
/items\[rank - first\] = x/{n;s/clgroup_barrier();//}
