/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A GPU's linked, optimized IR made into IR for this machine. */
#ifndef CLGROUP_SIMT_REWRITE_H
#define CLGROUP_SIMT_REWRITE_H

#include "order.h"
#include "simt.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

struct rewriting {
  LLVMModuleRef module;
  LLVMTargetDataRef layout; /* of this machine */
  LLVMBuilderRef builder;
  LLVMTypeRef pointer, i32, i64, nothing, touch_type, call_type;
  struct simt_module *out;
  unsigned site_room, order;
  /* Of the function that is being rewritten: its loops' counters, and the first one's number in the module. */
  struct simt_order order_of_blocks;
  LLVMValueRef *counters;
  unsigned first_loop;
  char *error; /* the first */
};

/* Fills in out's kernels, sites and locals. Kernel number N gets a wrapper of the name that simt_wrapper gives. Returns
 * whether all went well; else r->error says what did not. */
bool simt_rewrite(struct rewriting *r);
void simt_wrapper(char *name, size_t size, unsigned kernel);

/* The parts of simt_rewrite. */
void simt_refuse(struct rewriting *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool simt_is_kernel(LLVMValueRef function);
void simt_drop_attributes(LLVMValueRef function, bool is_kernel);
void simt_place_locals(struct rewriting *r);
void simt_add_kernels(struct rewriting *r);
/* Replaces intrinsics by calls of the executor, and adds calls that tell it of accesses to memory. */
void simt_rewrite_function(struct rewriting *r, LLVMValueRef function);
/* Counts the iterations of the function's loops, and passes to the executor those of the loops around each of its
 * calls. */
void simt_count_loops(struct rewriting *r, LLVMValueRef function);
void simt_give_iterations(struct rewriting *r, LLVMValueRef call, struct simt_site *site);
/* A new site for the instruction. */
unsigned simt_add_site(struct rewriting *r, LLVMValueRef instruction);

#endif
