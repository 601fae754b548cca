/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The extensions that CLGROUP_EXTENSIONS requests (names/extensions.inc), on devices of all kinds: which are listed,
 * and what builds the programs that use them. */
#include "harness.h"

#include "make-module.h"
#include "names/extensions.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A call of a function of each extension. */
#define CALL_work_group_uniform_arithmetic "work_group_reduce_mul((int)out[1])"
#define CALL_subgroups "sub_group_reduce_add(out[1]) + get_sub_group_size()"
#define CALL_subgroup_extended_types "sub_group_broadcast((char)out[1], 0)"
#define CALL_subgroup_shuffle "sub_group_shuffle_xor(out[1], 1)"
#define CALL_subgroup_shuffle_relative "sub_group_shuffle_up(out[1], 1)"
#define CALL_subgroup_rotate "sub_group_rotate(out[1], 1)"
#define CALL_subgroup_ballot "sub_group_ballot(out[1]).x"
#define CALL_subgroup_non_uniform_vote "sub_group_non_uniform_all(out[1])"
#define CALL_subgroup_non_uniform_arithmetic "sub_group_non_uniform_reduce_add(out[1])"
#define CALL_subgroup_clustered_reduce "sub_group_clustered_reduce_add(out[1], 4u)"
#define CALL_extended_bit_ops "bitfield_insert(out[1], out[2], 3u, 4u)"
#define CALL_integer_dot_product "dot((char4)(out[1]), (char4)(out[2]))"

