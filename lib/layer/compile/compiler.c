/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* memmem */
#include "layer/compile/compiler.h"

#include "base/places.h"
#include "cache/cache.h"
#include "layer/compile/compiler-arguments.h"
#include "layer/compile/compiler-process.h"
#include "layer/compile/compiler-folder.h"
#include "layer/compile/compiler-version.h"
#include "layer/base/settings.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One run of the compiler: in a temporary folder with inputs by relative names, so that neither the result nor messages
 * depend on the folder's name. */
struct job {
  const struct clgroup_compiler_job *c;
  struct clgroup_arguments arguments;
  struct clgroup_buffer key; /* empty: the result is not cached */
  struct clgroup_buffer own; /* the headers that the key covers, or their folders (compiler-version.h) */
  struct clgroup_folder folder;
  struct clgroup_buffer messages, text; /* text: what stands before the source, then with it */
};

/* The result of a run. */
struct result {
  unsigned char *binary;
  size_t size;
};

/* In the style of compilers' names for input without a file; it appears in messages and in __FILE__. */
static const char source_name[] = "<source>";
static const char output_name[] = "program";
static const char list_name[] = "files";

static void add_key(struct clgroup_buffer *key, const char *what, const void *bytes, size_t size) {
  clgroup_buffer_add(key, "%s %zu\n", what, size);
  clgroup_buffer_add_bytes(key, bytes, size);
}

static void add_key_text(struct clgroup_buffer *key, const char *what, const char *text) {
  add_key(key, what, text, strlen(text));
}

/* Logs why there is no result. */
static enum clgroup_compile_result diagnose(struct job *job, enum clgroup_process_end end, int number) {
  const char *compiler =
      clgroup_settings.compiler ? clgroup_settings.compiler : job->c->compiler; /* as the user gave it */
  struct clgroup_buffer *log = &job->messages;
  bool silent = !log->length;
  if (log->failed)
    return CLGROUP_COMPILE_NO_MEMORY;
  if (job->c->ran)
    *job->c->ran |= end != CLGROUP_PROCESS_NOT_STARTED;
  clgroup_buffer_end_line(log);
  switch (end) {
  case CLGROUP_PROCESS_EXITED:
    if ((number == 1 || number == 2) && !silent) { /* clgroup-cc's exit status for errors in the source or options */
      if (job->arguments.newer)
        clgroup_buffer_add(log, "clgroup: compiled as OpenCL C 3.0, or C++ for OpenCL 2021, since the device has no "
                                "OpenCL C 2.0: it may lack features of that\n");
      return CLGROUP_COMPILE_FAILED;
    }
    if (number)
      clgroup_buffer_add(log,
                         "clgroup: '%s' failed with exit status %d; is it clgroup-cc? Set CLGROUP_CC to its path\n",
                         compiler, number);
    else
      clgroup_buffer_add(log,
                         "clgroup: '%s' succeeded but wrote no program; is it clgroup-cc? Set CLGROUP_CC to its path\n",
                         compiler);
    return CLGROUP_COMPILE_UNABLE;
  case CLGROUP_PROCESS_KILLED:
    clgroup_buffer_add(
        log, "clgroup: '%s' was killed by signal %d (%s): try again, or report the program that it crashes on\n",
        compiler, number, strsignal(number));
    return CLGROUP_COMPILE_UNABLE;
  case CLGROUP_PROCESS_LOST:
    if (!silent)
      return CLGROUP_COMPILE_FAILED;
    clgroup_buffer_add(log,
                       "clgroup: '%s' ended without a program; its exit status is unknown, since the application "
                       "ignores SIGCHLD or waits for all child processes\n",
                       compiler);
    return CLGROUP_COMPILE_UNABLE;
  case CLGROUP_PROCESS_TIMED_OUT:
    clgroup_buffer_add(log, "clgroup: '%s' took more than %u s and was stopped: CLGROUP_TIMEOUT sets the limit\n",
                       compiler, job->c->time_limit);
    return CLGROUP_COMPILE_UNABLE;
  case CLGROUP_PROCESS_NOT_STARTED:
    clgroup_buffer_add(log, "clgroup: cannot run '%s': %s; %s\n", compiler, strerror(number),
                       number == EMFILE || number == ENFILE ? "too many files are open"
                       : number == EAGAIN || number == ENOMEM
                           ? "there are too many processes, too little memory, or too much of it locked"
                       : number == E2BIG ? "the program's options and the environment are too long for a process"
                                         : "install clgroup-cc, or set CLGROUP_CC to its path");
    return CLGROUP_COMPILE_UNABLE;
  }
  return CLGROUP_COMPILE_UNABLE;
}

