/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device queries: what the layer adds, and that it changes nothing else. */
#include "harness.h"

#include <string.h>
#include <sys/auxv.h>

static const char feature[] = "__opencl_c_work_group_collective_functions";
static const char extension[] = "cl_khr_work_group_uniform_arithmetic";

static const cl_device_info asked[] = {CL_DEVICE_TYPE,
                                       CL_DEVICE_NAME,
                                       CL_DEVICE_VENDOR,
                                       CL_DEVICE_VERSION,
                                       CL_DRIVER_VERSION,
                                       CL_DEVICE_PROFILE,
                                       CL_DEVICE_EXTENSIONS,
                                       CL_DEVICE_OPENCL_C_FEATURES,
                                       CL_DEVICE_EXTENSIONS_WITH_VERSION,
                                       CL_DEVICE_OPENCL_C_VERSION,
                                       CL_DEVICE_IL_VERSION,
                                       CL_DEVICE_ILS_WITH_VERSION,
                                       CL_DEVICE_OPENCL_C_ALL_VERSIONS,
                                       CL_DEVICE_ADDRESS_BITS,
                                       CL_DEVICE_LOCAL_MEM_SIZE,
                                       CL_DEVICE_MAX_WORK_GROUP_SIZE,
                                       CL_DEVICE_PLATFORM,
                                       CL_DEVICE_COMPILER_AVAILABLE,
                                       CL_DEVICE_MAX_NUM_SUB_GROUPS,
                                       CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS,
                                       CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT,
                                       0x7777};

struct answer {
  cl_int error;
  size_t size;
  char bytes[4096];
};

static void ask(const cl_icd_dispatch *table, cl_device_id device, cl_device_info what, struct answer *a) {
  memset(a, 0, sizeof *a);
  a->error = table->clGetDeviceInfo(device, what, sizeof a->bytes, a->bytes, &a->size);
}

/* How often does a list of names and versions have the name? */
static unsigned listed(unsigned device, cl_device_info what, const char *name) {
  struct answer a;
  unsigned count = 0;
  ask(cl, stub->device(device), what, &a);
  const cl_name_version *list = (const cl_name_version *)a.bytes;
  const cl_version least = what == CL_DEVICE_OPENCL_C_FEATURES ? CL_MAKE_VERSION(3, 0, 0) : 0;
  for (size_t i = 0; i < a.size / sizeof *list; i++)
    count += !strcmp(list[i].name, name) && list[i].version >= least;
  return count;
}

/* The answers of all devices and queries, but for `but` and `too`, are the driver's. */
static void same_but(unsigned device, const cl_device_info *but, unsigned but_count) {
  struct answer mine, drivers;
  for (unsigned i = 0; i < sizeof asked / sizeof *asked; i++) {
    bool other = false;
    for (unsigned k = 0; k < but_count; k++)
      other |= but[k] == asked[i];
    ask(cl, stub->device(device), asked[i], &mine);
    ask(stub->dispatch(), stub->device(device), asked[i], &drivers);
    bool same = mine.error == drivers.error && mine.size == drivers.size &&
                !memcmp(mine.bytes, drivers.bytes, sizeof mine.bytes);
    if (same == other)
      failed(__FILE__, __LINE__, "query %#x of device %u is %s the driver's", (unsigned)asked[i], device,
             other ? "not to be" : "not");
  }
}

/* Sizes alone, buffers that are a byte too small, and just enough. */
static void sizes_of(cl_device_info what) {
  struct answer whole;
  char bytes[4096];
  size_t size = 0;
  ask(cl, stub->device(0), what, &whole);
  CHECK_EQUAL(whole.error, CL_SUCCESS);
  CHECK_EQUAL(cl->clGetDeviceInfo(stub->device(0), what, 0, NULL, &size), CL_SUCCESS);
  CHECK_EQUAL(size, whole.size);
  memset(bytes, 0x55, sizeof bytes);
  CHECK_EQUAL(cl->clGetDeviceInfo(stub->device(0), what, size - 1, bytes, NULL), CL_INVALID_VALUE);
  CHECK_EQUAL(cl->clGetDeviceInfo(stub->device(0), what, size, bytes, NULL), CL_SUCCESS);
  CHECK(!memcmp(bytes, whole.bytes, size) && bytes[size] == 0x55);
}

static const cl_device_info told[] = {CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, CL_DEVICE_OPENCL_C_FEATURES,
                                      CL_DEVICE_EXTENSIONS, CL_DEVICE_EXTENSIONS_WITH_VERSION};

TEST(lacking, device_without) {
  same_but(0, told, 2);
  CHECK_EQUAL(promised(0), CL_TRUE);
  CHECK_EQUAL(listed(0, CL_DEVICE_OPENCL_C_FEATURES, feature), 1);
  CHECK_EQUAL(listed(0, CL_DEVICE_OPENCL_C_FEATURES, "__opencl_c_int64"), 1);
  sizes_of(CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT);
  sizes_of(CL_DEVICE_OPENCL_C_FEATURES);
}

