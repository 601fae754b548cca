/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "manual/page.h"

/* Its parser is the shell's `case` in clgroup-run.in. */
static const struct page_option options[] = {
    {.help = "Options"},
    {"--for-all=", JOINED, "SWITCH", "on or off",
     "Turn the layer on or off for every OpenCL application on this system, without running one",
     "It writes or removes clgroup.lay in /etc/OpenCL/layers, or in OPENCL_LAYER_PATH, and does not turn the layer on "
     "if the OpenCL loader does not read that folder. CLGROUP_MODE=off turns the layer off for one process."},
    {"--", ALONE, NULL, NULL, "The next argument is the application, even if its name begins with '-'", NULL},
    {"--version", ALONE, NULL, NULL, "Print the version", NULL},
    {"--help", ALONE, NULL, NULL, "Print this help", NULL},
    {.name = "-h"},
};

static const struct page_row environment[] = {
    {"OPENCL_LAYERS", "Layers that are already enabled; clgroup-run keeps them"},
    {"OPENCL_LAYER_PATH", "Where the OpenCL loader looks for layers, instead of /etc/OpenCL/layers"},
    {"OCL_ICD_FILENAMES",
     "Drivers for Khronos's loader; clgroup-run adds one without devices, which detects whether the layer runs"},
    {"CLGROUP_...", "Settings of the layer: `clgroup-info --settings` lists them"},
    {0},
};

static const struct page_row examples[] = {
    {"clgroup-run ./application", "The application's work-group functions work, even if the driver has none."},
    {"clgroup-run --for-all=on", "They work in every application."},
    {0},
};

const struct page clgroup_run_page = {
    .name = "clgroup-run",
    .summary = "run an OpenCL application with clgroup's layer",
    .usage = "APP [ARGUMENT...] | --for-all=on | --for-all=off",
    .description =
        "Runs an OpenCL application with clgroup's layer, in addition to the layers in OPENCL_LAYERS. If the\n"
        "application's OpenCL loader does not load the layer, a line on standard error says so.",
    .exit_status = "the application's; 2 for an invalid command line, if the layer is not installed, or if "
                   "--for-all fails; 126 or 127 if the application cannot be run.",
    .see_also = "clgroup-info(1), clgroup-cc(1)",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .environment = environment,
    .examples = examples,
    .arguments_are_commands = 1,
};
