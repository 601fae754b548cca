/* Reads and edits SPIR-V modules of OpenCL kernels.
 *
 * A module is `count` 32-bit words, in the byte order of this machine or in the opposite one. Any words may be given:
 * what is no module, or is damaged, is an error, never a crash, and takes time and memory in proportion to its length
 * (and at most about 70 MB more, for its ids).
 *
 * Functions return 0, or -1 after an error; then `error`, of `error_size` bytes, holds one line without a newline that
 * says what is wrong and at which word of the module, and nothing else was changed. Modules that come out are in this
 * machine's byte order, and the caller frees them with free(). Every function may run on several threads at once. */
#ifndef CLGROUP_SPIRV_H
#define CLGROUP_SPIRV_H

#include <stddef.h>
#include <stdint.h>

/* What the names of the library's own functions begin with, mangling aside (generic/names.h). */
#define CLGROUP_NAME_PREFIX "__clgroup_"

/* Does the module hold what clgroup_spirv_rewrite would turn into calls, or would refuse? 1 or 0; 0 for what is no
 * module. */
int clgroup_spirv_uses(const uint32_t *words, size_t count);

/* Turns each work-group instruction into calls of imported functions: OpGroupAll, OpGroupAny, OpGroupBroadcast, the
 * arithmetic OpGroup instructions and those of SPV_KHR_uniform_group_instructions, where their scope is the constant
 * Workgroup; functions lose DontInline, which drivers crash of. Other scopes stay as they are; so do OpGroupAsyncCopy
 * and OpGroupWaitEvents, which are no work-group functions. A module without any comes out as it was.
 *
 * The functions carry the Itanium-mangled names of __clgroup_work_group_<...> in OpenCL C, for example
 * _Z39__clgroup_work_group_scan_inclusive_addi for int. bool travels as int 0 and 1, integers of 8 and 16 bits as
 * int or uint, vectors as one call for each component. A scope that is no constant, and a type that OpenCL's
 * work-group functions do not take, are errors. */
int clgroup_spirv_rewrite(const uint32_t *words, size_t count, uint32_t **out, size_t *out_count, char *error,
                          size_t error_size);

/* Keeps the exported functions that are named in keep[0..keep_count-1], what they reach, and nothing else; capabilities
 * that nothing needs any more go too, as far as lib/spirv is certain of them (opcodes.inc). Names that the module does
 * not export are passed over; *found, unless found is NULL, is the number of functions that were kept by name. */
int clgroup_spirv_prune(const uint32_t *words, size_t count, const char *const *keep, size_t keep_count, uint32_t **out,
                        size_t *out_count, size_t *found, char *error, size_t error_size);

/* The names of the functions that the module imports, in module order: one block of memory that holds *names[0..
 * *name_count-1] and their text, for free(). */
int clgroup_spirv_imports(const uint32_t *words, size_t count, char ***names, size_t *name_count, char *error,
                          size_t error_size);

/* Gives every work-group variable whose name begins with __clgroup_scratch an array length of `slots` elements, in
 * place. They share one constant, which the module uses for nothing else. */
int clgroup_spirv_set_scratch(uint32_t *words, size_t count, uint32_t slots, char *error, size_t error_size);

/* Gives the specialization constants that are decorated with SpecId `id` a value, in place, as
 * clSetProgramSpecializationConstant takes it: `size` bytes, of which as many count as the constant's type has, and
 * what is missing is zero; a boolean is one byte. A module that has none of that id stays as it is. */
int clgroup_spirv_specialize(uint32_t *words, size_t count, uint32_t id, const void *value, size_t size, char *error,
                             size_t error_size);

/* Declares the module to be SPIR-V major.minor, in place, unless it holds instructions or capabilities that need a
 * newer version. The interface lists of entry points, which have another meaning from 1.4 on, are left as they are. */
int clgroup_spirv_set_version(uint32_t *words, size_t count, unsigned major, unsigned minor, char *error,
                              size_t error_size);

#endif
