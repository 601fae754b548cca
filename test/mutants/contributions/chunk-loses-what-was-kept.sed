# Each chunk of a larger work-group is scanned by itself.
# file: generic/work_group/chunks/scan.inc
# strategy: tree
# filter: scan_*_add/int/*
# options: --limit 7 --max-size 1024
# judge: intel rusticl nvptx64
s/first ? kept\[0\] : OP_PAD/OP_PAD/
