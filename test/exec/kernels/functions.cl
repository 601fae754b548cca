// Work-group functions of one type T, each with an output column of its own. FOLDS is FOLD(reduce, CALL(reduce, add) ...) and so on, with
// the operators that the type takes.

#define CALL(name, op) out[at] = work_group_##name##_##op(x), at += items;
#define FOLD(name, calls)                                                                                              \
  KERNEL void name(global const T *in, global T *out, uint items, global const uint *unused) {                         \
    uint at = GUARD + item();                                                                                          \
    T x = in[item()];                                                                                                  \
    calls                                                                                                              \
  }
FOLDS

// Each work-group reads from the rank that `from` names for it: by linear id, by x and y, by x, y and z.
#ifdef BROADCAST
#define FROM(name, ...)                                                                                                \
  KERNEL void name(global const T *in, global T *out, uint items, global const uint *from) {                           \
    T x = in[item()];                                                                                                  \
    size_t source = from[group()];                                                                                     \
    size_t lx = get_local_size(0), ly = get_local_size(1);                                                             \
    out[GUARD + item()] = work_group_broadcast(x, __VA_ARGS__);                                                        \
  }
FROM(broadcast_1d, source)
FROM(broadcast_2d, source % lx, source / lx % ly)
FROM(broadcast_3d, source % lx, source / lx % ly, source / lx / ly)
#endif
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
