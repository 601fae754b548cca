#include "layer/compiler-version.h"

#include "layer/find-program.h"
#include "targets/strategies.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void add_file(struct clgroup_text *key, const char *path) {
  struct stat s;
  if (path && !stat(path, &s))
    clgroup_text_add(key, "%s %lld %lld.%09ld %llu %llu\n", path, (long long)s.st_size, (long long)s.st_mtim.tv_sec,
                     s.st_mtim.tv_nsec, (unsigned long long)s.st_dev, (unsigned long long)s.st_ino);
  else
    clgroup_text_add(key, "%s is not there\n", path ? path : "");
}

/* What stands behind the label on a line of its own, for free(); NULL: no such line. */
static char *value_of(const char *text, const char *label) {
  for (const char *line = text; line && *line; line = strchr(line, '\n'), line += line != NULL) {
    size_t length = strlen(label);
    if (!strncmp(line, label, length)) {
      line += length + strspn(line + length, " ");
      return strndup(line, strcspn(line, "\n"));
    }
  }
  return NULL;
}

static void add_libraries(struct clgroup_text *key, const char *folder, const char *target) {
  static const char *const strategies[] = {CLGROUP_STRATEGY_NAMES};
  for (size_t i = 0; i < sizeof strategies / sizeof strategies[0]; i++) {
    struct clgroup_text path = {0};
    clgroup_text_add(&path, "%s/%s.%s.bc", folder, target, strategies[i]);
    add_file(key, path.data);
    clgroup_text_free(&path);
  }
}

/* The parts of its installation lie beside it. */
static void add_installation(struct clgroup_text *key, char *program) {
  static const char *const parts[] = {"lib/clgroup/clgroup-lower", "include/clgroup/clgroup_uniform_arithmetic.h"};
  add_file(key, program);
  for (int i = 0; i < 2; i++) {
    char *slash = strrchr(program, '/');
    if (slash)
      *slash = 0;
  }
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    struct clgroup_text path = {0};
    clgroup_text_add(&path, "%s/%s", program, parts[i]);
    add_file(key, path.data);
    clgroup_text_free(&path);
  }
}

enum clgroup_child_end clgroup_compiler_version(const char *compiler, const char *target, unsigned time_limit,
                                                struct clgroup_text *key, struct clgroup_text *log, int *number) {
  const struct clgroup_child child = {
      .arguments = (const char *const[]){compiler, "--version", NULL},
      .time_limit = time_limit,
  };
  struct clgroup_text said = {0};
  enum clgroup_child_end end = clgroup_child_run(&child, &said, number);
  const char *text = said.data ? said.data : "";
  char *clang = value_of(text, "clang:"), *libraries = value_of(text, "libraries:");
  char *llvm_spirv = value_of(text, "llvm-spirv:");
  if (clang && libraries && (end == CLGROUP_CHILD_EXITED || end == CLGROUP_CHILD_LOST) && !*number) {
    clgroup_text_add(key, "%s", text);
    char *own_path = clgroup_find_program(compiler), *clang_path = clgroup_find_program(clang);
    char *llvm_spirv_path = llvm_spirv ? clgroup_find_program(llvm_spirv) : NULL;
    if (own_path)
      add_installation(key, own_path);
    add_file(key, clang_path);
    add_file(key, llvm_spirv_path);
    add_libraries(key, libraries, target);
    free(own_path);
    free(clang_path);
    free(llvm_spirv_path);
  } else
    clgroup_text_add_bytes(log, text, said.length);
  free(clang);
  free(libraries);
  free(llvm_spirv);
  clgroup_text_free(&said);
  return end;
}
