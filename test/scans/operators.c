/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "operators.h"

#include "text.h"

#define STANDARD(name, type, op, scalar)                                                                               \
  name, {                                                                                                              \
    type, SCALAR, 1, 0, op, scalar                                                                                     \
  }
#define MAPS(n)                                                                                                        \
  "maps" #n, {                                                                                                         \
    "maps" #n, PAIRS, 2 * n, 4, REF_ADD, REF_INT                                                                       \
  }

const struct op operators[] = {
    {STANDARD("add", "uint", REF_ADD, REF_UINT), true, true, true, NULL},
    {STANDARD("xor", "uint", REF_XOR, REF_UINT), false, true, true, NULL},
    {STANDARD("min", "int", REF_MIN, REF_INT), true, true, true, NULL},
    {STANDARD("max", "ulong", REF_MAX, REF_ULONG), false, false, true, NULL},
    {STANDARD("add", "float", REF_ADD, REF_FLOAT), false, false, true, NULL},
    {STANDARD("max", "double", REF_MAX, REF_DOUBLE), false, false, true, "cl_khr_fp64"},
    {STANDARD("add", "half", REF_ADD, REF_HALF), false, false, true, "cl_khr_fp16"},
    {"product", {"matrix", MATRIX, 4, 32, REF_ADD, REF_INT}, true, false, false, NULL},
    {"product", {"wide", MATRIX, 4, 64, REF_ADD, REF_INT}, false, false, false, NULL},
    {MAPS(1), true, false, false, NULL},
    {MAPS(2), false, false, false, NULL},
    {MAPS(3), false, false, false, NULL},
    {MAPS(8), false, false, false, NULL},
    {MAPS(13), true, false, false, NULL},
    {MAPS(31), false, false, false, NULL},
};
const unsigned operator_count = sizeof operators / sizeof *operators;

/* A map's factor is the low half of a byte. */
void operator_declare(const struct op *op, char **text) {
  const struct algebra *a = &op->algebra;
  if (op->extension)
    text_add(text, "#pragma OPENCL EXTENSION %s : enable\n", op->extension);
  if (a->kind == MATRIX)
    text_add(text,
             "typedef struct { %s a, b, c, d; } %s;\n"
             "static %s combined(%s x, %s y) {\n"
             "  return (%s){x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d,\n"
             "              x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};\n"
             "}\n"
             "#define CLGROUP_COMBINE(a, b) combined(a, b)\n"
             "#define CLGROUP_IDENTITY {1, 0, 0, 1}\n",
             a->bits == 32 ? "uint" : "ulong", a->type, a->type, a->type, a->type, a->type);
  if (a->kind == PAIRS)
    text_add(text,
             "typedef struct { uchar m[%u]; } %s;\n"
             "static %s combined(%s a, %s b) {\n"
             "  for (int i = 0; i < %u; i++)\n"
             "    b.m[i] = (uchar)(((a.m[i] >> 4) * (b.m[i] & 15) + (b.m[i] >> 4)) << 4 | ((a.m[i] * b.m[i]) & 15));\n"
             "  return b;\n"
             "}\n"
             "static %s same(void) {\n"
             "  %s r;\n"
             "  for (int i = 0; i < %u; i++)\n"
             "    r.m[i] = 1;\n"
             "  return r;\n"
             "}\n"
             "#define CLGROUP_COMBINE(a, b) combined(a, b)\n"
             "#define CLGROUP_IDENTITY same()\n",
             a->numbers / 2, a->type, a->type, a->type, a->type, a->numbers / 2, a->type, a->type, a->numbers / 2);
}
