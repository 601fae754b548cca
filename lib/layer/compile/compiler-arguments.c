/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "layer/compile/compiler-arguments.h"

#include "base/list.h"
#include "base/places.h"
#include "layer/base/options.h"
#include "names/extensions.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static const char uniform[] = "cl_khr_work_group_uniform_arithmetic";

/* The features that clang enables by target; if the device's features are unknown, all are enabled. */
static const char features[] =
    "__opencl_c_3d_image_writes __opencl_c_atomic_order_acq_rel __opencl_c_atomic_order_seq_cst "
    "__opencl_c_atomic_scope_all_devices __opencl_c_atomic_scope_device __opencl_c_device_enqueue __opencl_c_fp64 "
    "__opencl_c_generic_address_space "
    "__opencl_c_images __opencl_c_int64 __opencl_c_pipes "
    "__opencl_c_program_scope_global_variables __opencl_c_read_write_images "
    "__opencl_c_subgroups __opencl_c_work_group_collective_functions";

/* Extensions that clang's header defines for its SPIR targets regardless of options, besides those of
 * names/extensions.h, and their other macros. */
static const char *const header_extensions[][2] = {
    {"cl_khr_kernel_clock", "__opencl_c_kernel_clock_scope_device __opencl_c_kernel_clock_scope_work_group "
                            "__opencl_c_kernel_clock_scope_sub_group"},
    {"cl_ext_float_atomics", "__opencl_c_ext_fp16_global_atomic_load_store __opencl_c_ext_fp16_local_atomic_load_store "
                             "__opencl_c_ext_fp16_global_atomic_add __opencl_c_ext_fp16_local_atomic_add "
                             "__opencl_c_ext_fp16_global_atomic_min_max __opencl_c_ext_fp16_local_atomic_min_max "
                             "__opencl_c_ext_fp64_global_atomic_add __opencl_c_ext_fp64_local_atomic_add "
                             "__opencl_c_ext_fp64_global_atomic_min_max __opencl_c_ext_fp64_local_atomic_min_max "
                             "__opencl_c_ext_fp32_global_atomic_add __opencl_c_ext_fp32_local_atomic_add "
                             "__opencl_c_ext_fp32_global_atomic_min_max __opencl_c_ext_fp32_local_atomic_min_max"},
};
static const char *const header_features[] = {"__opencl_c_atomic_order_seq_cst", "__opencl_c_atomic_scope_device",
                                              "__opencl_c_atomic_scope_all_devices", "__opencl_c_read_write_images"};

void clgroup_arguments_free(struct clgroup_arguments *a) {
  for (size_t i = 0; i < a->count; i++)
    free(a->items[i]);
  free(a->items);
  *a = (struct clgroup_arguments){0};
}

void clgroup_arguments_add(struct clgroup_arguments *a, const char *format, ...) {
  struct clgroup_buffer text = {0};
  va_list values;
  va_start(values, format);
  clgroup_buffer_add_list(&text, format, values);
  va_end(values);
  char **items = text.data ? realloc(a->items, (a->count + 2) * sizeof *items) : NULL;
  if (items) {
    items[a->count++] = text.data;
    items[a->count] = NULL;
    a->items = items;
  } else {
    clgroup_buffer_free(&text);
    a->failed = true;
  }
}

enum clgroup_form clgroup_output_form(const struct clgroup_compiler_job *c) {
  return c->link ? c->form : CLGROUP_FORM_BITCODE;
}

void clgroup_arguments_begin(struct clgroup_arguments *a, const struct clgroup_compiler_job *c) {
  char *compiler = clgroup_find_program(c->compiler, NULL);
  clgroup_arguments_add(a, "%s", compiler ? compiler : c->compiler);
  free(compiler);
  clgroup_arguments_add(a, "--target=%s", c->target);
  clgroup_arguments_add(a, "--strategy=%s", c->strategy);
  static const char *const kinds[CLGROUP_FORMS] = {
      [CLGROUP_FORM_SPIRV] = "spv", [CLGROUP_FORM_BITCODE] = "bc", [CLGROUP_FORM_PTX] = "ptx"};
  clgroup_arguments_add(a, "--emit=%s", kinds[clgroup_output_form(c)]);
  if (c->architecture)
    clgroup_arguments_add(a, "-march=%s", c->architecture);
  if (c->driver)
    clgroup_arguments_add(a, "--driver=%s", c->driver);
  if (c->leave_vectors)
    clgroup_arguments_add(a, "--leave-vectors=%u", c->leave_vectors);
  if (c->provide) {
    char text[CLGROUP_EXTENSIONS_TEXT];
    clgroup_extensions_print(c->provide, text);
    clgroup_arguments_add(a, "--provide=%s", text);
  }
  /* The most that clgroup-cc accepts; a device with a higher limit (none is known) could launch larger work-groups. The
   * device's also where a work-group is one sub-group: saved binaries and command buffers are launched without the
   * layer, and room for the device's largest needs no second body for larger ones. */
  if (c->max_work_group_size > 65536)
    clgroup_arguments_add(a, "--max-work-group-size=65536");
  else if (c->max_work_group_size)
    clgroup_arguments_add(a, "--device-max-work-group-size=%zu", c->max_work_group_size);
  if (c->local_memory && c->local_memory <= 1 << 30)
    clgroup_arguments_add(a, "--local-memory-size=%zu", c->local_memory);
  for (unsigned size = 1; size && size <= c->sub_group_sizes; size *= 2)
    if (c->sub_group_sizes & size)
      clgroup_arguments_add(a, "--device-sub-group-size=%u", size);
}

