/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* vasprintf */
#include "clgroup-cc/options.h"

#include "clgroup-cc/values.h"
#include "manual/page.h"
#include "names/extensions.h"
#include "names/strategies.h"
#include "targets/targets.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT(number) #number
#define TEXT_OF(macro) TEXT(macro)
#define SPIRV_VERSIONS                                                                                                 \
  "a version from 1.0 to 1." TEXT_OF(CLGROUP_SPIRV_MINOR) ", the newest that llvm-spirv " TEXT_OF(                     \
      CLGROUP_LLVM_MAJOR) " writes"

enum id {
#define SECTION(heading)
#define OPTION(id, ...) OPT_##id,
#define CLANG_OPTION(...)
#define SPELLING(...)
#include "clgroup-cc/options.inc"
  OPT_CLANG, /* only passed to clang */
};

struct option {
  enum id id;
  const char *name;
  enum option_shape shape;
  const char *value, *words; /* as in struct page_option */
};

/* Another name of an option with a value ends in '=', too. */
#define SPELLING_SHAPE(name) (name[sizeof name - 2] == '=' ? JOINED : ALONE)

static const struct option options[] = {
#define SECTION(heading)
#define OPTION(id, name, shape, value, words, help, more) {OPT_##id, name, shape, value, words},
#define CLANG_OPTION(name, shape, value, help) {OPT_CLANG, name, shape, value, NULL},
#define SPELLING(id, name) {OPT_##id, name, SPELLING_SHAPE(name), NULL, NULL},
#include "clgroup-cc/options.inc"
};
enum { OPTIONS = sizeof options / sizeof options[0] };

static int unknown_option(const char *given, char **error) {
  /* What follows '=' is a value, not part of the misspelled name. */
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
  return fail(error, "unknown option '%s': --help lists the options; -Xclang ARG passes any ARG to clang", given);
}

/* The option with the longest name that the argument begins with. */
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

/* The parser's position, and the options that it has seen so far. */
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
  int level_given; /* -O, which overrides -cl-opt-disable in clang */
  const char *opt_disable;
  const char *deps; /* -MD or -MMD */
  int save_temps;
  int forced; /* the language after -x; -1: by name */
};

static void to_clang(struct parser *p, const char *argument) {
  p->line->clang_args[p->line->compile.clang_arg_count++] = argument;
}

/* sprintf into memory that free_command_line will free. */
static char *make(struct parser *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
static char *make(struct parser *p, const char *format, ...) {
  char *text;
  va_list args;
  va_start(args, format);
  need(vasprintf(&text, format, args) < 0 ? NULL : text);
  va_end(args);
  add_argument(&p->line->made, text);
  return text;
}

/* A rule may have several targets. */
static void add_dep_target(struct parser *p, const char *name) {
  const char *before = p->line->compile.dep_target;
  p->line->compile.dep_target = make(p, "%s%s%s", before ? before : "", before ? " " : "", name);
}

static int extensions(struct parser *p, const char *list) {
  char *rest;
  take_extensions(list, &p->line->compile, &rest);
  if (rest) {
    to_clang(p, "-Xclang");
    to_clang(p, rest);
    add_argument(&p->line->made, rest);
  }
  return 0;
}

static int bad_value(struct parser *p, const struct option *o, const char *value, const char *instead) {
  return fail(p->error, "bad value '%s' of '%s': use %s", value, o->name, instead);
}

/* Options that choose an action or set a flag, or whose value is kept: a text, or a number from 1 to `most`. */
static int store(struct parser *p, const struct option *o, const char *value) {
  struct clgroup_compile_options *c = &p->line->compile;
  const struct {
    enum id id;
    enum action action;
    int *flag;
    const char **text;
    unsigned *number, most;
    const char *unit;
  } places[] = {
      {OPT_PRINT_TARGETS, .action = ACTION_PRINT_TARGETS},
      {OPT_VERSION, .action = ACTION_VERSION},
      {OPT_HELP, .action = ACTION_HELP},
      {OPT_EMIT_LLVM, .flag = &p->emit_llvm},
      {OPT_ASSEMBLY, .flag = &p->assembly},
      {OPT_SAVE_TEMPS, .flag = &p->save_temps},
      {OPT_NO_VALIDATE, .flag = &c->without_validation},
      {OPT_COMPILE_ONLY, .flag = &c->compile_only},
      {OPT_SYNTAX_ONLY, .flag = &c->syntax_only},
      {OPT_VERBOSE, .flag = &c->print_commands},
      {OPT_DRY_RUN, .flag = &c->dry_run},
      {OPT_MARCH, .text = &c->march},
      {OPT_LIBCLC, .text = &c->lower.libclc},
      {OPT_LIBRARY_DIR, .text = &c->lower.folder},
      {OPT_CL_STD, .text = &c->cl_std},
      {OPT_DEPS_FILE, .text = &c->dep_file},
      {OPT_MAX_WORK_GROUP_SIZE, .number = &c->lower.max_work_group_size, .most = 65536, .unit = "work-items"},
      {OPT_DEVICE_MAX_WORK_GROUP_SIZE, .number = &c->lower.device_max_work_group_size, .most = 65536,
       .unit = "work-items"},
      {OPT_LOCAL_MEMORY_SIZE, .number = &c->lower.local_memory_size, .most = 1 << 30, .unit = "bytes"},
      {OPT_LEAVE_VECTORS, .number = &c->lower.leave_vectors, .most = 1 << 30, .unit = "bytes"},
  };
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    if (places[i].id != o->id)
      continue;
    if (places[i].action)
      p->line->action = places[i].action;
    else if (places[i].flag)
      *places[i].flag = 1;
    else if (places[i].text)
      *places[i].text = value;
    else if (!set_number(value, places[i].most, places[i].number))
      return fail(p->error, "bad value '%s' of '%s': use a number of %s from 1 to %u", value, o->name, places[i].unit,
                  places[i].most);
    return 0;
  }
  return unknown_option(o->name, p->error); /* a row of options.inc that nothing handles */
}

