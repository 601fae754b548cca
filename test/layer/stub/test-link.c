/* The link route: what reaches the driver, and that the application sees one program as if the driver had the
 * functions. */
#include "harness.h"

#include "make-module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cl_context context;
static cl_device_id device;

static void open_context(cl_uint devices) {
  stub->settings->devices = devices;
  context = make_context(devices);
  device = stub->device(0);
  stub->clear();
}

static void close_context(void) {
  cl->clReleaseContext(context);
}

static cl_int build(cl_program program, const char *options) {
  return cl->clBuildProgram(program, 0, NULL, options, NULL, NULL);
}

/* A program that is built of this text; the checks are in what follows. */
static cl_program built(const char *text, const char *options) {
  cl_program program = make_program(context, text);
  cl_int error = build(program, options);
  if (error != CL_SUCCESS)
    failed(__FILE__, __LINE__, "clBuildProgram gives %d: %s", (int)error, build_log(program, device));
  return program;
}

static bool makes_kernel(cl_program program, const char *name) {
  cl_int error = 1;
  cl_kernel kernel = cl->clCreateKernel(program, name, &error);
  if (error != CL_SUCCESS || !kernel) {
    failed(__FILE__, __LINE__, "clCreateKernel(\"%s\") gives %d", name, (int)error);
    return false;
  }
  cl_program its = NULL;
  CHECK_EQUAL(cl->clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof its, &its, NULL), CL_SUCCESS);
  CHECK(its == program);
  CHECK_EQUAL(cl->clReleaseKernel(kernel), CL_SUCCESS);
  return true;
}

/* The driver's source that holds the application's and more. */
static const struct stub_call *hidden_source(const char *text) {
  for (unsigned i = 0; CALL(clCreateProgramWithSource, i); i++) {
    const struct stub_call *call = CALL(clCreateProgramWithSource, i);
    size_t length = strlen(text);
    if (call->text_size > length && !strcmp(call->text + call->text_size - length, text))
      return call;
  }
  return NULL;
}

static void what_reaches_the_driver(void) {
  open_context(1);
  cl_program program = built(SUM, "-cl-std=CL3.0 -DX=1 -g");
  const struct stub_call *own = CALL(clCreateProgramWithSource, 0), *hidden = hidden_source(SUM);
  CHECK(own && own->text && !strcmp(own->text, SUM));
  REQUIRE(hidden);
  CHECK(hidden->text_size > strlen(SUM) + 8 &&
        !strncmp(hidden->text + hidden->text_size - strlen(SUM) - 8, "#line 1\n", 8));
  CHECK(strstr(hidden->text, "__clgroup_work_group_reduce_add"));
  CHECK(!strstr(hidden->text, "__clgroup_work_group_reduce_max") && !strstr(hidden->text, "work_group_broadcast"));
  CHECK_EQUAL(SEEN(clCreateProgramWithSource), 2);
  CHECK_EQUAL(SEEN(clCreateProgramWithIL), 1);
  CHECK_EQUAL(SEEN(clCompileProgram), 2);
  CHECK_EQUAL(SEEN(clLinkProgram), 1);
  CHECK_EQUAL(SEEN(clBuildProgram), 0);
  const struct stub_call *compile = CALL(clCompileProgram, 0), *link = CALL(clLinkProgram, 0);
  REQUIRE(compile && link && compile->text && link->text);
  CHECK_TEXT(compile->text, "-cl-std=CL3.0 -DX=1 -g");
  CHECK(!*link->text);
  CHECK_EQUAL(link->words[4], 2);
  CHECK(link->words[0] == (uintptr_t)context);
  const struct stub_call *il = CALL(clCreateProgramWithIL, 0);
  CHECK(il && il->text_size < 20000); /* pruned */
  CHECK(makes_kernel(program, "sum"));
  cl->clReleaseProgram(program);
  close_context();
}

static void queries(void) {
  static const char options[] = " -cl-std=CL3.0  -DY";
  open_context(1);
  cl_program program = built(SUM PLAIN_KERNEL, options);
  size_t count = 0, size = 1;
  CHECK_TEXT(program_text(program, CL_PROGRAM_SOURCE), SUM PLAIN_KERNEL);
  CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), "sum;plain");
  CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, NULL), CL_SUCCESS);
  CHECK_EQUAL(count, 2);
  CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_IL, 0, NULL, &size), CL_SUCCESS);
  CHECK_EQUAL(size, 0);
  CHECK_TEXT(build_options(program, device), options);
  CHECK_EQUAL(build_status(program, device), CL_BUILD_SUCCESS);
  CHECK_EQUAL(binary_type(program, device), CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  CHECK_TEXT(build_log(program, device), "");
  CHECK_EQUAL(program_references(program), 1);
  cl_context its = NULL;
  CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_CONTEXT, sizeof its, &its, NULL), CL_SUCCESS);
  CHECK(its == context);
  CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL), CL_SUCCESS);
  CHECK(size > 0);
  CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size - 1, &size, NULL), CL_INVALID_VALUE);
  CHECK_EQUAL(cl->clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_OPTIONS, 3, &its, NULL), CL_INVALID_VALUE);
  CHECK_EQUAL(cl->clGetProgramBuildInfo(program, stub->device(3), CL_PROGRAM_BUILD_STATUS, sizeof count, &count, NULL),
              CL_INVALID_DEVICE);
  CHECK_EQUAL(cl->clGetProgramInfo(program, 0x7777, sizeof count, &count, NULL), CL_INVALID_VALUE);
  cl->clReleaseProgram(program);
  close_context();
}