static const struct row {
  const char *name, *text;
  bool by_part;
} rows[CLGROUP_EXTENSION_COUNT] = {
#define CLGROUP_EXTENSION(row, kind, part, ...)                                                                        \
  {"cl_khr_" #row, "#ifndef cl_khr_" #row "\n#error no cl_khr_" #row "\n#endif\n" KERNEL("k", CALL_##row), part},
#include "names/extensions.inc"
};

static bool is_of_sub_groups(unsigned i) {
  return !strncmp(rows[i].name, "cl_khr_subgroup", 15);
}

/* Kinds of devices. */
enum kind { LACKS, BITCODE, SHUFFLES, NO_SHUFFLES, LOOPS, WARPS, NOTHING, OLD, KINDS };

static void be(enum kind kind) {
  struct stub_device *d = &stub->settings->device[0];
  stub->reset();
  d->serial += kind + 1;
  d->sub_groups = kind == SHUFFLES || kind == NO_SHUFFLES || kind == LOOPS;
  d->no_shuffles = kind == NO_SHUFFLES;
  if (kind == BITCODE)
    use_bitcode(0);
  if (kind == LOOPS) {
    be_cpus(POCL, "6.0", true);
    d->extensions = "cl_khr_subgroups cl_khr_subgroup_ballot";
  }
  if (kind == WARPS) {
    stub->settings->platform = "NVIDIA CUDA";
    d->type = CL_DEVICE_TYPE_GPU;
    d->compute_capability = 90;
  }
  if (kind == NOTHING || kind == WARPS)
    d->il = "";
  if (kind == OLD)
    d->language = 120;
}

/* Is the library's module for the device's own sub-groups, or of plain arithmetic, there? */
static bool has_module(unsigned i) {
  char path[4096];
  snprintf(path, sizeof path, "%s/spirv64.%s.bc", CLGROUP_DATA, rows[i].name);
  return !access(path, R_OK);
}

/* Whether the device must list the extension, by itself or by the layer. */
static bool expected(enum kind kind, unsigned i) {
  const unsigned bit = 1u << i;
  const bool loops = kind == LACKS || kind == BITCODE || kind == LOOPS;
  if (bit == CLGROUP_HAS(work_group_uniform_arithmetic))
    return kind != NOTHING;
  if (kind == WARPS)
    return true;
  if (!is_of_sub_groups(i))
    return has_module(i);
  if (kind == NOTHING)
    return false;
  if (loops)
    return true;
  if (kind == OLD || bit == CLGROUP_HAS(subgroups) || (bit == CLGROUP_HAS(subgroup_shuffle) && kind == SHUFFLES))
    return kind != OLD;
  return (kind == SHUFFLES || !rows[i].by_part) && has_module(i);
}

static bool has_word(const char *list, const char *word) {
  char text[2048], padded[80];
  snprintf(text, sizeof text, " %s ", list);
  snprintf(padded, sizeof padded, " %s ", word);
  const char *at = strstr(text, padded);
  return at && !strstr(at + 1, padded);
}

static bool is_listed(cl_device_info what, const char *name) {
  static cl_name_version list[64];
  size_t size = 0;
  unsigned count = 0;
  CHECK_EQUAL(cl->clGetDeviceInfo(stub->device(0), what, sizeof list, list, &size), CL_SUCCESS);
  for (size_t i = 0; i < size / sizeof *list; i++)
    count += !strcmp(list[i].name, name);
  CHECK(count <= 1);
  return count;
}

/* Each extension on each kind of device: in both lists, once, or in none; then one line says why. What clgroup-cc may
 * still come to change is said of the first device alone. */
static void check_lists(bool (*must)(enum kind, unsigned)) {
  for (unsigned kind = 0; kind < KINDS; kind++) {
    be(kind);
    hear();
    const char *list = device_text(stub->device(0), CL_DEVICE_EXTENSIONS);
    const char *lines = heard();
    for (unsigned i = 0; i < CLGROUP_EXTENSION_COUNT; i++) {
      const bool is = has_word(list, rows[i].name);
      if (is != must(kind, i) || is != is_listed(CL_DEVICE_EXTENSIONS_WITH_VERSION, rows[i].name))
        failed(__FILE__, __LINE__, "kind %u: %s is %slisted", kind, rows[i].name, is ? "" : "not ");
      const char *line = strstr(lines, "clgroup: CLGROUP_EXTENSIONS does not add ");
      if (!is && (kind == LACKS || must == expected) && !(line && strstr(line, rows[i].name)))
        failed(__FILE__, __LINE__, "kind %u: no line says why %s is lacking: %s", kind, rows[i].name, lines);
    }
  }
}

TEST(provide, listed) {
  check_lists(expected);
}

static cl_ulong fact(cl_device_info what) {
  cl_ulong answer[3] = {0};
  return cl->clGetDeviceInfo(stub->device(0), what, sizeof answer, answer, NULL) == CL_SUCCESS ? *answer : 777;
}

/* The other answers of a device that depend on extensions. */
TEST(provide, facts) {
  static const struct {
    enum kind kind;
    unsigned sub_groups;
    bool independent;
  } facts[] = {{LACKS, 1, true}, {SHUFFLES, 16, false}, {LOOPS, 16, false}, {WARPS, 32, true}, {OLD, 0, false}};
  for (unsigned i = 0; i < sizeof facts / sizeof *facts; i++) {
    be(facts[i].kind);
    stub->settings->device[0].max_work_group_size = 1024;
    CHECK_EQUAL(fact(CL_DEVICE_MAX_NUM_SUB_GROUPS), facts[i].sub_groups);
    CHECK_EQUAL(fact(CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS), facts[i].independent);
    const bool has_dot = expected(facts[i].kind, CLGROUP_BIT_integer_dot_product);
    CHECK_EQUAL(fact(0x1073), has_dot ? 3 : 777);
    CHECK_EQUAL(fact(0x1074), has_dot ? 0 : 777);
    CHECK_EQUAL(fact(0x1075), has_dot ? 0 : 777);
    CHECK_EQUAL(is_listed(CL_DEVICE_OPENCL_C_FEATURES, "__opencl_c_integer_dot_product_input_4x8bit_packed"), has_dot);
    CHECK_EQUAL(is_listed(CL_DEVICE_OPENCL_C_FEATURES, "__opencl_c_subgroups"), facts[i].kind != OLD);
  }
}

/* A program that uses one is clgroup-cc's, which provides it. */
TEST(provide, built) {
  for (unsigned i = 0; i < CLGROUP_EXTENSION_COUNT; i++) {
    char words[120];
    be(LACKS);
    snprintf(words, sizeof words, "--provide=|%s|by route compile", rows[i].name);
    if (1u << i != CLGROUP_HAS(work_group_uniform_arithmetic) && expected(LACKS, i))
      BUILD(rows[i].text, CL3, .calls = BY_COMPILER, .kernels = "k", .printed = words);
  }
}

/* The driver builds what uses the device's own extensions. But on a device that runs sub-groups as loops the library
 * replaces all sub-group functions as soon as one is missing. */
TEST(provide, left) {
#define OWN "kernel void k(global int *p) { *p = sub_group_all(*p) + sub_group_shuffle(*p, 0u); }\n"
#define BOTH "kernel void k(global int *p) { *p = sub_group_reduce_add(*p) + sub_group_rotate(*p, 1); }\n"
  be(LOOPS);
  BUILD(OWN, CL3, .calls = "build");
  BUILD(BOTH, CL3, .calls = BY_COMPILER,
        .printed = "--provide=cl_khr_subgroups,|,cl_khr_subgroup_rotate,|!dot_product|--strategy=serial"
                   "|!--max-work-group-size=");
  BUILD(rows[CLGROUP_BIT_subgroup_rotate].text, CL3, .calls = BY_COMPILER,
        .printed = "--provide=cl_khr_subgroups,|,cl_khr_subgroup_rotate,");
  BUILD(rows[CLGROUP_BIT_subgroup_ballot].text, CL3, .calls = BY_COMPILER, /* the device's own is not whole */
        .printed = "--provide=cl_khr_subgroups,|,cl_khr_subgroup_ballot,");
  be(SHUFFLES);
  BUILD(OWN, CL3, .calls = "build");
  BUILD(PLAIN_KERNEL, CL3, .calls = "build");
}

/* `dot` may be the product of floats: the driver first. */
TEST(provide, ambiguous) {
#define DOT "kernel void k(global float4 *p) { p->x = dot(p[1], p[2]); }\n"
  be(LACKS);
  BUILD(DOT, CL3, .calls = "build", .printed = "!--provide=");
  if (has_module(CLGROUP_BIT_integer_dot_product))
    BUILD(DOT, CL3, FAULT(clBuildProgram, 1, CL_BUILD_PROGRAM_FAILURE), .calls = "build " BY_COMPILER,
          .printed = "--provide=cl_khr_integer_dot_product");
}

/* SPIR-V with instructions that the driver does not know. */
TEST(provide, modules) {
  static const enum module_kind kinds[] = {MODULE_SUB_GROUP_ADD, MODULE_SHUFFLE};
  for (unsigned i = 0; i < 4; i++) {
    be(LACKS);
    open_context(1);
    if (i / 2)
      stub->fail(STUB_SLOT(clCreateProgramWithIL), 1, CL_INVALID_VALUE);
    program = make_il(kinds[i % 2]);
    CHECK_WORDS(HEARD(build_program(program, "")), "--provide=cl_khr_subgroups,|,cl_khr_subgroup_shuffle,");
    check_kernel(program, "group");
    size_t size = 0;
    CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_IL, 0, NULL, &size), CL_SUCCESS);
    CHECK_EQUAL(size, module.count * 4);
  }
  /* An object is linked by clgroup-cc. */
  be(LACKS);
  open_context(1);
  program = make_il(MODULE_SHUFFLE);
  CHECK_EQUAL(compile_program(program, ""), CL_SUCCESS);
  check_kernel(make_linked("", 1, &program), "group");
  CHECK_WORDS(printed, "--provide=cl_khr_subgroups,|,cl_khr_subgroup_shuffle,|linked by route compile: 0");
  /* A device that has them takes the module as it is. */
  be(SHUFFLES);
  open_context(1);
  CHECK_EQUAL(build_program(make_il(MODULE_SHUFFLE), ""), CL_SUCCESS);
  CHECK_CALLS("il build");
}