static int take_clang_option(struct parser *p, const struct option *o, const char *argument, const char *value) {
  switch (o->id) {
  case OPT_CL_EXT:
    return extensions(p, value);
  case OPT_XCLANG:
    if (!strncmp(value, "-cl-ext=", 8))
      return extensions(p, value + 8);
    to_clang(p, argument);
    to_clang(p, value);
    return 0;
  case OPT_OPTIMISE:
    if (!set_level(value, &p->line->compile.lower.opt_level))
      return bad_value(p, o, value, o->words);
    p->level_given = 1;
    to_clang(p, argument);
    return 0;
  case OPT_CL_OPT_DISABLE:
    p->opt_disable = argument;
    return 0;
  case OPT_NOSTDINC:
    to_clang(p, "-nostdlibinc"); /* -nostdinc would hide clang's header that declares OpenCL C */
    return 0;
  case OPT_CLANG:
    if (o->shape != ALONE && o->shape != PREFIX && *value == '@')
      return fail(p->error, "bad value '%s' of '%s': clang would take it for a response file", value, o->name);
    if (!strncmp(argument, "-Wp,-M", 6))
      return fail(p->error, "'%s' would write a rule for clang's output: use -MD or -MMD, and -MF FILE", argument);
    p->line->compile.quiet |= !strcmp(o->name, "-w");
    to_clang(p, argument);
    if (value == p->argv[p->at]) /* a word of its own */
      to_clang(p, value);
    return 0;
  default:
    return store(p, o, value);
  }
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
  case OPT_IGNORED:
    return 0;
  case OPT_TARGET:
    return set_target(value, c, p->error);
  case OPT_WAVE64:
    c->wave_size = 64;
    return 0;
  case OPT_STRATEGY:
    c->lower.strategy = strcmp(value, "auto") ? value : NULL;
    return is_strategy(value) ? 0 : fail(p->error, "unknown strategy '%s': use %s", value, o->words);
  case OPT_DEVICE_SUB_GROUP_SIZE: {
    unsigned size;
    if (!set_number(value, 4096, &size) || size & (size - 1))
      return bad_value(p, o, value, "a power of two from 1 to 4096");
    c->lower.device_sub_group_sizes |= size;
    return 0;
  }
  case OPT_PROVIDE: {
    const char *unknown, *before = c->lower.provide;
    clgroup_extensions_of_list(value, &unknown);
    c->lower.provide = before ? make(p, "%s,%s", before, value) : value;
    return unknown ? fail(p->error, CLGROUP_NO_EXTENSION " (--provide)", (int)strcspn(unknown, ","), unknown) : 0;
  }
  case OPT_SPIRV_VERSION:
    c->spirv_version = value;
    return !strncmp(value, "1.", 2) && value[2] >= '0' && value[2] <= '0' + CLGROUP_SPIRV_MINOR && !value[3]
               ? 0
               : bad_value(p, o, value, SPIRV_VERSIONS);
  case OPT_XSPIRV:
    p->line->spirv_args[c->spirv_arg_count++] = value;
    return 0;
  case OPT_DRIVER:
    c->lower.for_pocl = !strcmp(value, "pocl");
    c->lower.for_nvidia = !strcmp(value, "nvidia");
    return c->lower.for_pocl || c->lower.for_nvidia || !strcmp(value, "any") ? 0 : bad_value(p, o, value, o->words);
  case OPT_POCL_DEVICE:
    c->lower.for_pocl = true;
    c->lower.pocl_device = value;
    return 0;
  case OPT_LANGUAGE:
    p->forced = language(value);
    return p->forced >= 0 || !strcmp(value, "none") ? 0 : bad_value(p, o, value, o->words);
  case OPT_DEPS:
  case OPT_USER_DEPS:
    p->deps = o->name;
    c->dep_system = o->id == OPT_DEPS;
    return 0;
  case OPT_DEPS_TARGET:
    add_dep_target(p, value);
    return 0;
  case OPT_DEPS_QUOTED_TARGET: {
    char *quoted = need(clgroup_quote_for_make(value));
    add_dep_target(p, quoted);
    free(quoted);
    return 0;
  }
  default:
    return take_clang_option(p, o, argument, value);
  }
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
  const char *slash = strrchr(path, '/');
  if ((slash ? slash[1] : *path) == '@' && (kind == CLGROUP_CL || kind == CLGROUP_CLCPP))
    return fail(p->error, "clang would take '%s' for a response file: rename it", path);
  /* A name after "--", which the tools would take for an option. */
  if (path[0] == '-' && path[1])
    path = make(p, "./%s", path);
  p->line->inputs[p->line->compile.input_count++] = (struct clgroup_input){path, (enum clgroup_input_kind)kind};
  return 0;
}

