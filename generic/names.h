/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The names and attributes of the library's functions. */
#ifndef CLGROUP_NAMES_H
#define CLGROUP_NAMES_H

/* Public names are the standard ones. In SPIR-V modules for a driver's linker they have a prefix: drivers' front ends replace calls of
 * the standard names by OpGroup instructions before the linker sees them. */
#ifdef CLGROUP_FOR_DRIVER_LINKER
#define CLGROUP_PUBLIC(name) __clgroup_##name
#elif defined CLGROUP_WRITTEN /* before a source: the linker is not to add such a function */
#define CLGROUP_PUBLIC(name) __clgroup_written_##name
#else
#define CLGROUP_PUBLIC(name) name
#endif

#define CLGROUP_PASTE_(a, b) a##b
#define CLGROUP_PASTE(a, b) CLGROUP_PASTE_(a, b)
/* CLGROUP_FUNCTION(work_group_reduce_, OP) is the public name of a function of the current operator. */
#define CLGROUP_FUNCTION(family, op) CLGROUP_PASTE(CLGROUP_PUBLIC(family), op)

/* Attributes: convergent, since each function has barriers; never pure, const or memory(none). clang adds nounwind.
 *
 * always_inline in bitcode for SPIR-V that is linked without clgroup-cc: llvm-spirv recognizes the names, and translates each remaining
 * call to an OpGroup instruction although the function is defined. clgroup-cc removes it (lower/library/library.c). */
#if defined(__SPIR__) && !defined(CLGROUP_FOR_DRIVER_LINKER)
#define CLGROUP_API __attribute__((overloadable, convergent, always_inline))
#else
#define CLGROUP_API __attribute__((overloadable, convergent))
#endif
/* Helpers are overloads too, so that one body serves every type. */
#define CLGROUP_HELPER static inline __attribute__((overloadable, convergent, always_inline))

/* The functions of OpenCL C that the library defines for targets or devices that have none: of sub-groups, and of values alone. As text,
 * headers/clgroup_extensions.h.in defines both in what it writes. */
#ifndef CLGROUP_AS_TEXT
#define CLGROUP_BUILTIN __attribute__((overloadable, always_inline, convergent))
#define CLGROUP_VALUE __attribute__((overloadable, always_inline, const))
#endif

/* The pass that one work-item makes for all. In bitcode it stays a call: a driver that loops over work-items can then remove the
 * iterations that do nothing, which an inner loop would prevent. In SPIR-V it is inlined, since calls make Intel's code slower. */
#ifdef CLGROUP_FOR_DRIVER_LINKER
#define CLGROUP_LEADER CLGROUP_HELPER
#else
#define CLGROUP_LEADER static __attribute__((overloadable, noinline))
#endif

#endif
