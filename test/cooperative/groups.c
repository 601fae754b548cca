#include "groups.h"

#define BLOCK "cg::this_thread_block()"
#define TILE(n) "cg::tiled_partition<" #n ">(" BLOCK ")"
#define FEW "37 9x5"
#define FEW_LARGE "129 256 9x5"
#define SMALL "1 7 32 37 64 100 128 9x5 8x4x2 64+tail 9x5+tail"
#define ROWS "1 7 32 37 64 100 128 64+tail" /* whose ranks are lanes on every device */
#define LARGE "100 129 256 1000 1024 16x20 100+tail"

const struct group_kind group_kinds[GROUP_KINDS] = {
    {"tile1", TILE(1), 1, 0, 0, STRAIGHT, SMALL, FEW},
    {"tile2", TILE(2), 2, 0, 0, STRAIGHT, SMALL, FEW},
    {"tile4", TILE(4), 4, 0, 0, STRAIGHT, SMALL, FEW},
    {"tile8", TILE(8), 8, 0, 0, STRAIGHT, SMALL, FEW},
    {"tile16", TILE(16), 16, 0, 0, STRAIGHT, SMALL, FEW},
    {"tile32", TILE(32), 32, 0, 0, STRAIGHT, SMALL, FEW},
    {"tile64", TILE(64), 64, 0, 0, STRAIGHT, SMALL, FEW},
    {"tile128", TILE(128), 128, 0, 0, STRAIGHT, LARGE, FEW_LARGE},
    {"tile256", TILE(256), 256, 0, 0, STRAIGHT, LARGE, FEW_LARGE},
    {"tile512", TILE(512), 512, 0, 0, STRAIGHT, LARGE, FEW_LARGE},
    {"tile1024", TILE(1024), 1024, 0, 0, STRAIGHT, LARGE, FEW_LARGE},
    {"tile4of16", "cg::tiled_partition<4>(" TILE(16) ")", 4, 16, 0, STRAIGHT, SMALL, FEW},
    {"tile8apart", TILE(8), 8, 0, 0, TURNS, ROWS, "37 64"},
    {"tile32apart", TILE(32), 32, 0, 0, TURNS, ROWS, "37 64"},
    {"labels32", "cg::labeled_partition(" TILE(32) ", own.a % 3)", 32, 0, 3, STRAIGHT, SMALL, FEW},
    {"labels64", "cg::labeled_partition(" TILE(64) ", (ulong)(own.a % 3) << 40)", 64, 0, 3, STRAIGHT, SMALL, FEW},
    {"halves8", "cg::binary_partition(" TILE(8) ", own.a % 2)", 8, 0, 2, STRAIGHT, SMALL, FEW},
    {"coalesced", "cg::coalesced_threads()", 0, 0, 0, STRAIGHT, SMALL, FEW},
    {"coalesced-arms", "cg::coalesced_threads()", 0, 0, 0, ARMS, SMALL, FEW},
    {"coalesced-labels", "cg::labeled_partition(cg::coalesced_threads(), (ulong)(own.a % 3) << 40)", 0, 0, 3, ARMS,
     SMALL, FEW},
    {"coalesced-halves", "cg::binary_partition(cg::coalesced_threads(), own.a % 2)", 0, 0, 2, ARMS, SMALL, FEW},
};

/* Would they be in one group if it were not for labels? */
static int is_near(const struct group_kind *k, const struct item *items, const uint64_t *places, size_t a, size_t b) {
  const int together = k->tile ? a / k->tile == b / k->tile : places[a] >> 32 == places[b] >> 32;
  return together && (k->divergence != ARMS || !items[a].branch == !items[b].branch);
}

static int is_like(const struct group_kind *k, const struct item *items, size_t a, size_t b) {
  return !k->labels || items[a].a % k->labels == items[b].a % k->labels;
}

void members_of(const struct group_kind *kind, const struct item *items, const uint64_t *places, size_t n, size_t rank,
                struct members *m) {
  m->count = m->meta_rank = m->meta_count = 0;
  for (size_t other = 0; other < n; other++) {
    if (!is_near(kind, items, places, rank, other))
      continue;
    int is_first = kind->labels || !m->meta_count; /* without labels there is one group */
    for (size_t before = 0; is_first && kind->labels && before < other; before++)
      is_first &= !is_near(kind, items, places, rank, before) || !is_like(kind, items, before, other);
    m->meta_count += is_first;
    if (!is_like(kind, items, rank, other))
      continue;
    if (is_first)
      m->meta_rank = m->meta_count - 1;
    if (other == rank)
      m->own = m->count;
    m->ranks[m->count++] = (unsigned)other;
  }
}