/* Begins the key, if there is a cache. */
static enum clgroup_compile_result begin_key(struct job *job) {
  const struct clgroup_compiler_job *c = job->c;
  int number;
  if (job->arguments.failed)
    return CLGROUP_COMPILE_NO_MEMORY;
  if (!c->cache)
    return CLGROUP_COMPILE_OK;
  enum clgroup_process_end end = clgroup_compiler_version(job->arguments.items[0], c->target, c->time_limit, c->cache,
                                                          &job->key, &job->own, &job->messages, &number);
  if (!job->key.length)
    return job->key.failed ? CLGROUP_COMPILE_NO_MEMORY : diagnose(job, end, number);
  add_key_text(&job->key, "for", c->identity);
  for (size_t i = 0; i < job->arguments.count; i++)
    add_key_text(&job->key, "argument", job->arguments.items[i]);
  return CLGROUP_COMPILE_OK;
}

/* An entry is the compiler's messages, a zero byte, and the program. */
static bool get_cached(struct job *job, struct result *result) {
  unsigned char *kept;
  size_t size;
  if (!job->key.length || job->key.failed ||
      !clgroup_cache_get(job->c->cache, job->key.data, job->key.length, &kept, &size))
    return false;
  size_t length = strnlen((char *)kept, size);
  if (length == size) {
    free(kept);
    return false;
  }
  clgroup_buffer_add_bytes(&job->messages, (char *)kept, length);
  result->size = size - length - 1;
  memmove(kept, kept + length + 1, result->size);
  result->binary = kept;
  clgroup_log(CLGROUP_LOG_ALL, "the program is in the cache: %zu bytes", result->size);
  return true;
}

static void put_cached(const struct job *job, const struct result *result) {
  struct clgroup_buffer entry = {0};
  clgroup_buffer_add_bytes(&entry, job->messages.data ? job->messages.data : "", job->messages.length);
  clgroup_buffer_add_bytes(&entry, "", 1);
  clgroup_buffer_add_bytes(&entry, (char *)result->binary, result->size);
  if (!entry.failed && !job->key.failed && !job->messages.failed)
    clgroup_cache_put(job->c->cache, job->key.data, job->key.length, (unsigned char *)entry.data, entry.length);
  clgroup_buffer_free(&entry);
}

/* Is the file one of the places, or inside one, also by links? */
static bool is_in(const char *file, const char *places) {
  char *real = realpath(file, NULL);
  bool in = false;
  for (const char *end; real && !in && (end = strchr(places, '\n')); places = end + 1) {
    char *place = strndup(places, (size_t)(end - places)), *real_place = place ? realpath(place, NULL) : NULL;
    size_t length = real_place ? strlen(real_place) : 0;
    in = real_place && !strncmp(real, real_place, length) && (real[length] == '/' || !real[length]);
    free(real_place);
    free(place);
  }
  free(real);
  return in;
}

/* Did the compiler read only files that the key covers? Relative names are in the job's folder. The list is a make
 * rule. */
static bool read_only_inputs(const struct job *job) {
  size_t size;
  char *list = (char *)clgroup_folder_read(&job->folder, list_name, &size);
  char *rest = list;
  bool good = list && !strstr(list, "..");
  for (char *file; good && (file = strtok_r(rest, " \\\n", &rest));)
    good = file[0] != '/' || is_in(file, job->own.data ? job->own.data : "");
  free(list);
  return good;
}

