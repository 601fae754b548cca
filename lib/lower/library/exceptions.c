/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions that another strategy makes: there are two libraries, and each keeps its own functions. */
#include "lower/library/library.h"

#include "names/mangled.h"
#include "names/symbols.h"
#include "names/strategies.h"

#include <stdlib.h>
#include <string.h>

/* Is it a public function of the library, such as _Z21work_group_reduce_addi? */
static bool read_function(LLVMValueRef value, struct clgroup_function_name *f) {
  size_t length;
  const char *symbol = LLVMGetValueName2(value, &length), *plain = clgroup_plain_name(symbol, &length);
  *f = clgroup_symbols_read(symbol);
  return plain && lower_begins(plain, "work_group_") && plain[length];
}

/* Is it a request or an index function (generic/lowering.h)? These are the same in both. */
static bool is_shared(LLVMValueRef value) {
  return lower_begins(lower_name(value), "__clgroup_");
}

/* Renames a function so that it is not found by its name. Other functions of its library may still call it. */
static void put_aside(LLVMValueRef function) {
  char *other = lower_text("clgroup.aside.%s", lower_name(function));
  LLVMSetValueName2(function, other, strlen(other));
  free(other);
}

static void check(LLVMModuleRef library, const struct facts *facts) {
  for (const char *e = facts->plan->exceptions; *e; e = clgroup_exception_next(e)) {
    struct clgroup_function_name f;
    LLVMValueRef value = LLVMGetFirstFunction(library);
    while (value && !(read_function(value, &f) && clgroup_exception_fits(e, f.name, f.length, f.type)))
      value = LLVMGetNextFunction(value);
    if (!value)
      lower_fail(library,
                 "strategy %s: the library has no function '%.*s'; give a name without work_group_, such as "
                 "reduce_add, scan_* or reduce_add/float",
                 facts->options->strategy, (int)strcspn(e, "="), e);
  }
}

void lower_divide(const struct facts *facts) {
  check(facts->libraries.usual, facts);
  for (unsigned i = 0; i < 2; ++i)
    for (LLVMValueRef value = LLVMGetFirstFunction(i ? facts->libraries.other : facts->libraries.usual); value;
         value = LLVMGetNextFunction(value)) {
      struct clgroup_function_name f;
      const bool is_public = read_function(value, &f);
      const bool is_exception = is_public && clgroup_exception_find(facts->plan->exceptions, f.name, f.length, f.type);
      /* Helpers in both may have the same names. */
      const bool stays = i ? is_exception || is_shared(value) : !is_exception;
      if (!LLVMIsDeclaration(value) && !stays)
        put_aside(value);
    }
}
