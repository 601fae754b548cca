/* Who builds a program, and why: the decisions of lib/layer/decide/plan.c, by the words that each row logs. */
#include "harness.h"

#include "make-module.h"

#include <stdlib.h>
#include <string.h>

#define HEADER "#include <clgroup/work_group_shuffle.h>\n"
#define ALL "kernel void all(global int *out) {\n  out[0] = work_group_all((int)out[1]);\n}\n"
#define SUB_GROUP "kernel void k(global int *p) { *p = sub_group_reduce_add(*p); }\n"

/* A device that lacks the functions, has right ones, or has some that the layer replaces. */
enum functions { LACKS, HAS, HAS_WRONG };

static void be(unsigned device, enum functions functions) {
  stub->settings->device[device].has_functions = functions != LACKS;
  if (functions == HAS_WRONG) {
    stub->settings->platform = "Intel(R) OpenCL";
    stub->settings->device[device].driver = "2026.22.10.0";
    stub->settings->device[device].type = CL_DEVICE_TYPE_CPU;
  }
}

/* Does the text that the layer logs while `program` is built contain these words? */
static void decides(cl_program program, const char *options, const char *words) {
  hear();
  build_program(program, options);
  const char *said = heard();
  if (!strstr(said, words))
    failed(__FILE__, __LINE__, "'%s' is not in:\n%s", words, said);
}

TEST(plan, of_sources) {
  static const struct {
    enum functions functions;
    const char *text, *options, *words;
  } rows[] = {
      {LACKS, SUB_GROUP, CL3, "attempts: compile, link, driver, since it uses sub-groups"},
      {LACKS, PLAIN_KERNEL, CL3,
       "attempts: driver, library for what the driver lacks, since it calls no work-group function"},
      {HAS, HEADER PLAIN_KERNEL, CL3, "attempts: driver, compile, link, since only clgroup-cc has the header"},
      {HAS, SUM, CL3, "attempts: driver, library for what the driver lacks, since the driver's functions are right"},
      {HAS_WRONG, HEADER ALL, "-cl-std=CL1.2", "attempts: driver, compile, link, since only clgroup-cc has the header"},
      {HAS_WRONG, ALL, "-cl-std=CL1.2", "attempts: driver, library for what the driver lacks, since in OpenCL C 1.x"},
      {HAS_WRONG, ALL, "", "attempts: link, driver, since the driver would take functions"},
      {LACKS, SUM, "", "attempts: driver, link, since the functions may be the program's own"},
      {LACKS, SUM, CL3, "attempts: link, driver, since it calls functions"},
      {HAS_WRONG, ALL, CL3, "attempts: link, driver, since it calls functions"},
  };
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    stub->reset();
    be(0, rows[i].functions);
    open_context(1);
    decides(make_program(rows[i].text), rows[i].options, rows[i].words);
  }
}

/* Both devices share the rewritten module, which the first one could have read as it was. */
TEST(plan, of_modules) {
  struct spirv_words w = {0};
  make_module(&w, MODULE_GROUP_ADD, 64, 0x10200);
  be(0, HAS);
  be(1, LACKS);
  open_context(2);
  cl_program program = make_il(&w);
  decides(program, "", "attempts: link, driver, since the SPIR-V calls functions");
  hear();
  CHECK_EQUAL(cl->clBuildProgram(program, 1, &device, "", NULL, NULL), CL_SUCCESS);
  CHECK(strstr(heard(), "attempts: link, driver, since the SPIR-V was rewritten for another device of its context"));
  free(w.data);
}
