/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "bench/bench.h"
#include "names/extensions.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MIN_REPEATS = 3, WARM_NS = 2000000 };

/* What is measured at a time. */
struct point {
  const struct work *work;
  const struct shape *shape;
  size_t size, items;
};

__attribute__((format(printf, 4, 5))) static void complain(struct meter *m, const struct lane *lane,
                                                           const struct work *work, const char *format, ...) {
  va_list args;
  fprintf(stderr, "failed: %s of %s %s: ", lane->name, work->function->name, work->type->name);
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  fputc('\n', stderr);
  m->failed |= lane->peer->by_hand || lane->peer->route; /* faults of the driver's own functions are not ours */
}

/* Native functions if the device has them. The layer leaves a shuffle or a rotation to a driver that has it; a sum too,
 * if the driver has all of OpenCL C 3.1, of which rotations are the last. */
static bool may_build(const struct meter *m, const struct peer *peer, const struct function *function) {
  const struct clgroup_device *facts = &m->device.facts;
  if (peer->by_hand || (peer->route && !function->extension))
    return true;
  if (peer->route)
    return !(facts->own & (function->form == REDUCE ? CLGROUP_HAS(subgroup_rotate) : function->extension));
  return function->extension ? facts->own & function->extension : facts->has_functions;
}

static void build_lanes(struct meter *m, const struct work *work) {
  for (unsigned i = 0; i < m->count; i++) {
    struct lane *lane = &m->lanes[i];
    char why[512];
    memset(lane->kernels, 0, sizeof lane->kernels);
    if (!(lane->peer->forms & 1u << work->function->form) || !may_build(m, lane->peer, work->function))
      continue;
    char *text = kernel_text(work, lane->peer, m->device.width);
    if (!(lane->peer->route ? ours_build(&m->device, m->layer, text, lane->peer->route, lane->strategy, lane->kernels,
                                         why, sizeof why)
                            : build_kernels(&m->device, NULL, text, lane->kernels, why, sizeof why)))
      complain(m, lane, work, "%s", why);
    free(text);
  }
}

static cl_int set_arguments(const struct meter *m, cl_kernel kernel, const struct point *at) {
  cl_uint arguments = 0;
  cl_int status = clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof arguments, &arguments, NULL);
  status = status ? status : clSetKernelArg(kernel, 0, sizeof m->in, &m->in);
  status = status ? status : clSetKernelArg(kernel, 1, sizeof m->out, &m->out);
  if (!status && arguments == 3)
    status = clSetKernelArg(kernel, 2, 2 * at->size * ref_bytes(at->work->type->ref), NULL);
  return status;
}

/* Launches and waits; the time is the device's, or of this process's threads on processors. */
static cl_int launch(const struct meter *m, const struct lane *lane, const struct point *at, double *ns) {
  cl_event event;
  cl_ulong start = 0, end = 0;
  const size_t local[] = {at->size, 1}, global[] = {at->items, at->shape->rounds};
  const double before = m->by_processor ? cpu_ms() : 0;
  cl_int status = clEnqueueNDRangeKernel(m->queue, lane->kernel, 2, NULL, global, local, 0, NULL, &event);
  if (status)
    return status;
  status = clWaitForEvents(1, &event);
  status = status ? status : clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
  status = status ? status : clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
  clReleaseEvent(event);
  if (!status && end <= start)
    die("%s: the device's clock does not advance (CL_PROFILING_COMMAND_START and END are equal)", m->device.text);
  *ns = m->by_processor ? (cpu_ms() - before) * 1e6 : (double)(end - start);
  return status;
}

