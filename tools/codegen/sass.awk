# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Counts NVIDIA's machine code, with ways.awk: kernel, instructions, 32, loops, shuffles and votes, barriers, bytes of shared memory and of
# spilled registers, instructions of ways that do not count, a line for each kernel. The input is what `ptxas -v` prints, then what
# `nvdisasm -c` prints.

function finish() {
  if (name == "") return
  end_kernel()
  print name, instructions, 32, loops, shuffles, barriers, shared[name] + 0, spilled[name] + 0, others
  name = ""
}

/^ptxas info *: Compiling entry function / { split($0, part, "'"); compiled = part[2] }
/ bytes spill stores/ { spilled[compiled] = $5 + $9 }
/^ptxas info *: Used / { if (match($0, /[0-9]+ bytes smem/)) shared[compiled] = substr($0, RSTART, RLENGTH) + 0 }

/^\t\.section\t\.text\./ {
  finish()
  name = $2
  sub(/^\.text\./, "", name)
  sub(/,.*/, "", name)
  loops = 0
  start_kernel()
  split("", label)
  next
}
/^\.[A-Za-z0-9_]+:/ {
  last = substr($1, 1, length($1) - 1)
  label[last] = size
  at_label(last)
  next
}
name != "" && /^ *\/\*[0-9a-f]+\*\// {
  sub(/^ *\/\*[0-9a-f]+\*\/ */, "")
  conditional = sub(/^@!?U?P[0-9T]+ +/, "")
  if (/^NOP/) next
  # After the end there is a branch to itself.
  if (/^BRA / && index($0, "(" last ")") && label[last] == size) next
  target = /^BRA/ && match($0, /\(\.[A-Za-z0-9_]+\)/) ? substr($0, RSTART + 1, RLENGTH - 2) : ""
  if (target in label) loops++
  add(/^(SHFL|REDUX|VOTE|VOTEU|MATCH)[. ]/, /^BAR[.]/, target, conditional || !/^(BRA|EXIT)/)
}
END { finish() }
