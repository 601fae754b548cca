#include "kernels.h"

#include "launch.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

static unsigned add(struct test *tests, unsigned count, enum family family, unsigned n) {
  tests[count] = (struct test){family, n};
  return count + 1;
}

/* Each operator of OpenCL C that the atomics have, and types of 1, 16 and 32 bytes, have all tests (with --quick the
 * operator alone); others a part, since drivers take their time to compile. */
static bool has_all(const struct op *op, const struct context *context) {
  if (context->is_quick)
    return !strcmp(op->name, "add");
  return !strcmp(op->name, "add") || !strcmp(op->type, "matrix") || !strcmp(op->type, "maps1");
}

unsigned kernels_list(const struct op *op, const struct context *context, struct test *tests) {
  static const unsigned item_counts[] = {3, 1, 2, 8, 16};
  const bool all = has_all(op, context);
  unsigned count = 0;
  for (unsigned width = 1; width <= 1024; width *= 2)
    if (all ? width <= 128 || op->bytes <= 8 : width == 4 || width == 32)
      count = add(tests, count, FAMILY_TILE, width);
  if (context->has_sub_groups)
    for (unsigned width = all ? 1 : context->promise; width <= context->promise; width *= 2)
      count = add(tests, count, FAMILY_DIVERGENT, width);
  if (context->has_sub_groups && !op->is_standard)
    count = add(tests, count, FAMILY_SUB_GROUP, 0);
  if (context->has_coalesced)
    count = add(tests, count, FAMILY_COALESCED, 0);
  if (!op->is_standard)
    count = add(tests, count, FAMILY_GROUP, 0);
  for (unsigned width = all ? 2 : 32; width <= 128; width *= 4)
    count = add(tests, count, FAMILY_UNSET, width);
  for (unsigned i = 0; i < (all ? sizeof item_counts / sizeof *item_counts : 1); i++)
    count = add(tests, count, FAMILY_ITEMS, item_counts[i]);
  if (all) {
    count = add(tests, count, FAMILY_FROM, 4);
    count = add(tests, count, FAMILY_AFTER, 5);
  }
  if (op->has_atomic) {
    for (unsigned width = 1; width <= 64; width *= 4)
      count = add(tests, count, FAMILY_UPDATE, width);
    count = add(tests, count, FAMILY_GROUP_UPDATE, 0);
    if (context->has_coalesced)
      count = add(tests, count, FAMILY_COALESCED_UPDATE, 0);
  }
  return count;
}

void kernels_name(const struct test *test, char *name, unsigned long size) {
  static const char *const families[] = {
      "tile",  "divergent",  "sub_group",   "coalesced",   "work_group",        "unset",
      "items", "items_from", "items_after", "tile_update", "work_group_update", "coalesced_update"};
  if (test->n)
    snprintf(name, size, "%s_%u", families[test->family], test->n);
  else
    snprintf(name, size, "%s", families[test->family]);
}

/* VALUE(k) is the k-th item of this work-item; what goes before all is that of the work-group's first one. */
static const char head[] = "typedef struct { uchar bytes[32]; } slot;\n"
                           "static VALUE_TYPE value_of(global const slot *in, size_t i) {\n"
                           "  union { slot bytes; VALUE_TYPE value; } u;\n"
                           "  u.bytes = in[i];\n"
                           "  return u.value;\n"
                           "}\n"
                           "static void put(global slot *out, size_t column, size_t items, size_t i, VALUE_TYPE x) {\n"
                           "  union { uchar bytes[sizeof(VALUE_TYPE)]; VALUE_TYPE value; } u;\n"
                           "  u.value = x;\n"
                           "  for (size_t k = 0; k < sizeof u.bytes; k++)\n"
                           "    out[GUARD + column * items + i].bytes[k] = u.bytes[k];\n"
                           "}\n"
                           "#define VALUE(k) value_of(in, (i + (k)) % items)\n"
                           "#define PUT(column, x) put(out, column, items, i, x)\n";

static void add_scans(char **text, const char *indent, const char *family, const char *value, const char *arguments,
                      const char *name) {
  static const char *const kinds[] = {"inclusive", "exclusive"};
  for (unsigned k = 0; k < 2; k++)
    text_add(text, "%sPUT(%u, %sscan_%s_%s(%s%s));\n", indent, k + 1, family, kinds[k], name, value, arguments);
}

static void add_three(char **text, const char *indent, const char *family, const char *arguments, const char *name) {
  text_add(text, "%sPUT(0, %sreduce_%s(VALUE(0)%s));\n", indent, family, name, arguments);
  add_scans(text, indent, family, "VALUE(0)", arguments, name);
}

static void add_items(char **text, const char *suffix, const char *argument, unsigned n, const char *name) {
  text_add(text, "  VALUE_TYPE x[%u];\n", n);
  for (unsigned k = 0; k < 2; k++) {
    text_add(text,
             "  for (uint k = 0; k < %u; k++)\n    x[k] = VALUE(k);\n"
             "  PUT(%u, work_group_scan_%s_items_%s%s(x, %u%s));\n"
             "  for (uint k = 0; k < %u; k++)\n    PUT(%u + k, x[k]);\n",
             n, 2 * n + k, k ? "exclusive" : "inclusive", suffix, name, n, argument, n, k * n);
  }
  if (!*suffix)
    text_add(text,
             "  for (uint k = 0; k < %u; k++)\n    x[k] = VALUE(k);\n"
             "  PUT(%u, work_group_reduce_items_%s(x, %u));\n",
             n, 2 * n + 2, name, n);
}

