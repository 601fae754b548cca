#include "bench/measure.h"
#include "bench/bench.h"
#include "bench/caches.h"
#include "bench/figures.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MIN_REPEATS = 3, WARM_NS = 2000000 };

/* One peer's launches with one shape and size. */
struct lane {
  cl_kernel kernel;
  size_t row, count;
  bool sound; /* it can be launched, and gives right values */
  double spent_ms, ns[MAX_REPEATS];
};

struct meter {
  const struct clgroup_device *device;
  struct peers *peers;
  struct results *results;
  unsigned repeats;
  double patience_ms;
  bool by_processor;
  cl_command_queue queue;
  cl_mem in, out;
  void *values, *expected[2]; /* host memory: inputs or results, and the expected results: copy's, all others' */
  cl_program programs[MAX_PEERS];
  struct lane lanes[MAX_PEERS];
  bool failed;
};

/* Shows progress in a line that the next call overwrites. */
static void progress(const char *text) {
  if (isatty(STDERR_FILENO))
    fprintf(stderr, "\r%-79s%s", text, *text ? "" : "\r");
}

/* The driver's own functions, whose faults are not ours. */
static bool is_native(const struct peer *peer) {
  return peer->kind == CALLED && peer->route == OF_DRIVER;
}

static void complain(struct meter *m, const struct peer *peer, const struct work *work, const char *why) {
  progress("");
  printf("failed: %s of %s: %s\n", peer->name, work_name(work), why);
  m->failed |= !is_native(peer);
}

/* Intel's compiler crashes on it, and with it the process (docs/drivers.md). */
static bool would_crash(const struct meter *m, const struct peer *peer, const struct work *work) {
  return is_native(peer) && work->function == BROADCAST && work->type == HALF &&
         strstr(m->device->platform, "Intel(R)");
}

static void build_programs(struct meter *m, const struct work *work) {
  for (unsigned p = 0; p < m->peers->count; p++) {
    const struct peer *peer = &m->peers->list[p];
    char why[512];
    m->programs[p] = NULL;
    if (!kind_fits(peer->kind, work))
      continue;
    if (would_crash(m, peer, work)) {
      printf("%s of %s: left out, it crashes the driver's compiler\n", peer->name, work_name(work));
      continue;
    }
    m->programs[p] = peer_build(m->peers, peer, work, why, sizeof why);
    if (!m->programs[p])
      complain(m, peer, work, why);
  }
}

static cl_kernel make_kernel(struct meter *m, unsigned p, const struct work *work, enum shape shape, size_t size,
                             cl_int *status) {
  cl_uint arguments = 0;
  cl_kernel kernel = clCreateKernel(m->programs[p], shape_kernel(shape), status);
  if (!kernel)
    return NULL;
  *status = clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof arguments, &arguments, NULL);
  *status = *status ? *status : clSetKernelArg(kernel, 0, sizeof m->in, &m->in);
  *status = *status ? *status : clSetKernelArg(kernel, 1, sizeof m->out, &m->out);
  if (!*status && arguments == 3)
    *status = clSetKernelArg(kernel, 2, 2 * size * type_size(work->type), NULL);
  return kernel;
}

/* The time that this process's threads have spent on processors. */
static double processor_ns(void) {
  struct timespec t;
  if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t))
    die("clock_gettime: %s", strerror(errno));
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Launches and waits; the time is the device's. */
static cl_int launch_by_device(struct meter *m, const struct lane *lane, enum shape shape, size_t size, double *ns) {
  cl_event event;
  cl_ulong start = 0, end = 0;
  const size_t local[] = {size, 1}, global[] = {shape_items(shape, size), shape_rounds(shape)};
  cl_int status = clEnqueueNDRangeKernel(m->queue, lane->kernel, 2, NULL, global, local, 0, NULL, &event);
  if (status)
    return status;
  status = clWaitForEvents(1, &event);
  status = status ? status : clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
  status = status ? status : clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
  clReleaseEvent(event);
  if (!status && end <= start)
    die("%s: the device's clock does not advance (CL_PROFILING_COMMAND_START and END are equal)", m->device->platform);
  *ns = (double)(end - start);
  return status;
}

/* Launches and waits. */
static cl_int launch(struct meter *m, const struct lane *lane, enum shape shape, size_t size, double *ns) {
  const double before = m->by_processor ? processor_ns() : 0;
  cl_int status = launch_by_device(m, lane, shape, size, ns);
  if (m->by_processor)
    *ns = processor_ns() - before;
  return status;
}

