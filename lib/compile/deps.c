/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "compile/deps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *clgroup_quote_for_make(const char *name) {
  char *quoted = malloc(2 * strlen(name) + 1), *to = quoted;
  for (; quoted && *name; name++) {
    if (*name == ' ' || *name == '\t' || *name == '#')
      *to++ = '\\';
    else if (*name == '$')
      *to++ = '$';
    *to++ = *name;
  }
  if (quoted)
    *to = '\0';
  return quoted;
}

static const char *quoted(struct run *r, const char *name) {
  char *made = clgroup_quote_for_make(name);
  const char *kept = clgroup_text(r->s, "%s", made ? made : name);
  free(made);
  return kept;
}

static const char *target(struct run *r) {
  return r->o->dep_target ? r->o->dep_target : quoted(r, r->o->output);
}

static const char *clang_file(struct run *r, size_t index) {
  return run_temp_name(r, clgroup_text(r->s, "%zu.d", index));
}

int deps_open(struct run *r) {
  if (!r->o->dep_file)
    return 0;
  const int is_output = !strcmp(r->o->dep_file, r->o->output);
  if (is_output || (strcmp(r->o->dep_file, "-") && run_is_input(r, r->o->dep_file)))
    return clgroup_fail(r->s, "the dependency file '%s' is also %s: give another name with -MF", r->o->dep_file,
                        is_output ? "the output" : "an input");
  return r->o->dry_run ? 0 : clgroup_output_open(r->s, r->o->dep_file, &r->deps);
}

int deps_add_options(struct run *r, size_t index, struct clgroup_argv *argv) {
  if (!r->o->dep_file)
    return 0;
  const char *file = clang_file(r, index);
  if (!file)
    return -1;
  clgroup_argv_add(argv, r->o->dep_system ? "-MD" : "-MMD", "-MF", file, "-MT", target(r));
  return 0;
}

/* The rule for dependencies that clang does not know; "": none. */
static const char *own_rule(struct run *r, int linked) {
  const char *names = "";
  for (size_t i = 0; i < r->o->input_count; i++)
    if (!run_is_source(&r->o->inputs[i]) && !run_is_stream(&r->o->inputs[i]))
      names = clgroup_text(r->s, "%s %s", names, quoted(r, r->o->inputs[i].path));
  const char *library;
  for (size_t i = 0; linked && r->o->dep_system && (library = run_library(r, i)); i++)
    names = clgroup_text(r->s, "%s %s", names, quoted(r, library));
  return *names ? clgroup_text(r->s, "%s:%s\n", target(r), names) : "";
}

static void append(struct run *r, struct clgroup_bytes *bytes, const void *data, size_t size) {
  unsigned char *both = clgroup_alloc(r->s, bytes->size + size + 1);
  if (bytes->size)
    memcpy(both, bytes->data, bytes->size);
  if (size)
    memcpy(both + bytes->size, data, size);
  *bytes = (struct clgroup_bytes){both, bytes->size + size};
}

/* Prints `printf '%s\n' RULE | cat CLANG-FILES... - >FILE`. */
static void print(struct run *r, const char *rule) {
  struct clgroup_argv cat = {.s = r->s};
  clgroup_argv_add(&cat, "cat");
  for (size_t i = 0; i < r->o->input_count; i++)
    if (run_is_source(&r->o->inputs[i]))
      clgroup_argv_add(&cat, clang_file(r, i));
  if (*rule) {
    clgroup_argv_add(&cat, "-");
    fputs("printf '%s\\n' ", stderr);
    clgroup_print_quoted(stderr, clgroup_text(r->s, "%.*s", (int)strlen(rule) - 1, rule));
    fputs(" | ", stderr);
  }
  run_print_command(r, &cat, r->o->dep_file);
}

int deps_commit(struct run *r, int linked) {
  if (!r->o->dep_file)
    return 0;
  const char *rule = own_rule(r, linked);
  if (run_prints(r))
    print(r, rule);
  if (r->o->dry_run)
    return 0;
  struct clgroup_bytes all = {0};
  for (size_t i = 0; i < r->o->input_count; i++) {
    struct clgroup_bytes part;
    if (!run_is_source(&r->o->inputs[i]))
      continue;
    if (clgroup_read_file(r->s, clang_file(r, i), &part))
      return -1;
    append(r, &all, part.data, part.size);
  }
  append(r, &all, rule, strlen(rule));
  return clgroup_output_commit(r->s, &r->deps, &all);
}
