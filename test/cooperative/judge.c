#include "judge.h"

#include "generated.h"
#include "report.h"
#include "splitmix.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_ITEMS = 4096, WORK_GROUPS = 2, MOST_WORK_GROUPS = 8, MAX_WORK_GROUPS = 16 };

struct run {
  const struct group_kind *kind;
  const struct function *f;
  struct shape shape;
  unsigned number; /* of this launch: what its inputs are */
  struct item in[MAX_ITEMS];
  cl_uint shared[MAX_WORK_GROUPS];
};

static uint64_t next_random(void) {
  static uint64_t state;
  return random_next(&state);
}

/* Any; all odd, all even; a few odd, a few even. */
static uint32_t operand(unsigned number, size_t rank) {
  const uint32_t any = (uint32_t)(next_random() >> 40);
  const unsigned odd = number % 5 == 1 || (number % 5 == 3 && rank % 29 == 7) || (number % 5 == 4 && rank % 29 != 7);
  return number % 5 == 0 ? any : number % 5 < 3 ? odd : any * 2 + odd;
}

/* Who takes the first branch: some, all, every other one. */
static uint32_t branch(unsigned number, size_t rank) {
  return number % 3 == 0 ? (rank * 7 + 3) % 5 < 3 : number % 3 == 1 ? 1 : rank % 2;
}

static void make_input(struct run *r) {
  for (size_t g = 0; g < shape_group_count(&r->shape); g++) {
    const struct group group = shape_group(&r->shape, g);
    r->shared[g] = (cl_uint)(next_random() >> 32) & ~1u; /* in a matrix with an inverse */
    for (size_t rank = 0; rank < group.n; rank++) {
      struct item *item = &r->in[shape_item(&r->shape, &group, rank)];
      for (unsigned i = 0; i < 4; i++)
        item->x.words[i] = next_random();
      if (r->f->type)
        item->x = composed_invertible(r->f->type, item->x);
      item->a = operand(r->number - 1, rank);
      item->branch = branch(r->number - 1, rank);
    }
  }
}

static bool judge_group(const struct run *r, size_t number, const struct value *out, char **error) {
  static struct item items[MAX_MEMBERS];
  static uint64_t places[MAX_MEMBERS];
  static struct members members;
  const struct group group = shape_group(&r->shape, number);
  for (size_t rank = 0; rank < group.n; rank++) {
    const size_t item = shape_item(&r->shape, &group, rank);
    items[rank] = r->in[item];
    places[rank] = out[shape_items(&r->shape) + item].words[0];
  }
  members.shared = r->shared[number];
  const uint64_t grid[4] = {0, shape_items(&r->shape), number, shape_group_count(&r->shape)};
  memcpy(members.grid, grid, sizeof grid);
  for (size_t before = 0; before < number; before++)
    members.grid[0] += shape_group(&r->shape, before).n;
  for (size_t rank = 0; rank < group.n; rank++) {
    const size_t item = shape_item(&r->shape, &group, rank);
    members_of(r->kind, items, places, group.n, rank, &members);
    members.grid[0] += rank != 0;
    const struct question question = {r->f, r->kind, items, &members, group.n};
    const struct value wanted = r->f->expect(&question);
    if (!memcmp(&wanted, &out[item], sizeof wanted))
      continue;
    text_add(error, "work-item %zu, rank %u of %u in its group:", item, members.own, members.count);
    for (unsigned i = 0; i < 4; i++)
      text_add(error, " %llx", (unsigned long long)out[item].words[i]);
    text_add(error, " instead of");
    for (unsigned i = 0; i < 4; i++)
      text_add(error, " %llx", (unsigned long long)wanted.words[i]);
    return false;
  }
  return true;
}

static char *judge_groups(void *data, const void *out) {
  const struct run *r = data;
  char *error = NULL;
  for (size_t g = 0; !error && g < shape_group_count(&r->shape); g++)
    judge_group(r, g, out, &error);
  return error;
}

static bool run(struct run *r, const struct device *d, cl_program program, const char *name) {
  const struct launch launch = {.kernel = r->f->name,
                                .in = r->in,
                                .in_bytes = sizeof *r->in,
                                .uniform = r->shared,
                                .columns = 2,
                                .out_bytes = sizeof(struct value)};
  make_input(r);
  return generated_launch(d, program, &r->shape, &launch, name, r->number, judge_groups, r);
}

/* The next of a list such as "64 9x5+tail"; returns what follows it. */
static const char *read_shape(const char *list, size_t local[3], bool *tail) {
  for (unsigned d = 0; d < 3; d++) {
    char *end;
    local[d] = strtoul(list, &end, 10);
    list = *end == 'x' ? end + 1 : end;
    if (*end != 'x')
      for (unsigned other = d + 1; other < 3; other++)
        local[other] = 1;
    if (*end != 'x')
      break;
  }
  *tail = !strncmp(list, "+tail", 5);
  list += *tail ? 5 : 0;
  return list + strspn(list, " ");
}

void judge(const struct device *d, cl_program program, const struct group_kind *kind, const struct function *f,
           bool quick, const char *name) {
  static struct run r;
  const size_t limit = launch_limit(d, program, f->name);
  bool tail, ran = false;
  size_t local[3];
  r = (struct run){.kind = kind, .f = f};
  for (const char *at = quick ? kind->quick_sizes : kind->sizes; *at;) {
    at = read_shape(at, local, &tail);
    r.number++;
    if (local[0] * local[1] * local[2] > limit || (tail && !d->non_uniform))
      continue;
    r.shape = shape_make(local, f->needs_groups ? MOST_WORK_GROUPS : WORK_GROUPS, tail);
    ran = true;
    if (!run(&r, d, program, name))
      return;
  }
  if (ran)
    report_pass(name);
  else
    report_fail(name, "no work-group is small enough for the kernel: %zu work-items at most", limit);
}
