/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "prepared.h"

#include <inttypes.h>
#include <stdio.h>

const char *const prepared_architectures[] = {"sm_75", "sm_80"};

const struct device prepared_device = {
    .platform_name = "CUDA",
    .name = "NVIDIA GPU",
    .opencl = 300,
    .address_bits = 64,
    .max_work_group_size = 1024,
    .max_work_item_sizes = {1024, 1024, 64},
    .local_memory = 48 << 10,
    .fp16 = true,
    .fp64 = true,
    .denormals_float = true,
    .denormals_half = true,
};

static uint64_t hash(uint64_t state, const char *text) {
  /* FNV-1a, with the final 0. */
  do
    state = (state ^ (unsigned char)*text) * 0x100000001b3;
  while (*text++);
  return state;
}

void prepared_name(const struct source *source, const char *text, char name[32]) {
  char size[24];
  snprintf(size, sizeof size, "%zu", source->max_size);
  uint64_t state = hash(0xcbf29ce484222325, text);
  state = hash(state, source->options ? source->options : "");
  state = hash(state, source->standard ? source->standard : "");
  snprintf(name, 32, "%016" PRIx64, hash(state, size));
}

void prepared_tests(struct suite *s) {
  s->device = s->builder->device = &prepared_device;
  s->items = s->quick ? 1024 : 16384;
  s->seed = 1;
  suite_prepare(s);
  run_votes(s);
  run_functions(s);
  run_required(s);
  run_calls(s);
  if (!s->quick) {
    run_lone(s);
    run_options(s);
  }
}

/* Stand-ins for test/exec's queries of an OpenCL driver, of which there is none. */
bool device_has(const struct device *d, const char *extension) {
  (void)d, (void)extension;
  return false;
}

bool device_takes_spirv(const struct device *d, unsigned version) {
  (void)d, (void)version;
  return false;
}

bool builder_has_uniform_arithmetic(const struct builder *b) {
  (void)b;
  return true;
}
