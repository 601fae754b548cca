/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* realpath */
#include "layer/compile/compiler-version.h"

#include "base/places.h"
#include "cache/cache.h"
#include "names/extensions.h"
#include "names/strategies.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void clgroup_key_add_file(struct clgroup_buffer *key, const char *path) {
  struct stat s;
  if (path && !stat(path, &s))
    clgroup_buffer_add(key, "%s %lld %lld.%09ld %llu %llu\n", path, (long long)s.st_size, (long long)s.st_mtim.tv_sec,
                       s.st_mtim.tv_nsec, (unsigned long long)s.st_dev, (unsigned long long)s.st_ino);
  else
    clgroup_buffer_add(key, "%s is not there\n", path ? path : "");
}

/* Adds a file, whose name has these parts. If memory runs out, the key must find nothing. */
static void add_file(struct clgroup_buffer *key, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add_file(struct clgroup_buffer *key, const char *format, ...) {
  struct clgroup_buffer path = {0};
  va_list values;
  va_start(values, format);
  clgroup_buffer_add_list(&path, format, values);
  va_end(values);
  clgroup_key_add_file(key, path.data);
  key->failed |= path.failed;
  clgroup_buffer_free(&path);
}

/* The rest of the line that begins with the label, for free(). NULL: there is no such line, or *failed is set. */
static char *value_of(const char *text, const char *label, bool *failed) {
  for (const char *line = text; line && *line; line = strchr(line, '\n'), line += line != NULL) {
    size_t length = strlen(label);
    if (!strncmp(line, label, length)) {
      line += length + strspn(line + length, " ");
      char *value = strndup(line, strcspn(line, "\n"));
      *failed |= !value;
      return value;
    }
  }
  return NULL;
}

static void add_libraries(struct clgroup_buffer *key, const char *folder, const char *target) {
  static const char *const strategies[] = {CLGROUP_STRATEGY_NAMES};
  for (size_t i = 0; i < sizeof strategies / sizeof strategies[0]; i++)
    add_file(key, "%s/%s.%s.bc", folder, target, strategies[i]);
  for (unsigned i = 0; i < CLGROUP_EXTENSION_COUNT; i++) {
    const char *module = clgroup_extension_module(1u << i, i);
    if (module)
      add_file(key, "%s/%s.%s.bc", folder, target, module);
  }
}

/* Adds the headers in the folder to the key, since a program may include some of them, and the folder's name to
 * *headers. */
static void add_headers(struct clgroup_buffer *key, const char *folder, struct clgroup_buffer *headers) {
  static const char *const names[] = {
      "clgroup_base.h",
      "clgroup_uniform_arithmetic.h",
      "clgroup_sub_groups.h",
      "clgroup_provided.h",
#include "targets/kernel-headers.inc"
  };
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    add_file(key, "%s/include/clgroup/%s", folder, names[i]);
  clgroup_buffer_add(headers, "%s/include/clgroup\n", folder);
}

/* The headers in which clang declares OpenCL C; by default those of the clang that the layer was built with. A program
 * that includes other headers of clang's is not cached. */
static void add_clangs_headers(struct clgroup_buffer *key, const char *folder, struct clgroup_buffer *headers) {
  static const char *const names[] = {"opencl-c-base.h", "opencl-c.h"};
  if (!folder)
    folder = CLGROUP_CLANG_HEADERS;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    add_file(key, "%s/%s", folder, names[i]);
    clgroup_buffer_add(headers, "%s/%s\n", folder, names[i]);
  }
}

/* Adds the program, and other files of its installation; also its headers, unless `headers` is NULL. */
static void add_installation(struct clgroup_buffer *key, const char *program, struct clgroup_buffer *headers) {
  char *folder = strdup(program);
  clgroup_key_add_file(key, program);
  for (int i = 0; i < 2; i++) {
    char *slash = folder ? strrchr(folder, '/') : NULL;
    if (slash)
      *slash = 0;
  }
  add_file(key, "%s/lib/clgroup/clgroup-lower", folder ? folder : "");
  if (folder && headers)
    add_headers(key, folder, headers);
  key->failed |= !folder;
  free(folder);
}

