#include "compile/install.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *environment_or(const char *variable, const char *otherwise) {
  const char *value = getenv(variable);
  return value && *value ? value : otherwise;
}

int clgroup_install_find(struct clgroup_session *s, const char *library_dir, struct clgroup_install *install) {
  char *real = realpath("/proc/self/exe", NULL);
  if (!real)
    return clgroup_fail(s, "cannot find this program's own path, /proc/self/exe: %s", strerror(errno));
  char *program = clgroup_text(s, "%s", real);
  free(real);
  /* <prefix>/bin/<program> */
  char *prefix = clgroup_text(s, "%s", program);
  for (int i = 0; i < 2; i++) {
    char *slash = strrchr(prefix, '/');
    if (slash)
      *slash = '\0';
  }
  install->program = program;
  install->library_dir =
      library_dir ? library_dir : environment_or("CLGROUP_DATA_DIR", clgroup_text(s, "%s/share/clgroup", prefix));
  install->uniform_header = clgroup_text(s, "%s/include/clgroup/clgroup_uniform_arithmetic.h", prefix);
  install->sub_group_header = clgroup_text(s, "%s/include/clgroup/clgroup_sub_groups.h", prefix);
  install->include_dir = clgroup_text(s, "%s/include", install->library_dir);
  install->lower = clgroup_text(s, "%s/lib/clgroup/clgroup-lower", prefix);
  install->clang = environment_or("CLGROUP_CLANG", CLGROUP_CLANG);
  install->lld = environment_or("CLGROUP_LLD", CLGROUP_LLD);
  install->libclc_dir = CLGROUP_LIBCLC_DIR;
  install->llvm_spirv = environment_or("CLGROUP_LLVM_SPIRV", CLGROUP_LLVM_SPIRV);
  return 0;
}
