// clgroup-cc --driver=pocl: kernels whose barriers stand in branches or loops have a single one (lib/lower/passes/single-barrier.c), others are as
// they were, and what helpers do is done by the kernels.
//
// RUN: for s in tree serial; do for o in -O2 -O0 -cl-opt-disable; do \
// RUN:   clgroup-cc --driver=pocl --strategy=$s $o %s -o %t.ll && \
// RUN:   %S/Inputs/count.sh %t.ll 'call.*@_Z7barrierj' | FileCheck %s --implicit-check-not='{{^}}helper' || exit 1; done; done
// CHECK: branch 1
// CHECK-NEXT: looped 1
// CHECK-NEXT: own 1
// CHECK-NEXT: switched 1
// CHECK-NEXT: returns 1
//
// The variables of the loop around the single barrier are not undefined at first.
// RUN: clgroup-cc --driver=pocl %s -o %t.ll && not grep -E 'phi.*(undef|poison)' %t.ll
//
// Variables that are not needed at a time are one (lib/lower/passes/share-variables.c): with more calls there are no more of them.
// RUN: echo 'kernel void k(global int *x) { int v = x[get_global_id(0)];' >%t.calls.cl
// RUN: for i in 1 2 3 4 5 6 7 8; do echo "v = work_group_reduce_add(v) ^ $i; v = work_group_scan_inclusive_add(v) ^ $i;"; done >>%t.calls.cl
// RUN: echo 'x[get_global_id(0)] = v; }' >>%t.calls.cl
// RUN: for s in tree serial; do clgroup-cc --driver=pocl --strategy=$s --max-work-group-size=64 %t.calls.cl -o %t.calls.ll && \
// RUN:   awk '/ switch /{exit} / phi /{n++} END {print n; exit n < 3 || n > 30}' %t.calls.ll || exit 1; done
// RUN: clgroup-cc --driver=pocl %s -o %t.spv && spirv-val %t.spv
// RUN: spirv-dis %t.spv | not grep -E 'DontInline|"helper'
// RUN: clgroup-cc --driver=pocl -g %s -o %t.g.ll && llvm-as %t.g.ll -o %t.g.bc 2>&1 | not grep 'invalid debug info'
// RUN: clgroup-cc --driver=pocl --target=spirv32 --max-work-group-size=64 %s -o %t.spv && spirv-val %t.spv
//
// Of to_global and its relatives PoCL's compiler makes casts; two calls of one crash it (7.1).
// RUN: echo 'kernel void k(global int *p, int c) { int x[4], *q = x + c; if (c > 3) q = p + c; *to_global(q) = 1; *to_global(p) = 2; *to_local(q) = 3; *to_private(q) = 4; }' >%t.to.cl
// RUN: clgroup-cc --driver=any %t.to.cl -o %t.spv && spirv-dis %t.spv | sed -n '1,/OpFunctionEnd/p' | grep -c OpGenericCastToPtrExplicit | grep -x 4
// RUN: clgroup-cc --driver=pocl %t.to.cl -o %t.spv && spirv-dis %t.spv | not grep OpGenericCastToPtrExplicit
// RUN: clgroup-cc --driver=pocl %t.to.cl --emit=ll -o - | not grep __to_
//
// --pocl-device makes bitcode of what would become SPIR-V, for a triple that PoCL finds its device in.
// RUN: for t in 64 32; do clgroup-cc --target=spirv$t --pocl-device=x86_64-pc-linux-gnu-haswell --emit=bc %s -o %t.device.bc && \
// RUN:   clgroup-cc --target=spirv$t --driver=pocl -save-temps %s -o %t.spv && llvm-dis %t.device.bc -o %t.device.ll && \
// RUN:   llvm-dis %t.lowered.bc -o - | grep -E ' (store|load|getelementptr|br|phi|shufflevector) ' | sed 's/%[0-9]*//g' >%t.lowered.ll && \
// RUN:   grep -E ' (store|load|getelementptr|br|phi|shufflevector) ' %t.device.ll | sed 's/%[0-9]*//g' | diff %t.lowered.ll - && \
// RUN:   grep "^target triple = \"spir${t#32}-x86_64-pc-linux-gnu-haswell\"" %t.device.ll || exit 1; done
// RUN: for n in 0 1 2; do grep -c "call.*@_Z12get_local_idj(i32 $n) #[0-9]" %t.device.ll; done | uniq | wc -l | grep -x 1
// RUN: for o in --compile-only '--target=nvptx64 -march=sm_80'; do (clgroup-cc --pocl-device=x $o --emit=bc %s -o %t.no 2>&1; test $? = 2) \
// RUN:   | grep -x 'clgroup-cc: error: --pocl-device is for spirv64 or spirv32, and not for --compile-only' || exit 1; done
//
// In the place of SPIR-V, but for what only that can hold.
// RUN: clgroup-cc --pocl-device=x %s -o %t.of.spv && clgroup-cc --pocl-device=x --emit=bc %s -o %t.of.bc && cmp %t.of.spv %t.of.bc
// RUN: clgroup-cc --driver=pocl %s -o %t.spv && clgroup-cc --pocl-device=x --emit=bc %t.spv -o %t.of.bc && clgroup-cc --pocl-device=x %t.spv -o %t.of.spv && cmp %t.of.spv %t.of.bc
// RUN: for p in 'read_only image2d_t i' 'sampler_t s' 'global int *p, local int *l) { event_t e = async_work_group_copy(l, p, 1, 0); wait_group_events(1, &e); } void g(int i'; do \
// RUN:   echo "kernel void k($p) { }" >%t.opaque.cl; (clgroup-cc --pocl-device=x --emit=bc %t.opaque.cl -o %t.opaque.bc 2>&1; test $? = 1) \
// RUN:   | grep "clgroup-cc: error: '.*' has images, samplers, pipes or events: with --pocl-device only SPIR-V can (leave out --emit)" && \
// RUN:   clgroup-cc --pocl-device=x %t.opaque.cl -o %t.opaque.spv && clgroup-cc --driver=pocl %t.opaque.cl -o %t.plain.spv && cmp %t.opaque.spv %t.plain.spv || exit 1; done
// RUN: (clgroup-cc --pocl-device=x -g --emit=bc %s -o %t.no 2>&1; test $? = 1) | grep "clgroup-cc: error: '.*' has debug information: with --pocl-device only SPIR-V can"
// RUN: clgroup-cc --pocl-device=x -g %s -o %t.debug.spv && clgroup-cc --driver=pocl -g %s -o %t.plain.spv && cmp %t.debug.spv %t.plain.spv
//
// PoCL's library for bitcode has no atom_* of 32 bits.
// RUN: echo 'kernel void k(global int *p, local uint *l, global ulong *q) { atom_add(p, 1); atom_inc(l); atom_xor(q, 3); }' >%t.atom.cl
// RUN: clgroup-cc --pocl-device=x --emit=ll %t.atom.cl -o - | grep -o '^declare .* @_Z[0-9]*atom[^(]*' | sed 's/.*@//' | sort \
// RUN:   | paste -s | %says '_Z10atomic_addPU3AS1Vii	_Z10atomic_incPU3AS3Vj	_Z8atom_xorPU3AS1Vmm'
//
// What LLVM 22 writes and 21 does not read is left out.
// RUN: clgroup-cc --pocl-device=x --emit=ll %S/Inputs/each.cl -o - | not grep -E 'nocreateundeforpoison|dead_on_return|llvm.lifetime'
//
// RUN: clgroup-cc --driver=any %s -o %t.any.ll && clgroup-cc %s -o %t.none.ll && diff %t.any.ll %t.none.ll
// RUN: %S/Inputs/count.sh %t.any.ll 'call.*@_Z7barrierj' | FileCheck %s --check-prefix=ANY
// ANY: branch {{[2-9]}}
// RUN: for d in pocl any; do clgroup-cc --driver=$d --device-max-work-group-size=1024 %S/Inputs/each.cl -o - --emit=ll | sed "s/ volatile//" >%t.$d.ll && \
// RUN:   %lower for_pocl=1 --passes=pin-comparisons,hoist-queries -- %t.$d.ll >%t.$d.hoisted.ll || exit 1; done; diff %t.pocl.hoisted.ll %t.any.hoisted.ll
//
// Where nothing says how large work-groups are, there is room for PoCL's largest, and no second way for larger ones (lib/lower/library/larger.c); else
// that is inlined, down to its barriers.
// RUN: clgroup-cc --driver=pocl %S/Inputs/each.cl -o %t.ll && not grep clgroup_chunks %t.ll
// RUN: grep -o 'inclusive.clgroup.scratch4 = .* global .*]' %t.ll | %says 'global [4161 x i32]'
// RUN: clgroup-cc --driver=pocl --max-work-group-size=64 %s -o %t.ll && %S/Inputs/count.sh %t.ll 'call.*@_Z7barrierj' \
// RUN:   | FileCheck %s --implicit-check-not=clgroup_chunks
//
// A module that calls nothing of the library has its helpers inlined too.
// RUN: clgroup-cc --driver=pocl -DNONE %s -o %t.ll && not grep 'call.*@helper' %t.ll
//
// RUN: not clgroup-cc --driver=mesa %s -o %t.spv 2>&1 | %says "clgroup-cc: error: bad value 'mesa' of '--driver=': use pocl, nvidia or any"

