/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "manual/page.h"

static const struct page_option options[] = {
    {.help = "Options"},
#define OPTION(id, name, help, more) {name, ALONE, NULL, NULL, help, more},
#define SPELLING(id, name) {name, ALONE, NULL, NULL, NULL, NULL},
#include "clgroup-info/options.inc"
};

const struct page clgroup_info_page = {
    .name = "clgroup-info",
    .summary = "list OpenCL devices and the work-group functions that they have",
    .usage = "[--check [--verbose] | --json | --settings]",
    .description = "Lists the OpenCL platforms and devices: whether each device has work-group functions, and what\n"
                   "clgroup's layer does there with this environment's settings.",
    .exit_status =
        "0; 1 if there is no OpenCL device, or --check finds wrong results or crashes with the layer; 2 for an invalid "
        "command line.",
    .see_also = "clgroup-cc(1), clgroup-run(1)",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
};
