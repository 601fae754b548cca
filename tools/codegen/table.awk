# Makes the table, from lines of an implementation and what the counting scripts print: kernel, instructions, width, loops, shuffles,
# barriers, local memory, spilled bytes.
#
#   -v functions=, sizes=     as in kernels.sh
#   -v implementations=       the columns: first the peers, then ours
#   -v peers=N                how many of them are peers
#   -v best=TEXT              what the smallest of the peers is called at the end
#   -v misses=1               list the rows where ours has more instructions than that, and those of size unknown that have more than 1.3
#                             times the instructions of the known size that has most

function dash(number) { return number ? number : "-" }

# median(I, COUNT): of ratio[I, 1] to ratio[I, COUNT], which it sorts.
function median(i, count,    a, b, swap) {
  if (!count) return 0
  for (a = 2; a <= count; a++)
    for (b = a; b > 1 && ratio[i, b] < ratio[i, b - 1]; b--) {
      swap = ratio[i, b]
      ratio[i, b] = ratio[i, b - 1]
      ratio[i, b - 1] = swap
    }
  return (ratio[i, int((count + 1) / 2)] + ratio[i, int((count + 2) / 2)]) / 2
}

{
  cells[$2, $1] = sprintf("%5d %2d %2s %2s %2s %5s %4s", $3, $4, dash($5), dash($6), dash($7), dash($8), dash($9))
  instructions[$2, $1] = $3
  there[$2]
}

END {
  n = split(implementations, implementation, " ")
  printf "%-33s", ""
  for (i = 1; i <= n; i++) printf i < n ? " | %-28s" : " | %s\n", implementation[i]
  printf "%-18s %-6s %-7s", "function", "type", "size"
  for (i = 1; i <= n; i++) printf " | instr  w lp sh ba local spil"
  printf "\n"
  rows = split(functions, function_row, "\n")
  size_count = split(sizes, size, " ")
  for (r = 1; r <= rows; r++) {
    split(function_row[r], word, " ")
    split("", most)
    for (s = 1; s <= size_count; s++) {
      kernel = word[1] "_" word[2] "_" size[s]
      if (!(kernel in there)) continue
      printf "%-18s %-6s %-7s", word[1], word[2], size[s]
      least = 0
      for (i = 1; i <= n; i++) {
        # A peer need not have all functions.
        printf " | %s", (kernel, implementation[i]) in cells ? cells[kernel, implementation[i]] : sprintf("%28s", "-")
        if (i <= peers && (kernel, implementation[i]) in cells && (!least || instructions[kernel, implementation[i]] < least))
          least = instructions[kernel, implementation[i]]
      }
      printf "\n"
      if (word[1] == "copy") continue
      for (i = peers + 1; i <= n; i++) {
        mine = instructions[kernel, implementation[i]]
        if (size[s] != "unknown") {
          if (mine > most[i]) most[i] = mine
          continue
        }
        ratio["unknown" i, ++unknown[i]] = mine / most[i]
        if (mine > 1.3 * most[i]) longer[i] = longer[i] sprintf("  %-18s %-6s %5d to %d\n", word[1], word[2], mine, most[i])
      }
      if (!least) continue
      count++
      for (i = peers + 1; i <= n; i++) {
        mine = instructions[kernel, implementation[i]]
        ratio[i, count] = mine / least
        fewer[i] += mine < least
        if (mine > least) missed[i] = missed[i] sprintf("  %-18s %-6s %-7s %5d to %d\n", word[1], word[2], size[s], mine, least)
      }
    }
  }
  printf "\n"
  for (i = peers + 1; i <= n; i++)
    printf "%-15s fewer instructions than %s in %d of %d rows; median of the ratios %.2f\n", implementation[i], best, fewer[i], count,
      median(i, count)
  for (i = peers + 1; misses && i <= n; i++)
    printf "%-15s size unknown: median of the ratios to the known size with most instructions %.2f, largest %.2f\n", implementation[i],
      median("unknown" i, unknown[i]), ratio["unknown" i, unknown[i]]
  for (i = peers + 1; misses && i <= n; i++)
    if (longer[i]) printf "%-15s size unknown: more than 1.3 times that size in:\n%s", implementation[i], longer[i]
  if (misses)
    for (i = peers + 1; i <= n; i++)
      if (missed[i]) printf "%-15s more instructions than %s in:\n%s", implementation[i], best, missed[i]
}
