# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Counts NVIDIA's machine code: kernel, instructions, 32, loops, shuffles and votes, barriers, bytes of shared memory and of spilled
# registers, a line for each kernel. The input is what `ptxas -v` prints, then what `nvdisasm -c` prints.

function finish() {
  if (name != "") print name, instructions, 32, loops, shuffles, barriers, shared[name] + 0, spilled[name] + 0
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
  instructions = loops = shuffles = barriers = 0
  split("", label)
  next
}
/^\.[A-Za-z0-9_]+:/ {
  last = substr($1, 1, length($1) - 1)
  label[last] = instructions
  next
}
name != "" && /^ *\/\*[0-9a-f]+\*\// {
  sub(/^ *\/\*[0-9a-f]+\*\/ */, "")
  sub(/^@!?U?P[0-9T]+ +/, "")
  if (/^NOP/) next
  # After the end there is a branch to itself.
  if (/^BRA / && index($0, "(" last ")") && label[last] == instructions) next
  instructions++
  if (/^(SHFL|REDUX|VOTE|VOTEU|MATCH)[. ]/) shuffles++
  if (/^BAR[.]/) barriers++
  if (/^BRA/ && match($0, /\(\.[A-Za-z0-9_]+\)/) && substr($0, RSTART + 1, RLENGTH - 2) in label) loops++
}
END { finish() }
