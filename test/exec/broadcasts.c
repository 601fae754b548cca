#include "functions.h"

#include "inputs.h"
#include "report.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const broadcasts[] = {"broadcast_1d", "broadcast_2d", "broadcast_3d"};

void broadcast_name(char *name, const struct subject *u, unsigned form, const char *shape) {
  snprintf(name, SUITE_NAME, "%s%s/%s%s%s", u->prefix, broadcasts[form], ref_type_name(u->type), *shape ? "/" : "",
           shape);
}

/* Each work-group reads from a different rank: all ranks if there is room, else both ends and a random choice. */
static cl_uint *broadcast_sources(const struct suite *s, const struct shape *shape, size_t n) {
  size_t groups = shape_group_count(shape);
  cl_uint *from = allocate(groups * sizeof *from);
  uint64_t state = s->seed + n;
  for (size_t i = 0; i < groups; i++) {
    struct group g = shape_group(shape, i);
    size_t rank = groups >= n ? i : i == 0 ? 0 : i == 1 ? g.n - 1 : (size_t)(random_next(&state) % g.n);
    from[i] = (cl_uint)(rank % g.n);
  }
  return from;
}

static void judge_broadcast(const char *name, enum ref_type type, const struct shape *shape, const cl_uint *from,
                            bool flat, const void *in, const void *out) {
  size_t bad = 0, groups = shape_group_count(shape);
  char first[256] = "";
  for (size_t i = 0; i < groups; i++) {
    struct group g = shape_group(shape, i);
    /* The 2-D form has no z: it stays in the first plane. */
    size_t source = flat ? from[i] % (g.size[0] * g.size[1]) : from[i];
    uint64_t expected = ref_load(type, in, shape_item(shape, &g, source));
    for (size_t rank = 0; rank < g.n; rank++) {
      uint64_t got = ref_load(type, out, shape_item(shape, &g, rank));
      if (got != expected && !bad++)
        snprintf(first, sizeof first, "expected 0x%llx, got 0x%llx at rank %zu of %zu, work-group %zu of %zu, from %zu",
                 (unsigned long long)expected, (unsigned long long)got, rank, g.n, i, groups, source);
    }
  }
  if (bad)
    report_fail(name, "%s; wrong: %zu work-items", first, bad);
  else
    report_pass(name);
}

void run_broadcast(const struct suite *s, cl_program program, const struct subject *u, const struct suite_shape *of,
                   unsigned form, const char *text) {
  size_t n = of->local[0] * of->local[1] * of->local[2];
  char name[SUITE_NAME], *error;
  broadcast_name(name, u, form, text);
  if (!suite_begins(s, program, broadcasts[form], n, name))
    return;
  unsigned dimensions = of->local[2] > 1 ? 3 : of->local[1] > 1 ? 2 : 1;
  if (s->builder->way == WAY_NATIVE && form + 1 < dimensions) {
    report_skip(name, "the specification leaves this form open in a work-group of %u dimensions", dimensions);
    return;
  }
  struct shape shape = shape_make(of->local, suite_groups(s, of->local, 16, n), of->tail);
  size_t items = shape_items(&shape);
  cl_uint *from = broadcast_sources(s, &shape, n);
  void *in = allocate(items * ref_bytes(u->type));
  /* Values that use all their bits, so that a broadcast of only some of them shows. */
  uint64_t *bits = allocate(items * sizeof *bits);
  inputs_fill(u->type, &(struct input){.kind = INPUT_RANDOM, .seed = s->seed + n}, items, bits);
  for (size_t i = 0; i < items; i++)
    ref_store(u->type, in, i, bits[i]);
  free(bits);
  const struct launch l = {.kernel = broadcasts[form],
                           .in = in,
                           .in_bytes = ref_bytes(u->type),
                           .uniform = from,
                           .columns = 1,
                           .out_bytes = ref_bytes(u->type)};
  void *out = launch_run(s->device, program, &shape, &l, &error);
  if (out)
    judge_broadcast(name, u->type, &shape, from, form == 1, in, out);
  else
    report_fail(name, "%s", error);
  free(out);
  free(error);
  free(from);
  free(in);
}