static size_t work_group_size(cl_kernel kernel) {
  size_t size = 0;
  CHECK_EQUAL(cl->clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, NULL), 0);
  return size;
}

static cl_int launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *global,
                     const size_t *local) {
  stub->clear();
  return cl->clEnqueueNDRangeKernel(queue, kernel, dimensions, NULL, global, local, 0, NULL, NULL);
}

/* The same by cl_khr_command_buffer; the stub driver's has no buffer. */
static cl_int record(cl_command_queue queue, cl_kernel kernel, const size_t *global, const size_t *local) {
  void *address = cl->clGetExtensionFunctionAddressForPlatform(stub->platform, "clCommandNDRangeKernelKHR");
  stub_recorder *recorder;
  memcpy(&recorder, &address, sizeof recorder);
  stub->clear();
  return recorder(NULL, queue, NULL, kernel, 1, NULL, global, local, 0, NULL, NULL, NULL);
}

static void check_local(size_t x, size_t y, size_t z) {
  const struct stub_call *call = CALL(clEnqueueNDRangeKernel, 0);
  const size_t expected[] = {x, y, z};
  REQUIRE(call && call->text_size >= sizeof *expected);
  if (memcmp(call->text, expected, call->text_size))
    failed(__FILE__, __LINE__, "the local size is not %zu %zu %zu", x, y, z);
}

