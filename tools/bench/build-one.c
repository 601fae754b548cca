/* The process that builds programs on request, for `build`. A request is a line on standard input:
 *   program CALLS PLAIN SALT    builds a program (programs.h) and runs it once; keeps the last ones, as most
 *                               applications do
 *   first CALLS PLAIN SALT      the same in a new context, which has no other program
 * The answer is a line on the original standard output:
 *   ok MILLISECONDS...          one for each part of the work; the first answer ends in a tab and the device's name
 *   error REASON */
#define _GNU_SOURCE /* RTLD_NOLOAD */
#include "bench/bench.h"
#include "bench/device.h"
#include "bench/programs.h"
#include "bench/worker.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where programs are built and run. */
struct place {
  cl_context context;
  cl_command_queue queue;
  cl_mem in, out;
};

enum { KEPT = 3 };

struct state {
  double (*clock)(void);
  struct device device;
  struct place usual;
  cl_program kept[KEPT]; /* of the usual place */
  unsigned oldest;
  cl_uint values[PROGRAM_ITEMS];
  FILE *answers;
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

/* Returns the program, which the caller releases. */
static cl_program do_program(struct state *s, const struct place *place, const struct program *program) {
  cl_uint got[PROGRAM_ITEMS] = {0}, wanted[PROGRAM_ITEMS];
  char *text = program_text(program);
  cl_kernel kernel = NULL;
  cl_int status;

  double start = s->clock();
  cl_program built = clCreateProgramWithSource(place->context, 1, (const char **)&text, NULL, &status);
  if (built)
    status = clBuildProgram(built, 1, &s->device.id, s->device.standard, NULL, NULL);
  if (!status)
    kernel = clCreateKernel(built, "k", &status);
  double ready = s->clock();
  cl_int ran = kernel ? run(place, kernel, got) : CL_SUCCESS;
  double end = s->clock();

  program_expect(program, s->values, wanted);
  if (built && status) {
    char why[512];
    describe_build(&s->device, built, status, why, sizeof why);
    fprintf(s->answers, "error %s\n", why);
  } else if (status || ran)
    fprintf(s->answers, "error OpenCL error %d\n", status ? status : ran);
  else if (memcmp(got, wanted, sizeof got))
    fprintf(s->answers, "error WRONG VALUES\n");
  else
    fprintf(s->answers, "ok %.6f %.6f\n", ready - start, end - start);
  if (kernel)
    clReleaseKernel(kernel);
  free(text);
  return built;
}

static void do_usual(struct state *s, const struct program *program) {
  cl_program built = do_program(s, &s->usual, program);
  if (s->kept[s->oldest])
    clReleaseProgram(s->kept[s->oldest]);
  s->kept[s->oldest] = built;
  s->oldest = (s->oldest + 1) % KEPT;
}

static void do_first(struct state *s, const struct program *program) {
  struct place place;
  open_place(s, &place);
  cl_program built = do_program(s, &place, program);
  if (built)
    clReleaseProgram(built);
  close_place(&place);
}

int bench_build_one(int count, char **arguments) {
  struct wish wish = {"", ""};
  const char *layer = NULL;
  bool cpu = false;
  struct state s = {.clock = now_ms};
  char line[128];
  s.answers = worker_answers("build-one");
  const struct argument own[] = {{"--cpu", .flag = &cpu}, {"--layer", .text = &layer}};
  bench_options(count, arguments, &wish, own, sizeof own / sizeof *own);
  if (cpu)
    s.clock = cpu_ms;
  for (int i = 0; i < PROGRAM_ITEMS; i++)
    s.values[i] = (cl_uint)(i * 37 % 23);

  cl_uint platforms;
  double start = s.clock();
  clGetPlatformIDs(0, NULL, &platforms);
  double loaded = s.clock();
  if (layer && !dlopen(layer, RTLD_LAZY | RTLD_NOLOAD))
    die("the OpenCL loader did not load the layer %s: is it a layer, and does the loader read OPENCL_LAYERS?", layer);
  device_find(&s.device, &wish);
  open_place(&s, &s.usual);
  fprintf(s.answers, "ok %.6f %d\t%s: %s, driver %s\n", loaded - start, s.device.has_functions, s.device.platform,
          s.device.name, s.device.driver);
  while (fgets(line, sizeof line, stdin)) {
    struct program program;
    unsigned plain;
    char what[8];
    if (sscanf(line, "%7s %u %u %u", what, &program.calls, &plain, &program.salt) != 4) {
      fprintf(s.answers, "error unknown request\n");
      continue;
    }
    program.plain = plain;
    if (!strcmp(what, "first"))
      do_first(&s, &program);
    else
      do_usual(&s, &program);
  }
  return EXIT_SUCCESS;
}
