/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Headers and files that a scan reads. */
#include "check.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const given[][2] = {
    {"given.h", "work_group_all"},
    {"deep/given.h", "#include \"beside.h\"\n#include \"other.h\""},
    {"deep/beside.h", "work_group_any"},
    {"other.h", "work_group_broadcast"},
    {"paste.h", "#define C(a, b) a##b"},
    {"scope.h", "#define C(a) a##_group_reduce_add"},
    {"circle.h", "#include \"circle.h\"\n#include \"given.h\""},
    {"joined.h", "work_gr\\\noup_all"},
    {"file.h", "work_group_any"},
    {"from-file.h", "#include \"in/a.h\""},
    {"open.h", "/* "},
    {"huge.h", NULL},
};

static unsigned asked;

static const char *header(void *context, const char *name, size_t *length) {
  const char *(*list)[2] = context;
  asked++;
  for (size_t i = 0; i < sizeof given / sizeof *given; i++)
    if (!strcmp(list[i][0], name)) {
      *length = list[i][1] ? strlen(list[i][1]) : (size_t)65 << 20;
      return list[i][1] ? list[i][1] : list[0][1];
    }
  return NULL;
}

static void expect(const char *options, const char *text, const char *wanted) {
  struct clgroup_options o;
  struct clgroup_scan result = {0};
  clgroup_options_parse(options, &o);
  check(!clgroup_scan_source(&result, text, strlen(text), &o, header, (void *)given) && !strcmp(found(&result), wanted),
        "'%s' with options '%s': found '%s', not '%s'", text, options, found(&result), wanted);
  clgroup_options_free(&o);
}

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  if (!file || fputs(text, file) < 0 || fclose(file))
    perror(path), exit(2);
}

static void test_given(void) {
  expect("", "#include \"given.h\"", "all");
  expect("", "#include <given.h>", "all");
  expect("", "  # include/**/<given.h> // x", "all");
  expect("", "int x;\n#include \"given.h\"\n#include \"other.h\"", "all broadcast");
  expect("", "#include \"deep/given.h\"", "any broadcast");
  expect("", "#include \"circle.h\"", "all");
  expect("", "#include \"joined.h\"", "UNKNOWN");
  expect("", "#include \"open.h\"\nwork_group_all", "all");
  expect("", "#include \"paste.h\"\nC(work_group_reduce_, add)", "reduce_*");
  expect("", "#include \"scope.h\"\nC(work)", "reduce_add");
  expect("-include scope.h", "C(work)", "reduce_add");
  expect("-include given.h", "", "all");
  expect("-include given.h", "work_group_any", "all any");
  expect("-DC=work", "#include \"scope.h\"", "reduce_add");
  expect("", "#include \"huge.h\"", "UNKNOWN");
  expect("", "#include <clgroup/cooperative_groups.h>", "HEADER");
  expect("", "#include \"clgroup/operator.h\"\n#include <none.h>", "UNKNOWN HEADER");
  expect("", "#if 0\n#include <clgroup/operator_common.h>\n#endif", "HEADER");
  expect("", "#include <cooperative_groups.h>\n#include <cooperative_groups/scan.h>", "HEADER");
  expect("", "#include <cooperative_groups/none.h>", "UNKNOWN");
  expect("", "#include <clgroup/none.h>", "UNKNOWN");
  expect("", "#include <clgroup/../operator.h>", "UNKNOWN");
  expect("", "#include <clgroup/>", "UNKNOWN");
  asked = 0;
  expect("", "int x; // #include \"given.h\"", "");
  check(!asked, "no header is asked for without an #include");
}

/* The time to look for headers may at most be proportional to their number. */
static void test_many(void) {
  enum { COUNT = 100000 };
  static const char line[] = "#include \"given.h\"\n";
  char *text = malloc(COUNT * (sizeof line - 1) + 1), *to = text;
  for (unsigned i = 0; i < COUNT; i++)
    to = strcpy(to, line) + sizeof line - 1;
  asked = 0;
  expect("", text, "all UNKNOWN");
  check(asked < COUNT / 10, "%u includes ask for %u headers", COUNT, asked);
  free(text);
}

