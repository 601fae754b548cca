# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Counts listings of IGC: kernel, instructions for 32 work-items, SIMD width, loops, indirect register accesses, barriers, bytes of local
# memory and of spilled registers, a line for each listing. The size of local memory is in .zeinfo (IGC 2), or in the binary's patch
# tokens (IGC 1); those files come before the listings (*.asm).
function hexadecimal(digits,    i, value) {
  for (i = 1; i <= length(digits); i++) value = 16 * value + index("0123456789abcdef", substr(digits, i, 1)) - 1
  return value
}
function finish() {
  if (simd && (!(name in last_attempt) || attempt >= last_attempt[name])) {
    others = name in last_attempt && attempt == last_attempt[name] ? line[name] "\n" : ""
    line[name] = others name " " instructions * 32 / simd " " simd " " loops " " indirect " " barriers " " local_memory[name] + 0 \
      " " spilled
    last_attempt[name] = attempt
  }
  simd = 0
  split("", label)
}
FILENAME ~ /\.zeinfo$/ {
  if (/^  - name:/) name = $3
  if ($1 == "slm_size:") local_memory[name] = $2
  next
}
FILENAME ~ /PTM\.txt$/ {
  if ($1 == "KernelName") name = $2
  if ($2 == "Token") token = $3
  # PATCH_TOKEN_ALLOCATE_LOCAL_SURFACE: the offset, then the size, four bytes each.
  if ($1 == "Hex" && token == 15)
    local_memory[name] = hexadecimal($6) + 256 * hexadecimal($7) + 65536 * hexadecimal($8)
  next
}
FNR == 1 {
  finish()
  instructions = counted = loops = indirect = barriers = spilled = 0
  # ..._simd16_entry_0001.asm, or ..._1_simd16_entry_0001.asm where IGC compiled the kernel again since it spilled registers.
  simd = attempt = FILENAME
  sub(/.*_simd/, "", simd)
  sub(/_.*/, "", simd)
  attempt = attempt ~ /_[0-9]_simd/ ? substr(attempt, match(attempt, /_[0-9]_simd/) + 1, 1) : 0
}
/^\/\/\.kernel / { name = $2 }
/^\/\/\.spill size / { spilled = $3 }
/^\/\// || /^[ \t]*$/ { next }
/^[A-Za-z0-9_.]+:/ {
  label[substr($1, 1, index($1, ":") - 1)]
  next
}
{
  sub(/\/\/.*/, "")
  # Only waits for earlier instructions.
  if (/(^|[ \t)])(sync\.)?nop[ \t]/) next
  counted++
  if (/r\[a[0-9]/) indirect++
  if (/(^|[ \t)])(sync\.bar|wait)[ \t]/) barriers++
  if (/(^|[ \t)])(goto|jmpi|while|brd)[.b]*[ \t]/)
    for (i = 2; i <= NF; i++)
      if ($i in label) { loops++; break }
  # After the end of the thread there is only padding.
  if (/EOT/) instructions = counted
}
END {
  finish()
  for (name in line) print line[name]
}
