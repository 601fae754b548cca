#include "clgroup-cc/options.h"
#include "targets/strategies.h"
#include "targets/targets.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define TEXT(number) #number
#define TEXT_OF(macro) TEXT(macro)
#define SPIRV_VERSIONS                                                                                                 \
  "use a version from 1.0 to 1." TEXT_OF(CLGROUP_SPIRV_MINOR) ", the newest that llvm-spirv " TEXT_OF(                 \
      CLGROUP_LLVM_MAJOR) " writes"

enum shape {
  ALONE,    /* -v */
  JOINED,   /* --target=T */
  SEPARATE, /* -Xclang ARG */
  EITHER,   /* -DNAME or -D NAME */
  PREFIX,   /* -Wall, -W: whatever follows belongs to the name */
};

enum id {
  OPT_OUTPUT,
  OPT_EMIT,
  OPT_EMIT_LLVM,
  OPT_ASSEMBLY,
  OPT_IGNORED,
  OPT_TARGET,
  OPT_STRATEGY,
  OPT_MAX_WORK_GROUP_SIZE,
  OPT_DEVICE_MAX_WORK_GROUP_SIZE,
  OPT_SPIRV_VERSION,
  OPT_XSPIRV,
  OPT_DRIVER,
  OPT_NO_VALIDATE,
  OPT_LIBRARY_DIR,
  OPT_COMPILE_ONLY,
  OPT_LANGUAGE,
  OPT_VERBOSE,
  OPT_DRY_RUN,
  OPT_PRINT_TARGETS,
  OPT_VERSION,
  OPT_HELP,
  OPT_CL_STD,
  OPT_CL_EXT,
  OPT_XCLANG,
  OPT_OPTIMISE,
  OPT_CL_OPT_DISABLE,
  OPT_NOSTDINC,
  OPT_CLANG, /* clang's alone */
};

struct option {
  const char *name;
  enum shape shape;
  enum id id;
  const char *value; /* what help calls it */
  const char *help;  /* NULL: a spelling that help does not list */
};