static void test_on_disk(void) {
  expect("", "#include \"file.h\"", "any");
  expect("", "#include \"disk.h\"", "reduce_min");
  expect("", "#include <disk.h>", "reduce_min");
  expect("", "#include \"./disk.h\"", "reduce_min");
  expect("", "#include \"from-file.h\"", "reduce_max reduce_mul");
  expect("-I in", "#include \"b.h\"", "reduce_mul");
  expect("-I in", "#include <b.h>", "reduce_mul");
  expect("-I in/", "#include \"a.h\"", "reduce_max reduce_mul");
  expect("-I missing -I in", "#include \"b.h\"", "reduce_mul");
  expect("-I in", "#include \"disk.h\"", "reduce_min reduce_xor");
  expect("-I spa\\ ce", "#include \"c.h\"", "reduce_or");
  expect("\"-Ispa ce\"", "#include \"c.h\"", "reduce_or");
  expect("-include in/a.h", "", "reduce_max reduce_mul");
  expect("", "#include \"b.h\"", "UNKNOWN");
  expect("", "#include \"in\"", "UNKNOWN");
  expect("-I spa\\ ce", "#include \"in\"", "reduce_or");
  expect("", "#include \"circle/a.h\"", "reduce_and");
  expect("", "#include \"symlink.h\"", "reduce_min");
  expect("", "#include \"loop.h\"", "UNKNOWN");
  expect("", "#include \"fifo.h\"", "UNKNOWN");
  expect("", "#include \"/dev/zero\"", "UNKNOWN");
  expect("", "#include \"empty.h\"", "");
  expect("", "#include \"empty.h\"\nwork_group_all", "all");
  expect("", "#include \"large.h\"", "UNKNOWN");
  expect("", "#include \"/proc/self/status\"", "UNKNOWN");
  expect("", "#include \"/proc/self/pagemap\"", "UNKNOWN"); /* 256 GiB */
  char *folder = getcwd(NULL, 0), text[4096];
  snprintf(text, sizeof text, "#include \"%s/disk.h\"", folder);
  expect("", text, "reduce_min");
  snprintf(text, sizeof text, "-I %s/in", folder);
  expect(text, "#include \"b.h\"", "reduce_mul");
  free(folder);
  if (geteuid() != 0) {
    chmod("disk.h", 0);
    expect("", "#include \"disk.h\"", "UNKNOWN");
  }
}

/* Where many descriptors are in use, as in an application that has run out of them. */
static void test_no_descriptors(void) {
  int first = open("/dev/null", O_RDONLY), last = first;
  for (int fd; (fd = dup(first)) >= 0;)
    last = fd;
  struct clgroup_scan result = {0};
  const char *text = "#include \"disk.h\"";
  int error = clgroup_scan_source(&result, text, strlen(text), NULL, NULL, NULL);
  for (int fd = first; fd <= last; fd++)
    close(fd);
  check(!error && result.unknown, "without a descriptor a file is not read");
}

void test_files(void) {
  const char *temporary = getenv("TMPDIR");
  char folder[4096], command[4200];
  snprintf(folder, sizeof folder, "%s/clgroup-scan-XXXXXX", temporary ? temporary : "/tmp");
  char *before = getcwd(NULL, 0);
  if (!before || !mkdtemp(folder) || chdir(folder) || mkdir("in", 0777) || mkdir("spa ce", 0777) ||
      mkdir("circle", 0777) || mkfifo("fifo.h", 0666) || symlink("disk.h", "symlink.h") || symlink("loop.h", "loop.h"))
    perror(folder), exit(2);
  write_file("file.h", "work_group_all");
  write_file("disk.h", "work_group_reduce_min");
  write_file("in/disk.h", "work_group_reduce_xor");
  write_file("in/a.h", "#include \"b.h\"\nwork_group_reduce_max");
  write_file("in/b.h", "work_group_reduce_mul");
  write_file("spa ce/c.h", "work_group_reduce_or");
  write_file("spa ce/in", "work_group_reduce_or");
  write_file("circle/a.h", "#include \"b.h\"\n#include \"../circle/a.h\"");
  write_file("circle/b.h", "#include \"a.h\"\n#include \"../circle/b.h\"\nwork_group_reduce_and");
  write_file("empty.h", "");
  write_file("large.h", "");
  if (truncate("large.h", (off_t)65 << 20))
    perror("large.h"), exit(2);
  test_given();
  test_many();
  test_on_disk();
  test_no_descriptors();
  if (chdir(before))
    perror(before), exit(2);
  free(before);
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  check(!system(command), "%s is removed", folder);
}
