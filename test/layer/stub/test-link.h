/* The tests of the link route that are in test-link-programs.c. */
#ifndef CLGROUP_STUB_TEST_LINK_H
#define CLGROUP_STUB_TEST_LINK_H

#include "harness.h"

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
