/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* OpenCL C's work-group functions for drivers, compilers and linkers: C11, libclgroup (pkg-config clgroup, or
 * clgroup-static; CMake's clgroup::clgroup and clgroup::static), which needs only libc. It works on SPIR-V;
 * clgroup-llvm.h is for LLVM modules. docs/linking.md leads through both.
 *
 * A driver that lacks the functions needs four steps for a program:
 *
 *   1. clgroup_spirv_uses: does its SPIR-V have work-group instructions? If not, there is nothing to do.
 *   2. clgroup_spirv_rewrite: replace them by calls of imported functions.
 *   3. clgroup_symbols_find: find out which functions these are.
 *   4. clgroup_library_module: make a SPIR-V module that exports these functions, and link it with that of step 2.
 *
 * All functions are thread-safe, have no state, print nothing and never exit. They return 0, or -1 after an error; then
 * `error`, of `error_size` bytes, holds one line without a newline that says what is wrong, and the outputs are
 * unchanged. The caller frees the memory that they return, by free().
 *
 * A SPIR-V module is `count` 32-bit words, in the byte order of this machine or in the opposite one; new modules are in
 * this machine's. Any words are safe input: a damaged module, or words that are no module, are an error. Time and
 * memory are proportional to the length (plus at most about 70 MB for the ids). */
#ifndef CLGROUP_CLGROUP_H
#define CLGROUP_CLGROUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* This header's version: 10000 * major + 100 * minor + patch. */
#define CLGROUP_VERSION 100

/* The text of `error` if memory is lacking. */
#define CLGROUP_NO_MEMORY "out of memory"

/* The version of libclgroup: "0.1.0". */
const char *clgroup_version(void);

/* The prefix of the functions' names in modules for a linker, before Itanium mangling: in OpenCL C work_group_all(int)
 * is _Z24__clgroup_work_group_alli. */
#define CLGROUP_NAME_PREFIX "__clgroup_"

/* ---- SPIR-V with work-group instructions ---- */

/* Does the module have instructions that clgroup_spirv_rewrite would replace by calls, or would reject, as it is or
 * with other specialization constants? False if the words are not a module. */
bool clgroup_spirv_uses(const uint32_t *words, size_t count);

/* Does it have work-group instructions without a corresponding function in OpenCL C: on char, short, bool or vectors,
 * or with a LocalId that is not a size_t? Drivers that have the functions may still fail on these. */
bool clgroup_spirv_is_foreign(const uint32_t *words, size_t count);

/* The extensions of OpenCL C for sub-groups, dot products and bit operations that the module needs, by its
 * capabilities, instructions and built-in variables: names such as cl_khr_subgroup_shuffle, separated by commas, as
 * clgroup-cc --provide= takes them. "" if the words are not a module. 600 bytes have room for all. */
void clgroup_spirv_extensions(const uint32_t *words, size_t count, char *text, size_t size);

/* Replaces each work-group instruction by calls of imported functions: OpGroupAll, OpGroupAny, OpGroupBroadcast, the
 * arithmetic OpGroup instructions and those of SPV_KHR_uniform_group_instructions, if their scope is the constant
 * Workgroup, or a specialization constant of this value; functions lose DontInline, on which drivers crash.
 * Instructions of other scopes are not changed, nor are OpGroupAsyncCopy and OpGroupWaitEvents, which are not
 * work-group functions. A module without any is returned unchanged.
 *
 * A bool is converted to int 0 or 1, integers of 8 and 16 bits to int or uint; a vector takes one call for each
 * component. A scope that is not a constant, or another type that OpenCL's work-group functions lack, is an error. */
int clgroup_spirv_rewrite(const uint32_t *words, size_t count, uint32_t **out, size_t *out_count, char *error,
                          size_t error_size);

/* Replaces instructions of these extensions, a list as clgroup_spirv_extensions writes it, for a device that lacks
 * them: those of bit operations, dot products of four bytes, rotations and relative shuffles by calls of imported
 * functions, which module "extensions" has; and those of cl_khr_subgroup_extended_types, which are at Subgroup scope
 * and of integers of 8 and 16 bits or of vectors, by the same of int and of scalars. All others stay. Capabilities that
 * nothing needs any more are removed; those that they implied and that the module still needs are declared. A module
 * that calls functions of sub-groups becomes at least SPIR-V 1.3, as these functions are. An unknown extension is an
 * error; an empty list changes nothing. */
