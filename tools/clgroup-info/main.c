/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clgroup-info: lists what each OpenCL device has natively, what the layer adds, how, and why. */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "check.h"

#include "layer/decide/extensions.h"
#include "layer/decide/service.h"
#include "layer/compile/installed.h"
#include "layer/decide/trial.h"
#include "layer/base/presence.h"
#include "manual/page.h"
#include "tool/loader.h"
#include "tool/output.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum id {
  OPT_UNKNOWN,
#define OPTION(id, ...) OPT_##id,
#define SPELLING(...)
#include "clgroup-info/options.inc"
  OPTIONS
};

static enum id find_option(const char *argument) {
  static const struct {
    const char *name;
    enum id id;
  } options[] = {
#define OPTION(id, name, ...) {name, OPT_##id},
#define SPELLING(id, name) {name, OPT_##id},
#include "clgroup-info/options.inc"
  };
  for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
    if (!strcmp(argument, options[i].name))
      return options[i].id;
  return OPT_UNKNOWN;
}

static const char *yes_no(bool yes) {
  return yes ? "yes" : "no";
}

/* Why programs cannot use the layer: its file, which also contains the library's SPIR-V, is missing or damaged. NULL:
 * they can. */
static const char *layer_fault;
static char *layer_file;

static void look_for_layer(void) {
  static char why[512];
  struct clgroup_buffer weak = {0};
  layer_file = clgroup_beside_layer("libclgroup-layer.so", &weak);
  void *layer = layer_file ? dlopen(layer_file, RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!layer_file && weak.data) {
    snprintf(why, sizeof why, "the layer is not loaded, since %s", weak.data);
    layer_fault = why;
  } else if (!layer_file)
    layer_fault = "there is no lib/libclgroup-layer.so beside this program: install clgroup again";
  else if (!layer || !dlsym(layer, "clInitLayer")) {
    const char *problem = dlerror();
    snprintf(why, sizeof why, "the layer cannot be loaded: %s: install clgroup again", problem ? problem : layer_file);
    layer_fault = why;
  }
  clgroup_buffer_free(&weak);
}

static bool acts(const struct clgroup_service *d) {
  return d->acts && !layer_fault;
}

/* Does a program have the functions, with the layer on? */
static bool works(const struct clgroup_service *d) {
  return d->device.has_functions || acts(d);
}

static bool extension_works(const struct clgroup_service *d) {
  return d->device.own & CLGROUP_HAS(work_group_uniform_arithmetic) || (acts(d) && clgroup_settings_extension());
}

static const char *route(const struct clgroup_service *d) {
  return clgroup_settings_route(layer_fault ? CLGROUP_ROUTE_NATIVE : d->route);
}

static const char *reason(const struct clgroup_service *d) {
  return layer_fault ? layer_fault : d->reason;
}

/* A row of drivers.inc, but for the text after it. */
static void print_fault(const char *head, const struct clgroup_fault *fault) {
  printf("    %-18s %s%s%s%s%s%s%s", head, fault->name, *fault->of.from ? ", driver from " : "", fault->of.from,
         *fault->of.before ? ", before " : "", fault->of.before, *fault->seen ? ", seen up to " : "", fault->seen);
}

/* Lists native functions that are wrong, which the layer replaces, and the driver's other faults that it avoids. */
static void print_faults(const struct clgroup_service *d) {
  const struct clgroup_driver_id id = clgroup_device_driver(&d->device);
  const char *head = "replaces";
  if (acts(d) && !d->only_some && d->device.has_functions)
    printf("    replaces           all functions\n");
  for (const struct clgroup_fault *fault = NULL;
       acts(d) && d->only_some && (fault = clgroup_service_next_fault(&d->device, fault));) {
    print_fault(head, fault);
    printf(": %s (%s)%s: %s (cost: %s)\n", fault->functions, fault->types,
           fault->kind == CLGROUP_FAULT_MODULE   ? " in SPIR-V"
           : fault->kind == CLGROUP_FAULT_BRANCH ? " in programs that clgroup-cc compiles"
                                                 : "",
           fault->why, fault->price);
    head = "";
  }
  head = "avoids";
  for (const struct clgroup_fault *fault = NULL; acts(d) && (fault = clgroup_fault_next(&id, fault));)
    if (!(fault->kind & CLGROUP_FAULT_OF_FUNCTIONS)) {
      print_fault(head, fault);
      printf(": %s (cost: %s)\n", fault->why, fault->price);
      head = "";
    }
}

