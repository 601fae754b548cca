kernel void wrong(global int *data) {
  data[0] = undeclared;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