__attribute__((noinline)) int helper(int x) { return x * (int)get_local_id(0); }

#ifdef NONE
kernel void none(global int *p) { p[get_global_id(0)] = helper(3); }
#else
kernel void branch(global int *p, int n) {
  int x = helper(p[get_global_id(0)]);
  if (n > 3)
    x = work_group_scan_inclusive_add(x);
  p[get_global_id(0)] = x;
}

kernel void looped(global int *p, int n) {
  int x = p[get_global_id(0)];
  for (int i = 0; i < n; i++) {
    if (i == n / 2)
      continue;
    x += work_group_reduce_add(x);
  }
  p[get_global_id(0)] = x;
}

// The kernel's own barrier, and the fences of all of them.
kernel void own(global int *p, int n, local int *q) {
  q[get_local_id(0)] = work_group_reduce_max(p[get_global_id(0)]);
  if (n)
    barrier(CLK_GLOBAL_MEM_FENCE);
  p[get_global_id(0)] = q[0];
}

kernel void switched(global int *p, int n) {
  int x = p[get_global_id(0)];
  switch (n & 3) {
  case 0: x = work_group_reduce_min(x); break;
  case 1: x = work_group_scan_exclusive_add(x);
  case 2: x += work_group_broadcast(x, 0); break;
  case 3: return;
  }
  p[get_global_id(0)] = x;
}

kernel void returns(global int *p, int n) {
  if (n)
    return;
  p[get_global_id(0)] = work_group_any(p[get_global_id(0)]);
}
#endif
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