static bool is_program(const struct clgroup_compiler_job *c, const struct result *result) {
  /* PTX begins with a comment by clang. */
  static const char *const beginnings[CLGROUP_FORMS] = {
      [CLGROUP_FORM_SPIRV] = "\x03\x02\x23\x07", [CLGROUP_FORM_BITCODE] = "BC\xC0\xDE", [CLGROUP_FORM_PTX] = "//\n/"};
  const enum clgroup_form form = clgroup_output_form(c);
  return result->size >= 4 && (!memcmp(result->binary, beginnings[form], 4) ||
                               (form == CLGROUP_FORM_SPIRV && c->pocl_device &&
                                !memcmp(result->binary, beginnings[CLGROUP_FORM_BITCODE], 4)));
}

static void log_command(const struct job *job) {
  struct clgroup_buffer words = {0};
  for (size_t i = 0; i < job->arguments.count && clgroup_log_all(); i++)
    clgroup_buffer_add(&words, strpbrk(job->arguments.items[i], " <>\"$") ? " '%s'" : " %s", job->arguments.items[i]);
  if (words.data)
    clgroup_log(CLGROUP_LOG_ALL, "%s, running%s",
                job->key.length ? "the program is not in the cache" : "the program cannot be cached", words.data);
  clgroup_buffer_free(&words);
}

/* Runs the compiler on the job's inputs. */
static enum clgroup_compile_result run(struct job *job, struct result *result) {
  int number;
  if (job->arguments.failed || job->messages.failed)
    return CLGROUP_COMPILE_NO_MEMORY;
  const struct clgroup_compiler_process child = {
      .arguments = (const char *const *)job->arguments.items,
      .folder = job->folder.in,
      .temporaries = job->folder.path,
      .time_limit = job->c->time_limit,
  };
  double start = clgroup_log_clock();
  log_command(job);
  enum clgroup_process_end end = clgroup_compiler_process_run(&child, &job->messages, &number);
  clgroup_log(CLGROUP_LOG_ALL, "clgroup-cc ran for %.1f ms", clgroup_log_clock() - start);
  /* The output exists only if it is complete. */
  if ((end == CLGROUP_PROCESS_EXITED && !number) || end == CLGROUP_PROCESS_LOST) {
    errno = 0;
    result->binary = clgroup_folder_read(&job->folder, output_name, &result->size);
    if (result->binary && is_program(job->c, result))
      return CLGROUP_COMPILE_OK;
    if (!result->binary && errno != ENOENT) {
      clgroup_buffer_end_line(&job->messages);
      clgroup_buffer_add(&job->messages, "clgroup: cannot read the output of '%s': %s\n", job->c->compiler,
                         strerror(errno));
      return errno == ENOMEM ? CLGROUP_COMPILE_NO_MEMORY : CLGROUP_COMPILE_UNABLE;
    }
    free(result->binary);
    *result = (struct result){0};
  }
  return diagnose(job, end, number);
}

static void end_job(struct job *job, struct clgroup_buffer *log) {
  clgroup_buffer_end_line(&job->messages);
  clgroup_buffer_add_lines(log, &job->messages);
  clgroup_buffer_free(&job->messages);
  clgroup_buffer_free(&job->text);
  clgroup_buffer_free(&job->key);
  clgroup_buffer_free(&job->own);
  clgroup_arguments_free(&job->arguments);
  clgroup_folder_remove(&job->folder);
}

static bool holds(const char *text, size_t length, const char *what) {
  return memmem(text, length, what, strlen(what)) != NULL;
}

static bool mentions(const struct clgroup_unit *unit, const char *word) {
  bool found = holds(unit->source, unit->length, word) || (unit->options && strstr(unit->options, word));
  for (size_t i = 0; i < unit->header_count && !found; i++)
    found = holds(unit->headers[i].text, unit->headers[i].length, word);
  return found;
}

/* May the same source have another result later, although no file that the compiler lists has changed? */
static bool is_volatile(const struct clgroup_unit *unit) {
  static const char *const words[] = {"__DATE__", "__TIME__", "__TIMESTAMP__", "__has_include", "__has_embed"};
  for (size_t w = 0; w < sizeof words / sizeof words[0]; w++)
    if (mentions(unit, words[w]))
      return true;
  return false;
}

/* May a folder "clgroup" of the application's come before the library's headers? It may be in the current folder, or in
 * one of the options' folders, whose paths are absolute here. */
