/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clgroup-compiler-test [CLGROUP-CC]: the compile route's cache, and how it runs the compiler; misbehaving compilers
 * are scripts. */
#define _GNU_SOURCE /* nftw */
#include "check.h"
#include "tool/output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

const char *folder, *home;

const char *in_folder(const char *name) {
  static char paths[8][4096];
  static unsigned next;
  char *path = paths[next++ % 8];
  snprintf(path, sizeof paths[0], "%s/%s", folder, name);
  return path;
}

void write_file(const char *name, const char *text, size_t size) {
  FILE *file = fopen(in_folder(name), "w");
  if (!file || fwrite(text, 1, size, file) != size || fclose(file)) {
    perror(in_folder(name));
    exit(EXIT_FAILURE);
  }
}

char *read_file(const char *name, size_t *size) {
  FILE *file = fopen(in_folder(name), "r");
  char *text = calloc(1, 1 << 20);
  *size = file ? fread(text, 1, (1 << 20) - 1, file) : 0;
  if (file)
    fclose(file);
  return text;
}

/* Of compilers, since the last call. */
static size_t runs(void) {
  size_t size;
  free(read_file("runs", &size));
  unlink(in_folder("runs"));
  return size / 4;
}

bool is_there(const char *name) {
  return !access(in_folder(name), F_OK);
}

size_t count_files(const char *path, const char *prefix) {
  size_t count = 0;
  DIR *dir = opendir(path);
  for (struct dirent *entry; dir && (entry = readdir(dir));)
    count +=
        strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..") && !strncmp(entry->d_name, prefix, strlen(prefix));
  if (dir)
    closedir(dir);
  return count;
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *at) {
  (void)info, (void)kind;
  return at->level ? remove(path) : 0;
}

