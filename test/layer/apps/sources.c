/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where a program's text comes from, and where in the text the names are. */
#include "app.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

TEXT_CASE(one_string, KERNEL("work_group_scan_inclusive_add(in[i])"), a->standard, app_scan)

static void of_strings(struct app *a, unsigned count, const char **strings, const size_t *lengths) {
  cl_int error;
  cl_program program = clCreateProgramWithSource(a->context, count, strings, lengths, &error);
  app_must(a, error, "clCreateProgramWithSource");
  app_build(a, program, a->standard);
  app_right(a, program, "k", app_sum);
  app_must(a, clReleaseProgram(program), "clReleaseProgram");
}

CASE(many_strings) {
  const char *strings[] = {"",
                           "int twice(int x);\n",
                           "int twice(int x) { return 2 * x; }\n",
                           "kernel void k(global const int *in, global int *out) {\n  size_t i = get_global_id(0);\n",
                           "  out[i] = work_group_reduce_add(twice(in[i])) / 2;\n",
                           "}"};
  of_strings(a, sizeof strings / sizeof *strings, strings, NULL);
}

/* Not all strings end with a zero byte; a length of 0 means that the string does. */
CASE(strings_with_lengths) {
  const char first[] = KERNEL("work_group_reduce_add(in[i])") "this is not in the length @ # (";
  const char *strings[] = {"typedef int unused;\n", first, "// the end\n"};
  const size_t lengths[] = {0, strlen(KERNEL("work_group_reduce_add(in[i])")), 0};
  of_strings(a, 3, strings, lengths);
}

CASE(name_across_strings) {
  const char *strings[] = {("kernel void k(global const int *in, global int *out) {\n"
                            "  out[get_global_id(0)] = work_group_re"),
                           "duce_a", "dd(in[get_global_id(0)]);\n}\n"};
  of_strings(a, 3, strings, NULL);
}

TEXT_CASE(name_across_lines, KERNEL("work_group_\\\nreduce_\\\nadd(in[i])"), a->standard, app_sum)

/* The text passed to the layer names no work-group function. */
CASE(include_of_include) {
  const char outer[] = "#include <inner.h>\n", inner[] = "#define SUM(x) work_group_reduce_add(x)\n";
  char *folder = app_path(a, "inc"), *first = app_path(a, "outer.h"), *second = app_path(a, "inc/inner.h");
  mkdir(folder, 0700);
  app_write(a, first, outer, sizeof outer - 1);
  app_write(a, second, inner, sizeof inner - 1);
  app_text(a, "#include \"outer.h\"\n" KERNEL("SUM(in[i])"), app_options(a, "-I %s -I %s", a->folder, folder), app_sum);
  free(folder);
  free(first);
  free(second);
}

/* A cached compilation must not be used for the header's new text. */
CASE(include_that_changes) {
  const char before[] = "#define CALL work_group_reduce_add\n", after[] = "#define CALL work_group_reduce_max\n";
  const char text[] = "#include \"call.h\"\n" KERNEL("CALL(in[i])");
  char *path = app_path(a, "call.h");
  app_write(a, path, before, sizeof before - 1);
  app_text(a, text, app_options(a, "-I %s", a->folder), app_sum);
  app_write(a, path, after, sizeof after - 1);
  app_text(a, text, app_options(a, "-I %s", a->folder), app_largest);
  free(path);
}

TEXT_CASE(pasted_pieces, "#define CALL(a, b, c) a##_gr##b##_##c\n" KERNEL("CALL(work, oup, reduce_max)(in[i])"),
          a->standard, app_largest)

TEXT_CASE(macro_of_option, KERNEL("SUM(in[i])"), app_options(a, "-D SUM=work_group_reduce_add"), app_sum)

TEXT_CASE(macro_of_option_quoted, KERNEL("SUM(in[i])"), app_options(a, "-DSUM=work_group_reduce_add -DOTHER=\"1\""),
          app_sum)

TEXT_CASE(pasted_with_option,
          "#define PASTE(a, b) a##b\n#define CALL(op) PASTE(work_group_, op)\n" KERNEL("CALL(OP)(in[i])"),
          app_options(a, "-D OP=reduce_max"), app_largest)

