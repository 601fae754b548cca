/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations of warps, each a kernel of its own, against plain C: on whole and partial warps, of all lanes and of some.
 */
#include "test-intrinsics.h"

#include "base/files.h"
#include "reference/splitmix.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 64 + 20, WHOLE = 64, PATTERNS = 5 };

static struct operation table[MAX_OPERATIONS];
static uint32_t in[SIZE][4];
static uint64_t out[SIZE];

static char *kernel_text(const struct operation *o, unsigned count, bool nvidia) {
  char *text = NULL;
  text_add(&text, "#include \"gpu.h\"\n%s", nvidia ? nvptx_declarations : amdgcn_declarations);
  for (unsigned i = 0; i < count; i++)
    if (!o[i].is_ir)
      text_add(&text,
               "kernel void k%u(global const uint *in, global ulong *out) {\n"
               "  uint i = id_x(), a = in[4 * i], b = in[4 * i + 1], c = in[4 * i + 2], d = in[4 * i + 3];\n"
               "  ulong r = 0;\n"
               "  if (d) r = (ulong)(%s);\n"
               "  out[i] = r;\n"
               "}\n",
               i, o[i].expression);
  return text;
}

/* Operations that no builtin of clang has, as LLVM's text. */
static char *ir_text(const struct operation *o, unsigned count) {
  char *text = NULL;
  text_add(&text, "target triple = \"nvptx64-nvidia-cuda\"\ndeclare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n");
  const char *const shuffles[] = {"up", "down", "bfly", "idx"};
  for (unsigned i = 0; i < 4; i++)
    text_add(&text, "declare {i32, i1} @llvm.nvvm.shfl.sync.%s.i32p(i32, i32, i32, i32)\n", shuffles[i]);
  text_add(&text, "declare {i32, i1} @llvm.nvvm.match.all.sync.i32p(i32, i32)\n"
                  "declare {i32, i1} @llvm.nvvm.match.all.sync.i64p(i32, i64)\n");
  for (unsigned i = 0; i < count; i++)
    if (o[i].is_ir)
      text_add(&text,
               "define spir_kernel void @k%u(ptr addrspace(1) %%in, ptr addrspace(1) %%out) {\n"
               "  %%i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
               "  %%j = zext i32 %%i to i64\n"
               "  %%p = getelementptr <4 x i32>, ptr addrspace(1) %%in, i64 %%j\n"
               "  %%all = load <4 x i32>, ptr addrspace(1) %%p\n"
               "  %%a = extractelement <4 x i32> %%all, i32 0\n"
               "  %%b = extractelement <4 x i32> %%all, i32 1\n"
               "  %%c = extractelement <4 x i32> %%all, i32 2\n"
               "  %%d = extractelement <4 x i32> %%all, i32 3\n"
               "  %s\n"
               "  %%value = extractvalue {i32, i1} %%r, 0\n"
               "  %%flag = extractvalue {i32, i1} %%r, 1\n"
               "  %%low = zext i32 %%value to i64\n"
               "  %%one = zext i1 %%flag to i64\n"
               "  %%high = shl i64 %%one, 32\n"
               "  %%both = or i64 %%low, %%high\n"
               "  %%q = getelementptr i64, ptr addrspace(1) %%out, i64 %%j\n"
               "  store i64 %%both, ptr addrspace(1) %%q\n"
               "  ret void\n"
               "}\n",
               i, o[i].expression);
  return text;
}

static cl_program build(struct bench *b, char *text, const char *name) {
  char *path = NULL, *log = NULL;
  text_add(&path, "%s/%s", b->folder, name);
  cl_program program = NULL;
  if (!clgroup_file_write(path, text, strlen(text)))
    test_fail(name, b->device, "%s cannot be written", path);
  else if (!(program = bench_build(b, path, &log)))
    test_fail(name, b->device, "%s", log);
  remove(path);
  free(path);
  free(log);
  free(text);
  return program;
}

/* Fills in the operands. The pattern says which lanes meet: all, those of odd rank, two random sets, a lane alone, and
 * for AMD all of whole warps. */