/* What is written for the target by default. */
static const char *first_output(struct parser *p) {
  const char *outputs = clgroup_find_target(p->line->compile.lower.target)->outputs;
  return make(p, "%.*s", (int)strcspn(outputs, " "), outputs);
}

/* Decides what is written, and where: by -o, --emit or, without -o, by the input's name as clang does. */
static int settle_output(struct parser *p) {
  struct clgroup_compile_options *c = &p->line->compile;
  if (c->input_count == 0)
    return fail(p->error, "no input: give a .cl, .clcpp, .bc, .ll or .spv file");
  if (p->assembly && !p->emit_llvm) {
    static const enum clgroup_output_kind assembly[] = {CLGROUP_EMIT_PTX, CLGROUP_EMIT_S};
    for (int i = 0; i < 2 && !p->emit_given; i++)
      if (clgroup_target_writes(clgroup_find_target(c->lower.target), assembly[i])) {
        c->emit = assembly[i];
        p->emit_given = 1;
      }
    if (!p->emit_given)
      return fail(p->error, "-S without -emit-llvm: target %s has no assembly; use --emit=ll for LLVM's",
                  c->lower.target);
  }
  if (p->emit_llvm) {
    c->emit = p->assembly ? CLGROUP_EMIT_LL : CLGROUP_EMIT_BC;
    p->emit_given = 1;
  }
  if (c->compile_only && !p->output && !p->emit_given)
    c->emit = CLGROUP_EMIT_BC;
  if (!p->output) {
    if (!p->emit_given && !c->compile_only)
      set_emit(first_output(p), c);
    if (c->input_count > 1 || !strcmp(p->line->inputs[0].path, "-"))
      return fail(p->error, "no output: add -o FILE");
    const char *base = strrchr(p->line->inputs[0].path, '/');
    base = base ? base + 1 : p->line->inputs[0].path;
    const char *dot = strrchr(base, '.');
    size_t length = dot && dot != base ? (size_t)(dot - base) : strlen(base);
    c->output = make(p, "%.*s.%s", (int)length, base, clgroup_output_kinds[c->emit]);
    return 0;
  }
  c->output = p->output;
  if (p->emit_given)
    return 0;
  const char *slash = strrchr(p->output, '/');
  const char *dot = strrchr(slash ? slash : p->output, '.');
  if (!dot || !set_emit(dot + 1, c))
    return fail(p->error, "cannot tell what to write to '%s': end its name in .%s, .bc or .ll, or add --emit=KIND",
                p->output, first_output(p));
  return 0;
}

static int check_version(struct parser *p) {
  const struct clgroup_compile_options *c = &p->line->compile;
  if (!c->spirv_version || c->emit != CLGROUP_EMIT_SPV || !c->lower.strategy)
    return 0;
  const unsigned least = clgroup_strategy_row(c->lower.strategy)->spirv_minor;
  if ((unsigned)(c->spirv_version[2] - '0') < least)
    return fail(p->error,
                "--strategy=%s needs SPIR-V 1.%u and --spirv-version=%s is older: use 1.%u, or another strategy",
                c->lower.strategy, least, c->spirv_version, least);
  return 0;
}

