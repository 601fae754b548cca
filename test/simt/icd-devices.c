/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The platform and its devices: one for each kind of warp, and architectures whose code differs. */
#include "icd.h"

#include <llvm/Config/llvm-config.h>

struct icd_object icd_platform;

/* A device's name is what the tests give clgroup-cc to compile for it: --target, -march, and what other option it
 * needs. */
struct icd_device icd_devices[] = {
    {.target = {"nvptx64 sm_75", 32, 0}},   {.target = {"nvptx64 sm_86", 32, 0}},
    {.target = {"amdgcn gfx90a", 64, 9}},   {.target = {"amdgcn gfx1030", 32, 10}},
    {.target = {"amdgcn gfx1100", 32, 11}}, {.target = {"amdgcn gfx1030 -mwavefrontsize64", 64, 10}},
/* Architectures that older clangs do not know. */
#if LLVM_VERSION_MAJOR >= 18
    {.target = {"nvptx64 sm_90", 32, 0}},   {.target = {"amdgcn gfx942", 64, 9}},
    {.target = {"amdgcn gfx1200", 32, 12}},
#endif
};
const unsigned icd_device_count = sizeof icd_devices / sizeof *icd_devices;

struct icd_device *icd_device(cl_device_id id) {
  for (unsigned i = 0; i < icd_device_count; i++)
    if (id == (cl_device_id)&icd_devices[i])
      return &icd_devices[i];
  return NULL;
}

cl_int icd_clGetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t size, void *where,
                             size_t *size_ret) {
  if (platform != (cl_platform_id)&icd_platform)
    return CL_INVALID_PLATFORM;
  return stub_platform_info("clgroup executor", "OpenCL 3.0 clgroup executor", "SIMT", what, size, where, size_ret);
}

cl_int icd_clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint count, cl_device_id *devices,
                          cl_uint *all) {
  if (platform != (cl_platform_id)&icd_platform)
    return CL_INVALID_PLATFORM;
  if (!(type & (CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_DEFAULT)))
    return CL_DEVICE_NOT_FOUND;
  for (cl_uint i = 0; devices && i < count && i < icd_device_count; i++)
    devices[i] = (cl_device_id)&icd_devices[i];
  if (all)
    *all = icd_device_count;
  return CL_SUCCESS;
}

/* Answers queries whose answer is a text or a list, and all others with CL_INVALID_VALUE. */
static cl_int describe_text(const struct icd_device *d, cl_device_info what, size_t size, void *where,
                            size_t *size_ret) {
  const size_t sizes[] = {SIMT_MAX_ITEMS, SIMT_MAX_ITEMS, d->target.gfx ? SIMT_MAX_ITEMS : 64};
  const cl_platform_id platform = (cl_platform_id)&icd_platform;
  static const cl_name_version features[] = {{CL_MAKE_VERSION(3, 0, 0), "__opencl_c_work_group_collective_functions"},
                                             {CL_MAKE_VERSION(3, 0, 0), "__opencl_c_subgroups"}};
  switch (what) {
  case CL_DEVICE_NAME:
    return stub_answer_text(d->target.name, size, where, size_ret);
  case CL_DRIVER_VERSION:
    return stub_answer_text("1", size, where, size_ret);
  case CL_DEVICE_VERSION:
    return stub_answer_text("OpenCL 3.0 clgroup executor", size, where, size_ret);
  case CL_DEVICE_OPENCL_C_VERSION:
    return stub_answer_text("OpenCL C 1.2 clgroup-cc", size, where, size_ret);
  case CL_DEVICE_EXTENSIONS:
    return stub_answer_text("cl_khr_byte_addressable_store cl_khr_fp16 cl_khr_fp64 cl_khr_subgroups "
                            "cl_khr_subgroup_shuffle cl_khr_subgroup_ballot cl_khr_subgroup_vote",
                            size, where, size_ret);
  case CL_DEVICE_OPENCL_C_FEATURES:
    return stub_answer(features, sizeof features, size, where, size_ret);
  case CL_DEVICE_IL_VERSION:
    return stub_answer_text("", size, where, size_ret);
  case CL_DEVICE_PLATFORM:
    return stub_answer(&platform, sizeof platform, size, where, size_ret);
  case CL_DEVICE_MAX_WORK_ITEM_SIZES:
    return stub_answer(sizes, sizeof sizes, size, where, size_ret);
  default:
    return CL_INVALID_VALUE;
  }
}

static const struct {
  cl_device_info what;
  unsigned bytes;
  uint64_t value;
} numbers[] = {
    {CL_DEVICE_TYPE, 8, CL_DEVICE_TYPE_GPU},
    {CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof(size_t), SIMT_MAX_ITEMS},
    {CL_DEVICE_ADDRESS_BITS, 4, 64},
    {CL_DEVICE_SINGLE_FP_CONFIG, 8, CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_FMA},
    {CL_DEVICE_DOUBLE_FP_CONFIG, 8, CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_FMA},
    {CL_DEVICE_HALF_FP_CONFIG, 8, CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST},
    {CL_DEVICE_IMAGE_SUPPORT, 4, CL_FALSE},
    {CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, 4, CL_TRUE},
    {CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, 4, CL_FALSE},
};

cl_int icd_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *where, size_t *size_ret) {
  const struct icd_device *d = icd_device(id);
  if (!d)
    return CL_INVALID_DEVICE;
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (numbers[i].what == what) {
      const cl_uint narrow = (cl_uint)numbers[i].value;
      return stub_answer(numbers[i].bytes == 4 ? (const void *)&narrow : &numbers[i].value, numbers[i].bytes, size,
                         where, size_ret);
    }
  const cl_bool non_uniform = d->target.gfx != 0;
  const cl_ulong local_memory = d->target.gfx ? 64 << 10 : 48 << 10;
  const cl_uint sub_groups = SIMT_MAX_ITEMS / d->target.lanes;
  if (what == CL_DEVICE_LOCAL_MEM_SIZE)
    return stub_answer(&local_memory, sizeof local_memory, size, where, size_ret);
  if (what == CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT)
    return stub_answer(&non_uniform, sizeof non_uniform, size, where, size_ret);
  if (what == CL_DEVICE_MAX_NUM_SUB_GROUPS)
    return stub_answer(&sub_groups, sizeof sub_groups, size, where, size_ret);
  return describe_text(d, what, size, where, size_ret);
}

cl_int icd_clReleaseDevice(cl_device_id id) {
  return icd_device(id) ? CL_SUCCESS : CL_INVALID_DEVICE;
}
