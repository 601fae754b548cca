/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What clgroup_compile is asked for. */
#ifndef CLGROUP_COMPILE_OPTIONS_H
#define CLGROUP_COMPILE_OPTIONS_H

#include "clgroup/clgroup-llvm.h"

struct clgroup_target; /* targets/targets.h */

enum clgroup_input_kind { CLGROUP_CL, CLGROUP_CLCPP, CLGROUP_IR, CLGROUP_SPIRV };
enum clgroup_output_kind {
  CLGROUP_EMIT_SPV,
  CLGROUP_EMIT_BC,
  CLGROUP_EMIT_LL,
  CLGROUP_EMIT_PTX,
  CLGROUP_EMIT_S,
  CLGROUP_EMIT_HSACO,
  CLGROUP_OUTPUT_KINDS
};

/* Their names, which are the suffixes of files too; the last one is NULL. */
extern const char *const clgroup_output_kinds[];

struct clgroup_input {
  const char *path; /* "-": standard input; no other path begins with '-' */
  enum clgroup_input_kind kind;
};

struct clgroup_compile_options {
  const struct clgroup_input *inputs; /* at least one */
  size_t input_count;
  const char *output; /* "-": standard output */
  enum clgroup_output_kind emit;
  const char *cl_std;            /* NULL: CL3.0, or CLC++2021 for C++ for OpenCL */
  int without_uniform;           /* leave cl_khr_work_group_uniform_arithmetic undeclared */
  const char *const *clang_args; /* added to each clang command, as they are */
  size_t clang_arg_count;
  const char *const *spirv_args; /* added to the llvm-spirv command that writes SPIR-V */
  size_t spirv_arg_count;
  int without_validation;    /* do not validate SPIR-V */
  const char *spirv_version; /* "1.2"; NULL: 1.3 for strategies that shuffle, else 1.2 */
  int compile_only; /* only run clang on the input, a single source, and write its bitcode: no library, no lowering */
  /* The user's options for the lowering; the rest follows from them. NULL: for the strategy the target's default; for
   * the folder $CLGROUP_DATA_DIR, or the one beside the program; for libclc the installed one, if any. */
  struct clgroup_llvm_options lower;
  int quiet;              /* no warnings of clgroup's own */
  const char *march;      /* of a GPU: sm_80, gfx90a; NULL: the target's default */
  unsigned wave_size;     /* of AMD's GPUs: 32 or 64; 0: the architecture's own */
  const char *dep_file;   /* the file for a make rule with the output's dependencies; NULL: none */
  const char *dep_target; /* the rule's target, quoted for make; NULL: the output */
  int dep_system;         /* the rule includes system headers and the device libraries */
  const char *save_temps; /* keep intermediate modules, under names with this prefix; NULL: do not keep them */
  int syntax_only;        /* only check the inputs, all sources; write nothing */
  int print_commands;     /* on stderr, quoted for a shell */
  int dry_run;            /* run nothing and write nothing */
};

/* Does the target have outputs of this kind? */
int clgroup_target_writes(const struct clgroup_target *target, enum clgroup_output_kind kind);

/* `name` quoted for a make rule; to be freed. NULL: out of memory. */
char *clgroup_quote_for_make(const char *name);

#endif
