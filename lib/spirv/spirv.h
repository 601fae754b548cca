/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads and edits SPIR-V modules of OpenCL kernels. In addition to the functions of include/clgroup/clgroup.h, whose
 * rules hold here too, it has those that make the library's modules fit a program. */
#ifndef CLGROUP_SPIRV_H
#define CLGROUP_SPIRV_H

#include "clgroup/clgroup.h"

/* For llvm-spirv: writes each scalar OpConstantNull as the constant 0 or false, since LLVM's SPIR-V backend writes
 * zeros as the former, on which llvm-spirv 15 aborts; and has OpSource name OpenCL C, since in modules of other
 * languages, such as SYCL's, the translator leaves calls of built-in functions as they are, by names that drivers'
 * linkers lack. Leaves out what says nothing about the code and ends the translator: the source in OpSource, OpNoLine
 * outside functions, non-semantic instructions, but for those of debug information, and attributes of pointers on what
 * is none. */
int clgroup_spirv_for_translator(const uint32_t *words, size_t count, uint32_t **out, size_t *out_count, char *error,
                                 size_t error_size);

/* Keeps the exported functions that are named in keep[0..keep_count-1], what they reach, and nothing else; also removes
 * capabilities that nothing requires any more, of those that lib/spirv tracks (opcodes.inc). Names that the module does
 * not export are ignored; *found, unless found is NULL, is the number of functions that were kept by name. */
int clgroup_spirv_prune(const uint32_t *words, size_t count, const char *const *keep, size_t keep_count, uint32_t **out,
                        size_t *out_count, size_t *found, char *error, size_t error_size);

/* Gives every work-group variable whose name begins with __clgroup_scratch an array length of `slots` elements, in
 * place. They share one constant, which the module uses for nothing else. A module without such variables is not
 * changed. */
int clgroup_spirv_set_scratch(uint32_t *words, size_t count, uint32_t slots, char *error, size_t error_size);

/* The bytes of all work-group variables that are arrays of numbers. */
int clgroup_spirv_local_memory(const uint32_t *words, size_t count, uint64_t *bytes, char *error, size_t error_size);

/* Makes all volatile loads plain ones, in place. */
int clgroup_spirv_make_loads_plain(uint32_t *words, size_t count, char *error, size_t error_size);

/* Declares the module to be SPIR-V major.minor, in place, unless it has instructions or capabilities that require
 * a newer version. Does not change the interface lists of entry points, whose meaning is different from 1.4 on. */
int clgroup_spirv_set_version(uint32_t *words, size_t count, unsigned major, unsigned minor, char *error,
                              size_t error_size);

#endif
