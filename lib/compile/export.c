/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "compile/export.h"

#include "compile/gpu.h"
#include "compile/standard.h"
#include "compile/validate.h"
#include "names/extensions.h"
#include "names/strategies.h"
#include "targets/targets.h"

#include <stdio.h>
#include <string.h>

/* clang declares cl_khr_kernel_clock from LLVM 19 on, and llvm-spirv knows its extension. */
#if CLGROUP_LLVM_MAJOR >= 19
#define CLOCK ",+SPV_KHR_shader_clock"
#else
#define CLOCK ""
#endif

/* Are functions of the device's own sub-groups provided? */
static bool provides_of_device(unsigned provided) {
  return provided & clgroup_extensions_of_sub_groups() && !(provided & CLGROUP_HAS(subgroups));
}

/* The newest SPIR-V 1.x that may be written. */
static unsigned newest_minor(const struct run *r) {
  const unsigned least =
      provides_of_device(standard_provided(r)) ? 3 : clgroup_strategy_row(r->lower.strategy)->spirv_minor;
  return r->o->spirv_version ? (unsigned)(r->o->spirv_version[2] - '0') : least > 2 ? least : 2;
}

/* The command that writes SPIR-V. Modules declare the extensions that they use among these, whose functions have no
 * other form. Without its extension, cl_khr_extended_bit_ops would become instructions for graphics. */
static struct clgroup_argv spirv_command(struct run *r) {
  const struct clgroup_compile_options *o = r->o;
  const unsigned provided = standard_provided(r);
  const bool of_device = provides_of_device(provided);
  struct clgroup_argv argv = {.s = r->s};
  clgroup_argv_add(&argv, r->install.llvm_spirv, clgroup_text(r->s, "--spirv-max-version=1.%u", newest_minor(r)),
                   "--spirv-ext=+SPV_EXT_shader_atomic_float_add,+SPV_EXT_shader_atomic_float_min_max,"
                   "+SPV_KHR_bit_instructions,+SPV_KHR_integer_dot_product,+SPV_KHR_subgroup_rotate" CLOCK);
  /* generic/provided/cl_khr_subgroup_shuffle.cl */
  if (of_device && provided & CLGROUP_HAS(subgroup_shuffle))
    clgroup_argv_add(&argv, "--spirv-ext=+SPV_INTEL_subgroups");
  clgroup_argv_add_list(&argv, o->spirv_args, o->spirv_arg_count);
  clgroup_argv_add(&argv, "-", "-o", "-");
  return argv;
}

/* In its place PoCL's device takes bitcode. */
static int is_spirv(const struct run *r) {
  return r->o->emit == CLGROUP_EMIT_SPV && !r->lower.pocl_device;
}

/* Is the lowered module the output? */
static int is_module(const struct run *r) {
  return r->o->emit == CLGROUP_EMIT_BC || r->o->emit == CLGROUP_EMIT_LL || r->lower.pocl_device;
}

/* The name that -save-temps gives the module that becomes SPIR-V or code. */
static const char *lowered_name(struct run *r) {
  return run_module_name(r, "lowered.bc");
}

int export_start(struct run *r, struct export *e) {
  const struct clgroup_compile_options *o = r->o;
  e->spirv_argv = spirv_command(r);
  for (size_t i = 0; i < o->input_count; i++)
    r->lower.cpp |= run_is_cpp(r, &o->inputs[i]) != 0;
  /* PoCL 7 treats its bitcode and SPIR-V alike. */
  r->lower.for_spirv = o->emit == CLGROUP_EMIT_SPV || o->lower.pocl_device;
  r->lower.old_spirv = is_spirv(r) && newest_minor(r) < 3 && !o->spirv_arg_count;
  r->lower.as_text = o->emit == CLGROUP_EMIT_LL;
  if (o->save_temps && !is_module(r) && !lowered_name(r))
    return -1;
  if (o->dry_run)
    return 0;
  if (lowering_start(r, &e->lowering))
    return -1;
  return is_spirv(r) ? run_start(r, RUN_LLVM_SPIRV, &e->spirv_argv, 1, &e->spirv) : 0;
}

/* `echo` writes the line that clgroup-lower waits for. */
void export_print(struct run *r, const struct export *e) {
  if (!run_prints(r))
    return;
  const struct clgroup_argv lower = lowering_command(r);
  fputs("echo | ", stderr);
  if (is_module(r)) {
    run_print_command(r, &lower, r->o->output);
    return;
  }
  clgroup_argv_print(stderr, &lower);
  fputs(" | ", stderr);
  if (r->o->save_temps) {
    fputs("tee ", stderr);
    clgroup_print_quoted(stderr, lowered_name(r));
    fputs(" | ", stderr);
  }
  if (is_spirv(r))
    run_print_command(r, &e->spirv_argv, r->o->output);
  else
    gpu_print(r);
}

/* Converts the lowered module in *bytes to SPIR-V. Returns 0, -1 on an error, or 1 if llvm-spirv failed. */
static int make_spirv(struct run *r, struct clgroup_child *child, struct clgroup_bytes *bytes) {
  static const unsigned char magic[] = {0x03, 0x02, 0x23, 0x07};
  struct clgroup_bytes module = *bytes;
  int failed = run_finish_llvm_spirv(r, child, &module, bytes, r->o->output);
  if (!failed && (bytes->size < sizeof magic || memcmp(bytes->data, magic, sizeof magic)))
    return clgroup_fail(r->s, "%s succeeded but wrote no SPIR-V", r->install.llvm_spirv);
  return failed;
}

/* Lowers again, with r->lower changed because of `why`. */
static int export_again(struct run *r, struct export *e, const char *why, int again, struct clgroup_bytes *result) {
  if (r->o->print_commands)
    fprintf(stderr, "# %s\n", why);
  if (export_start(r, e))
    return -1;
  export_print(r, e);
  return export_finish(r, e, again, result);
}

int export_finish(struct run *r, struct export *e, int again, struct clgroup_bytes *result) {
  struct clgroup_session *s = r->s;
  const int lowered = lowering_finish(r, &e->lowering, again, result);
  if (lowered == CLGROUP_LLVM_NOT_POCL) {
    r->lower.pocl_device = NULL;
    return export_again(r, e, "bitcode for PoCL cannot hold this: again, to SPIR-V", again, result);
  }
  if (lowered > 0)
    return EXPORT_NOT_SPIRV;
  if (lowered || is_module(r))
    return lowered;
  if (r->o->save_temps && run_write_module(r, lowered_name(r), result))
    return -1;
  if (!is_spirv(r))
    return gpu_make_code(r, result);
  int failed = make_spirv(r, &e->spirv, result);
  if (failed)
    return failed > 0 && again ? EXPORT_NOT_SPIRV : -1;
  const char *why = r->o->without_validation ? NULL : clgroup_find_invalid(s, result, false);
  if (!why)
    return 0;
  if (!r->lower.plain_loops) {
    r->lower.plain_loops = 1; /* llvm-spirv sometimes converts the loops' metadata to invalid SPIR-V */
    return export_again(r, e, "llvm-spirv made invalid SPIR-V: again, without the loops' metadata", again, result);
  }
  return again ? EXPORT_NOT_SPIRV
               : clgroup_fail(s,
                              "%s made invalid SPIR-V of '%s': %s; please report this with the kernel (--no-validate "
                              "writes it anyway)",
                              r->install.llvm_spirv, r->names[0], why);
}