void empty_folder(void) {
  nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

void empty_subfolder(const char *name) {
  nftw(in_folder(name), remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

bool in_child(bool body(void *), void *argument) {
  fflush(NULL);
  pid_t pid = fork();
  if (!pid)
    _exit(body(argument) ? 0 : 1);
  int status = 1;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && !WEXITSTATUS(status);
}

static _Noreturn void *write_to_streams(void *unused) {
  (void)unused;
  for (int fd = 0;; fd = (fd + 1) % 3)
    if (write(fd, "~", 1) > 0)
      sched_yield();
}

static bool without_streams(void *body) {
  pthread_t thread;
  for (int fd = 0; fd < 3; fd++)
    close(fd);
  return !pthread_create(&thread, NULL, write_to_streams, NULL) && (*(bool (**)(void *))body)(NULL);
}

bool in_child_without_streams(bool body(void *)) {
  return in_child(without_streams, &body);
}

void check_clean(const char *what) {
  static size_t descriptors;
  size_t open = count_files("/proc/self/fd", "");
  if (!descriptors)
    descriptors = open;
  check(open == descriptors, "%s: %zu descriptors are open, not %zu", what, open, descriptors);
  check(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD, "%s: a child is left", what);
  check(!count_files(in_folder("tmp"), ""), "%s: temporary files are left", what);
}

enum { MOST_DESCRIPTORS = 24 };
static int taken[MOST_DESCRIPTORS], taken_count;
static struct rlimit usual_descriptors;

void take_descriptors(int left) {
  getrlimit(RLIMIT_NOFILE, &usual_descriptors);
  struct rlimit few = usual_descriptors;
  few.rlim_cur = MOST_DESCRIPTORS;
  setrlimit(RLIMIT_NOFILE, &few);
  while (taken_count < MOST_DESCRIPTORS && (taken[taken_count] = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0)
    taken_count++;
  for (int i = 0; i < left; i++)
    close(taken[--taken_count]);
}

void give_descriptors(void) {
  while (taken_count)
    close(taken[--taken_count]);
  setrlimit(RLIMIT_NOFILE, &usual_descriptors);
}

void go_to(const char *path) {
  check(!chdir(path), "the folder %s", path);
}

double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

struct clgroup_compiler_job job;
struct clgroup_unit units[3];
size_t unit_count;
struct outcome outcome;

void use(const char *name, const char *source, const char *options) {
  static char path[4200];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  units[0] = unit_of(source, options);
  unit_count = 1;
  job = (struct clgroup_compiler_job){
      .compiler = path,
      .target = "spirv64",
      .strategy = "serial",
      .max_work_group_size = 4096,
      .local_memory = 65536,
      .sub_group_sizes = 8 | 32,
      .extensions = "cl_khr_fp64 cl_vendor_thing",
      .default_standard = "CL3.0",
      .identity = "a driver",
      .time_limit = 100,
      .link = true,
  };
}

struct clgroup_unit unit_of(const char *source, const char *options) {
  return (struct clgroup_unit){.source = source, .length = strlen(source), .options = options};
}

void write_compiler(const char *name, const char *script) {
  char text[4096];
  int size = snprintf(text, sizeof text,
                      "#!/bin/sh\n"
                      "folder='%s'\n"
                      "for out; do :; done\n" /* the last argument */
                      "[ \"$1\" = --version ] && { echo asked >>$folder/versions; echo clang: /bin/sh; echo "
                      "llvm-spirv: $folder/llvm-spirv; echo libraries: ${CLGROUP_DATA_DIR-/}; "
                      "exit; }\n"
                      "echo run >>$folder/runs\n"
                      "%s",
                      folder, script);
  write_file(name, text, (size_t)size);
  chmod(in_folder(name), 0755);
}

void run(void) {
  struct outcome *o = &outcome;
  struct clgroup_buffer log = {0};
  free(o->binary);
  free(o->log);
  runs();
  o->result = clgroup_compiler_run(&job, units, unit_count, &o->binary, &o->size, &log);
  o->log = log.data ? log.data : strdup("");
  o->runs = runs();
  check((o->result == CLGROUP_COMPILE_OK) == (o->binary != NULL), "result %d with%s a binary", o->result,
        o->binary ? "" : "out");
  check(o->log && (!*o->log || o->log[strlen(o->log) - 1] == '\n'), "a log that ends in a newline, not \"%s\"", o->log);
}

#define NAMED                                                                                                          \
  char what[512];                                                                                                      \
  va_list arguments;                                                                                                   \
  va_start(arguments, format);                                                                                         \
  vsnprintf(what, sizeof what, format, arguments);                                                                     \
  va_end(arguments)

void expect(enum clgroup_compile_result want, const char *says, const char *format, ...) {
  NAMED;
  run();
  check(outcome.result == want && strstr(outcome.log, says), "%s: %d, %s", what, outcome.result, outcome.log);
}

void expect_runs(size_t count, const char *format, ...) {
  NAMED;
  run();
  check(outcome.result == CLGROUP_COMPILE_OK && outcome.runs == count, "%s: %d, %zu runs, %s", what, outcome.result,
        outcome.runs, outcome.log);
}

static void begin_room(void) {
  empty_folder();
  mkdir(in_folder("tmp"), 0700);
}

/* This program as the compiler: prints its signals' state, which a shell would change. */
static int report_signals(const char *output) {
  struct sigaction action;
  sigset_t blocked;
  sigprocmask(SIG_SETMASK, NULL, &blocked);
  for (int number = 1; number < SIGRTMIN; number++) {
    if (!sigaction(number, NULL, &action) && action.sa_handler == SIG_IGN)
      printf("%d is ignored\n", number);
    if (sigismember(&blocked, number) == 1)
      printf("%d is blocked\n", number);
  }
  FILE *file = fopen(output, "w");
  return file && fputs("BC\xC0\xDE", file) >= 0 && !fclose(file) ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv) {
  output_must_arrive();
  if (argc > 2)
    return report_signals(argv[argc - 1]);
  char own[] = "/tmp/clgroup-compiler-test-XXXXXX";
  home = getcwd(NULL, 0);
  folder = mkdtemp(own);
  if (!folder) {
    perror(own);
    return EXIT_FAILURE;
  }
  setenv("TMPDIR", in_folder("tmp"), 1);
  char *compiler = argc > 1 ? realpath(argv[1], NULL) : NULL;
  if (argc > 1 && !compiler) {
    perror(argv[1]);
    return EXIT_FAILURE;
  }
  begin_room();
  test_cache();
  begin_room();
  test_arguments();
  begin_room();
  test_faults();
  begin_room();
  test_toolchain();
  begin_room();
  if (compiler)
    test_compiler(compiler);
  else
    skip("what needs clgroup-cc, which was not given");
  free(compiler);
  empty_folder();
  rmdir(folder);
  return check_counts();
}
