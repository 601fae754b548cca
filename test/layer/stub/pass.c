/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A layer that does nothing: what stands above and below the one under test. */
#include "layer/base/cl.h"

#include <CL/cl_layer.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

EXPORT cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t size, void *value, size_t *size_ret) {
  const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  if (what != CL_LAYER_API_VERSION || (value && size < sizeof version))
    return CL_INVALID_VALUE;
  if (value)
    memcpy(value, &version, sizeof version);
  if (size_ret)
    *size_ret = sizeof version;
  return CL_SUCCESS;
}

EXPORT cl_int CL_API_CALL clInitLayer(cl_uint count, const cl_icd_dispatch *target, cl_uint *count_ret,
                                      const cl_icd_dispatch **table_ret) {
  static void *tables[4][256];
  static unsigned used;
  if (!target || !count_ret || !table_ret || count > 256 || used == 4)
    return CL_INVALID_VALUE;
  memcpy(tables[used], (const void *)target, count * sizeof *tables[used]);
  *table_ret = (const cl_icd_dispatch *)tables[used++];
  *count_ret = count;
  return CL_SUCCESS;
}

/* The same for the loaders of 2026, which ask for it. */
EXPORT cl_int CL_API_CALL clInitLayerWithProperties(cl_uint count, const cl_icd_dispatch *target, cl_uint *count_ret,
                                                    const cl_icd_dispatch **table_ret, const cl_properties *properties);

cl_int CL_API_CALL clInitLayerWithProperties(cl_uint count, const cl_icd_dispatch *target, cl_uint *count_ret,
                                             const cl_icd_dispatch **table_ret, const cl_properties *properties) {
  (void)properties;
  return clInitLayer(count, target, count_ret, table_ret);
}
