/* Cooperative groups for C++ for OpenCL 2021 (clang 15 and newer, -cl-std=CLC++2021), with the names and meanings of NVIDIA's CUDA
 * programming guide. docs/cooperative-groups.md has an example of each; clgroup-cc finds this header without -I.
 *
 *   this_thread_block()                          the work-group
 *   tiled_partition<N>(group)                    tiles of N neighbours by rank, N a power of two; the last one may be smaller
 *   coalesced_threads()                          the work-items of a sub-group that are active at this call
 *   labeled_partition(group, label)              those of a tile or of a coalesced group with the same label
 *   binary_partition(group, predicate)           those with the same predicate
 *   invoke_one, invoke_one_broadcast(group, f, arguments...)
 *   reduce, inclusive_scan, exclusive_scan(group, x [, op])
 *   reduce_update, inclusive_scan_update, exclusive_scan_update(group, atomic, x [, op])
 *
 * Operators: plus, less, greater, bit_and, bit_xor, bit_or, and anything that can be called as op(a, b): `a` is of lower ranks, so it need
 * not commute. Values: any trivially copyable type of up to 32 bytes.
 *
 * How values are exchanged, which decides who must make a call:
 *   by shuffles   by the members of a sub-group; the group's members make the call, wherever they are
 *   by memory     through clgroup_work_group_shuffle (work_group_shuffle.h); all work-items of the work-group make the call, as with
 *                 barrier(), each for its own group
 * On GPUs tiles go by shuffles up to the size of a sub-group, and by memory beyond it. In SPIR-V with strategy subgroup it is the same, but
 * the size is known only when the kernel runs: on drivers for CPUs it may be 4, or another number in each kernel, and rows of work-items
 * that are no multiple of it count as sub-groups that do not fit, as do sub-groups of more than 64. With the other strategies, for devices
 * without sub-groups, all goes by memory, and there are no coalesced groups. */
#ifndef CLGROUP_COOPERATIVE_GROUPS_H
#define CLGROUP_COOPERATIVE_GROUPS_H

#if !defined(__OPENCL_CPP_VERSION__) || __OPENCL_CPP_VERSION__ < 202100
#error "clgroup/cooperative_groups.h is for C++ for OpenCL 2021: compile with -cl-std=CLC++2021, or name the file .clcpp"
#endif

#include <clgroup/work_group_shuffle.h>

#define CLGROUP_INLINE __attribute__((always_inline)) inline

/* Whether tiles of N go by shuffles: always, never, or as the device decides. */
#if defined(__NVPTX__)
#define CLGROUP_SURE_LANES 32
#define CLGROUP_MOST_LANES 32
#elif defined(__AMDGCN__)
#define CLGROUP_SURE_LANES __AMDGCN_WAVEFRONT_SIZE
#define CLGROUP_MOST_LANES __AMDGCN_WAVEFRONT_SIZE
#elif defined(__clgroup_sub_groups) && defined(cl_khr_subgroup_shuffle)
#define CLGROUP_SURE_LANES 1
#define CLGROUP_MOST_LANES 64 /* sets of lanes are ulongs */
#else
#define CLGROUP_SURE_LANES 0
#define CLGROUP_MOST_LANES 0
#endif

/* Are there ballots, by which lanes find those that are active with them? */
#if CLGROUP_SURE_LANES > 1 || (CLGROUP_MOST_LANES > 0 && defined(cl_khr_subgroup_ballot))
#define CLGROUP_BALLOTS 1
#else
#define CLGROUP_BALLOTS 0
#endif

/* ---- The device's side: words of lanes ---- */

#if defined(__NVPTX__) || defined(__AMDGCN__)
/* The library's own (generic/sub_group/functions.cl). `members`: the lanes that make the call. */
#define CLGROUP_OF_LANES __attribute__((convergent, nomerge))
ulong CLGROUP_OF_LANES __clgroup_active_lanes(void);
ulong CLGROUP_OF_LANES __clgroup_ballot(bool predicate, ulong members);
uint CLGROUP_OF_LANES __clgroup_word_of_lane(uint x, uint lane, ulong members);
void CLGROUP_OF_LANES __clgroup_meet(ulong members);
#undef CLGROUP_OF_LANES
#endif
#if defined(__NVPTX__)
extern "C" {
uint __attribute__((convergent, nomerge)) __clgroup_word_below(uint x, uint n, uint segment, uint members, __private uint *is_there);
uint __attribute__((const)) __clgroup_late_select_32(bool condition, uint a, uint b);
}
#endif