static bool hides_headers(const struct job *job, const struct clgroup_unit *unit) {
  bool hides = mentions(unit, "clgroup/") && !access("clgroup", F_OK);
  for (size_t i = 0; i < job->arguments.count && !hides && mentions(unit, "clgroup/"); i++) {
    struct clgroup_buffer path = {0};
    clgroup_buffer_add(&path, "%s/clgroup", job->arguments.items[i]);
    hides = path.failed || (path.data[0] == '/' && !access(path.data, F_OK));
    clgroup_buffer_free(&path);
  }
  return hides;
}

/* Adds the options that make the compiler list the files that it reads. They are not part of the key. */
static void ask_for_files(struct clgroup_arguments *a) {
  static const char *const words[] = {"-dependency-file", "../files", "-MT", "program", "-sys-header-deps"};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    clgroup_arguments_add(a, "-Xclang");
    clgroup_arguments_add(a, "%s", words[i]);
  }
}

/* The command, and the key if the result can be cached. */
static enum clgroup_compile_result begin_source(struct job *job, const struct clgroup_unit *unit) {
  const struct clgroup_compiler_job *c = job->c;
  clgroup_arguments_begin(&job->arguments, c);
  if (!c->link)
    clgroup_arguments_add(&job->arguments, "--compile-only");
  clgroup_arguments_add(&job->arguments, "-fdebug-compilation-dir=.");
  if (unit->header_count)
    clgroup_arguments_add(&job->arguments, "-I.");
  enum clgroup_compile_result done =
      clgroup_arguments_add_options(&job->arguments, c, unit->options, &job->text, &job->messages);
  if (done == CLGROUP_COMPILE_OK && !job->arguments.outer_text && !is_volatile(unit) && !hides_headers(job, unit))
    done = begin_key(job);
  if (done != CLGROUP_COMPILE_OK || !job->key.length)
    return done;
  add_key(&job->key, "prefix", job->text.data, job->text.length);
  add_key(&job->key, "source", unit->source, unit->length);
  for (size_t i = 0; i < unit->header_count; i++) {
    add_key_text(&job->key, "header", unit->headers[i].name);
    add_key(&job->key, "with", unit->headers[i].text, unit->headers[i].length);
  }
  return done;
}

static const char *plain_name(const char *name) {
  while (!strncmp(name, "./", 2))
    name += 2;
  return name;
}

/* Has one of the headers before this one the same name and text? An application may list a header twice. */
static bool is_repeated(const struct clgroup_unit *unit, size_t at) {
  const struct clgroup_header *all = unit->headers, *h = &all[at];
  size_t i = 0;
  while (i < at && (strcmp(plain_name(all[i].name), plain_name(h->name)) != 0 || all[i].length != h->length ||
                    memcmp(all[i].text, h->text, h->length) != 0))
    i++;
  return i < at;
}

/* Writes the inputs, and adds what is not part of the key to the command. */
static enum clgroup_compile_result write_source(struct job *job, const struct clgroup_unit *unit) {
  struct clgroup_buffer *log = &job->messages, *text = &job->text;
  if (job->key.length)
    ask_for_files(&job->arguments);
  /* Drivers search the current folder too: a result that depends on it is not cached. */
  char *current = job->c->apart ? NULL : clgroup_absolute(".");
  if (!job->c->apart)
    clgroup_arguments_add(&job->arguments, "-I%s", current ? current : ".");
  free(current);
  clgroup_arguments_add(&job->arguments, "%s", source_name);
  clgroup_buffer_add_bytes(text, unit->source, unit->length);
  if (text->failed)
    return CLGROUP_COMPILE_NO_MEMORY;
  int failed = clgroup_folder_make(&job->folder, log) ||
               clgroup_folder_write(&job->folder, source_name, text->data, text->length, log);
  for (size_t i = 0; i < unit->header_count && !failed; i++) {
    const struct clgroup_header *h = &unit->headers[i];
    failed = !is_repeated(unit, i) && clgroup_folder_write(&job->folder, h->name, h->text, h->length, log);
  }
  return failed ? CLGROUP_COMPILE_UNABLE : CLGROUP_COMPILE_OK;
}

bool clgroup_is_spirv(const unsigned char *bytes, size_t size) {
  return size >= 4 && (!memcmp(bytes, "\x03\x02\x23\x07", 4) || !memcmp(bytes, "\x07\x23\x02\x03", 4));
}

