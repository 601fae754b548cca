/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "program.h"

#include "command.h"

#include "layer/base/presence.h"
#include "spirv/spirv.h"
#include "names/strategies.h"
#include "targets/targets.h"

#include "base/files.h"
#include "text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void add_build_log(const struct builder *b, cl_program program, const char *step, cl_int error, char **log) {
  size_t size = 0;
  text_add(log, "%s gives error %d", step, error);
  if (!program)
    return;
  clGetProgramBuildInfo(program, b->device->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
  char *text = allocate(size + 1);
  clGetProgramBuildInfo(program, b->device->id, CL_PROGRAM_BUILD_LOG, size, text, NULL);
  text_add(log, "\n%s", text);
  free(text);
}

/* Returns the program if `error` is success; else releases it and writes the log. */
static cl_program checked(const struct builder *b, cl_program program, const char *step, cl_int error, char **log) {
  if (program && error == CL_SUCCESS)
    return program;
  add_build_log(b, program, step, error, log);
  if (program)
    clReleaseProgram(program);
  return NULL;
}

static cl_program create_with_il(const struct builder *b, const void *il, size_t size, char **log) {
  cl_int error;
  cl_program program = clCreateProgramWithIL(b->device->context, il, size, &error);
  return checked(b, program, "clCreateProgramWithIL", error, log);
}

static const char *addressing(const struct builder *b) {
  return b->device->address_bits == 32 ? "spirv32" : "spirv64";
}

/* Whether clgroup-cc makes the code for the device, NVIDIA's or the executor's. */
static bool is_gpu(const struct builder *b) {
  return *b->device->target;
}

/* The newest OpenCL C that the driver has, for source that it compiles itself. */
static const char *driver_standard(const struct builder *b) {
  return b->device->opencl >= 300 ? "CL3.0" : b->device->opencl >= 200 ? "CL2.0" : "CL1.2";
}

static void temporary(const struct builder *b, const char *name, char *path, size_t size) {
  snprintf(path, size, "%s/%s", b->folder, name);
}

/* Starts a command line of clgroup-cc, with the options that every way shares. */
static struct command compiler_command(const struct builder *b, const struct source *s) {
  struct command c = {0};
  char text[160];
  command_add(&c, b->compiler);
  snprintf(text, sizeof text, "--target=%s", is_gpu(b) ? b->device->target : addressing(b));
  command_add(&c, text);
  if (is_gpu(b)) {
    snprintf(text, sizeof text, "-march=%s", b->device->march);
    command_add(&c, text);
    command_add(&c, b->device->takes_ptx ? "--emit=ptx" : "--emit=bc");
    if (*b->device->option)
      command_add(&c, b->device->option);
  }
  snprintf(text, sizeof text, "--strategy=%s", b->strategy);
  command_add(&c, text);
  if (b->limit)
    snprintf(text, sizeof text, "--max-work-group-size=%zu", b->limit);
  else
    snprintf(text, sizeof text, "--device-max-work-group-size=%zu", s->max_size);
  if (!b->default_limit && (b->limit || s->max_size))
    command_add(&c, text);
  for (unsigned size = 1; size && size <= b->device->sub_group_sizes; size *= 2) {
    snprintf(text, sizeof text, "--device-sub-group-size=%u", size);
    if (b->device->sub_group_sizes & size)
      command_add(&c, text);
  }
  command_add_words(&c, b->provide);
  snprintf(text, sizeof text, "--driver=%s", device_compiler_driver(b->device));
  command_add(&c, text);
  return c;
}

static cl_program program_from_file(const struct builder *b, const char *path, char **log) {
  size_t size;
  cl_int error, status = CL_SUCCESS;
  char *binary = clgroup_file_read(path, &size);
  cl_program program;
  if (!binary) {
    text_add(log, "%s: cannot be read", path);
    return NULL;
  }
  const bool il = *b->device->il_version;
  if (il) {
    program = create_with_il(b, binary, size, log);
  } else {
    const unsigned char *data = (const unsigned char *)binary;
    program = clCreateProgramWithBinary(b->device->context, 1, &b->device->id, &size, &data, &status, &error);
    program = checked(b, program, "clCreateProgramWithBinary", error, log);
  }
  free(binary);
  if (!program)
    return NULL;
  error =
      clBuildProgram(program, 1, &b->device->id, il || b->device->takes_ptx ? "" : "-x spir -spir-std=1.2", NULL, NULL);
  return checked(b, program, "clBuildProgram", error, log);
}