/* A device that has them is the driver's business; so is one where nothing can be linked in, or whose OpenCL is too old
 * to ask. */
TEST(lacking, devices_of_two_kinds) {
  stub->settings->devices = 4;
  stub->settings->device[1].has_functions = true;
  stub->settings->device[2].il = "";
  stub->settings->device[3].version = 120;
  stub->settings->device[3].language = 120;
  stub->settings->device[3].il = "";
  same_but(0, told, 2);
  same_but(1, NULL, 0);
  same_but(2, NULL, 0);
  same_but(3, NULL, 0);
}

/* A device whose own functions are wrong in part. */
TEST(native, queries) {
  be_cpus(INTEL, "1.2.3", true);
  same_but(0, NULL, 0);
}

TEST(lacking, no_device) {
  char bytes[64];
  size_t size = 0;
  static const cl_icd_dispatch *nobody[2];
  nobody[0] = stub->dispatch(); /* a handle that a loader can dispatch by, and no device */
  for (unsigned i = 0; i < sizeof asked / sizeof *asked; i++)
    CHECK_EQUAL(cl->clGetDeviceInfo((cl_device_id)nobody, asked[i], sizeof bytes, bytes, &size), CL_INVALID_DEVICE);
}

/* A call of the driver fails: the layer passes on its error or its answer; it neither answers wrong nor crashes. */
TEST(lacking, driver_errors) {
  for (unsigned what = 0; what < sizeof told / sizeof *told; what++)
    for (unsigned n = 1; n < 40; n++) {
      char bytes[4096];
      size_t size = 0;
      stub->settings->device[0].serial++;
      stub->clear();
      stub->fail_any(n, CL_OUT_OF_HOST_MEMORY);
      cl_int error = cl->clGetDeviceInfo(stub->device(0), told[what], sizeof bytes, bytes, &size);
      CHECK(error == CL_SUCCESS || error == CL_OUT_OF_HOST_MEMORY);
      if (!stub->facts->failed)
        break;
    }
}

/* The layer asks the driver about a device once, and again after an error. */
TEST(lacking, described_once) {
  struct answer a;
  stub->settings->device[0].serial++;
  stub->fail(STUB_SLOT(clGetPlatformInfo), 1, CL_OUT_OF_HOST_MEMORY);
  for (unsigned n = 0; n < 4; n++) {
    CHECK_EQUAL(SEEN(clGetPlatformInfo), n < 2 ? n : 2);
    ask(cl, stub->device(0), told[0], &a);
    CHECK_EQUAL(a.error, CL_SUCCESS);
  }
}

TEST(off, mode_off) {
  stub->settings->devices = 2;
  stub->settings->device[1].has_functions = true;
  same_but(0, NULL, 0);
  same_but(1, NULL, 0);
}

TEST(extension, extended) {
  same_but(0, told, 4);
  CHECK_EQUAL(listed(0, CL_DEVICE_EXTENSIONS_WITH_VERSION, extension), 1);
  const char *list = device_text(stub->device(0), CL_DEVICE_EXTENSIONS);
  const char *at = strstr(list, extension);
  CHECK(at && at > list && at[-1] == ' ' && !strstr(at + 1, extension) && !strstr(list, "  "));
  CHECK(strstr(list, "cl_khr_byte_addressable_store"));
  sizes_of(CL_DEVICE_EXTENSIONS);
  sizes_of(CL_DEVICE_EXTENSIONS_WITH_VERSION);
}

/* A device that has the functions of OpenCL 2.0 lacks those of the extension still. */
TEST(extension, extended_capable) {
  stub->settings->devices = 2;
  stub->settings->device[0].has_functions = true;
  stub->settings->device[1].has_functions = stub->settings->device[1].uniform_arithmetic = true;
  CHECK_EQUAL(promised(0), CL_TRUE);
  CHECK_EQUAL(listed(0, CL_DEVICE_EXTENSIONS_WITH_VERSION, extension), 1);
  CHECK_EQUAL(listed(0, CL_DEVICE_OPENCL_C_FEATURES, feature), 1);
  same_but(1, NULL, 0);
}

/* Listed once where the driver has them itself. */
TEST(always, mode_always) {
  stub->settings->devices = 2;
  stub->settings->device[1].has_functions = true;
  same_but(0, told, 2);
  same_but(1, NULL, 0);
}

/* The variables ask for all, but the program runs with a group's rights that its caller lacks (run.sh). */
TEST(secure, more_rights) {
  if (getauxval(AT_SECURE))
    mode_off();
  else
    skipped("this file system gives a program no group of its own");
}
ALSO(capable, devices_of_two_kinds)
ALSO(extension, no_device)
ALSO(extension, driver_errors)
