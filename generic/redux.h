/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Instructions that reduce a word over some lanes of a sub-group: NVIDIA has them. */
