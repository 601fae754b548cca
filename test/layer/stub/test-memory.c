/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each allocation fails once: afterwards the layer works as if it had not. */
#include "harness.h"

#include "make-module.h"

#include <string.h>

static bool can_fail(void) {
  if (!fail_allocation)
    skipped("the sanitizer has an allocator of its own");
  return fail_allocation;
}

/* Builds a program for the second device. */
static cl_int build(void) {
  cl_device_id second = stub->device(1);
  const char *text = SUM;
  cl_int error = CL_OUT_OF_HOST_MEMORY;
  cl_context parent = cl->clCreateContext(NULL, 1, &second, NULL, NULL, NULL);
  program = parent ? cl->clCreateProgramWithSource(parent, 1, &text, NULL, NULL) : NULL;
  if (program) {
    error = build_program(program, CL3);
    cl->clReleaseProgram(program);
  }
  if (parent)
    cl->clReleaseContext(parent);
  return error;
}

/* Loads, uses and ends the layer, while allocation n fails. Returns whether there were n allocations. */
static bool live(long n) {
  bool done = false;
  if (!load_layer(stub->dispatch()))
    return false;
  fail_allocation(n, &done);
  /* clgroup-cc decides on the first device, and the trial on the second. */
  promised(0);
  promised(1);
  build();
  fail_allocation(0, NULL);
  stub->clear();
  const bool compiled = promised(0), tried = promised(1);
  const cl_int error = build();
  if (!compiled || !tried || error != CL_SUCCESS || SEEN(clLinkProgram) != 1)
    failed(__FILE__, __LINE__, "after allocation %ld has failed: promised %d %d, built %d, by %u links", n, compiled,
           tried, error, SEEN(clLinkProgram));
  CHECK_EQUAL(unload_layer(), CL_SUCCESS);
  cl = stub->dispatch();
  return done;
}

/* The first life fills the cache, which the later ones find. */
TEST(memory, each_allocation) {
  enum { MOST = 20000 };
  long n = 1;
  if (!can_fail())
    return;
  use_new_cache();
  stub->settings->devices = 2;
  use_bitcode(0);
  while (n < MOST && live(n))
    n++;
  CHECK(n > 100 && n < MOST);
}
/* Builds the text while each of the allocations fails in turn. The log never has the word. */
static void build_each(const char *text, const char *word) {
  bool done = can_fail() && load_layer(stub->dispatch());
  open_context(1);
  CHECK(!done || promised(0)); /* what describes the device is not tested here */
  for (long n = 1; done; n++) {
    program = make_program(text);
    done = false;
    fail_allocation(n, &done);
    (void)build_program(program, CL3);
    fail_allocation(0, NULL);
    CHECK(!strstr(build_log(program, device), word));
    drop(program);
  }
  close_context();
  unload_layer();
}

/* clgroup-cc is told all of the device's extensions, or nothing is compiled. */
TEST(memory, of_extensions) {
  use_new_cache();
  use_bitcode(0);
  stub->settings->device[0].extensions = "cl_vendor_thing";
  build_each("#ifndef cl_vendor_thing\n#error lost\n#endif\n" SUM, "lost");
}

/* A kernel that needs more local memory than there is: that is said, where there is memory for the line. */
TEST(memory, of_messages) {
  stub->settings->device[0].kernel_memory = 40000;
  build_each(SUM, "(null)");
}

/* A module is made, or the error is that there is no memory. */
TEST(memory, of_modules) {
  bool done = can_fail() && load_layer(stub->dispatch());
  open_context(1);
  make_module(MODULE_GROUP_ADD);
  CHECK(!done || promised(0)); /* what describes the device is not tested here */
  for (long n = 1; done; n++) {
    cl_int error = CL_SUCCESS;
    done = false;
    fail_allocation(n, &done);
    cl_program made = cl->clCreateProgramWithIL(context, module.data, module.count * sizeof *module.data, &error);
    fail_allocation(0, NULL);
    CHECK_EQUAL(error, made ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY);
    if (made)
      CHECK_EQUAL(cl->clReleaseProgram(made), CL_SUCCESS);
  }
  close_context();
}
