/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Devices on which some functions are another strategy's than the rest (drivers.inc). */
#include "harness.h"

#include <string.h>

#define SCAN KERNEL("scan", "(int)work_group_scan_inclusive_add((int)out[1])")
#define VOTE KERNEL("vote", "(int)work_group_all(out[1])")
#define BY(count, strategy) .printed = "linked " count " functions of strategy " strategy ": 0\n"

static void be(const char *platform, const char *name) {
  be_cpus(platform, "1.2.3", false);
  stub->settings->front_end_version = 0x10000;
  for (unsigned i = 0; i < STUB_DEVICES; i++) {
    stub->settings->device[i].name = name;
    stub->settings->device[i].sub_groups = true;
  }
}

/* A GPU behind zink, where strategy tree makes the votes. */
#define EXCEPTIONS "all=tree any=tree"
static void be_zink(void) {
  be("rusticl", "zink Vulkan 1.4(llvmpipe (LLVM))");
  for (unsigned i = 0; i < STUB_DEVICES; i++)
    stub->settings->device[i].il = "SPIR-V_1.0 SPIR-V_1.3 SPIR-V_1.6"; /* of Mesa 26 */
}

/* Does the module use sub-groups? */
static bool has_sub_groups(const struct stub_call *call) {
  enum { CAPABILITY = 2 << 16 | 17, GROUPS = 18, GROUP_NON_UNIFORM = 61 };
  unsigned words[2];
  for (size_t at = 20; at + sizeof words <= call->text_size; at += sizeof words) {
    memcpy(words, call->text + at, sizeof words);
    if (words[0] != CAPABILITY)
      return false;
    if (words[1] == GROUPS || words[1] == GROUP_NON_UNIFORM)
      return true;
  }
  return false;
}

/* The library's modules that came to the driver: those of strategy subgroup, and those of others. */
static void expect(unsigned shuffling, unsigned plain) {
  unsigned found[2] = {0, 0};
  const struct stub_call *call;
  for (unsigned n = 0; (call = CALL(clCreateProgramWithIL, n)); n++)
    found[has_sub_groups(call)]++;
  CHECK_EQUAL(found[1], shuffling);
  CHECK_EQUAL(found[0], plain);
}

/* The same for the modules of one build. */
#define BUILD_OF(shuffling, plain, ...)                                                                                \
  do {                                                                                                                 \
    BUILD(__VA_ARGS__);                                                                                                \
    expect(shuffling, plain);                                                                                          \
  } while (0)

TEST(strategy, by_function) {
  be_zink();
  BUILD_OF(1, 0, SUM, CL3);
  BUILD_OF(1, 0, SCAN, CL3);
  BUILD_OF(0, 1, VOTE, CL3,
           .printed = "clgroup: a program for zink Vulkan 1.4(llvmpipe (LLVM)): work_group_all\n|"
                      "attempts: link (vector," EXCEPTIONS "), driver, since it calls functions\n|"
                      "linked 1 functions of strategy vector, " EXCEPTIONS ": 0\n");
  BUILD_OF(1, 1, SUM VOTE, CL3);
  BUILD_OF(1, 1, SUM VOTE SCAN, CL3);
}

/* Intel's CPU has sub-groups, but its compiler loses stores to private arrays in kernels that use them. */
TEST(strategy, intel) {
  be(INTEL, "cpu");
  BUILD_OF(0, 1, SUM VOTE SCAN, CL3, BY("3", "serial"));
}

/* A build for llvmpipe and a GPU, whose strategies differ. */
TEST(strategy, another_strategy) {
  for (unsigned i = 0; i < 4; i++) {
    const unsigned first = i & 1, lacks = i >> 1;
    stub->reset();
    be_zink();
    stub->settings->device[first].name = "llvmpipe (LLVM 22.1.8, 256 bits)";
    stub->settings->device[!first].name = "a GPU";
    stub->settings->device[!first].sub_groups = !lacks;
    BUILD(SUM SCAN, CL3, .devices = 2,
          .printed =
              lacks ? "linked 2 functions of strategy tree: 0\n" : "linked 2 functions of strategy subgroup: 0\n");
  }
}

/* Programs that call the same functions share the modules of all strategies. */
TEST(strategy, shared_modules) {
  be_zink();
  open_context(1);
  for (unsigned i = 0; i < 3; i++)
    CHECK_TEXT(program_text(make_built(SUM VOTE, CL3), CL_PROGRAM_KERNEL_NAMES), "sum;vote");
  expect(1, 1);
}

/* Half of the local memory is the library's. A scan's array has 80 elements more than the largest work-group has items,
 * and a vote's four. */
TEST(strategy, little_room) {
  be_zink();
  struct stub_device *d = &stub->settings->device[0];
  d->max_work_group_size = 256;
  d->local_memory = 2 * 4 * (256 + 80 + 4);
  BUILD_OF(1, 1, VOTE SCAN, CL3, BY("2", "vector, " EXCEPTIONS));
  d->local_memory -= 2;
  BUILD_OF(0, 2, VOTE SCAN, CL3, BY("2", "chunks, " EXCEPTIONS));
}

