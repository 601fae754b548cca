/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* dl_iterate_phdr, dladdr, memmem */
#include "layer/base/presence.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* A search for one of several copies: skips the first `skip`. */
struct search {
  unsigned skip;
  char *path;
};

static int visit(struct dl_phdr_info *info, size_t size, void *argument) {
  struct search *s = argument;
  (void)size;
  if (!strstr(info->dlpi_name, "/libclgroup-layer") || s->skip-- > 0)
    return 0;
  s->path = strdup(info->dlpi_name);
  return 1;
}

/* The path of a copy of the layer in which this flag is set, other than `own`; for free(). */
static char *find_copy(const char *flag, const atomic_bool *own) {
  for (unsigned i = 0;; i++) {
    struct search s = {.skip = i};
    dl_iterate_phdr(visit, &s);
    void *file = s.path ? dlopen(s.path, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    const atomic_bool *other = file ? dlsym(file, flag) : NULL;
    bool found = other && other != own && atomic_load(other);
    if (file)
      dlclose(file);
    if (!s.path || found)
      return s.path;
    free(s.path);
  }
}

char *clgroup_other_layer(const atomic_bool *own) {
  return find_copy("clgroup_layer_acts", own);
}

bool clgroup_layer_is_loaded(void) {
  char *path = find_copy("clgroup_layer_ran", NULL);
  free(path);
  return path != NULL;
}

static bool file_holds(const char *path, const char *word) {
  struct stat s;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  void *bytes = MAP_FAILED;
  if (file >= 0 && !fstat(file, &s) && s.st_size > 0)
    bytes = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  if (file >= 0)
    close(file);
  if (bytes == MAP_FAILED)
    return true; /* nothing is known of it */
  bool holds = memmem(bytes, (size_t)s.st_size, word, strlen(word)) != NULL;
  munmap(bytes, (size_t)s.st_size);
  return holds;
}

enum clgroup_absence clgroup_layer_absence(const void *in_loader, char *why, size_t size) {
  Dl_info loader = {0};
  const char *layers = getenv("OPENCL_LAYERS");
  if (!layers || !strstr(layers, "libclgroup-layer")) {
    snprintf(why, size, "OPENCL_LAYERS does not name it");
    return CLGROUP_LAYER_UNNAMED;
  }
  if (!dladdr(in_loader, &loader) || !loader.dli_fname)
    loader.dli_fname = "of this program";
  bool layerless = *loader.dli_fname == '/' && !file_holds(loader.dli_fname, "OPENCL_LAYERS");
  snprintf(why, size, "the OpenCL loader %s %s", loader.dli_fname, layerless ? "loads no layers" : "has not loaded it");
  return layerless ? CLGROUP_LAYER_IMPOSSIBLE : CLGROUP_LAYER_REFUSED;
}
