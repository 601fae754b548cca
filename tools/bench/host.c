#include "bench/host.h"
#include "bench/bench.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum { MAX_THREADS = 256, SCRATCH = (HOST_MAX_SIZE + 128) * 8 };

struct host {
  void *in, *out;
  unsigned count;
  pthread_t threads[MAX_THREADS]; /* all except the first one, which is the caller */
  pthread_barrier_t gate;         /* threads sleep here, so that they take no time from a driver's threads */
  atomic_uint awake, done;
  /* The current work; function NULL: exit. */
  host_function *function;
  size_t size;
  unsigned groups;
  unsigned row, slice; /* groups in a row, and in a slice of rows; a slice has one row, which compilers must not know */
  atomic_uint taken;   /* groups that threads have taken */
};

#define HOST_TYPES(function, op)                                                                                       \
  X(function, op, int) X(function, op, uint) X(function, op, long) X(function, op, float) X(function, op, double)
#define HOST_OPS(function) HOST_TYPES(function, add) HOST_TYPES(function, min) HOST_TYPES(function, max)
#define X(function, op, type) extern host_function host_##function##_##op##_##type;
HOST_OPS(reduce)
HOST_OPS(scan_inclusive)
HOST_OPS(scan_exclusive)
#undef X

host_function *host_find(const struct work *w, size_t size) {
#define X(function, op, type) host_##function##_##op##_##type,
  static host_function *const all[][OPS][TYPES - 1] = {
      [REDUCE] = {{HOST_TYPES(reduce, add)}, {HOST_TYPES(reduce, min)}, {HOST_TYPES(reduce, max)}},
      [SCAN_INCLUSIVE] = {{HOST_TYPES(scan_inclusive, add)},
                          {HOST_TYPES(scan_inclusive, min)},
                          {HOST_TYPES(scan_inclusive, max)}},
      [SCAN_EXCLUSIVE] = {{HOST_TYPES(scan_exclusive, add)},
                          {HOST_TYPES(scan_exclusive, min)},
                          {HOST_TYPES(scan_exclusive, max)}},
  };
#undef X
  _Static_assert(INT == 0 && UINT == 1 && LONG == 2 && FLOAT == 3 && DOUBLE == 4, "HOST_TYPES has this order");
  _Static_assert(ADD == 0 && MIN == 1 && MAX == 2, "HOST_OPS has this order");
  return kind_fits(HOST, w) && size <= HOST_MAX_SIZE ? all[w->function][w->op][w->type] : NULL;
}

static void wait_for(atomic_uint *counter, unsigned count) {
  while (atomic_load_explicit(counter, memory_order_acquire) < count)
    ;
}

/* Takes consecutive work-groups as PoCL's threads do: a share of the remaining ones, up to a limit. So a thread gets
 * other work-groups in each launch, whose data is in another core's cache. Returns the index after them. */
static unsigned take(struct host *h, unsigned *first) {
  enum { MAX_GROUPS = 256 };
  unsigned count;
  *first = atomic_load(&h->taken);
  do {
    unsigned left = h->groups - *first, share = 1 + left / h->count;
    count = !left ? 0 : share < MAX_GROUPS ? share : MAX_GROUPS;
  } while (!atomic_compare_exchange_weak(&h->taken, first, *first + count));
  return *first + count;
}

static void work(struct host *h, void *scratch) {
  atomic_fetch_add(&h->awake, 1);
  wait_for(&h->awake, h->count);
  for (unsigned g, end; (end = take(h, &g)) > g;)
    for (; g < end; g++)
      h->function(h->in, h->out, scratch, h->size, g % h->slice % h->row, g % h->slice / h->row, g / h->slice);
  atomic_fetch_add_explicit(&h->done, 1, memory_order_release);
}

static void *aligned(size_t bytes) {
  void *memory = NULL;
  if (posix_memalign(&memory, 4096, bytes))
    die("out of memory");
  return memory;
}

static void *run(void *argument) {
  struct host *h = argument;
  void *scratch = aligned(SCRATCH);
  for (;;) {
    pthread_barrier_wait(&h->gate);
    if (!h->function)
      break;
    work(h, scratch);
  }
  free(scratch);
  return NULL;
}

struct host *host_open(void) {
  struct host *h = calloc(1, sizeof *h);
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  if (!h)
    die("out of memory");
  h->in = aligned(MAX_BYTES);
  h->out = aligned(MAX_BYTES);
  h->count = cores < 1 ? 1 : cores > MAX_THREADS ? MAX_THREADS : (unsigned)cores;
  if (pthread_barrier_init(&h->gate, NULL, h->count))
    die("cannot make a barrier of %u threads", h->count);
  for (unsigned t = 1; t < h->count; t++)
    if (pthread_create(&h->threads[t], NULL, run, h))
      die("cannot start %u threads", h->count);
  return h;
}

void *host_in(struct host *h) {
  return h->in;
}

void *host_out(struct host *h) {
  return h->out;
}

double host_launch(struct host *h, host_function *function, size_t items, size_t rounds, size_t size) {
  static _Alignas(64) char scratch[SCRATCH];
  h->function = function;
  h->size = size;
  h->row = h->slice = (unsigned)(items / size);
  h->groups = (unsigned)rounds * h->slice;
  atomic_store(&h->awake, 0);
  atomic_store(&h->done, 0);
  atomic_store(&h->taken, 0);
  pthread_barrier_wait(&h->gate);
  wait_for(&h->awake, h->count - 1);
  double start = now_ms();
  work(h, scratch);
  wait_for(&h->done, h->count);
  return 1e6 * (now_ms() - start);
}

void host_close(struct host *h) {
  h->function = NULL;
  pthread_barrier_wait(&h->gate);
  for (unsigned t = 1; t < h->count; t++)
    pthread_join(h->threads[t], NULL);
  pthread_barrier_destroy(&h->gate);
  free(h->in);
  free(h->out);
  free(h);
}
