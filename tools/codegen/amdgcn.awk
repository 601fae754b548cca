# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Counts LLVM's assembly for AMD's GPUs, with ways.awk; width is a wave's work-items, shuffles are cross-lane instructions, local memory and
# spilled registers are the segments group and private. Functions that are no kernels are left out.

/^[A-Za-z_][A-Za-z0-9_]*:/ { start_kernel() }
/^\.[A-Za-z0-9_]+:/ { at_label(substr($1, 1, length($1) - 1)) }
# Padding and waits are no work: newer GPUs need more of them, and they cost what they wait for.
/^\t[a-z]/ && $1 !~ /^s_(nop|delay_alu|wait|code_end)/ {
  add($1 ~ /_dpp$|^v_permlane|^ds_(b?permute|swizzle)|^v_(read|write)(first)?lane/ || / (row|wave)_|quad_perm:| dpp8:/, \
    $1 ~ /^s_barrier(_signal)?$/, $1 ~ /^s_c?branch/ ? $2 : "", $1 !~ /^s_(branch|endpgm)$/)
}
/^\t\.amdhsa_kernel / {
  name = $2
  width = 64
}
/^\t\t\.amdhsa_wavefront_size32 1/ { width = 32 }
/^\t\t\.amdhsa_group_segment_fixed_size / { local = $2 }
/^\t\t\.amdhsa_private_segment_fixed_size / { spilled = $2 }
/^\t\.end_amdhsa_kernel/ { end_kernel(name, width, local, spilled) }