/* Where one name begins another the longer one stands first. */
static const struct option options[] = {
    {"-o", EITHER, OPT_OUTPUT, "FILE", "Write FILE: .spv, .bc or .ll; - is standard output, with --emit"},
    {"--emit=", JOINED, OPT_EMIT, "KIND",
     "Write spv, bc or ll, whatever the output's name says (spv where it says nothing)"},
    {"--target=", JOINED, OPT_TARGET, "T", "Compile for target T (see --print-targets; spirv64)"},
    {"--strategy=", JOINED, OPT_STRATEGY, "S", "How groups work together: auto, " CLGROUP_STRATEGY_WORDS " (auto)"},
    {"--max-work-group-size=", JOINED, OPT_MAX_WORK_GROUP_SIZE, "N",
     "Local memory for N work-items; larger work-groups run a second, slow copy of the kernel's code (1024)"},
    {"--device-max-work-group-size=", JOINED, OPT_DEVICE_MAX_WORK_GROUP_SIZE, "N",
     "No more than N work-items are launched: local memory for N, no second copy (pocl: 4096)"},
    {"--driver=", JOINED, OPT_DRIVER, "NAME",
     "Write code for one driver: pocl, whose compiler fails at some shapes of kernels, or any (any)"},
    {"--spirv-version=", JOINED, OPT_SPIRV_VERSION, "1.X", "Write SPIR-V of at most this version (1.2; subgroup: 1.3)"},
    {"-Xspirv", SEPARATE, OPT_XSPIRV, "ARG", "Give ARG to the llvm-spirv that writes SPIR-V"},
    {"--no-validate", ALONE, OPT_NO_VALIDATE, NULL,
     "Do not check the SPIR-V (where SPIRV-Tools does not know an extension of -Xspirv)"},
    {"--library-dir=", JOINED, OPT_LIBRARY_DIR, "DIR", "Take the device libraries from DIR"},
    {"--compile-only", ALONE, OPT_COMPILE_ONLY, NULL,
     "Link no library: turn one source into a .bc that is an input of a later run"},
    {"-x", EITHER, OPT_LANGUAGE, "LANG",
     "Take the inputs that follow as cl, clcpp, ir or spirv (none: by their names)"},
    {"-c", ALONE, OPT_IGNORED, NULL, "Nothing: clgroup-cc never links for the host"},
    {"-emit-llvm", ALONE, OPT_EMIT_LLVM, NULL, "The same as --emit=bc, and with -S as --emit=ll"},
    {"-S", ALONE, OPT_ASSEMBLY, NULL, "With -emit-llvm: write LLVM assembly"},
    {"-v", ALONE, OPT_VERBOSE, NULL, "Print the commands that are run"},
    {"-###", ALONE, OPT_DRY_RUN, NULL, "Print the commands, and run none"},
    {"--print-targets", ALONE, OPT_PRINT_TARGETS, NULL, "List targets with their triples and strategies"},
    {"--version", ALONE, OPT_VERSION, NULL, "Print the versions and places of what is used"},
    {"--help", ALONE, OPT_HELP, NULL, "Print this"},
    {"-help", ALONE, OPT_HELP, NULL, NULL},
    {"-h", ALONE, OPT_HELP, NULL, NULL},
    {"-cl-std=", JOINED, OPT_CL_STD, "STD", "CL1.2, CL2.0, CL3.0 (default), CLC++2021 (default of .clcpp) ..."},
    {"-cl-ext=", JOINED, OPT_CL_EXT, "LIST", "Switch extensions on and off: +name,-name,+all,-all"},
    {"-cl-opt-disable", ALONE, OPT_CL_OPT_DISABLE, NULL, "Do not optimise"},
    {"-cl-", PREFIX, OPT_CLANG, "...", "OpenCL's other options: -cl-fast-relaxed-math, -cl-kernel-arg-info ..."},
    {"-O", PREFIX, OPT_OPTIMISE, "LEVEL", "Optimise: 0, 1, 2 (default), 3, s, z, fast"},
    {"-D", EITHER, OPT_CLANG, "NAME[=TEXT]", "Define a macro"},
    {"-U", EITHER, OPT_CLANG, "NAME", "Undefine a macro"},
    {"-include", SEPARATE, OPT_CLANG, "FILE", "Include FILE first"},
    {"-imacros", SEPARATE, OPT_CLANG, "FILE", "Take the macros of FILE first"},
    {"-isystem", EITHER, OPT_CLANG, "DIR", "Look for headers in DIR, without warnings"},
    {"-iquote", EITHER, OPT_CLANG, "DIR", "Look for \"headers\" in DIR"},
    {"-I", EITHER, OPT_CLANG, "DIR", "Look for headers in DIR"},
    {"-nostdinc", ALONE, OPT_NOSTDINC, NULL, "Do not look in the system's folders for headers"},
    {"-g", PREFIX, OPT_CLANG, "...", "Write debug information"},
    {"-w", ALONE, OPT_CLANG, NULL, "No warnings"},
    {"-W", PREFIX, OPT_CLANG, "...", "Warnings: -Wall, -Werror ..."},
    {"-pedantic-errors", ALONE, OPT_CLANG, NULL, NULL},
    {"-pedantic", ALONE, OPT_CLANG, NULL, "Warn about what the standard does not have"},
    {"-f", PREFIX, OPT_CLANG, "...", "Flags: -fmacro-prefix-map=, -fdiagnostics-color, -ferror-limit= ..."},
    {"-Xclang", SEPARATE, OPT_XCLANG, "ARG", "Give ARG to clang's front end"},
    {"-mllvm", SEPARATE, OPT_CLANG, "ARG", "Give ARG to clang's LLVM"},
};
enum { OPTIONS = sizeof options / sizeof options[0] };

static const char uniform[] = "cl_khr_work_group_uniform_arithmetic";

