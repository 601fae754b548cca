/* How the tests of the layer are run: each group in a process of its own, against the stub, by one way to the layer. */
#ifndef CLGROUP_STUB_HARNESS_H
#define CLGROUP_STUB_HARNESS_H

#include "stub.h"

#include "spirv/words.h"

/* What stands between the test and the stub. */
enum way {
  WAY_BARE,    /* nothing */
  WAY_PASS,    /* a layer that does nothing */
  WAY_LAYER,   /* the layer, by dlopen and clInitLayer */
  WAY_BETWEEN, /* the layer between two that do nothing */
  WAY_LOADER,  /* the machine's ICD loader, which loads the layer */
  WAY_LOADER_BETWEEN,
  WAY_LOADER_TWICE,  /* the layer is listed twice */
  WAY_LOADER_COPIES, /* another copy of the layer is listed before it */
};

struct test {
  const char *list, *name;
  void (*run)(void);
  struct test *next;
};
void add_test(struct test *test);

/* TEST(list, name) { ... } is a test of a list of main.c's groups; ALSO makes one of a second list too. Those of a list
 * are run in this order. */
#define TEST(list, name)                                                                                               \
  static void name(void);                                                                                              \
  ALSO(list, name)                                                                                                     \
  static void name(void)
#define ALSO(of, function)                                                                                             \
  __attribute__((constructor)) static void add_##function##_to_##of(void) {                                            \
    static struct test test = {.list = #of, .name = #function, .run = function};                                       \
    add_test(&test);                                                                                                   \
  }

struct group {
  const char *name;
  enum way way;
  const char *list;           /* of tests; several groups may have it, each by another way */
  const char *environment[4]; /* "NAME=value" */
};

extern const struct stub_control *stub;
/* OpenCL by the group's way. Entries that the loader lacks are NULL. */
extern const cl_icd_dispatch *cl;
extern const struct group *group;
extern const char *layer_path;

/* Sets a pointer to a function of the layer's file. */
void layer_function(const char *name, void *pointer);

void failed(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Of this test, so far. */
unsigned failure_count(void);
/* Ends the test as a skip. */
void skipped(const char *why);

#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition))                                                                                                  \
      failed(__FILE__, __LINE__, "%s", #condition);                                                                    \
  } while (0)
#define CHECK_EQUAL(value, expected)                                                                                   \
  do {                                                                                                                 \
    long long is_ = (long long)(value), expected_ = (long long)(expected);                                             \
    if (is_ != expected_)                                                                                              \
      failed(__FILE__, __LINE__, "%s is %lld, not %lld", #value, is_, expected_);                                      \
  } while (0)
#define REQUIRE(condition)                                                                                             \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      failed(__FILE__, __LINE__, "%s", #condition);                                                                    \
      return;                                                                                                          \
    }                                                                                                                  \
  } while (0)
#define CHECK_TEXT(value, expected)                                                                                    \
  do {                                                                                                                 \
    const char *is_ = (value);                                                                                         \
    if (!is_ || strcmp(is_, expected))                                                                                 \
      failed(__FILE__, __LINE__, "%s is '%s', not '%s'", #value, is_ ? is_ : "(null)", expected);                      \
  } while (0)

/* Calls of an entry since the last clear. */
unsigned seen(unsigned slot);
#define SEEN(name) seen(STUB_SLOT(name))
/* The nth of them, from 0; NULL: not as many. */
const struct stub_call *seen_call(unsigned slot, unsigned n);
#define CALL(name, n) seen_call(STUB_SLOT(name), n)

/* Opens `context`, of the stub's first devices, of which `device` is the first; closes the one before, and forgets the
 * calls so far. What is made in it lives as long, or until the test's end. All of these check what they make. */
void open_context(cl_uint devices);
void close_context(void);
extern cl_context context;
extern cl_device_id device;
cl_program make_program(const char *text);
cl_program make_built(const char *text, const char *options);
cl_program make_object(const char *text, const char *options);
cl_program make_il(const struct spirv_words *module);
cl_program make_linked(const char *options, cl_uint count, const cl_program *inputs);
/* Of the program's binary for the one device. */
cl_program make_reloaded(cl_program program);
cl_kernel make_kernel(cl_program program, const char *name);
/* The program has a kernel of this name, which is the program's. */
void check_kernel(cl_program program, const char *name);
/* The same for a program that the test has made by itself; returns it. */
cl_program keep(cl_program program);
/* Releases a program of these before the others. */
void drop(cl_program program);
/* A context and a program that the test releases by itself. */
cl_context new_context(cl_uint count);
cl_program new_program(cl_context parent, const char *text);
cl_int build_program(cl_program program, const char *options);
cl_int compile_program(cl_program program, const char *options);
/* Everything that a build left, in texts that live until the next query. */
const char *build_log(cl_program program, cl_device_id device);
const char *build_options(cl_program program, cl_device_id device);
cl_build_status build_status(cl_program program, cl_device_id device);
cl_program_binary_type binary_type(cl_program program, cl_device_id device);
cl_uint program_references(cl_program program);
const char *program_text(cl_program program, cl_program_info what);
const char *device_text(cl_device_id device, cl_device_info what);
/* Is the stub's device said to have work-group functions? */
bool promised(unsigned device);

/* Keeps what the layer prints on standard error, from now until heard() returns it, in a text that lives until the next
 * one. */
void hear(void);
const char *heard(void);

/* Builds the text for the first devices in a new context. What the layer printed meanwhile is `said`. */
cl_int try_build(cl_uint devices, const char *text, const char *options, cl_program *program);
extern const char *said;

/* Makes the stub's devices CPUs of this platform; one that takes SPIR bitcode alone, as PoCL 3.1's. */
void be_cpus(const char *platform, const char *driver, bool has_functions);
void use_bitcode(unsigned device);
/* Has the layer's next life use a new cache, or its usual one, and removes the last one. */
void use_new_cache(bool more);
#define POCL "Portable Computing Language"

/* Kernels of tests. */
#define SUM "kernel void sum(global int *out) {\n  out[0] = work_group_reduce_add((int)out[1]);\n}\n"
#define PLAIN_KERNEL "kernel void plain(global int *out) { out[0] = 1; }\n"
#define CL3 "-cl-std=CL3.0"

#endif
