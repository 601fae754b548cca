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

cl_int icd_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *where, size_t *size_ret) {
  static const cl_name_version features[] = {{CL_MAKE_VERSION(3, 0, 0), "__opencl_c_work_group_collective_functions"},
                                             {CL_MAKE_VERSION(3, 0, 0), "__opencl_c_subgroups"}};
  const struct icd_device *d = icd_device(id);
  if (!d)
    return CL_INVALID_DEVICE;
  const bool amd = d->target.gfx != 0;
  const cl_platform_id platform = (cl_platform_id)&icd_platform;
  const cl_device_type type = CL_DEVICE_TYPE_GPU;
  const size_t most = SIMT_MAX_ITEMS, sizes[] = {most, most, amd ? most : 64};
  const cl_bool yes = CL_TRUE, no = CL_FALSE, non_uniform = amd;
  const cl_uint address_bits = 64, sub_groups = SIMT_MAX_ITEMS / d->target.lanes;
  const cl_ulong local_memory = amd ? 64 << 10 : 48 << 10;
  const cl_device_fp_config half = CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST, real = half | CL_FP_FMA;
  return STUB_ANSWER_OF(
      {CL_DEVICE_NAME, STUB_TEXT(d->target.name)}, {CL_DRIVER_VERSION, STUB_TEXT("1")},
      {CL_DEVICE_VERSION, STUB_TEXT("OpenCL 3.0 clgroup executor")},
      {CL_DEVICE_OPENCL_C_VERSION, STUB_TEXT("OpenCL C 1.2 clgroup-cc")},
      {CL_DEVICE_EXTENSIONS, STUB_TEXT("cl_khr_byte_addressable_store cl_khr_fp16 cl_khr_fp64 cl_khr_subgroups "
                                       "cl_khr_subgroup_shuffle cl_khr_subgroup_ballot cl_khr_subgroup_vote")},
      {CL_DEVICE_OPENCL_C_FEATURES, STUB_VALUE(features)}, {CL_DEVICE_IL_VERSION, STUB_TEXT("")},
      {CL_DEVICE_PLATFORM, STUB_VALUE(platform)}, {CL_DEVICE_TYPE, STUB_VALUE(type)},
      {CL_DEVICE_MAX_WORK_GROUP_SIZE, STUB_VALUE(most)}, {CL_DEVICE_MAX_WORK_ITEM_SIZES, STUB_VALUE(sizes)},
      {CL_DEVICE_ADDRESS_BITS, STUB_VALUE(address_bits)}, {CL_DEVICE_LOCAL_MEM_SIZE, STUB_VALUE(local_memory)},
      {CL_DEVICE_SINGLE_FP_CONFIG, STUB_VALUE(real)}, {CL_DEVICE_DOUBLE_FP_CONFIG, STUB_VALUE(real)},
      {CL_DEVICE_HALF_FP_CONFIG, STUB_VALUE(half)}, {CL_DEVICE_IMAGE_SUPPORT, STUB_VALUE(no)},
      {CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, STUB_VALUE(yes)},
      {CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, STUB_VALUE(non_uniform)},
      {CL_DEVICE_MAX_NUM_SUB_GROUPS, STUB_VALUE(sub_groups)},
      {CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, STUB_VALUE(no)});
}

cl_int icd_clReleaseDevice(cl_device_id id) {
  return icd_device(id) ? CL_SUCCESS : CL_INVALID_DEVICE;
}