/* The output of clgroup-cc --version depends on its files and on these variables. */
static void add_settings(struct clgroup_buffer *key) {
  static const char *const variables[] = {"PATH", "CLGROUP_CLANG", "CLGROUP_LLVM_SPIRV", "CLGROUP_DATA_DIR"};
  for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
    const char *value = getenv(variables[i]);
    clgroup_buffer_add(key, "%s %s\n", value ? "with" : "without", value ? value : "");
  }
}

/* Takes the output from the cache, or from the compiler. It is only cached if it names the tools that are used. */
static enum clgroup_process_end ask(const char *compiler, const char *path, unsigned time_limit,
                                    struct clgroup_cache *cache, struct clgroup_buffer *output, int *number) {
  const struct clgroup_compiler_process child = {
      .arguments = (const char *const[]){compiler, "--version", NULL},
      .time_limit = time_limit,
  };
  struct clgroup_buffer key = {0};
  unsigned char *kept;
  size_t size;
  if (path) {
    clgroup_buffer_add(&key, "version\n");
    add_installation(&key, path, NULL);
    add_settings(&key);
  }
  bool keeps = key.length && !key.failed;
  enum clgroup_process_end end = CLGROUP_PROCESS_EXITED;
  if (keeps && clgroup_cache_get(cache, key.data, key.length, &kept, &size)) {
    clgroup_buffer_add_bytes(output, (char *)kept, size);
    free(kept);
    *number = 0;
  } else {
    end = clgroup_compiler_process_run(&child, output, number);
    if (keeps && end == CLGROUP_PROCESS_EXITED && !*number && output->data && !output->failed &&
        strstr(output->data, "libraries:"))
      clgroup_cache_put(cache, key.data, key.length, (unsigned char *)output->data, output->length);
  }
  clgroup_buffer_free(&key);
  return end;
}

enum clgroup_process_end clgroup_compiler_version(const char *compiler, const char *target, unsigned time_limit,
                                                  struct clgroup_cache *cache, struct clgroup_buffer *key,
                                                  struct clgroup_buffer *headers, struct clgroup_buffer *log,
                                                  int *number) {
  char *own_path = realpath(compiler, NULL);
  struct clgroup_buffer output = {0};
  enum clgroup_process_end end = ask(compiler, own_path, time_limit, cache, &output, number);
  const char *text = output.data ? output.data : "";
  bool failed = output.failed;
  char *clang = value_of(text, "clang:", &failed), *libraries = value_of(text, "libraries:", &failed);
  char *llvm_spirv = value_of(text, "llvm-spirv:", &failed), *clangs_headers = value_of(text, "headers:", &failed);
  if (clang && libraries && (end == CLGROUP_PROCESS_EXITED || end == CLGROUP_PROCESS_LOST) && !*number) {
    clgroup_buffer_add(key, "%s", text);
    char *clang_path = realpath(clang, NULL);
    errno = 0;
    char *llvm_spirv_path = llvm_spirv ? realpath(llvm_spirv, NULL) : NULL;
    if (own_path)
      add_installation(key, own_path, headers);
    failed |= !clang_path || (llvm_spirv && !llvm_spirv_path && errno == ENOMEM);
    clgroup_key_add_file(key, clang_path);
    clgroup_key_add_file(key, llvm_spirv_path);
    add_clangs_headers(key, clangs_headers, headers);
    add_libraries(key, libraries, target);
    add_headers(key, libraries, headers);
    free(clang_path);
    free(llvm_spirv_path);
  } else
    clgroup_buffer_add_bytes(log, text, output.length);
  key->failed |= failed;
  free(own_path);
  free(clang);
  free(libraries);
  free(llvm_spirv);
  free(clangs_headers);
  clgroup_buffer_free(&output);
  return end;
}
