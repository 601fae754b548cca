/* What the tests of the link route share (test-link.c). */
#ifndef CLGROUP_STUB_TEST_LINK_H
#define CLGROUP_STUB_TEST_LINK_H

#include "harness.h"

/* Of the test that runs, between link_open() and link_close(). */
extern cl_context link_context;
extern cl_device_id link_device;

void link_open(cl_uint devices);
void link_close(void);
cl_int link_build(cl_program program, const char *options);
/* A program that is built of this text; the checks are in what follows. */
cl_program link_built(const char *text, const char *options);
bool link_makes_kernel(cl_program program, const char *name);

/* test-link-programs.c */
void link_own_build_first(void);
void link_compile_and_link(void);
void link_binaries(void);
void link_il(void);
void link_opaque_binaries(void);
void link_every_type(void);
void link_hidden_calls(void);
void link_strings(void);
void link_reused_handles(void);
void link_poor_device(void);
void link_failure(void);
void link_shared_modules(void);

#endif
