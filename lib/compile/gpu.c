/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* memmem */
#include "compile/gpu.h"

#include "base/buffer.h"
#include "base/list.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const clgroup_output_kinds[] = {
    [CLGROUP_EMIT_SPV] = "spv",   [CLGROUP_EMIT_BC] = "bc", [CLGROUP_EMIT_LL] = "ll",
    [CLGROUP_EMIT_PTX] = "ptx",   [CLGROUP_EMIT_S] = "s",   [CLGROUP_EMIT_HSACO] = "hsaco",
    [CLGROUP_OUTPUT_KINDS] = NULL};

int clgroup_target_writes(const struct clgroup_target *target, enum clgroup_output_kind kind) {
  return kind == CLGROUP_EMIT_BC || kind == CLGROUP_EMIT_LL ||
         clgroup_list_has(target->outputs, clgroup_output_kinds[kind]);
}

static int is_nvidia(const struct run *r) {
  return !strncmp(r->target->triple, "nvptx", 5);
}

/* Wave size: what the option says, else the architecture's own. */
static unsigned lanes_of(const struct run *r) {
  enum { FIRST_OF_32 = 0x1000 }; /* gfx1000 */
  if (is_nvidia(r))
    return 32;
  return r->o->wave_size ? r->o->wave_size : r->lower.architecture >= FIRST_OF_32 ? 32 : 64;
}

/* sm_90 is 90, gfx90a:xnack+ is 0x90a. Returns 0, or -1 on an error. */
static int read_architecture(struct run *r) {
  const char *prefix = is_nvidia(r) ? "sm_" : "gfx", *example = is_nvidia(r) ? "sm_80" : "gfx90a";
  const size_t length = strlen(prefix);
  char *end = NULL;
  if (!strncmp(r->march, prefix, length) && isxdigit((unsigned char)r->march[length]))
    r->lower.architecture = (unsigned)strtoul(r->march + length, &end, is_nvidia(r) ? 10 : 16);
  if (!end || (*end && *end != ':' && !isalpha((unsigned char)*end)))
    return clgroup_refuse(r->s, "bad architecture '%s' of target %s: use a name such as %s", r->march, r->target->name,
                          example);
  if (is_nvidia(r) && r->lower.architecture < 70)
    return clgroup_refuse(r->s, "target %s is for sm_70 and newer, not %s: older GPUs have no independent threads",
                          r->target->name, r->march);
  if (r->o->wave_size == 64 && is_nvidia(r))
    return clgroup_refuse(r->s, "-mwavefrontsize64 is an option of target amdgcn: leave it out");
  return 0;
}

/* The first LLVM whose clang knows an architecture, and the first version of PTX, 63 for 6.3, that has it: LLVM from 22
 * on and ptxas refuse an older one. Names that are not here are those of a later LLVM, or AMD's of before 16. */
static const struct architectures {
  unsigned llvm, ptx;
  const char *names;
} architectures[] = {
    {15, 60, "sm_70"},
    {15, 61, "sm_72"},
    {15, 63, "sm_75"},
    {15, 70, "sm_80"},
    {15, 71, "sm_86"},
    {16, 74, "sm_87"},
    {16, 78, "sm_89 sm_90"},
    {17, 80, "sm_90a"},
    {17, 0, "gfx941 gfx942 gfx1150 gfx1151"},
    {18, 0, "gfx1200 gfx1201"},
    {19, 0, "gfx1152"},
    {20, 86, "sm_100 sm_100a sm_101 sm_101a"},
    {20, 87, "sm_120 sm_120a"},
    {20, 0, "gfx950 gfx1153"},
    {21, 88, "sm_103 sm_103a sm_121 sm_121a"},
    {21, 0, "gfx1250"},
    {22, 0, "gfx1251"},
    {22, 90, "sm_88 sm_110 sm_110a"},
    {23, 88, "sm_100f sm_101f sm_103f sm_120f sm_121f"}, /* LLVM 22 has them, its clang does not */
    {23, 90, "sm_110f"},                                 /* the last one's PTX is that of later names */
};
enum { ROWS = sizeof architectures / sizeof *architectures };

static const struct architectures *find_architecture(struct run *r) {
  const char *name = clgroup_text(r->s, "%.*s", (int)strcspn(r->march, ":"), r->march);
  for (size_t i = 0; i < ROWS; i++)
    if (clgroup_list_has(architectures[i].names, name))
      return &architectures[i];
  return NULL;
}

static int check_known(struct run *r) {
  const struct architectures *row = find_architecture(r);
  if (!row || row->llvm <= CLGROUP_LLVM_MAJOR)
    return 0;
  return clgroup_refuse(r->s, "-march=%.*s needs LLVM %u, this is %d%s", (int)strcspn(r->march, ":"), r->march,
                        row->llvm, CLGROUP_LLVM_MAJOR,
                        is_nvidia(r) ? ": PTX for an older architecture, such as sm_86, runs on newer ones too"
                                     : ": build clgroup with a newer LLVM");
}

