/* What `run` measures: the axes, the OpenCL C of each kernel, and the values that it must give. */
#ifndef CLGROUP_BENCH_CASES_H
#define CLGROUP_BENCH_CASES_H

#include <stdbool.h>
#include <stddef.h>

enum function { REDUCE, SCAN_INCLUSIVE, SCAN_EXCLUSIVE, BROADCAST, ALL, ANY, FUNCTIONS };
enum op { ADD, MIN, MAX, OPS };
enum type { INT, UINT, LONG, FLOAT, DOUBLE, HALF, TYPES };
enum shape { LARGE, CACHED, COMPUTE, USER, SHAPES };
/* HOST has no kernel (host.h), SINGLE's has work-groups of one work-item, which does the work of all. CALLED is any
 * that leaves the call to a compiler that knows work-group functions. */
enum peer_kind {
  COPY,
  LOCAL,
  LOCAL_IDS,
  LEADER,
  HOST,
  SINGLE,
  STORED,
  SEQUENTIAL,
  HILLIS_STEELE,
  BLELLOCH,
  CALLED,
  PEER_KINDS
};

extern const char *const function_names[FUNCTIONS],
    *const op_names[OPS], *const type_names[TYPES], *const shape_names[SHAPES], *const peer_kind_names[PEER_KINDS];

/* USER_GAP: items between what USER loads side by side; addresses that share their low 12 bits would stall CPUs. */
enum { LOOP_CALLS = 64, USER_STORES = 2, USER_GAP = 32, MAX_ITEMS = 4 << 20, MAX_BYTES = MAX_ITEMS * 8 };

/* What is computed. */
struct work {
  enum function function;
  enum op op; /* ADD where the function has none */
  enum type type;
};

/* Whether the function combines by an operator that its name ends in. */
bool function_has_op(enum function function);
bool kind_fits(enum peer_kind kind, const struct work *work);
/* Whether its kernels have no call at all: each work-item gets its own value back. */
bool kind_is_ceiling(enum peer_kind kind);
/* Whether it is there to show what a driver for CPUs could reach, and nobody's way to write a kernel. */
bool kind_is_limit(enum peer_kind kind);
bool kind_has_shape(enum peer_kind kind, enum shape shape);
/* "scan_inclusive add int" */
const char *work_name(const struct work *work);
size_t type_size(enum type type);
/* Items that a launch works on, a multiple of `size`; and how many times it does so, each by work-groups of their own,
 * which all store the same: a launch is long enough that it is no matter how soon a driver wakes its threads. */
size_t shape_items(enum shape shape, size_t size);
size_t shape_rounds(enum shape shape);
/* Its kernel's name in every program. */
const char *shape_kernel(enum shape shape);
/* How many items `out` has for that many work-items. */
size_t shape_stores(enum shape shape, size_t items);

/* OpenCL C of a program with the kernels of all shapes, for free(). A kernel takes in, out and, where it needs scratch
 * memory, a third argument: local memory for two elements per work-item; SINGLE's a fourth, the work-group's size as a
 * uint. */
char *kernel_text(const struct work *work, enum peer_kind kind);
/* What the kernels' comparisons with last results take, so that loops neither settle nor overflow. */
int work_middle(const struct work *work);
int work_mirror(const struct work *work);

/* `count` items of `in`, whose sums and the like are exact in any order. */
void values_fill(const struct work *work, void *in, size_t count);
/* What `out` must hold after a launch of `items` work-items in work-groups of `size`. */
void values_expect(const struct work *work, bool ceiling, enum shape shape, size_t size, size_t items, void *out);
/* Whether they are the same (+0.0 is -0.0); else *at is the first that differs, and why says how. */
bool values_equal(enum type type, const void *got, const void *wanted, size_t count, char *why, size_t why_size);

#endif