/* Kernels one by one, all at once and cloned; the counts that the application can see. */
static void kernels(void) {
  open_context(1);
  cl_command_queue queue = cl->clCreateCommandQueueWithProperties(context, device, NULL, NULL);
  cl_program program = built(SUM PLAIN_KERNEL, CL3), its = NULL;
  cl_uint count = 0;
  cl_int error = 1;
  cl_kernel all[2] = {0}, sum = cl->clCreateKernel(program, "sum", &error), clone;
  CHECK_EQUAL(error, CL_SUCCESS);
  CHECK_EQUAL(cl->clCreateKernelsInProgram(program, 0, NULL, &count), CL_SUCCESS);
  CHECK_EQUAL(count, 2);
  CHECK_EQUAL(cl->clCreateKernelsInProgram(program, 1, all, &count), CL_INVALID_VALUE);
  CHECK_EQUAL(cl->clCreateKernelsInProgram(program, 2, all, NULL), CL_SUCCESS);
  CHECK_EQUAL(program_references(program), 4); /* as with the driver's own program: each kernel holds it */
  CHECK(!cl->clCreateKernel(program, "none", &error));
  CHECK_EQUAL(error, CL_INVALID_KERNEL_NAME);
  CHECK(!cl->clCreateKernel(program, NULL, &error));
  CHECK_EQUAL(error, CL_INVALID_VALUE);
  clone = cl->clCloneKernel(sum, &error);
  CHECK_EQUAL(error, CL_SUCCESS);
  CHECK_EQUAL(build(program, CL3), CL_INVALID_OPERATION); /* kernels are attached */
  CHECK_EQUAL(cl->clRetainKernel(sum), CL_SUCCESS);
  CHECK_EQUAL(cl->clGetKernelInfo(sum, CL_KERNEL_REFERENCE_COUNT, sizeof count, &count, NULL), CL_SUCCESS);
  CHECK_EQUAL(count, 2);
  CHECK_EQUAL(cl->clReleaseKernel(sum), CL_SUCCESS);
  /* The program goes first, its kernels live on. */
  CHECK_EQUAL(cl->clReleaseProgram(program), CL_SUCCESS);
  CHECK_EQUAL(cl->clReleaseKernel(sum), CL_SUCCESS);
  CHECK_EQUAL(cl->clReleaseKernel(all[0]), CL_SUCCESS);
  CHECK_EQUAL(cl->clReleaseKernel(all[1]), CL_SUCCESS);
  size_t size = 64;
  CHECK_EQUAL(cl->clEnqueueNDRangeKernel(queue, clone, 1, NULL, &size, NULL, 0, NULL, NULL), CL_SUCCESS);
  CHECK_EQUAL(cl->clGetKernelInfo(clone, CL_KERNEL_PROGRAM, sizeof its, &its, NULL), CL_SUCCESS);
  CHECK(its == program);
  CHECK_EQUAL(program_references(its), 1);
  CHECK_EQUAL(cl->clReleaseKernel(clone), CL_SUCCESS);
  CHECK_EQUAL(stub->live(STUB_PROGRAM), 0);
  cl->clReleaseCommandQueue(queue);
  close_context();
}

static void references(void) {
  open_context(1);
  cl_program program = built(SUM, CL3);
  CHECK_EQUAL(cl->clRetainProgram(program), CL_SUCCESS);
  CHECK_EQUAL(program_references(program), 2);
  CHECK_EQUAL(cl->clReleaseProgram(program), CL_SUCCESS);
  CHECK(makes_kernel(program, "sum"));
  cl->clReleaseContext(context); /* the program holds it */
  CHECK_EQUAL(stub->live(STUB_CONTEXT), 1);
  CHECK(makes_kernel(program, "sum"));
  CHECK_EQUAL(cl->clReleaseProgram(program), CL_SUCCESS);
  CHECK_EQUAL(stub->live(STUB_CONTEXT), 0);
}

static void rebuilds(void) {
  static const char text[] =
      "#ifdef BAD\n#error bad\n#endif\n#ifdef CALLS\n" SUM "#else\nkernel void other(void) {}\n#endif\n";
  open_context(1);
  cl_program program = built(text, CL3 " -DCALLS");
  CHECK(makes_kernel(program, "sum"));
  CHECK_EQUAL(build(program, CL3 " -DBAD"), CL_BUILD_PROGRAM_FAILURE);
  CHECK(strstr(build_log(program, device), "program.cl:2:1: error: #error bad"));
  CHECK_EQUAL(build_status(program, device), CL_BUILD_ERROR);
  cl_int error = 0;
  CHECK(!cl->clCreateKernel(program, "sum", &error));
  CHECK_EQUAL(error, CL_INVALID_PROGRAM_EXECUTABLE);
  CHECK_EQUAL(build(program, CL3), CL_SUCCESS);
  CHECK_TEXT(build_options(program, device), CL3);
  CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), "other");
  CHECK(makes_kernel(program, "other"));
  CHECK_EQUAL(build(program, CL3 " -DCALLS"), CL_SUCCESS);
  CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), "sum");
  CHECK(makes_kernel(program, "sum"));
  cl->clReleaseProgram(program);
  close_context();
}

