/* What `run` measures: the axes, the OpenCL C of each kernel, and its expected results. */
#ifndef CLGROUP_BENCH_CASES_H
#define CLGROUP_BENCH_CASES_H

#include <stdbool.h>
#include <stddef.h>

enum function { REDUCE, SCAN_INCLUSIVE, SCAN_EXCLUSIVE, BROADCAST, ALL, ANY, FUNCTIONS };
enum op { ADD, MIN, MAX, OPS };
enum type { INT, UINT, LONG, FLOAT, DOUBLE, HALF, TYPES };
enum shape { LARGE, CACHED, COMPUTE, USER, SHAPES };
/* COPY has no call: each work-item stores its own value. SUB_GROUPS is the function made by hand of the device's
 * sub-group functions. CALLED is any peer whose kernel calls the work-group function. */
enum peer_kind { COPY, STORED, SEQUENTIAL, HILLIS_STEELE, SUB_GROUPS, CALLED, PEER_KINDS };

/* The peers by name: the kinds with a kernel by hand, and those that call the function. */
enum peer_name { NATIVE = CALLED, MODULE, LINK, PEER_NAMES };

extern const char *const function_names[FUNCTIONS],
    *const op_names[OPS], *const type_names[TYPES], *const shape_names[SHAPES], *const peer_names[PEER_NAMES];

/* USER_GAP: items between the arrays that USER reads; loads from addresses with the same low 12 bits stall CPUs. */
enum { LOOP_CALLS = 64, USER_STORES = 2, USER_GAP = 32, MAX_ITEMS = 4 << 20, MAX_BYTES = MAX_ITEMS * 8 };

/* The function, operator and type. */
struct work {
  enum function function;
  enum op op; /* ADD if the function has none */
  enum type type;
};

/* Whether the function's name ends in an operator. */
bool function_has_op(enum function function);
bool kind_fits(enum peer_kind kind, const struct work *work);
/* "scan_inclusive add int" */
const char *work_name(const struct work *work);
size_t type_size(enum type type);
/* The number of items of a launch, a multiple of `size`, and how often the launch processes them, with further
 * work-groups that store the same values: so launches are long enough that a driver's time to wake its threads does not
 * matter. */
size_t shape_items(enum shape shape, size_t size);
size_t shape_rounds(enum shape shape);
/* The name of its kernel in every program. */
const char *shape_kernel(enum shape shape);
/* The number of items in `out` for `items` work-items. */
size_t shape_stores(enum shape shape, size_t items);

/* OpenCL C of a program with the kernels of all shapes, for free(). A kernel takes in, out and, where it needs scratch
 * memory, a third argument: local memory for two elements per work-item. */
char *kernel_text(const struct work *work, enum peer_kind kind);
/* Constants for the kernels' comparisons with previous results, so that loops neither converge nor overflow. */
int work_middle(const struct work *work);
int work_mirror(const struct work *work);

/* Fills `count` items of `in` with values whose sums are exact in any order. */
void values_fill(const struct work *work, void *in, size_t count);
/* The expected `out` after a launch of `items` work-items in work-groups of `size`. */
void values_expect(const struct work *work, enum peer_kind kind, enum shape shape, size_t size, size_t items,
                   void *out);
/* Whether the values are equal (+0.0 equals -0.0); otherwise `why` describes the first difference. */
bool values_equal(enum type type, const void *got, const void *wanted, size_t count, char *why, size_t why_size);

#endif
