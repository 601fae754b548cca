#include "bench/peers.h"
#include "bench/bench.h"
#include "base/files.h"
#include "bench/tool.h"
#include "targets/targets.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const strategy_names[CLGROUP_STRATEGY_COUNT] = {CLGROUP_STRATEGY_NAMES};

bool peer_is_ours(const struct peer *p) {
  return p->route != OF_DRIVER;
}

/* Whether the layer takes the strategy on the device, at least for some functions. */
static bool layer_takes(const struct peers *p, const char *strategy) {
  const struct clgroup_choice *choice = &p->device->choice;
  bool takes = !strcmp(strategy, choice->strategy);
  for (const char *e = choice->exceptions; *e; e = clgroup_exception_next(e))
    takes |= !strcmp(strategy, clgroup_exception_strategy(e)->name);
  return takes;
}

/* Adds the peer NAME[:STRATEGY]. */
static void add(struct peers *p, enum peer_name name, const char *strategy) {
  struct peer *peer = &p->list[p->count++];
  *peer = (struct peer){.kind = name < NATIVE ? (enum peer_kind)name : CALLED,
                        .route = name == MODULE ? OF_MODULE
                                 : name == LINK ? OF_LAYER
                                                : OF_DRIVER,
                        .strategy = strategy};
  snprintf(peer->name, sizeof peer->name, "%s%s%s", peer_names[name], strategy ? ":" : "", strategy ? strategy : "");
}

void peers_choose(struct peers *p, const bool wanted[PEER_NAMES], const bool *strategies) {
  add(p, (enum peer_name)COPY, NULL);
  for (enum peer_name name = COPY + 1; name < NATIVE; name++)
    if (wanted[name] && (device_has_sub_groups(p->device) || name != (enum peer_name)SUB_GROUPS))
      add(p, name, NULL);
  if (wanted[NATIVE] && p->device->has_functions)
    add(p, NATIVE, NULL);
  else if (wanted[NATIVE])
    printf("native: left out, the driver has no work-group functions\n");
  for (unsigned s = 0; s < CLGROUP_STRATEGY_COUNT; s++) {
    const bool taken = strategies ? strategies[s] : layer_takes(p, strategy_names[s]);
    if (taken && wanted[MODULE] && !*p->device->architecture) /* PTX is made under the layer */
      add(p, MODULE, strategy_names[s]);
    if (taken && wanted[LINK])
      add(p, LINK, strategy_names[s]);
  }
}

/* Runs the compiler; its output goes to the file `log`. */
static bool compile(const struct peers *p, const char *strategy, const char *input, const char *output, const char *log,
                    char *why, size_t why_size) {
  char target[32], chosen[32], limit[64], driver[32];
  const char *const words[] = {p->compiler, target, chosen, limit, driver, "-cl-std=CL3.0", input, "-o", output, NULL};
  snprintf(target, sizeof target, "--target=%s", clgroup_spirv_target(p->device->address_bits));
  snprintf(chosen, sizeof chosen, "--strategy=%s", strategy);
  snprintf(limit, sizeof limit, "--device-max-work-group-size=%zu", p->device->max_size);
  snprintf(driver, sizeof driver, "--driver=%s", p->device->compiler_driver);
  return tool_run(words, log, why, why_size);
}

static cl_program built(const struct peers *p, cl_program program, cl_int status, const char *options, char *why,
                        size_t why_size) {
  if (!program) {
    snprintf(why, why_size, "the driver rejects it: error %d", status);
    return NULL;
  }
  status = clBuildProgram(program, 1, &p->device->id, options, NULL, NULL);
  if (!status)
    return program;
  describe_build(p->device, program, status, why, why_size);
  clReleaseProgram(program);
  return NULL;
}

static cl_program load_binary(const struct peers *p, const char *path, const char *options, char *why,
                              size_t why_size) {
  size_t size;
  cl_int status = CL_SUCCESS, loaded = CL_SUCCESS;
  unsigned char *bytes = clgroup_file_read(path, &size);
  if (!bytes) {
    snprintf(why, why_size, "cannot read %s: %s", path, strerror(errno));
    return NULL;
  }
  cl_program program =
      clCreateProgramWithBinary(p->context, 1, &p->device->id, &size, (const unsigned char **)&bytes, &loaded, &status);
  free(bytes);
  return built(p, program, status, options, why, why_size);
}

static cl_program load_il(const struct peers *p, const char *path, char *why, size_t why_size) {
  size_t size;
  cl_int status = CL_SUCCESS;
  void *bytes = clgroup_file_read(path, &size);
  if (!bytes) {
    snprintf(why, why_size, "cannot read %s: %s", path, strerror(errno));
    return NULL;
  }
  cl_program program = clCreateProgramWithIL(p->context, bytes, size, &status);
  free(bytes);
  return built(p, program, status, "", why, why_size);
}

static cl_program build_source(const struct peers *p, const char *text, char *why, size_t why_size) {
  cl_int status = CL_SUCCESS;
  cl_program program = clCreateProgramWithSource(p->context, 1, &text, NULL, &status);
  return built(p, program, status, device_standard(p->device), why, why_size);
}

/* Has the layer build the program in a process of its own, and writes the device's binary to `output`. */
static bool build_by_layer(const struct peers *p, const struct peer *peer, const char *source, const char *output,
                           const char *log, char *why, size_t why_size) {
  char caches[PATH_MAX];
  const char *words[WORKER_WORDS + 5];
  /* Without SPIR-V there is only the compile route. */
  const struct worker worker = {.wish = *p->wish,
                                .caches = caches,
                                .layer = p->layer,
                                .route = p->device->spirv ? "link" : "auto",
                                .strategy = peer->strategy,
                                .compiler = p->compiler};
  snprintf(caches, sizeof caches, "%s/%s", p->folder, peer->name);
  size_t count = worker_words(&worker, "link-one", words);
  words[count++] = "--source";
  words[count++] = source;
  words[count++] = "--binary";
  words[count++] = output;
  words[count] = NULL;
  return tool_run(words, log, why, why_size);
}

cl_program peer_build(struct peers *p, const struct peer *peer, const struct work *work, char *why, size_t why_size) {
  char source[PATH_MAX], output[PATH_MAX], log[PATH_MAX];
  char *text = kernel_text(work, peer->kind);
  cl_program program = NULL;
  snprintf(source, sizeof source, "%s/kernels.cl", p->folder);
  snprintf(output, sizeof output, "%s/kernels.%s", p->folder,
           peer->route == OF_LAYER || !p->device->spirv ? "bc" : "spv");
  snprintf(log, sizeof log, "%s/log", p->folder);
  if (peer->route == OF_DRIVER) {
    program = build_source(p, text, why, why_size);
  } else if (!clgroup_file_write(source, text, strlen(text))) {
    snprintf(why, why_size, "cannot write %s: %s", source, strerror(errno));
  } else if (peer->route == OF_MODULE) {
    if (compile(p, peer->strategy, source, output, log, why, why_size))
      program = p->device->spirv ? load_il(p, output, why, why_size)
                                 : load_binary(p, output, "-x spir -spir-std=1.2", why, why_size);
  } else if (build_by_layer(p, peer, source, output, log, why, why_size)) {
    program = load_binary(p, output, "", why, why_size);
  }
  free(text);
  return program;
}
