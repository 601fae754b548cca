/* Reads and edits SPIR-V modules of OpenCL kernels.
 *
 * A module is `count` 32-bit words, in the byte order of this machine or in the opposite one. Any words are
 * safe input: if they are not a module, or a damaged one, that is an error. Time and memory are proportional to the
 * length (plus at most about 70 MB for the ids).
 *
 * Functions return 0, or -1 after an error; then `error`, of `error_size` bytes, holds one line without a newline that
 * says what is wrong and at which word of the module, and nothing else was changed. New modules are in this machine's
 * byte order, and the caller frees them with free(). All functions are thread-safe. */
#ifndef CLGROUP_SPIRV_H
#define CLGROUP_SPIRV_H

#include <stddef.h>
#include <stdint.h>

/* The prefix of the names of the library's internal functions, before mangling (generic/names.h). */
#define CLGROUP_NAME_PREFIX "__clgroup_"

/* Does the module have instructions that clgroup_spirv_rewrite would replace by calls, or would reject, as it is or
 * with other specialization constants? 1 or 0; 0 if the words are not a module. */
int clgroup_spirv_uses(const uint32_t *words, size_t count);

/* Does it have work-group instructions that no function of OpenCL C corresponds to: of char, short, bool or vectors, or
 * with a LocalId that is not of size_t? 1 or 0. */
int clgroup_spirv_is_foreign(const uint32_t *words, size_t count);

/* Replaces each work-group instruction by calls of imported functions: OpGroupAll, OpGroupAny, OpGroupBroadcast, the
 * arithmetic OpGroup instructions and those of SPV_KHR_uniform_group_instructions, if their scope is the constant
 * Workgroup, or a specialization constant of this value; functions lose DontInline, on which drivers crash.
 * Instructions of other scopes are not changed, nor are OpGroupAsyncCopy and OpGroupWaitEvents, which are not
 * work-group functions. A module without any is not changed.
 *
 * The functions carry the Itanium-mangled names of __clgroup_work_group_<...> in OpenCL C, for example
 * _Z39__clgroup_work_group_scan_inclusive_addi for int. A bool is converted to int 0 or 1, integers of 8 and 16 bits to
 * int or uint; a vector takes one call for each component. A scope that is not a constant, and a type that OpenCL's
 * work-group functions do not take, are errors. */
int clgroup_spirv_rewrite(const uint32_t *words, size_t count, uint32_t **out, size_t *out_count, char *error,
                          size_t error_size);

/* Keeps the exported functions that are named in keep[0..keep_count-1], what they reach, and nothing else; also removes
 * capabilities that nothing requires any more, of those that lib/spirv tracks (opcodes.inc). Names that the module does
 * not export are ignored; *found, unless found is NULL, is the number of functions that were kept by name. */
int clgroup_spirv_prune(const uint32_t *words, size_t count, const char *const *keep, size_t keep_count, uint32_t **out,
                        size_t *out_count, size_t *found, char *error, size_t error_size);

/* The names of the functions that the module imports, in module order: one block of memory that holds *names[0..
 * *name_count-1] and their text, for free(). */
int clgroup_spirv_imports(const uint32_t *words, size_t count, char ***names, size_t *name_count, char *error,
                          size_t error_size);

/* Gives every work-group variable whose name begins with __clgroup_scratch an array length of `slots` elements, in
 * place. They share one constant, which the module uses for nothing else. A module without such variables is not
 * changed. */
int clgroup_spirv_set_scratch(uint32_t *words, size_t count, uint32_t slots, char *error, size_t error_size);

/* The bytes of all work-group variables that are arrays of numbers. */
int clgroup_spirv_local_memory(const uint32_t *words, size_t count, uint64_t *bytes, char *error, size_t error_size);

/* Makes all volatile loads plain ones, in place. */
int clgroup_spirv_make_loads_plain(uint32_t *words, size_t count, char *error, size_t error_size);

/* Gives the specialization constants that are decorated with SpecId `id` a value, in place, as
 * clSetProgramSpecializationConstant takes it: `size` bytes, which are truncated or zero-extended to the size of the
 * constant's type; a boolean is one byte. A module without constants of that id is not changed. */
int clgroup_spirv_specialize(uint32_t *words, size_t count, uint32_t id, const void *value, size_t size, char *error,
                             size_t error_size);

/* Declares the module to be SPIR-V major.minor, in place, unless it has instructions or capabilities that require
 * a newer version. Does not change the interface lists of entry points, whose meaning is different from 1.4 on. */
int clgroup_spirv_set_version(uint32_t *words, size_t count, unsigned major, unsigned minor, char *error,
                              size_t error_size);

#endif
