# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Makes the table, from lines of an implementation and what the counting scripts print: kernel, instructions, width, loops, shuffles,
# barriers, local memory, spilled bytes, and where ways.awk counts, the instructions that it leaves out.
#
# A row is a function and type, and has all sizes: a number on which they agree once; KNOWN/UNKNOWN where all known sizes agree; else one
# number for each size, in their order. `no` among the instructions stands for a kernel that the implementation lacks; its other columns
# pass over that size. The last column is left out where it is 0 everywhere. The lines below the table count kernels.
#
#   -v functions=, sizes=     as in kernels.sh
#   -v implementations=       the columns: first the peers, then ours
#   -v peers=N                how many of them are peers; uniform:... are compared with each other, and the others
#   -v best=TEXT              what the smallest of the peers is called at the end
#
# The lines below the table list the kernels where ours has more instructions than the best peer, and those of size unknown that have more
# than 1.15 times the instructions of the known size that has most.

# keep(LIST, VALUE): among the ratios of the list, which are sorted.
function keep(list, value,    a) {
  for (a = ++kept[list]; a > 1 && ratio[list, a - 1] > value; a--) ratio[list, a] = ratio[list, a - 1]
  ratio[list, a] = value
}

function median(list) { return (ratio[list, int((kept[list] + 1) / 2)] + ratio[list, int((kept[list] + 2) / 2)]) / 2 }

# agree(COUNT): are number[1] to number[COUNT] the same?
function agree(count) {
  while (count > 1 && number[count] == number[1]) count--
  return count == 1
}

# cell(FUNCTION, I, COLUMN): the numbers of implementation I in a column; FUNCTION has its type with it.
function cell(function_name, i, column,    s, kernel, count, unknown, text) {
  for (s = 1; s <= size_count; s++) {
    kernel = function_name "_" size[s]
    if (!(kernel in there) || (column > 1 && !((kernel, implementation[i]) in instructions))) continue
    number[++count] = (kernel, implementation[i]) in instructions ? numbers[kernel, implementation[i], column] : "no"
    unknown = size[s] == "unknown"
  }
  if (!count) return ""
  if (agree(count)) return number[1]
  if (unknown && agree(count - 1)) return number[1] "/" number[count]
  text = number[1]
  for (s = 2; s <= count; s++) text = text "/" number[s]
  return text
}

# least(KERNEL, I): the instructions of the best peer of implementation I; 0 if none has the kernel.
function least(kernel, i,    p, mine, best_one) {
  for (p = 1; p <= peers; p++) {
    if ((implementation[p] ~ /^uniform:/) != (implementation[i] ~ /^uniform:/) || !((kernel, implementation[p]) in instructions)) continue
    mine = instructions[kernel, implementation[p]]
    if (!best_one || mine < best_one) best_one = mine
  }
  return best_one + 0
}

# compare(I): adds to the parts of what stands below the table the lines of implementation I.
function compare(i,    r, s, word, kernel, name, mine, most, peer, count, fewer, longer, misses, missed) {
  for (r = 1; r <= rows; r++) {
    split(function_row[r], word, " ")
    if (word[1] == "copy") continue
    name = sprintf("  %-18s %-6s ", word[1], word[2])
    most = 0
    misses = ""
    for (s = 1; s <= size_count; s++) {
      kernel = word[1] "_" word[2] "_" size[s]
      if (!((kernel, implementation[i]) in instructions)) continue
      mine = instructions[kernel, implementation[i]]
      if (size[s] == "unknown") {
        keep("unknown" i, mine / most)
        if (mine > 1.15 * most) longer = longer name mine " to " most "\n"
      } else if (mine > most) most = mine
      # A peer need not have all functions.
      if (!(peer = least(kernel, i))) continue
      count++
      keep(i, mine / peer)
      fewer += mine < peer
      if (mine > peer) misses = misses (misses == "" ? "" : ", ") size[s] ": " mine " to " peer
    }
    if (misses != "") missed = missed name misses "\n"
  }
  name = sprintf("%-15s ", implementation[i])
  below[1] = below[1] name sprintf("fewer instructions than %s in %d of %d kernels; median of the ratios %.2f\n", best, fewer, count, median(i))
  below[2] = below[2] name sprintf("size unknown: median of the ratios to the known size with most instructions %.2f, largest %.2f\n",
    median("unknown" i), ratio["unknown" i, kept["unknown" i]])
  if (longer) below[3] = below[3] name "size unknown: more than 1.15 times that size in:\n" longer
  if (missed) below[4] = below[4] name "more instructions than " best " in:\n" missed
}

{
  for (c = 1; c <= 8; c++) numbers[$2, $1, c] = c > 2 && !$(c + 2) ? "-" : $(c + 2)
  instructions[$2, $1] = $3
  there[$2]
  if ($10) leaves_out = 1
}

END {
  n = split(implementations, implementation, " ")
  rows = split(functions, function_row, "\n")
  size_count = split(sizes, size, " ")
  columns = split("instr w lp sh ba local spil other", column, " ")
  if (!leaves_out) columns--
  function_row[0] = "function type" # the head, a row like the others
  line = sprintf("%-25s", "sizes " sizes)
  for (i = 1; i <= n; i++) {
    total = -1
    for (c = 1; c <= columns; c++) {
      for (r = 0; r <= rows; r++) {
        split(function_row[r], word, " ")
        cells[r, i, c] = r ? cell(word[1] "_" word[2], i, c) : column[c]
        if (length(cells[r, i, c]) > width[i, c]) width[i, c] = length(cells[r, i, c])
      }
      total += width[i, c] + 1
    }
    line = line sprintf(" | %-" total "s", implementation[i])
  }
  print_line(line)
  for (r = 0; r <= rows; r++) {
    split(function_row[r], word, " ")
    line = sprintf("%-18s %-6s", word[1], word[2])
    exists = 0
    for (i = 1; i <= n; i++) {
      line = line " |"
      for (c = 1; c <= columns; c++) line = line sprintf(" %-" width[i, c] "s", cells[r, i, c])
      if (cells[r, i, 1] != "") exists = 1
    }
    if (exists) print_line(line)
  }
  for (i = peers + 1; i <= n; i++) compare(i)
  printf "\n%s%s%s%s", below[1], below[2], below[3], below[4]
}

function print_line(line) {
  sub(/ +$/, "", line)
  print line
}
