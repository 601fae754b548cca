/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* OpenCL C's work-group functions for compilers that hold kernels as LLVM modules: C11, libclgroup-llvm.a (pkg-config
 * clgroup-llvm, CMake's clgroup::llvm), to be linked with LLVM of the major version that clgroup was built with.
 * clgroup-cc is a client of it. clgroup.h is for SPIR-V. docs/linking.md explains how to use it.
 *
 * Stable, as far as a version 0 is: the functions, the names and meanings of options, and CLGROUP_LLVM_CPP_MARK. Not
 * stable: the texts of errors and warnings, the output's code, the names of passes, the bitcode's internal functions,
 * and what version of LLVM it needs.
 *
 * The functions have no state, print nothing and never exit; calls may run at the same time (those with a module, if
 * the modules are of different contexts). If memory runs out they end the process, as LLVM does. After an error they
 * return -1, and `error`, of `error_size` bytes, holds one line without a newline that says what is wrong. The caller
 * owns it, and all that the options point to. */
#ifndef CLGROUP_CLGROUP_LLVM_H
#define CLGROUP_CLGROUP_LLVM_H

#include <stdbool.h>
#include <stddef.h>

#include "clgroup/clgroup.h" /* CLGROUP_VERSION */

typedef struct LLVMOpaqueModule *LLVMModuleRef; /* as in llvm-c/Types.h */