enum { PARTS = 2 };

/* The texts of the source's objects. Returns how many there are. */
static unsigned split(const struct source *s, const char *text, char *parts[PARTS]) {
  const unsigned count = s->apart ? PARTS : 1;
  for (unsigned k = 0; k < count; k++) {
    parts[k] = NULL;
    if (s->apart)
      text_add(&parts[k], "#define CLGROUP_PART %u\n#line 1\n", k + 1);
    text_add(&parts[k], "%s", text);
  }
  return count;
}

static cl_program build_module(const struct builder *b, const struct source *s, const char *text, char **log) {
  char input[PARTS][sizeof b->folder + 16], output[sizeof b->folder + 16], standard[32], *parts[PARTS];
  const unsigned count = split(s, text, parts);
  bool written = true;
  temporary(b, *b->device->il_version ? "kernel.spv" : "kernel.bc", output, sizeof output);
  struct command c = compiler_command(b, s);
  for (unsigned k = 0; k < count; k++) {
    temporary(b, k ? "kernel2.cl" : "kernel.cl", input[k], sizeof input[k]);
    written &= clgroup_file_write(input[k], parts[k], strlen(parts[k]));
    command_add(&c, input[k]);
    free(parts[k]);
  }
  if (!written) {
    text_add(log, "cannot write %s", *input);
    return NULL;
  }
  snprintf(standard, sizeof standard, "-cl-std=%s", s->standard ? s->standard : "CL3.0");
  command_add(&c, standard);
  command_add_words(&c, s->options);
  command_add(&c, "-o");
  command_add(&c, output);
  return command_run(&c, b->folder, log) ? program_from_file(b, output, log) : NULL;
}

/* SPIR-V by plain clang and llvm-spirv in the temporary file plain.spv, with OpGroup instructions or, by way clang, the
 * library's bitcode; returns whether it is there. */
static bool plain_spirv(const struct builder *b, const struct source *s, const char *text, char **log) {
  char input[sizeof b->folder + 16], bitcode[sizeof b->folder + 16], module[sizeof b->folder + 16], standard[32];
  char library[4096];
  temporary(b, "kernel.cl", input, sizeof input);
  temporary(b, "plain.bc", bitcode, sizeof bitcode);
  temporary(b, "plain.spv", module, sizeof module);
  if (!clgroup_file_write(input, text, strlen(text))) {
    text_add(log, "cannot write %s", input);
    return false;
  }
  struct command clang = {0}, translator = {0};
  snprintf(standard, sizeof standard, "-cl-std=%s", s->standard ? s->standard : "CL3.0");
  command_add_words(&clang, b->clang);
  command_add_words(&clang,
                    b->device->address_bits == 32 ? "-target spir-unknown-unknown" : "-target spir64-unknown-unknown");
  command_add(&clang, standard);
  if (b->way == WAY_CLANG) {
    snprintf(library, sizeof library, "%s/%s.%s.bc", b->data, addressing(b), b->strategy);
    command_add_words(&clang, "-O2 -Xclang -no-enable-noundef-analysis -Xclang -mlink-builtin-bitcode -Xclang");
    command_add(&clang, library);
  }
  command_add_words(&clang, s->options);
  /* Unoptimized, as front ends write it: optimized IR may contain what llvm-spirv cannot translate (freeze, odd
   * integers). */
  if (b->way != WAY_CLANG)
    command_add_words(&clang, "-Xclang -disable-llvm-passes");
  command_add_words(&clang, "-c -emit-llvm -o");
  command_add(&clang, bitcode);
  command_add(&clang, input);
  command_add_words(&translator, b->llvm_spirv);
  command_add_words(&translator, b->shuffles || (b->way == WAY_CLANG && clgroup_strategy_shuffles(b->strategy))
                                     ? "--spirv-max-version=1.3 -o"
                                     : "--spirv-max-version=1.2 -o");
  command_add(&translator, module);
  command_add(&translator, bitcode);
  return command_run(&clang, b->folder, log) && command_run(&translator, b->folder, log);
}

