#include "clgroup-cc/options.h"

#include "clgroup-cc/values.h"
#include "manual/page.h"
#include "targets/strategies.h"
#include "targets/targets.h"

#include <stdlib.h>
#include <string.h>

#define TEXT(number) #number
#define TEXT_OF(macro) TEXT(macro)
#define SPIRV_VERSIONS                                                                                                 \
  "a version from 1.0 to 1." TEXT_OF(CLGROUP_SPIRV_MINOR) ", the newest that llvm-spirv " TEXT_OF(                     \
      CLGROUP_LLVM_MAJOR) " writes"

static const char work_group_sizes[] = "a number of work-items from 1 to 65536";

enum id {
#define SECTION(heading)
#define OPTION(id, ...) OPT_##id,
#define CLANG_OPTION(...)
#define SPELLING(...)
#include "clgroup-cc/options.inc"
  OPT_CLANG, /* clang's alone */
};

struct option {
  enum id id;
  const char *name;
  enum option_shape shape;
  const char *value, *words; /* as in struct page_option */
};

static const struct option options[] = {
#define SECTION(heading)
#define OPTION(id, name, shape, value, words, help, more) {OPT_##id, name, shape, value, words},
#define CLANG_OPTION(name, shape, value, help) {OPT_CLANG, name, shape, value, NULL},
#define SPELLING(id, name) {OPT_##id, name, ALONE, NULL, NULL},
#include "clgroup-cc/options.inc"
};
enum { OPTIONS = sizeof options / sizeof options[0] };

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

/* The option of the longest name that the argument begins with. */
static const struct option *find_option(const char *argument) {
  const struct option *longest = NULL;
  for (int i = 0; i < OPTIONS; i++) {
    const struct option *o = &options[i];
    const size_t length = strlen(o->name);
    const int whole = o->shape == ALONE || o->shape == SEPARATE;
    if (!strncmp(argument, o->name, length) && (!whole || !argument[length]) &&
        (!longest || length > strlen(longest->name)))
      longest = o;
  }
  return longest;
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
  return fail(p->error, "bad value '%s' of '%s': use %s", value, o->name, instead);
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
    return set_emit(value, c) ? 0 : bad_value(p, o, value, o->words);
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
    c->strategy = value;
    return is_strategy(value) ? 0 : fail(p->error, "unknown strategy '%s': use %s", value, o->words);
  case OPT_MAX_WORK_GROUP_SIZE:
    return set_work_group_size(value, &c->max_work_group_size) ? 0 : bad_value(p, o, value, work_group_sizes);
  case OPT_DEVICE_MAX_WORK_GROUP_SIZE:
    return set_work_group_size(value, &c->device_max_work_group_size) ? 0 : bad_value(p, o, value, work_group_sizes);
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
    return c->for_pocl || !strcmp(value, "any") ? 0 : bad_value(p, o, value, o->words);
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
    return p->forced >= 0 || !strcmp(value, "none") ? 0 : bad_value(p, o, value, o->words);
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
      return bad_value(p, o, value, o->words);
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