int clgroup_spirv_provide(const uint32_t *words, size_t count, const char *extensions, uint32_t **out,
                          size_t *out_count, char *error, size_t error_size);

/* Gives the specialization constants that are decorated with SpecId `id` a value, in place, as
 * clSetProgramSpecializationConstant takes it: `size` bytes, which are truncated or zero-extended to the size of the
 * constant's type; a boolean is one byte. A module without constants of that id is not changed. Do this before
 * clgroup_spirv_rewrite, since a scope may depend on it. */
int clgroup_spirv_specialize(uint32_t *words, size_t count, uint32_t id, const void *value, size_t size, char *error,
                             size_t error_size);

/* The names of the functions that the module imports, in module order: one block of memory that holds *names[0..
 * *name_count-1] and their text, for free(). */
int clgroup_spirv_imports(const uint32_t *words, size_t count, char ***names, size_t *name_count, char *error,
                          size_t error_size);

/* ---- the functions that a program needs ---- */

/* A set of the library's functions, by their mangled names. Initialize it to zero. */
struct clgroup_symbols {
  char **names; /* NULL-terminated, unless empty */
  size_t count;
};

/* Adds the library functions that a binary names: SPIR-V, LLVM bitcode and drivers' containers of them have the names
 * of imported functions as plain text, such as `_Z31__clgroup_work_group_reduce_addi`. Ignores other names. Returns 0,
 * or -1 when out of memory. */
int clgroup_symbols_find(struct clgroup_symbols *s, const void *bytes, size_t size);

/* Adds one of these mangled names. Returns 0, or -1 when out of memory. */
int clgroup_symbols_add_one(struct clgroup_symbols *s, const char *name);

void clgroup_symbols_free(struct clgroup_symbols *s);

/* ---- the library ---- */

struct clgroup_library_request {
  size_t size; /* sizeof(struct clgroup_library_request), by which the library knows the caller's header: later versions
                  add fields at the end, and a field that this one does not have must be 0 */
  unsigned address_bits; /* 64 or 32 */
  /* The algorithm of the functions:
   *   "tree"      only local memory; SPIR-V 1.0, right on every device tested
   *   "serial"    for CPU drivers that run work-items as loops; SPIR-V 1.0
   *   "subgroup"  shuffles, for GPUs: SPIR-V 1.3, cl_khr_subgroup_shuffle
   *   "vector"    the same for CPU drivers that run a sub-group as a vector
   *   "chunks"    for work-groups of any size in 15 KiB of local memory; slow; SPIR-V 1.0
   *   "extensions"  no algorithm: the functions of clgroup_spirv_provide; those of sub-groups need what "subgroup"
   * needs */
  const char *strategy;
  size_t max_size;                     /* the largest work-group that is launched, in work-items, by which the arrays in
                                          local memory are sized: not 0; "chunks" ignores it */
  const struct clgroup_symbols *needs; /* the functions to keep; others that the module does not have are ignored */
  bool loads_again; /* the driver may repeat a load of local memory after it has changed, as PoCL 7 does: results are
                       loaded by volatile loads, which compilers do not vectorize */
  uint32_t version; /* SPIR-V version to declare, as in a module's header (0x10400 is 1.4); 0: the oldest possible. A
                       module that needs a newer one keeps its own */
};

struct clgroup_module {
  uint32_t *words; /* for free() */
  size_t count;
  uint64_t local_memory; /* bytes of its arrays, which each kernel that calls its functions needs */
};

/* Makes one module that exports all functions in `needs`, and holds nothing that they do not use. Its functions of all
 * types share the arrays in local memory; each of several modules would have its own. An unknown strategy or number of
 * address bits is an error. */
int clgroup_library_module(const struct clgroup_library_request *request, struct clgroup_module *module, char *error,
                           size_t error_size);

#ifdef __cplusplus
}
#endif

#endif
