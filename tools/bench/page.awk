# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# page.awk -v picture=FILE.svg drivers.csv times.csv builds.csv compiling.csv: prints the page of times, docs/measurements/times.md, and
# writes its picture.
#
# drivers.csv    a driver, where and how it is measured (tools/measure), and what it was when it was measured
# times.csv      a row for a function, type and peer: for each shape speed as multiples of a copy's and of the best other's, by work-items
#                of a work-group. `lowest` and `highest` are of a function on the whole, where its single figures were not kept
# builds.csv     milliseconds for a program with cold and warm caches, up to the kernel and the end of its first run: without its calls,
#                with them by the driver, and with them by clgroup
# compiling.csv  milliseconds of clang and of clgroup-cc, and the bytes of its output

BEGIN { FS = "," }
FNR == 1 {
  file++
  for (i = 1; i <= NF; i++) {
    split($i, words, "_")
    shape[i] = words[1] == "compute" ? "in a loop" : words[1]
    of[i] = words[2]
    size[i] = words[3]
  }
  next
}
file == 1 {
  drivers[++driver_count] = $1
  taken[$1] = $3
  about[$1] = " " $6 ", " $7 " | " $8 " | " $9 " | " $3 " | " $10 " |"
}
file == 2 {
  family = $2
  sub(/_(add|min|max)$/, "", family)
  colon = index($4, ":")
  route = substr($4, 1, colon ? colon - 1 : 0)
  table = "### " $1 ", strategy " substr($4, colon + 1)
  if (!((table) in table_seen)) { table_seen[table]; tables[$1] = tables[$1] "\n" table }
  for (i = 5; i <= NF; i++) {
    if ($i != "" && of[i] != "copy" && $4 == taken[$1]) {
      key = $1 ", " shape[i] SUBSEP family
      if (!(key in low) || $i + 0 < low[key] + 0) low[key] = $i
      if ($i + 0 > high[key] + 0) high[key] = $i
      put(family ~ /^sub_group/ ? "sub-groups" : "speed", $1 ", " shape[i], family, low[key] " to " high[key])
    }
    if (size[i] == 64) put_sizes(i)
  }
}
file == 3 {
  for (i = 3; i <= NF; i += 3)
    if ($i != "") put("building", $1 ", " shape[i] " cache, " of[i], $2, $i ", " ($(i + 1) == "" ? "-" : $(i + 1)) ", " $(i + 2))
}
file == 4 { put("compiling", "strategy " $2 ", " $3, $1, $4 ", " $5 ", " $6) }

# put_sizes(FIRST): the row's five figures from field FIRST on.
function put_sizes(first,    i, text) {
  for (i = first; i < first + 5; i++)
    if ($i != "") {
      text = text (text == "" ? "" : ", ") (of[i] == "best" && $i < 0.95 ? "**" $i "**" : $i)
      if (!((table, size[i]) in size_seen)) {
        size_seen[table, size[i]]
        sizes[table] = sizes[table] (sizes[table] == "" ? "" : ", ") size[i]
      }
    }
  if (text != "") put(table, $2 " " $3, (of[first] == "copy" ? "of a copy: " : "of the best other: ") route (route == "" ? "" : ", ") shape[first], text)
}

# put(SET, ROW, COLUMN, TEXT): into a cell of a table, whose rows and columns are in the order of their first cells.
function put(set, row, col, text) {
  if (!((set, "row", row) in seen)) rows[set, ++row_count[set]] = row
  if (!((set, "column", col) in seen)) columns[set, ++column_count[set]] = col
  seen[set, "row", row]; seen[set, "column", col]
  cell[set, row, col] = text
}
function print_table(set,    r, c, line) {
  for (c = 1; c <= column_count[set]; c++) line = line " " columns[set, c] " |"
  print "| |" line
  gsub(/[^|]+/, "---", line)
  print "|---|" line
  for (r = 1; r <= row_count[set]; r++) {
    line = "| " rows[set, r] " |"
    for (c = 1; c <= column_count[set]; c++)
      line = line " " ((set, rows[set, r], columns[set, c]) in cell ? cell[set, rows[set, r], columns[set, c]] : "-") " |"
    print line
  }
}

