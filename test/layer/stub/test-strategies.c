/* Devices on which some functions are another strategy's than the rest (drivers.inc). */
#include "harness.h"

#include <string.h>

#define KERNEL_OF(name, call) "kernel void " name "(global int *out) {\n  out[0] = (int)" call ";\n}\n"
#define SCAN KERNEL_OF("scan", "work_group_scan_inclusive_add((int)out[1])")
#define VOTE KERNEL_OF("vote", "work_group_all(out[1])")

static cl_program program;

static void be(const char *platform, const char *name) {
  be_cpus(platform, "1.2.3", false);
  stub->settings->front_end_version = 0x10000;
  for (unsigned i = 0; i < STUB_DEVICES; i++) {
    stub->settings->device[i].name = name;
    stub->settings->device[i].sub_groups = true;
  }
}

/* Of which votes are tree's. */
#define EXCEPTIONS "all=tree any=tree"
static void be_zink(void) {
  be("rusticl", "zink Vulkan 1.4(llvmpipe (LLVM))");
  for (unsigned i = 0; i < STUB_DEVICES; i++)
    stub->settings->device[i].il = "SPIR-V_1.0 SPIR-V_1.3 SPIR-V_1.6"; /* of Mesa 26 */
}

static void build(cl_uint devices, const char *text, const char *options) {
  CHECK_EQUAL(try_build(devices, text, options, &program), CL_SUCCESS);
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

static void built(const char *text, unsigned shuffling, unsigned plain) {
  build(1, text, CL3);
  expect(shuffling, plain);
}

TEST(strategy, by_function) {
  be_zink();
  built(SUM, 1, 0);
  built(SCAN, 1, 0);
  built(VOTE, 0, 1);
  CHECK(strstr(said, "by route link, strategy vector, " EXCEPTIONS ": work_group_all\n"));
  CHECK(strstr(said, "linked 1 functions of strategy vector, " EXCEPTIONS ": 0\n"));
  built(SUM VOTE, 1, 1);
  built(SUM VOTE SCAN, 1, 1);
}

/* It has sub-groups, but its compiler loses stores to private arrays beside their functions. */
TEST(strategy, intel) {
  be("Intel(R) OpenCL", "cpu");
  built(SUM VOTE SCAN, 0, 1);
  CHECK(strstr(said, "linked 3 functions of strategy serial: 0\n"));
}

/* llvmpipe and a GPU. */
TEST(strategy, another_strategy) {
  for (unsigned first = 0; first < 2; first++)
    for (unsigned lacks = 0; lacks < 2; lacks++) {
      be_zink();
      stub->settings->device[first].name = "llvmpipe (LLVM 22.1.8, 256 bits)";
      stub->settings->device[!first].name = "a GPU";
      stub->settings->device[!first].sub_groups = !lacks;
      build(2, SUM SCAN, CL3);
      CHECK(strstr(said, lacks ? "linked 2 functions of strategy tree: 0\n"
                               : "linked 2 functions of strategy subgroup: 0\n"));
      stub->reset();
    }
}

/* Programs that call the same functions share the modules of all strategies. */
TEST(strategy, shared_modules) {
  be_zink();
  open_context(1);
  cl_program programs[3];
  for (unsigned i = 0; i < 3; i++) {
    programs[i] = make_built(SUM VOTE, CL3);
    CHECK_TEXT(program_text(programs[i], CL_PROGRAM_KERNEL_NAMES), "sum;vote");
  }
  expect(1, 1);
}

/* Half of the local memory is the library's. A scan's array has 80 elements more than the largest work-group has items,
 * and a vote's four. */
TEST(strategy, little_room) {
  be_zink();
  struct stub_device *d = &stub->settings->device[0];
  d->max_work_group_size = 256;
  d->local_memory = 2 * 4 * (256 + 80 + 4);
  built(VOTE SCAN, 1, 1);
  CHECK(strstr(said, "linked 2 functions of strategy vector, " EXCEPTIONS ": 0\n"));
  d->local_memory -= 2;
  built(VOTE SCAN, 0, 2);
  CHECK(strstr(said, "linked 2 functions of strategy chunks, " EXCEPTIONS ": 0\n"));
}

/* Intel's older runtimes: an element for each work-item is too much, a vote takes one for all. */
TEST(strategy, large_work_groups) {
  static const unsigned kib[] = {16, 32, 48};
  be("Intel(R) OpenCL", "cpu");
  struct stub_device *d = &stub->settings->device[0];
  d->max_work_group_size = 8192;
  for (unsigned i = 0; i < 3; i++) {
    d->local_memory = kib[i] << 10;
    built(VOTE, 0, 1);
    CHECK(strstr(said, "linked 1 functions of strategy chunks, all=tree any=tree: 0\n"));
    built(VOTE SCAN, 0, 2);
    CHECK(strstr(said, "linked 2 functions of strategy chunks, all=tree any=tree: 0\n"));
  }
  d->local_memory = 128 << 10;
  built(VOTE SCAN, 0, 1);
  CHECK(strstr(said, "linked 2 functions of strategy serial: 0\n"));
}

/* A kernel's own variables leave no room, not even for chunks: the driver's functions, or a line. */
TEST(strategy, no_room) {
  static const char line[] = "kernel 'vote' needs 40000 bytes of local memory with the library's; cpu has 32768\n";
  be("Intel(R) OpenCL", "cpu");
  stub->settings->device[0].kernel_memory = 40000;
  built(VOTE, 0, 2);
  CHECK(strstr(said, line));
  stub->settings->device[0].has_functions = true;
  build(1, "#define work_group_any 1\n" VOTE, CL3);
  CHECK(strstr(said, "built by the driver alone") && strstr(said, line));
}

TEST(strategy, refused) {
  be_zink();
  open_context(1);
  program = make_program(SUM VOTE);
  stub->clear();
  stub->fail(STUB_SLOT(clLinkProgram), 1, CL_LINK_PROGRAM_FAILURE);
  CHECK_EQUAL(build_program(program, CL3), CL_SUCCESS);
  CHECK_EQUAL(SEEN(clLinkProgram), 2);
  expect(1, 2); /* then tree alone */
}

TEST(strategy, without_optimization) {
  be_zink();
  build(1, SUM VOTE, CL3 " -cl-opt-disable");
  expect(0, 1);
  CHECK(strstr(said, "linked 2 functions of strategy tree: 0\n"));
}

/* What it lacks, or another device of the build. */
TEST(strategy, devices_that_lack_shuffles) {
  be_zink();
  stub->settings->device[1].sub_groups = false;
  build(2, SUM VOTE, CL3);
  expect(0, 1);
  CHECK(strstr(said, "linked 2 functions of strategy tree: 0\n"));
  stub->settings->device[0].sub_groups = false;
  built(SUM VOTE, 0, 1);
  CHECK(strstr(said, "linked 2 functions of strategy tree: 0\n"));
}

/* Another device of the build has the same strategy without exceptions. */
TEST(strategy, other_exceptions) {
  be_zink();
  stub->settings->device[1].name = "a GPU";
  build(2, SUM VOTE, CL3);
  expect(1, 0);
  CHECK(strstr(said, "linked 2 functions of strategy subgroup: 0\n"));
}

TEST(strategy, compile_and_link) {
  static const char *const texts[] = {SUM, VOTE};
  be_zink();
  open_context(1);
  cl_program objects[] = {make_object(texts[0], CL3), make_object(texts[1], CL3)};
  program = make_linked("", 2, objects);
  expect(1, 1);
  CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), "sum;vote");
}