/* A work-group that is a sub-group has at most 128 work-items: of programs, and of what is linked. */
TEST(provide, limited) {
  static const size_t large[] = {256}, flat[] = {128, 2}, fits[] = {16, 8}, global[] = {1000, 6, 5}, prime[] = {251};
  for (unsigned by_link = 0; by_link < 2; by_link++) {
    be(LACKS);
    open_context(1);
    const char *text = rows[CLGROUP_BIT_subgroups].text;
    cl_program object = by_link ? make_object(text, CL3) : NULL;
    cl_kernel kernel = make_kernel(by_link ? make_linked("", 1, &object) : make_built(text, CL3), "k");
    cl_command_queue queue = cl->clCreateCommandQueue(context, device, 0, NULL);
    CHECK_EQUAL(work_group_size(kernel), 128);
    CHECK_EQUAL(launch(queue, kernel, 1, large, large), CL_INVALID_WORK_GROUP_SIZE);
    CHECK_EQUAL(launch(queue, kernel, 2, flat, flat), CL_INVALID_WORK_GROUP_SIZE);
    CHECK_EQUAL(launch(queue, kernel, 2, fits, fits), CL_SUCCESS);
    check_local(16, 8, 0);
    CHECK_EQUAL(launch(queue, kernel, 3, global, NULL), CL_SUCCESS);
    check_local(125, 1, 1);
    CHECK_EQUAL(launch(queue, kernel, 2, global + 1, NULL), CL_SUCCESS);
    check_local(6, 5, 0);
    CHECK_EQUAL(launch(queue, kernel, 1, prime, NULL), CL_SUCCESS); /* two, and the last one is smaller */
    check_local(126, 0, 0);
    CHECK_EQUAL(record(queue, kernel, prime, NULL), CL_SUCCESS);
    check_local(126, 0, 0);
    CHECK_EQUAL(record(queue, kernel, large, large), CL_INVALID_WORK_GROUP_SIZE);
    CHECK(!CALL(clEnqueueNDRangeKernel, 0));
    stub->clear();
    stub->fail(STUB_SLOT(clEnqueueNDRangeKernel), 1, CL_INVALID_WORK_GROUP_SIZE); /* -cl-uniform-work-group-size */
    CHECK_EQUAL(cl->clEnqueueNDRangeKernel(queue, kernel, 1, NULL, prime, NULL, 0, NULL, NULL), CL_SUCCESS);
    const struct stub_call *again = CALL(clEnqueueNDRangeKernel, 1);
    CHECK(again && *(const size_t *)(const void *)again->text == 1);
    CHECK_EQUAL(launch(queue, kernel, 0, prime, NULL), CL_INVALID_WORK_DIMENSION);
    CHECK_EQUAL(cl->clReleaseCommandQueue(queue), CL_SUCCESS);
  }
}