namespace cooperative_groups {
namespace clgroup {

CLGROUP_INLINE uint work_group_size() {
  return (uint)get_local_size(0) * (uint)get_local_size(1) * (uint)get_local_size(2);
}

CLGROUP_INLINE uint rank_in_work_group() {
  return ((uint)get_local_id(2) * (uint)get_local_size(1) + (uint)get_local_id(1)) * (uint)get_local_size(0) + (uint)get_local_id(0);
}

#if CLGROUP_SURE_LANES > 1
CLGROUP_INLINE uint lane() {
  return get_sub_group_local_id();
}
CLGROUP_INLINE ulong active_lanes() {
  return __clgroup_active_lanes();
}
CLGROUP_INLINE ulong ballot(bool predicate, ulong members) {
  return __clgroup_ballot(predicate, members) & members;
}
CLGROUP_INLINE uint word_of_lane(uint x, uint lane, ulong members) {
  return __clgroup_word_of_lane(x, lane, members);
}
CLGROUP_INLINE void meet(ulong members) {
  __clgroup_meet(members);
}
#elif CLGROUP_MOST_LANES > 0
CLGROUP_INLINE uint lane() {
  return get_sub_group_local_id();
}
#if CLGROUP_BALLOTS
CLGROUP_INLINE ulong set_of(uint4 set) {
  return (ulong)set.y << 32 | set.x;
}
/* LLVM would merge calls in both arms of a branch into one, for the lanes of both. */
CLGROUP_INLINE ulong active_lanes() {
  uint4 set;
  __attribute__((nomerge)) set = sub_group_ballot(1);
  return set_of(set);
}
CLGROUP_INLINE ulong ballot(bool predicate, ulong members) {
  return set_of(sub_group_ballot(predicate)) & members;
}
#endif
CLGROUP_INLINE uint word_of_lane(uint x, uint lane, ulong) {
  return sub_group_shuffle(x, lane);
}
/* Lanes of such devices run in step; the fence is for the compiler. */
CLGROUP_INLINE void meet(ulong) {
  atomic_work_item_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_sub_group);
}
#else
CLGROUP_INLINE uint lane() {
  return 0;
}
CLGROUP_INLINE uint word_of_lane(uint x, uint, ulong) {
  return x;
}
CLGROUP_INLINE void meet(ulong) {}
#endif

#if !CLGROUP_BALLOTS
/* Never called: code that other devices run names it. */
CLGROUP_INLINE ulong ballot(bool, ulong) {
  return 0;
}
#endif

/* Do the lanes of sub-groups hold neighbours by rank, in whole tiles of N? The same for all of a work-group. Drivers fill sub-groups with
 * neighbours, some of them row by row. */
template <unsigned N> CLGROUP_INLINE bool fits_sub_group() {
#if CLGROUP_MOST_LANES > 0 && CLGROUP_SURE_LANES <= 1
  const uint n = work_group_size(), lanes = get_max_sub_group_size(), groups = get_num_sub_groups(), row = (uint)get_local_size(0);
  const bool full = ((lanes & (lanes - 1)) == 0) & ((groups - 1) * lanes < n) & (n <= groups * lanes);
  return (lanes <= CLGROUP_MOST_LANES) & ((groups == 1) | ((N <= lanes) & full & ((row == n) | ((row & (lanes - 1)) == 0))));
#else
  return N <= CLGROUP_SURE_LANES;
#endif
}

/* ---- Values as words ---- */

template <class T> struct words_of {
  uint words[(sizeof(T) + 3) / 4];
};

template <class T> CLGROUP_INLINE constexpr void check_value() {
  static_assert(__is_trivially_copyable(T), "cooperative_groups: a value is exchanged as bytes, so its type must be trivially copyable");
  static_assert(sizeof(T) <= 32, "cooperative_groups: a value may have up to 32 bytes");
}

/* LLVM would copy 3, 5, 6 ... bytes as an integer of that size, which SPIR-V does not have. */
template <unsigned Bytes> CLGROUP_INLINE void copy(__private void *to, __private const void *from) {
  if constexpr (Bytes % 4 == 0 || Bytes <= 2)
    __builtin_memcpy(to, from, Bytes);
  else
    for (uint i = 0; i < Bytes; i++)
      ((__private uchar *)to)[i] = ((__private const uchar *)from)[i];
}

template <class T> CLGROUP_INLINE words_of<T> to_words(T x) {
  words_of<T> w = {};
  copy<sizeof(T)>(&w, &x);
  return w;
}

/* `like`: any value, since T need not have a default constructor. */
template <class T> CLGROUP_INLINE T from_words(words_of<T> w, T like) {
  copy<sizeof(T)>(&like, &w);
  return like;
}

/* condition ? a : b. On NVIDIA opaque to LLVM, which would make a + (condition ? b : 0) of condition ? a + b : a, where one instruction
 * with a predicate would do. */
template <class T> CLGROUP_INLINE T select_value(bool condition, T a, T b) {
#if defined(__NVPTX__)
  words_of<T> w = to_words(a), otherwise = to_words(b);
  for (uint i = 0; i < sizeof w / 4; i++)
    w.words[i] = __clgroup_late_select_32(condition, w.words[i], otherwise.words[i]);
  return from_words(w, a);
#else
  return condition ? a : b;
#endif
}

/* ---- The ways of exchange. A member's place is its rank in the group or, in a group with gaps, that in the tile or sub-group around it.
 *      get(x, at): the x of the member at place `at`; an undefined value if there is none. ---- */

template <class T> CLGROUP_INLINE T get_by_lanes(T x, uint from, ulong members) {
  words_of<T> w = to_words(x);
  for (uint i = 0; i < sizeof w / 4; i++)
    w.words[i] = word_of_lane(w.words[i], from, members);
  return from_words(w, x);
}

template <class T> CLGROUP_INLINE T get_by_memory(T x, uint from) {
  from = min(from, work_group_size() - 1);
  if constexpr (sizeof(T) % 8 == 0) {
    ulong words[sizeof(T) / 8];
    __builtin_memcpy(&words, &x, sizeof(T));
    for (uint i = 0; i < sizeof(T) / 8; i++)
      words[i] = clgroup_work_group_shuffle(words[i], from);
    __builtin_memcpy(&x, &words, sizeof(T));
    return x;
  } else {
    words_of<T> w = to_words(x);
    for (uint i = 0; i < sizeof w / 4; i++)
      w.words[i] = clgroup_work_group_shuffle(w.words[i], from);
    return from_words(w, x);
  }
}

/* A whole tile of N. */
template <unsigned N> struct tile_of_lanes {
  uint first, own; /* lane of the first, rank of this one */
  ulong members;
  CLGROUP_INLINE static tile_of_lanes here() {
    const uint self = lane(), first = self & ~(N - 1);
    return tile_of_lanes{first, self & (N - 1), N < 64 && N < CLGROUP_SURE_LANES ? ((1ul << (N & 63)) - 1) << first : ~0ul};
  }
  template <class T> CLGROUP_INLINE T get(T x, uint at) const __private {
    return get_by_lanes(x, first + at, members);
  }
  /* The member n before, if there is one; on NVIDIA x itself if not. */
  template <class T> CLGROUP_INLINE T get_below(T x, uint n, __private bool *is_there) const __private {
#if defined(__NVPTX__)
    words_of<T> w = to_words(x);
    uint there = 0;
    for (uint i = 0; i < sizeof w / 4; i++)
      w.words[i] = __clgroup_word_below(w.words[i], n, (32 - N) << 8, (uint)members, &there);
    *is_there = there;
    return from_words(w, x);
#else
    *is_there = own >= n;
    return get(x, (own - n) & (N - 1));
#endif
  }
};

template <unsigned N> struct tile_of_memory {
  uint first, own;
  CLGROUP_INLINE static tile_of_memory here() {
    const uint rank = rank_in_work_group();
    return tile_of_memory{rank & ~(N - 1), rank & (N - 1)};
  }
  template <class T> CLGROUP_INLINE T get(T x, uint at) const __private {
    return get_by_memory(x, first + at);
  }
  template <class T> CLGROUP_INLINE T get_below(T x, uint n, __private bool *is_there) const __private {
    *is_there = own >= n;
    return get(x, *is_there ? own - n : own);
  }
};

/* A group with gaps: `mask` has a bit for each member's place. */
struct some_of_lanes {
  enum { places = CLGROUP_MOST_LANES == 32 ? 32 : 64 };
  ulong mask;
  uint own;
  template <class T> CLGROUP_INLINE T get(T x, uint at) const __private {
    return get_by_lanes(x, at, mask);
  }
};

struct some_of_memory {
  enum { places = 64 };
  ulong mask;
  uint own, first;
  template <class T> CLGROUP_INLINE T get(T x, uint at) const __private {
    return get_by_memory(x, first + at);
  }
};

CLGROUP_INLINE uint first_of(ulong mask) {
  return (uint)popcount((mask & -mask) - 1); /* libclc has no ctz */
}
CLGROUP_INLINE uint last_of(ulong mask) {
  return 63 - (uint)clz(mask);
}
CLGROUP_INLINE uint count_of(ulong mask) {
  return (uint)popcount(mask);
}
CLGROUP_INLINE ulong places_below(uint place) {
  return (1ul << place) - 1;
}

/* The place of the member of that rank: the n-th bit of the mask, by halves. */
CLGROUP_INLINE uint place_of(ulong mask, uint rank) {
  uint place = 0;
  for (uint width = 32; width; width /= 2) {
    const uint here = count_of(mask >> place & ((1ul << width) - 1));
    place += rank >= here ? width : 0;
    rank -= rank >= here ? here : 0;
  }
  return place;
}

/* ---- Scans and reduces ---- */

/* After each step a member has combined the last 2, 4, 8 ... values up to its own. */
template <unsigned N, class Way, class T, class F> CLGROUP_INLINE T scan_tile(Way way, T x, F op) {
#pragma unroll
  for (uint n = 1; n < N; n *= 2) {
    bool is_there;
    const T below = way.get_below(x, n, &is_there);
#if defined(__NVPTX__)
    x = select_value(is_there, (T)op(below, x), below); /* `below` is x where none is there: the sum then goes to its register */
#else
    if (is_there)
      x = op(below, x);
#endif
  }
  return x;
}

template <unsigned N, class Way, class T> CLGROUP_INLINE T shift_tile(Way way, T inclusive, T first) {
  bool is_there;
  const T below = way.get_below(inclusive, 1, &is_there);
  return is_there ? below : first;
}

/* Each step combines neighbouring blocks of 1, 2, 4 ... members, all of which hold their block's value. A block of the last tile may be
 * smaller, or not be there. */
template <unsigned N, class Way, class T, class F> CLGROUP_INLINE T reduce_tile(Way way, uint count, T x, F op) {
#pragma unroll
  for (uint n = 1; n < N; n *= 2) {
    const uint other = way.own ^ n, block = other & ~(n - 1);
    const T its = way.get(x, min(other, count - 1));
    if (block < count)
      x = way.own & n ? op(its, x) : op(x, its);
  }
  return x;
}

/* Pointer jumping: each member knows the nearest place below it that it has not combined with, and goes on from where that one goes on. */
template <class Way, class T, class F> CLGROUP_INLINE T scan_some(Way way, T x, F op) {
  const ulong below = way.mask & places_below(way.own);
  uint from = below ? last_of(below) : way.own; /* itself: none */
#pragma unroll
  for (uint n = 1; n < Way::places; n *= 2) {
    const T its = way.get(x, from);
    const uint next = way.get(from, from);
    if (from != way.own)
      x = op(its, x);
    from = next == from ? way.own : next;
  }
  return x;
}

template <class Way, class T> CLGROUP_INLINE T shift_some(Way way, T inclusive, T first) {
  const ulong below = way.mask & places_below(way.own);
  const T its = way.get(inclusive, below ? last_of(below) : way.own);
  return below ? its : first;
}

} // namespace clgroup

