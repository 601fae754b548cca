/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define ANOTHER 1