/* May a program for the device use the feature? `newer`: the program is for OpenCL C 2.0, in which all features are
 * part of the language, and which the device lacks. */
static bool has_feature(const struct clgroup_compiler_job *c, bool newer, const char *name, size_t length) {
  /* clgroup-cc makes these itself: generic pointers become others, and each device has some atomics. The other features
   * need the driver: program-scope variables, for example, must keep their values between launches. */
  static const char own[] = "__opencl_c_atomic_order_acq_rel __opencl_c_atomic_order_seq_cst "
                            "__opencl_c_atomic_scope_all_devices __opencl_c_atomic_scope_device "
                            "__opencl_c_generic_address_space";
  /* NVIDIA's driver reports neither this nor those above, and its own compiler accepts what belongs to them; clgroup's
   * library for its GPUs has it. */
  static const char nvidias[] = "__opencl_c_program_scope_global_variables";
  return !c->features || clgroup_list_has_word(c->features, name, length) ||
         ((newer || c->architecture) && clgroup_list_has_word(own, name, length)) ||
         (c->architecture && clgroup_list_has_word(nvidias, name, length));
}

/* Takes back the macros of an extension that the device does not list, which clang's header defines. */
static void undefine(struct clgroup_arguments *a, const struct clgroup_compiler_job *c, const char *extension,
                     const char *macros, struct clgroup_buffer *prefix) {
  int length;
  if (clgroup_list_has(c->extensions, extension))
    return;
  clgroup_buffer_add(prefix, "#undef %s\n", extension);
  for (const char *macro; (macro = clgroup_list_next(&macros, &length));)
    clgroup_buffer_add(prefix, "#undef %.*s\n", length, macro);
  if (!strncmp(extension, "cl_khr_subgroup_", 16)) /* for clgroup-cc's header, before the text */
    clgroup_arguments_add(a, "-D__clgroup_lacks_%s", extension);
}

/* Adds clang's options and the macros for the device's extensions and features, and #undef lines for macros that only
 * clang's header defines. */
static void describe_device(struct clgroup_arguments *a, const struct clgroup_compiler_job *c,
                            enum clgroup_standard standard, struct clgroup_buffer *prefix) {
  const bool is_cpp = standard == CLGROUP_STANDARD_CPP, has_features = is_cpp || standard == CLGROUP_STANDARD_3;
  struct clgroup_buffer list = {0};
  int length;
  clgroup_buffer_add(&list, "-cl-ext=-all");
  for (const char *rest = c->extensions, *at; (at = clgroup_list_next(&rest, &length));) {
    clgroup_buffer_add(&list, ",+%.*s", length, at);
    clgroup_arguments_add(a, "-D%.*s=1", length, at);
  }
  if (!clgroup_list_has(c->extensions, uniform))
    clgroup_buffer_add(&list, ",-%s", uniform);
  if (c->driver && !strcmp(c->driver, "pocl"))
    clgroup_arguments_add(a, "-Dcl_khr_int64=1"); /* PoCL's own; no list of extensions has it */
  /* OpenCL C 2.0 has all of them, but -all makes clang 22 leave them out; not clang 19. */
  for (const char *rest = has_features || standard == CLGROUP_STANDARD_2 ? features : "", *at;
       (at = clgroup_list_next(&rest, &length));) {
    bool there = !has_features || has_feature(c, a->newer, at, (size_t)length);
    /* clang accepts these only together with their extensions. */
    if (!strncmp(at, "__opencl_c_fp64", (size_t)length))
      there = clgroup_list_has(c->extensions, "cl_khr_fp64");
    if (!strncmp(at, "__opencl_c_3d_image_writes", (size_t)length))
      there = clgroup_list_has(c->extensions, "cl_khr_3d_image_writes");
    if (!strncmp(at, "__opencl_c_work_group_collective_functions", (size_t)length))
      there = true; /* the library's */
    /* Without it clang 15 cannot copy C++ objects from global memory; clgroup-cc replaces the generic pointers. */
    if (is_cpp && !strncmp(at, "__opencl_c_generic_address_space", (size_t)length))
      there = true;
    if (there)
      clgroup_buffer_add(&list, ",+%.*s", length, at);
  }
  a->failed |= list.failed;
  clgroup_arguments_add(a, "%s", list.data ? list.data : "");
  clgroup_buffer_free(&list);

  const unsigned others = CLGROUP_HAS(subgroups) | CLGROUP_HAS(work_group_uniform_arithmetic); /* not the header's */
  for (unsigned i = 0; i < CLGROUP_EXTENSION_COUNT; i++)
    if (!((c->provide | others) >> i & 1))
      undefine(a, c, clgroup_extensions[i].name, clgroup_extensions[i].macros, prefix);
  for (size_t i = 0; i < sizeof header_extensions / sizeof header_extensions[0]; i++)
    undefine(a, c, header_extensions[i][0], header_extensions[i][1], prefix);
  for (size_t i = 0; has_features && i < sizeof header_features / sizeof header_features[0]; i++)
    if (!has_feature(c, a->newer, header_features[i], strlen(header_features[i])))
      clgroup_buffer_add(prefix, "#undef %s\n", header_features[i]);
  clgroup_buffer_add(prefix, "#line 1\n");
}

