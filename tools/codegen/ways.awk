# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Which instructions of a kernel count, for the scripts that read machine code; they call start_kernel(), for each label and instruction, in
# their order, at_label() and add(), and then end_kernel().
#
# A branch both of whose ways have a barrier of their own is one that all work-items of a work-group take together, as the library's on the
# shape of work-groups of a size that is not known. Of the two ways only the shorter counts, which is the one of the usual shape. All other
# instructions count, since a sub-group may execute both ways of another branch.

function start_kernel() {
  size = blocks = 0
  split("", first_of)
  open_block()
}

function open_block() {
  if (blocks && !length_of[blocks]) return
  blocks++
  length_of[blocks] = 0
  ways_of[blocks] = blocks + 1 # the blocks that may follow
}

function at_label(name) {
  open_block()
  first_of[name] = blocks
}

# add(SHUFFLE, BARRIER, TARGET, GOES_ON): an instruction. TARGET: the label that it may jump to, or ""; GOES_ON: may the next one follow?
function add(shuffle, barrier, target, goes_on) {
  size++
  block_of[size] = blocks
  is_shuffle[size] = shuffle
  is_barrier[size] = barrier
  length_of[blocks]++
  if (target == "" && goes_on) return
  ways_of[blocks] = (goes_on ? blocks + 1 : "") " " target
  open_block()
}

# reach(FROM, SET): adds to SET the blocks to which control may come from FROM, and FROM.
function reach(from, set,    ways, count, w, next_block) {
  if (from > blocks || from in set) return
  set[from]
  count = split(ways_of[from], ways)
  for (w = 1; w <= count; w++) {
    next_block = ways[w] in first_of ? first_of[ways[w]] : ways[w] + 0
    if (next_block) reach(next_block, set)
  }
}

# weigh(SET, OTHER): `weight` is the number of instructions in the blocks of SET that are not in OTHER, `meets` whether a barrier is there.
function weigh(set, other,    i) {
  weight = meets = 0
  for (i = 1; i <= size; i++)
    if (block_of[i] in set && !(block_of[i] in other)) {
      weight++
      if (is_barrier[i]) meets = 1
    }
}

# end_kernel(): sets instructions, shuffles and barriers, which count, and others, the instructions that do not.
function end_kernel(    b, i, ways, first, second, first_weight, first_meets, dropped) {
  for (b = 1; b <= blocks; b++) {
    if (split(ways_of[b], ways) != 2) continue
    split("", first)
    split("", second)
    reach(ways[1] + 0, first)
    reach(ways[2] in first_of ? first_of[ways[2]] : 0, second)
    weigh(first, second)
    first_weight = weight
    first_meets = meets
    weigh(second, first)
    if (!first_meets || !meets) continue
    for (i = 1; i <= size; i++)
      if (first_weight > weight ? block_of[i] in first && !(block_of[i] in second) : block_of[i] in second && !(block_of[i] in first))
        dropped[block_of[i]]
  }
  instructions = shuffles = barriers = others = 0
  for (i = 1; i <= size; i++) {
    if (block_of[i] in dropped) { others++; continue }
    instructions++
    shuffles += is_shuffle[i]
    barriers += is_barrier[i]
  }
}