static cl_program build_rewritten(const struct builder *b, const struct source *s, const char *text, char **log) {
  char module[sizeof b->folder + 16], output[sizeof b->folder + 16];
  temporary(b, "plain.spv", module, sizeof module);
  temporary(b, *b->device->il_version ? "kernel.spv" : "kernel.bc", output, sizeof output);
  if (!plain_spirv(b, s, text, log))
    return NULL;
  struct command c = compiler_command(b, s);
  command_add(&c, module);
  command_add(&c, "-o");
  command_add(&c, output);
  return command_run(&c, b->folder, log) ? program_from_file(b, output, log) : NULL;
}

static cl_program build_il(const struct builder *b, const struct source *s, const char *text, char **log) {
  char module[sizeof b->folder + 16];
  temporary(b, "plain.spv", module, sizeof module);
  return plain_spirv(b, s, text, log) ? program_from_file(b, module, log) : NULL;
}

static cl_program from_source(const struct builder *b, const char *text, char **log) {
  cl_int error;
  cl_program program = clCreateProgramWithSource(b->device->context, 1, &text, NULL, &error);
  return checked(b, program, "clCreateProgramWithSource", error, log);
}

static char *driver_options(const struct builder *b, const struct source *s) {
  char *options = NULL;
  text_add(&options, "-cl-std=%s %s", s->standard ? s->standard : driver_standard(b), s->options ? s->options : "");
  return options;
}

static cl_program compile(const struct builder *b, cl_program program, const char *options, char **log) {
  cl_int error = clCompileProgram(program, 1, &b->device->id, options, 0, NULL, NULL, NULL, NULL);
  return checked(b, program, "clCompileProgram", error, log);
}

static cl_program build_source(const struct builder *b, const struct source *s, const char *text, char **log) {
  char *options = driver_options(b, s), *parts[PARTS];
  const unsigned count = split(s, text, parts);
  cl_program objects[PARTS] = {NULL}, program = NULL;
  cl_int error = CL_SUCCESS;
  bool good = true;
  for (unsigned k = 0; k < count; k++) {
    objects[k] = good ? from_source(b, parts[k], log) : NULL;
    if (objects[k] && s->apart)
      objects[k] = compile(b, objects[k], options, log);
    good = good && objects[k];
    free(parts[k]);
  }
  if (good && s->apart) {
    program = clLinkProgram(b->device->context, 1, &b->device->id, "", count, objects, NULL, NULL, &error);
    program = checked(b, program, "clLinkProgram", error, log);
  } else if (good) {
    error = clBuildProgram(*objects, 1, &b->device->id, options, NULL, NULL);
    program = checked(b, *objects, "clBuildProgram", error, log);
  }
  for (unsigned k = 0; k < count && s->apart; k++)
    if (objects[k])
      clReleaseProgram(objects[k]);
  free(options);
  return program;
}

/* One of the library's modules as an object of the driver, with room for work-groups of library_size. */
static cl_program library_module(const struct builder *b, const char *part, char **log) {
  char *path = NULL, why[256];
  size_t size;
  text_add(&path, "%s/spirv/%s.%s.%s.spv", b->data, addressing(b), b->strategy, part);
  char *module = clgroup_file_read(path, &size);
  uint32_t *words = (uint32_t *)(void *)module;
  cl_program program = NULL;
  if (!module) {
    text_add(log, "cannot read the library's module %s (--data)", path);
  } else if (clgroup_spirv_set_scratch(words, size / 4, (uint32_t)b->library_size + CLGROUP_SCRATCH_EXTRA, why,
                                       sizeof why)) {
    text_add(log, "%s: %s", path, why);
  } else {
    /* Any version of SPIR-V will do: shuffles are not rewritten. */
    if (b->library_version[0])
      words[1] = b->library_version[0] << 16 | b->library_version[1] << 8;
    program = create_with_il(b, module, size, log);
    if (program)
      program = compile(b, program, "", log);
    if (!program)
      text_add(log, " (%s)", path);
  }
  free(module);
  free(path);
  return program;
}

