/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The exit statuses of clgroup-try. */
#ifndef CLGROUP_LAYER_TRY_STATUS_H
#define CLGROUP_LAYER_TRY_STATUS_H

enum clgroup_try_status {
  CLGROUP_TRY_GOOD,
  CLGROUP_TRY_FAULT,
  CLGROUP_TRY_NOT_POSSIBLE, /* there is no such device */
  CLGROUP_TRY_PASSING,      /* a fault, or no outcome, for a cause that may pass, such as a lack of memory */
};

#endif