static int fail(char **error, const char *format, ...) __attribute__((format(printf, 2, 3)));
static int fail(char **error, const char *format, ...) {
  char text[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  *error = strdup(text);
  return -1;
}

static void *need(void *memory) {
  if (!memory) {
    fputs("clgroup-cc: error: out of memory\n", stderr);
    exit(EXIT_FAILURE);
  }
  return memory;
}

void print_help(FILE *out) {
  fputs("usage: clgroup-cc [OPTION...] INPUT... [-o OUTPUT]\n\n"
        "Compiles OpenCL C and links in the group functions that it calls. Inputs are OpenCL C (.cl), C++ for OpenCL\n"
        "(.clcpp), LLVM modules (.bc, .ll) and SPIR-V (.spv); several become one program. - is standard input, with "
        "-x.\n"
        "Without -o, sum.cl becomes sum.spv (or .bc, .ll) in the current folder, in the place of what had that name; "
        "an\n"
        "input is never written over.\n",
        out);
  for (int clang = 0; clang < 2; clang++) {
    fputs(clang ? "\nclang's options:\n" : "\nOptions:\n", out);
    int is_clang = 0;
    for (int i = 0; i < OPTIONS; i++) {
      const struct option *o = &options[i];
      if (o->id == OPT_CL_STD)
        is_clang = 1; /* from here on the table holds what clang has too */
      if (!o->help || is_clang != clang)
        continue;
      char left[64];
      snprintf(left, sizeof left, "%s%s%s", o->name, o->shape == SEPARATE || o->shape == EITHER ? " " : "",
               o->value ? o->value : "");
      fprintf(out, "  %-26s %s\n", left, o->help);
    }
  }
  fputs("\nEnvironment:\n"
        "  CLGROUP_CLANG              The clang to use\n"
        "  CLGROUP_LLVM_SPIRV         The llvm-spirv to use\n"
        "  CLGROUP_DATA_DIR           Where the device libraries are, unless --library-dir= says so\n"
        "  TMPDIR                     Where temporary files go (/tmp)\n"
        "\nExit status: 0; 1 when the inputs cannot be compiled; 2 for a wrong command line.\n",
        out);
}

/* Levenshtein's distance, of names that are short. */
static size_t distance(const char *a, const char *b) {
  size_t row[64], n = strlen(b);
  if (n >= 64)
    return n;
  for (size_t j = 0; j <= n; j++)
    row[j] = j;
  for (size_t i = 1; a[i - 1]; i++) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= n; j++) {
      size_t best = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      if (row[j] + 1 < best)
        best = row[j] + 1;
      if (row[j - 1] + 1 < best)
        best = row[j - 1] + 1;
      row[j] = best;
    }
  }
  return row[n];
}

/* Keeps in *best the name nearest to `given`. */
static void nearer(const char *given, const char *name, const char **best, size_t *best_distance) {
  size_t d = distance(given, name);
  if (d < *best_distance) {
    *best = name;
    *best_distance = d;
  }
}

/* What a guess must be nearer than: it is worth making where about a third of the name is wrong. */
static size_t guess_limit(const char *given) {
  return strlen(given) / 3 + 3;
}

static int unknown_option(const char *given, char **error) {
  /* What follows '=' is a value, and no part of what was misspelt. */
  char name[64];
  size_t length = strcspn(given, "=");
  snprintf(name, sizeof name, "%.*s", (int)(length + (given[length] == '=')), given);
  const char *best = NULL;
  size_t best_distance = guess_limit(name);
  for (int i = 0; i < OPTIONS; i++)
    if (options[i].shape != PREFIX)
      nearer(name, options[i].name, &best, &best_distance);
  if (best)
    return fail(error, "unknown option '%s': did you mean '%s'?", given, best);
  return fail(error, "unknown option '%s': --help lists the options; -Xclang ARG gives any ARG to clang", given);
}

static const struct option *find_option(const char *argument) {
  for (int i = 0; i < OPTIONS; i++) {
    const struct option *o = &options[i];
    size_t length = strlen(o->name);
    int whole = o->shape == ALONE || o->shape == SEPARATE;
    if (!strncmp(argument, o->name, length) && (!whole || !argument[length]))
      return o;
  }
  return NULL;
}