/* Launches it once, which may also compile it, and checks the values. Returns whether it could be launched. */
static bool try_kernel(struct meter *m, const struct peer *peer, const struct work *work, enum shape shape, size_t size,
                       struct lane *lane) {
  static const cl_uint garbage = 0xa5a5a5a5;
  size_t items = shape_items(shape, size), count = shape_stores(shape, items), bytes = count * type_size(work->type);
  size_t filled = (bytes + sizeof garbage - 1) / sizeof garbage * sizeof garbage;
  char why[128], text[256];
  double ns = 0;
  cl_int status = clEnqueueFillBuffer(m->queue, m->out, &garbage, sizeof garbage, 0, filled, 0, NULL, NULL);
  status = status ? status : launch(m, lane, shape, size, &ns);
  if (!status)
    status = clEnqueueReadBuffer(m->queue, m->out, CL_TRUE, 0, bytes, m->values, 0, NULL, NULL);
  if (status) {
    snprintf(text, sizeof text, "%zu work-items, %s: a launch returned error %d", size, shape_names[shape], status);
    complain(m, peer, work, text);
    return false;
  }
  lane->spent_ms = ns / 1e6;
  lane->sound = values_equal(work->type, m->values, m->expected[peer->kind != COPY], count, why, sizeof why);
  if (!lane->sound) {
    snprintf(text, sizeof text, "%zu work-items, %s: WRONG, %s", size, shape_names[shape], why);
    complain(m, peer, work, text);
  }
  return true;
}

static struct spread spread_of(struct figures *f) {
  struct spread s = {figures_quantile(f, 0.25), figures_quantile(f, 0.5), figures_quantile(f, 0.75)};
  figures_free(f);
  return s;
}

static struct spread spread_of_times(const struct lane *lane, double per) {
  struct figures f = {0};
  for (size_t i = 0; i < lane->count; i++)
    figures_add(&f, lane->ns[i] / per);
  return spread_of(&f);
}

/* The ratio of the throughput to the other's; each launch is compared to the other's launch in the same round. */
static struct spread spread_of_ratios(const struct lane *lane, const struct lane *other) {
  struct figures f = {0};
  for (size_t i = 0; other && i < lane->count && i < other->count; i++)
    figures_add(&f, other->ns[i] / lane->ns[i]);
  return spread_of(&f);
}

/* Fills the rows of sound lanes from their samples. */
static void fill_rows(struct meter *m, const struct lane *lanes, double calls) {
  const struct lane *copy = NULL, *best = NULL;
  double best_ns = INFINITY;
  for (unsigned p = 0; p < m->peers->count; p++) {
    const struct lane *lane = &lanes[p];
    const struct peer *peer = &m->peers->list[p];
    if (!lane->sound)
      continue;
    struct row *row = &m->results->rows[lane->row];
    row->count = lane->count;
    row->ns = spread_of_times(lane, calls);
    if (peer->kind == COPY)
      copy = lane;
    if (peer_is_ours(peer) || peer->kind == COPY || row->ns.median >= best_ns)
      continue;
    best = lane;
    best_ns = row->ns.median;
  }
  for (unsigned p = 0; p < m->peers->count; p++) {
    if (!lanes[p].sound)
      continue;
    struct row *row = &m->results->rows[lanes[p].row];
    row->to_copy = spread_of_ratios(&lanes[p], copy);
    row->to_best = spread_of_ratios(&lanes[p], best);
    row->best = best ? &m->peers->list[best - lanes] : NULL;
  }
}

/* Makes the peer's kernel and launches it once. If that fails or gives wrong values, the lane is not sound. */
static void open_lane(struct meter *m, unsigned p, struct lane *lane, const struct work *work, enum shape shape,
                      size_t size) {
  const struct peer *peer = &m->peers->list[p];
  char text[128];
  cl_int status = CL_SUCCESS;
  if (!m->programs[p])
    return;
  snprintf(text, sizeof text, "%s, %zu work-items, %s: %s", work_name(work), size, shape_names[shape], peer->name);
  progress(text);
  heed_signals();
  lane->kernel = make_kernel(m, p, work, shape, size, &status);
  if (status) {
    snprintf(text, sizeof text, "its kernel %s returned error %d", shape_kernel(shape), status);
    complain(m, peer, work, text);
  } else if (try_kernel(m, peer, work, shape, size, lane)) {
    struct row *row = results_add(m->results);
    *row = (struct row){.work = *work, .shape = shape, .size = size, .peer = peer, .wrong = !lane->sound};
    lane->row = (size_t)(row - m->results->rows);
  }
}

/* Whether a lane takes part in a round. The first round only warms up. Slow lanes need neither that nor many rounds; a
 * lane that has dropped out does not return, so that samples with the same index are of the same round. */
