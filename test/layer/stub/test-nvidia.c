/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A GPU with NVIDIA's own driver, which accepts PTX: the layer's clgroup-cc makes it. */
#include "harness.h"

#include <string.h>

static void use_nvidia(unsigned compute_capability) {
  struct stub_device *d = &stub->settings->device[0];
  stub->settings->platform = "NVIDIA CUDA";
  d->type = CL_DEVICE_TYPE_GPU;
  d->il = "";
  d->sub_groups = false;
  d->compute_capability = compute_capability;
}

/* The PTX of a text with SUM that came to the driver, which took it. */
static const char *built(const char *text) {
  BUILD(text, CL3, .calls = "binary build", .kernels = "sum");
  const struct stub_call *call = CALL(clCreateProgramWithBinary, 0);
  return call && call->text ? call->text : "";
}

/* A program with a header of clgroup is also built by strategy subgroup, though the device lists no extension with
 * shuffles. */
TEST(nvidia, builds) {
  static const char *const texts[] = {SUM, "#include <clgroup/operator_common.h>\n" SUM};
  for (unsigned i = 0; i < 2; i++) {
    use_nvidia(90);
    CHECK(promised(0));
    const char *ptx = built(texts[i]);
    CHECK_WORDS(ptx, ".target sm_80, texmode_independent|.entry sum(");
    CHECK(strstr(ptx, "redux.sync") || strstr(ptx, "shfl.sync"));
  }
}

/* Older ones, the oldest, and other drivers' devices, which have no such query. */
TEST(nvidia, others) {
  use_nvidia(75);
  CHECK(promised(0));
  CHECK_WORDS(built(SUM), ".target sm_75, texmode_independent");
  use_nvidia(61);
  CHECK(!promised(0));
  use_nvidia(0);
  CHECK(!promised(0));
}

TEST(nvidia, objects) {
  use_nvidia(86);
  open_context(1);
  cl_program parts[] = {make_object("int f(int x) { return work_group_reduce_add((int)x); }\n", CL3),
                        make_object("int f(int x);\nkernel void k(global int *p) { *p = f(*p); }\n", CL3)};
  cl_int error;
  cl_program linked = keep(cl->clLinkProgram(context, 1, &device, "", 2, parts, NULL, NULL, &error));
  CHECK_EQUAL(error, CL_SUCCESS);
  CHECK_TEXT(program_text(linked, CL_PROGRAM_KERNEL_NAMES), "k");
}

/* A build for one of two equal GPUs, then for the other: with the same options both have the program. With other
 * options the first one loses it, and a line says so. */
TEST(nvidia, one_after_the_other) {
  for (unsigned differ = 0; differ < 2; differ++) {
    use_nvidia(80);
    stub->settings->device[1] = stub->settings->device[0];
    build_first(SUM, CL3);
    build_second(differ ? CL3 " -DB" : CL3, !differ);
  }
}

/* Errors in a program are those of clgroup-cc. What clgroup-cc cannot compile, such as images, the driver builds: its
 * compiler has the functions, though it does not report them. */
TEST(nvidia, reports) {
  use_nvidia(90);
  BUILD("kernel void k(global int *p) { *p = work_group_reduce_add(__clgroup_no(1)); }\n", CL3,
        CL_BUILD_PROGRAM_FAILURE, .log = "'__clgroup_no'");
  BUILD("kernel void k(global int *p, read_only image1d_t i) {\n"
        "  *p = work_group_reduce_add(read_imagei(i, 0).x); }\n",
        CL3, .calls = "build", .log = "built by the driver alone, whose functions may be wrong");
}

/* CLGROUP_STRATEGY=serial, which is not there for GPUs. */
TEST(nvidia_tree, takes_tree) {
  use_nvidia(90);
  CHECK_WORDS(built(SUM), "bar.sync|!shfl.sync|!redux.sync");
}
