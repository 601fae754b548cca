/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* STUB_EACH_n(macro, type...) is macro(type, 0), macro(type, 1) ...: the parameters of an entry (entries.awk). */
#ifndef CLGROUP_STUB_PARAMETERS_H
#define CLGROUP_STUB_PARAMETERS_H

#define STUB_EACH_0(M, ...)
#define STUB_EACH_1(M, a) M(a, 0)
#define STUB_EACH_2(M, a, b) STUB_EACH_1(M, a), M(b, 1)
#define STUB_EACH_3(M, a, b, c) STUB_EACH_2(M, a, b), M(c, 2)
#define STUB_EACH_4(M, a, b, c, d) STUB_EACH_3(M, a, b, c), M(d, 3)
#define STUB_EACH_5(M, a, b, c, d, e) STUB_EACH_4(M, a, b, c, d), M(e, 4)
#define STUB_EACH_6(M, a, b, c, d, e, f) STUB_EACH_5(M, a, b, c, d, e), M(f, 5)
#define STUB_EACH_7(M, a, b, c, d, e, f, g) STUB_EACH_6(M, a, b, c, d, e, f), M(g, 6)
#define STUB_EACH_8(M, a, b, c, d, e, f, g, h) STUB_EACH_7(M, a, b, c, d, e, f, g), M(h, 7)
#define STUB_EACH_9(M, a, b, c, d, e, f, g, h, i) STUB_EACH_8(M, a, b, c, d, e, f, g, h), M(i, 8)
#define STUB_EACH_10(M, a, b, c, d, e, f, g, h, i, j) STUB_EACH_9(M, a, b, c, d, e, f, g, h, i), M(j, 9)
#define STUB_EACH_11(M, a, b, c, d, e, f, g, h, i, j, k) STUB_EACH_10(M, a, b, c, d, e, f, g, h, i, j), M(k, 10)
#define STUB_EACH_12(M, a, b, c, d, e, f, g, h, i, j, k, l) STUB_EACH_11(M, a, b, c, d, e, f, g, h, i, j, k), M(l, 11)
#define STUB_EACH_13(M, a, b, c, d, e, f, g, h, i, j, k, l, m)                                                         \
  STUB_EACH_12(M, a, b, c, d, e, f, g, h, i, j, k, l), M(m, 12)
#define STUB_EACH_14(M, a, b, c, d, e, f, g, h, i, j, k, l, m, n)                                                      \
  STUB_EACH_13(M, a, b, c, d, e, f, g, h, i, j, k, l, m), M(n, 13)

#define STUB_DECLARE(type, index) type a##index
#define STUB_WORD(type, index) (uintptr_t) a##index
#define STUB_NAME(type, index) a##index

#endif
