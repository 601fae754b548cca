/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How the tests of the layer are run: each group in a process of its own, against the stub, by one way to the layer. */
#ifndef CLGROUP_STUB_HARNESS_H
#define CLGROUP_STUB_HARNESS_H

#include "layer/common/ask.h"
#include "stub.h"

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

/* The driver; `cl` (ask.h) is OpenCL by the group's way, in which entries that the loader lacks are NULL. */
extern const struct stub_control *stub;
extern const struct group *group;
extern const char *layer_path;

/* Sets a pointer to a function of the layer's file. */
void layer_function(const char *name, void *pointer);

/* Loading and ending the layer, as loaders of 2026 do. init_layer gives the layer's table over this driver, or NULL;
 * load_layer sets `cl` to it. */
const cl_icd_dispatch *init_layer(const cl_icd_dispatch *driver);
bool load_layer(const cl_icd_dispatch *driver);
cl_int unload_layer(void);

/* Runs a part of a test in a process of its own, since the first table that a layer is given counts, or objects are
 * left in the driver. */
void apart(void (*part)(unsigned), unsigned argument);

/* Makes the layer's n-th allocation in this thread from now on fail, and then sets *done; 0: none (memory.c). NULL
 * where a sanitizer has the allocator. */
__attribute__((weak)) void fail_allocation(long n, bool *done);

/* The stack size of threads that pthread_create makes without attributes. */
size_t stack_of_new_threads(void);

void failed(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The failures of this test so far. */
unsigned failure_count(void);
/* Counts the test as skipped. */
void skipped(const char *why);
/* Skips it where this is built with a sanitizer: that for threads, or any. */
#ifdef __SANITIZE_THREAD__
enum { THREAD_SANITIZER = true, ANY_SANITIZER = true };
#elif defined __SANITIZE_ADDRESS__
enum { THREAD_SANITIZER = false, ANY_SANITIZER = true };
#else
enum { THREAD_SANITIZER = false, ANY_SANITIZER = false };
#endif
#define SKIP_UNDER(sanitizer, why)                                                                                     \
  if (sanitizer) {                                                                                                     \
    skipped(why);                                                                                                      \
    return;                                                                                                            \
  }

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
/* The nth of these calls, from 0 on; NULL if there are fewer. */
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
/* The same of a text that includes a header, which the application gives. */
cl_program make_object_with(const char *text, const char *name, const char *header);
/* Links, and leaves in `printed` what the layer has printed. */
cl_program make_linked(const char *options, cl_uint count, const cl_program *inputs);
/* A program from this one's binary, for its one device. */
cl_program make_reloaded(cl_program program);
cl_kernel make_kernel(cl_program program, const char *name);
/* The program has a kernel of this name, which is the program's. */
void check_kernel(cl_program program, const char *name);
/* Also has the harness release a program that the test has made by itself; returns it. */
cl_program keep(cl_program program);
/* Releases one of these programs early. */
void drop(cl_program program);
/* A context and a program that the test releases by itself. */
cl_context new_context(cl_uint count);
cl_program new_program(cl_context parent, const char *text);
cl_int build_program(cl_program program, const char *options);
/* For the stub's device of this number alone. */
cl_int build_on(cl_program program, unsigned device, const char *options);
cl_int compile_program(cl_program program, const char *options);
/* Everything that a build left, in texts that live until the next query. */
const char *build_log(cl_program program, cl_device_id device);
const char *build_options(cl_program program, cl_device_id device);
const char *program_text(cl_program program, cl_program_info what);
const char *device_text(cl_device_id device, cl_device_info what);
/* Is the stub's device said to have work-group functions? */
bool promised(unsigned device);

/* What the layer prints meanwhile (ask.h). */
#define HEARD(...) (hear(), (void)(__VA_ARGS__), printed = heard())

/* One build, and what must come of it. BUILD(text, options, error, calls, .member = value...) runs it in a new context,
 * and leaves `program`, and in `printed` what the layer has printed meanwhile. NULL is for what may be anything. Words
 * are separated by |; those with a ! before them must not be there; "" is for a text that must be empty. */
struct build {
  const char *text, *options;
  cl_int error;        /* that the call returns */
  const char *calls;   /* see calls() */
  const char *log;     /* words of the first device's build log */
  const char *printed; /* words of what is printed */
  const char *kernels;
  bool object;     /* by clCompileProgram */
  cl_uint devices; /* 0: one */
  unsigned slot, nth;
  cl_int fault; /* the nth call of the slot gives this error */
};
#define BUILD(...) check_build(__FILE__, __LINE__, &(struct build){.text = __VA_ARGS__})
#define FAULT(entry, n, error) .slot = STUB_SLOT(entry), .nth = n, .fault = error
void check_build(const char *file, int line, const struct build *build);
extern cl_program program;
extern const char *printed;

/* Builds `program`, of two devices, for the first one, and then for the second. Is the first build kept? If not, that
 * is printed. */
void build_first(const char *text, const char *options);
void build_second(const char *options, bool kept);

/* A callback that counts its calls: `data` is an unsigned. */
void CL_CALLBACK count_call(cl_program program, void *data);
/* Builds with a callback, which must be given the program. Returns how often it was called. */
unsigned build_notified(cl_program program, const char *options, cl_int error);
extern const stub_program_notify last_notify;
extern void *last_notify_data;

/* The working calls that reached the driver since the last clear: "source compile il compile link", say. */
const char *calls(void);
#define CHECK_CALLS(expected) CHECK_TEXT(calls(), expected)
/* What the layer makes of a source by its routes: linked, with one module of the library's, and compiled. */
#define LINKED "source compile il compile link"
#define BY_COMPILER "il build"

bool ends_in(const char *text, const char *tail);

/* Are all the words there, and those with a ! before them not? */
#define CHECK_WORDS(text, words) check_words(__FILE__, __LINE__, #text, text, words)
void check_words(const char *file, int line, const char *what, const char *text, const char *words);

/* Makes the stub's devices CPUs of this platform; one that takes SPIR bitcode alone, as PoCL 3.1's. */
void be_cpus(const char *platform, const char *driver, bool has_functions);
void use_bitcode(unsigned device);
/* Has the layer's next lives in this test use a new cache. */
void use_new_cache(void);
void remove_cache(void);
#define POCL "Portable Computing Language"
#define INTEL "Intel(R) OpenCL"

/* Kernels of tests. */
#define KERNEL(name, expression) "kernel void " name "(global int *out) {\n  out[0] = " expression ";\n}\n"
#define SUM KERNEL("sum", "work_group_reduce_add((int)out[1])")
#define ALL KERNEL("all", "work_group_all((int)out[1])")
#define PLAIN_KERNEL "kernel void plain(global int *out) { out[0] = 1; }\n"
#define HEADER "#include <clgroup/work_group_shuffle.h>\n"
#define CL3 "-cl-std=CL3.0"

#endif