/* ---- Operators ---- */

template <class T> struct plus {
  CLGROUP_INLINE T operator()(T a, T b) const {
    return a + b;
  }
};
template <class T> struct less {
  CLGROUP_INLINE T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};
template <class T> struct greater {
  CLGROUP_INLINE T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};
template <class T> struct bit_and {
  CLGROUP_INLINE T operator()(T a, T b) const {
    return a & b;
  }
};
template <class T> struct bit_xor {
  CLGROUP_INLINE T operator()(T a, T b) const {
    return a ^ b;
  }
};
template <class T> struct bit_or {
  CLGROUP_INLINE T operator()(T a, T b) const {
    return a | b;
  }
};

/* ---- Groups ---- */

class thread_block {
public:
  CLGROUP_INLINE static void sync() {
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
  CLGROUP_INLINE static uint thread_rank() {
    return clgroup::rank_in_work_group();
  }
  CLGROUP_INLINE static uint num_threads() {
    return clgroup::work_group_size();
  }
  CLGROUP_INLINE static uint size() {
    return num_threads();
  }
  CLGROUP_INLINE static uint3 group_index() {
    return (uint3)((uint)get_group_id(0), (uint)get_group_id(1), (uint)get_group_id(2));
  }
  CLGROUP_INLINE static uint3 thread_index() {
    return (uint3)((uint)get_local_id(0), (uint)get_local_id(1), (uint)get_local_id(2));
  }
  CLGROUP_INLINE static uint3 dim_threads() {
    return (uint3)((uint)get_local_size(0), (uint)get_local_size(1), (uint)get_local_size(2));
  }
  CLGROUP_INLINE static uint3 group_dim() {
    return dim_threads();
  }
};

CLGROUP_INLINE thread_block this_thread_block() {
  return thread_block();
}

/* Returns the value of `shuffles` or of `memory`, by the way that a tile of N takes. */
#define CLGROUP_EITHER(N, shuffles, memory)                                                                                                \
  do {                                                                                                                                     \
    if constexpr (N <= CLGROUP_SURE_LANES)                                                                                                 \
      return shuffles;                                                                                                                     \
    else if constexpr (N > CLGROUP_MOST_LANES)                                                                                             \
      return memory;                                                                                                                       \
    else if (clgroup::fits_sub_group<N>())                                                                                                 \
      return shuffles;                                                                                                                     \
    else                                                                                                                                   \
      return memory;                                                                                                                       \
  } while (0)
#define CLGROUP_OF_TILE(N, function, ...)                                                                                                  \
  CLGROUP_EITHER(N, function(clgroup::tile_of_lanes<N>::here(), ##__VA_ARGS__),                                                            \
                 function(clgroup::tile_of_memory<N>::here(), ##__VA_ARGS__))

template <unsigned N, class Parent = thread_block> class thread_block_tile {
  static_assert(N > 0 && (N & (N - 1)) == 0, "cooperative_groups: the size of a tile must be a power of two");
  static_assert(N <= 4096, "cooperative_groups: no work-group has room for a tile of more than 4096");

public:
  /* Bits of members, by rank, of a tile of up to 32. */
  using mask = uint;

  CLGROUP_INLINE static uint thread_rank() {
    CLGROUP_OF_TILE(N, rank_by);
  }
  /* N but for the last tile of a work-group whose size is no multiple of it. */
  CLGROUP_INLINE static uint num_threads() {
    return min(N, clgroup::work_group_size() - (clgroup::rank_in_work_group() & ~(N - 1)));
  }
  CLGROUP_INLINE static uint size() {
    return num_threads();
  }
  CLGROUP_INLINE static uint meta_group_rank() {
    return Parent::thread_rank() / N;
  }
  CLGROUP_INLINE static uint meta_group_size() {
    return (Parent::num_threads() + N - 1) / N;
  }
  CLGROUP_INLINE static void sync() {
    CLGROUP_OF_TILE(N, sync_by);
  }
  template <class T> CLGROUP_INLINE static T shfl(T x, uint rank) {
    clgroup::check_value<T>();
    CLGROUP_OF_TILE(N, get_by, x, rank & (N - 1));
  }
  /* Beyond the tile's ends: x itself. */
  template <class T> CLGROUP_INLINE static T shfl_up(T x, uint delta) {
    const uint rank = thread_rank();
    const T other = shfl(x, rank - delta);
    return rank >= delta ? other : x;
  }
  template <class T> CLGROUP_INLINE static T shfl_down(T x, uint delta) {
    const uint rank = thread_rank();
    const T other = shfl(x, rank + delta);
    return delta < num_threads() - rank ? other : x;
  }
  template <class T> CLGROUP_INLINE static T shfl_xor(T x, uint mask) {
    const uint other_rank = thread_rank() ^ mask;
    const T other = shfl(x, other_rank);
    return other_rank < num_threads() ? other : x;
  }
  CLGROUP_INLINE static int any(int predicate) {
    return clgroup_or<uint>(predicate != 0) != 0;
  }
  CLGROUP_INLINE static int all(int predicate) {
    return clgroup_or<uint>(predicate == 0) == 0;
  }
  /* The ranks of the members where it is true, of a tile of up to 64; ulong for 64. */
  CLGROUP_INLINE static auto ballot(int predicate) {
    return clgroup_set(predicate != 0);
  }
  /* The ranks of the members with the same bits in x. */
  template <class T> CLGROUP_INLINE static auto match_any(T x) {
    clgroup::check_value<T>();
    CLGROUP_OF_TILE(N, match_by, x);
  }
  /* All members, and true, if all have the same bits in x; else none, and false. */
  template <class T> CLGROUP_INLINE static auto match_all(T x, __private int &predicate) {
    const auto same = match_any(x);
    predicate = all(same == every());
    return predicate ? same : 0 * same;
  }

  /* What the functions below need: not for programs. */
  template <class T, class F> CLGROUP_INLINE static T clgroup_inclusive(T x, F op) {
    CLGROUP_OF_TILE(N, clgroup::scan_tile<N>, x, op);
  }
  template <class T> CLGROUP_INLINE static T clgroup_shift(T inclusive, T first) {
    CLGROUP_OF_TILE(N, clgroup::shift_tile<N>, inclusive, first);
  }
  template <class T, class F> CLGROUP_INLINE static T clgroup_reduce(T x, F op) {
    const uint count = num_threads();
    CLGROUP_OF_TILE(N, clgroup::reduce_tile<N>, count, x, op);
  }
  template <class T> CLGROUP_INLINE static T clgroup_last(T x) {
    return shfl(x, num_threads() - 1);
  }
  CLGROUP_INLINE static auto every() {
    const uint count = num_threads();
    if constexpr (N > 32)
      return ~0ul >> (64 - count);
    else
      return ~0u >> (32 - count);
  }

private:
  template <class Way> CLGROUP_INLINE static uint rank_by(Way way) {
    return way.own;
  }
  template <class Way, class T> CLGROUP_INLINE static T get_by(Way way, T x, uint rank) {
    return way.get(x, rank);
  }
  CLGROUP_INLINE static void sync_by(clgroup::tile_of_lanes<N> way) {
    clgroup::meet(way.members);
  }
  CLGROUP_INLINE static void sync_by(clgroup::tile_of_memory<N>) {
    thread_block::sync();
  }
  /* A ballot where the device is known to have one, else a reduce. */
  template <class Set> CLGROUP_INLINE static Set clgroup_or(Set x) {
    if constexpr (N <= CLGROUP_SURE_LANES && CLGROUP_SURE_LANES > 1) {
      const clgroup::tile_of_lanes<N> way = clgroup::tile_of_lanes<N>::here();
      return (clgroup::ballot(x != 0, way.members) >> way.first & (~0ul >> (64 - N))) != 0;
    } else {
      return clgroup_reduce(x, bit_or<Set>());
    }
  }
  CLGROUP_INLINE static auto clgroup_set(bool predicate) {
    static_assert(N <= 64, "cooperative_groups: a set of members is for tiles of up to 64: ballot, match_any, match_all, partitions");
    if constexpr (N <= CLGROUP_SURE_LANES && CLGROUP_SURE_LANES > 1) {
      const clgroup::tile_of_lanes<N> way = clgroup::tile_of_lanes<N>::here();
      const ulong lanes = clgroup::ballot(predicate, way.members) >> way.first & (~0ul >> (64 - N));
      if constexpr (N > 32)
        return lanes;
      else
        return (uint)lanes;
    } else if constexpr (N > 32) {
      return clgroup_reduce((ulong)predicate << thread_rank(), bit_or<ulong>());
    } else {
      return clgroup_reduce((uint)predicate << thread_rank(), bit_or<uint>());
    }
  }
  template <class Way, class T> CLGROUP_INLINE static auto match_by(Way way, T x) {
    static_assert(N <= 64, "cooperative_groups: a set of members is for tiles of up to 64: ballot, match_any, match_all, partitions");
    const uint count = num_threads();
    const clgroup::words_of<T> mine = clgroup::to_words(x);
    auto same = 0 * every();
#pragma nounroll
    for (uint rank = 0; rank < N; rank++) {
      const clgroup::words_of<T> its = clgroup::to_words(way.get(x, min(rank, count - 1)));
      bool is_same = rank < count;
      for (uint i = 0; i < sizeof mine / 4; i++)
        is_same &= mine.words[i] == its.words[i];
      same |= (decltype(same))is_same << rank;
    }
    return same;
  }
};

template <unsigned N> CLGROUP_INLINE thread_block_tile<N> tiled_partition(thread_block) {
  return {};
}

template <unsigned N, unsigned M, class Parent>
CLGROUP_INLINE thread_block_tile<N, thread_block_tile<M, Parent>> tiled_partition(thread_block_tile<M, Parent>) {
  static_assert(N <= M, "cooperative_groups: a tile of a tile cannot be larger than it");
  return {};
}

/* A group with gaps: made by coalesced_threads() and the partitions. */
class coalesced_group {
public:
  /* Not for programs: the members' places, this one's; by lanes, or else from that rank on. */
  ulong clgroup_mask;
  uint clgroup_own, clgroup_first;
  bool clgroup_by_lanes;

  CLGROUP_INLINE uint thread_rank() const {
    return clgroup::count_of(clgroup_mask & clgroup::places_below(clgroup_own));
  }
  CLGROUP_INLINE uint num_threads() const {
    return clgroup::count_of(clgroup_mask);
  }
  CLGROUP_INLINE uint size() const {
    return num_threads();
  }
  CLGROUP_INLINE void sync() const {
    if (CLGROUP_MOST_LANES > 0 && clgroup_by_lanes)
      clgroup::meet(clgroup_mask);
    else
      thread_block::sync();
  }
  template <class T> CLGROUP_INLINE T shfl(T x, uint rank) const {
    clgroup::check_value<T>();
    return get_at(x, clgroup::place_of(clgroup_mask, rank % num_threads()));
  }
  template <class T> CLGROUP_INLINE T shfl_up(T x, uint delta) const {
    const uint rank = thread_rank();
    return shfl(x, rank >= delta ? rank - delta : rank);
  }
  template <class T> CLGROUP_INLINE T shfl_down(T x, uint delta) const {
    const uint rank = thread_rank();
    return shfl(x, delta < num_threads() - rank ? rank + delta : rank);
  }
  CLGROUP_INLINE int any(int predicate) const {
    return (places_of(predicate != 0)) != 0;
  }
  CLGROUP_INLINE int all(int predicate) const {
    return (places_of(predicate == 0)) == 0;
  }
  /* By rank. A sub-group may have 64 members. */
  CLGROUP_INLINE ulong ballot(int predicate) const {
    return by_rank(places_of(predicate != 0));
  }
  template <class T> CLGROUP_INLINE ulong match_any(T x) const {
    clgroup::check_value<T>();
    return by_rank(clgroup_same(x));
  }
  template <class T> CLGROUP_INLINE ulong match_all(T x, __private int &predicate) const {
    clgroup::check_value<T>();
    predicate = all(clgroup_same(x) == clgroup_mask);
    return predicate ? ~0ul >> (64 - num_threads()) : 0;
  }

#define CLGROUP_OF_SOME(function, ...)                                                                                                     \
  do {                                                                                                                                     \
    const clgroup::some_of_lanes lanes = {clgroup_mask, clgroup_own};                                                                      \
    const clgroup::some_of_memory memory = {clgroup_mask, clgroup_own, clgroup_first};                                                     \
    if constexpr (CLGROUP_MOST_LANES == 0)                                                                                                 \
      return function(memory, ##__VA_ARGS__);                                                                                              \
    else if (clgroup_by_lanes)                                                                                                             \
      return function(lanes, ##__VA_ARGS__);                                                                                               \
    else                                                                                                                                   \
      return function(memory, ##__VA_ARGS__);                                                                                              \
  } while (0)
  template <class T, class F> CLGROUP_INLINE T clgroup_inclusive(T x, F op) const {
    CLGROUP_OF_SOME(clgroup::scan_some, x, op);
  }
  template <class T> CLGROUP_INLINE T clgroup_shift(T inclusive, T first) const {
    CLGROUP_OF_SOME(clgroup::shift_some, inclusive, first);
  }
  template <class T, class F> CLGROUP_INLINE T clgroup_reduce(T x, F op) const {
    return clgroup_last(clgroup_inclusive(x, op));
  }
  template <class T> CLGROUP_INLINE T clgroup_last(T x) const {
    return get_at(x, clgroup::last_of(clgroup_mask));
  }
  /* The places of the members with the same bits in x. */
  template <class T> CLGROUP_INLINE ulong clgroup_same(T x) const {
    CLGROUP_OF_SOME(same_by, x);
  }

private:
  template <class Way, class T> CLGROUP_INLINE static T get_by(Way way, T x, uint at) {
    return way.get(x, at);
  }
  template <class T> CLGROUP_INLINE T get_at(T x, uint at) const {
    CLGROUP_OF_SOME(get_by, x, at);
  }
  template <class Way, class T> CLGROUP_INLINE static ulong same_by(Way way, T x) {
    const clgroup::words_of<T> mine = clgroup::to_words(x);
    ulong same = 0;
#pragma nounroll
    for (uint at = 0; at < Way::places; at++) {
      const bool is_member = way.mask >> at & 1;
      const clgroup::words_of<T> its = clgroup::to_words(way.get(x, is_member ? at : way.own));
      bool is_same = is_member;
      for (uint i = 0; i < sizeof mine / 4; i++)
        is_same &= mine.words[i] == its.words[i];
      same |= (ulong)is_same << at;
    }
    return same;
  }
  CLGROUP_INLINE ulong places_of(bool predicate) const {
#if CLGROUP_BALLOTS
    if (clgroup_by_lanes)
      return clgroup::ballot(predicate, clgroup_mask);
#endif
    return clgroup_reduce((ulong)predicate << clgroup_own, bit_or<ulong>());
  }
  CLGROUP_INLINE ulong by_rank(ulong places) const {
    ulong ranks = 0;
    for (ulong left = clgroup_mask, rank = 0; left; left &= left - 1, rank++)
      ranks |= (places >> clgroup::first_of(left) & 1) << rank;
    return ranks;
  }
};

#if CLGROUP_BALLOTS
CLGROUP_INLINE coalesced_group coalesced_threads() {
  return {clgroup::active_lanes(), clgroup::lane(), 0, true};
}
#elif CLGROUP_MOST_LANES > 0
__attribute__((unavailable("cooperative_groups: coalesced groups need ballots, and the device has no cl_khr_subgroup_ballot")))
coalesced_group coalesced_threads();
#else
__attribute__((unavailable("cooperative_groups: coalesced groups need sub-groups, of which strategy tree, serial and scalar use none: compile "
                           "with --strategy=subgroup for a device that has them")))
coalesced_group coalesced_threads();
#endif

namespace clgroup {
/* A tile as a group with gaps. */
template <unsigned N, class Parent> CLGROUP_INLINE coalesced_group some_of(thread_block_tile<N, Parent> tile) {
  const ulong every = tile.every();
  if (N <= CLGROUP_SURE_LANES || (N <= CLGROUP_MOST_LANES && fits_sub_group<N>())) {
    const uint self = lane();
    return {every << (self & ~(N - 1)), self, 0, true};
  }
  const uint rank = rank_in_work_group();
  return {every, rank & (N - 1), rank & ~(N - 1), false};
}
CLGROUP_INLINE coalesced_group some_of(coalesced_group group) {
  return group;
}
} // namespace clgroup

/* Labels of up to 32 bytes, which are the same if their bits are. */
template <class Group, class Label> CLGROUP_INLINE coalesced_group labeled_partition(const Group &group, Label label) {
  clgroup::check_value<Label>();
  coalesced_group some = clgroup::some_of(group);
  some.clgroup_mask = some.clgroup_same(label);
  return some;
}

template <class Group> CLGROUP_INLINE coalesced_group binary_partition(const Group &group, bool predicate) {
  return labeled_partition(group, (uint)predicate);
}

/* ---- Functions of groups: tiles and coalesced groups ---- */

template <class Group> CLGROUP_INLINE void sync(const Group &group) {
  group.sync();
}

/* The member of rank 0 calls f(arguments...). */
template <class Group, class F, class... Arguments> CLGROUP_INLINE void invoke_one(const Group &group, F f, Arguments... arguments) {
  if (group.thread_rank() == 0)
    f(arguments...);
}

/* The same, and all members get the result: a value of a type that has a default constructor. */
template <class Group, class F, class... Arguments> CLGROUP_INLINE auto invoke_one_broadcast(const Group &group, F f, Arguments... arguments) {
  decltype(f(arguments...)) result{};
  if (group.thread_rank() == 0)
    result = f(arguments...);
  return group.shfl(result, 0);
}

template <class Group, class T, class F> CLGROUP_INLINE T reduce(const Group &group, T x, F op) {
  clgroup::check_value<T>();
  return group.clgroup_reduce(x, op);
}
template <class Group, class T> CLGROUP_INLINE T reduce(const Group &group, T x) {
  return reduce(group, x, plus<T>());
}

template <class Group, class T, class F> CLGROUP_INLINE T inclusive_scan(const Group &group, T x, F op) {
  clgroup::check_value<T>();
  return group.clgroup_inclusive(x, op);
}
template <class Group, class T> CLGROUP_INLINE T inclusive_scan(const Group &group, T x) {
  return inclusive_scan(group, x, plus<T>());
}

namespace clgroup {
/* Sums that a subtraction takes an operand out of again: of integers, which wrap. */
template <class T, class F> struct is_integer_sum {
  enum { value = 0 };
};
template <> struct is_integer_sum<int, plus<int>> {
  enum { value = 1 };
};
template <> struct is_integer_sum<uint, plus<uint>> {
  enum { value = 1 };
};
template <> struct is_integer_sum<long, plus<long>> {
  enum { value = 1 };
};
template <> struct is_integer_sum<ulong, plus<ulong>> {
  enum { value = 1 };
};
} // namespace clgroup

/* The first member gets T(). */
template <class Group, class T, class F> CLGROUP_INLINE T exclusive_scan(const Group &group, T x, F op) {
  clgroup::check_value<T>();
  const T up_to = group.clgroup_inclusive(x, op);
  if constexpr (clgroup::is_integer_sum<T, F>::value)
    return up_to - x;
  else
    return group.clgroup_shift(up_to, T());
}
template <class Group, class T> CLGROUP_INLINE T exclusive_scan(const Group &group, T x) {
  return exclusive_scan(group, x, plus<T>());
}

/* ---- Updates of an atomic in global or local memory, relaxed ---- */

namespace clgroup {
/* What an atomic holds, and its bits. */
template <class Atomic> struct held;
#define CLGROUP_HELD(atomic, type, bits)                                                                                                   \
  template <> struct held<atomic> {                                                                                                        \
    typedef type value;                                                                                                                    \
    typedef bits word;                                                                                                                     \
  };
CLGROUP_HELD(atomic_int, int, uint)
CLGROUP_HELD(atomic_uint, uint, uint)
CLGROUP_HELD(atomic_float, float, uint)
#if defined(cl_khr_int64_base_atomics) && defined(cl_khr_int64_extended_atomics)
CLGROUP_HELD(atomic_long, long, ulong)
CLGROUP_HELD(atomic_ulong, ulong, ulong)
#ifdef cl_khr_fp64
CLGROUP_HELD(atomic_double, double, ulong)
#endif
#endif
#undef CLGROUP_HELD

/* The functions of OpenCL C 1.x, which are relaxed and need no generic pointers. */
#define CLGROUP_FETCH(space, op, type, function)                                                                                           \
  CLGROUP_INLINE type fetch(volatile space type *at, type x, op<type>) {                                                                   \
    return function(at, x);                                                                                                                \
  }
#define CLGROUP_FETCHES(space, type, prefix)                                                                                               \
  CLGROUP_FETCH(space, plus, type, prefix##add)                                                                                            \
  CLGROUP_FETCH(space, less, type, prefix##min)                                                                                            \
  CLGROUP_FETCH(space, greater, type, prefix##max)                                                                                         \
  CLGROUP_FETCH(space, bit_and, type, prefix##and)                                                                                         \
  CLGROUP_FETCH(space, bit_xor, type, prefix##xor)                                                                                         \
  CLGROUP_FETCH(space, bit_or, type, prefix##or)
#define CLGROUP_FETCH_ANY(space, word, function)                                                                                           \
  template <class T, class F> CLGROUP_INLINE T fetch_any(volatile space word *at, T x, F op) {                                             \
    word now = function(at, 0, 0);                                                                                                         \
    for (word seen;; now = seen) {                                                                                                         \
      T old = x, made = x;                                                                                                                 \
      __builtin_memcpy(&old, &now, sizeof(T));                                                                                             \
      made = op(old, x);                                                                                                                   \
      word next;                                                                                                                           \
      __builtin_memcpy(&next, &made, sizeof(T));                                                                                           \
      seen = function(at, now, next);                                                                                                      \
      if (seen == now)                                                                                                                     \
        return old;                                                                                                                        \
    }                                                                                                                                      \
  }
#define CLGROUP_OF_SPACE(space)                                                                                                            \
  CLGROUP_FETCHES(space, int, atomic_)                                                                                                     \
  CLGROUP_FETCHES(space, uint, atomic_)                                                                                                    \
  CLGROUP_FETCH_ANY(space, uint, atomic_cmpxchg)
CLGROUP_OF_SPACE(__global)
CLGROUP_OF_SPACE(__local)
#if defined(cl_khr_int64_base_atomics) && defined(cl_khr_int64_extended_atomics)
#define CLGROUP_OF_SPACE_64(space)                                                                                                         \
  CLGROUP_FETCHES(space, long, atom_)                                                                                                      \
  CLGROUP_FETCHES(space, ulong, atom_)                                                                                                     \
  CLGROUP_FETCH_ANY(space, ulong, atom_cmpxchg)
CLGROUP_OF_SPACE_64(__global)
CLGROUP_OF_SPACE_64(__local)
#undef CLGROUP_OF_SPACE_64
#endif
#undef CLGROUP_FETCH
#undef CLGROUP_FETCHES
#undef CLGROUP_FETCH_ANY
#undef CLGROUP_OF_SPACE

/* Has the device an atomic function for it? */
template <class T, class F> struct is_native {
  enum { value = false };
};
#define CLGROUP_NATIVE(op)                                                                                                                 \
  template <> struct is_native<int, op<int>> {                                                                                             \
    enum { value = true };                                                                                                    \
  };                                                                                                                                       \
  template <> struct is_native<uint, op<uint>> {                                                                                           \
    enum { value = true };                                                                                                    \
  };                                                                                                                                       \
  template <> struct is_native<long, op<long>> {                                                                                           \
    enum { value = true };                                                                                                    \
  };                                                                                                                                       \
  template <> struct is_native<ulong, op<ulong>> {                                                                                         \
    enum { value = true };                                                                                                    \
  };
CLGROUP_NATIVE(plus)
CLGROUP_NATIVE(less)
CLGROUP_NATIVE(greater)
CLGROUP_NATIVE(bit_and)
CLGROUP_NATIVE(bit_xor)
CLGROUP_NATIVE(bit_or)
#undef CLGROUP_NATIVE

#define CLGROUP_UPDATE(space)                                                                                                              \
  template <class Atomic, class T, class F> CLGROUP_INLINE T update(volatile space Atomic *atomic, T x, F op) {                            \
    if constexpr (is_native<T, F>::value)                                                                                                  \
      return fetch((volatile space T *)atomic, x, op);                                                                                     \
    else                                                                                                                                   \
      return fetch_any((volatile space typename held<Atomic>::word *)atomic, x, op);                                                       \
  }
CLGROUP_UPDATE(__global)
CLGROUP_UPDATE(__local)
#undef CLGROUP_UPDATE
} // namespace clgroup

/* `total`, in the last member, goes into the atomic once; what it held before is returned to all. */
#define CLGROUP_UPDATES(space)                                                                                                             \
  namespace clgroup {                                                                                                                      \
  template <class Group, class Atomic, class T, class F>                                                                                   \
  CLGROUP_INLINE T update_once(const Group &group, volatile space Atomic *atomic, T total, F op) {                                         \
    T old = total;                                                                                                                         \
    if (group.thread_rank() == group.num_threads() - 1)                                                                                    \
      old = update(atomic, total, op);                                                                                                     \
    return group.clgroup_last(old);                                                                                                        \
  }                                                                                                                                        \
  }                                                                                                                                        \
  /* All get the old value combined with the group's: the atomic's new one, if no other group comes between. */                            \
  template <class Group, class Atomic, class F, class T = typename clgroup::held<Atomic>::value>                                           \
  CLGROUP_INLINE T reduce_update(const Group &group, volatile space Atomic &atomic, typename clgroup::held<Atomic>::value x, F op) {       \
    const T total = reduce(group, x, op);                                                                                                  \
    return op(clgroup::update_once(group, &atomic, total, op), total);                                                                     \
  }                                                                                                                                        \
  template <class Group, class Atomic, class T = typename clgroup::held<Atomic>::value>                                                    \
  CLGROUP_INLINE T reduce_update(const Group &group, volatile space Atomic &atomic, typename clgroup::held<Atomic>::value x) {             \
    return reduce_update(group, atomic, x, plus<T>());                                                                                     \
  }                                                                                                                                        \
  template <class Group, class Atomic, class F, class T = typename clgroup::held<Atomic>::value>                                           \
  CLGROUP_INLINE T inclusive_scan_update(const Group &group, volatile space Atomic &atomic, typename clgroup::held<Atomic>::value x,       \
                                         F op) {                                                                                           \
    const T up_to = inclusive_scan(group, x, op);                                                                                          \
    return op(clgroup::update_once(group, &atomic, up_to, op), up_to);                                                                     \
  }                                                                                                                                        \
  template <class Group, class Atomic, class T = typename clgroup::held<Atomic>::value>                                                    \
  CLGROUP_INLINE T inclusive_scan_update(const Group &group, volatile space Atomic &atomic, typename clgroup::held<Atomic>::value x) {     \
    return inclusive_scan_update(group, atomic, x, plus<T>());                                                                             \
  }                                                                                                                                        \
  /* The first member gets the old value. */                                                                                               \
  template <class Group, class Atomic, class F, class T = typename clgroup::held<Atomic>::value>                                           \
  CLGROUP_INLINE T exclusive_scan_update(const Group &group, volatile space Atomic &atomic, typename clgroup::held<Atomic>::value x,       \
                                         F op) {                                                                                           \
    const T up_to = inclusive_scan(group, x, op), old = clgroup::update_once(group, &atomic, up_to, op);                                   \
    const T before = group.clgroup_shift(up_to, x);                                                                                        \
    return group.thread_rank() == 0 ? old : (T)op(old, before);                                                                            \
  }                                                                                                                                        \
  template <class Group, class Atomic, class T = typename clgroup::held<Atomic>::value>                                                    \
  CLGROUP_INLINE T exclusive_scan_update(const Group &group, volatile space Atomic &atomic, typename clgroup::held<Atomic>::value x) {     \
    return exclusive_scan_update(group, atomic, x, plus<T>());                                                                             \
  }
CLGROUP_UPDATES(__global)
CLGROUP_UPDATES(__local)
#undef CLGROUP_UPDATES
#undef CLGROUP_EITHER
#undef CLGROUP_OF_TILE
#undef CLGROUP_OF_SOME

} // namespace cooperative_groups

#undef CLGROUP_INLINE
#undef CLGROUP_SURE_LANES
#undef CLGROUP_MOST_LANES
#undef CLGROUP_BALLOTS

#endif