void builder_release(struct builder *b) {
  while (b->library_count)
    clReleaseProgram(b->library[--b->library_count]);
}

/* Compiled once for all programs that use it. */
static bool load_library(struct builder *b, size_t max_size, char **log) {
  const struct {
    const char *name;
    bool wanted;
  } parts[] = {{"base", true}, {"fp64", b->device->fp64}, {"fp16", b->device->fp16}};
  if (b->library_count && b->library_size == max_size)
    return true;
  builder_release(b);
  b->library_size = max_size;
  for (unsigned i = 0; i < 3; i++) {
    if (!parts[i].wanted)
      continue;
    cl_program module = library_module(b, parts[i].name, log);
    if (!module) {
      builder_release(b);
      return false;
    }
    b->library[b->library_count++] = module;
  }
  return true;
}

static cl_program link_program(struct builder *b, cl_program object, size_t max_size, char **log) {
  cl_program inputs[4] = {object};
  cl_int error;
  if (!load_library(b, max_size, log))
    return NULL;
  memcpy(inputs + 1, b->library, b->library_count * sizeof *inputs);
  cl_program program =
      clLinkProgram(b->device->context, 1, &b->device->id, "", b->library_count + 1, inputs, NULL, NULL, &error);
  return checked(b, program, "clLinkProgram", error, log);
}

/* rusticl 25 links only modules of one version, and its front end chooses its own; the linker's complaint names it
 * first. */
static bool wants_version(struct builder *b, const char *log) {
  const char *complaint = log ? strstr(log, "Conflicting SPIR-V versions: ") : NULL;
  unsigned version[2];
  if (!complaint || sscanf(complaint, "Conflicting SPIR-V versions: %u.%u", &version[0], &version[1]) != 2)
    return false;
  memcpy(b->library_version, version, sizeof version);
  builder_release(b);
  return true;
}

static cl_program build_linked(struct builder *b, const struct source *s, const char *text, char **log) {
  char *prelude = clgroup_file_read(b->prelude, NULL), *all = NULL;
  if (!prelude) {
    text_add(log, "cannot read the prelude %s (--prelude)", b->prelude);
    return NULL;
  }
  text_add(&all, "%s\n#line 1\n%s", prelude, text);
  free(prelude);
  cl_program object = from_source(b, all, log);
  free(all);
  if (!object)
    return NULL;
  char *options = driver_options(b, s);
  object = compile(b, object, options, log);
  free(options);
  if (!object)
    return NULL;
  cl_program program = link_program(b, object, s->max_size, log);
  if (!program && wants_version(b, *log)) {
    free(*log);
    *log = NULL;
    program = link_program(b, object, s->max_size, log);
  }
  clReleaseProgram(object);
  return program;
}

cl_program builder_build_text(struct builder *b, const struct source *source, const char *text, char **log) {
  *log = NULL;
  switch (b->way) {
  case WAY_MODULE:
    return build_module(b, source, text, log);
  case WAY_LINK:
    return build_linked(b, source, text, log);
  case WAY_NATIVE:
  case WAY_SOURCE:
    /* The executor has no compiler: plain text, without the library's functions, is for clgroup-cc too. */
    if (is_gpu(b) && !b->device->takes_ptx)
      return build_module(b, source, text, log);
    return build_source(b, source, text, log);
  case WAY_REWRITE:
    return build_rewritten(b, source, text, log);
  case WAY_IL:
  case WAY_CLANG:
    return build_il(b, source, text, log);
  }
  return NULL;
}