static void build_errors(void) {
  open_context(1);
  cl_program program = make_program(context, SUM "\n#error mine\n");
  CHECK_EQUAL(build_status(program, device), CL_BUILD_NONE);
  cl_int error = 0;
  CHECK(!cl->clCreateKernel(program, "sum", &error));
  CHECK_EQUAL(error, CL_INVALID_PROGRAM_EXECUTABLE);
  CHECK_EQUAL(build(program, CL3), CL_BUILD_PROGRAM_FAILURE);
  CHECK(strstr(build_log(program, device), "program.cl:5:1: error: #error mine"));
  CHECK_EQUAL(build_status(program, device), CL_BUILD_ERROR);
  CHECK_EQUAL(binary_type(program, device), CL_PROGRAM_BINARY_TYPE_NONE);
  CHECK_TEXT(build_options(program, device), CL3);
  CHECK_EQUAL(build(program, CL3 " -frobnicate"), CL_INVALID_BUILD_OPTIONS);
  CHECK_EQUAL(cl->clBuildProgram(program, 1, NULL, CL3, NULL, NULL), CL_INVALID_VALUE);
  CHECK_EQUAL(cl->clBuildProgram(program, 0, &device, CL3, NULL, NULL), CL_INVALID_VALUE);
  CHECK_EQUAL(cl->clBuildProgram(program, 0, NULL, CL3, NULL, &device), CL_INVALID_VALUE);
  cl_device_id foreign = stub->device(2);
  CHECK_EQUAL(cl->clBuildProgram(program, 1, &foreign, CL3, NULL, NULL), CL_INVALID_DEVICE);
  stub->settings->forget_log = true;
  CHECK_EQUAL(build(program, CL3), CL_BUILD_PROGRAM_FAILURE);
  CHECK(*build_log(program, device)); /* an empty log after a failure is no help */
  cl->clReleaseProgram(program);
  close_context();
}

/* Each device of its own time and options. */
static void build_per_device(void) {
  open_context(2);
  cl_device_id other = stub->device(1);
  cl_program program = make_program(context, SUM);
  CHECK_EQUAL(cl->clBuildProgram(program, 1, &device, CL3 " -DA", NULL, NULL), CL_SUCCESS);
  CHECK_EQUAL(build_status(program, device), CL_BUILD_SUCCESS);
  CHECK_EQUAL(build_status(program, other), CL_BUILD_NONE);
  CHECK(makes_kernel(program, "sum"));
  CHECK_EQUAL(cl->clBuildProgram(program, 1, &other, CL3 " -DB", NULL, NULL), CL_SUCCESS);
  CHECK_EQUAL(build_status(program, device), CL_BUILD_SUCCESS);
  CHECK_EQUAL(build_status(program, other), CL_BUILD_SUCCESS);
  CHECK_TEXT(build_options(program, device), CL3 " -DA");
  CHECK_TEXT(build_options(program, other), CL3 " -DB");
  CHECK(makes_kernel(program, "sum"));
  size_t sizes[2] = {0};
  CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, NULL), CL_SUCCESS);
  CHECK(sizes[0] && sizes[1]);
  cl->clReleaseProgram(program);
  close_context();
}

/* A device with own functions and one without, in both orders and alone. */
static void two_kinds(void) {
  for (unsigned native = 0; native < 2; native++) {
    stub->reset();
    stub->settings->device[native].has_functions = true;
    open_context(2);
    cl_program program = built(SUM, CL3);
    CHECK_EQUAL(build_status(program, stub->device(0)), CL_BUILD_SUCCESS);
    CHECK_EQUAL(build_status(program, stub->device(1)), CL_BUILD_SUCCESS);
    CHECK(makes_kernel(program, "sum"));
    cl->clReleaseProgram(program);
    /* One after the other. */
    program = make_program(context, SUM);
    for (unsigned i = 0; i < 2; i++) {
      cl_device_id one = stub->device(i);
      CHECK_EQUAL(cl->clBuildProgram(program, 1, &one, CL3, NULL, NULL), CL_SUCCESS);
      CHECK_EQUAL(build_status(program, one), CL_BUILD_SUCCESS);
      CHECK(makes_kernel(program, "sum"));
    }
    CHECK_EQUAL(build_status(program, stub->device(0)), CL_BUILD_SUCCESS);
    cl->clReleaseProgram(program);
    close_context();
  }
}

struct notice {
  cl_program program;
  unsigned count;
  bool release, make;
};

static void CL_CALLBACK notify(cl_program program, void *data) {
  struct notice *n = data;
  CHECK(!n->program || program == n->program);
  CHECK_EQUAL(build_status(program, device), CL_BUILD_SUCCESS);
  n->count++;
  if (n->make)
    makes_kernel(program, "sum");
  if (n->release)
    CHECK_EQUAL(cl->clReleaseProgram(program), CL_SUCCESS);
}