/* No limit for kernels with a required size, nor for other programs. */
TEST(provide, unlimited) {
  static const size_t large[] = {256};
  for (unsigned i = 0; i < 2; i++) {
    be(LACKS);
    stub->settings->device[0].required_size = i ? 0 : 256;
    open_context(1);
    cl_kernel kernel = i ? make_kernel(make_built(PLAIN_KERNEL, CL3), "plain")
                         : make_kernel(make_built(rows[CLGROUP_BIT_subgroups].text, CL3), "k");
    cl_command_queue queue = cl->clCreateCommandQueue(context, device, 0, NULL);
    CHECK(work_group_size(kernel) >= 256);
    CHECK_EQUAL(launch(queue, kernel, 1, large, large), CL_SUCCESS);
    CHECK_EQUAL(cl->clReleaseCommandQueue(queue), CL_SUCCESS);
  }
}

/* clgroup-cc builds for the second device alone. The driver's own build for the first is lost, which is said, though
 * the driver would say that it is there. */
TEST(provide, loses_the_drivers) {
  be(SHUFFLES);
  stub->settings->device[1].sub_groups = false;
  stub->settings->device[1].extensions = NULL;
  build_first(KERNEL("k", "sub_group_shuffle((int)out[1], 0u)"), CL3);
  build_second(CL3, false);
  check_kernel(program, "k");
}

static size_t ask_sub_groups(cl_kernel kernel, cl_kernel_sub_group_info what, size_t input) {
  size_t answer = 0;
  CHECK_EQUAL(cl->clGetKernelSubGroupInfo(kernel, device, what, sizeof input, &input, sizeof answer, &answer, NULL), 0);
  return answer;
}

/* On a device whose own sub-groups stay in other programs. */
TEST(provide, kernels_of_loops) {
  be(LOOPS);
  open_context(1);
  cl_kernel kernel = make_kernel(make_built(rows[CLGROUP_BIT_subgroup_rotate].text, CL3), "k");
  CHECK_EQUAL(ask_sub_groups(kernel, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, 100), 100);
  CHECK_EQUAL(ask_sub_groups(kernel, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 100), 1);
  CHECK_EQUAL(ask_sub_groups(kernel, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, 1), 128);
  size_t size, input = 100;
  kernel = make_kernel(make_built(PLAIN_KERNEL, CL3), "plain");
  CHECK_EQUAL(cl->clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof input,
                                          &input, sizeof size, &size, NULL),
              STUB_SENTINEL(STUB_SLOT(clGetKernelSubGroupInfo))); /* the driver's answer */
}

/* NVIDIA's warps. */
TEST(provide, warps) {
  be(WARPS);
  open_context(1);
  cl_kernel kernel = make_kernel(make_built(rows[CLGROUP_BIT_subgroup_shuffle].text, CL3), "k");
  CHECK(work_group_size(kernel) > 128);
  CHECK_EQUAL(ask_sub_groups(kernel, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, 100), 32);
  CHECK_EQUAL(ask_sub_groups(kernel, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 100), 4);
  CHECK_EQUAL(ask_sub_groups(kernel, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, 3), 96);
  CHECK_EQUAL(ask_sub_groups(kernel, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, 1 << 20), 0);
}

static bool has_sub_groups(enum kind kind) {
  return kind == SHUFFLES || kind == NO_SHUFFLES || kind == LOOPS;
}

/* Can the layer write its functions before a program's source? */
static bool is_written(enum kind kind, unsigned i) {
  if (!has_module(i) || !is_of_sub_groups(i))
    return has_module(i);
  return rows[i].by_part ? kind == SHUFFLES && 1u << i != CLGROUP_HAS(subgroup_shuffle) : has_sub_groups(kind);
}

static bool expected_without(enum kind kind, unsigned i) {
  const unsigned bit = 1u << i;
  return is_written(kind, i) || (bit == CLGROUP_HAS(subgroups) && has_sub_groups(kind)) ||
         (bit == CLGROUP_HAS(subgroup_shuffle) && (kind == SHUFFLES || kind == LOOPS)) ||
         (bit == CLGROUP_HAS(subgroup_ballot) && kind == LOOPS) ||
         (bit == CLGROUP_HAS(work_group_uniform_arithmetic) && kind != BITCODE && kind != WARPS && kind != NOTHING);
}

