# The exchange of words does not wait for them.
# file: generic/work_group/shuffle.inc
# strategy: subgroup
# way: groups
# judge: nvptx64
# filter: tile64/inclusive_scan_*
/clgroup_barrier();/d
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