static int check_pocl_device(struct parser *p) {
  const struct clgroup_compile_options *c = &p->line->compile;
  return c->lower.pocl_device && (strncmp(c->lower.target, "spirv", 5) != 0 || c->compile_only)
             ? fail(p->error, "--pocl-device is for spirv64 or spirv32, and not for --compile-only")
             : 0;
}

/* --compile-only has one step, clang's. */
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

static int check_syntax_only(struct parser *p) {
  const struct clgroup_compile_options *c = &p->line->compile;
  if (c->input_count == 0)
    return fail(p->error, "no input: give a .cl or .clcpp file");
  for (size_t i = 0; i < c->input_count; i++)
    if (c->inputs[i].kind != CLGROUP_CL && c->inputs[i].kind != CLGROUP_CLCPP)
      return fail(p->error, "-fsyntax-only checks sources, and '%s' is not one: give .cl or .clcpp files",
                  c->inputs[i].path);
  if (p->deps || c->dep_file || p->save_temps)
    return fail(p->error, "-fsyntax-only writes no file: leave out %s",
                p->deps       ? p->deps
                : c->dep_file ? "-MF"
                              : "-save-temps");
  return 0;
}

/* The files beside the output: "dir/sum.spv" has "dir/sum.d", and intermediate modules that begin with "dir/sum.". */
static int settle_files(struct parser *p) {
  struct clgroup_compile_options *c = &p->line->compile;
  const char *needs = p->save_temps ? "-save-temps" : p->deps && !c->dep_file ? p->deps : NULL;
  if (!p->deps && (c->dep_file || c->dep_target))
    return fail(p->error, "%s without -MD or -MMD: there is no rule to write", c->dep_file ? "-MF" : "-MT or -MQ");
  if (needs && !strcmp(c->output, "-"))
    return fail(p->error, "%s names files after the output, and standard output has no name: add -o FILE%s", needs,
                needs == p->deps ? " or -MF FILE" : "");
  if (p->deps && !strcmp(c->output, "-") && !c->dep_target)
    return fail(p->error, "standard output cannot be a rule's target: add -MT NAME or -o FILE");
  const char *slash = strrchr(c->output, '/');
  const char *base = slash ? slash + 1 : c->output;
  const char *dot = strrchr(base, '.');
  const int length = (int)((dot && dot != base ? dot : base + strlen(base)) - c->output);
  if (p->save_temps) /* a name that the tools do not take for an option */
    c->save_temps = make(p, "%s%.*s", *c->output == '-' ? "./" : "", length, c->output);
  if (p->deps && !c->dep_file)
    c->dep_file = make(p, "%.*s.d", length, c->output);
  return 0;
}

static int needs_value(const char *argument) {
  const struct option *o = find_option(argument);
  return o && (o->shape == SEPARATE || o->shape == EITHER) && !strcmp(o->name, argument);
}

int parse_command_line(int argc, char *const *argv, struct command_line *line, char **error) {
  *line = (struct command_line){0};
  if (expand_arguments(argc, argv, needs_value, &line->arguments, error))
    return -1;
  argc = (int)line->arguments.count;
  argv = line->arguments.items;
  *line = (struct command_line){
      .arguments = line->arguments,
      .inputs = need(calloc((size_t)argc, sizeof *line->inputs)),
      .clang_args = need(calloc(2 * (size_t)argc, sizeof *line->clang_args)),
      .spirv_args = need(calloc((size_t)argc, sizeof *line->spirv_args)),
  };
  line->compile = (struct clgroup_compile_options){
      .inputs = line->inputs,
      .clang_args = line->clang_args,
      .spirv_args = line->spirv_args,
      .lower = {.target = clgroup_targets[0].name, .opt_level = 2},
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
  /* PoCL optimizes what it loads in any case, and may do it wrong if nothing was optimized before (docs/drivers.md). */
  if (p.opt_disable && !line->compile.lower.for_pocl) {
    line->compile.lower.opt_level = p.level_given ? line->compile.lower.opt_level : 0;
    to_clang(&p, p.opt_disable);
  }
  if (line->compile.syntax_only)
    return check_syntax_only(&p);
  return settle_output(&p) || check_version(&p) || check_pocl_device(&p) || check_compile_only(&p) || settle_files(&p)
             ? -1
             : 0;
}

void free_command_line(struct command_line *line) {
  free(line->inputs);
  free(line->clang_args);
  free(line->spirv_args);
  free_arguments(&line->made);
  free_arguments(&line->arguments);
}