TEST(written, listed_without) {
  check_lists(expected_without);
}

/* By the driver's compiler alone: each on each kind of device, executables and objects. */
TEST(written_built, written) {
  for (unsigned n = 0; n < 2 * KINDS * CLGROUP_EXTENSION_COUNT; n++) {
    const unsigned kind = n / 2 / CLGROUP_EXTENSION_COUNT, i = n / 2 % CLGROUP_EXTENSION_COUNT;
    char words[120];
    if (!is_written(kind, i))
      continue;
    be(kind);
    BUILD(rows[i].text, kind == OLD ? "-cl-std=CL1.2" : CL3, .object = n % 2,
          .calls = n % 2 ? "source compile" : "source build",
          .printed = "attempts: link (|), driver, since |by route link: 0");
    snprintf(words, sizeof words, "#define CLGROUP_WRITE_%s|#define %s 1|!work_group_", rows[i].name, rows[i].name);
    CHECK_WORDS(CALL(clCreateProgramWithSource, 0)->text, words);
  }
}

/* Beside work-group functions, which are linked. */
TEST(written, with_functions) {
#define WITH_FUNCTIONS                                                                                                 \
  "kernel void k(global int *p) { *p = work_group_all(*p) + bitfield_insert(p[1], p[2], 3u, 4u); }\n"
  be(LACKS);
  BUILD(WITH_FUNCTIONS, CL3, .calls = LINKED, .kernels = "k", .printed = "by route link");
  CHECK_WORDS(CALL(clCreateProgramWithSource, 0)->text, "#define CLGROUP_WRITE_|#define work_group_all ");
  be(BITCODE);
  stub->settings->device[0].has_functions = true;
  BUILD(WITH_FUNCTIONS, CL3, .calls = "source build", .kernels = "k");
  be(LACKS); /* of which none is called */
  BUILD("#ifdef NOTHING\nkernel void n(global int *p) { *p = work_group_all(*p); } // left out\n#endif\n" KERNEL(
            "l", CALL_extended_bit_ops),
        CL3, .calls = "source compile link", .kernels = "l");
  be(BITCODE); /* where there are none */
  BUILD("#ifdef __opencl_c_work_group_collective_functions\n#endif\n" KERNEL("l", CALL_extended_bit_ops), CL3,
        .calls = "source build", .kernels = "l");
  CHECK_WORDS(CALL(clCreateProgramWithSource, 0)->text, "!#define __opencl_c_work_group_collective_functions");
  CHECK_WORDS(CALL(clBuildProgram, 0)->text, "!work_group");
}

/* For the device of a call, in a program of two: the other's build stays. */
TEST(written, one_device) {
  be(LACKS);
  build_first(rows[CLGROUP_BIT_extended_bit_ops].text, CL3);
  build_second(CL3, true);
  check_kernel(program, "k");
}

/* Nobody has requested what a program seems to use that is refused; a device with its own lacks other things. */
TEST(unasked, advice) {
#define REFUSED "#error no sub_group_rotate\n" PLAIN_KERNEL
  static const char advice[] =
      "seems to use cl_khr_subgroup_rotate, which |: CLGROUP_EXTENSIONS=cl_khr_subgroup_rotate adds it";
  be(LACKS);
  BUILD("#error no\n" PLAIN_KERNEL, CL3, CL_BUILD_PROGRAM_FAILURE, .printed = "!seems to use");
  stub->settings->device[0].extensions = "cl_khr_subgroup_rotate";
  stub->settings->device[0].sub_groups = true;
  BUILD(REFUSED, CL3, CL_BUILD_PROGRAM_FAILURE, .printed = "!seems to use");
  be(LACKS);
  BUILD(REFUSED, CL3, CL_BUILD_PROGRAM_FAILURE, .printed = advice);
  BUILD(REFUSED, CL3, CL_BUILD_PROGRAM_FAILURE, .printed = "!seems to use");
}
