// clgroup-cc --driver=pocl: bitcode calls the functions that PoCL 3.1's library of SPIR has (lib/lower/passes/builtins.c): none of half_*, no fences, no
// atom_* of 32 bits, none for generic pointers.
//
// RUN: for s in CL2.0 CL3.0; do for o in -O2 -O0; do clgroup-cc --driver=pocl -cl-std=$s $o %s -o %t.ll && FileCheck %s <%t.ll && llvm-as %t.ll -o %t.bc || exit 1; done; done
// CHECK-NOT: {{declare.*(AS4|half_|fence|wait_group|atom_xor)}}
// CHECK: {{declare.*}} @_Z10native_expf(float
// CHECK-NOT: {{declare.*(AS4|half_|fence|wait_group)}}
// RUN: grep -o '@_Z[^ (]*(' %t.ll | sort -u | FileCheck %s --check-prefix=NAMES
// NAMES: @_Z10atomic_xorPU3AS3Vjj(
// NAMES: @_Z11vstore_halffmPU3AS1Dh(
// NAMES: @_Z12write_imagei14ocl_image2d_woDv2_iDv4_i(
// NAMES: @_Z13native_divideDv3_fS_(
// NAMES: @_Z16atomic_fetch_addPU3AS3VU7_Atomicii(
// NAMES: @_Z30atomic_compare_exchange_strongPU3AS1VU7_AtomiciPii(
// NAMES: @_Z39atomic_compare_exchange_strong_explicitPU3AS1VU7_AtomiciPii12memory_orderS4_(
// NAMES: @_Z4modfDv4_fPS_(
// NAMES: @_Z5fractfPf(
// NAMES: @_Z6remquoDv4_fS_PDv4_i(
// NAMES: @_Z6vload4mPKf(
// NAMES: @_Z7barrierj(
// In newer LLVM's bitcode images are no pointers.
// RUN: %if llvm-15 %{ grep '@_Z16_cl_write_imagei14ocl_image3d_woDv4_iS0_(' %t.ll %}
//
// SPIR-V is for drivers that have them all.
// RUN: clgroup-cc --driver=pocl -cl-std=CL3.0 %s -o %t.spv && spirv-val %t.spv && spirv-dis %t.spv | grep half_exp
kernel void k(write_only image2d_t flat, write_only image3d_t volume, global float *o, global atomic_int *a, global int *p, local int *l) {
  local atomic_int on;
  float x[4] = {1, 2, 3, o[5]}, rest;
  int4 quotient;
  int expected = 3;
  o[0] = fract(half_exp(o[0]), &rest) + rest;
  float4 v = vload4(0, x);
  v = modf(remquo(v, v, &quotient), &v) + half_divide(v.xyz, v.zyx).xyzx;
  vstore_half(v.x + quotient.y, 3, (global half *)o);
  atomic_fetch_add(&on, 3);
  o[1] = atomic_compare_exchange_strong(a, &expected, 4);
  o[2] = atomic_compare_exchange_strong_explicit(a, &expected, 4, memory_order_relaxed, memory_order_relaxed);
  write_imagei(flat, quotient.xy, quotient);
  write_imagei(volume, quotient, quotient);
  event_t copied = async_work_group_copy(l, p, 1, 0);
  wait_group_events(1, &copied);
  atom_xor((local uint *)l, 3u);
  mem_fence(CLK_LOCAL_MEM_FENCE);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
