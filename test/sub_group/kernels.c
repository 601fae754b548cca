#include "kernels.h"

#include "launch.h"
#include "text.h"

/* BITS turns a value into a ulong; of a vector, its elements into one. */
static const char head[] =
    "#define ITEM(word) in[2 * (size_t)i + (word)]\n"
    "#define ELEMENT(k) FROM(in[2 * (size_t)((i + (k)) % items)])\n"
    "#define VECTOR2 (T2)(ELEMENT(0), ELEMENT(1))\n"
    "#define VECTOR3 (T3)(VECTOR2, ELEMENT(2))\n"
    "#define VECTOR4 (T4)(VECTOR3, ELEMENT(3))\n"
    "#define VECTOR8 (T8)(VECTOR4, ELEMENT(4), ELEMENT(5), ELEMENT(6), ELEMENT(7))\n"
    "#define VECTOR16 (T16)(VECTOR8, ELEMENT(8), ELEMENT(9), ELEMENT(10), ELEMENT(11), \\\n"
    "                       ELEMENT(12), ELEMENT(13), ELEMENT(14), ELEMENT(15))\n"
    "ulong BITS2(T2 v) { return BITS(v.s0) * 31 + BITS(v.s1); }\n"
    "ulong BITS3(T3 v) { return BITS2(v.s01) * 31 + BITS(v.s2); }\n"
    "ulong BITS4(T4 v) { return BITS3(v.s012) * 31 + BITS(v.s3); }\n"
    "ulong BITS8(T8 v) { return (((BITS4(v.s0123) * 31 + BITS(v.s4)) * 31 + BITS(v.s5)) * 31 + BITS(v.s6)) * 31 + "
    "BITS(v.s7); }\n"
    "ulong BITS16(T16 v) {\n"
    "  ulong low = (((BITS8(v.lo) * 31 + BITS(v.s8)) * 31 + BITS(v.s9)) * 31 + BITS(v.sa)) * 31 + BITS(v.sb);\n"
    "  return (((low * 31 + BITS(v.sc)) * 31 + BITS(v.sd)) * 31 + BITS(v.se)) * 31 + BITS(v.sf);\n"
    "}\n"
    "ulong COUNTS(bool counts, ulong bits) { return counts ? bits : 0; }\n"
    /* Truth need not be 1 in votes. Sets of at most 64 lanes. */
    "#define TRUTH(vote) ((vote) != 0)\n"
    "#define TO_SET(lanes) (uint4)((uint)(lanes), (uint)((lanes) >> 32), 77u, 1u)\n"
    "ulong SET(uint4 set) { return set.z | set.w ? 0x5a5a5a5a5a5a5a5aul : (ulong)set.y << 32 | set.x; }\n";

static void add_kernel(char **text, const struct test *t) {
  text_add(text,
           "kernel void %s(global const ulong *in, global ulong *out, uint items, global const uint *shared_words) {\n"
           "  uint i = (uint)((get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) +\n"
           "                  get_global_id(0));\n"
           "  uint group = (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) +\n"
           "                      get_group_id(0));\n"
           "  uint lane = get_sub_group_local_id(), size = get_sub_group_size();\n"
           "  T x = FROM(ITEM(0));\n"
           "  int a = (int)ITEM(1);\n"
           "  uint index = (uint)a %% size, shared_index = shared_words[group] %% size;\n"
           "  int shared_delta = (int)(shared_words[group] %% 80) - 40;\n"
           "  ulong result;\n"
           "%s",
           t->name, t->before ? t->before : "");
  if (t->divergent)
    text_add(text, "  if (ITEM(1) >> 32)\n    result = %s;\n  else\n    result = %s;\n", t->result, t->result);
  else
    text_add(text, "  result = %s;\n", t->result);
  text_add(text,
           "  out[%d + %d * (size_t)items + i] = result;\n"
           "  out[%d + %d * (size_t)items + i] = (ulong)get_sub_group_id() << 32 |\n"
           "      get_max_sub_group_size() << 16 | size << 8 | lane;\n"
           "}\n",
           LAUNCH_GUARD, COLUMN_RESULT, LAUNCH_GUARD, COLUMN_PLACE);
}

char *sub_group_text(enum ref_type type, const struct test *tests, unsigned count) {
  static const unsigned lengths[] = {2, 3, 4, 8, 16};
  const char *name = ref_type_name(type), *word = value_word(type);
  char *text = NULL;
  if (ref_is_float(type) && ref_bytes(type) != 4)
    text_add(&text, "#pragma OPENCL EXTENSION cl_khr_fp%u : enable\n", 8 * (unsigned)ref_bytes(type));
  text_add(&text, "#define T %s\n", name);
  for (unsigned i = 0; i < sizeof lengths / sizeof *lengths; i++)
    text_add(&text, "#define T%u %s%u\n", lengths[i], name, lengths[i]);
  text_add(&text, "#define FROM(bits) as_%s((%s)(bits))\n#define BITS(value) ((ulong)as_%s(value))\n%s", name, word,
           word, head);
  for (unsigned i = 0; i < count; i++)
    add_kernel(&text, &tests[i]);
  return text;
}