/* Intel's older runtimes: an element for each work-item is too much, a vote takes one for all. */
TEST(strategy, large_work_groups) {
  be(INTEL, "cpu");
  struct stub_device *d = &stub->settings->device[0];
  d->max_work_group_size = 8192;
  for (unsigned kib = 16; kib <= 48; kib += 16) {
    d->local_memory = kib << 10;
    BUILD_OF(0, 1, VOTE, CL3, BY("1", "chunks, all=tree any=tree"));
    BUILD_OF(0, 2, VOTE SCAN, CL3, BY("2", "chunks, all=tree any=tree"));
  }
  d->local_memory = 128 << 10;
  BUILD_OF(0, 1, VOTE SCAN, CL3, BY("2", "serial"));
}

/* A kernel's own variables leave no room, not even for chunks: the driver's functions, or a line. */
TEST(strategy, no_room) {
#define LINE "kernel 'vote' needs 40000 bytes of local memory with the library's; cpu has 32768\n"
  be(INTEL, "cpu");
  stub->settings->device[0].kernel_memory = 40000;
  BUILD_OF(0, 2, VOTE, CL3, .printed = LINE);
  stub->settings->device[0].has_functions = true;
  BUILD("#define work_group_any 1\n" KERNEL("vote", "work_group_broadcast((int)out[1], 0)"), CL3,
        .printed = "built by the driver alone|" LINE);
}

TEST(strategy, refused) {
  be_zink();
  BUILD_OF(1, 2, SUM VOTE, CL3, FAULT(clLinkProgram, 1, CL_LINK_PROGRAM_FAILURE)); /* then tree alone */
  CHECK_EQUAL(SEEN(clLinkProgram), 2);
}

/* No shuffles: with -cl-opt-disable, and if this device or another one of the build has none. */
TEST(strategy, without_shuffles) {
  be_zink();
  BUILD_OF(0, 1, SUM VOTE, CL3 " -cl-opt-disable", BY("2", "tree"));
  stub->settings->device[1].sub_groups = false;
  BUILD_OF(0, 1, SUM VOTE, CL3, .devices = 2, BY("2", "tree"));
  stub->settings->device[0].sub_groups = false;
  BUILD_OF(0, 1, SUM VOTE, CL3, BY("2", "tree"));
}

/* The other device of the build has the same strategy, but no exceptions to it. */
TEST(strategy, other_exceptions) {
  be_zink();
  stub->settings->device[1].name = "a GPU";
  BUILD_OF(1, 0, SUM VOTE, CL3, .devices = 2, BY("2", "subgroup"));
}

/* If any object, or one in a library, is not optimized, only strategy tree is used. */
TEST(strategy, compile_and_link) {
  be_zink();
  for (unsigned turn = 0; turn < 3; turn++) {
    open_context(1);
    cl_program inputs[] = {make_object(SUM, CL3), make_object(VOTE, turn ? CL3 " -cl-opt-disable" : CL3)};
    if (turn == 2)
      inputs[1] = make_linked("-create-library", 1, &inputs[1]);
    stub->clear();
    program = make_linked("", 2, inputs);
    expect(!turn, 1);
    CHECK_WORDS(printed, turn ? "linked 2 functions of strategy tree: 0\n" : NULL);
    CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), "sum;vote");
  }
}

TEST(strategy_set, one_that_is_set) {
  be_zink();
  BUILD_OF(0, 1, SUM VOTE, CL3, .printed = "attempts: link (serial), ");
}

/* clgroup-cc makes the same choice. */
TEST(strategy_compile, compiled) {
  be_zink();
  BUILD_OF(1, 0, SUM VOTE, CL3, .calls = BY_COMPILER, .kernels = "sum;vote",
           .printed = "attempts: compile (vector," EXCEPTIONS "), |--strategy=vector," EXCEPTIONS
                      "|--local-memory-size=32768");
}

/* Mesa 24, which is not tested, looks like 25 but for its version. */
TEST(strategy_compile, by_version) {
  static const char *const rows[][2] = {{"25.0.7-2", "compile (vector), link (vector), "},
                                        {"25", "compile (vector), link (vector), "},
                                        {"26.0.0-devel (git-0123)", "compile (vector), link (vector), "},
                                        {"24.3.4", "compile (tree), link (tree), "},
                                        {"unknown", "compile (tree), link (tree), "}};
  be("rusticl", "llvmpipe (LLVM 19.1.7, 256 bits)");
  stub->settings->device[0].il = "SPIR-V_1.0 SPIR-V_1.3 SPIR-V_1.4";
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    stub->settings->device[0].driver = rows[i][0];
    BUILD(SUM, CL3, .printed = rows[i][1]);
  }
}
