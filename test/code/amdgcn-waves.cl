// The sub-group level on AMD's GPUs: rows of 16 lanes by data-parallel primitives (DPP), joined with the operation; rows connected by what
// the architecture has; one barrier; an element of local memory for each wave, twice where calls may follow each other; no scratch memory.
//
// RUN: for a in gfx900 gfx90a; do clgroup-cc --target=amdgcn -march=$a -cl-std=CL1.2 --emit=s %s -o %t.s && sed '/^---/,$d' %t.s >%t.$a && FileCheck %s --input-file=%t.$a --check-prefixes=ANY,GFX9,WAVE64 || exit 1; done
// RUN: for a in gfx1030 gfx1100; do clgroup-cc --target=amdgcn -march=$a -cl-std=CL1.2 --emit=s %s -o %t.s && sed '/^---/,$d' %t.s >%t.$a && FileCheck %s --input-file=%t.$a --check-prefixes=ANY,GFX10,WAVE32 || exit 1; done
// RUN: for a in gfx1030 gfx1100; do clgroup-cc --target=amdgcn -march=$a -mwavefrontsize64 -cl-std=CL1.2 --emit=s %s -o %t.s && sed '/^---/,$d' %t.s >%t.$a.64 && FileCheck %s --input-file=%t.$a.64 --check-prefixes=ANY,GFX10,WAVE64 || exit 1; done
// Each kernel has one barrier, nothing spills, and no code is for another architecture.
// RUN: for a in gfx900 gfx90a gfx1030 gfx1100 gfx1030.64 gfx1100.64; do test $(grep -c 's_barrier' %t.$a) = 5 && ! grep -E 'private_segment_fixed_size [1-9]|swappc|bpermute' %t.$a || exit 1; done
// RUN: not grep permlane %t.gfx900 %t.gfx90a
// RUN: not grep -E 'row_bcast|wave_shr' %t.gfx1030 %t.gfx1100

#define KERNEL __attribute__((reqd_work_group_size(256, 1, 1))) kernel void

// ANY-LABEL: {{^}}scan_int:
// ANY: v_add{{(_nc)?}}_u32_dpp {{.*}} row_shr:1 {{.*}} bound_ctrl:1
// ANY: v_add{{(_nc)?}}_u32_dpp {{.*}} row_shr:2 {{.*}} bound_ctrl:1
// ANY: v_add{{(_nc)?}}_u32_dpp {{.*}} row_shr:4 {{.*}} bound_ctrl:1
// ANY: v_add{{(_nc)?}}_u32_dpp {{.*}} row_shr:8 {{.*}} bound_ctrl:1
// GFX9: v_add_u32_dpp {{.*}} row_bcast:15 row_mask:0xa
// GFX9: v_add_u32_dpp {{.*}} row_bcast:31 row_mask:0xc
// GFX10: v_permlanex16_b32 {{v[0-9]+, v[0-9]+}}, -1, -1
// GFX10: v_add_nc_u32_dpp {{.*}} quad_perm:[0,1,2,3] row_mask:0xa
// ANY: s_barrier
// ANY: ds_{{read|load}}_b32
// ANY: quad_perm:[1,0,3,2]
// ANY: quad_perm:[2,3,0,1]
// WAVE32: row_half_mirror
// ANY: s_endpgm
// ANY: .amdhsa_group_segment_fixed_size 64
KERNEL scan_int(global int *p) { p[get_local_id(0)] = work_group_scan_inclusive_add(p[get_local_id(0)]); }

// -0.0 is kept: what comes from a missing lane is subtracted.
// ANY-LABEL: {{^}}scan_float:
// ANY: v_xor_b32
// ANY: v_sub{{(rev)?}}_f32_dpp {{.*}} row_shr:1 {{.*}} bound_ctrl:1
// ANY: v_xor_b32
// ANY: v_sub{{(rev)?}}_f32_dpp {{.*}} row_shr:2 {{.*}} bound_ctrl:1
// ANY: s_endpgm
KERNEL scan_float(global float *p) { p[get_local_id(0)] = work_group_scan_inclusive_add(p[get_local_id(0)]); }

// A missing lane of an integer's maximum leaves the operand.
// ANY-LABEL: {{^}}exclusive_max:
// ANY: v_max_i32_dpp {{.*}} row_shr:1 row_mask:0xf bank_mask:0xf{{$}}
// ANY: s_endpgm
KERNEL exclusive_max(global int *p) { p[get_local_id(0)] = work_group_scan_exclusive_max(p[get_local_id(0)]); }

// What moves values between lanes stays in front of the branch that alone uses the result (in LLVM up to 19 at least permlanex16 does not).
// The branch is a mask of lanes, with a jump or without.
// ANY-LABEL: {{^}}reduce_for_one:
// ANY: row_{{bcast:31|mirror}}
// WAVE64: v_readlane_b32
// WAVE32: v_readlane_b32 s{{[0-9]+}}, v{{[0-9]+}}, 16
// ANY: {{saveexec|v_cmpx_}}
// ANY-NOT: {{_dpp|lane}}
// ANY: s_barrier
// ANY: s_endpgm
KERNEL reduce_for_one(global int *p) {
  const int x = work_group_reduce_add(p[get_local_id(0)]);
  if (get_local_id(0) == 77)
    *p = x;
}

// Two halves, each by DPP.
// ANY-LABEL: {{^}}reduce_or:
// ANY: v_or_b32_dpp
// ANY: v_or_b32_dpp
// ANY: s_endpgm
long __attribute__((overloadable)) work_group_reduce_or(long x);
KERNEL reduce_or(global long *p) { p[get_local_id(0)] = work_group_reduce_or(p[get_local_id(0)]); }
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