static void make_input(unsigned lanes, bool nvidia, unsigned pattern) {
  static uint64_t state;
  for (unsigned from = 0; from < SIZE; from += lanes) {
    const uint64_t random = random_next(&state);
    const uint64_t sets[PATTERNS] = {UINT64_MAX, UINT64_C(0xaaaaaaaaaaaaaaaa), random, 1, UINT64_MAX};
    for (unsigned i = from; i < SIZE && i < from + lanes; i++) {
      const bool mine = sets[pattern] >> (i - from) & 1;
      in[i][0] = (uint32_t)random_next(&state);
      const uint32_t others[] = {i / 5, in[i][0], (uint32_t)random_next(&state), (uint32_t)random_next(&state)};
      in[i][1] = others[random_next(&state) % 4];
      in[i][2] = (uint32_t)(random_next(&state) % 3);
      in[i][3] = nvidia ? (uint32_t)(mine ? sets[pattern] : ~sets[pattern]) : mine;
    }
  }
}

static void judge(struct bench *b, const struct operation *o, unsigned lanes, bool nvidia, unsigned pattern,
                  unsigned size, cl_int error) {
  const char *message = b->message ? b->message : "";
  bool refused = false;
  for (unsigned from = 0; from < size; from += lanes) {
    struct wave w = {.lanes = lanes, .live = size - from < lanes ? size - from : lanes};
    uint64_t active = 0;
    for (unsigned i = 0; i < w.live; i++) {
      w.a[i] = in[from + i][0];
      w.b[i] = in[from + i][1];
      w.c[i] = in[from + i][2];
      w.d[i] = in[from + i][3];
      active |= (uint64_t)(w.d[i] != 0) << i;
    }
    const uint64_t live = w.live == 64 ? UINT64_MAX : (UINT64_C(1) << w.live) - 1;
    for (unsigned i = 0; i < w.live; i++)
      w.set[i] = nvidia ? w.d[i] & live : w.d[i] ? active : 0;
    for (unsigned i = 0; i < w.live; i++) {
      const uint64_t expected = w.set[i] ? o->expect(&w, o, i) : 0;
      refused |= w.refused;
      if (error || w.unknown[i] || out[from + i] == expected)
        continue;
      test_fail(o->name, b->device, "%s: pattern %u, warp %u, lane %u: 0x%llx, not 0x%llx", o->expression, pattern,
                from / lanes, i, (unsigned long long)out[from + i], (unsigned long long)expected);
      return;
    }
  }
  if (refused ? !strstr(message, "and that takes no part") : error)
    test_fail(o->name, b->device, "%s: pattern %u: error %d: %s", o->expression, pattern, error, message);
  else
    test_pass(o->name, b->device);
}

void test_intrinsics(struct bench *b) {
  const bool nvidia = !strncmp(b->device, "nvptx64", 7);
  const unsigned count = nvidia ? nvptx_operations(table) : amdgcn_operations(table, b->device);
  const unsigned lanes = strstr(b->device, "gfx9") || strstr(b->device, "wavefrontsize64") ? 64 : 32;
  cl_program program = build(b, kernel_text(table, count, nvidia), "operations.cl"), ir = NULL;
  if (program && nvidia)
    ir = build(b, ir_text(table, count), "operations.ll");
  if (!program || (nvidia && !ir))
    return;
  for (unsigned i = 0; i < count; i++)
    for (unsigned pattern = 0; pattern < (nvidia ? PATTERNS - 1 : PATTERNS); pattern++) {
      char kernel[16];
      snprintf(kernel, sizeof kernel, "k%u", i);
      make_input(lanes, nvidia, pattern);
      const unsigned size = pattern == PATTERNS - 1 ? WHOLE : SIZE;
      cl_int error = bench_run(b, table[i].is_ir ? ir : program, kernel, size, 1, in, sizeof in, out, sizeof out);
      judge(b, &table[i], lanes, nvidia, pattern, size, error);
    }
  clReleaseProgram(program);
  if (ir)
    clReleaseProgram(ir);
}
