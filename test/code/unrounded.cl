// A conversion between integers has nothing to round: SPIR-V must not say how, which llvm-spirv does where the function does.
//
// RUN: clgroup-cc -cl-std=CL3.0 %s -o %t.spv && spirv-val %t.spv && spirv-dis %t.spv | FileCheck %s
// RUN: clgroup-cc -cl-std=CL3.0 --driver=pocl %s -o %t.ll && FileCheck %s --check-prefix=NAMES <%t.ll
// CHECK-COUNT-1: FPRoundingMode
// CHECK-NOT: FPRoundingMode
// NAMES-NOT: @_Z{{.*}}convert_{{.*}}_rt{{[enpz](s|Dv)}}
// NAMES-DAG: @_Z12convert_chars(
// NAMES-DAG: @_Z18convert_short3_satDv3_m(
// NAMES-DAG: @_Z17convert_float_rtzi(
kernel void k(global char *c, global short3 *s, global ulong3 *l, global float *f) {
  *c = convert_char_rtz((*s).x);
  *s = convert_short3_sat_rte(*l);
  *f = convert_float_rtz((int)(*l).x);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