static void callbacks(void) {
  for (unsigned i = 0; i < 8; i++) {
    stub->settings->asynchronous = i & 1;
    stub->settings->build_time = i & 1 ? 5 : 0;
    open_context(1);
    cl_program program = make_program(context, SUM);
    struct notice n = {.program = program, .release = i & 2, .make = i & 4};
    CHECK_EQUAL(cl->clBuildProgram(program, 0, NULL, CL3, notify, &n), CL_SUCCESS);
    stub->wait();
    CHECK_EQUAL(n.count, 1);
    if (!n.release)
      cl->clReleaseProgram(program);
    CHECK_EQUAL(stub->live(STUB_PROGRAM), 0);
    close_context();
  }
}

static void CL_CALLBACK notify_failure(cl_program program, void *data) {
  struct notice *n = data;
  CHECK(program == n->program);
  CHECK_EQUAL(build_status(program, device), CL_BUILD_ERROR);
  n->count++;
}

static void failing_callbacks(void) {
  for (unsigned i = 0; i < 2; i++) {
    stub->settings->asynchronous = i;
    open_context(1);
    cl_program program = make_program(context, SUM "#error mine\n");
    struct notice n = {.program = program};
    cl_int error = cl->clBuildProgram(program, 0, NULL, CL3, notify_failure, &n);
    stub->wait();
    CHECK(error == CL_BUILD_PROGRAM_FAILURE || error == CL_SUCCESS);
    CHECK_EQUAL(n.count, 1);
    cl->clReleaseProgram(program);
    close_context();
  }
}

static unsigned ended;

static void CL_CALLBACK end(cl_program program, void *data) {
  CHECK(program == *(cl_program *)data);
  ended++;
}

static void release_callback(void) {
  open_context(1);
  cl_program program = built(SUM, CL3);
  ended = 0;
  CHECK_EQUAL(cl->clSetProgramReleaseCallback(program, end, &program), CL_SUCCESS);
  cl_kernel kernel = cl->clCreateKernel(program, "sum", NULL);
  cl->clReleaseProgram(program);
  CHECK_EQUAL(ended, 0);
  cl->clReleaseKernel(kernel);
  CHECK_EQUAL(ended, 1);
  close_context();
}

/* Without -cl-std, or with CL1.2, the driver's own build comes first. */
static void own_build_first(void) {
  static const char *const options[] = {NULL, "", "-DX=1", "-cl-std=CL1.2"};
  for (unsigned i = 0; i < sizeof options / sizeof *options; i++) {
    open_context(1);
    cl_program program = built(SUM, options[i]);
    CHECK_EQUAL(SEEN(clBuildProgram), 1);
    CHECK_EQUAL(SEEN(clLinkProgram), 1);
    CHECK_TEXT(build_options(program, device), options[i] ? options[i] : "");
    CHECK(makes_kernel(program, "sum"));
    cl->clReleaseProgram(program);
    /* Where both fail the driver's own log stands. */
    program = make_program(context, "kernel void k(void) { work_group_all(1);\n nonsense\n}\n#error mine\n");
    CHECK_EQUAL(build(program, options[i]), CL_BUILD_PROGRAM_FAILURE);
    const char *log = build_log(program, device);
    CHECK(strstr(log, "program.cl:1:1: error: implicit declaration of function work_group_all") &&
          strstr(log, "program.cl:4:1: error: #error mine"));
    CHECK_EQUAL(build_status(program, device), CL_BUILD_ERROR);
    cl->clReleaseProgram(program);
    close_context();
  }
}

