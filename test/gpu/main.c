/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* gpu-run: tests clgroup's work-group functions on an NVIDIA GPU, times them, and writes a report. It needs the driver
 * and the folder that `tools/gpu-run --prepare` makes. */
#define _DEFAULT_SOURCE
#include "run.h"
#include "base/child.h"

#include "names.h"
#include "report.h"
#include "base/files.h"
#include "text.h"
#include "tool/arguments.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char usage[] = "usage: gpu-run [options]\n"
                            "Tests clgroup's work-group functions on the first NVIDIA GPU, times them beside CUB's and "
                            "those of NVIDIA's OpenCL,\n"
                            "and writes a report. It needs NVIDIA's driver, and the files beside it.\n"
                            "\n"
                            "  -o FILE            the report (default: report.md)\n"
                            "  --filter GLOB      only tests whose name matches, and no timings\n"
                            "  --platform NAME    the OpenCL platform whose name holds NAME (default: NVIDIA)\n"
                            "  -h, --help         print this\n"
                            "\n"
                            "The last line reads `N passed, N failed, N skipped`. Exit status: 0; 1 when a test or "
                            "timing failed; 2 when nothing\n"
                            "could be run.\n";

struct run run = {.platform = "NVIDIA"};
static struct { const char *output, *filter; } options = {.output = "report.md"};

bool run_open(struct run *r, char **error) {
  if (!gpu_open(&r->gpu, error))
    return false;
  for (unsigned i = 0; i < PREPARED_ARCHITECTURES; i++)
    if (atoi(prepared_architectures[i] + 3) <= 10 * r->gpu.major + r->gpu.minor)
      r->architecture = prepared_architectures[i];
  if (!r->architecture)
    text_add(error, "%s has compute capability %d.%d: clgroup's PTX needs 7.5", r->gpu.name, r->gpu.major,
             r->gpu.minor);
  return r->architecture != NULL;
}

static int tests(void *unused) {
  char *error = NULL, kernels[sizeof run.folder + 16];
  (void)unused;
  if (!run_open(&run, &error)) {
    printf("error: %s\n", error);
    free(error);
    return 2;
  }
  snprintf(kernels, sizeof kernels, "%s/kernels", run.folder);
  struct builder builder = {.way = WAY_MODULE, .kernels = kernels};
  struct suite suite = {.builder = &builder, .filter = options.filter, .quick = run.quick};
  prepared_tests(&suite);
  gpu_close(&run.gpu);
  return 0;
}

int section_tests(void) {
  const struct report_options how = {.timeout = 120, .command = "gpu-run"};
  return names_check() ? report_run(&how, tests, NULL) : 2;
}

static int section_machine(void) {
  char *error = NULL, *versions = NULL, path[sizeof run.folder + 16];
  if (!run_open(&run, &error)) {
    fprintf(stderr, "gpu-run: error: %s\n", error);
    free(error);
    return 2;
  }
  const struct gpu *g = &run.gpu;
  snprintf(path, sizeof path, "%s/versions", run.folder);
  versions = clgroup_file_read(path, NULL);
  printf("| | |\n|---|---|\n| GPU | %s, compute capability %d.%d |\n| driver | CUDA %d.%d |\n", g->name, g->major,
         g->minor, g->driver / 1000, g->driver % 1000 / 10);
  printf("| processors, clock | %d, %d MHz |\n| memory, L2 cache | %zu MiB, %d KiB |\n| PTX | %s |\n", g->processors,
         g->clock_khz / 1000, g->memory >> 20, g->l2_bytes >> 10, run.architecture);
  printf("| prepared | %.*s |\n", versions ? (int)strcspn(versions, "\n") : 7, versions ? versions : "unknown");
  free(versions);
  gpu_close(g);
  return 0;
}

/* Runs a section in a process of its own, with its output at the end of a file. Returns its status. */
static int run_section(int (*section)(void), unsigned seconds, const char *path) {
  fflush(NULL);
  const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) {
    fprintf(stderr, "gpu-run: error: cannot write %s: %s\n", path, strerror(errno));
    return 2;
  }
  pid_t process = fork();
  if (!process) {
    dup2(file, STDOUT_FILENO);
    alarm(seconds);
    int status = section();
    _exit(fflush(stdout) ? 2 : status);
  }
  const int status = process < 0 ? W_EXITCODE(2, 0) : clgroup_child_wait(process);
  if (!WIFEXITED(status))
    dprintf(file, "\n\nThis section ended by signal %d%s.\n", WTERMSIG(status),
            WTERMSIG(status) == SIGALRM ? ": it took too long" : "");
  close(file);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* Prints the lines of the log that belong in a report; `last` becomes the log's last one. Returns the number of
 * failures, or -1 if the log has no line of counts. */
