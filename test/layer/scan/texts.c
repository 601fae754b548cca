/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The scanner on one text: what counts as a name and what does not. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

static const struct {
  const char *options, *text, *found;
} cases[] = {
    /* Names. */
    {"", "", ""},
    {"", "kernel void f(global int *a) { a[0] = 1; }", ""},
    {"", "x = work_group_all(1);", "all"},
    {"", "work_group_all", "all"},
    {"", "a+work_group_all", "all"},
    {"", "work_group_reduce_add(work_group_scan_exclusive_max(x))", "reduce_add scan_exclusive_max"},
    {"", "work_group_scan_inclusive_logical_xor", "scan_inclusive_logical_xor"},
    {"", "work_group_broadcast(work_group_any(x), 1)", "any broadcast"},
    {"", "f(work_group_reduce_min)", "reduce_min"},
    {"", "int work_group_all(int x);", "all"},
    {"", "#if defined(work_group_all)\n#endif", "all"},
    {"", "#if 0\nwork_group_all\n#endif", "all"},
    {"", "#define F work_group_reduce_add\nF(1)", "reduce_add"},
    {"", "#define F(x) \\\n  work_group_reduce_add(x) + \\\n 1", "reduce_add"},
    /* Others. */
    {"", "my_work_group_all", ""},
    {"", "work_group_alls", ""},
    {"", "work_group_all_", ""},
    {"", "_work_group_all", ""},
    {"", "work_group_all2", ""},
    {"", "2work_group_all", ""},
    {"", "__clgroup_work_group_all", ""},
    {"", "Work_group_all WORK_GROUP_ALL", ""},
    {"", "work_group_barrier(0); work_group_reserve_read_pipe(p, 1);", ""},
    {"", "work_group_commit_write_pipe sub_group_reduce_add get_work_dim()", ""},
    {"", "work_group_ work_group_reduce_ work work_group", ""},
    {"", "work_group_reduce_ add", ""},
    /* The feature and the extension. */
    {"", "#ifdef __opencl_c_work_group_collective_functions", "FEATURE"},
    {"", "__opencl_c_work_group_collective_functions_", ""},
    {"", "#pragma OPENCL EXTENSION cl_khr_work_group_uniform_arithmetic : enable", "EXTENSION"},
    {"", "// cl_khr_work_group_uniform_arithmetic", ""},
    /* Definitions. */
    {"", "#define work_group_all(x) x", "all DEFINES"},
    {"", " #\tdefine /* */ work_group_all", "all DEFINES"},
    {"", "/**/#/**/define/**/work_group_all", "all DEFINES"},
    {"", "#def\\\nine work_\\\r\ngroup_all", "UNKNOWN"},
    {"", "#define A work_group_all", "all"},
    {"", "#define work_group_barrier(x)", ""},
    {"", "#define\nwork_group_all", "all"},
    {"", "#undef work_group_all", "all"},
    /* Comments. */
    {"", "// work_group_all", ""},
    {"", "// x\nwork_group_all", "all"},
    {"", "// x\rwork_group_all", "all"},
    {"", "// x \\\nwork_group_all", "all UNKNOWN"},
    {"", "// x \\\r\nwork_group_all", "all UNKNOWN"},
    {"", "// x \\  \nwork_group_all", "all UNKNOWN"},
    {"", "// x \\\n\nwork_group_all", "all UNKNOWN"},
    {"", "// x \\\\\nwork_group_all", "all UNKNOWN"},
    {"", "// x \\ y\nwork_group_all", "all"},
    {"", "/\\\n/ work_group_all", "all UNKNOWN"},
    {"", "/* work_group_all */", ""},
    {"", "/* work_group_all", ""},
    {"", "/* x */work_group_all/**/", "all"},
    {"", "/*/ work_group_all */", ""},
    {"", "/*/ */ work_group_all", "all"},
    {"", "/**/work_group_all", "all"},
    {"", "/***/work_group_all/***/", "all"},
    {"", "/* * / */ work_group_all", "all"},
    {"", "/* *\\\n/ work_group_all", "UNKNOWN"},
    {"", "/* // */ work_group_all", "all"},
    {"", "// /*\nwork_group_all", "all"},
    {"", "/* \" */ work_group_all /* \" */", "all"},
    {"", "a / work_group_all / b", "all"},
    {"", "a /work_group_all(x)* b */ c", "all"},
    {"", "work/**/_group_all", ""},
    /* Literals. */
    {"", "\"work_group_all\"", ""},
    {"", "'work_group_all'", ""},
    {"", "\"a\" work_group_all \"b\"", "all"},
    {"", "\"\\\"\" work_group_all", "all"},
    {"", "\"\\\\\" work_group_all \"\"", "all"},
    {"", "'\"' work_group_all '\"'", "all"},
    {"", "\"'\" work_group_all", "all"},
    {"", "'\\'' work_group_all", "all"},
    {"", "\"/*\" work_group_all", "all"},
    {"", "\"//\" work_group_all", "all"},
    {"", "\"open work_group_any\nwork_group_all", "all"},
    {"", "\"open \\\nwork_group_all", "all UNKNOWN"},
    {"", "don't /*\nwork_group_all", "all"},
    {"", "\"\\", ""},
    {"", "\"\\\n", ""},
    {"", "1'000 + work_group_all(x)", "UNKNOWN"},
    {"", "1'000'000 + work_group_all(x) + 2'0", "all UNKNOWN"},
    {"", "0xa'b + work_group_all", "UNKNOWN"},
    {"", "L'a' + work_group_all + u8'\"'", "all"},
    {"", "R\"(\")\" work_group_all", "UNKNOWN"},
    {"", "u8R\"(x)\" work_group_all", "all UNKNOWN"},
    {"", "FOUR\"work_group_all\" work_group_any", "any UNKNOWN"},
    /* Lines that are joined: what that makes of tokens is not followed. */
    {"", "work_gr\\\noup_all", "UNKNOWN"},
    {"", "work_gr\\\r\noup_all", "UNKNOWN"},
    {"", "work_gr\\\roup_all", "UNKNOWN"},
    {"", "work_gr\\ \t\noup_all", "UNKNOWN"},
    {"", "work_gr\\\n\\\noup_all", "UNKNOWN"},
    {"", "work_gr\\\n\noup_all", ""},
    {"", "work_gr\\oup_all", ""},
    {"", "\\\nwork_group_all\\\n", "all"},
    {"", "#define F(x) f(x);\\\n  work_group_all(x)\\\n", "all"},
    {"", "#define F \\\nwork_group_all", "all"},
    {"", "#define \\\nwork_group_all f", "all UNKNOWN"},
    {"", "# \\\ndefine work_group_all f", "all UNKNOWN"},
    {"", "#error x \\\n/* */ work_group_all", "all UNKNOWN"},
    {"", "\"a\\\\\n\" work_group_all", "UNKNOWN"},
    {"", "R\\\n\"(\")\" work_group_all", "UNKNOWN"},
    {"", "__opencl_c_work_group_\\\ncollective_functions", "UNKNOWN"},
    {"", "\\", ""},
    {"", "\\ ", ""},
    /* Names that ## makes. */
    {"", "#define F(op) work_group_reduce_##op\nF(add)", "reduce_*"},
    {"", "#define F(op) work_group_reduce_ ## op\nF(add)", "reduce_*"},
    {"", "#define F(op) work_group_scan_##op", "scan_inclusive_* scan_exclusive_*"},
    {"", "#define F(k, op) work_group_scan_##k##_##op", "scan_inclusive_* scan_exclusive_*"},
    {"", "#define F(op) work_group_reduce_logical_##op", "reduce_logical_and reduce_logical_or reduce_logical_xor"},
    {"", "#define F(op) work_group_##op", "*"},
    {"", "#define F(op) work_##op", "*"},
    {"", "#define C(a, b) a##b\nC(work_group, _all)", "*"},
    {"", "#define C(a, b) a##b\nC(work_group_a, ny)", "all any"},
    {"", "#define C(a) a##_group_all\nC(work)", "all"},
    {"", "#define C(a) a##_group_reduce_add(x)\nC(work) C(sub)", "reduce_add"},
    {"", "#define C(a, b) a##_group_reduce_##b\nC(work, add) C(sub, add)", "reduce_*"},
    {"", "#define C(a, b, c) a##_##b##_##c\nC(work, group, all)", "*"},
    {"", "#define C(a, b) a##_##b\nC(work, group_scan_exclusive_add)", "scan_exclusive_add"},
    {"", "#define C(a, b) a#\\\n#b\nC(work_group, _all)", "UNKNOWN"},
    {"", "#define C(a, b) a##b\nfloat *work; int group_id = get_group_id(0);", ""},
    {"", "#define C(a) a##_group_all(x)\nC(sub) work_group_barrier(0);", ""},
    {"", "#define C(a, b) a##b\n// work_group_\nwork_group_barrier(0);", ""},
    {"", "//##########\nint work_group_; /* ## */ \"##\"", ""},
    {"", "work_group_all_ # # x", ""},
    {"", "#define C(a, b) a##b\nwork_group_reduce_adds my_work_group_ twork", ""},
    {"", "#define C(a, b) a##b\nwork_group_reduce_add", "reduce_add"},
    /* What the scanner does not follow. */
    {"", "#include HEADER", "UNKNOWN"},
    {"", "#include \"nowhere/clgroup.h\"", "UNKNOWN"},
    {"", "#include <nowhere/clgroup.h>", "UNKNOWN"},
    {"", "#import \"nowhere/clgroup.h\"", "UNKNOWN"},
    {"", "#include_next <nowhere/clgroup.h>", "UNKNOWN"},
    {"", "#include \"open\n", "UNKNOWN"},
    {"", "#include \"\"", "UNKNOWN"},
    {"", "#include", "UNKNOWN"},
    {"", "# /* */ include /* */ HEADER", "UNKNOWN"},
    {"", "#inc\\\nlude HEADER", "UNKNOWN"},
    {"", "#include \"nowhere/clgroup.h\" // work_group_all\nwork_group_any", "any UNKNOWN"},
    {"", "// #include \"x\"\n/* #include \"x\" */ \"#include\"", ""},
    {"", "// #/* \n#include \"nowhere/clgroup.h\"", "UNKNOWN"},
    {"", "#includes HEADER", ""},
    {"", "#define include 1", ""},
    {"", "%:include \"nowhere/clgroup.h\"", "UNKNOWN"},
    {"", "#define C(a, b) a%:%:b", "UNKNOWN"},
    {"", "\"%:\" a % b", "UNKNOWN"},
    {"", "?\?=include \"nowhere/clgroup.h\"", "UNKNOWN"},
    {"", "// x ?\?/\nwork_group_all", "all UNKNOWN"},
    {"", "a ? b : c ?? d", ""},
    {"", "#error don't use work_group_any\nwork_group_all", "all"},
    {"", "#error don't /* do\nwork_group_all", "all UNKNOWN"},
    {"", "#error use /* do\nwork_group_all", "UNKNOWN"},
    {"", "#error x\n/* */ work_group_all", "all"},
    {"", "#define S(error, x) #error x /* */ work_group_all", "all UNKNOWN"},
    {"", "#error a/b\nwork_group_all", "all"},
    {"", "#error /", ""},
    {"", "#warning \"\nwork_group_all", "all"},
    /* Definitions in the options. */
    {"-DREDUCE=work_group_reduce_add", "REDUCE(x)", "reduce_add"},
    {"-D REDUCE=work_group_reduce_add", "REDUCE(x)", "reduce_add"},
    {"-DF(x)=work_group_all(x)", "", "all"},
    {"-D \"F(x)=work_group_all(x) + 1\"", "", "all"},
    {"-D 'F(x)= work_group_all(x) '", "", "all"},
    {"-DS=\\\"work_group_all\\\"", "", "all"},
    {"-Dwork_group_all=f", "", "all DEFINES"},
    {"-Dwork_group_all", "", "all DEFINES"},
    {"-Dwork_group_alls", "", ""},
    {"-D__opencl_c_work_group_collective_functions=1", "", "FEATURE"},
    {"-I work_group_all -DA", "#define C(a, b) a##b", ""},
    {"-DSCOPE=work", "#define C(a) C2(a)\n#define C2(a) a##_group_all\nC(SCOPE)", "all"},
    {"-DPREFIX=work_group_", "#define C(a, b) a##b", "*"},
    {"-DPREFIX=work_group_", "int x;", ""},
    {"\"-DC(a, b)=a##b\"", "C(work_group_reduce_, add)", "reduce_*"},
    {"\"-DC(a)=a##_group_any\"", "C(work)", "any"},
    {"-include nowhere/clgroup.h", "", "UNKNOWN"},
    {"-DA=%:%:", "", "UNKNOWN"},
};

