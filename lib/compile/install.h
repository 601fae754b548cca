/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where clgroup's own files and the tools that it starts are. */
#ifndef CLGROUP_COMPILE_INSTALL_H
#define CLGROUP_COMPILE_INSTALL_H

#include "compile/process.h"

struct clgroup_install {
  const char *library_dir;      /* the device libraries */
  const char *base_header;      /* includes clang's header of OpenCL C */
  const char *provided_header;  /* declares those of cl_khr_work_group_uniform_arithmetic for sub-groups */
  const char *uniform_header;   /* declares cl_khr_work_group_uniform_arithmetic to clang */
  const char *sub_group_header; /* tells clang what it does not know of sub-group functions */
  const char *include_dir;      /* has a folder clgroup of headers that kernels include, and nothing else */
  const char *lower;            /* clgroup-lower, the program that links LLVM */
  const char *clang;            /* $CLGROUP_CLANG, or the one that clgroup was built with */
  const char *llvm_spirv;       /* $CLGROUP_LLVM_SPIRV, or the one that clgroup was built with */
  const char *lld;              /* $CLGROUP_LLD, or LLVM's linker beside that clang */
  const char *libclc_dir;       /* where LLVM's libclc is, if it is installed */
  const char *clang_headers;    /* clang's own folder of headers; NULL: unknown (clgroup_install_find_headers) */
  int library_is_named;         /* was library_dir given by an option or a variable? */
};

/* `library_dir`, unless NULL, comes before $CLGROUP_DATA_DIR and the place beside the program. A path that no option or
 * variable names must be in a place that others cannot change (base/places.h). */
int clgroup_install_find(struct clgroup_session *s, const char *library_dir, struct clgroup_install *install);

/* Sets clang_headers. Asks clang, unless it is the one that clgroup was built with. */
int clgroup_install_find_headers(struct clgroup_session *s, struct clgroup_install *install);

/* Fails if others can change the files. */
int clgroup_install_check(struct clgroup_session *s, const char *path);

#endif
