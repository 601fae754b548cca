; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Functions of primitives.h that cannot be written in OpenCL C. Without a data layout and a triple: they take those of the library.

; Shuffles with their predicate, for which clang has no builtins.
declare { i32, i1 } @llvm.nvvm.shfl.sync.up.i32p(i32, i32, i32, i32)
declare { i32, i1 } @llvm.nvvm.shfl.sync.down.i32p(i32, i32, i32, i32)

define i32 @__clgroup_shuffle_down(i32 %x, i32 %n, i32 %last, ptr %is_there) alwaysinline convergent nounwind {
  %pair = call { i32, i1 } @llvm.nvvm.shfl.sync.down.i32p(i32 -1, i32 %x, i32 %n, i32 %last)
  %value = extractvalue { i32, i1 } %pair, 0
  %predicate = extractvalue { i32, i1 } %pair, 1
  %word = zext i1 %predicate to i32
  store i32 %word, ptr %is_there
  ret i32 %value
}

; Downwards in tiles of a warp (include/clgroup/cooperative_groups.h).
define i32 @__clgroup_word_above_if(i32 %x, i32 %n, i32 %tile, i32 %members, ptr %is_there) alwaysinline convergent nounwind {
  %pair = call { i32, i1 } @llvm.nvvm.shfl.sync.down.i32p(i32 %members, i32 %x, i32 %n, i32 %tile)
  %value = extractvalue { i32, i1 } %pair, 0
  %predicate = extractvalue { i32, i1 } %pair, 1
  %word = zext i1 %predicate to i32
  store i32 %word, ptr %is_there
  ret i32 %value
}

; Members that are there, and perhaps other lanes: late, since the lowering step may name all lanes in place of the members.
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)

define i32 @__clgroup_late_ballot_32(i32 %members) convergent nounwind {
  %lanes = call i32 @llvm.nvvm.vote.ballot.sync(i32 %members, i1 true)
  ret i32 %lanes
}

; Upwards, also for tiles of a warp (include/clgroup/cooperative_groups.h): %segment has the bits of the lane's number that no shuffle changes.
define i32 @__clgroup_word_below(i32 %x, i32 %n, i32 %segment, i32 %members, ptr %is_there) alwaysinline convergent nounwind {
  %pair = call { i32, i1 } @llvm.nvvm.shfl.sync.up.i32p(i32 %members, i32 %x, i32 %n, i32 %segment)
  %value = extractvalue { i32, i1 } %pair, 0
  %predicate = extractvalue { i32, i1 } %pair, 1
  %word = zext i1 %predicate to i32
  store i32 %word, ptr %is_there
  ret i32 %value
}

; Do all members have the same %x? Returns those that are there if so, else 0.
declare { i32, i1 } @llvm.nvvm.match.all.sync.i32p(i32, i32)

define i32 @__clgroup_match_all_32(i32 %x, i32 %members, ptr %are_same) alwaysinline convergent nounwind {
  %pair = call { i32, i1 } @llvm.nvvm.match.all.sync.i32p(i32 %members, i32 %x)
  %all = extractvalue { i32, i1 } %pair, 0
  %predicate = extractvalue { i32, i1 } %pair, 1
  %word = zext i1 %predicate to i32
  store i32 %word, ptr %are_same
  ret i32 %all
}

; Inlined after the kernels are optimized (CLGROUP_LATE_PREFIX in generic/lowering.h).
define i32 @__clgroup_late_select_32(i1 zeroext %condition, i32 %a, i32 %b) nounwind {
  %selected = select i1 %condition, i32 %a, i32 %b
  ret i32 %selected
}

; Atomic sums (generic/atomics.cl), which clang compiles only where it knows the architecture.
define float @__clgroup_atomic_sum_float(ptr %p, float %x) alwaysinline nounwind {
  %was = atomicrmw fadd ptr %p, float %x monotonic
  ret float %was
}

define double @__clgroup_atomic_sum_double(ptr %p, double %x) alwaysinline nounwind {
  %was = atomicrmw fadd ptr %p, double %x monotonic
  ret double %was
}
