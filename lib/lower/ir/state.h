/* The state that the steps of the lowering (pipeline/lower.c) share, and what they do with it. */
#ifndef CLGROUP_LOWER_STATE_H
#define CLGROUP_LOWER_STATE_H

#include "lower/ir/calls.h"
#include "lower/ir/plan.h"

#include "clgroup/clgroup.h"

#include <lowering.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <llvm-c/Core.h>
#include <llvm/Config/llvm-config.h>

/* instcombine, as a text of passes names it. From LLVM 18 on it would end the program where one run of it does not do
 * all. */
#if LLVM_VERSION_MAJOR >= 18
#define LOWER_INSTCOMBINE "instcombine<no-verify-fixpoint>"
#else
#define LOWER_INSTCOMBINE "instcombine"
#endif

#define LOCAL_ADDRESS_SPACE 3
#define PREFIX CLGROUP_NAME_PREFIX
#define TEXT(name) TEXT_(name)
#define TEXT_(name) #name

/* The library's requests (generic/scratch.h). */
enum request_kind {
#define KIND(kind, name) REQUEST_##kind,
  CLGROUP_REQUESTS(KIND) REQUEST_KINDS
#undef KIND
};
extern const char *const lower_request_names[REQUEST_KINDS];

struct function_list {
  LLVMValueRef *items;
  size_t count, capacity;
};

struct lower {
  const struct clgroup_llvm_options *options;
  struct lower_plan *plan; /* what follows from them */
  const char *const *inputs;
  size_t input_count;
  const char *output;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMModuleRef library, other; /* until they are linked */
  bool uses_library, has_leaders;
  bool changed; /* so that the output is not the input's bytes */
  bool written;
  bool cpp;        /* an input was C++: make accesses by generic pointers accesses by others (spaces.h) */
  bool retargeted; /* an input was SPIR-V, and the target is a GPU */
  LLVMValueRef request_functions[REQUEST_KINDS];
  int result;                    /* 0 or CLGROUP_LLVM_NOT_SPIRV, if there is no error */
  struct function_list reaching; /* functions from which a request can be reached, the kernels among them; or, while
                                    bodies are doubled, from which one of the library's can be reached */
  bool doubles;                  /* bodies are being doubled (larger.h) */
  struct function_list ranks;    /* variables of kernels with a second body (larger.h) */
  struct function_list warned;   /* kernels that diverge (diverge.h) */
  struct function_list single;   /* kernels that get a single barrier (single-barrier.h) */
  struct function_list looped;   /* kernels that get barriers around their regular loops (loop-barriers.h) */
  bool shrunk;                   /* scratch is for fewer work-items than would be best, even than are required */
  bool too_large;                /* a kernel needs more local memory than there is */
  char *error;
  char *libclc_error; /* why there is no libclc, though a file of it was found */
};

/* Keeps the first error, which is the one that explains the rest. Returns false for `return lower_fail(...)`. */
__attribute__((format(printf, 2, 3))) bool lower_fail(struct lower *lower, const char *text, ...);
void lower_on_diagnostic(LLVMDiagnosticInfoRef info, void *data);
/* Of a list that ends with NULL. */
bool lower_begins_with_one_of(const char *name, const char *const *prefixes);
bool lower_is_for_nvidia(const struct lower *lower);
bool lower_list_add(struct lower *lower, struct function_list *list, LLVMValueRef function);
bool lower_list_has(const struct function_list *list, LLVMValueRef function);
/* "KERNEL.REST", for free(); NULL when out of memory. PoCL 3 allocates a local variable per work-group only if it has
 * such a name, of the kernel that uses it. */
char *lower_name_in(LLVMValueRef kernel, const char *rest);
unsigned lower_attribute_kind(const char *name);
/* The attribute of what neither reads nor writes memory; its value is 0. */
#define LOWER_PURE (LLVM_VERSION_MAJOR >= 16 ? "memory" : "readnone")
LLVMAttributeRef lower_attribute(struct lower *lower, const char *name);
void lower_add_attribute(struct lower *lower, LLVMValueRef function, const char *name);
void lower_remove_attribute(LLVMValueRef function, const char *name);
bool lower_has_attribute(LLVMValueRef function, const char *name);
/* The function whose body calls `function` by this use of it, or NULL if the use is not a direct call: that is an
 * error, unless `function` is a kernel, to which other things may refer (the list of an attribute, say). */
LLVMValueRef lower_calling_function(struct lower *lower, LLVMValueRef function, LLVMUseRef use);
bool lower_run_passes(struct lower *lower, const char *passes);
/* Runs passes on these functions only: all others are optnone meanwhile. Functions that are optnone themselves are
 * included if `always`. */
bool lower_run_on(struct lower *lower, const struct function_list *functions, const char *passes, bool always);

#endif