/* The options that applications may pass: OpenCL's, and others that drivers based on clang accept. If one name is a
 * prefix of another, the longer one comes first. WHOLE, BOTH and DRIVER are complete words. BOTH: also passed to the
 * driver that loads the SPIR-V, which does not record the option; DRIVER: passed to the driver only. */
static const struct known {
  const char *name;
  enum { WHOLE, BOTH, DRIVER, HEAD, VALUE, FOLDER, TEXT_FILE, STANDARD } shape;
} known[] = {
    {"-include", TEXT_FILE},
    {"-imacros", TEXT_FILE},
    {"-isystem", FOLDER},
    {"-iquote", FOLDER},
    {"-I", FOLDER},
    {"-D", VALUE},
    {"-U", VALUE},
    {"-w", WHOLE},
    {"-W", HEAD},
    {"-g", WHOLE},
    {"-O0", WHOLE},
    {"-O1", WHOLE},
    {"-O2", WHOLE},
    {"-O3", WHOLE},
    {"-cl-std=", STANDARD},
    {"-cl-opt-disable", WHOLE},
    {"-cl-strict-aliasing", WHOLE},
    {"-cl-single-precision-constant", WHOLE},
    {"-cl-denorms-are-zero", BOTH},
    {"-cl-fp32-correctly-rounded-divide-sqrt", BOTH},
    {"-cl-mad-enable", WHOLE},
    {"-cl-no-signed-zeros", WHOLE},
    {"-cl-unsafe-math-optimizations", WHOLE},
    {"-cl-finite-math-only", WHOLE},
    {"-cl-fast-relaxed-math", WHOLE},
    {"-cl-uniform-work-group-size", BOTH},
    {"-cl-kernel-arg-info", WHOLE},
    {"-cl-no-subgroup-ifp", DRIVER}, /* a promise of the application's, which clang does not know */
};

static const struct known *find(const char *word) {
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    size_t length = strlen(known[i].name);
    bool whole = known[i].shape == WHOLE || known[i].shape == BOTH || known[i].shape == DRIVER;
    if (!strncmp(word, known[i].name, length) && (!whole || !word[length]))
      return &known[i];
  }
  return NULL;
}

void clgroup_arguments_for_driver(const char *options, struct clgroup_buffer *text) {
  struct clgroup_options o;
  if (clgroup_options_parse(options, &o)) {
    text->failed = true;
    return;
  }
  for (size_t i = 0; i < o.count; i++) {
    const struct known *k = find(o.words[i]);
    if (k && (k->shape == BOTH || k->shape == DRIVER))
      clgroup_buffer_add(text, " %s", o.words[i]);
  }
  clgroup_options_free(&o);
}

static bool is_standard(const char *value) {
  static const char *const standards[] = {"CL1.0", "CL1.1", "CL1.2",    "CL2.0",    "CL3.0",
                                          "CL3.1", "CLC++", "CLC++1.0", "CLC++2021"};
  for (size_t i = 0; i < sizeof standards / sizeof standards[0]; i++)
    if (!strcasecmp(value, standards[i]))
      return true;
  return false;
}