static void add_update(char **text, const char *indent, const char *family, const char *arguments, const char *name) {
  for (unsigned k = 0; k < 2; k++)
    text_add(text, "%sPUT(%u, %sscan_%s_update_%s(counters + 8 * %u, VALUE(0)%s));\n", indent, k, family,
             k ? "inclusive" : "exclusive", name, k, arguments);
  text_add(text, "%s%sreduce_update_%s(counters + 16, VALUE(0)%s);\n", indent, family, name, arguments);
}

static void add_kernel(char **text, const struct op *op, const struct context *context, const struct test *t) {
  char name[64], width[32];
  kernels_name(t, name, sizeof name);
  snprintf(width, sizeof width, ", %u", t->n);
  text_add(text, "kernel %s", "");
  if (context->reqd)
    text_add(text, "__attribute__((intel_reqd_sub_group_size(%u))) ", context->reqd);
  text_add(text,
           "void %s(global const slot *in, global slot *out, uint items, global const uint *shared_words) {\n"
           "  uint i = (uint)((get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) +\n"
           "                  get_global_id(0));\n"
           "  global uint *place = (global uint *)&out[GUARD + %u * (size_t)items + i];\n",
           name, COLUMN_PLACE);
  if (context->has_sub_groups)
    text_add(text, "  place[0] = get_sub_group_id();\n  place[1] = get_sub_group_local_id();\n");
  if (t->family >= FAMILY_UPDATE)
    text_add(text,
             "  volatile global VALUE_TYPE *counters = (volatile global VALUE_TYPE *)&out[GUARD + %u * "
             "(size_t)items];\n",
             COLUMN_COUNTERS);
  switch (t->family) {
  case FAMILY_TILE:
    add_three(text, "  ", "tile_", width, op->name);
    break;
  case FAMILY_DIVERGENT:
    text_add(text, "  if (get_sub_group_local_id() / %u %% 2) {\n", t->n);
    add_three(text, "    ", "tile_", width, op->name);
    text_add(text, "  } else {\n");
    add_three(text, "    ", "tile_", width, op->name);
    text_add(text, "  }\n");
    break;
  case FAMILY_SUB_GROUP:
    add_three(text, "  ", "sub_group_", "", op->name);
    break;
  case FAMILY_COALESCED:
  case FAMILY_COALESCED_UPDATE:
    /* The branch is the last byte of the input. */
    for (unsigned arm = 0; arm < 2; arm++) {
      text_add(text, arm ? "  } else {\n" : "  if (in[i].bytes[31] & 1) {\n");
      if (t->family == FAMILY_COALESCED)
        add_three(text, "    ", "coalesced_", "", op->name);
      else
        add_update(text, "    ", "coalesced_", "", op->name);
    }
    text_add(text, "  }\n");
    break;
  case FAMILY_GROUP:
    add_three(text, "  ", "work_group_", "", op->name);
    break;
  case FAMILY_UNSET:
    text_add(text, "  VALUE_TYPE x;\n  if (%s %% %u <= %u) {\n    x = VALUE(0);\n    PUT(0, x);\n  }\n",
             context->has_sub_groups && t->n <= context->promise ? "get_sub_group_local_id()" : "get_local_linear_id()",
             t->n, (t->n - 1) / 2);
    add_scans(text, "  ", "tile_", "x", width, op->name);
    break;
  case FAMILY_ITEMS:
    add_items(text, "", "", t->n, op->name);
    break;
  case FAMILY_FROM:
    add_items(text, "from_", ", value_of(in, shared_words[0] % items)", t->n, op->name);
    break;
  case FAMILY_AFTER:
    add_items(text, "after_", ", in + shared_words[0] % items", t->n, op->name);
    break;
  case FAMILY_UPDATE:
    add_update(text, "  ", "tile_", width, op->name);
    break;
  case FAMILY_GROUP_UPDATE:
    add_update(text, "  ", "work_group_", "", op->name);
    break;
  }
  text_add(text, "}\n");
}

char *scans_text(const struct op *op, const struct context *context, const struct test *tests, unsigned count) {
  char *text = NULL;
  if (op->extension)
    text_add(&text, "#pragma OPENCL EXTENSION %s : enable\n", op->extension);
  if (context->promise)
    text_add(&text, "#define CLGROUP_SUB_GROUP_SIZE %u\n", context->promise);
  text_add(&text, "#define GUARD %d\n%s", LAUNCH_GUARD, op->declares);
  text_add(&text, "#define VALUE_TYPE %s\n", op->type);
  text_add(&text, "%s", head);
  /* What the callback makes of the sum: the first byte shows that it is the right one. */
  text_add(&text,
           "static VALUE_TYPE prefix(global const slot *first, VALUE_TYPE sum) {\n"
           "  union { uchar bytes[sizeof(VALUE_TYPE)]; VALUE_TYPE value; } a, b;\n"
           "  a.value = sum;\n"
           "  b.value = value_of(first, 0);\n"
           "  return a.bytes[0] & 1 ? b.value : a.value;\n"
           "}\n"
           "#define CLGROUP_OPERATOR %s\n"
           "#define CLGROUP_TYPE %s\n"
           "#define CLGROUP_PREFIX(s, sum) prefix(s, sum)\n"
           "#define CLGROUP_PREFIX_TYPE global const slot *\n"
           "#include <clgroup/operator.h>\n",
           op->name, op->type);
  for (unsigned i = 0; i < count; i++)
    add_kernel(&text, op, context, &tests[i]);
  return text;
}
