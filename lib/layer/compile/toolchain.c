#include "layer/compile/toolchain.h"

#include "cache/cache.h"
#include "layer/compile/installed.h"
#include "layer/base/settings.h"
#include "base/buffer.h"
#include "names/strategies.h"
#include "targets/targets.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_once_t cache_once = PTHREAD_ONCE_INIT;
static struct clgroup_cache *cache;

static void open_cache(void) {
  const struct clgroup_settings *s = &clgroup_settings;
  if (s->cache != CLGROUP_CACHE_ON)
    return;
  char *standard = s->cache_folder ? NULL : clgroup_cache_folder();
  const char *folder = s->cache_folder ? s->cache_folder : standard;
  errno = ENOTDIR;
  if (folder)
    cache = clgroup_cache_open(folder, (size_t)s->cache_size << 20);
  if (!folder)
    clgroup_log(CLGROUP_LOG_ERRORS, "no cache, since neither XDG_CACHE_HOME nor HOME is an absolute path: "
                                    "set CLGROUP_CACHE_DIR, or CLGROUP_CACHE=off");
  else if (!cache || access(folder, W_OK))
    clgroup_log(CLGROUP_LOG_ERRORS,
                "the cache folder '%s' cannot be written: %s: programs are not cached; set CLGROUP_CACHE_DIR, or "
                "CLGROUP_CACHE=off",
                folder, strerror(errno));
  free(standard);
}

struct clgroup_cache *clgroup_toolchain_cache(void) {
  pthread_once(&cache_once, open_cache);
  return cache;
}

/* Empty: it works. */
struct verdict {
  char fault[256];
};

/* The layer's line of the log, or else the first one, as the end of a sentence. */
static void tell(struct verdict *v, const char *said) {
  static const char own[] = "clgroup: ", compilers[] = "clgroup-cc: error: ";
  const char *subject = "", *at = strstr(said, own);
  if (at && (at == said || at[-1] == '\n')) {
    said = at + sizeof own - 1;
  } else if (!strncmp(said, compilers, sizeof compilers - 1)) {
    said += sizeof compilers - 1;
    subject = "clgroup-cc ";
  }
  snprintf(v->fault, sizeof v->fault, "%s%.*s", subject, (int)strcspn(said, "\n"), said);
  if (!*v->fault)
    snprintf(v->fault, sizeof v->fault, "clgroup-cc fails without a message");
}

const char *clgroup_toolchain_target(enum clgroup_form form, unsigned address_bits) {
  return form == CLGROUP_FORM_PTX ? "nvptx64" : clgroup_spirv_target(address_bits);
}

/* By clgroup_compiler_run, whose cache keeps the result for the same compiler, files and settings. */
static void try_compiler(struct verdict *v, enum clgroup_form form, unsigned address_bits, const char *strategy) {
  static const char source[] = "kernel void probe(global int *out) { *out = work_group_reduce_add(*out); }\n";
  const struct clgroup_unit unit = {.source = source, .length = sizeof source - 1, .options = ""};
  struct clgroup_buffer why = {0};
  if (!clgroup_compiler_is_there(&why)) {
    tell(v, why.data ? why.data : "");
    clgroup_buffer_free(&why);
    return;
  }
  char *compiler = clgroup_find_compiler(NULL);
  const struct clgroup_compiler_job compile = {
      .compiler = compiler ? compiler : "clgroup-cc",
      .target = clgroup_toolchain_target(form, address_bits),
      .strategy = strategy,
      .extensions = "",
      .default_standard = "CL3.0",
      .identity = "no device",
      .time_limit = clgroup_settings.timeout,
      .cache = clgroup_toolchain_cache(),
      .apart = true,
      .link = true,
      .form = form,
  };
  unsigned char *binary;
  size_t size;
  char *said;
  if (clgroup_compiler_run(&compile, &unit, 1, &binary, &size, &said) != CLGROUP_COMPILE_OK)
    tell(v, said ? said : "");
  free(said);
  free(binary);
  free(compiler);
}

static const char *const strategies[] = {CLGROUP_STRATEGY_NAMES};
enum { STRATEGIES = sizeof strategies / sizeof *strategies };

/* No lock: if the application forks meanwhile, the child would wait for it forever. If two threads ask at once, one
 * discards its answer. */
static _Atomic(struct verdict *) verdicts[2][CLGROUP_FORMS][STRATEGIES];

const char *clgroup_toolchain_fault(enum clgroup_form form, unsigned address_bits, const char *strategy) {
  unsigned s = 0;
  while (s + 1 < STRATEGIES && strcmp(strategies[s], strategy))
    s++;
  _Atomic(struct verdict *) *place = &verdicts[address_bits == 32][form][s];
  struct verdict *known = atomic_load(place), *new = known ? NULL : calloc(1, sizeof *new);
  if (!known && !new)
    return "out of memory";
  if (new) {
    try_compiler(new, form, address_bits, strategy);
    if (atomic_compare_exchange_strong(place, &known, new))
      known = new;
    else
      free(new);
  }
  return *known->fault ? known->fault : NULL;
}

void clgroup_toolchain_end(void) {
  _Atomic(struct verdict *) *all = &verdicts[0][0][0];
  for (size_t i = 0; i < sizeof verdicts / sizeof *all; i++)
    free(atomic_exchange(&all[i], NULL));
  if (cache)
    clgroup_cache_close(cache);
  cache = NULL;
  cache_once = (pthread_once_t)PTHREAD_ONCE_INIT;
}
