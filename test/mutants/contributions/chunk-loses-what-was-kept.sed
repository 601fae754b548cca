# Each chunk of a larger work-group is scanned by itself.
# file: generic/work_group/chunks/scan.inc
# strategy: tree
# filter: scan_*/int/*
# options: --limit 7
# judge: intel rusticl nvptx64
s/first ? kept\[0\] : OP_PAD/OP_PAD/
