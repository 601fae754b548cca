/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Declarations that the files of clgroup-compiler-test share. */
#ifndef CLGROUP_TEST_COMPILER_CHECK_H
#define CLGROUP_TEST_COMPILER_CHECK_H

#include "layer/common/check.h"
#include "layer/compile/compiler.h"

/* The test's folder, which is empty when a group of tests begins, and a path in it, in memory that is reused after
 * eight calls. */
extern const char *folder;
const char *in_folder(const char *name);

/* Files, small ones. write_file replaces; read_file gives "" where there is none, in memory for free(). */
void write_file(const char *name, const char *text, size_t size);
char *read_file(const char *name, size_t *size);
bool is_there(const char *name);
size_t count_files(const char *path, const char *prefix);
void empty_folder(void);
void empty_subfolder(const char *name);

/* Runs `body` in a child process; false where it does not return true. Its tests are not counted. */
bool in_child(bool body(void *), void *argument);

/* The same of an application that has closed its standard streams, while another thread writes ~ to them. */
bool in_child_without_streams(bool body(void *));

/* Checks that nothing is left: no descriptor, child or temporary file. `what` is for the message. */
void check_clean(const char *what);

/* Changes the current folder; `home` is that in which the program began. */
void go_to(const char *path);
extern const char *home;

double now(void); /* in seconds */

/* Leaves `left` descriptors to what is run next, until they are given back. */
void take_descriptors(int left);
void give_descriptors(void);

/* The compilation that a test makes, and what came of it: use() begins one by the compiler `name` in the test's folder,
 * of one unit, and run() runs it as it is then. */
extern struct clgroup_compiler_job job;
extern struct clgroup_unit units[3];
extern size_t unit_count;
extern struct outcome {
  enum clgroup_compile_result result;
  unsigned char *binary;
  size_t size;
  char *log;   /* never NULL */
  size_t runs; /* of the compiler (write_compiler) */
} outcome;
void use(const char *name, const char *source, const char *options);
struct clgroup_unit unit_of(const char *source, const char *options);
void run(void);
/* Runs it: the result is `want`, and the log contains `says`. */
void expect(enum clgroup_compile_result want, const char *says, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same of a success after so many runs of the compiler. */
void expect_runs(size_t runs, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Makes a shell script that acts as the compiler; $out in it is the requested output file. */
void write_compiler(const char *name, const char *script);
/* The part of a script that succeeds. */
#define GOOD "printf 'BC\\300\\336 a program' >\"$out\"\n"

void test_cache(void);
void test_arguments(void);
void test_faults(void);
void test_toolchain(void);
void test_compiler(const char *compiler);

#endif