/* In a block of exactly its size, so that a sanitizer finds a read beyond its end. */
static const char *scan(const char *options, const char *text, size_t length) {
  struct clgroup_options o;
  struct clgroup_scan result = {0};
  char *mine = malloc(length ? length : 1);
  memcpy(mine, text, length);
  if (clgroup_options_parse(options, &o) || clgroup_scan_source(&result, mine, length, &o, NULL, NULL))
    abort();
  clgroup_options_free(&o);
  free(mine);
  return found(&result);
}

void test_texts(void) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *got = scan(cases[i].options, cases[i].text, strlen(cases[i].text));
    check(!strcmp(got, cases[i].found), "'%s' with options '%s': found '%s', not '%s'", cases[i].text, cases[i].options,
          got, cases[i].found);
  }
  static const char zero[] = "\"x\0y\" work_group_all\0 work_group_any work_\0group_broadcast";
  static const char blank[] = "#\0 include\0 HEADER";
  check(!strcmp(scan("", zero, sizeof zero - 1), "all any"), "zero bytes: found '%s'", scan("", zero, sizeof zero - 1));
  check(!strcmp(scan("", blank, sizeof blank - 1), "UNKNOWN"), "zero bytes as blanks");
  struct clgroup_scan twice = {0};
  clgroup_scan_source(&twice, "work_group_any", 14, NULL, NULL, NULL);
  clgroup_scan_source(&twice, "work_group_all", 14, NULL, NULL, NULL);
  check(!strcmp(found(&twice), "all any"), "a result is added to");
}
