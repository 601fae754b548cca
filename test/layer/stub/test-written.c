/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of extensions that the layer cannot write before a program's source, and what is said then. */
#include "harness.h"

#define INSERT "bitfield_insert(out[1], out[2], 3u, 4u)"

/* What cannot be written is the driver's error, and what is the program's own stays. */
TEST(written, refused) {
  stub->reset();
  BUILD("#ifndef cl_khr_subgroup_rotate\n#error no cl_khr_subgroup_rotate\n#endif\n" KERNEL(
            "k", "sub_group_rotate(out[1], 1)"),
        CL3, CL_BUILD_PROGRAM_FAILURE, .printed = "!by route");
  BUILD(PLAIN_KERNEL, CL3, .calls = "build");
  BUILD(KERNEL("k", INSERT), CL3 " -Dbitfield_insert=mine", .calls = "build");
  BUILD(KERNEL("bit_reverse", INSERT), CL3, .kernels = "bit_reverse", .printed = "alone, without what CLG");
}

/* The log has the functions' own names. */
TEST(written, errors) {
  stub->reset();
  BUILD("#error __clgroup_written_bit_reverse, __clgroup_other\n" KERNEL("k", INSERT), CL3, CL_BUILD_PROGRAM_FAILURE,
        .log = "#error bit_reverse, __clgroup_other");
}

/* An object's kernel of such a name: only the linked program shows that it has another one. */
TEST(written, renamed_kernel) {
  for (unsigned renamed = 0; renamed < 2; renamed++) {
    stub->reset();
    open_context(1);
    program = make_program(renamed ? KERNEL("bit_reverse", INSERT) : KERNEL("k", INSERT));
    CHECK_EQUAL(compile_program(program, CL3), CL_SUCCESS);
    hear();
    cl_program linked = cl->clLinkProgram(context, 0, NULL, NULL, 1, &program, NULL, NULL, NULL);
    CHECK_WORDS(heard(), renamed ? "clLinkProgram: a kernel has the name of a fun" : "!kernel has the name");
    CHECK_EQUAL(cl->clReleaseProgram(linked), CL_SUCCESS);
  }
}

/* Devices that lack different extensions: the driver's build, and why. */
TEST(written, different_devices) {
  for (unsigned different = 0; different < 2; different++) {
    stub->reset();
    stub->settings->devices = 2;
    stub->settings->device[1] = stub->settings->device[0];
    stub->settings->device[1].extensions = different ? "cl_khr_extended_bit_ops" : NULL;
    BUILD(KERNEL("k", INSERT), CL3, .devices = 2, .calls = different ? "build" : "source build",
          .printed = different ? "a program for 2 devices that lack different extensions" : "!lack different");
  }
}
