/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "compile/install.h"

#include "base/places.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *environment(const char *variable) {
  const char *value = getenv(variable);
  return value && *value ? value : NULL;
}

int clgroup_install_check(struct clgroup_session *s, const char *path) {
  struct clgroup_buffer why = {0};
  const int failed = clgroup_others_can_change(path, &why)
                         ? clgroup_fail(s, "'%s' is not used, since %s", path, why.data ? why.data : "memory runs out")
                         : 0;
  clgroup_buffer_free(&why);
  return failed;
}

/* The program that the variable names, as a path or as a name in PATH; otherwise the one that clgroup was built with.
 * NULL: an error. */
static const char *find_tool(struct clgroup_session *s, const char *variable, const char *built_with) {
  const char *named = environment(variable), *tool = named ? named : built_with;
  struct clgroup_buffer why = {0};
  char *found = named ? clgroup_find_program(named, &why) : NULL;
  const int is_weak = named ? !found && why.data : clgroup_others_can_change(built_with, &why);
  if (is_weak)
    clgroup_fail(s, "'%s' is not used, since %s; %s=PATH takes a path at its word", tool,
                 why.data ? why.data : "memory runs out", variable);
  else if (found)
    tool = clgroup_text(s, "%s", found);
  free(found);
  clgroup_buffer_free(&why);
  return is_weak ? NULL : tool;
}

int clgroup_install_find(struct clgroup_session *s, const char *library_dir, struct clgroup_install *install) {
  char *real = clgroup_own_file();
  if (!real)
    return clgroup_fail(s, "cannot find this program's own file: is /proc mounted?");
  /* <prefix>/bin/<program> */
  char *prefix = clgroup_text(s, "%s", real);
  free(real);
  for (int i = 0; i < 2; i++) {
    char *slash = strrchr(prefix, '/');
    if (slash)
      *slash = '\0';
  }
  const char *const named = library_dir ? library_dir : environment("CLGROUP_DATA_DIR");
  install->library_is_named = named != NULL;
  install->library_dir = named ? named : clgroup_text(s, "%s/share/clgroup", prefix);
  install->base_header = clgroup_text(s, "%s/include/clgroup/clgroup_base.h", prefix);
  install->uniform_header = clgroup_text(s, "%s/include/clgroup/clgroup_uniform_arithmetic.h", prefix);
  install->provided_header = clgroup_text(s, "%s/include/clgroup/clgroup_provided.h", prefix);
  install->sub_group_header = clgroup_text(s, "%s/include/clgroup/clgroup_sub_groups.h", prefix);
  install->include_dir = clgroup_text(s, "%s/include", install->library_dir);
  install->lower = clgroup_text(s, "%s/lib/clgroup/clgroup-lower", prefix);
  install->libclc_dir = CLGROUP_LIBCLC_DIR;
  install->clang_headers = NULL;
  const char *const own[] = {install->base_header, install->uniform_header, install->sub_group_header,
                             install->provided_header, install->lower};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (clgroup_install_check(s, own[i]))
      return -1;
  return (install->clang = find_tool(s, "CLGROUP_CLANG", CLGROUP_CLANG)) &&
                 (install->lld = find_tool(s, "CLGROUP_LLD", CLGROUP_LLD)) &&
                 (install->llvm_spirv = find_tool(s, "CLGROUP_LLVM_SPIRV", CLGROUP_LLVM_SPIRV))
             ? 0
             : -1;
}

/* clang's own description of itself; NULL: it prints none. */
static const char *ask_clang(struct clgroup_session *s, const char *clang) {
  struct clgroup_argv argv = {.s = s};
  struct clgroup_child child;
  struct clgroup_bytes output;
  int status;
  clgroup_argv_add(&argv, clang, "-print-resource-dir");
  if (clgroup_child_start(s, &argv, CLGROUP_DROP_ERRORS, &child) ||
      clgroup_child_finish(s, &child, NULL, &output, &status) || status || !output.size)
    return NULL;
  const char *const text = (const char *)output.data;
  char *real = realpath(clgroup_text(s, "%.*s/include", (int)strcspn(text, "\n"), text), NULL);
  const char *const headers = real ? clgroup_text(s, "%s", real) : NULL;
  free(real);
  return headers;
}

int clgroup_install_find_headers(struct clgroup_session *s, struct clgroup_install *install) {
  static const char header[] = "opencl-c-base.h";
  const int is_known =
      !strcmp(install->clang, CLGROUP_CLANG) && !access(CLGROUP_CLANG_HEADERS "/opencl-c-base.h", R_OK);
  const char *const named = environment("CLGROUP_CLANG");
  if (install->clang_headers)
    return 0;
  install->clang_headers = is_known ? CLGROUP_CLANG_HEADERS : ask_clang(s, install->clang);
  if (s->error)
    return -1;
  if (!install->clang_headers || (named && strchr(named, '/')))
    return 0;
  return clgroup_install_check(s, clgroup_text(s, "%s/%s", install->clang_headers, header));
}