static int set_emit(const char *value, struct clgroup_compile_options *c) {
  static const char *const kinds[] = {[CLGROUP_EMIT_SPV] = "spv", [CLGROUP_EMIT_BC] = "bc", [CLGROUP_EMIT_LL] = "ll"};
  for (int i = 0; i < 3; i++)
    if (!strcmp(value, kinds[i])) {
      c->emit = (enum clgroup_output_kind)i;
      return 1;
    }
  return 0;
}

/* The language that `name` stands for after -x; -1: unknown. */
static int language(const char *name) {
  static const char *const names[] = {
      [CLGROUP_CL] = "cl", [CLGROUP_CLCPP] = "clcpp", [CLGROUP_IR] = "ir", [CLGROUP_SPIRV] = "spirv"};
  for (int i = 0; i < 4; i++)
    if (!strcmp(name, names[i]))
      return i;
  return -1;
}

/* The language that a file's name says; -1: none. */
static int language_of(const char *path) {
  static const struct {
    const char *suffix;
    enum clgroup_input_kind kind;
  } suffixes[] = {{".cl", CLGROUP_CL},
                  {".clcpp", CLGROUP_CLCPP},
                  {".bc", CLGROUP_IR},
                  {".ll", CLGROUP_IR},
                  {".spv", CLGROUP_SPIRV}};
  const char *slash = strrchr(path, '/');
  const char *dot = strrchr(slash ? slash : path, '.');
  for (int i = 0; dot && i < 5; i++)
    if (!strcmp(dot, suffixes[i].suffix))
      return suffixes[i].kind;
  return -1;
}

/* How hard lowering optimises is what clang was asked for; s and z stand between 2 and 3. */
static int set_level(const char *value, unsigned *level) {
  static const struct {
    const char *value;
    unsigned level;
  } levels[] = {{"", 1}, {"0", 0}, {"1", 1}, {"2", 2}, {"3", 3}, {"4", 3}, {"s", 2}, {"z", 2}, {"g", 1}, {"fast", 3}};
  for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
    if (!strcmp(value, levels[i].value)) {
      *level = levels[i].level;
      return 1;
    }
  return 0;
}

static int set_work_group_size(const char *value, unsigned *size) {
  char *end;
  unsigned long n = strtoul(value, &end, 10);
  if (*value < '0' || *value > '9' || *end || n < 1 || n > 65536)
    return 0;
  *size = (unsigned)n;
  return 1;
}

static int set_target(const char *value, struct clgroup_compile_options *c, char **error) {
  c->target = value;
  if (clgroup_find_target(value))
    return 0;
  const char *best = NULL;
  size_t best_distance = guess_limit(value);
  for (size_t i = 0; i < sizeof clgroup_targets / sizeof clgroup_targets[0]; i++)
    nearer(value, clgroup_targets[i].name, &best, &best_distance);
  if (best)
    return fail(error, "unknown target '%s': did you mean '%s'?", value, best);
  return fail(error, "unknown target '%s': --print-targets lists them", value);
}

static int set_strategy(const char *value, struct clgroup_compile_options *c, char **error) {
  c->strategy = value;
  if (!strcmp(value, "auto"))
    return 0;
  for (const char *const *s = clgroup_strategies; *s; s++)
    if (!strcmp(value, *s))
      return 0;
  return fail(error, "unknown strategy '%s': use auto, " CLGROUP_STRATEGY_WORDS, value);
}

/* -cl-ext= of clang's driver does not exist, and of its front end knows nothing of the extension that clgroup brings:
 * takes that one out and leaves the rest in *rest, NULL where nothing is left. */
