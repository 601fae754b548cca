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

/* Runs a section in a process of its own, with its output in a file. Returns its status. */
static int run_section(int (*section)(void), unsigned seconds, const char *path) {
  fflush(NULL);
  pid_t process = fork();
  if (process < 0)
    return 2;
  if (!process) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0 || dup2(file, STDOUT_FILENO) < 0) {
      fprintf(stderr, "gpu-run: error: cannot write %s: %s\n", path, strerror(errno));
      _exit(2);
    }
    alarm(seconds);
    int status = section();
    _exit(fflush(stdout) ? 2 : status);
  }
  const int status = clgroup_child_wait(process);
  if (WIFEXITED(status))
    return WEXITSTATUS(status);
  FILE *file = fopen(path, "a");
  if (file) {
    fprintf(file, "\n\nThis section ended by signal %d%s.\n", WTERMSIG(status),
            WTERMSIG(status) == SIGALRM ? ": it took too long" : "");
    fclose(file);
  }
  return 1;
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

static void append(FILE *report, const char *title, const char *path) {
  char *text = clgroup_file_read(path, NULL);
  fprintf(report, "\n## %s\n\n%s", title, text ? text : "It is missing.\n");
  free(text);
  remove(path);
}

static int write_report(void) {
  char *parts[4] = {NULL}, last[128] = "";
  static const char *const names[] = {"machine", "tests", "timings", "opencl"};
  int (*const sections[])(void) = {section_machine, section_tests, section_timings, section_opencl};
  /* The sections' limits; together less than ten minutes. */
  static const unsigned seconds[] = {30, 400, 90, 60};
  time_t now = time(NULL);
  char date[32] = "";
  int status = 0;
  for (unsigned i = 0; i < 4; i++)
    text_add(&parts[i], "%s.%s", options.output, names[i]);
  strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
  FILE *report = fopen(options.output, "w");
  if (!report) {
    fprintf(stderr, "gpu-run: error: cannot write %s: %s\n", options.output, strerror(errno));
    return 2;
  }
  for (unsigned i = 0; i < (options.filter ? 2 : 4) && status < 2; i++) {
    fprintf(stderr, "gpu-run: %s\n", names[i]);
    int one = run_section(sections[i], seconds[i], parts[i]);
    if (!i && one)
      status = 2;
    else if (one)
      status = 1;
  }
  if (status < 2) {
    fprintf(report, "# clgroup on an NVIDIA GPU, %s\n", date);
    append(report, "The machine", parts[0]);
    fprintf(report, "\n## The tests\n\n");
    if (print_tests(report, parts[1], last, sizeof last) != 0)
      status = 1;
    fprintf(report, "\n%s\n", *last ? last : "The tests did not end.");
    if (!options.filter) {
      append(report, "Timings", parts[2]);
      append(report, "NVIDIA's OpenCL", parts[3]);
    }
  }
  if (fclose(report)) {
    fprintf(stderr, "gpu-run: error: cannot write %s\n", options.output);
    status = 2;
  }
  for (unsigned i = 0; i < 4; i++) {
    if (status == 2 || i != 1)
      remove(parts[i]);
    free(parts[i]);
  }
  if (status == 2)
    remove(options.output);
  else
    printf("The report is %s, and what the tests printed is %s.tests.\n%s\n", options.output, options.output, last);
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