static const char *type(const struct clgroup_service *d) {
  return d->device.type & CL_DEVICE_TYPE_CPU           ? "CPU"
         : d->device.type & CL_DEVICE_TYPE_GPU         ? "GPU"
         : d->device.type & CL_DEVICE_TYPE_ACCELERATOR ? "accelerator"
                                                       : "custom";
}

/* A line for each extension, whose head says the state of all that follow. */
static void print_extensions(const struct clgroup_service *d, unsigned extensions, const char *state, const char *why) {
  char text[CLGROUP_EXTENSIONS_TEXT];
  (void)d;
  clgroup_extensions_print(extensions, text);
  printf("    extensions         %s: %s%s%s\n", state, text, why ? ": " : "", why ? why : "");
}

static void print_text(const struct clgroup_service *d) {
  printf("  %s\n", d->device.name);
  printf("    type               %s\n", type(d));
  printf("    %s, driver %s, OpenCL C %u.%u\n", d->device.version, d->device.driver, d->device.language / 100,
         d->device.language / 10 % 10);
  printf("    accepts            %s%s%s%s%s%s%s\n", *d->device.il ? d->device.il : "no SPIR-V",
         !d->device.spir ? ""
         : *d->device.il ? ", SPIR bitcode"
                         : ", but SPIR bitcode",
         *d->device.pocl ? ", bitcode for " : "", d->device.pocl, *d->device.architecture ? ", but PTX for " : "",
         d->device.architecture,
         d->device.fp16 && d->device.fp64 ? "; fp16, fp64"
         : d->device.fp64                 ? "; fp64"
         : d->device.fp16                 ? "; fp16"
                                          : "");
  printf("    work-groups        up to %zu work-items, %llu KiB of local memory\n", d->device.max_size,
         (unsigned long long)d->device.local_memory / 1024);
  clgroup_extensions_tell(d, print_extensions);
  printf("    own functions      %s%s\n", yes_no(d->device.has_functions),
         d->device.own & CLGROUP_HAS(work_group_uniform_arithmetic) ? ", cl_khr_work_group_uniform_arithmetic too"
                                                                    : "");
  if (!works(d)) {
    printf("    with the layer     no: %s\n", reason(d));
    return;
  }
  printf("    with the layer     yes%s%s\n",
         acts(d) && d->only_some ? ": the driver's, except in programs that call functions that the layer replaces"
                                 : "",
         extension_works(d) ? ", cl_khr_work_group_uniform_arithmetic too" : "");
  printf("    route              %s: %s\n", route(d), reason(d));
  if (acts(d))
    printf("    strategy           %s%s%s: %s\n", d->choice.strategy, *d->choice.exceptions ? ", " : "",
           d->choice.exceptions, d->strategy_reason);
  print_faults(d);
}

static void print_string(const char *name, const char *text, const char *end) {
  printf("\"%s\": \"", name);
  for (const unsigned char *c = (const unsigned char *)text; *c; c++)
    if (*c == '"' || *c == '\\')
      printf("\\%c", *c);
    else if (*c < ' ')
      printf("\\u%04x", *c);
    else
      putchar(*c);
  printf("\"%s", end);
}

static void print_flag(const char *name, bool flag) {
  printf("\"%s\": %s, ", name, flag ? "true" : "false");
}

/* Members of an object that has all extensions. */
static void print_json_extensions(const struct clgroup_service *d, unsigned extensions, const char *state,
                                  const char *why) {
  (void)d, (void)why;
  static unsigned printed; /* on this device */
  for (unsigned i = 0; i < CLGROUP_EXTENSION_COUNT; i++)
    if (extensions >> i & 1) {
      printed = (printed + 1) % CLGROUP_EXTENSION_COUNT;
      print_string(clgroup_extensions[i].name, state, printed ? ", " : "");
    }
}