/* The installed one, if any, of any LLVM version. */
static int find_libclc(struct run *r) {
  int length;
  for (const char *rest = r->target->libclc, *name; (name = clgroup_list_next(&rest, &length));) {
    const char *path = clgroup_text(r->s, "%s/%.*s", r->install.libclc_dir, length, name);
    if (!access(path, R_OK)) {
      r->lower.libclc = path;
      r->lower.libclc_was_found = true;
      return clgroup_install_check(r->s, path);
    }
  }
  return 0;
}

int gpu_check(struct run *r) {
  const struct clgroup_compile_options *o = r->o;
  if (!o->syntax_only && !clgroup_target_writes(r->target, o->emit))
    return clgroup_refuse(r->s, "target %s has no output of kind '%s': use %s, bc or ll", r->target->name,
                          clgroup_output_kinds[o->emit], r->target->outputs);
  if (o->lower.for_nvidia && !is_nvidia(r))
    return clgroup_refuse(r->s, "--driver=nvidia is for target nvptx64, not %s", r->target->name);
  if (!clgroup_target_is_gpu(r->target))
    return o->march || o->wave_size
               ? clgroup_refuse(r->s, "%s is for targets that are GPUs, and %s is none: leave it out",
                                o->march ? "-march" : "-mwavefrontsize64", r->target->name)
               : 0;
  r->march = o->march ? o->march : r->target->architecture;
  if (!strcmp(r->march, "REQUIRED"))
    return clgroup_refuse(r->s, "target %s needs an architecture: add -march=gfx90a, for example", r->target->name);
  if (read_architecture(r) || check_known(r))
    return -1;
  r->lower.lanes = lanes_of(r);
  if (o->lower.libclc && access(o->lower.libclc, R_OK))
    return clgroup_fail(r->s, "cannot read '%s': %s (--libclc)", o->lower.libclc, strerror(errno));
  return o->lower.libclc ? 0 : find_libclc(r);
}

void gpu_add_clang_options(struct run *r, struct clgroup_argv *argv, int is_source) {
  if (!clgroup_target_is_gpu(r->target))
    return;
  for (const char *const *option = r->target->clang_options; is_source && *option; option++)
    clgroup_argv_add(argv, *option);
  clgroup_argv_add(argv, clgroup_text(r->s, "%s=%s", is_nvidia(r) ? "-march" : "-mcpu", r->march), "-nogpulib");
  if (is_nvidia(r)) {
    const struct architectures *row = find_architecture(r);
    /* Overrides the PTX version of a CUDA toolkit that may be installed, and clang's default without one. */
    clgroup_argv_add(argv, "--cuda-path=/nonexistent", "-Xclang", "-target-feature", "-Xclang",
                     clgroup_text(r->s, "+ptx%u", row ? row->ptx : architectures[ROWS - 1].ptx),
                     "-Wno-unused-command-line-argument");
  } else if (r->lower.architecture >= 0x1000) {
    clgroup_argv_add(argv, r->lower.lanes == 64 ? "-mwavefrontsize64" : "-mno-wavefrontsize64");
  }
}

/* clang's command that reads the lowered module from standard input; `to`: its output. */
static struct clgroup_argv code_command(struct run *r, const char *to) {
  struct clgroup_argv argv = {.s = r->s};
  clgroup_argv_add(&argv, r->install.clang, "-target",
                   r->o->lower.for_nvidia ? "nvptx64-nvidia-nvcl" : r->target->triple);
  gpu_add_clang_options(r, &argv, 0);
  if (r->o->lower.for_nvidia)
    clgroup_argv_add(&argv, "-Wno-override-module");
  /* LLVM 15's code generator for NVIDIA fails on kernels with local arguments unless it optimizes them. */
  const unsigned level = r->o->lower.opt_level || !is_nvidia(r) ? r->o->lower.opt_level : 1;
  clgroup_argv_add(&argv, clgroup_text(r->s, "-O%u", level));
  /* clgroup-lower has run the passes, in an order that matters. */
  clgroup_argv_add(&argv, "-Xclang", "-disable-llvm-passes");
  clgroup_argv_add(&argv, r->o->emit == CLGROUP_EMIT_HSACO ? "-c" : "-S", "-o", to, "-x", "ir", "-");
  return argv;
}

static struct clgroup_argv link_command(struct run *r, const char *object, const char *to) {
  struct clgroup_argv argv = {.s = r->s};
  clgroup_argv_add(&argv, r->install.lld, "--no-undefined", "-shared", object, "-o", to);
  return argv;
}

void gpu_print(struct run *r) {
  if (r->o->emit != CLGROUP_EMIT_HSACO) {
    const struct clgroup_argv code = code_command(r, "-");
    run_print_command(r, &code, r->o->output);
    return;
  }
  const char *object = run_temp_name(r, "code.o");
  const struct clgroup_argv code = code_command(r, object), link = link_command(r, object, r->o->output);
  run_print_command(r, &code, NULL);
  run_print_command(r, &link, NULL);
}