static void take_extensions(const char *list, struct clgroup_compile_options *c, char **rest) {
  char *kept = need(malloc(strlen(list) + sizeof "-cl-ext="));
  strcpy(kept, "-cl-ext=");
  size_t empty = strlen(kept);
  for (const char *at = list; *at;) {
    size_t length = strcspn(at, ",");
    int is_uniform = length == sizeof uniform && !strncmp(at + 1, uniform, length - 1);
    if (length && (is_uniform || (length == 4 && !strncmp(at + 1, "all", 3))))
      c->without_uniform = *at == '-';
    if (!is_uniform) {
      if (strlen(kept) > empty)
        strcat(kept, ",");
      strncat(kept, at, length);
    }
    at += length + (at[length] == ',');
  }
  *rest = kept;
  if (strlen(kept) == empty) {
    free(kept);
    *rest = NULL;
  }
}

/* The parser's place and what it has seen so far. */
struct parser {
  int argc;
  char *const *argv;
  int at;
  struct command_line *line;
  char **error;
  const char *output;
  int emit_given;
  int assembly;
  int emit_llvm;
  int level_given; /* -O, which clang puts above -cl-opt-disable */
  int forced;      /* the language after -x; -1: by name */
};

static void to_clang(struct parser *p, const char *argument) {
  p->line->clang_args[p->line->compile.clang_arg_count++] = argument;
}

/* Leaves `made` to free_command_line. */
static void keep(struct command_line *line, char *made) {
  line->made = need(realloc(line->made, (line->made_count + 1) * sizeof *line->made));
  line->made[line->made_count++] = made;
}

static int extensions(struct parser *p, const char *list) {
  char *rest;
  take_extensions(list, &p->line->compile, &rest);
  if (rest) {
    to_clang(p, "-Xclang");
    to_clang(p, rest);
    keep(p->line, rest);
  }
  return 0;
}

static int bad_value(struct parser *p, const struct option *o, const char *value, const char *instead) {
  return fail(p->error, "bad value '%s' of '%s': %s", value, o->name, instead);
}

