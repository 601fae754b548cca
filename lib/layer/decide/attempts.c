/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "layer/decide/attempts.h"

#include "base/buffer.h"
#include "layer/base/settings.h"

void clgroup_attempts_log(const struct clgroup_attempts *a, const char *why) {
  static const char *const words[] = {[CLGROUP_BY_DRIVER] = "driver",
                                      [CLGROUP_BY_DRIVER_AS_3] = "driver as OpenCL C 3.0",
                                      [CLGROUP_BY_LINK] = "link",
                                      [CLGROUP_BY_COMPILE] = "compile",
                                      [CLGROUP_BY_LIBRARY] = "library for what the driver lacks"};
  struct clgroup_buffer text = {0};
  for (unsigned i = 0; i < a->count && clgroup_log_all(); i++)
    clgroup_buffer_add(&text, "%s%s", i ? ", " : "", words[a->by[i]]);
  if (text.data)
    clgroup_log(CLGROUP_LOG_ALL, "attempts: %s, since %s", text.data, why);
  clgroup_buffer_free(&text);
}

bool clgroup_attempts_go_on(const struct clgroup_attempts *a, cl_int error) {
  return error != CL_SUCCESS && error != CL_OUT_OF_HOST_MEMORY && !a->ends;
}

cl_int clgroup_attempts_run(struct clgroup_attempts *a, clgroup_attempt *make, void *context, const char *done,
                            cl_int error) {
  while (a->next < a->count && clgroup_attempts_go_on(a, error)) {
    const enum clgroup_builder by = a->by[a->next++];
    const double start = clgroup_log_clock();
    error = make(context, by, error);
    if (by == CLGROUP_BY_LINK || by == CLGROUP_BY_COMPILE)
      clgroup_log(CLGROUP_LOG_ALL, "in %.1f ms %s by route %s: %d", clgroup_log_clock() - start, done,
                  clgroup_settings_route(by == CLGROUP_BY_LINK ? CLGROUP_ROUTE_LINK : CLGROUP_ROUTE_COMPILE), error);
  }
  return error;
}