#ifdef __cplusplus
extern "C" {
#endif

/* The version of libclgroup-llvm, "0.1.0". *llvm, unless llvm is NULL, becomes the version of LLVM to link with, 15. */
const char *clgroup_llvm_version(unsigned *llvm);

/* A file of share/clgroup in memory, at an address that is a multiple of 8. */
struct clgroup_llvm_embedded {
  const char *name; /* "spirv64.serial.bc" */
  const void *begin, *end;
};

/* All files of a target, which libclgroup-llvm.a holds, ending with a name that is NULL. A program that names one of
 * these arrays contains its files: almost a megabyte for SPIR, two for NVIDIA's GPUs, three for AMD's. */
extern const struct clgroup_llvm_embedded clgroup_llvm_spirv64[], clgroup_llvm_spirv32[], clgroup_llvm_nvptx64[],
    clgroup_llvm_amdgcn[];

/* Required are a size, a folder or embedded files, a target, a strategy, and for GPUs an architecture. A field that is
 * 0 or NULL is not requested, or not known. */
struct clgroup_llvm_options {
  size_t size; /* sizeof(struct clgroup_llvm_options), by which the library knows the caller's header: later versions
                  add fields at the end, and a field that this one does not have must be 0 */

  /* The library's functions, which must be of the module's target. */
  const char *folder;                           /* the device libraries: share/clgroup of the installation */
  const struct clgroup_llvm_embedded *embedded; /* in place of a folder: clgroup_llvm_spirv64, or a part of it */
  const char *target;   /* "spirv64", "spirv32", "nvptx64" or "amdgcn"; for a CPU, "spirv64" or "spirv32" by its size of
                           pointers (docs/linking.md) */
  const char *strategy; /* "tree", "serial", "subgroup" or "vector" (clgroup.h), if the target has it. Functions that
                           another strategy makes may follow "subgroup" and "vector": "subgroup,scan_*=tree" */

  /* The device. */
  unsigned max_work_group_size; /* local memory is for this many work-items, unless a kernel has reqd_work_group_size.
                                   Larger work-groups run a second, slow copy of the kernel's code. 0: what the device
                                   launches or, if that is unknown, 1024 */
  unsigned device_max_work_group_size; /* the device launches no larger ones: if it is at most max_work_group_size,
                                          there is no second copy. 0: unknown, but 4096 with for_pocl */
  unsigned local_memory_size; /* in bytes: if a kernel, with its own variables, would need more, local memory is for
                                 fewer work-items; 0: unknown */
  unsigned device_sub_group_sizes; /* the sum of the sizes, powers of two, that intel_reqd_sub_group_size
                                      may request; kernels that would get a warning request one, if it helps */
  bool for_pocl;                   /* the driver is PoCL, whose compiler fails on some forms of kernels */

  /* GPUs: nvptx64 and amdgcn. Inputs may also be modules for SPIR, as llvm-spirv makes them of SPIR-V. */
  unsigned architecture; /* 80 for sm_80, 0x90a for gfx90a; needed */
  unsigned lanes;        /* of a warp or wave; 0: the code fits both */
  bool for_nvidia;       /* the driver is NVIDIA's OpenCL, whose launches may have offsets, not CUDA */
  const char *libclc;    /* the file of LLVM's libclc for the target, for built-in functions that clgroup lacks */
  bool libclc_was_found; /* the user did not name it: if LLVM cannot read it, it is ignored */

  /* The input. */
  bool raw; /* clang's passes did not run on it (-Xclang -disable-llvm-passes) */
  bool cpp; /* its source is C++ for OpenCL; bitcode may say so itself (CLGROUP_LLVM_CPP_MARK) */

  /* The output. */
  unsigned opt_level; /* 0 to 3, for the kernels that call library functions; for GPUs for all kernels */
  bool for_spirv;     /* it will be translated to SPIR-V, whose integers have 8, 16, 32 or 64 bits */
  bool old_spirv;     /* of a version before 1.3, which lacks sub-group functions: a call of one is an error */
  bool plain_loops; /* remove loops' metadata, of which llvm-spirv sometimes makes invalid SPIR-V, and order the blocks
                       of all functions as SPIR-V requires */
  unsigned leave_vectors; /* fail if functions are called with vectors of more bytes; 0: never */
  bool unverified;        /* LLVM's verifier does not run */
  bool as_text;           /* clgroup_llvm_lower_files writes assembly, not bitcode */
  const char *passes;     /* for clgroup's own tests: only these passes, separated by commas; their names may change */

  /* Called with a line of text, and with `data`, for kernels in which some work-items of a work-group may skip a
   * call that all must make. */
  void (*warn)(void *data, const char *text);
  /* Called by clgroup_llvm_lower_files once it has read the library: it returns when the inputs are ready, 0 if they
   * are. */
  int (*wait)(void *data);
  void *data;

  const char *provide; /* the extensions of OpenCL C that the device lacks and whose functions the library is to
                          provide, separated by commas: "cl_khr_subgroup_rotate", or "opencl_c_3.1" (clgroup-cc's
                          --provide). GPUs' libraries have them all */

  const char *pocl_device; /* the output is bitcode for this device of PoCL (clgroup-cc's --pocl-device); with for_pocl
                              and for_spirv */
};

/* The two functions that lower may return this in place of -1, with for_spirv and without raw: clang's passes have made
 * what SPIR-V, or llvm-spirv, cannot express, integers of odd widths (i2 for a switch on x % 4) or debug expressions of
 * several values. Compile the sources without these passes, and set raw. */
#define CLGROUP_LLVM_NOT_SPIRV 9

/* The same with pocl_device: the module has images, samplers, pipes or events, which PoCL accepts only in SPIR-V, or
 * debug information, which an older LLVM does not read. */
#define CLGROUP_LLVM_NOT_POCL 10

/* Does the module call a function of the library? One for SPIR or a CPU that does not needs no lowering, unless
 * functions are to be provided; one for a GPU does, for OpenCL C's other built-in functions. */
bool clgroup_llvm_uses(LLVMModuleRef module);

/* Links the work-group functions that the module calls into it, inlines them, gives each kernel the local memory that
 * its calls need, and optimizes these kernels. The module has passed clang's front end, at any level of optimization;
 * calls have the mangled names of OpenCL C. noundef is removed everywhere, since work-items may pass values that
 * they have not set; if clang's passes ran before, clang must have omitted it (-Xclang -no-enable-noundef-analysis).
 * For GPUs it also links OpenCL C's other built-in functions, so that only code generation is left, which must not run
 * LLVM's passes again. The context has opaque pointers, or, with LLVM 15 and for SPIR, typed ones, as its clang
 * makes them for SPIR.
 *
 * The module must be a whole program: link objects, as clCompileProgram makes them, first, since local memory belongs
 * to kernels. A module without a kernel is an object, and stays as it is. With for_spirv it is an error if an object
 * calls library functions, since the translator to SPIR-V would make calls of the driver's own functions.
 *
 * Returns 0: *module is the new module, in the same context, and the old one is disposed of; values of the old one
 * are gone with it, and so is all that refers to them. LLVM adds a number to the names of structs, but for those of
 * OpenCL's own types. After an error *module is unchanged: the work is done in another context, by way of files in
 * memory, for which Linux's /proc must be there. */
int clgroup_llvm_lower(LLVMModuleRef *module, const struct clgroup_llvm_options *options, char *error,
                       size_t error_size);

/* The same for files, bitcode or LLVM assembly, which it links into one module, and writes to the file `output`: with
 * kernels, where functions are called, and with LLVM 15 for SPIR and CPUs with typed pointers. A single bitcode input
 * that uses no library function, and that can become SPIR-V, is copied byte for byte. After an error the contents of
 * `output` are undefined. */
int clgroup_llvm_lower_files(const char *const *inputs, size_t input_count, const char *output,
                             const struct clgroup_llvm_options *options, char *error, size_t error_size);

/* The name of pass number `index`, in the order in which they run, for options->passes; NULL if there are no more. */
const char *clgroup_llvm_pass(size_t index);

/* The files that are read with these options: for a make rule, or the key of a cache. Returns 1 with the name of file
 * number `index` in `path`, of `path_size` bytes; 0 if there are no more; -1 if the options are invalid. It calls no
 * function of LLVM. */
int clgroup_llvm_file(const struct clgroup_llvm_options *options, size_t index, char *path, size_t path_size,
                      char *error, size_t error_size);

/* Appended to bitcode, with its final zero, this says that the source was C++ for OpenCL; from LLVM 17 on it says so by
 * itself. It is an empty block with an id that LLVM does not use, which all readers of bitcode skip: ENTER_SUBBLOCK of
 * block 99 with abbreviations of 2 bits, one word long; END_BLOCK. */
#define CLGROUP_LLVM_CPP_MARK "\x8d\x09\0\0\1\0\0\0\0\0\0"

#ifdef __cplusplus
}
#endif

#endif