/* The application compiles and links by itself. */
static void compile_and_link(void) {
  open_context(1);
  cl_int error = 1;
  const char *name = "sum.h";
  cl_program header = make_program(context, "int f(int x) { return work_group_scan_inclusive_max((long)x); }\n"),
             program = make_program(context, "#include \"sum.h\"\nkernel void k(void) { f(1); work_group_all(1); }\n"),
             plain = make_program(context, PLAIN_KERNEL);
  CHECK_EQUAL(cl->clCompileProgram(program, 0, NULL, CL3, 1, &header, &name, NULL, NULL), CL_SUCCESS);
  if (build_status(program, device) != CL_BUILD_SUCCESS)
    failed(__FILE__, __LINE__, "log: %s", build_log(program, device));
  CHECK_EQUAL(binary_type(program, device), CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  CHECK_TEXT(build_options(program, device), CL3);
  CHECK_EQUAL(cl->clCompileProgram(plain, 0, NULL, CL3, 0, NULL, NULL, NULL, NULL), CL_SUCCESS);
  cl_program both[] = {plain, program};
  cl_program linked = cl->clLinkProgram(context, 0, NULL, NULL, 2, both, NULL, NULL, &error);
  CHECK_EQUAL(error, CL_SUCCESS);
  REQUIRE(linked);
  CHECK_EQUAL(build_status(linked, device), CL_BUILD_SUCCESS);
  CHECK_EQUAL(binary_type(linked, device), CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  CHECK_EQUAL(program_references(linked), 1);
  CHECK(makes_kernel(linked, "k"));
  CHECK(makes_kernel(linked, "plain"));
  CHECK(!cl->clLinkProgram(context, 0, NULL, "-nonsense", 2, both, NULL, NULL, &error));
  CHECK_EQUAL(error, CL_INVALID_LINKER_OPTIONS);
  cl->clReleaseProgram(linked);
  /* A library, and a program of it. */
  cl_program library = cl->clLinkProgram(context, 0, NULL, "-create-library", 1, &program, NULL, NULL, &error);
  CHECK_EQUAL(error, CL_SUCCESS);
  CHECK_EQUAL(binary_type(library, device), CL_PROGRAM_BINARY_TYPE_LIBRARY);
  linked = cl->clLinkProgram(context, 0, NULL, NULL, 1, &library, NULL, NULL, &error);
  CHECK_EQUAL(error, CL_SUCCESS);
  REQUIRE(linked);
  CHECK(makes_kernel(linked, "k"));
  cl->clReleaseProgram(linked);
  cl->clReleaseProgram(library);
  cl->clReleaseProgram(program);
  cl->clReleaseProgram(plain);
  cl->clReleaseProgram(header);
  close_context();
}

static void link_callbacks(void) {
  for (unsigned i = 0; i < 4; i++) {
    stub->settings->asynchronous = i & 1;
    stub->settings->build_time = i & 1 ? 5 : 0;
    open_context(1);
    cl_int error = 1;
    cl_program program = make_program(context, SUM);
    struct notice compiled = {.program = program}, linked = {.make = i & 2};
    CHECK_EQUAL(cl->clCompileProgram(program, 0, NULL, CL3, 0, NULL, NULL, notify, &compiled), CL_SUCCESS);
    stub->wait();
    CHECK_EQUAL(compiled.count, 1);
    cl_program executable = cl->clLinkProgram(context, 0, NULL, NULL, 1, &program, notify, &linked, &error);
    CHECK_EQUAL(error, CL_SUCCESS);
    stub->wait();
    CHECK_EQUAL(linked.count, 1);
    REQUIRE(executable);
    CHECK(makes_kernel(executable, "sum"));
    cl->clReleaseProgram(executable);
    cl->clReleaseProgram(program);
    close_context();
  }
}

/* Binaries that were saved: executables, and objects that still want the library. */
static cl_program reload(cl_program program) {
  size_t size = 0;
  cl_int status = 1, error = 1;
  CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL), CL_SUCCESS);
  unsigned char *bytes = calloc(1, size + 1);
  CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL), CL_SUCCESS);
  const unsigned char *from = bytes;
  cl_program again = cl->clCreateProgramWithBinary(context, 1, &device, &size, &from, &status, &error);
  CHECK_EQUAL(error, CL_SUCCESS);
  CHECK_EQUAL(status, CL_SUCCESS);
  free(bytes);
  return again;
}

