# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Counts LLVM's assembly for AMD's GPUs, with ways.awk: kernel, instructions, work-items of a wave, loops, cross-lane instructions, barriers,
# bytes of local memory and of private memory (spilled registers), instructions of ways that do not count, a line for each kernel. Functions
# that are no kernels are left out.

/^[A-Za-z_][A-Za-z0-9_]*:/ {
  name = substr($1, 1, length($1) - 1)
  split("", label)
  start_kernel()
  next
}
/^\.Lfunc_end/ {
  end_kernel()
  counted[name] = instructions
  crossing[name] = shuffles
  meeting[name] = barriers
  uncounted[name] = others
  name = ""
}
/^\.[A-Za-z0-9_]+:/ {
  label[substr($1, 1, length($1) - 1)]
  at_label(substr($1, 1, length($1) - 1))
  next
}
/^\t\.amdhsa_kernel / { kernel = $2; wave[kernel] = 64 }
/^\t\t\.amdhsa_group_segment_fixed_size / { local_memory[kernel] = $2 }
/^\t\t\.amdhsa_private_segment_fixed_size / { spilled[kernel] = $2 }
/^\t\t\.amdhsa_wavefront_size32 1/ { wave[kernel] = 32 }
name == "" || !/^\t[a-z]/ { next }
# Padding and waits are no work: newer GPUs need more of them, and they cost what they wait for.
$1 ~ /^s_(nop|delay_alu|wait|code_end)/ { next }
{
  target = $1 ~ /^s_c?branch/ ? $2 : ""
  if (target in label) loops[name]++
  add($1 ~ /_dpp$|^v_permlane|^ds_(b?permute|swizzle)|^v_(read|write)(first)?lane/ || / (row|wave)_|quad_perm:| dpp8:/, \
    $1 ~ /^s_barrier(_signal)?$/, target, $1 !~ /^s_(branch|endpgm)$/)
}
END {
  for (kernel in wave)
    print kernel, counted[kernel], wave[kernel], loops[kernel] + 0, crossing[kernel], meeting[kernel],
      local_memory[kernel] + 0, spilled[kernel] + 0, uncounted[kernel]
}
