# The 3-D form stays in the first plane.
# fault: rank order
# file: generic/work_group/broadcast_forms.inc
# strategy: serial
# filter: broadcast_3d/*
s/(uint)id_z)/0 * (uint)id_z)/
