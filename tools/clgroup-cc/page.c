/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "manual/page.h"
#include "names/strategies.h"

static const struct page_option options[] = {
#define SECTION(heading) {.help = heading},
#define OPTION(id, name, shape, value, words, help, more) {name, shape, value, words, help, more},
#define CLANG_OPTION(name, shape, value, help) {name, shape, value, NULL, help, NULL},
#define SPELLING(id, name) {name, ALONE, NULL, NULL, NULL, NULL},
#include "clgroup-cc/options.inc"
};

static const struct page_row environment[] = {
    {"CLGROUP_CLANG", "The clang to use"},
    {"CLGROUP_LLVM_SPIRV", "The llvm-spirv to use"},
    {"CLGROUP_LLD", "The ld.lld to use, for .hsaco"},
    {"CLGROUP_DATA_DIR", "The folder of the device libraries, unless --library-dir= is given"},
    {"TMPDIR", "The folder for temporary files (default: /tmp)"},
    {NULL, NULL},
};

static const struct page_row examples[] = {
    {"clgroup-cc ranks.cl -o ranks.spv", "SPIR-V, for clCreateProgramWithIL."},
    {"clgroup-cc --driver=pocl --strategy=serial ranks.cl -o ranks.bc", "SPIR bitcode, for PoCL 3.1."},
    {NULL, NULL},
};

const struct page clgroup_cc_page = {
    .name = "clgroup-cc",
    .summary = "compile OpenCL C and link in the work-group functions that it calls",
    .usage = "[OPTION...] INPUT... [-o OUTPUT]",
    .description =
        "Compiles OpenCL C and links in the work-group functions that it calls. Inputs are OpenCL C (.cl), C++ for\n"
        "OpenCL (.clcpp), LLVM modules (.bc, .ll) and SPIR-V (.spv); several become one program. Specialization "
        "constants\n"
        "of SPIR-V that calls functions of the library become plain ones with their default values. With -x, - is "
        "standard\n"
        "input. Without -o, sum.cl becomes sum.spv (or .ptx ...) in the current folder; a file of that name is\n"
        "replaced, unless it is an input. An argument @FILE that is not an option's value stands for the arguments\n"
        "in FILE, separated by white space and quoted as for a shell. clang's messages are in colour on a terminal;\n"
        "-fcolor-diagnostics and -fno-color-diagnostics override that.",
    .exit_status = "0; 1 if the inputs cannot be compiled; 2 for an invalid command line.",
    .see_also = "clgroup-info(1), clgroup-run(1), clang(1)",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .environment = environment,
    .examples = examples,
};