static int print_tests(FILE *report, const char *log, char *last, size_t last_size) {
  enum { MOST = 60 };
  unsigned shown = 0, passed, failed, skipped;
  int failures = -1;
  bool more = false;
  char *text = clgroup_file_read(log, NULL);
  for (char *line = text ? strtok(text, "\n") : NULL; line; line = strtok(NULL, "\n")) {
    if (sscanf(line, "%u passed, %u failed, %u skipped", &passed, &failed, &skipped) == 3) {
      failures = (int)failed;
      snprintf(last, last_size, "%s", line);
      continue;
    }
    /* A failure's lines after its first are indented. */
    more = !strncmp(line, "fail: ", 6) || !strncmp(line, "error: ", 7) || (more && *line == ' ');
    if ((more || !strncmp(line, "skip: ", 6)) && shown++ < MOST)
      fprintf(report, "    %s\n", line);
  }
  if (shown > MOST)
    fprintf(report, "    ... and %u more lines\n", shown - MOST);
  free(text);
  return failures;
}

static int write_report(void) {
  /* The sections' limits are together less than ten minutes. The tests' output is in a file of its own. */
  static const struct {
    const char *title;
    int (*run)(void);
    unsigned seconds;
    bool tests;
  } sections[] = {{"The machine", section_machine, 30, false},
                  {"The tests", section_tests, 400, true},
                  {"Timings", section_timings, 90, false},
                  {"NVIDIA's OpenCL", section_opencl, 60, false}};
  char *log = NULL, last[128] = "", date[32] = "";
  int status = 0;
  text_add(&log, "%s.tests", options.output);
  strftime(date, sizeof date, "%Y-%m-%d", gmtime(&(time_t){time(NULL)}));
  remove(options.output);
  remove(log);
  FILE *report = fopen(options.output, "a");
  if (!report) {
    fprintf(stderr, "gpu-run: error: cannot write %s: %s\n", options.output, strerror(errno));
    return 2;
  }
  fprintf(report, "# clgroup on an NVIDIA GPU, %s\n", date);
  for (unsigned i = 0; i < (options.filter ? 2 : 4) && status < 2; i++) {
    fprintf(stderr, "gpu-run: %s\n", sections[i].title);
    fprintf(report, "\n## %s\n\n", sections[i].title);
    int one = run_section(sections[i].run, sections[i].seconds, sections[i].tests ? log : options.output);
    if (sections[i].tests) {
      one = print_tests(report, log, last, sizeof last) != 0 || one;
      fprintf(report, "\n%s\n", *last ? last : "The tests did not end.");
    }
    if (one)
      status = i ? 1 : 2;
  }
  if (fclose(report)) {
    fprintf(stderr, "gpu-run: error: cannot write %s\n", options.output);
    status = 2;
  }
  if (status == 2) {
    remove(options.output);
    remove(log);
  } else
    printf("The report is %s, and what the tests printed is %s.\n%s\n", options.output, log, last);
  free(log);
  return status;
}

/* The folder that this program lies in, which was prepared. */
static bool find_folder(void) {
  char path[sizeof run.folder + 16], *own = program_folder();
  snprintf(run.folder, sizeof run.folder, "%s", own);
  free(own);
  snprintf(path, sizeof path, "%s/versions", run.folder);
  char *versions = clgroup_file_read(path, NULL);
  run.quick = versions && strstr(versions, "\nquick\n");
  free(versions);
  return versions != NULL;
}

int main(int argc, char **argv) {
  const struct argument known[] = {
      {"-o", .text = &options.output}, {"--filter", .text = &options.filter}, {"--platform", .text = &run.platform}};
  for (int i = 1; i < argc;)
    i += argument_take(known, sizeof known / sizeof *known, usage, argv + i);
  if (!find_folder()) {
    fprintf(stderr, "gpu-run: error: the files beside this program are missing: it runs in the folder that "
                    "`tools/gpu-run --prepare` makes\n");
    return 2;
  }
  return write_report();
}