cl_program builder_build(struct builder *b, const struct source *source, char **log) {
  *log = NULL;
  char *text = source_text(b, source, log);
  cl_program program = text ? builder_build_text(b, source, text, log) : NULL;
  free(text);
  return program;
}

bool builder_has_uniform_arithmetic(const struct builder *b) {
  switch (b->way) {
  case WAY_NATIVE:
  case WAY_SOURCE:
    return device_has(b->device, "cl_khr_work_group_uniform_arithmetic");
  case WAY_REWRITE:
  case WAY_IL:
  case WAY_CLANG:
    return false; /* clang and llvm-spirv do not make those instructions, and plain clang does not declare them */
  default:
    return true;
  }
}

bool builder_chooses_strategy(const struct builder *b) {
  return b->way == WAY_MODULE || b->way == WAY_LINK || b->way == WAY_REWRITE || b->way == WAY_CLANG;
}

bool builder_layer_is_right(const struct builder *b, char *why, size_t why_size) {
  if (b->way != WAY_SOURCE && b->way != WAY_IL)
    return true;
  if (!clgroup_layer_is_loaded())
    snprintf(why, why_size,
             "the layer is not on: this way needs OPENCL_LAYERS=/path/to/libclgroup-layer.so, and a loader that can "
             "load it");
  else if (!b->device->has_functions)
    snprintf(why, why_size, "the layer is loaded, but %s offers no work-group functions: see CLGROUP_LOG=all",
             b->device->platform_name);
  else
    return true;
  return false;
}

bool builder_can(const struct builder *b, char *why, size_t why_size) {
#define CANNOT(condition, ...)                                                                                         \
  if (condition) {                                                                                                     \
    snprintf(why, why_size, __VA_ARGS__);                                                                              \
    return false;                                                                                                      \
  }
  const struct device *d = b->device;
  const bool il = *d->il_version, chooses = builder_chooses_strategy(b),
             shuffles = clgroup_strategy_shuffles(b->strategy);
  CANNOT(b->way == WAY_LINK && !il, "%s takes no SPIR-V, so its linker cannot take the library", d->platform_name)
  CANNOT((b->way == WAY_IL || b->way == WAY_CLANG) && !il, "%s takes no SPIR-V", d->platform_name)
  CANNOT(b->way == WAY_NATIVE && !d->has_functions, "%s has no work-group functions of its own", d->platform_name)
  CANNOT(chooses && is_gpu(b) && strcmp(b->strategy, "subgroup") && strcmp(b->strategy, "tree"),
         "the library of %s has no strategy %s", d->target, b->strategy)
  CANNOT(chooses && !is_gpu(b) && shuffles && (!d->max_sub_groups || !device_has(d, "cl_khr_subgroup_shuffle")),
         "strategy %s needs sub-groups and cl_khr_subgroup_shuffle, which %s lacks", b->strategy, d->platform_name)
  CANNOT(chooses && !is_gpu(b) && shuffles && !device_takes_spirv(d, 13) && !device_takes_spirv(d, 14),
         "strategy %s needs SPIR-V 1.3; %s takes only '%s'", b->strategy, d->platform_name, d->il_version)
  CANNOT(b->way == WAY_LINK && shuffles && !strcmp(d->platform_name, "rusticl") && !device_takes_spirv(d, 16),
         "rusticl 25 links modules of one SPIR-V version, and its front end makes 1.0, without shuffles")
  CANNOT(b->sub_group_size && !device_has(d, "cl_intel_required_subgroup_size"),
         "--sub-group-size needs cl_intel_required_subgroup_size, which %s lacks", d->platform_name)
  return true;
}

bool builder_make_folder(struct builder *b) {
  const char *base = getenv("TMPDIR");
  snprintf(b->folder, sizeof b->folder, "%s/clgroup-test-XXXXXX", base && *base ? base : "/tmp");
  if (mkdtemp(b->folder))
    return true;
  fprintf(stderr, "clgroup-test: cannot make a temporary folder %s: %s (TMPDIR)\n", b->folder, strerror(errno));
  return false;
}
