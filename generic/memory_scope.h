/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* OpenCL C 2.0's type, for files that are compiled as an older version. */
typedef enum memory_scope {
  memory_scope_work_item,
  memory_scope_work_group,
  memory_scope_device,
  memory_scope_all_svm_devices,
  memory_scope_sub_group
} memory_scope;
