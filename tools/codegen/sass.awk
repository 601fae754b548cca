# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Counts NVIDIA's machine code, with ways.awk; shuffles are votes too, local memory is shared memory. The input is what `ptxas -v` prints,
# then what `nvdisasm -c` prints.

function finish() {
  if (name != "") end_kernel(name, 32, shared[name], spilled[name])
}

/^ptxas info *: Compiling entry function / { split($0, part, "'"); compiled = part[2] }
/ bytes spill stores/ { spilled[compiled] = $5 + $9 }
/^ptxas info *: Used / { if (match($0, /[0-9]+ bytes smem/)) shared[compiled] = substr($0, RSTART, RLENGTH) + 0 }

/^\t\.section\t\.text\./ {
  finish()
  name = $2
  sub(/^\.text\./, "", name)
  sub(/,.*/, "", name)
  start_kernel()
}
/^\.[A-Za-z0-9_]+:/ { at_label(substr($1, 1, length($1) - 1)) }
name != "" && /^ *\/\*[0-9a-f]+\*\// {
  sub(/^ *\/\*[0-9a-f]+\*\/ */, "")
  conditional = sub(/^@!?U?P[0-9T]+ +/, "")
  target = /^BRA/ && match($0, /\(\.[A-Za-z0-9_]+\)/) ? substr($0, RSTART + 1, RLENGTH - 2) : ""
  # After the end there is a branch to itself.
  if (/^NOP/ || (target in first_of && first_of[target] == blocks && !instructions_of[blocks])) next
  add(/^(SHFL|REDUX|VOTE|VOTEU|MATCH)[. ]/, /^BAR[.]/, target, conditional || !/^(BRA|EXIT)/)
}
END { finish() }
