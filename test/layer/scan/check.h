/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Declarations that the files of clgroup-scan-test share. */
#ifndef CLGROUP_TEST_SCAN_CHECK_H
#define CLGROUP_TEST_SCAN_CHECK_H

#include "layer/common/check.h"
#include "layer/decide/scan.h"

/* What a scan found, in words: names in the table's order, a family whose every member is there as "reduce_*" and all
 * of them as "*", all without "work_group_"; then feature, extension, defines, unknown. In static memory. */
const char *found(const struct clgroup_scan *scan);

void test_attempts(void);
void test_names(void);
void test_options(void);
void test_texts(void);
void test_files(void);
void test_hostile(void);
void test_memory(void);

#endif