static void binaries(void) {
  open_context(1);
  cl_int error = 1;
  cl_program program = built(SUM, CL3), again = reload(program);
  REQUIRE(again);
  CHECK_EQUAL(build(again, NULL), CL_SUCCESS);
  CHECK(makes_kernel(again, "sum"));
  cl->clReleaseProgram(again);
  cl->clReleaseProgram(program);
  program = make_program(context, SUM);
  CHECK_EQUAL(cl->clCompileProgram(program, 0, NULL, CL3, 0, NULL, NULL, NULL, NULL), CL_SUCCESS);
  again = reload(program);
  cl->clReleaseProgram(program);
  REQUIRE(again);
  CHECK_EQUAL(binary_type(again, device), CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  cl_program linked = cl->clLinkProgram(context, 0, NULL, NULL, 1, &again, NULL, NULL, &error);
  CHECK_EQUAL(error, CL_SUCCESS);
  if (linked) {
    CHECK(makes_kernel(linked, "sum"));
    cl->clReleaseProgram(linked);
  }
  cl->clReleaseProgram(again);
  close_context();
}

/* The module that the application gave is what it gets back; what the driver gets has calls. */
static void il(void) {
  for (unsigned bits = 32; bits <= 64; bits += 32) {
    struct spirv_words w = {0};
    cl_int error = 1;
    make_module(&w, MODULE_GROUP_ADD, bits, 0x10000);
    stub->settings->device[0].address_bits = bits;
    open_context(1);
    cl_program program = cl->clCreateProgramWithIL(context, w.data, w.count * 4, &error);
    CHECK_EQUAL(error, CL_SUCCESS);
    REQUIRE(program);
    error = build(program, NULL);
    if (error)
      failed(__FILE__, __LINE__, "%d: %s", (int)error, build_log(program, device));
    CHECK_EQUAL(build_status(program, device), CL_BUILD_SUCCESS);
    size_t size = 0;
    char back[4096];
    CHECK_EQUAL(cl->clGetProgramInfo(program, CL_PROGRAM_IL, sizeof back, back, &size), CL_SUCCESS);
    CHECK(size == w.count * 4 && !memcmp(back, w.data, size));
    CHECK_EQUAL(program_references(program), 1);
    CHECK(makes_kernel(program, "group"));
    cl->clReleaseProgram(program);
    /* Compiled and linked by the application; linked with source that calls. */
    program = cl->clCreateProgramWithIL(context, w.data, w.count * 4, &error);
    cl_program source = make_program(context, SUM);
    CHECK_EQUAL(cl->clCompileProgram(program, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL), CL_SUCCESS);
    CHECK_EQUAL(cl->clCompileProgram(source, 0, NULL, CL3, 0, NULL, NULL, NULL, NULL), CL_SUCCESS);
    cl_program both[] = {program, source};
    cl_program linked = cl->clLinkProgram(context, 0, NULL, NULL, 2, both, NULL, NULL, &error);
    CHECK_EQUAL(error, CL_SUCCESS);
    if (linked) {
      CHECK(makes_kernel(linked, "group"));
      CHECK(makes_kernel(linked, "sum"));
      cl->clReleaseProgram(linked);
    }
    cl->clReleaseProgram(program);
    cl->clReleaseProgram(source);
    close_context();
    free(w.data);
  }
}

/* A driver whose objects show no names gets all that the text may name. */
static void opaque_binaries(void) {
  stub->settings->hides_binaries = true;
  open_context(1);
  cl_program program = built("kernel void k(void) { work_group_scan_exclusive_min((long)1); "
                             "work_group_broadcast((double)1, 2, 3); work_group_any(1); }\n",
                             CL3);
  CHECK(makes_kernel(program, "k"));
  cl->clReleaseProgram(program);
  close_context();
}

static void every_type(void) {
  static const char *const types[] = {"int", "uint", "long", "ulong", "float", "double", "half"};
  for (unsigned bits = 32; bits <= 64; bits += 32)
    for (unsigned t = 0; t < 7; t++) {
      char text[512];
      stub->settings->device[0].fp16 = t == 6;
      stub->settings->device[0].fp64 = t == 5;
      stub->settings->device[0].address_bits = bits;
      open_context(1);
      snprintf(text, sizeof text,
               "kernel void k(void) { work_group_scan_inclusive_add((%s)1);\n work_group_broadcast((%s)1, 1);"
               " work_group_broadcast((%s)1, 1, 2); work_group_broadcast((%s)1, 1, 2, 3); }\n",
               types[t], types[t], types[t], types[t]);
      cl_program program = built(text, CL3);
      CHECK(makes_kernel(program, "k"));
      cl->clReleaseProgram(program);
      close_context();
    }
}

/* Calls that only the preprocessor sees. */
static void hidden_calls(void) {
  static const char *const texts[] = {
      "#define F(x) work_group_reduce_max(x)\nkernel void k(void) { F(1); }\n",
      "#define G work_group_any\nint f(int x) { return G(x); }\nkernel void k(void) { f(1); }\n",
      "kernel void k(void) { work_group_\\\nall(1); }\n",
      "#ifndef __opencl_c_work_group_collective_functions\n#error not there\n#endif\nkernel void k(void) { }\n",
      ("#if defined(__opencl_c_work_group_collective_functions) && __opencl_c_work_group_collective_functions\n"
       "kernel void k(void) { work_group_reduce_add(1); }\n#endif\n"),
  };
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
    if (i == 2)
      continue; /* the stub's front end joins no words over lines */
    open_context(1);
    cl_program program = built(texts[i], CL3);
    CHECK(makes_kernel(program, "k"));
    cl->clReleaseProgram(program);
    close_context();
  }
}

static void strings(void) {
  static const char *parts[] = {"kernel void k(void) { work_group_red", "uce_add(1); }XXXX", "\n#error here"};
  static const size_t lengths[] = {0, 13, 0};
  open_context(1);
  cl_int error = 1;
  cl_program program = cl->clCreateProgramWithSource(context, 2, parts, lengths, &error);
  CHECK_EQUAL(error, CL_SUCCESS);
  CHECK_EQUAL(build(program, CL3), CL_SUCCESS);
  CHECK(makes_kernel(program, "k"));
  CHECK_TEXT(program_text(program, CL_PROGRAM_SOURCE), "kernel void k(void) { work_group_reduce_add(1); }");
  cl->clReleaseProgram(program);
  program = cl->clCreateProgramWithSource(context, 3, parts, lengths, &error);
  CHECK_EQUAL(build(program, CL3), CL_BUILD_PROGRAM_FAILURE);
  CHECK(strstr(build_log(program, device), "program.cl:2:1: error: #error here"));
  cl->clReleaseProgram(program);
  close_context();
}

/* Drivers give the handles of dead objects to new ones. */
static void reused_handles(void) {
  stub->settings->reuse = true;
  open_context(1);
  for (unsigned i = 0; i < 20; i++) {
    cl_program program = built(i & 1 ? SUM : PLAIN_KERNEL, CL3);
    cl_kernel kernel = cl->clCreateKernel(program, i & 1 ? "sum" : "plain", NULL);
    CHECK(kernel);
    if (i & 2)
      cl->clReleaseProgram(program);
    cl_program its = NULL;
    CHECK_EQUAL(cl->clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof its, &its, NULL), CL_SUCCESS);
    CHECK(its == program);
    CHECK_TEXT(program_text(program, CL_PROGRAM_KERNEL_NAMES), i & 1 ? "sum" : "plain");
    cl->clReleaseKernel(kernel);
    if (!(i & 2))
      cl->clReleaseProgram(program);
  }
  close_context();
}

static void poor_device(void) {
  /* No shuffles, no double. */
  stub->settings->device[0].fp64 = false;
  open_context(1);
  cl_program program = built(SUM, CL3);
  CHECK(makes_kernel(program, "sum"));
  cl->clReleaseProgram(program);
  close_context();
}

