/* The process that builds and runs programs for a round of `build`: prints lines as build.h says. */
#include "bench/bench.h"
#include "bench/build.h"
#include "bench/device.h"
#include "bench/programs.h"
#include "bench/worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where programs are built and run. */
struct place {
  cl_context context;
  cl_command_queue queue;
  cl_mem in, out;
};

enum { KEPT = 3 };

struct state {
  double (*clock)(void);
  struct clgroup_device device;
  struct place usual;
  cl_program kept[KEPT]; /* of the usual place: the last ones, as most applications keep theirs */
  unsigned oldest;
  cl_uint values[PROGRAM_ITEMS];
};

static void open_place(struct state *s, struct place *p) {
  cl_int status;
  p->context = device_context(&s->device);
  p->queue = device_queue(&s->device, p->context, 0);
  p->in = clCreateBuffer(p->context, CL_MEM_COPY_HOST_PTR, sizeof s->values, s->values, &status);
  p->out = clCreateBuffer(p->context, CL_MEM_READ_WRITE, sizeof s->values, NULL, &status);
  if (!p->in || !p->out)
    die("%s: clCreateBuffer returned error %d", s->device.name, status);
}

static void close_place(const struct place *p) {
  clReleaseMemObject(p->in);
  clReleaseMemObject(p->out);
  clReleaseCommandQueue(p->queue);
  clReleaseContext(p->context);
}

static cl_int run(const struct place *p, cl_kernel kernel, cl_uint got[PROGRAM_ITEMS]) {
  const size_t size = PROGRAM_ITEMS;
  cl_int status = clSetKernelArg(kernel, 0, sizeof p->in, &p->in);
  status = status ? status : clSetKernelArg(kernel, 1, sizeof p->out, &p->out);
  status = status ? status : clEnqueueNDRangeKernel(p->queue, kernel, 1, NULL, &size, &size, 0, NULL, NULL);
  return status ? status
                : clEnqueueReadBuffer(p->queue, p->out, CL_TRUE, 0, PROGRAM_ITEMS * sizeof *got, got, 0, NULL, NULL);
}

/* Builds the program and runs it once. `times`: from the source to the kernel, and to the end of its launch. Returns
 * the program, which the caller releases; `why` is "", or why there are no times. */
static cl_program do_program(struct state *s, const struct place *place, const struct program *program, double times[2],
                             char why[512]) {
  cl_uint got[PROGRAM_ITEMS] = {0}, wanted[PROGRAM_ITEMS];
  char *text = program_text(program);
  cl_kernel kernel = NULL;
  cl_int status;

  double start = s->clock();
  cl_program built = clCreateProgramWithSource(place->context, 1, (const char **)&text, NULL, &status);
  if (built)
    status = clBuildProgram(built, 1, &s->device.id, device_standard(&s->device), NULL, NULL);
  if (!status)
    kernel = clCreateKernel(built, "k", &status);
  times[0] = s->clock() - start;
  cl_int ran = kernel ? run(place, kernel, got) : CL_SUCCESS;
  times[1] = s->clock() - start;

  program_expect(program, s->values, wanted);
  *why = 0;
  if (built && status)
    describe_build(&s->device, built, status, why, 512);
  else if (status || ran)
    snprintf(why, 512, "OpenCL error %d", status ? status : ran);
  else if (memcmp(got, wanted, sizeof got))
    strcpy(why, "WRONG VALUES");
  if (kernel)
    clReleaseKernel(kernel);
  free(text);
  return built;
}

static void do_usual(struct state *s, const struct program *program, double times[2], char why[512]) {
  cl_program built = do_program(s, &s->usual, program, times, why);
  if (s->kept[s->oldest])
    clReleaseProgram(s->kept[s->oldest]);
  s->kept[s->oldest] = built;
  s->oldest = (s->oldest + 1) % KEPT;
}

static void do_first(struct state *s, const struct program *program, double times[2], char why[512]) {
  struct place place;
  open_place(s, &place);
  cl_program built = do_program(s, &place, program, times, why);
  if (built)
    clReleaseProgram(built);
  close_place(&place);
}

static void one_sample(struct state *s, unsigned c, enum build_column column, unsigned number, unsigned salt) {
  const struct build_case *of = &build_cases[c];
  const struct program program = {
      .calls = of->calls, .plain = column == PLAIN || of->untouched, .salt = (salt * CASES + c) * MOST_TIMES};
  double times[2];
  char why[512];
  if (of->first)
    do_first(s, &program, times, why);
  else
    do_usual(s, &program, times, why);
  if (*why)
    printf(BUILD_LINE "failed %u %d %s\n", c, (int)column, why);
  else
    printf(BUILD_LINE "sample %u %d %u %.6f %.6f\n", c, (int)column, number, times[0], times[1]);
}

int bench_build_one(int count, char **arguments) {
  struct worker worker;
  struct state s = {.clock = now_ms};
  bool cpu = false, untouched = false;
  unsigned long round = 0, repeats = 0;
  double times[2];
  char why[512];
  const struct argument own[] = {{"--cpu", .flag = &cpu},
                                 {"--untouched", .flag = &untouched},
                                 {"--round", .number = &round},
                                 {"--repeats", .number = &repeats}};
  const double loading = worker_begin(&worker, count, arguments, own, sizeof own / sizeof *own, &cpu);
  s.clock = cpu ? cpu_ms : now_ms;
  for (int i = 0; i < PROGRAM_ITEMS; i++)
    s.values[i] = (cl_uint)(i * 37 % 23);
  device_find(&s.device, &worker.wish);
  open_place(&s, &s.usual);
  printf(BUILD_LINE "loading %.6f\n", loading);
  printf(BUILD_LINE "device %s: %s, driver %s\n", s.device.platform, s.device.name, s.device.driver);
  /* The driver's first build, which loads its compiler, does not belong to any case. */
  do_usual(&s, &(struct program){.plain = true, .salt = 4000000000u}, times, why);
  for (unsigned r = 0; r < repeats; r++)
    for (unsigned c = 0; c < CASES; c++)
      for (unsigned t = 0; build_cases[c].untouched == untouched && t < build_cases[c].times; t++) {
        alarm(WORKER_PATIENCE_S);
        const unsigned number = r * build_cases[c].times + t, salt = ((unsigned)(round * repeats) + r) * MOST_TIMES + t;
        if (worker.layer) {
          one_sample(&s, c, LAYER, number, salt);
          continue;
        }
        const bool native = s.device.has_functions && !untouched, second = number % 2;
        if (native && second)
          one_sample(&s, c, NATIVE, number, salt);
        one_sample(&s, c, PLAIN, number, salt);
        if (native && !second)
          one_sample(&s, c, NATIVE, number, salt);
      }
  return EXIT_SUCCESS;
}