static enum clgroup_compile_result begin_link(struct job *job, const struct clgroup_unit *units, size_t count) {
  clgroup_arguments_begin(&job->arguments, job->c);
  const enum clgroup_compile_result done = begin_key(job);
  for (size_t i = 0; job->key.length && i < count; i++)
    add_key(&job->key, "module", units[i].binary, units[i].binary_size);
  return done;
}

static enum clgroup_compile_result write_modules(struct job *job, const struct clgroup_unit *units, size_t count) {
  int failed = clgroup_folder_make(&job->folder, &job->messages);
  for (size_t i = 0; i < count && !failed; i++) {
    const bool is_spirv = clgroup_is_spirv(units[i].binary, units[i].binary_size);
    clgroup_arguments_add(&job->arguments, is_spirv ? "%zu.spv" : "%zu.bc", i);
    if (!job->arguments.failed)
      failed = clgroup_folder_write(&job->folder, job->arguments.items[job->arguments.count - 1], units[i].binary,
                                    units[i].binary_size, &job->messages);
  }
  return failed ? CLGROUP_COMPILE_UNABLE : CLGROUP_COMPILE_OK;
}

/* Compiles one source, or links units that are all compiled. */
static enum clgroup_compile_result run_job(const struct clgroup_compiler_job *c, const struct clgroup_unit *units,
                                           size_t count, struct result *result, struct clgroup_buffer *log) {
  struct job job = {.c = c};
  const bool links = units->binary;
  enum clgroup_compile_result done = links ? begin_link(&job, units, count) : begin_source(&job, units);
  if (done == CLGROUP_COMPILE_OK && ((c->renew && c->link) || !get_cached(&job, result))) {
    done = links ? write_modules(&job, units, count) : write_source(&job, units);
    if (c->pocl_device && c->link)
      clgroup_arguments_add(&job.arguments, "--pocl-device=%s", c->pocl_device);
    clgroup_arguments_add(&job.arguments, "-o");
    clgroup_arguments_add(&job.arguments, "../%s", output_name);
    if (done == CLGROUP_COMPILE_OK)
      done = run(&job, result);
    if (done == CLGROUP_COMPILE_OK && job.key.length && (links || read_only_inputs(&job)))
      put_cached(&job, result);
  }
  end_job(&job, log);
  return done;
}

/* Compiles the units that are sources, one by one, and links all. */
static enum clgroup_compile_result compile_and_link(const struct clgroup_compiler_job *c,
                                                    const struct clgroup_unit *units, size_t count,
                                                    struct result *result, struct clgroup_buffer *log) {
  struct clgroup_compiler_job only_compile = *c;
  only_compile.link = false;
  struct clgroup_unit *modules = calloc(count + 1, sizeof *modules);
  enum clgroup_compile_result done = modules ? CLGROUP_COMPILE_OK : CLGROUP_COMPILE_NO_MEMORY;
  for (size_t i = 0; i < count && done == CLGROUP_COMPILE_OK; i++) {
    struct result module = {(unsigned char *)units[i].binary, units[i].binary_size};
    if (!units[i].binary)
      done = run_job(&only_compile, &units[i], 1, &module, log);
    modules[i] = (struct clgroup_unit){.binary = module.binary, .binary_size = module.size};
  }
  if (done == CLGROUP_COMPILE_OK)
    done = run_job(c, modules, count, result, log);
  for (size_t i = 0; modules && i < count; i++)
    if (!units[i].binary)
      free((unsigned char *)modules[i].binary);
  free(modules);
  return done;
}

enum clgroup_compile_result clgroup_compiler_run(const struct clgroup_compiler_job *c, const struct clgroup_unit *units,
                                                 size_t unit_count, unsigned char **binary, size_t *size,
                                                 struct clgroup_buffer *log) {
  struct result result = {0};
  clgroup_compiler_process_begin();
  const enum clgroup_compile_result done = unit_count == 1 && !units[0].binary
                                               ? run_job(c, units, 1, &result, log)
                                               : compile_and_link(c, units, unit_count, &result, log);
  clgroup_compiler_process_end();
  *binary = result.binary;
  *size = result.size;
  return done;
}
