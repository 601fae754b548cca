# The scratch memory of a kernel with reqd_work_group_size is too small: z is left out.
# No fixed test notices it.
# fault: too little scratch
# file: lib/lower/launch.c
# strategy: tree
# way: cc
# filter: m-halves-of-scratch.cl
# judge: pocl
s/size\[0\] \* size\[1\] \* size\[2\]/size[0] * size[1]/