static int take_option(struct parser *p, const struct option *o) {
  const char *argument = p->argv[p->at];
  const char *value = argument + strlen(o->name);
  struct clgroup_compile_options *c = &p->line->compile;
  int separate = o->shape == SEPARATE || (o->shape == EITHER && !*value);
  if (separate)
    value = ++p->at < p->argc ? p->argv[p->at] : "";
  if (o->shape != ALONE && o->shape != PREFIX && !*value)
    return fail(p->error, "'%s' needs a value: %s%s%s", o->name, o->name, o->shape == JOINED ? "" : " ", o->value);

  switch (o->id) {
  case OPT_OUTPUT:
    if (p->output)
      return fail(p->error, "two outputs, '%s' and '%s': give -o once", p->output, value);
    p->output = value;
    return 0;
  case OPT_EMIT:
    p->emit_given = 1;
    return set_emit(value, c) ? 0 : bad_value(p, o, value, "use spv, bc or ll");
  case OPT_EMIT_LLVM:
    p->emit_llvm = 1;
    return 0;
  case OPT_ASSEMBLY:
    p->assembly = 1;
    return 0;
  case OPT_IGNORED:
    return 0;
  case OPT_TARGET:
    return set_target(value, c, p->error);
  case OPT_STRATEGY:
    return set_strategy(value, c, p->error);
  case OPT_MAX_WORK_GROUP_SIZE:
    return set_work_group_size(value, &c->max_work_group_size)
               ? 0
               : bad_value(p, o, value, "use a number of work-items from 1 to 65536");
  case OPT_DEVICE_MAX_WORK_GROUP_SIZE:
    return set_work_group_size(value, &c->device_max_work_group_size)
               ? 0
               : bad_value(p, o, value, "use a number of work-items from 1 to 65536");
  case OPT_SPIRV_VERSION:
    c->spirv_version = value;
    return !strncmp(value, "1.", 2) && value[2] >= '0' && value[2] <= '0' + CLGROUP_SPIRV_MINOR && !value[3]
               ? 0
               : bad_value(p, o, value, SPIRV_VERSIONS);
  case OPT_XSPIRV:
    p->line->spirv_args[c->spirv_arg_count++] = value;
    return 0;
  case OPT_DRIVER:
    c->for_pocl = !strcmp(value, "pocl");
    return c->for_pocl || !strcmp(value, "any") ? 0 : bad_value(p, o, value, "use pocl or any");
  case OPT_NO_VALIDATE:
    c->without_validation = 1;
    return 0;
  case OPT_LIBRARY_DIR:
    c->library_dir = value;
    return 0;
  case OPT_COMPILE_ONLY:
    c->compile_only = 1;
    return 0;
  case OPT_LANGUAGE:
    p->forced = language(value);
    return p->forced >= 0 || !strcmp(value, "none") ? 0 : bad_value(p, o, value, "use cl, clcpp, ir, spirv or none");
  case OPT_VERBOSE:
    c->print_commands = 1;
    return 0;
  case OPT_DRY_RUN:
    c->dry_run = 1;
    return 0;
  case OPT_PRINT_TARGETS:
    p->line->action = ACTION_PRINT_TARGETS;
    return 0;
  case OPT_VERSION:
    p->line->action = ACTION_VERSION;
    return 0;
  case OPT_HELP:
    p->line->action = ACTION_HELP;
    return 0;
  case OPT_CL_STD:
    c->cl_std = value;
    return 0;
  case OPT_CL_EXT:
    return extensions(p, value);
  case OPT_XCLANG:
    if (!strncmp(value, "-cl-ext=", 8))
      return extensions(p, value + 8);
    to_clang(p, argument);
    to_clang(p, value);
    return 0;
  case OPT_OPTIMISE:
    if (!set_level(value, &c->opt_level))
      return bad_value(p, o, value, "use 0, 1, 2, 3, s, z or fast");
    p->level_given = 1;
    to_clang(p, argument);
    return 0;
  case OPT_CL_OPT_DISABLE:
    if (!p->level_given)
      c->opt_level = 0;
    to_clang(p, argument);
    return 0;
  case OPT_NOSTDINC:
    to_clang(p,
             "-nostdlibinc"); /* clang declares OpenCL C in a header of its own, which -nostdinc would hide from it */
    return 0;
  case OPT_CLANG:
    to_clang(p, argument);
    if (separate)
      to_clang(p, value);
  }
  return 0;
}

static int take_input(struct parser *p, const char *path) {
  int kind = p->forced >= 0 ? p->forced : language_of(path);
  if (kind < 0 && !strcmp(path, "-"))
    return fail(p->error, "cannot tell what standard input holds: add -x cl, clcpp, ir or spirv before '-'");
  if (kind < 0)
    return fail(p->error,
                "cannot tell what '%s' holds: name it .cl, .clcpp, .bc, .ll or .spv, or add -x cl, clcpp, ir or spirv "
                "before it",
                path);
  if (path[0] == '-' && path[1]) { /* after "--"; the tools that are started would take it for an option */
    char *plain = need(malloc(strlen(path) + sizeof "./"));
    sprintf(plain, "./%s", path);
    keep(p->line, plain);
    path = plain;
  }
  p->line->inputs[p->line->compile.input_count++] = (struct clgroup_input){path, (enum clgroup_input_kind)kind};
  return 0;
}