static bool takes_part(const struct meter *m, const struct lane *lane, unsigned turn) {
  if (!lane->sound)
    return false;
  return turn ? lane->count < MIN_REPEATS || lane->spent_ms < m->patience_ms : lane->spent_ms < m->patience_ms / 8;
}

/* Launches for at least two milliseconds, and then once more, timed: so the previous kernel's effects on caches and
 * clock frequency do not matter. */
static double timed(struct meter *m, struct lane *lane, const struct peer *peer, const struct work *work,
                    enum shape shape, size_t size) {
  double ns = 0, before = 0;
  for (bool last = false; !last; before += ns) {
    last = before >= WARM_NS;
    cl_int status = launch(m, lane, shape, size, &ns);
    if (status)
      die("%s of %s: a launch returned error %d", peer->name, work_name(work), status);
    heed_signals();
    lane->spent_ms += ns / 1e6;
  }
  return ns;
}

static void measure(struct meter *m, const struct work *work, enum shape shape, size_t size) {
  struct lane *lanes = m->lanes;
  size_t items = shape_items(shape, size);
  memset(lanes, 0, sizeof m->lanes);
  values_expect(work, COPY, shape, size, items, m->expected[0]);
  values_expect(work, CALLED, shape, size, items, m->expected[1]);
  for (unsigned p = 0; p < m->peers->count; p++)
    open_lane(m, p, &lanes[p], work, shape, size);
  for (unsigned turn = 0; turn <= m->repeats; turn++)
    for (unsigned i = 0; i < m->peers->count; i++) {
      unsigned p = (turn + i) % m->peers->count;
      struct lane *lane = &lanes[p];
      if (!takes_part(m, lane, turn))
        continue;
      double ns = timed(m, lane, &m->peers->list[p], work, shape, size);
      if (turn)
        lane->ns[lane->count++] = ns;
    }
  fill_rows(m, lanes, (double)items * (double)shape_rounds(shape) * (shape == COMPUTE ? LOOP_CALLS : 1));
  for (unsigned p = 0; p < m->peers->count; p++)
    if (lanes[p].kernel)
      clReleaseKernel(lanes[p].kernel);
}

static void fill_inputs(struct meter *m, const struct work *work) {
  values_fill(work, m->values, MAX_ITEMS);
  cl_int status =
      clEnqueueWriteBuffer(m->queue, m->in, CL_TRUE, 0, MAX_ITEMS * type_size(work->type), m->values, 0, NULL, NULL);
  if (status)
    die("%s: clEnqueueWriteBuffer returned error %d", m->device->platform, status);
}

void measure_work(struct meter *m, const struct work *work, const bool shapes[SHAPES], const size_t *sizes,
                  unsigned size_count) {
  char text[80];
  snprintf(text, sizeof text, "%s: building", work_name(work));
  progress(text);
  build_programs(m, work);
  fill_inputs(m, work);
  for (enum shape shape = 0; shape < SHAPES; shape++)
    for (unsigned s = 0; shapes[shape] && s < size_count; s++)
      measure(m, work, shape, sizes[s]);
  for (unsigned p = 0; p < m->peers->count; p++)
    if (m->programs[p])
      clReleaseProgram(m->programs[p]);
  progress("");
}

struct meter *meter_open(struct peers *peers, struct results *results, unsigned repeats, double patience_ms,
                         bool by_processor) {
  struct meter *m = calloc(1, sizeof *m);
  cl_int status;
  if (!m)
    die("out of memory");
  m->device = peers->device;
  m->peers = peers;
  m->results = results;
  m->repeats = repeats;
  m->patience_ms = patience_ms;
  m->by_processor = by_processor;
  m->queue = device_queue(m->device, peers->context, CL_QUEUE_PROFILING_ENABLE);
  m->in = clCreateBuffer(peers->context, CL_MEM_READ_ONLY, MAX_BYTES, NULL, &status);
  m->out = clCreateBuffer(peers->context, CL_MEM_READ_WRITE, MAX_BYTES, NULL, &status);
  if (!m->in || !m->out)
    die("%s: clCreateBuffer of %d bytes returned error %d", m->device->name, MAX_BYTES, status);
  m->values = malloc(MAX_BYTES);
  for (int e = 0; e < 2; e++)
    m->expected[e] = malloc(MAX_BYTES);
  if (!m->values || !m->expected[0] || !m->expected[1])
    die("out of memory");
  return m;
}

bool meter_close(struct meter *m) {
  bool good = !m->failed;
  clReleaseMemObject(m->in);
  clReleaseMemObject(m->out);
  clReleaseCommandQueue(m->queue);
  free(m->values);
  for (int e = 0; e < 2; e++)
    free(m->expected[e]);
  free(m);
  return good;
}