/* Of any object, also of one in a library. */
TEST(strategy, compile_and_link_without_optimization) {
  static const char *const options[] = {CL3, CL3 " -cl-opt-disable"};
  be_zink();
  for (unsigned turn = 0; turn < 2; turn++) {
    open_context(1);
    cl_program inputs[] = {make_object(SUM, options[0]), make_object(VOTE, options[1])};
    if (turn)
      inputs[1] = make_linked("-create-library", 1, &inputs[1]);
    stub->clear();
    hear();
    program = make_linked("", 2, inputs);
    said = heard();
    expect(0, 1);
    CHECK(strstr(said, "linked 2 functions of strategy tree: 0\n"));
  }
}

TEST(strategy_set, one_that_is_set) {
  be_zink();
  built(SUM VOTE, 0, 1);
  CHECK(strstr(said, "strategy serial: "));
}

/* clgroup-cc makes the same choice. */
TEST(strategy_compile, compiled) {
  be_zink();
  build(1, SUM VOTE, CL3);
  CHECK(strstr(said, "by route compile, strategy vector, " EXCEPTIONS ": "));
  CHECK(strstr(said, "--strategy=vector," EXCEPTIONS));
  CHECK(strstr(said, "--local-memory-size=32768"));
  CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), "sum;vote");
  CHECK_EQUAL(SEEN(clLinkProgram), 0);
  expect(1, 0);
}

/* Mesa 24, which is not tested, looks like 25 but for its version. */
TEST(strategy_compile, by_version) {
  static const char *const cases[][2] = {{"25.0.7-2", "strategy vector: "},
                                         {"25", "strategy vector: "},
                                         {"26.0.0-devel (git-0123)", "strategy vector: "},
                                         {"24.3.4", "strategy tree: "},
                                         {"unknown", "strategy tree: "}};
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    be("rusticl", "llvmpipe (LLVM 19.1.7, 256 bits)");
    stub->settings->device[0].il = "SPIR-V_1.0 SPIR-V_1.3 SPIR-V_1.4";
    stub->settings->device[0].driver = cases[i][0];
    build(1, SUM, CL3);
    if (!strstr(said, cases[i][1]))
      failed(__FILE__, __LINE__, "Mesa %s: no '%s' in: %s", cases[i][0], cases[i][1], said);
    stub->reset();
  }
}
