# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Which instructions of a kernel count, for the scripts that read machine code; they call start_kernel(), for each label and instruction, in
# their order, at_label() and add(), and then end_kernel().
#
# A branch both of whose ways have a barrier of their own is one that all work-items of a work-group take together, as the library's on the
# shape of work-groups of a size that is not known. Of the two ways only the shorter counts, which is the one of the usual shape. All other
# instructions count, since a sub-group may execute both ways of another branch.

function start_kernel() {
  blocks = loops = 0
  split("", first_of)
  open_block()
}

function open_block() {
  if (blocks && !instructions_of[blocks]) return
  blocks++
  instructions_of[blocks] = shuffles_of[blocks] = barriers_of[blocks] = 0
  ways_of[blocks] = blocks + 1 # the blocks that may follow, or their labels
}

function at_label(name) {
  open_block()
  first_of[name] = blocks
}

# add(SHUFFLE, BARRIER, TARGET, GOES_ON): an instruction. TARGET: the label that it may jump to, or ""; GOES_ON: may the next one follow?
function add(shuffle, barrier, target, goes_on) {
  instructions_of[blocks]++
  shuffles_of[blocks] += shuffle
  barriers_of[blocks] += barrier
  loops += target in first_of
  if (target == "" && goes_on) return
  ways_of[blocks] = (goes_on ? blocks + 1 : "") " " target
  open_block()
}

# reach(WAY, SET): adds to SET the blocks to which control may come by way of a block or its label.
function reach(way, set,    ways, w) {
  way = way in first_of ? first_of[way] : way + 0
  if (!way || way > blocks || way in set) return
  set[way]
  for (w = split(ways_of[way], ways); w; w--) reach(ways[w], set)
}

# weight(SET, OTHER): the number of instructions in the blocks of SET that are not in OTHER, or 0 if no barrier is there.
function weight(set, other,    b, count, meets) {
  for (b in set)
    if (!(b in other)) {
      count += instructions_of[b]
      meets += barriers_of[b]
    }
  return meets ? count : 0
}

function drop(set, other,    b) { for (b in set) if (!(b in other)) dropped[b] }

# end_kernel(NAME, WIDTH, LOCAL, SPILLED): prints the line of a kernel: NAME, its instructions, WIDTH, its loops, shuffles and barriers, bytes
# of LOCAL memory and of SPILLED registers, and the instructions that do not count.
function end_kernel(name, width, local, spilled,    b, ways, first, second, instructions, shuffles, barriers, others) {
  split("", dropped)
  for (b = 1; b <= blocks; b++) {
    if (split(ways_of[b], ways) != 2) continue
    split("", first)
    split("", second)
    reach(ways[1], first)
    reach(ways[2], second)
    if (!weight(first, second) || !weight(second, first)) continue
    if (weight(first, second) > weight(second, first)) drop(first, second); else drop(second, first)
  }
  for (b = 1; b <= blocks; b++)
    if (b in dropped) others += instructions_of[b]; else {
      instructions += instructions_of[b]
      shuffles += shuffles_of[b]
      barriers += barriers_of[b]
    }
  print name, instructions + 0, width, loops, shuffles + 0, barriers + 0, local + 0, spilled + 0, others + 0
}