CASE(helpers) {
  cl_program program = app_program(
      a,
      "int inner(int x);\nint inner(int x) { return work_group_scan_inclusive_add(x); }\n"
      "int outer(int x) { int s = 0; for (int turn = 0; turn < 3; turn++) s += inner(x); return s / 3; }\n"
      "kernel void one(global const int *in, global int *out) {\n"
      "  out[get_global_id(0)] = outer(in[get_global_id(0)]); }\n"
      "kernel void two(global const int *in, global int *out) {\n"
      "  out[get_global_id(0)] = work_group_broadcast(outer(in[get_global_id(0)]), get_local_size(0) - 1); }\n"
      "kernel void none(global const int *in, global int *out) { out[get_global_id(0)] = in[get_global_id(0)]; }\n",
      a->standard);
  app_right(a, program, "one", app_scan);
  app_right(a, program, "two", app_sum);
  app_right(a, program, "none", app_same);
  app_right(a, program, "one", app_scan);
}

CASE(unused_helper) {
  cl_program program = app_program(a,
                                   "int unused(int x) { return work_group_reduce_add(x); }\n"
                                   "int unused_too(int x) { return unused(x) + 1; }\n"
                                   "kernel void none(global const int *in, global int *out) { out[get_global_id(0)] = "
                                   "in[get_global_id(0)]; }\n",
                                   a->standard);
  app_right(a, program, "none", app_same);
}

/* A kernel that calls a kernel: PoCL 6.0's linker makes one that crashes unless the call is inlined. */
CASE(kernel_calls_kernel) {
  static const char text[] = "kernel void inner(global const int *in, global int *out) {\n"
                             "  out[get_global_id(0)] = work_group_scan_inclusive_add(in[get_global_id(0)]); }\n"
                             "kernel void k(global const int *in, global int *out) { inner(in, out); }\n";
  app_text(a, text, a->standard, app_scan);
  app_text(a, text, app_options(a, "-cl-opt-disable"), app_scan);
}

/* A kernel that is named like a function, and calls none. */
CASE(kernel_named_like_a_function) {
  cl_program program = app_program(a,
                                   "kernel void work_group_reduce_add(global const int *in, global int *out) {\n"
                                   "  out[get_global_id(0)] = in[get_global_id(0)]; }\n",
                                   a->standard);
  app_right(a, program, "work_group_reduce_add", app_same);
}

CASE(no_function) {
  app_text(a, KERNEL("in[i]"), a->standard, app_same);
  app_text(a, KERNEL("in[i]"), NULL, app_same);
  app_text(a, KERNEL("in[i]"), "", app_same);
}

TEXT_CASE(name_in_comment,
          "// work_group_reduce_add(\n/* work_group_scan_inclusive_add */\n"
          "#define NOTE \"work_group_all(\"\n" KERNEL("in[i]"),
          a->standard, app_same)

TEXT_CASE(longer_names,
          "int my_work_group_reduce_add(int x) { return x; }\n"
          "int work_group_reduce_add_of(int x) { return work_group_reduce_add(x); }\n"
          "struct s { int work_group_size; };\n" KERNEL("work_group_reduce_add_of(my_work_group_reduce_add(in[i]))"),
          a->standard, app_sum)

CASE(ten_megabytes) {
  const char *kernel = KERNEL("work_group_reduce_add(in[i])");
  const size_t size = 10 << 20;
  char *text = app_allocate(size + strlen(kernel) + 1);
  memset(text, 'x', size);
  for (size_t i = 0; i + 80 <= size; i += 80)
    memcpy(text + i, "\n//", 3);
  text[size - 1] = '\n';
  strcpy(text + size, kernel);
  app_text(a, text, a->standard, app_sum);
  free(text);
}

/* Text after a zero byte must not be read by one part and ignored by another. */
CASE(zero_byte) {
  const char text[] = "// a zero: \0 and on\n" KERNEL("work_group_reduce_add(in[i])");
  const char *strings[] = {text};
  const size_t length = sizeof text - 1;
  cl_int error;
  cl_program program = clCreateProgramWithSource(a->context, 1, strings, &length, &error);
  if (!program)
    return;
  if (clBuildProgram(program, 0, NULL, a->standard, NULL, NULL) == CL_SUCCESS) {
    cl_kernel kernel = clCreateKernel(program, "k", &error); /* the driver may have read as far as the 0 */
    if (kernel)
      app_expect(a, kernel, app_sum, 1);
  }
}