static int finish_tool(struct run *r, const char *tool, struct clgroup_child *child, const struct clgroup_bytes *input,
                       struct clgroup_bytes *output) {
  int status;
  if (clgroup_child_finish(r->s, child, input, output, &status))
    return -1;
  return status ? clgroup_fail(r->s, "%s %s while it made code of '%s'; its own message, if any, is above", tool,
                               clgroup_describe_status(r->s, status), r->names[0])
                : 0;
}

/* Adds a line of PTX, corrected if LLVM 15 has made one of two mistakes. Both showed on a GPU.
 *
 * It extracts bits of a 64-bit number that was shifted to the right by an instruction that shifts in zeros, even if
 * some of the bits are copies of the sign: (x >> 40) & 0xffffffff for a long, x < 0 ? 255 : 0, and the keys by which
 * the library orders doubles. (It compares with the width of the shift count, 32.) Such a bfe.u64 goes beyond bit 63;
 * no correct one does. It is replaced by the shift and the mask.
 *
 * It writes a rotation of 64 bits as shifts by the count and by 64 - count, and drops masks of the count, so that the
 * count may be any number: also for x << (n & 63) | x >> (-n & 63). Only rotations have registers of these names. */
static void mend_line(struct clgroup_buffer *text, const char *line, size_t length) {
  char copy[128], result[32], value[32], direction;
  unsigned first, count;
  snprintf(copy, sizeof copy, "%.*s", (int)length, line);
  if (sscanf(copy, " bfe.u64 %31[^,], %31[^,], %u, %u;", result, value, &first, &count) == 4 && first < 64 &&
      count < 64 && first + count > 64)
    clgroup_buffer_add(text, "\tshr.s64 \t%s, %s, %u;\n\tand.b64 \t%s, %s, %" PRIu64 ";\n", result, value, first,
                       result, result, (UINT64_C(1) << count) - 1);
  else if (sscanf(copy, " sh%c.b64 %%lhs, %31[^,], %%r%u;", &direction, value, &count) == 3)
    clgroup_buffer_add(text, "\tand.b32 \t%%amt2, %%r%u, 63;\n\tsh%c.b64 \t%%lhs, %s, %%amt2;\n", count, direction,
                       value);
  else if (sscanf(copy, " sub.u32 %%amt2, 64, %%r%u;", &count) == 1)
    clgroup_buffer_add(text, "\tsub.u32 \t%%amt2, 64, %%amt2;\n");
  else
    clgroup_buffer_add_bytes(text, line, length);
}

static int mend_ptx(struct run *r, struct clgroup_bytes *code) {
  struct clgroup_buffer text = {0};
  const char *line = (const char *)code->data, *const end = line + code->size;
  bool is_own_assembly = false; /* in inline asm, which is the program's own */
  for (const char *next; line < end; line = next) {
    const char *newline = memchr(line, '\n', (size_t)(end - line));
    next = newline ? newline + 1 : end;
    const size_t length = (size_t)(next - line);
    if (memmem(line, length, "// begin inline asm", strlen("// begin inline asm")))
      is_own_assembly = true;
    else if (memmem(line, length, "// end inline asm", strlen("// end inline asm")))
      is_own_assembly = false;
    if (is_own_assembly)
      clgroup_buffer_add_bytes(&text, line, length);
    else
      mend_line(&text, line, length);
  }
  if (text.failed) {
    clgroup_buffer_free(&text);
    return clgroup_fail(r->s, "out of memory");
  }
  code->size = text.length;
  code->data = memcpy(clgroup_alloc(r->s, text.length + 1), text.data, text.length + 1);
  clgroup_buffer_free(&text);
  return 0;
}

int gpu_make_code(struct run *r, struct clgroup_bytes *bytes) {
  const struct clgroup_bytes module = *bytes;
  const int links = r->o->emit == CLGROUP_EMIT_HSACO;
  const char *object = links ? run_temp_name(r, "code.o") : "-";
  struct clgroup_child child;
  if (!object)
    return -1;
  const struct clgroup_argv code = code_command(r, object);
  if (run_start(r, RUN_CLANG, &code, 1, &child) || finish_tool(r, r->install.clang, &child, &module, bytes))
    return -1;
  if (!links && !bytes->size)
    return clgroup_fail(r->s, "%s succeeded but wrote no code", r->install.clang);
  if (!links)
    return is_nvidia(r) ? mend_ptx(r, bytes) : 0;
  const char *program = run_temp_name(r, "code.hsaco");
  const struct clgroup_argv link = link_command(r, object, program);
  struct clgroup_bytes nothing;
  return run_start(r, RUN_LLD, &link, 0, &child) || finish_tool(r, r->install.lld, &child, NULL, &nothing) ||
                 clgroup_read_file(r->s, program, bytes)
             ? -1
             : 0;
}
