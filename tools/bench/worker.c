#define _GNU_SOURCE /* RTLD_NOLOAD */
#include "bench/worker.h"
#include "bench/caches.h"

#include <CL/cl.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void list_options(struct worker *w, struct argument options[WORKER_OPTIONS]) {
  const struct argument all[WORKER_OPTIONS] = {{"--platform", .text = &w->wish.platform},
                                               {"--device", .text = &w->wish.device},
                                               {"--caches", .text = &w->caches},
                                               {"--layer", .text = &w->layer},
                                               {"--route", .text = &w->route},
                                               {"--strategy", .text = &w->strategy},
                                               {"--cc", .text = &w->compiler}};
  memcpy(options, all, sizeof all);
}

size_t worker_words(const struct worker *worker, const char *subcommand, const char *words[WORKER_WORDS]) {
  struct worker w = *worker;
  struct argument options[WORKER_OPTIONS];
  size_t count = 0;
  list_options(&w, options);
  words[count++] = "/proc/self/exe";
  words[count++] = subcommand;
  for (int i = 0; i < WORKER_OPTIONS; i++)
    if (*options[i].text) {
      words[count++] = options[i].name;
      words[count++] = *options[i].text;
    }
  return count;
}

static void set(const char *variable, const char *value) {
  if (value && setenv(variable, value, 1))
    die("out of memory");
}

double worker_begin(struct worker *w, int count, char **arguments, const struct argument *own, size_t own_count,
                    const bool *by_processor) {
  struct argument options[MOST_OPTIONS];
  cl_uint platforms;
  *w = (struct worker){.wish = {"", ""}};
  list_options(w, options);
  memcpy(options + WORKER_OPTIONS, own, own_count * sizeof *own);
  bench_options(count, arguments, NULL, options, WORKER_OPTIONS + own_count);
  alarm(WORKER_PATIENCE_S);
  setvbuf(stdout, NULL, _IOLBF, 0); /* what follows a line may crash */
  caches_use(w->caches);
  unsetenv("OPENCL_LAYERS"); /* the caller's */
  set("OPENCL_LAYERS", w->layer);
  set("CLGROUP_MODE", w->layer ? "always" : "off"); /* the layer may be installed for every application */
  set("CLGROUP_ROUTE", w->route);
  set("CLGROUP_STRATEGY", w->strategy);
  set("CLGROUP_CC", w->compiler);
  double (*const clock)(void) = *by_processor ? cpu_ms : now_ms;
  const double start = clock();
  clGetPlatformIDs(0, NULL, &platforms);
  const double loaded = clock();
  if (w->layer && !dlopen(w->layer, RTLD_LAZY | RTLD_NOLOAD))
    die("the OpenCL loader did not load the layer %s: is it a layer, and does the loader read OPENCL_LAYERS?",
        w->layer);
  return loaded - start;
}