/* What follows a zero byte is not part of the text. A length may count the zero byte at a string's end. */
CASE(text_behind_a_zero_byte) {
  const char text[] = KERNEL("work_group_reduce_add(in[i])") "\0 this is not read @ # (";
  const char *strings[] = {text, ""};
  const size_t lengths[] = {sizeof text, 1}, whole = strlen(text) + 1;
  of_strings(a, 2, strings, lengths);
  of_strings(a, 1, strings, &whole);
}

#define MARK "\xEF\xBB\xBF"

/* A byte order mark, which editors write at the beginning of a file and compilers skip. */
CASE(byte_order_mark) {
  const char text[] = MARK KERNEL("work_group_reduce_add(in[i])");
  const char *strings[] = {"", text}, *pieces[] = {"\xEF\xBB", "\xBF", text + 3};
  const size_t lengths[] = {0, sizeof text - 1};
  of_strings(a, 2, strings, NULL);
  of_strings(a, 2, strings, lengths);
  of_strings(a, 3, pieces, NULL);
  app_text(a, text, app_options(a, "-Werror"), app_sum);
  if (a->layer) /* some drivers' own vote is wrong, and the layer left the text to them */
    app_text(a, MARK KERNEL("work_group_all(i + 1) ? work_group_reduce_add(in[i]) : -1"), a->standard, app_sum);
  app_text(a, MARK "#define SUM(x) \\\r\n work_group_reduce_add(x)\r\n" KERNEL("SUM(in[i]) * __LINE__ / 5"),
           a->standard, app_sum);
}

/* Elsewhere, a second time, and that of another encoding. */
CASE(byte_order_mark_in_a_later_string) {
  static const char *const first[] = {"typedef int unused;\n", MARK, "\xFF\xFE"};
  for (unsigned i = 0; i < sizeof first / sizeof *first; i++) {
    const char *strings[] = {first[i], i < 2 ? MARK KERNEL("work_group_reduce_add(in[i])") : KERNEL("in[i]")};
    cl_int error;
    cl_program program = clCreateProgramWithSource(a->context, 2, strings, NULL, &error);
    app_must(a, error, "clCreateProgramWithSource");
    app_gives(a, clBuildProgram(program, 0, NULL, a->standard, NULL, NULL), CL_BUILD_PROGRAM_FAILURE, first[i]);
  }
}

CASE(byte_order_mark_of_a_file) {
  const char header[] = MARK "#define SUM(x) work_group_reduce_add(x)\r\n";
  char *path = app_path(a, "sum.h");
  app_write(a, path, header, sizeof header - 1);
  free(path);
  app_text(a, MARK "#include \"sum.h\"\n" KERNEL("SUM(in[i])"), app_options(a, "-I %s", a->folder), app_sum);
}

CASE(byte_order_mark_of_a_header) {
  const char *name = "sum.h";
  cl_program header = app_source(a, MARK "#define SUM(x) work_group_reduce_add(x)\n");
  cl_program object = app_source(a, MARK "#include \"sum.h\"\n" KERNEL("SUM(in[i])"));
  app_compile(a, object, a->standard, 1, &header, &name);
  app_right(a, app_link(a, "", 1, &object), "k", app_sum);
}

TEXT_CASE(invalid_utf8, "// caf\xe9 \xff\xfe\xc3 \xed\xa0\x80\n" KERNEL("work_group_reduce_add(in[i]) /* \x80 */"),
          a->standard, app_sum)

TEXT_CASE(carriage_returns,
          "#define SUM(x) \\\r\n work_group_reduce_add(x)\r\n"
          "kernel void k(global const int *in, global int *out) {\r\n"
          "  out[get_global_id(0)] = SUM(in[get_global_id(0)]);\r\n}\r\n",
          a->standard, app_sum)

TEXT_CASE(backslash_at_end, KERNEL("work_group_reduce_add(in[i])") "// \\", a->standard, app_sum)

TEXT_CASE(no_newline_at_end,
          "kernel void k(global const int *in, global int *out) { "
          "out[get_global_id(0)] = work_group_reduce_add(in[get_global_id(0)]); } // the end",
          a->standard, app_sum)