static bool is_macro(const char *definition, const char *name, size_t length) {
  return !strncmp(definition, name, length) && (!definition[length] || definition[length] == '=');
}

/* Do the words from words[from] on define the macro of this -D again? The application's definition then replaces the
 * layer's, without clang's warning. */
static bool is_set_again(const struct clgroup_options *o, size_t from, const char *definition) {
  const size_t length = strcspn(definition, "=");
  for (size_t i = from; i < o->count; i++) {
    const struct known *k = find(o->words[i]);
    if (!k || k->shape != VALUE)
      continue;
    const char *value = o->words[i] + strlen(k->name);
    if (!*value && i + 1 < o->count)
      value = o->words[++i];
    if (is_macro(value, definition, length))
      return true;
  }
  return false;
}

static enum clgroup_compile_result add_words(struct clgroup_arguments *a, const struct clgroup_options *o,
                                             struct clgroup_buffer *log) {
  for (size_t i = 0; i < o->count; i++) {
    const char *word = o->words[i];
    const struct known *k = find(word);
    if (!k) {
      clgroup_buffer_add(log, "clgroup: build option '%s' is not an OpenCL option: remove it\n", word);
      return CLGROUP_COMPILE_BAD_OPTIONS;
    }
    if (k->shape == DRIVER)
      continue;
    if (k->shape == WHOLE || k->shape == BOTH || k->shape == HEAD) {
      clgroup_arguments_add(a, "%s", word);
      continue;
    }
    const char *value = word + strlen(k->name);
    if (!*value && k->shape != STANDARD && i + 1 < o->count)
      value = o->words[++i];
    if (!*value) {
      clgroup_buffer_add(log, "clgroup: build option '%s' needs a value after it\n", k->name);
      return CLGROUP_COMPILE_BAD_OPTIONS;
    }
    if (k->shape == STANDARD && !is_standard(value)) {
      clgroup_buffer_add(
          log, "clgroup: build option '%s': use CL1.0, CL1.1, CL1.2, CL2.0, CL3.0, CL3.1, CLC++1.0 or CLC++2021\n",
          word);
      return CLGROUP_COMPILE_BAD_OPTIONS;
    }
    if (!strcmp(k->name, "-D") && is_set_again(o, i + 1, value))
      continue;
    /* The compiler runs in another folder. It searches for a file that is not in the current one. */
    const bool is_here = k->shape == FOLDER || (k->shape == TEXT_FILE && !access(value, F_OK));
    char *path = is_here ? clgroup_absolute(value) : NULL;
    a->outer_text |= k->shape == TEXT_FILE;
    a->failed |= is_here && !path && errno == ENOMEM;
    if (k->shape == STANDARD)
      clgroup_arguments_add(a, "%s", word);
    else {
      clgroup_arguments_add(a, "%s", k->name);
      clgroup_arguments_add(a, "%s", path ? path : value);
    }
    free(path);
  }
  return CLGROUP_COMPILE_OK;
}

enum clgroup_compile_result clgroup_arguments_add_options(struct clgroup_arguments *a,
                                                          const struct clgroup_compiler_job *c, const char *options,
                                                          struct clgroup_buffer *prefix, struct clgroup_buffer *log) {
  struct clgroup_buffer all = {0};
  struct clgroup_options o;
  /* The last of several -cl-std counts. */
  clgroup_buffer_add(&all, "-cl-std=%s %s %s", c->default_standard, c->defines ? c->defines : "",
                     options ? options : "");
  char *newer = all.failed ? NULL : c->no_2 ? clgroup_options_newer(all.data) : strdup(all.data);
  a->newer = newer && strcmp(newer, all.data) != 0;
  const bool parsed = newer && !clgroup_options_parse(newer, &o);
  free(newer);
  clgroup_buffer_free(&all);
  if (!parsed)
    return CLGROUP_COMPILE_NO_MEMORY;
  bool cpp = o.standard == CLGROUP_STANDARD_CPP;
  describe_device(a, c, o.standard, prefix);
  /* rusticl describes the arguments of any program that it compiles itself. */
  if (c->driver && !strcmp(c->driver, "any")) {
    clgroup_arguments_add(a, "-cl-kernel-arg-info");
    clgroup_arguments_add(a, "-Xspirv");
    clgroup_arguments_add(a, "--preserve-ocl-kernel-arg-type-metadata-through-string");
  }
  enum clgroup_compile_result result = add_words(a, &o, log);
  clgroup_options_free(&o);
  clgroup_arguments_add(a, "-x");
  clgroup_arguments_add(a, cpp ? "clcpp" : "cl");
  return result == CLGROUP_COMPILE_OK && (a->failed || prefix->failed) ? CLGROUP_COMPILE_NO_MEMORY : result;
}
