/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The name cl_khr_subgroups, by itself and as a part of what OpenCL C 3.1 requires. */
#include "harness.h"

#include <string.h>

#define SUB_GROUPS                                                                                                     \
  "#ifndef cl_khr_subgroups\n#error no cl_khr_subgroups\n#endif\n"                                                     \
  "kernel void k(global int *p) { *p = sub_group_reduce_add(*p) + get_sub_group_size(); }\n"

/* Of the extensions this alone; numbers: provide/facts. */
TEST(sub_group, sub_groups_told) {
  stub->settings->devices = 2;
  stub->settings->device[1].sub_groups = true;
  for (unsigned i = 0; i < 2; i++)
    CHECK_WORDS(device_text(stub->device(i), CL_DEVICE_EXTENSIONS), " cl_khr_subgroups|!uniform_arithmetic");
}

TEST(sub_group, sub_groups_built) {
  const size_t local[] = {3, 5, 2}, count = 1;
  size_t size = 0, most[3] = {0};
  BUILD(SUB_GROUPS, CL3, .calls = BY_COMPILER, .printed = "by route compile");
  cl_kernel kernel = make_kernel(program, "k");
  CHECK_EQUAL(cl->clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof local, local,
                                          sizeof size, &size, NULL),
              CL_SUCCESS);
  CHECK_EQUAL(size, 30);
  CHECK_EQUAL(cl->clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof count,
                                          &count, sizeof most, most, NULL),
              CL_SUCCESS);
  CHECK(most[0] > 1 && most[1] == 1 && most[2] == 1);
  CHECK_EQUAL(cl->clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 1, local, sizeof size,
                                          &size, NULL),
              CL_INVALID_VALUE);
}

/* OpenCL C 1.2 has none, nor has a program that names none. A device that has its own keeps them, and a program finds
 * the name there too. */
TEST(sub_group, sub_groups_left) {
  BUILD(SUB_GROUPS, "-cl-std=CL1.2", CL_BUILD_PROGRAM_FAILURE);
  BUILD(PLAIN_KERNEL, CL3, .calls = "build");
  const size_t local = 8;
  for (unsigned i = 0; i < 2; i++) { /* the one device need not be named */
    size_t size = 0;
    CHECK_EQUAL(cl->clGetKernelSubGroupInfo(make_kernel(program, "plain"), i ? NULL : device,
                                            CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof local, &local, sizeof size,
                                            &size, NULL),
                CL_SUCCESS);
    CHECK_EQUAL(size, local);
  }
  stub->settings->device[0].sub_groups = true;
  BUILD(SUB_GROUPS, CL3, .calls = "build", .printed = "!--provide=");
  CHECK(strstr(CALL(clBuildProgram, 0)->text, CL3 " -Dcl_khr_subgroups=1"));
}

/* Without -cl-std the driver, which takes it for 1.2, is asked first; but clgroup-cc where it provides something else.
 */
TEST(required, sub_groups_any_version) {
#define ROTATED "kernel void k(global int *p) { *p = sub_group_rotate(*p, 1); }\n"
  BUILD(ROTATED, "", FAULT(clBuildProgram, 1, CL_BUILD_PROGRAM_FAILURE), .calls = "build " BY_COMPILER,
        .printed = "--provide=cl_khr_subgroups,");
  BUILD(ROTATED, "-cl-std=CL1.2", CL_BUILD_PROGRAM_FAILURE, FAULT(clBuildProgram, 1, CL_BUILD_PROGRAM_FAILURE),
        .calls = "build");
  BUILD(ROTATED "kernel void j(global int *p) { *p = bitfield_insert(*p, 1, 2, 3); }\n", "", .calls = BY_COMPILER,
        .printed = "--provide=cl_khr_subgroups,");
}

/* The scope is all that the program names of them. */
TEST(required, sub_groups_by_scope) {
  BUILD("kernel void k(global int *p) {\n"
        "  atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acq_rel, memory_scope_sub_group);\n"
        "  *p = 1;\n"
        "}\n",
        CL3, .calls = BY_COMPILER, .printed = "--provide=cl_khr_subgroups");
}

/* OpenCL C 2.0, which the device lacks, with sub-groups that are its own: built as 3.0, as without CLGROUP_EXTENSIONS.
 */
TEST(required, sub_groups_as_3) {
  stub->settings->device[0].sub_groups = stub->settings->device[0].no_2 = true;
  BUILD("kernel void k(global int *p) { *p = get_sub_group_size(); }\n", "-cl-std=CL2.0",
        FAULT(clBuildProgram, 1, CL_BUILD_PROGRAM_FAILURE), .calls = "build build", .log = "as OpenCL C 3.0");
}

/* clgroup-cc, whose failure stands, runs again once the driver's refusal shows that it has an extension to provide:
 * `dot` is often another function. */
TEST(required, dot_after_a_refusal) {
  be_cpus(POCL, "7.1", true);
  BUILD(KERNEL("k", "work_group_reduce_add(dot((char4)(out[1]), (char4)(out[2])))"), CL3,
        FAULT(clBuildProgram, 1, CL_BUILD_PROGRAM_FAILURE), .calls = "build " BY_COMPILER, .kernels = "k",
        .printed =
            "attempts: compile (serial), driver, library|by route compile: -15|attempts: compile (serial), since "
            "it uses extensions|by route compile: 0");
}

/* CLGROUP_EXTENSIONS=opencl_c_3.1 adds no name whose promise the device's own sub-groups break; it adds all else. */
TEST(required, promise_kept) {
#define WITHOUT_NAME                                                                                                   \
  "#if defined(cl_khr_subgroups) || !defined(__opencl_c_subgroups)\n#error\n#endif\n"                                  \
  "kernel void k(global int *p) { *p = sub_group_reduce_add(*p) + sub_group_rotate(*p, 1); }\n"
  stub->settings->devices = 3;
  for (unsigned i = 0; i < 3; i++) {
    stub->settings->device[i].sub_groups = i < 2;
    stub->settings->device[i].independent = i == 1;
    hear();
    const char *list = device_text(stub->device(i), CL_DEVICE_EXTENSIONS);
    CHECK_WORDS(heard(), i ? "!does not add" : "does not add cl_khr_subgroups to |: it promises that sub-groups make ");
    CHECK_WORDS(list, i ? " cl_khr_subgroups " : "!cl_khr_subgroups| cl_khr_subgroup_rotate");
  }
  BUILD(WITHOUT_NAME, CL3, .calls = BY_COMPILER, .printed = ",cl_khr_subgroup_rotate |!--provide=cl_khr_subgroups,");
}
