/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* SPIR-V of extensions that CLGROUP_EXTENSIONS requests, where clgroup-cc does not build it: instructions become calls
 * of the library, which the driver's linker links. */
#define _GNU_SOURCE /* memmem */
#include "harness.h"

#include "make-module.h"

#include <string.h>

/* A device with sub-groups and shuffles, or without. */
static void be(bool sub_groups) {
  stub->reset();
  stub->settings->device[0].serial += 100 + sub_groups;
  stub->settings->device[0].sub_groups = sub_groups;
  open_context(1);
}

static bool has_text(const struct stub_call *call, const char *text) {
  return call && memmem(call->text, call->text_size, text, strlen(text));
}

/* SPIR-V, whose instructions become calls of the library: executables and objects, beside work-group functions. */
TEST(written_built, calls_of_modules) {
  for (unsigned i = 0; i < 4; i++) {
    const bool rotates = i % 2, whole = i / 2;
    const char *name = rotates ? "__clgroup_sub_group_rotateji" : "__clgroup_bit_reversej";
    be(rotates);
    program = make_il(rotates ? MODULE_ROTATE : MODULE_REVERSE);
    CHECK_EQUAL((whole ? build_program : compile_program)(program, ""), CL_SUCCESS);
    if (!whole)
      program = make_linked("", 1, &program);
    CHECK_CALLS(rotates ? "il il compile il compile il compile link" : "il il compile il compile link");
    check_kernel(program, "group");
    for (unsigned made = 0; made < 3; made++) /* the program twice, and the library's module */
      CHECK(has_text(CALL(clCreateProgramWithIL, made), name));
  }
}

/* But not on a device without sub-groups that a rotation could be made of. */
TEST(written_built, module_refused) {
  be(false);
  make_il(MODULE_ROTATE);
  CHECK(!has_text(CALL(clCreateProgramWithIL, 0), "sub_group_rotate"));
}

/* Nor where the other device has them: its program would call the library, too. */
TEST(written_built, different_devices) {
  for (unsigned different = 0; different < 2; different++) {
    stub->reset();
    stub->settings->devices = 2;
    stub->settings->device[1] = stub->settings->device[0];
    stub->settings->device[1].extensions = different ? "cl_khr_extended_bit_ops" : NULL;
    open_context(2);
    CHECK_WORDS(HEARD(make_il(MODULE_REVERSE)),
                different ? "a program for 2 devices that lack different" : "!lack different");
    CHECK_EQUAL(has_text(CALL(clCreateProgramWithIL, 0), "__clgroup_bit_reversej"), !different);
  }
}

/* No id is left for the library's function. */
TEST(written_built, module_without_ids) {
  cl_int error = CL_SUCCESS;
  be(false);
  make_module(MODULE_REVERSE);
  module.data[SPIRV_BOUND_WORD] = SPIRV_MAX_BOUND;
  hear();
  CHECK(!cl->clCreateProgramWithIL(context, module.data, module.count * sizeof *module.data, &error));
  CHECK_EQUAL(error, CL_INVALID_VALUE);
  CHECK_WORDS(heard(),
              "clCreateProgramWithIL: this module's instructions of extensions cannot be replaced: |no ids left");
}

/* Beside a work-group function that is no instruction of OpenCL's, which the driver may take. */
TEST(written_built, module_with_bad_groups) {
  stub->reset();
  be_cpus(INTEL, "2026.22.10.0", true);
  stub->settings->device[0].sub_groups = stub->settings->device[0].uniform_arithmetic = true;
  open_context(1);
  make_module(MODULE_ROTATE);
  for (size_t i = 0; i < module.count; i++)
    if (module.data[i] == (6 << 16 | SPIRV_OP_GroupIAdd))
      module.data[i + 3] = module.data[i + 1]; /* its type is no scope */
  CHECK_WORDS(HEARD(make_of_module()), "are left to the driver, even wrong ones");
  CHECK(has_text(CALL(clCreateProgramWithIL, 0), "__clgroup_sub_group_rotateji"));
}
