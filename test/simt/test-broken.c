/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each check of the executor, by a kernel of kernels/broken.cl that it must complain of, and others that it must not.
 */
#include "test.h"

#include "base/files.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 64 + 20, GROUPS = 2, ALL = 0, NVIDIA = 1, AMD = 2, STRICT = 4 };

static const struct {
  const char *kernel, *message; /* NULL: none */
  unsigned flags;
} rows[] = {
    {"local_race", "s local variable local_race.a at offset ", ALL},
    {"no_local_race", NULL, ALL},
    {"race_in_a_warp", "s local variable race_in_a_warp.a at offset ", ALL},
    {"no_race_with_oneself", NULL, ALL},
    {"comes_together", NULL, ALL},
    {"iterations_stay_apart", NULL, ALL},
    {"read_race", "with no barrier between", ALL},
    {"read_race_of_many", "data race: writes local variable read_race_of_many.a at offset 0", ALL},
    {"atomic_race", "data race: writes local variable atomic_race.a at offset 0", ALL},
    {"no_atomic_race", NULL, ALL},
    {"last_reads_all", NULL, ALL},
    {"last_without_release", "data race: reads local variable last_without_release.a at offset ", ALL},
    {"last_without_acquire", "data race: reads local variable last_without_acquire.a at offset ", ALL},
    {"last_with_late_release", "data race: reads local variable last_with_late_release.a at offset ", ALL},
    {"last_group_reads_all", NULL, ALL},
    {"last_group_without_fence", "data race: reads buffer argument 1 at offset ", ALL},
    {"last_group_with_small_fence", "data race: reads buffer argument 1 at offset ", ALL},
    {"message_in_local_memory", "data race: reads buffer argument 1 at offset ", ALL},
    {"readers_in_two_groups", "s buffer argument 0 at offset 20", ALL},
    {"failed_exchange", "s local variable failed_exchange.a at offset ", ALL},
    {"warp_race", "s local variable warp_race.a at offset ", ALL},
    {"no_warp_race", NULL, ALL},
    {"many_in_a_warp", NULL, ALL},
    {"global_race", "data race: writes buffer argument 1 at offset ", ALL},
    {"groups_race", "data race: writes buffer argument 1 at offset ", ALL},
    {"groups_read_race", "data race: reads buffer argument 1 at offset ", ALL},
    {"not_written", "work-item (0,0,0) reads local variable not_written.a at offset 0, which nobody has written", ALL},
    {"not_written_volatile", NULL, NVIDIA},
    {"not_written_volatile", "reads local variable not_written_volatile.a at offset 0, which nobody has written",
     STRICT},
    {"written_by_the_last_group", "work-group (1,0,0), ", ALL},
    {"not_written_buffer", "reads buffer argument 1 at offset ", ALL},
    {"not_written_volatile_buffer", "reads buffer argument 1 at offset ", ALL},
    {"beside_local", "of local variable beside_local.a, which has 320 bytes", ALL},
    {"beside_buffer", "of buffer argument 1, which has 672 bytes", ALL},
    {"before_buffer", "reads 4 bytes at offset -4 of buffer argument 0, which has 672 bytes", ALL},
    {"far_away", "reads 4 bytes outside all global memory", ALL},
    {"divergent_barrier", "waits at a barrier that work-item (50,0,0) does not reach", ALL},
    {"two_barriers", "waits at a barrier, and work-item (0,0,0) at another (", ALL},
    {"early_end", "waits at a barrier that work-item (7,0,0) does not reach", ALL},
    {"divergent_shuffle", "with mask 0xffffffff for work-item (20,0,0), which waits at llvm.nvvm.barrier", NVIDIA},
    {"masks_differ", "waits in llvm.nvvm.shfl.sync.idx with mask 0xffffffff for work-item (", NVIDIA},
    {"operations_differ", "which waits in llvm.nvvm.", NVIDIA},
    {"not_in_mask", "is not in the mask 0xfffffffe of its llvm.nvvm.shfl.sync.idx", NVIDIA},
    {"lane_differs", "does llvm.amdgcn.readlane: its lane is not the same for all lanes", AMD},
    {"no_fence_race", NULL, AMD},
    {"local_without_fence", "with no fence of local memory between", AMD},
    {"local_with_early_fence", "with no fence of local memory between", AMD},
    {"read_without_fence", "s local variable read_without_fence.a at offset ", AMD},
    {"global_without_release", "with no fence of global memory between", AMD},
    {"global_without_acquire", "with no fence of global memory between", AMD},
    {"fence_of_wave", "with no fence of local memory between", AMD},
    {"fence_of_local", "with no fence of global memory between", AMD},
    {"inactive_neighbour", ", and that takes no part", AMD},
    {"inactive_neighbour_is_0", NULL, AMD},
    {"inactive_lane", "which reads lane 2, and that takes no part", STRICT},
    {"inactive_lane", NULL, ALL},
};

/* Whether the line that the message names is one of this kernel's lines that say HERE. */
static bool names_line(const char *source, const char *kernel, const char *message) {
  char head[80];
  unsigned line = 0, number = 1;
  const char *at = strstr(message, "broken.cl:");
  snprintf(head, sizeof head, "kernel void %s(", kernel);
  const char *start = strstr(source, head);
  if (!at || !start || sscanf(at, "broken.cl:%u", &line) != 1)
    return false;
  const char *end = strstr(start, "\n}");
  for (const char *c = source; c < end; c++) {
    if (c >= start && number == line)
      return !memcmp(c + strcspn(c, "\n") - 7, "// HERE", 7);
    number += *c == '\n';
    if (*c != '\n')
      c += strcspn(c, "\n") - 1;
  }
  return false;
}

void test_broken(struct bench *b) {
  const unsigned vendor = strncmp(b->device, "nvptx64", 7) ? NVIDIA : AMD; /* the other's rows are left out */
  char *log, *path = NULL;
  int in[SIZE * GROUPS];
  text_add(&path, "%s/broken.cl", test_kernels);
  char *source = clgroup_file_read(path, NULL);
  cl_program program = source ? bench_build(b, path, &log) : NULL;
  if (!program) {
    test_fail("broken.cl", b->device, "%s", source ? log : "cannot be read");
    return;
  }
  for (int i = 0; i < SIZE * GROUPS; i++)
    in[i] = i * 7 % 5;
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (rows[i].flags & vendor)
      continue;
    setenv("CLGROUP_SIMT_STRICT", rows[i].flags & STRICT ? "1" : "0", 1);
    cl_int status = bench_run(b, program, rows[i].kernel, SIZE, GROUPS, in, sizeof in, NULL, sizeof in);
    const char *message = b->message ? b->message : "nothing", *wanted = rows[i].message;
    if (!wanted ? b->message || status : !b->message || !strstr(message, wanted) || status != CL_OUT_OF_RESOURCES)
      test_fail(rows[i].kernel, b->device, "status %d, said: %s\n  wanted: %s", status, message,
                wanted ? wanted : "nothing");
    else if (wanted && !names_line(source, rows[i].kernel, message))
      test_fail(rows[i].kernel, b->device, "the line is not the right one: %s", message);
    else
      test_pass(rows[i].kernel, b->device);
  }
  setenv("CLGROUP_SIMT_STRICT", "0", 1);
  clReleaseProgram(program);
  free(path);
  free(source);
}
