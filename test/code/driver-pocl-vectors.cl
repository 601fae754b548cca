// clgroup-cc --driver=pocl: no vectors of more than 256 bits are passed to functions, whose libraries in PoCL 3.1 and 6.0 lose them
// (lib/lower/passes/halves.c).
//
// RUN: for o in -O2 -O0; do clgroup-cc --driver=pocl -cl-std=CL1.2 $o %s -o %t.ll && FileCheck %s <%t.ll || exit 1; done
// CHECK-NOT: {{declare.*@.*Dv16_}}
// RUN: grep -o 'declare.*@_Z[^ (]*(' %t.ll | sed 's/.*@//' | sort -u | FileCheck %s --check-prefix=NAMES
// NAMES: {{^}}_Z12vstore_half8Dv8_fmPU3AS1Dh(
// NAMES-NEXT: _Z3anyDv4_l(
// NAMES-NEXT: _Z3cosDv4_d(
// NAMES-NEXT: _Z3powDv8_fS_(
// NAMES-NEXT: _Z6remquoDv4_dS_PDv4_i(
//
// RUN: clgroup-cc --driver=pocl -cl-std=CL3.0 %s -o %t.spv && spirv-val %t.spv && spirv-dis %t.spv -o %t.txt && FileCheck %s --check-prefix=SPIRV <%t.txt
// SPIRV-COUNT-4: OpExtInst %v4double {{.*}} cos
// SPIRV-NOT: OpExtInst %v16
// SPIRV-COUNT-2: OpExtInst %v8float {{.*}} pow
// SPIRV-NOT: OpExtInst %v16
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void k(global double16 *d, global float16 *f, global int16 *q, global long16 *l) {
  int16 quotient;
  d[0] = cos(d[1]);
  d[2] = remquo(d[3], d[4], &quotient);
  q[0] = quotient;
  q[1] = any(l[0]);
  f[0] = pow(f[1], f[2]);
  q[2] = shuffle(q[3], as_uint16(q[4]));
  l[1] = shuffle2(l[2], l[3], as_ulong16(l[4]));
  vstore_half16(f[3], 0, (global half *)d);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