# The picture: a panel for each shape, in which each function has a bar for each driver, on a logarithmic scale.
function y(value) { return bottom - (log(value) - log(0.05)) / (log(300) - log(0.05)) * 200 }
function label(x, at, anchor, text) { printf "<text x=\"%d\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, at, anchor, text >picture }
function bar(x, from, to, fill) {
  printf "<rect x=\"%d\" y=\"%.1f\" width=\"12\" height=\"%.1f\" fill=\"%s\"/>\n", x, from, to - from, fill >picture
}
function line_to(path, stroke) { printf "<path d=\"M%s\" stroke=\"%s\"/>\n", path, stroke >picture }
function draw_panel(at, title, shape, other_shape,    f, d, key, x, value) {
  bottom = at
  label(60, bottom - 212, "start", "<tspan font-weight=\"bold\">" title "</tspan>")
  for (value = 0.1; value < 200; value *= 10) {
    line_to("60 " y(value) "H980", value > 0.5 && value < 5 ? "#000" : "#ccc")
    label(54, y(value) + 4, "end", value)
  }
  for (f = 1; f <= column_count["speed"]; f++) {
    x = 70 + (f - 1) * 152
    if (f > 1) line_to(x - 6 " " bottom - 200 "V" bottom + 16, "#eee")
    label(x + 70, bottom + 14, "middle", columns["speed", f])
    for (d = 1; d <= driver_count; d++) {
      key = drivers[d] ", " shape SUBSEP columns["speed", f]
      if (!(key in low)) key = drivers[d] ", " other_shape SUBSEP columns["speed", f]
      if (key in low) bar(x + (d - 1) * 15, y(high[key]) - 1.5, y(low[key]) + 1.5, color[d])
    }
  }
}
function draw(    d) {
  split("#0072b2 #56b4e9 #00429d #d55e00 #009e73 #66c2a5 #b8de6f #7b3294 #999", color, " ")
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1000 850\" font-family=\"sans-serif\" font-size=\"13\">" >picture
  print "<rect width=\"1000\" height=\"850\" fill=\"#fff\"/>" >picture
  label(60, 20, "start", "Speed as a multiple of the best other on the same driver: above 1 clgroup is faster. A bar: lowest to highest of all types and sizes.")
  for (d = 1; d <= driver_count; d++)
    if (tables[drivers[d]] != "") {
      bar(60 + 186 * ((d - 1) % 5), 32 + 20 * (d > 5), 44 + 20 * (d > 5), color[d])
      label(78 + 186 * ((d - 1) % 5), 43 + 20 * (d > 5), "start", drivers[d])
    }
  draw_panel(305, "A call for each element, in cache; of the H100 from memory", "cached", "large")
  draw_panel(565, "Calls in a loop, each of the last one\047s result", "in a loop", "")
  draw_panel(825, "A kernel that does other work too", "user", "")
  print "</svg>" >picture
}

END {
  print "# Times\n"
  print "Made by `tools/measure` from [drivers.csv](drivers.csv), [times.csv](times.csv), [builds.csv](builds.csv) and [compiling.csv](compiling.csv): edit those."
  print "[README.md](README.md) has the method, and says what shapes and peers are.\n"
  print "![Speed as a multiple of the best other, by driver, function and shape](times.svg)\n"
  print "| driver | measured at | processor or GPU | device and driver | the layer takes | note |\n|---|---|---|---|---|---|"
  for (d = 1; d <= driver_count; d++) print "| " drivers[d] " |" about[drivers[d]]
  print "\n## Speed\n\nOf what the layer takes, to the best other: lowest to highest of all types and sizes.\n"
  print_table("speed")
  if (row_count["sub-groups"]) {
    print "\nThe same of sub-groups: of what the library provides where a driver lacks a function.\n"
    print_table("sub-groups")
  }
  print "\nBelow, a cell has a figure for each size. **Bold** is slower than the best other by more than 5%; in mode auto the layer keeps a"
  print "driver\047s own functions unless they are wrong."
  for (d = 1; d <= driver_count; d++) {
    n = split(tables[drivers[d]], list, "\n")
    for (i = 2; i <= n; i++) {
      printf "\n%s\n\nAt %s work-items.\n\n", list[i], sizes[list[i]]
      print_table(list[i])
    }
  }
  print "\n## Building a program\n\nMilliseconds of processor time up to the kernel, and up to the end of its first run: without the calls, with them by the"
  print "driver (-: it has no such functions), and with them by the layer.\n"
  print_table("building")
  print "\n## clgroup-cc\n\nMilliseconds of clang (and llvm-spirv), and of clgroup-cc; then the bytes of its output.\n"
  print_table("compiling")
  draw()
}