/* What is written, and where to: from -o, from --emit, and as clang does from the input's name where there is no -o. */
static int settle_output(struct parser *p) {
  struct clgroup_compile_options *c = &p->line->compile;
  if (c->input_count == 0)
    return fail(p->error, "no input: give a .cl, .clcpp, .bc, .ll or .spv file");
  if (p->assembly && !p->emit_llvm)
    return fail(p->error, "-S without -emit-llvm: there is no assembly to write; use --emit=ll for LLVM's");
  if (p->emit_llvm) {
    c->emit = p->assembly ? CLGROUP_EMIT_LL : CLGROUP_EMIT_BC;
    p->emit_given = 1;
  }
  if (c->compile_only && !p->output && !p->emit_given)
    c->emit = CLGROUP_EMIT_BC;
  if (!p->output) {
    static const char *const suffix[] = {".spv", ".bc", ".ll"};
    if (c->input_count > 1 || !strcmp(p->line->inputs[0].path, "-"))
      return fail(p->error, "no output: add -o FILE");
    const char *base = strrchr(p->line->inputs[0].path, '/');
    base = base ? base + 1 : p->line->inputs[0].path;
    const char *dot = strrchr(base, '.');
    size_t length = dot && dot != base ? (size_t)(dot - base) : strlen(base);
    char *name = need(malloc(length + sizeof ".spv"));
    memcpy(name, base, length);
    strcpy(name + length, suffix[c->emit]);
    keep(p->line, name);
    c->output = name;
    return 0;
  }
  c->output = p->output;
  if (p->emit_given)
    return 0;
  const char *slash = strrchr(p->output, '/');
  const char *dot = strrchr(slash ? slash : p->output, '.');
  if (!dot || !set_emit(dot + 1, c))
    return fail(p->error,
                "cannot tell what to write to '%s': end its name in .spv, .bc or .ll, or add --emit=spv, bc or ll",
                p->output);
  return 0;
}

/* The sub-group shuffles came with SPIR-V 1.3. */
static int check_version(struct parser *p) {
  const struct clgroup_compile_options *c = &p->line->compile;
  if (c->spirv_version && c->emit == CLGROUP_EMIT_SPV && !strcmp(c->strategy, "subgroup") && c->spirv_version[2] < '3')
    return fail(p->error,
                "--strategy=subgroup needs SPIR-V 1.3 and --spirv-version=%s is older: use 1.3, or another strategy",
                c->spirv_version);
  return 0;
}

/* Without the library there is one step, clang's. */
static int check_compile_only(struct parser *p) {
  const struct clgroup_compile_options *c = &p->line->compile;
  enum clgroup_input_kind kind = p->line->inputs[0].kind;
  if (!c->compile_only)
    return 0;
  if (c->input_count > 1 || (kind != CLGROUP_CL && kind != CLGROUP_CLCPP))
    return fail(p->error, "--compile-only takes one .cl or .clcpp: compile each source, and then link all of them");
  if (c->emit != CLGROUP_EMIT_BC)
    return fail(p->error, "--compile-only writes a .bc: SPIR-V and assembly are made when the library is linked");
  return 0;
}

int parse_command_line(int argc, char *const *argv, struct command_line *line, char **error) {
  *line = (struct command_line){
      .inputs = need(calloc((size_t)argc, sizeof *line->inputs)),
      .clang_args = need(calloc(2 * (size_t)argc, sizeof *line->clang_args)),
      .spirv_args = need(calloc((size_t)argc, sizeof *line->spirv_args)),
  };
  line->compile = (struct clgroup_compile_options){
      .inputs = line->inputs,
      .clang_args = line->clang_args,
      .spirv_args = line->spirv_args,
      .target = clgroup_targets[0].name,
      .strategy = "auto",
      .opt_level = 2,
  };
  struct parser p = {.argc = argc, .argv = argv, .line = line, .error = error, .forced = -1};
  int only_inputs = 0;
  for (p.at = 1; p.at < argc; p.at++) {
    const char *argument = argv[p.at];
    const struct option *o;
    if (only_inputs || argument[0] != '-' || !argument[1]) {
      if (take_input(&p, argument))
        return -1;
    } else if (!strcmp(argument, "--"))
      only_inputs = 1;
    else if (!(o = find_option(argument)))
      return unknown_option(argument, error);
    else if (take_option(&p, o))
      return -1;
  }
  if (line->action != ACTION_COMPILE)
    return 0;
  return settle_output(&p) || check_version(&p) || check_compile_only(&p) ? -1 : 0;
}

void free_command_line(struct command_line *line) {
  free(line->inputs);
  free(line->clang_args);
  free(line->spirv_args);
  for (size_t i = 0; i < line->made_count; i++)
    free(line->made[i]);
  free(line->made);
}