static void print_json(const struct clgroup_service *d, bool first) {
  printf("%s\n  {", first ? "" : ",");
  print_string("platform", d->device.platform, ", ");
  print_string("device", d->device.name, ", ");
  print_string("type", type(d), ", ");
  print_string("version", d->device.version, ", ");
  print_string("driver", d->device.driver, ", ");
  print_string("il", d->device.il, ", ");
  printf("\"opencl_c\": \"%u.%u\", \"max_work_group_size\": %zu, \"local_memory\": %llu, ", d->device.language / 100,
         d->device.language / 10 % 10, d->device.max_size, (unsigned long long)d->device.local_memory);
  print_flag("spir", d->device.spir);
  print_flag("fp16", d->device.fp16);
  print_flag("fp64", d->device.fp64);
  print_flag("own_functions", d->device.has_functions);
  print_flag("own_uniform_arithmetic", d->device.own & CLGROUP_HAS(work_group_uniform_arithmetic));
  print_flag("work_group_functions", works(d));
  print_flag("uniform_arithmetic", extension_works(d));
  print_string("route", route(d), ", ");
  print_string("reason", reason(d), ", ");
  print_string("strategy", acts(d) ? d->choice.strategy : "", ", ");
  print_string("strategy_exceptions", acts(d) ? d->choice.exceptions : "", ", ");
  print_string("strategy_reason", acts(d) ? d->strategy_reason : "", ", ");
  printf("\"extensions\": {");
  clgroup_extensions_tell(d, print_json_extensions);
  printf("}, \"replaced\": [");
  const char *separator = "";
  for (const struct clgroup_fault *fault = NULL;
       d->device.has_functions && (fault = clgroup_service_next_fault(&d->device, fault));) {
    if (!acts(d))
      continue;
    printf("%s{", separator);
    print_string("name", fault->name, ", ");
    print_string("from", fault->of.from, ", ");
    print_string("before", fault->of.before, ", ");
    print_string("functions", fault->functions, ", ");
    print_string("types", fault->types, ", ");
    print_string("why", fault->why, ", ");
    print_string("test", fault->test, "}");
    separator = ", ";
  }
  printf("]}");
}

/* A trial that fails is the reason for the layer to do nothing. */
static void heed_trial(struct clgroup_service *d) {
  const char *fault = layer_fault ? NULL : clgroup_trial_fault(d, d->route);
  if (fault) {
    d->route = CLGROUP_ROUTE_NATIVE;
    d->acts = d->only_some = false;
    d->reason = fault;
  }
}

enum what { LIST, LIST_JSON, CHECK, CHECK_VERBOSE };

static const char *check_mode;
static struct check_sums sums;

static void check(unsigned platform, unsigned device, const struct clgroup_service *d, bool verbose) {
  const struct check_device c = {.platform = platform,
                                 .device = device,
                                 .d = d,
                                 .mode = check_mode,
                                 .layer_file = layer_fault ? NULL : layer_file};
  printf("%s: %s, driver %s\n", d->device.platform, d->device.name, d->device.driver);
  if (!acts(d))
    printf("  The layer does nothing here: %s\n", reason(d));
  fflush(stdout);
  check_device(&c, verbose, &sums);
}

/* Prints the platform's devices; returns their number. */
static unsigned list_platform(cl_platform_id platform, unsigned index, enum what what, unsigned before) {
  cl_uint count = 0;
  char name[256] = "";
  cl_device_id *devices = NULL;
  clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL);
  if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count) != CL_SUCCESS ||
      !(devices = calloc(count + 1, sizeof *devices)) ||
      clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices, NULL) != CL_SUCCESS)
    count = 0;
  if (what == LIST)
    printf("%s%s\n", name, count ? "" : ": no devices");
  for (cl_uint i = 0; i < count; i++) {
    struct clgroup_service d;
    clgroup_device_describe(devices[i], &d);
    if (d.acts)
      heed_trial(&d);
    d.extensions = layer_fault ? 0 : clgroup_extensions_offered(&d);
    if (what == LIST_JSON)
      print_json(&d, before + i == 0);
    else if (what == LIST)
      print_text(&d);
    else
      check(index, i, &d, what == CHECK_VERBOSE);
  }
  free(devices);
  return count;
}

static void print_outcomes(const char *whose, const unsigned *counts, const char *end) {
  printf("%s %u right, %u wrong, %u missing, %u crash or hang%s", whose, counts[CHECK_RIGHT], counts[CHECK_WRONG],
         counts[CHECK_MISSING], counts[CHECK_CRASH] + counts[CHECK_HANG] + counts[CHECK_UNKNOWN], end);
}