static void link_failure(void) {
  open_context(1);
  cl_program program =
      make_program(context, "int __clgroup_nothing(int x);\n" SUM "kernel void k(void) { __clgroup_nothing(1); }\n");
  CHECK_EQUAL(build(program, CL3), CL_BUILD_PROGRAM_FAILURE);
  CHECK(strstr(build_log(program, device), "__clgroup_nothing"));
  CHECK_EQUAL(build_status(program, device), CL_BUILD_ERROR);
  cl->clReleaseProgram(program);
  close_context();
}

/* The library's modules are loaded once for programs that call the same functions and live at the same time. */
static void shared_modules(void) {
  open_context(1);
  cl_program first = built(SUM, CL3), second = built(SUM PLAIN_KERNEL, CL3 " -DX=2");
  CHECK_EQUAL(SEEN(clCreateProgramWithIL), 1);
  CHECK_EQUAL(SEEN(clLinkProgram), 2);
  CHECK(makes_kernel(second, "plain"));
  cl->clReleaseProgram(first);
  first = built(SUM, CL3); /* with what the second one holds */
  CHECK_EQUAL(SEEN(clCreateProgramWithIL), 1);
  CHECK(makes_kernel(first, "sum"));
  CHECK_EQUAL(build(second, CL3 " -DX=3"), CL_SUCCESS);
  CHECK_EQUAL(SEEN(clCreateProgramWithIL), 1);
  cl_program other = built("kernel void any(global int *out) { out[0] = work_group_any(out[1]); }\n", CL3);
  CHECK_EQUAL(SEEN(clCreateProgramWithIL), 2);
  /* An application's clLinkProgram finds them too. */
  cl_program object = make_program(context, SUM);
  cl_int error = 1;
  CHECK_EQUAL(cl->clCompileProgram(object, 0, NULL, CL3, 0, NULL, NULL, NULL, NULL), CL_SUCCESS);
  cl_program linked = cl->clLinkProgram(context, 0, NULL, NULL, 1, &object, NULL, NULL, &error);
  CHECK_EQUAL(error, CL_SUCCESS);
  CHECK_EQUAL(SEEN(clCreateProgramWithIL), 2);
  cl->clReleaseProgram(linked);
  cl->clReleaseProgram(object);
  cl->clReleaseProgram(other);
  /* A kernel holds its program, and so the modules. */
  cl_kernel kernel = cl->clCreateKernel(first, "sum", &error);
  cl->clReleaseProgram(first);
  cl->clReleaseProgram(second);
  second = built(SUM, CL3);
  CHECK_EQUAL(SEEN(clCreateProgramWithIL), 2);
  cl->clReleaseKernel(kernel);
  cl->clReleaseProgram(second);
  second = built(SUM, CL3); /* none lived meanwhile */
  CHECK_EQUAL(SEEN(clCreateProgramWithIL), 3);
  /* Another context and another set of devices have their own. */
  cl_context here = context;
  cl_device_id its = device;
  open_context(2);
  first = built(SUM, CL3);
  CHECK_EQUAL(SEEN(clCreateProgramWithIL), 1);
  other = make_program(context, SUM);
  CHECK_EQUAL(cl->clBuildProgram(other, 1, &device, CL3, NULL, NULL), CL_SUCCESS);
  CHECK_EQUAL(SEEN(clCreateProgramWithIL), 2);
  cl->clReleaseProgram(other);
  cl->clReleaseProgram(first);
  close_context();
  context = here;
  device = its;
  cl->clReleaseProgram(second);
  close_context();
}

const struct test link_tests[] = {{"what reaches the driver", what_reaches_the_driver},
                                  {"queries", queries},
                                  {"kernels", kernels},
                                  {"references", references},
                                  {"rebuilds", rebuilds},
                                  {"build errors", build_errors},
                                  {"link failure", link_failure},
                                  {"a build per device", build_per_device},
                                  {"devices of two kinds", two_kinds},
                                  {"callbacks", callbacks},
                                  {"callbacks of failures", failing_callbacks},
                                  {"release callback", release_callback},
                                  {"own build first", own_build_first},
                                  {"compile and link", compile_and_link},
                                  {"callbacks of compile and link", link_callbacks},
                                  {"binaries", binaries},
                                  {"IL", il},
                                  {"opaque binaries", opaque_binaries},
                                  {"every type", every_type},
                                  {"hidden calls", hidden_calls},
                                  {"strings", strings},
                                  {"reused handles", reused_handles},
                                  {"a poor device", poor_device},
                                  {"shared modules", shared_modules},
                                  {0}};

/* Mesa 25's linker takes one SPIR-V version in all modules. */
static void one_version(void) {
  static const uint32_t versions[] = {0x10000, 0x10200, 0x10400};
  for (unsigned hidden = 0; hidden < 2; hidden++)
    for (unsigned i = 0; i < 3; i++) {
      stub->settings->one_version = true;
      stub->settings->hides_binaries = hidden;
      stub->settings->front_end_version = versions[i];
      open_context(1);
      cl_program program = built(SUM, CL3);
      CHECK(makes_kernel(program, "sum"));
      CHECK(SEEN(clLinkProgram) <= (hidden ? 2 : 1));
      cl->clReleaseProgram(program);
      close_context();
      stub->reset();
    }
}