/* Launches the kernel once, which may also compile it, and checks the values. */
static void open_lane(struct meter *m, struct lane *lane, const struct point *at) {
  static const cl_uint garbage = 0xa5a5a5a5;
  const enum ref_type type = at->work->type->ref;
  const size_t count = at->items * at->shape->stores, bytes = count * ref_bytes(type);
  const char *what = "an argument";
  char text[160];
  lane->kernel = lane->kernels[at->shape - shapes];
  lane->launched = lane->sound = false;
  lane->count = 0;
  if (!lane->kernel)
    return;
  cl_int status = set_arguments(m, lane->kernel, at);
  if (!status) {
    what = "a launch";
    status = clEnqueueFillBuffer(m->queue, m->out, &garbage, sizeof garbage, 0, (bytes + 3) / 4 * 4, 0, NULL, NULL);
    status = status ? status : launch(m, lane, at, &lane->spent_ms);
    lane->spent_ms /= 1e6;
    status = status ? status : clEnqueueReadBuffer(m->queue, m->out, CL_TRUE, 0, bytes, m->values, 0, NULL, NULL);
  }
  lane->launched = !status;
  if (status) {
    complain(m, lane, at->work, "%zu work-items, %s: %s returned error %d", at->size, at->shape->name, what, status);
    return;
  }
  lane->sound = values_equal(type, m->values, m->expected[lane == m->lanes], count, text, sizeof text);
  if (!lane->sound)
    complain(m, lane, at->work, "%zu work-items, %s: WRONG, %s", at->size, at->shape->name, text);
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
static double timed(const struct meter *m, struct lane *lane, const struct point *at) {
  double ns = 0, before = 0;
  for (bool last = false; !last; before += ns) {
    last = before >= WARM_NS;
    cl_int status = launch(m, lane, at, &ns);
    if (status)
      die("%s of %s %s: a launch returned error %d", lane->name, at->work->function->name, at->work->type->name,
          status);
    lane->spent_ms += ns / 1e6;
  }
  return ns;
}

/* The median of the ratio of the throughput to the other's, each launch compared to the other's in the same round, or
 * NAN. Without another, of the time itself in these calls. */
static double lane_median(const struct lane *lane, const struct lane *other, double calls) {
  double values[MAX_REPEATS];
  const size_t count = !other || lane->count < other->count ? lane->count : other->count;
  for (size_t i = 0; i < count; i++)
    values[i] = other ? other->ns[i] / lane->ns[i] : lane->ns[i] / calls;
  return count ? median(values, count) : NAN;
}

/* Prints the lanes' rows. Times are per work-item, and in a loop per call. */
static void print_rows(struct meter *m, const struct point *at) {
  static const struct lane none;
  const struct lane *best = &none; /* the fastest that is neither ours nor the copy */
  const double calls = (double)(at->items * at->shape->rounds * at->shape->calls);
  double best_ns = INFINITY;
  for (unsigned i = 1; i < m->count; i++) {
    const double ns = m->lanes[i].peer->route ? NAN : lane_median(&m->lanes[i], NULL, 1);
    if (ns < best_ns)
      best = &m->lanes[i], best_ns = ns;
  }
  for (unsigned i = 0; i < m->count; i++) {
    const struct lane *lane = &m->lanes[i];
    if (!lane->launched)
      continue;
    m->rows++;
    printf("%s,%s,%zu,%s,%s,%zu", at->work->function->name, at->work->type->name, at->size, at->shape->name, lane->name,
           lane->count);
    const double figures[] = {lane_median(lane, NULL, calls), lane_median(lane, m->lanes, 1),
                              lane_median(lane, best, 1)};
    for (int f = 0; f < 3; f++)
      if (isnan(figures[f]))
        putchar(',');
      else
        printf(",%.5g", figures[f]);
    printf(",%s,%s\n", lane->count ? best->name : "", m->device.text);
  }
  fflush(stdout);
}

static void measure(struct meter *m, const struct point *at) {
  for (int copy = 0; copy < 2; copy++)
    values_expect(at->work, m->device.width, copy, at->shape, at->size, at->items, m->expected[copy]);
  for (unsigned i = 0; i < m->count; i++)
    open_lane(m, &m->lanes[i], at);
  for (unsigned turn = 0; turn <= m->repeats; turn++)
    for (unsigned i = 0; i < m->count; i++) {
      struct lane *lane = &m->lanes[(turn + i) % m->count];
      if (!takes_part(m, lane, turn))
        continue;
      const double ns = timed(m, lane, at);
      if (turn)
        lane->ns[lane->count++] = ns;
    }
  print_rows(m, at);
}

/* A work-group that is one sub-group has at most 128 work-items; otherwise sub-groups are to be full. */
static bool fits(const struct meter *m, const struct function *function, size_t size) {
  enum { MOST = 128 };
  return !function->extension || (m->device.width ? size % m->device.width == 0 : size <= MOST);
}

void measure_work(struct meter *m, const struct work *work, const bool of_shapes[SHAPES], const size_t *sizes,
                  unsigned size_count) {
  build_lanes(m, work);
  values_fill(work, m->values, MAX_ITEMS);
  cl_int status = clEnqueueWriteBuffer(m->queue, m->in, CL_TRUE, 0, MAX_ITEMS * ref_bytes(work->type->ref), m->values,
                                       0, NULL, NULL);
  if (status)
    die("%s: clEnqueueWriteBuffer returned error %d", m->device.text, status);
  for (unsigned shape = 0; shape < SHAPES; shape++)
    for (unsigned s = 0; of_shapes[shape] && s < size_count; s++)
      if (fits(m, work->function, sizes[s]))
        measure(m, &(struct point){work, &shapes[shape], sizes[s], shapes[shape].items / sizes[s] * sizes[s]});
  for (unsigned i = 0; i < m->count; i++)
    for (unsigned shape = 0; shape < SHAPES; shape++)
      if (m->lanes[i].kernels[shape])
        clReleaseKernel(m->lanes[i].kernels[shape]);
}

void meter_open(struct meter *m) {
  cl_int status;
  m->queue = device_queue(&m->device, CL_QUEUE_PROFILING_ENABLE);
  m->in = clCreateBuffer(m->device.context, CL_MEM_READ_ONLY, MAX_BYTES, NULL, &status);
  m->out = clCreateBuffer(m->device.context, CL_MEM_READ_WRITE, MAX_BYTES, NULL, &status);
  if (!m->in || !m->out)
    die("%s: clCreateBuffer of %d bytes returned error %d", m->device.text, MAX_BYTES, status);
  m->values = take(MAX_BYTES);
  for (int copy = 0; copy < 2; copy++)
    m->expected[copy] = take(MAX_BYTES);
}