static void print_presence(bool loaded) {
  char why[512];
  if (loaded && getenv("OPENCL_LAYERS"))
    puts("The layer is loaded for programs started in this environment.");
  else if (loaded)
    puts("The layer is loaded for programs that use the system's OpenCL loader. Start others (PyOpenCL's wheel has its "
         "own) with clgroup-run.");
  else if (clgroup_layer_absence(dlsym(RTLD_DEFAULT, "clGetPlatformIDs"), why, sizeof why) == CLGROUP_LAYER_UNNAMED)
    puts("The layer is not loaded here: start programs with clgroup-run.");
  else
    printf("The layer is not loaded here: %s.\n", why);
}

static int list_all(enum what what, bool loaded) {
  cl_platform_id platforms[64];
  cl_uint count = 0;
  unsigned devices = 0;
  if (clGetPlatformIDs(64, platforms, &count) != CL_SUCCESS)
    count = 0;
  if (what == LIST_JSON)
    printf("[");
  for (cl_uint i = 0; i < count && i < 64; i++)
    devices += list_platform(platforms[i], i, what, devices);
  if (what == LIST_JSON)
    printf("%s]\n", devices ? "\n" : "");
  if (!devices) {
    fprintf(stderr, "clgroup-info: error: no OpenCL device: %s\n",
            count ? "the installed drivers offer none (PoCL's must be able to write its cache, POCL_CACHE_DIR; Mesa's "
                    "needs RUSTICL_ENABLE=llvmpipe)"
                  : "install a driver, for example pocl-opencl-icd");
    return 1;
  }
  if (what == LIST)
    print_presence(loaded);
  if (what < CHECK)
    return 0;
  printf("%u device%s; ", sums.devices, sums.devices == 1 ? "" : "s");
  print_outcomes("drivers:", sums.driver, "; ");
  print_outcomes("the layer:", sums.layer, "\n");
  return sums.broken || layer_fault ? 1 : 0;
}

int main(int argc, char **argv) {
  bool given[OPTIONS] = {false};
  if (argc == 2 + CHECK_ONE_ARGUMENTS && !strcmp(argv[1], "--check-one"))
    return check_one(argv + 2);
  output_must_arrive();
  for (int i = 1; i < argc; i++) {
    const enum id id = find_option(argv[i]);
    if (id == OPT_HELP)
      return print_help(&clgroup_info_page, stdout), 0;
    if (id == OPT_VERSION)
      return puts("clgroup " CLGROUP_VERSION_TEXT), 0;
    if (id == OPT_SETTINGS)
      return clgroup_settings_print(stdout), 0;
    if (id == OPT_UNKNOWN)
      return fprintf(stderr, "clgroup-info: error: unknown argument '%s': see clgroup-info --help\n", argv[i]), 2;
    given[id] = true;
  }
  if (given[OPT_VERBOSE] && !given[OPT_CHECK])
    return fputs("clgroup-info: error: --verbose is for --check: add that\n", stderr), 2;
  if (given[OPT_JSON] && given[OPT_CHECK])
    return fputs("clgroup-info: error: --json prints the list, --check has none: leave out one of the two\n", stderr),
           2;
  const enum what what = given[OPT_VERBOSE] ? CHECK_VERBOSE
                         : given[OPT_CHECK] ? CHECK
                         : given[OPT_JSON]  ? LIST_JSON
                                            : LIST;
  check_mode = getenv("CLGROUP_MODE");
  if (what >= CHECK && (!check_mode || !*check_mode) && setenv("CLGROUP_MODE", "always", 1))
    return 2;
  check_mode = strdup(getenv("CLGROUP_MODE") ? getenv("CLGROUP_MODE") : "");
  clgroup_settings_read();
  /* If the layer is loaded in this process, it must not answer for the driver. The loader loads it in the first call;
   * look_for_layer then loads it in any case. */
  if (!check_mode || setenv("CLGROUP_MODE", "off", 1))
    return 2;
  clGetPlatformIDs(0, NULL, &(cl_uint){0});
  const bool loaded = clgroup_layer_is_loaded();
  look_for_layer();
  use_loader();
  return list_all(what, loaded);
}
