// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// exp, log and their like of float (generic/exp_log.cl) are within OpenCL C's 3 units in the last place of those of double, which are
// libclc's. Denormal results and operands count. Each work-item has 64 operands: of all floats, of those whose exp is between 0 and infinity,
// and of those near 1; 16 of the first one's are special.
// options: -cl-std=CL1.2
// options: -cl-std=CL3.0
// needs: fp64
// launch: k 64 groups 4
//   int[256] 0*256 -> 180*256
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

constant uint special[16] = {0x00000000, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000, 0x00000001, 0x80000001,
                             0x007fffff, 0x3f800000, 0xbf800000, 0x7f7fffff, 0xff7fffff, 0x42b17218, 0xc2cff1b5, 0x3faaaaab};

static bool is_right(float result, double exact) {
  if (isnan(exact))
    return isnan(result);
  if (fabs(exact) >= 0x1p128)
    return result == (float)exact;
  const double unit = ldexp(1.0, (exact == 0 ? -126 : max(ilogb(exact), -126)) - 23);
  return fabs((isinf(result) ? copysign(0x1p128, (double)result) : (double)result) - exact) <= 3 * unit;
}

#define COUNT(name)                                                                                                    \
  vstore16(name(vload16(0, x)), 0, y);                                                                                 \
  vstore3(name(vload3(0, x)), 0, y);                                                                                   \
  for (uint j = 0; j < 16; j++)                                                                                        \
    right += is_right(y[j], name((double)x[j])) && (j > 3 || as_uint(y[j]) == as_uint(name(x[j])) || isnan(y[j]));

kernel void k(global int *o) {
  const uint i = (uint)get_global_id(0);
  int right = 0;
  for (uint round = 0; round < 4; round++) {
    float x[16], y[16];
    for (uint j = 0; j < 16; j++) {
      const uint bits = (i * 64 + round * 16 + j + 1) * 2654435761u;
      x[j] = round == 0   ? as_float(i ? bits : special[j])
             : round == 3 ? 1.0f + (float)(int)bits * 0x1p-33f
                          : (float)(int)bits * (round == 1 ? 0x1.4p-24f : 0x1.5p-26f);
    }
    COUNT(exp)
    COUNT(exp2)
    COUNT(exp10)
    COUNT(log)
    COUNT(log2)
    COUNT(log10)
  }
  o[i] = right;
}