#define MESA_25 "SPIR-V_1.0 SPIR-V_1.1 SPIR-V_1.2 SPIR-V_1.3 SPIR-V_1.4"

/* And its compiler writes the oldest that a text can do with, too old for strategy subgroup, unless there is a shuffle.
 * Not where the application may link the object with others of its own: that is linked at the first attempt all the
 * same. */
static void newer_version(void) {
  static const struct {
    const char *platform, *il;
    bool sub_groups, link, shuffles;
  } cases[] = {{"rusticl", MESA_25, true, true, true},
               {"rusticl", MESA_25, true, false, false},
               {"rusticl", MESA_25, false, true, false},
               {"rusticl", MESA_25 " SPIR-V_1.6", true, true, false},
               {"another", MESA_25, true, true, false}};
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct stub_device *d = &stub->settings->device[0];
    stub->settings->platform = cases[i].platform;
    stub->settings->one_version = !cases[i].link;
    if (!cases[i].link)
      stub->settings->front_end_version = 0x10000;
    d->type = CL_DEVICE_TYPE_GPU;
    d->il = cases[i].il;
    d->sub_groups = cases[i].sub_groups;
    open_context(1);
    cl_program program = make_program(context, SUM), linked = NULL;
    cl_int error =
        cases[i].link ? build(program, CL3) : cl->clCompileProgram(program, 0, NULL, CL3, 0, NULL, NULL, NULL, NULL);
    if (error == CL_SUCCESS && !cases[i].link)
      linked = cl->clLinkProgram(context, 0, NULL, NULL, 1, &program, NULL, NULL, &error);
    if (error != CL_SUCCESS)
      failed(__FILE__, __LINE__, "case %u: error %d: %s", i, (int)error, build_log(program, device));
    CHECK_EQUAL(SEEN(clLinkProgram), 1);
    const struct stub_call *hidden = CALL(clCreateProgramWithSource, 1);
    REQUIRE(hidden && hidden->text);
    if (cases[i].shuffles != (strstr(hidden->text, "sub_group_shuffle") != NULL))
      failed(__FILE__, __LINE__, "case %u: %s", i, cases[i].shuffles ? "no shuffle" : "a shuffle");
    if (linked)
      cl->clReleaseProgram(linked);
    cl->clReleaseProgram(program);
    close_context();
    stub->reset();
  }
}

/* It writes a version that clCreateProgramWithIL does not take where an option relaxes a comparison of floats. */
static void relaxed_math(void) {
  static const struct {
    const char *il, *options;
  } cases[] = {{MESA_25, CL3 " -D__FAST_RELAXED_MATH__ "},
               {MESA_25 " SPIR-V_1.6", CL3 " -cl-fast-relaxed-math -cl-finite-math-only"}};
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    stub->settings->platform = "rusticl";
    stub->settings->device[0].il = cases[i].il;
    open_context(1);
    cl_program program = make_program(context, SUM);
    CHECK_EQUAL(build(program, CL3 " -cl-fast-relaxed-math -cl-finite-math-only"), CL_SUCCESS);
    const struct stub_call *compile = CALL(clCompileProgram, 0);
    REQUIRE(compile && compile->text);
    if (strcmp(compile->text, cases[i].options))
      failed(__FILE__, __LINE__, "case %u: options '%s'", i, compile->text);
    CHECK(makes_kernel(program, "sum"));
    cl->clReleaseProgram(program);
    close_context();
    stub->reset();
  }
}

/* It loses the private memory of functions that it does not inline, so that none is left: even where a text says
 * noinline, or its last line goes on. */
static void inlined_functions(void) {
  static const char push[] = "#pragma clang attribute push(", pop[] = "\n\n#pragma clang attribute pop\n";
  static const struct {
    const char *platform, *il;
    bool inlines;
  } cases[] = {{"rusticl", MESA_25, true}, {"rusticl", MESA_25 " SPIR-V_1.6", false}, {"another", MESA_25, false}};
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    stub->settings->platform = cases[i].platform;
    stub->settings->device[0].il = cases[i].il;
    open_context(1);
    cl_program program = built(SUM, CL3);
    const struct stub_call *hidden = CALL(clCreateProgramWithSource, 1);
    REQUIRE(hidden && hidden->text);
    const char *end = hidden->text + hidden->text_size - (sizeof pop - 1);
    bool begins = strstr(hidden->text, push) && strstr(hidden->text, "#define noinline always_inline\n");
    if (begins != cases[i].inlines || !strcmp(end, pop) != cases[i].inlines)
      failed(__FILE__, __LINE__, "case %u: the text is '%s'", i, hidden->text);
    cl->clReleaseProgram(program);
    close_context();
    stub->reset();
  }
}

/* A module may claim no more than the device takes. */
static void oldest_version(void) {
  stub->settings->device[0].il = "SPIR-V_1.0";
  stub->settings->front_end_version = 0x10000;
  open_context(1);
  cl_program program = built(SUM, CL3);
  CHECK(makes_kernel(program, "sum"));
  cl->clReleaseProgram(program);
  close_context();
}

const struct test version_tests[] = {{"one version", one_version},         {"a newer version", newer_version},
                                     {"relaxed arithmetic", relaxed_math}, {"inlined functions", inlined_functions},
                                     {"SPIR-V 1.0 alone", oldest_version}, {0}};
