/* Links the device library into LLVM modules and lowers scratch memory, by LLVM's C API.
 *
 *   1. read the inputs and link them into one module
 *   2. link the library functions that it declares and does not define
 *   3. give kernels for which a work-group may be too large a second way (larger.h); inline whatever reaches scratch
 * memory into the kernels (some drivers keep local memory apart by kernel only where the kernel's own body uses it)
 *   4. replace the library's requests (generic/scratch.h) by addresses in one variable per kernel
 *   5. optimise the kernels that changed again; where work-items run as loops rematerialize their ids
 * (rematerialize.h); write the module
 */
#include "lower/lower.h"

#include "lower/elements.h"
#include "lower/larger.h"
#include "lower/legalize.h"
#include "lower/order.h"
#include "lower/rematerialize.h"
#include "lower/single-barrier.h"
#include "lower/unreached.h"
#include "lower/work-item.h"

#include <lowering.h>

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Transforms/PassBuilder.h>

#define LOCAL_ADDRESS_SPACE 3
#define SPIR_FUNC 75
#define SPIR_KERNEL 76
#define PREFIX "__clgroup_"
#define TEXT(name) TEXT_(name)
#define TEXT_(name) #name

/* A single-buffered region starts at a multiple of this, so that the library may use 256-bit vectors in it. */
#define REGION_ALIGNMENT 32

/* What the library asks (generic/scratch.h). */
enum request_kind {
#define KIND(kind, name) REQUEST_##kind,
  CLGROUP_REQUESTS(KIND) REQUEST_KINDS
#undef KIND
};
static const char *const request_names[REQUEST_KINDS] = {
#define NAME(kind, name) #name,
    CLGROUP_REQUESTS(NAME)
#undef NAME
};

struct function_list {
  LLVMValueRef *items;
  size_t count, capacity;
};

struct lower {
  const struct clgroup_lower_options *options;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMValueRef request_functions[REQUEST_KINDS];
  int result;                    /* what clgroup_lower returns where there is no error */
  struct function_list reaching; /* functions from which a kind can be reached, the kernels among them; or, while
                                    bodies are doubled, from which one of the library's can be reached */
  bool doubles;                  /* bodies are being doubled (larger.h) */
  struct function_list single;   /* kernels that get a single barrier (single-barrier.h) */
  char *error;
};

static char *format(const char *text, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, text, again);
  va_end(again);
  char *result = length < 0 ? NULL : malloc((size_t)length + 1);
  if (result)
    vsnprintf(result, (size_t)length + 1, text, arguments);
  return result;
}

/* Keeps the first error, which is the one that explains the rest. Returns false for `return fail(...)`. */
__attribute__((format(printf, 2, 3))) static bool fail(struct lower *lower, const char *text, ...) {
  if (!lower->error) {
    va_list arguments;
    va_start(arguments, text);
    lower->error = format(text, arguments);
    va_end(arguments);
    for (char *c = lower->error; c && *c; ++c)
      if (*c == '\n')
        *c = ' ';
  }
  return false;
}

static void on_diagnostic(LLVMDiagnosticInfoRef info, void *data) {
  if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
    return;
  char *text = LLVMGetDiagInfoDescription(info);
  fail(data, "%s", text);
  LLVMDisposeMessage(text);
}

static bool list_add(struct lower *lower, struct function_list *list, LLVMValueRef function) {
  if (list->count == list->capacity) {
    size_t capacity = list->capacity ? 2 * list->capacity : 16;
    LLVMValueRef *items = realloc(list->items, capacity * sizeof *items);
    if (!items)
      return fail(lower, "out of memory");
    list->items = items;
    list->capacity = capacity;
  }
  list->items[list->count++] = function;
  return true;
}

static bool list_has(const struct function_list *list, LLVMValueRef function) {
  for (size_t i = 0; i < list->count; ++i)
    if (list->items[i] == function)
      return true;
  return false;
}

static bool is_kernel(LLVMValueRef function) {
  return LLVMGetFunctionCallConv(function) == SPIR_KERNEL;
}

static unsigned attribute(const char *name) {
  return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static void add_attribute(struct lower *lower, LLVMValueRef function, const char *name) {
  LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                          LLVMCreateEnumAttribute(lower->context, attribute(name), 0));
}

static void remove_attribute(LLVMValueRef function, const char *name) {
  LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute(name));
}

static bool has_attribute(LLVMValueRef function, const char *name) {
  return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute(name)) != NULL;
}

/* ---- 1. inputs ---- */

static LLVMModuleRef read_module(struct lower *lower, const char *path) {
  LLVMMemoryBufferRef buffer;
  char *text = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &text)) {
    fail(lower, "cannot read '%s': %s", path, text);
    LLVMDisposeMessage(text);
    return NULL;
  }
  LLVMModuleRef module = NULL;
  if (LLVMParseIRInContext(lower->context, buffer, &module, &text)) {
    fail(lower, "'%s' is not a module that LLVM %u can read: %s", path, clgroup_lower_llvm_version(), text);
    LLVMDisposeMessage(text);
    return NULL;
  }
  return module;
}

/* The path of the input that defines `name`: asked only to explain an error, so it reads the inputs again. */
static const char *definer(struct lower *lower, const char *const *inputs, size_t count, const char *name) {
  for (size_t i = 0; i < count; ++i) {
    LLVMModuleRef module = read_module(lower, inputs[i]);
    LLVMValueRef function = module ? LLVMGetNamedFunction(module, name) : NULL;
    bool defines = function && !LLVMIsDeclaration(function);
    if (module)
      LLVMDisposeModule(module);
    if (defines)
      return inputs[i];
  }
  return "another input";
}

/* The version of OpenCL C that a module names, 300 for 3.0, or 0. */
static unsigned language_version(LLVMModuleRef module) {
  static const char name[] = "opencl.ocl.version";
  unsigned count = LLVMGetNamedMetadataNumOperands(module, name);
  LLVMValueRef *nodes = calloc(count + 1, sizeof *nodes), parts[2];
  unsigned version = 0;
  if (nodes && count) {
    LLVMGetNamedMetadataOperands(module, name, nodes);
    if (LLVMGetMDNodeNumOperands(nodes[0]) == 2) {
      LLVMGetMDNodeOperands(nodes[0], parts);
      version = (unsigned)(100 * LLVMConstIntGetZExtValue(parts[0]) + 10 * LLVMConstIntGetZExtValue(parts[1]));
    }
  }
  free(nodes);
  return version;
}

static bool read_inputs(struct lower *lower, const char *const *inputs, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    LLVMModuleRef module = read_module(lower, inputs[i]);
    if (!module)
      return false;
    if (!lower->module) {
      lower->module = module;
      continue;
    }
    /* llvm-spirv takes one version a module, and LLVM's C API cannot take the other away. */
    unsigned version = language_version(module), first = language_version(lower->module);
    if (lower->options->for_spirv && version && first && version != first) {
      fail(lower,
           "'%s' is OpenCL C %u.%u and '%s' is %u.%u, and SPIR-V names one version; compile both with one -cl-std",
           inputs[0], first / 100, first / 10 % 10, inputs[i], version / 100, version / 10 % 10);
      LLVMDisposeModule(module);
      return false;
    }
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
      size_t length;
      const char *name = LLVMGetValueName2(f, &length);
      LLVMValueRef other = LLVMGetNamedFunction(lower->module, name);
      if (other && !LLVMIsDeclaration(f) && !LLVMIsDeclaration(other) && LLVMGetLinkage(f) == LLVMExternalLinkage &&
          LLVMGetLinkage(other) == LLVMExternalLinkage) {
        fail(lower, "%s '%s' is defined by both '%s' and '%s'; rename one", is_kernel(f) ? "kernel" : "function", name,
             definer(lower, inputs, i, name), inputs[i]);
        LLVMDisposeModule(module);
        return false;
      }
    }
    if (LLVMLinkModules2(lower->module, module))
      return fail(lower, "cannot link '%s' with the inputs before it", inputs[i]);
  }
  return true;
}

/* ---- 2. the library ---- */

/* The first component of a triple: spir64 of spir64-unknown-unknown. */
static size_t architecture_length(const char *triple) {
  return strcspn(triple, "-");
}

static LLVMModuleRef read_library(struct lower *lower, const char *path) {
  LLVMMemoryBufferRef buffer;
  char *text = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &text)) {
    fail(lower, "cannot read the device library '%s': %s; is clgroup installed whole?", path, text);
    LLVMDisposeMessage(text);
    return NULL;
  }
  LLVMModuleRef library = NULL;
  /* Lazy: a function's body is read when it is linked. */
  if (LLVMGetBitcodeModuleInContext2(lower->context, buffer, &library)) {
    LLVMDisposeMemoryBuffer(buffer);
    char *why = lower->error;
    lower->error = NULL;
    fail(lower, "the device library '%s' is damaged or of another LLVM version than %u: %s; install clgroup again",
         path, clgroup_lower_llvm_version(), why ? why : "not bitcode");
    free(why);
    return NULL;
  }
  return library;
}

/* The library's function that serves a declaration called `name`, or NULL. Modules that lib/spirv rewrote have prefixed
 * names, _Z31__clgroup_work_group_reduce_addi for _Z21work_group_reduce_addi. */
static LLVMValueRef find_in_library(LLVMModuleRef library, const char *name) {
  char plain[256];
  char *end;
  if (strncmp(name, "_Z", 2) == 0 && isdigit((unsigned char)name[2])) {
    unsigned long length = strtoul(name + 2, &end, 10);
    if (length > strlen(PREFIX) && strncmp(end, PREFIX, strlen(PREFIX)) == 0) {
      int written = snprintf(plain, sizeof plain, "_Z%lu%s", length - strlen(PREFIX), end + strlen(PREFIX));
      if (written < 0 || (size_t)written >= sizeof plain)
        return NULL;
      name = plain;
    }
  }
  LLVMValueRef function = LLVMGetNamedFunction(library, name);
  return function && !LLVMIsDeclaration(function) ? function : NULL;
}

/* A pass of one work-item over all (generic/work_group/serial). */
static bool is_leader(LLVMValueRef function) {
  size_t length;
  return strstr(LLVMGetValueName2(function, &length), TEXT(CLGROUP_LEADER_PREFIX));
}

/* One of generic/rank.c, and of inputs that were lowered before, by the name that it has got then. */
static bool is_index(LLVMValueRef function) {
  static const char *const names[] = {TEXT(CLGROUP_INDEX_AFTER_BARRIER), TEXT(CLGROUP_INDEX_IN_LOOP)};
  size_t length;
  const char *name = LLVMGetValueName2(function, &length);
  return !strncmp(name, names[0], strlen(names[0])) || !strncmp(name, names[1], strlen(names[1]));
}

/* Is the library's strategy one for devices that run work-items as loops? */
static bool has_leaders(LLVMModuleRef library) {
  LLVMValueRef f = LLVMGetFirstFunction(library);
  while (f && !is_leader(f))
    f = LLVMGetNextFunction(f);
  return f;
}

/* Gives the module's declarations the names that the library has for them, and tells whether it uses any. */
static bool match_names(struct lower *lower, LLVMModuleRef library) {
  bool used = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module), next; f; f = next) {
    next = LLVMGetNextFunction(f);
    size_t length;
    LLVMValueRef source = LLVMIsDeclaration(f) ? find_in_library(library, LLVMGetValueName2(f, &length)) : NULL;
    if (!source || !LLVMGetFirstUse(f))
      continue;
    used = true;
    const char *name = LLVMGetValueName2(source, &length);
    LLVMValueRef same = LLVMGetNamedFunction(lower->module, name);
    if (!same)
      LLVMSetValueName2(f, name, length);
    else if (same != f) /* both the standard and the prefixed name are in use */
      LLVMReplaceAllUsesWith(f, same);
  }
  return used;
}

static void inline_always(struct lower *lower, LLVMValueRef function) {
  remove_attribute(function, "noinline");
  add_attribute(lower, function, "alwaysinline");
}

static void keep_apart(struct lower *lower, LLVMValueRef function) {
  if (!function)
    return;
  remove_attribute(function, "alwaysinline");
  add_attribute(lower, function, "noinline");
}

/* Links what the module declares of a library, and disposes of the rest. */
static bool link_declared(struct lower *lower, LLVMModuleRef library, const char *path) {
  const char *triple = LLVMGetTarget(lower->module), *library_triple = LLVMGetTarget(library);
  size_t length = architecture_length(triple);
  if (length != architecture_length(library_triple) || strncmp(triple, library_triple, length) != 0) {
    fail(lower, "the input is made for target '%s', the device library for '%s'; use the --target of the input", triple,
         library_triple);
    LLVMDisposeModule(library);
    return false;
  }
  LLVMSetTarget(library, triple);
  LLVMSetDataLayout(library, LLVMGetDataLayoutStr(lower->module));
  /* linkonce_odr is what makes the linker take a function only where it is used. Only the library's have it: a module
   * of OpenCL C has no such linkage, and whatever has it in one of C++ for OpenCL is as well inlined. */
  for (LLVMValueRef f = LLVMGetFirstFunction(library); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f))
      LLVMSetLinkage(f, LLVMLinkOnceODRLinkage);
  if (LLVMLinkModules2(lower->module, library))
    return fail(lower, "cannot link the device library '%s'", path);
  return true;
}

/* The number of work-items that a kernel's attribute says it is launched with, or 0. */
static uint64_t required_size(struct lower *lower, LLVMValueRef kernel) {
  unsigned kind = LLVMGetMDKindIDInContext(lower->context, "reqd_work_group_size", 20);
  LLVMValueRef sizes = LLVMGetMetadata(kernel, kind);
  if (!sizes || LLVMGetMDNodeNumOperands(sizes) != 3)
    return 0;
  LLVMValueRef size[3];
  LLVMGetMDNodeOperands(sizes, size);
  return LLVMConstIntGetZExtValue(size[0]) * LLVMConstIntGetZExtValue(size[1]) * LLVMConstIntGetZExtValue(size[2]);
}

/* May a work-group be larger than the kernel's scratch is for? */
static bool may_be_larger(struct lower *lower, LLVMValueRef kernel) {
  return lower->options->chunks && !required_size(lower, kernel);
}

/* Declares what larger work-groups need of the library chunks, and hands that out; NULL where there are none, or after
 * an error. */
static LLVMModuleRef read_chunks(struct lower *lower) {
  LLVMValueRef f = LLVMGetFirstFunction(lower->module);
  while (f && (LLVMIsDeclaration(f) || !is_kernel(f) || !may_be_larger(lower, f)))
    f = LLVMGetNextFunction(f);
  LLVMModuleRef chunks = f ? read_library(lower, lower->options->chunks) : NULL;
  if (chunks && !clgroup_larger_declare(lower->module, chunks))
    fail(lower, "out of memory");
  return chunks;
}

#define OWN_BARRIER "clgroup-own-barrier"

/* Tells the module's own barriers from the library's, which are about to be linked. */
static void mark_own_barriers(struct lower *lower) {
  const unsigned length = sizeof OWN_BARRIER - 1;
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f))
    for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use))
      if (clgroup_is_barrier(LLVMGetUser(use)))
        LLVMAddCallSiteAttribute(LLVMGetUser(use), LLVMAttributeFunctionIndex,
                                 LLVMCreateStringAttribute(lower->context, OWN_BARRIER, length, "", 0));
}

static bool is_own_barrier(LLVMValueRef value) {
  return clgroup_is_barrier(value) &&
         LLVMGetCallSiteStringAttribute(value, LLVMAttributeFunctionIndex, OWN_BARRIER, sizeof OWN_BARRIER - 1);
}

/* Links what the module uses of the library, and disposes of the rest. */
static bool link_library(struct lower *lower, LLVMModuleRef library) {
  LLVMModuleRef chunks = read_chunks(lower);
  if (lower->error || !link_declared(lower, library, lower->options->library) ||
      (chunks && !link_declared(lower, chunks, lower->options->chunks)))
    return false;
  lower->doubles = chunks;
  /* What the self-contained flavour inlines must stay: requests are what is lowered, and index functions stay calls
   * in bitcode. */
  for (int d = 0; d < REQUEST_KINDS; ++d)
    keep_apart(lower, LLVMGetNamedFunction(lower->module, request_names[d]));
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f))
    if (is_index(f))
      keep_apart(lower, f);
  return true;
}

/* ---- 3. inlining ---- */

/* The function whose body calls `function` by this use of it, or NULL where it is no plain call: then after an error,
 * unless `function` is a kernel, which stays where it is whatever points to it (an attribute's list, say). */
static LLVMValueRef calling_function(struct lower *lower, LLVMValueRef function, LLVMUseRef use) {
  LLVMValueRef user = LLVMGetUser(use);
  if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function)
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
  size_t length;
  if (!is_kernel(function))
    fail(lower,
         "function '%s' calls a work-group function and is used other than by a call (an attribute, a block, a "
         "pointer): it is to be inlined into its kernels, so call it by its name alone",
         LLVMGetValueName2(function, &length));
  return NULL;
}

/* Is there a call of `kernel`? */
static bool is_called(struct lower *lower, LLVMValueRef kernel) {
  for (LLVMUseRef use = LLVMGetFirstUse(kernel); use; use = LLVMGetNextUse(use))
    if (calling_function(lower, kernel, use))
      return true;
  return false;
}

/* What stays a call where it is reached: the requests or, while bodies are doubled, the library's functions. */
static bool find_reached(struct lower *lower, struct function_list *list) {
  for (int d = 0; d < REQUEST_KINDS; ++d) {
    lower->request_functions[d] = LLVMGetNamedFunction(lower->module, request_names[d]);
    if (lower->request_functions[d] && !lower->doubles && !list_add(lower, list, lower->request_functions[d]))
      return false;
  }
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); lower->doubles && f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && clgroup_larger_twin(lower->module, f) && !list_add(lower, list, f))
      return false;
  return true;
}

static bool find_reaching(struct lower *lower) {
  struct function_list *list = &lower->reaching;
  list->count = 0;
  if (!find_reached(lower, list))
    return false;
  const size_t reached = list->count;
  for (size_t i = 0; i < list->count; ++i)
    for (LLVMUseRef use = LLVMGetFirstUse(list->items[i]); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef caller = calling_function(lower, list->items[i], use);
      if (lower->error || (caller && !list_has(list, caller) && !list_add(lower, list, caller)))
        return false;
    }
  list->count -= reached;
  if (list->count)
    memmove(list->items, list->items + reached, list->count * sizeof *list->items);
  return true;
}

/* A kernel that others call keeps its entry, and its body becomes a function that all call, so that each kernel gets a
 * copy of it. Returns the body. */
static LLVMValueRef split_kernel(LLVMModuleRef module, LLVMValueRef kernel) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  size_t length;
  const char *kernel_name = LLVMGetValueName2(kernel, &length);
  char *name = malloc(length + sizeof ".clgroup.body");
  if (!name)
    return NULL;
  sprintf(name, "%s.clgroup.body", kernel_name);
  LLVMTypeRef type = LLVMGlobalGetValueType(kernel);
  LLVMValueRef body = LLVMAddFunction(module, name, type);
  free(name);
  LLVMSetLinkage(body, LLVMInternalLinkage);
  LLVMSetFunctionCallConv(body, SPIR_FUNC);
  /* Debug locations name the subprogram that they are in, so it goes where they go. */
  LLVMSetSubprogram(body, LLVMGetSubprogram(kernel));
  LLVMSetSubprogram(kernel, NULL);
  for (LLVMUseRef use = LLVMGetFirstUse(kernel), next; use; use = next) {
    LLVMValueRef call = LLVMGetUser(use);
    next = LLVMGetNextUse(use);
    if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == kernel) {
      LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, body);
      LLVMSetInstructionCallConv(call, SPIR_FUNC);
    }
  }
  unsigned count = LLVMCountParams(kernel);
  for (unsigned i = 0; i < count; ++i)
    LLVMReplaceAllUsesWith(LLVMGetParam(kernel, i), LLVMGetParam(body, i));
  LLVMBasicBlockRef anchor = LLVMAppendBasicBlockInContext(context, body, "");
  while (LLVMGetFirstBasicBlock(kernel))
    LLVMMoveBasicBlockBefore(LLVMGetFirstBasicBlock(kernel), anchor);
  LLVMDeleteBasicBlock(anchor);

  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, kernel, "entry"));
  LLVMValueRef *arguments = malloc((count + 1) * sizeof *arguments);
  if (arguments) {
    LLVMGetParams(kernel, arguments);
    LLVMSetInstructionCallConv(LLVMBuildCall2(builder, type, body, arguments, count, ""), SPIR_FUNC);
    LLVMBuildRetVoid(builder);
  }
  LLVMDisposeBuilder(builder);
  free(arguments);
  return arguments ? body : NULL;
}

static bool run_passes(struct lower *lower, const char *passes) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(lower->module, passes, NULL, options);
  LLVMDisposePassBuilderOptions(options);
  if (!error)
    return true;
  char *text = LLVMGetErrorMessage(error);
  fail(lower, "LLVM cannot run its passes '%s': %s", passes, text);
  LLVMDisposeErrorMessage(text);
  return false;
}

/* Has each call of the function inlined by the next always-inline pass. */
static void inline_each_call(struct lower *lower, LLVMValueRef function) {
  LLVMSetLinkage(function, LLVMInternalLinkage);
  remove_attribute(function, "optnone");
  inline_always(lower, function);
  /* A call has a say of its own; llvm-spirv -r gives it what the function has. */
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
    if (LLVMIsACallInst(LLVMGetUser(use)))
      LLVMRemoveCallSiteEnumAttribute(LLVMGetUser(use), LLVMAttributeFunctionIndex, attribute("noinline"));
}

/* Leaves kernels alone, where there are any: PoCL 6 cannot link functions that ask for ids. */
static bool inline_all(struct lower *lower, bool *changed) {
  bool has_kernels = false, has_others = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f)) {
    has_kernels |= !LLVMIsDeclaration(f) && is_kernel(f);
    has_others |= !LLVMIsDeclaration(f) && !is_kernel(f);
  }
  if (!has_kernels || !has_others)
    return true;
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f)) {
    if (!LLVMIsDeclaration(f) && !is_kernel(f))
      inline_each_call(lower, f);
  }
  *changed = true;
  return run_passes(lower, "always-inline,globaldce");
}

static bool is_request_function(const struct lower *lower, LLVMValueRef function) {
  for (int d = 0; d < REQUEST_KINDS; ++d)
    if (lower->request_functions[d] == function)
      return true;
  return false;
}

static bool holds_barrier(LLVMValueRef function) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
      if (clgroup_is_barrier(i))
        return true;
  return false;
}

/* What the library leaves as functions for larger work-groups holds barriers, which PoCL takes in kernels alone. */
static bool inline_barriers(struct lower *lower) {
  bool found = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && !is_kernel(f) && !is_request_function(lower, f) && holds_barrier(f)) {
      inline_each_call(lower, f);
      found = true;
    }
  return !found || (run_passes(lower, "always-inline,globaldce") && find_reaching(lower));
}

/* Removes the functions that reach a kind and that no kernel calls, in a module that has kernels: other compilers take
 * them, and a module that calls them gets an error from its linker. */
static bool drop_unreached(struct lower *lower) {
  struct function_list reached = {0};
  bool found = false, ok = find_reached(lower, &reached);
  if (ok && !clgroup_free_unreached(lower->module, reached.items, reached.count, &found))
    ok = fail(lower, "out of memory");
  free(reached.items);
  return ok && (!found || run_passes(lower, "globaldce"));
}

/* Inlines all that reaches a kind and is no kernel, and finds anew what does: inlining deletes functions as it goes. */
static bool inline_functions(struct lower *lower) {
  const struct function_list *list = &lower->reaching;
  for (size_t i = 0; i < list->count; ++i)
    if (!is_kernel(list->items[i]))
      inline_each_call(lower, list->items[i]);
  return run_passes(lower, "always-inline,globaldce") && find_reaching(lower);
}

/* Does `caller` call a kernel that reaches a kind? */
static bool calls_kernel(struct lower *lower, LLVMValueRef caller) {
  const struct function_list *list = &lower->reaching;
  for (size_t i = 0; i < list->count; ++i)
    for (LLVMUseRef use = LLVMGetFirstUse(list->items[i]); use; use = LLVMGetNextUse(use))
      if (calling_function(lower, list->items[i], use) == caller)
        return true;
  return false;
}

/* A kernel that is called and calls none itself, or NULL. */
static LLVMValueRef find_called_leaf(struct lower *lower) {
  const struct function_list *list = &lower->reaching;
  for (size_t i = 0; i < list->count; ++i)
    if (is_called(lower, list->items[i]) && !calls_kernel(lower, list->items[i]))
      return list->items[i];
  return NULL;
}

static bool inline_into_kernels(struct lower *lower) {
  struct function_list *list = &lower->reaching;
  size_t kernels = 0, length;
  for (size_t i = 0; i < list->count; ++i)
    kernels += is_kernel(list->items[i]);
  if (list->count && !kernels)
    return fail(lower,
                "function '%s' calls a work-group function and no kernel calls it; compile it together with the "
                "kernels that do: they give it its local memory",
                LLVMGetValueName2(list->items[list->count - 1], &length));
  if (!inline_functions(lower))
    return false;

  /* What kernels call is left: kernels. One a round, that calls no other: LLVM 19 loses allocas that are inlined into a
   * function whose blocks were moved. */
  for (LLVMValueRef kernel; (kernel = find_called_leaf(lower));) {
    LLVMValueRef body = split_kernel(lower->module, kernel);
    if (!body)
      return fail(lower, "out of memory");
    if (!list_add(lower, list, body) || !inline_functions(lower))
      return false;
  }
  if (lower->error)
    return false;

  /* What could not be inlined calls itself. */
  for (size_t i = 0; i < list->count; ++i)
    if (!is_kernel(list->items[i]) || is_called(lower, list->items[i]))
      return fail(lower, "function '%s' calls a work-group function and itself; OpenCL C has no recursion",
                  LLVMGetValueName2(list->items[i], &length));
  if (lower->options->for_pocl && !inline_barriers(lower))
    return false;
  for (size_t i = 0; i < list->count; ++i)
    clgroup_larger_hoist_variables(list->items[i]);
  return true;
}

/* Does the kernel call a function of the library whose memory depends on the work-group's size? */
static bool depends_on_size(struct lower *lower, LLVMValueRef kernel) {
  const LLVMValueRef sized[] = {lower->request_functions[REQUEST_SINGLE_BUFFERED],
                                lower->request_functions[REQUEST_DOUBLE_BUFFERED]};
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f)) {
    if (!clgroup_larger_twin(lower->module, f) || !clgroup_larger_needs_twin(f, sized, sizeof sized / sizeof sized[0]))
      continue;
    for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use))
      if (calling_function(lower, f, use) == kernel)
        return true;
  }
  return false;
}

/* Kernels whose work-groups may be larger than their scratch is for get a second way (larger.h). */
static bool double_bodies(struct lower *lower) {
  struct function_list blocks = {0}; /* where the second ways begin, as values */
  clgroup_larger_set_linkage(lower->module, LLVMExternalLinkage);
  bool ok = drop_unreached(lower) && find_reaching(lower) && inline_into_kernels(lower);
  for (size_t i = 0; ok && i < lower->reaching.count; ++i) {
    LLVMValueRef kernel = lower->reaching.items[i];
    LLVMMetadataRef program = LLVMGetSubprogram(kernel);
    if (!may_be_larger(lower, kernel) || !depends_on_size(lower, kernel))
      continue;
    LLVMValueRef body = split_kernel(lower->module, kernel);
    if (!body) {
      ok = fail(lower, "out of memory");
      break;
    }
    LLVMBasicBlockRef block = clgroup_larger_choose(lower->module, kernel, lower->options->max_work_group_size);
    ok = list_add(lower, &blocks, LLVMBasicBlockAsValue(block));
    inline_always(lower, body);
    LLVMSetSubprogram(body, NULL);
    LLVMSetSubprogram(kernel, program);
  }
  ok = ok && run_passes(lower, "always-inline,globaldce");
  for (size_t i = 0; ok && i < blocks.count; ++i) {
    LLVMBasicBlockRef block = LLVMValueAsBasicBlock(blocks.items[i]);
    clgroup_larger_hoist_variables(LLVMGetBasicBlockParent(block));
    ok = clgroup_larger_call_twins(lower->module, block) || fail(lower, "out of memory");
  }
  free(blocks.items);
  clgroup_larger_set_linkage(lower->module, LLVMInternalLinkage);
  lower->doubles = false;
  return ok;
}

/* ---- 4. scratch ---- */

/* The number of work-items that the kernel's scratch must serve. */
static uint64_t work_group_limit(struct lower *lower, LLVMValueRef kernel) {
  const uint64_t required = required_size(lower, kernel);
  return required ? required : lower->options->max_work_group_size;
}

/* A kernel's scratch: a region for each element size, where every exchange of that size has the same address, and two
 * halves of a region for the double-buffered exchanges. In larger work-groups all of it is one region (larger.h). */
struct layout {
  uint64_t single[9];    /* bytes, by element size: 1, 2, 4, 8 */
  uint64_t single_at[9]; /* offset */
  uint64_t half;         /* bytes of one half */
  uint64_t halves_at;    /* offset of the first half */
  uint64_t bytes;        /* of all */
  unsigned element_size; /* the widest */
};

struct request {
  LLVMValueRef call;
  enum request_kind kind;
  uint64_t element_bytes, bytes;
  uint64_t least; /* of these bytes, those that do not depend on the work-group's size */
};

static bool gives_memory(enum request_kind kind) {
  return kind == REQUEST_SINGLE_BUFFERED || kind == REQUEST_DOUBLE_BUFFERED || kind == REQUEST_ALL;
}

static uint64_t align_up(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

static bool read_request(struct lower *lower, LLVMValueRef call, enum request_kind kind, uint64_t limit,
                         struct request *request) {
  *request = (struct request){.call = call, .kind = kind};
  if (kind == REQUEST_CAPACITY)
    request->element_bytes = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0));
  if (!gives_memory(kind))
    return true;
  uint64_t argument[3];
  for (unsigned i = 0; i < 3; ++i) {
    LLVMValueRef value = LLVMGetOperand(call, i);
    if (!LLVMIsAConstantInt(value))
      return fail(lower, "internal error: the device library asks for scratch memory of a size that is no constant");
    argument[i] = LLVMConstIntGetZExtValue(value);
  }
  uint64_t items = argument[1] ? (limit + argument[1] - 1) / argument[1] : 0;
  request->element_bytes = argument[0];
  request->bytes = argument[0] * (items + argument[2]);
  request->least = argument[0] * argument[2];
  if (argument[0] != 1 && argument[0] != 2 && argument[0] != 4 && argument[0] != 8)
    return fail(lower, "internal error: the device library asks for scratch elements of %u bytes",
                (unsigned)argument[0]);
  return true;
}

static struct layout lay_out(const struct request *requests, size_t count) {
  struct layout layout = {.element_size = 1};
  for (size_t i = 0; i < count; ++i) {
    const struct request *r = &requests[i];
    if (!gives_memory(r->kind))
      continue;
    if (r->element_bytes > layout.element_size)
      layout.element_size = (unsigned)r->element_bytes;
    if (r->kind == REQUEST_ALL)
      continue;
    uint64_t *bytes = r->kind == REQUEST_SINGLE_BUFFERED ? &layout.single[r->element_bytes] : &layout.half;
    if (r->bytes > *bytes)
      *bytes = r->bytes;
  }
  for (unsigned size = 8; size; size /= 2)
    if (layout.single[size]) {
      layout.single_at[size] = align_up(layout.bytes, REGION_ALIGNMENT);
      layout.bytes = layout.single_at[size] + layout.single[size];
    }
  if (layout.half) {
    layout.half = align_up(layout.half, layout.element_size);
    layout.halves_at = align_up(layout.bytes, layout.element_size);
    layout.bytes = layout.halves_at + 2 * layout.half;
  }
  const bool is_given = layout.bytes;
  for (size_t i = 0; i < count; ++i) {
    const uint64_t bytes = is_given ? requests[i].least : requests[i].bytes;
    if (requests[i].kind == REQUEST_ALL && bytes > layout.bytes)
      layout.bytes = bytes;
  }
  layout.bytes = align_up(layout.bytes, layout.element_size);
  return layout;
}

/* <kernel>.clgroup.scratch: PoCL 3 keeps a local variable apart by work-group only where its name begins with that of
 * the kernel that uses it. */
static LLVMValueRef add_variable(struct lower *lower, LLVMValueRef kernel, const struct layout *layout) {
  size_t length;
  const char *kernel_name = LLVMGetValueName2(kernel, &length);
  char *name = malloc(length + sizeof ".clgroup.scratch");
  if (!name)
    return NULL;
  sprintf(name, "%s.clgroup.scratch", kernel_name);
  LLVMTypeRef element = LLVMIntTypeInContext(lower->context, 8 * layout->element_size);
  LLVMTypeRef type = LLVMArrayType(element, (unsigned)(layout->bytes / layout->element_size));
  LLVMValueRef variable = LLVMAddGlobalInAddressSpace(lower->module, type, name, LOCAL_ADDRESS_SPACE);
  free(name);
  LLVMSetLinkage(variable, LLVMInternalLinkage);
  LLVMSetInitializer(variable, LLVMGetUndef(type));
  LLVMSetAlignment(variable, REGION_ALIGNMENT);
  return variable;
}

/* Can control come back to this block? */
static bool is_in_loop(struct lower *lower, LLVMBasicBlockRef block) {
  struct function_list seen = {0}; /* of blocks, as values */
  bool found = false;
  (void)list_add(lower, &seen, LLVMBasicBlockAsValue(block));
  for (size_t i = 0; i < seen.count && !found; ++i) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(LLVMValueAsBasicBlock(seen.items[i]));
    for (unsigned s = 0; s < LLVMGetNumSuccessors(end) && !found; ++s) {
      LLVMValueRef next = LLVMBasicBlockAsValue(LLVMGetSuccessor(end, s));
      found = LLVMValueAsBasicBlock(next) == block;
      if (!found && !list_has(&seen, next) && !list_add(lower, &seen, next))
        found = true;
    }
  }
  free(seen.items);
  return found;
}

/* Are the kernel's exchanges and its own barriers in straight line: passed once, by every way through the kernel? */
static bool is_straight(struct lower *lower, LLVMValueRef kernel, const struct request *requests, size_t count) {
  bool straight = true, out_of_memory = false;
  for (size_t i = 0; i < count && straight && !out_of_memory; ++i)
    if (gives_memory(requests[i].kind))
      straight = clgroup_is_passed_once(requests[i].call, &out_of_memory);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && straight && !out_of_memory; i = LLVMGetNextInstruction(i))
      if (is_own_barrier(i))
        straight = clgroup_is_passed_once(i, &out_of_memory);
  if (out_of_memory)
    fail(lower, "out of memory");
  return straight;
}

/* Whether the kernel's barriers behind leaders may be conditional (generic/scratch.h): PoCL's work doubles with each,
 * and it fails at some that stand in loops. */
static bool may_peel(struct lower *lower, const struct request *requests, size_t count) {
  enum { MOST = 3 };
  unsigned found = 0;
  for (size_t i = 0; i < count; ++i)
    if (requests[i].kind == REQUEST_MAY_PEEL &&
        (++found > MOST || is_in_loop(lower, LLVMGetInstructionParent(requests[i].call))))
      return false;
  return true;
}

static void replace_requests(struct lower *lower, LLVMValueRef kernel, const struct request *requests, size_t count,
                             const struct layout *layout, LLVMValueRef variable) {
  const bool peels = !list_has(&lower->single, kernel) && may_peel(lower, requests, count);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(lower->context);
  LLVMTypeRef i8 = LLVMInt8TypeInContext(lower->context), i32 = LLVMInt32TypeInContext(lower->context);
  LLVMValueRef base = variable ? LLVMConstPointerCast(variable, LLVMPointerType(i8, LOCAL_ADDRESS_SPACE)) : NULL;
  /* A half's offset counts elements: Mesa's compiler fails at addresses by bytes (elements.h). */
  LLVMTypeRef element = LLVMIntTypeInContext(lower->context, 8 * layout->element_size);
  LLVMValueRef half = NULL; /* the offset of the half that is next: in a register, once the kernel is optimised */
  if (layout->half) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(kernel);
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(entry));
    half = LLVMBuildAlloca(builder, i32, "clgroup.half");
    /* SPIR-V wants a function's variables before all else. */
    LLVMValueRef first = half;
    while (LLVMIsAAllocaInst(first))
      first = LLVMGetNextInstruction(first);
    LLVMPositionBuilderBefore(builder, first);
    LLVMBuildStore(builder, LLVMConstInt(i32, layout->halves_at / layout->element_size, 0), half);
  }
  for (size_t i = 0; i < count; ++i) {
    LLVMValueRef call = requests[i].call, address;
    LLVMPositionBuilderBefore(builder, call);
    if (requests[i].kind == REQUEST_SINGLE_BUFFERED) {
      LLVMValueRef offset = LLVMConstInt(i32, layout->single_at[requests[i].element_bytes], 0);
      address = LLVMConstInBoundsGEP2(i8, base, &offset, 1);
      LLVMReplaceAllUsesWith(call, address);
    } else if (requests[i].kind == REQUEST_DOUBLE_BUFFERED) {
      LLVMValueRef now = LLVMBuildLoad2(builder, i32, half, "");
      LLVMValueRef sum = LLVMConstInt(i32, (2 * layout->halves_at + layout->half) / layout->element_size, 0);
      LLVMBuildStore(builder, LLVMBuildSub(builder, sum, now, ""), half);
      LLVMValueRef elements = LLVMConstPointerCast(variable, LLVMPointerType(element, LOCAL_ADDRESS_SPACE));
      address = LLVMBuildInBoundsGEP2(builder, element, elements, &now, 1, "");
      LLVMReplaceAllUsesWith(call, LLVMBuildPointerCast(builder, address, LLVMTypeOf(call), ""));
    } else if (requests[i].kind == REQUEST_ALL) {
      LLVMReplaceAllUsesWith(call, base);
    } else if (requests[i].kind == REQUEST_CAPACITY) {
      LLVMReplaceAllUsesWith(call, LLVMConstInt(i32, layout->bytes / requests[i].element_bytes, 0));
    } else if (requests[i].kind == REQUEST_MAY_PEEL) {
      LLVMReplaceAllUsesWith(call, LLVMConstInt(i32, peels, 0));
    } else if (requests[i].kind == REQUEST_IN_LOOP) {
      LLVMReplaceAllUsesWith(call, LLVMConstInt(i32, is_in_loop(lower, LLVMGetInstructionParent(call)), 0));
    }
    LLVMInstructionEraseFromParent(call);
  }
  LLVMDisposeBuilder(builder);
}

static bool lower_kernel(struct lower *lower, LLVMValueRef kernel) {
  uint64_t limit = work_group_limit(lower, kernel);
  struct request *requests = NULL;
  size_t count = 0, capacity = 0;
  bool ok = true;
  for (int d = 0; ok && d < REQUEST_KINDS; ++d)
    for (LLVMUseRef use = lower->request_functions[d] ? LLVMGetFirstUse(lower->request_functions[d]) : NULL; ok && use;
         use = LLVMGetNextUse(use)) {
      LLVMValueRef call = LLVMGetUser(use);
      if (calling_function(lower, lower->request_functions[d], use) != kernel)
        continue;
      if (count == capacity) {
        capacity = capacity ? 2 * capacity : 16;
        struct request *more = realloc(requests, capacity * sizeof *requests);
        if (!more) {
          ok = fail(lower, "out of memory");
          break;
        }
        requests = more;
      }
      ok = read_request(lower, call, (enum request_kind)d, limit, &requests[count++]);
    }
  if (ok && count) {
    struct layout layout = lay_out(requests, count);
    size_t length;
    if (layout.bytes > UINT32_MAX)
      ok = fail(lower, "kernel '%s' needs %llu bytes of local memory for %llu work-items; lower --max-work-group-size",
                LLVMGetValueName2(kernel, &length), (unsigned long long)layout.bytes, (unsigned long long)limit);
    LLVMValueRef variable = ok && layout.bytes ? add_variable(lower, kernel, &layout) : NULL;
    if (ok && layout.bytes && !variable)
      ok = fail(lower, "out of memory");
    if (ok && lower->options->for_pocl && !is_straight(lower, kernel, requests, count))
      ok = list_add(lower, &lower->single, kernel);
    ok = ok && !lower->error;
    if (ok)
      replace_requests(lower, kernel, requests, count, &layout, variable);
  }
  free(requests);
  return ok;
}

/* In SPIR-V the index after a barrier (generic/rank.h) is no function. In a loop it is the linear id, which a driver
 * queries again in each iteration; elsewhere the sum, as a detour (rematerialize.h). */
static void replace_indices(struct lower *lower) {
  LLVMValueRef again = LLVMGetNamedFunction(lower->module, TEXT(CLGROUP_INDEX_AFTER_BARRIER));
  LLVMValueRef linear = LLVMGetNamedFunction(lower->module, "_Z19get_local_linear_idv");
  if (!again)
    return;
  LLVMTypeRef type = LLVMGlobalGetValueType(again);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(lower->context);
  for (LLVMUseRef use = LLVMGetFirstUse(again), next; use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef call = LLVMGetUser(use);
    if (!is_in_loop(lower, LLVMGetInstructionParent(call)))
      continue;
    if (!linear) {
      linear = LLVMAddFunction(lower->module, "_Z19get_local_linear_idv", type);
      LLVMSetFunctionCallConv(linear, SPIR_FUNC);
      add_attribute(lower, linear, "nounwind");
    }
    LLVMPositionBuilderBefore(builder, call);
    LLVMValueRef rank = LLVMBuildCall2(builder, type, linear, NULL, 0, "");
    LLVMSetInstructionCallConv(rank, SPIR_FUNC);
    LLVMReplaceAllUsesWith(call, rank);
    LLVMInstructionEraseFromParent(call);
  }
  LLVMDisposeBuilder(builder);
}

/* What the library leaves as functions serves this module alone. SPIR-V gets none: a leader's is no faster there, and
 * PoCL 6 cannot link one that asks for ids. */
static bool keep_functions(struct lower *lower) {
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) == LLVMLinkOnceODRLinkage)
      LLVMSetLinkage(f, LLVMInternalLinkage);
  if (!lower->options->for_spirv)
    return true;
  replace_indices(lower);
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && (is_leader(f) || is_index(f)))
      inline_always(lower, f);
  return run_passes(lower, "always-inline,globaldce");
}

/* The requests and the self-contained flavour's arrays have no use any more. */
static bool drop_request_functions(struct lower *lower) {
  for (int d = 0; d < REQUEST_KINDS; ++d) {
    LLVMValueRef kind = LLVMGetNamedFunction(lower->module, request_names[d]);
    if (kind)
      LLVMDeleteFunction(kind);
  }
  return run_passes(lower, "globaldce");
}

/* ---- 5. optimisation and output ---- */

static char *copy_text(const char *text) {
  char *copy = malloc(strlen(text) + 1);
  return copy ? strcpy(copy, text) : NULL;
}

/* Says in the data layout which integers exist, while passes run: SPIR's says nothing, and LLVM then makes integers of
 * odd widths, i2 for a switch on x % 4, that SPIR-V has not. */
static bool with_native_integers(LLVMModuleRef module) {
  static const char native[] = "-n8:16:32:64";
  const char *layout = LLVMGetDataLayoutStr(module);
  char *more = malloc(strlen(layout) + sizeof native);
  if (!more)
    return false;
  sprintf(more, "%s%s", layout, native);
  LLVMSetDataLayout(module, more);
  free(more);
  return true;
}

static bool has_debug_info(LLVMModuleRef module) {
  return LLVMGetNamedMetadataNumOperands(module, "llvm.dbg.cu") != 0;
}

/* Runs passes on these functions alone, for which all others are optnone while it lasts; on those that are optnone by
 * themselves too if `always`. */
static bool run_on(struct lower *lower, const struct function_list *functions, const char *passes, bool always) {
  struct function_list lifted = {0}, kept = {0};
  bool ok = true;
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); ok && f; f = LLVMGetNextFunction(f)) {
    const bool reaches = list_has(functions, f), none = has_attribute(f, "optnone");
    if (!LLVMIsDeclaration(f) && !reaches && !none)
      ok = list_add(lower, &kept, f);
    else if (reaches && none && always)
      ok = list_add(lower, &lifted, f);
  }
  for (size_t i = 0; i < kept.count; ++i)
    add_attribute(lower, kept.items[i], "optnone");
  for (size_t i = 0; i < lifted.count; ++i)
    remove_attribute(lifted.items[i], "optnone");
  ok = ok && run_passes(lower, passes);
  for (size_t i = 0; i < kept.count; ++i)
    remove_attribute(kept.items[i], "optnone");
  for (size_t i = 0; i < lifted.count; ++i)
    add_attribute(lower, lifted.items[i], "optnone");
  free(kept.items);
  free(lifted.items);
  return ok;
}

/* For kernels that are not optimised: takes out what the answered requests leave unreachable, or they would keep both
 * ways of a broadcast, and the barriers of both. */
static bool fold_answers(struct lower *lower) {
  return run_on(lower, &lower->reaching, "function(sccp)", true);
}

static bool one_is_optnone(const struct lower *lower) {
  for (size_t i = 0; i < lower->reaching.count; ++i)
    if (has_attribute(lower->reaching.items[i], "optnone"))
      return true;
  return false;
}

/* What the library's code makes possible once it is in the kernel: folding of its constants, of the turns in
 * straight-line code, of ids that the kernel has asked for too. Functions that did not change are kept as clang gave
 * them. */
static bool optimise(struct lower *lower) {
  /* In the second try passes would make the same debug expressions that it is to avoid. */
  if (lower->options->opt_level == 0 || (lower->options->raw && has_debug_info(lower->module)))
    return fold_answers(lower);
  if (one_is_optnone(lower) && !fold_answers(lower))
    return false;
  char *layout = copy_text(LLVMGetDataLayoutStr(lower->module));
  if (!layout)
    return fail(lower, "out of memory");
  bool ok = with_native_integers(lower->module);
  /* clang has optimised both the kernel and the library: what is left is to fold across the seams. */
  const char *passes = lower->options->raw ? "function(sroa,early-cse,simplifycfg,instcombine,gvn,simplifycfg,adce)"
                                           : "function(mem2reg,early-cse,simplifycfg)";
  ok = ok && run_on(lower, &lower->reaching, passes, false);
  LLVMSetDataLayout(lower->module, layout);
  free(layout);
  return ok;
}

/* Kernels whose barriers are not in straight line get a single one (single-barrier.h). */
static bool make_single_barriers(struct lower *lower) {
  const struct function_list *kernels = &lower->single;
  bool changed = false,
       ok = !kernels->count || clgroup_legalize(lower->module, &changed) || fail(lower, "out of memory");
  for (size_t i = 0; i < kernels->count && ok; ++i) {
    ok = clgroup_split_at_barriers(lower->module, kernels->items[i]) || fail(lower, "out of memory");
    clgroup_larger_hoist_variables(kernels->items[i]);
  }
  ok = ok && (!kernels->count || run_on(lower, kernels, "function(reg2mem)", true));
  for (size_t i = 0; i < kernels->count && ok; ++i)
    ok = clgroup_make_single_barrier(lower->module, kernels->items[i]) || fail(lower, "out of memory");
  return ok && (!kernels->count || run_on(lower, kernels, "function(mem2reg,simplifycfg,dce)", true));
}

/* In all kernels, since PoCL's own compiler would have given it those that call nothing of the library in another
 * shape. */
static bool hoist_queries(LLVMModuleRef module) {
  bool moved = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && is_kernel(f))
      moved |= clgroup_hoist_queries(f);
  return moved;
}

static bool write_module(struct lower *lower, const char *output, int as_text) {
  char *text = NULL;
  size_t length;
  /* Not the temporary name that it was read by. */
  const char *source = LLVMGetSourceFileName(lower->module, &length);
  LLVMSetModuleIdentifier(lower->module, source, length);
  if (lower->options->verify && LLVMVerifyModule(lower->module, LLVMReturnStatusAction, &text)) {
    fail(lower, "internal error: the lowered module is not valid: %s", text);
    LLVMDisposeMessage(text);
    return false;
  }
  LLVMDisposeMessage(text);
  text = NULL;
  if (!as_text)
    return LLVMWriteBitcodeToFile(lower->module, output) == 0 ||
           fail(lower, "cannot write '%s': %s", output, strerror(errno ? errno : EIO));
  bool ok =
      LLVMPrintModuleToFile(lower->module, output, &text) == 0 || fail(lower, "cannot write '%s': %s", output, text);
  LLVMDisposeMessage(text);
  return ok;
}

static bool is_odd(LLVMTypeRef type) {
  if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
    type = LLVMGetElementType(type);
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
    return false;
  unsigned width = LLVMGetIntTypeWidth(type);
  return width != 1 && width != 8 && width != 16 && width != 32 && width != 64;
}

/* An integer of an odd width is made by some instruction, if only a trunc. */
static bool has_odd_integers(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
      for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        if (is_odd(LLVMTypeOf(i)))
          return true;
  return false;
}

/* Is there a variable whose value is an expression of several values? LLVM's C API shows no debug records, the text
 * does. */
static bool has_debug_lists(LLVMModuleRef module) {
  if (!has_debug_info(module))
    return false;
  char *text = LLVMPrintModuleToString(module);
  bool found = strstr(text, "!DIArgList(") != NULL;
  LLVMDisposeMessage(text);
  return found;
}

static bool copy_file(struct lower *lower, const char *from, const char *to) {
  FILE *in = fopen(from, "rb"), *out = in ? fopen(to, "wb") : NULL;
  char buffer[1 << 16];
  size_t got = 0;
  bool ok = in && out;
  while (ok && (got = fread(buffer, 1, sizeof buffer, in)) > 0)
    ok = fwrite(buffer, 1, got, out) == got;
  ok = ok && !ferror(in);
  if (out && fclose(out) != 0)
    ok = false;
  int why = errno;
  if (in)
    fclose(in);
  return ok || fail(lower, "cannot copy '%s' to '%s': %s", from, to, strerror(why));
}

static bool is_bitcode(const char *path) {
  FILE *file = fopen(path, "rb");
  unsigned char magic[4] = {0};
  bool read = file && fread(magic, 1, sizeof magic, file) == sizeof magic;
  if (file)
    fclose(file);
  return read && ((magic[0] == 'B' && magic[1] == 'C') || (magic[0] == 0xde && magic[1] == 0xc0));
}

/* llvm-spirv, 19 at least, ends where it meets such an expression. */
static bool is_for_second_try(struct lower *lower) {
  if (lower->options->for_spirv && !lower->options->raw && has_debug_lists(lower->module))
    lower->result = CLGROUP_LOWER_NOT_SPIRV;
  return lower->result != 0;
}

/* Modules that are left alone go with their context. */
static bool run(struct lower *lower, const char *const *inputs, size_t count, const char *output, int as_text) {
  LLVMModuleRef library = read_library(lower, lower->options->library);
  if (!library)
    return false;
  if (lower->options->wait && lower->options->wait())
    return fail(lower, "the inputs did not come");
  if (!read_inputs(lower, inputs, count))
    return false;
  bool changed = lower->options->plain_loops;
  if (lower->options->for_spirv && !clgroup_legalize(lower->module, &changed))
    return fail(lower, "out of memory");
  if (lower->options->for_spirv && has_odd_integers(lower->module)) {
    if (lower->options->raw)
      return fail(lower, "'%s' holds integers of other widths than 8, 16, 32 and 64 bits, which SPIR-V has not",
                  inputs[0]);
    lower->result = CLGROUP_LOWER_NOT_SPIRV;
    return true;
  }
  if (lower->options->for_pocl && !inline_all(lower, &changed))
    return false;
  bool used = match_names(lower, library);
  if (!used) {
    LLVMDisposeModule(library);
    changed |= lower->options->for_pocl && hoist_queries(lower->module);
    if (is_for_second_try(lower))
      return true;
    if (count == 1 && !as_text && !changed && is_bitcode(inputs[0]))
      return copy_file(lower, inputs[0], output);
  } else {
    const bool rematerialize = has_leaders(library) && lower->options->opt_level;
    mark_own_barriers(lower);
    if (!link_library(lower, library) || (lower->doubles && !double_bodies(lower)) || !drop_unreached(lower) ||
        !find_reaching(lower) || !inline_into_kernels(lower))
      return false;
    for (size_t i = 0; i < lower->reaching.count; ++i)
      if (!lower_kernel(lower, lower->reaching.items[i]))
        return false;
    if (!keep_functions(lower) || !drop_request_functions(lower) || !optimise(lower) || !make_single_barriers(lower))
      return false;
    for (size_t i = 0; rematerialize && i < lower->reaching.count; ++i)
      if (!list_has(&lower->single, lower->reaching.items[i]) &&
          !clgroup_rematerialize_ids(lower->module, lower->reaching.items[i], lower->options->for_spirv))
        return fail(lower, "out of memory");
    if (rematerialize && !run_passes(lower, "dce"))
      return false;
    if (is_for_second_try(lower))
      return true;
    if (lower->options->for_pocl)
      hoist_queries(lower->module);
    clgroup_drop_freeze(lower->module);
    clgroup_address_elements(lower->module); /* in bitcode too, of which -v shows how to make the same SPIR-V */
    if (lower->options->for_spirv && !clgroup_legalize(lower->module, &changed))
      return fail(lower, "out of memory");
    for (size_t i = 0; i < lower->reaching.count; ++i) {
      clgroup_drop_loop_metadata(lower->reaching.items[i], false);
      if (!clgroup_order_blocks(lower->reaching.items[i]))
        return fail(lower, "out of memory");
    }
  }
  if (lower->options->plain_loops && !clgroup_plain_loops(lower->module))
    return fail(lower, "out of memory");
  return write_module(lower, output, as_text);
}

int clgroup_lower(const struct clgroup_lower_options *options, const char *const *inputs, size_t input_count,
                  const char *output, int as_text, char **error) {
  struct lower lower = {.options = options, .context = LLVMContextCreate()};
  LLVMContextSetDiagnosticHandler(lower.context, on_diagnostic, &lower);
  bool ok = run(&lower, inputs, input_count, output, as_text) && !lower.error;
  if (lower.module)
    LLVMDisposeModule(lower.module);
  LLVMContextDispose(lower.context);
  free(lower.reaching.items);
  free(lower.single.items);
  *error = lower.error;
  if (!ok && !*error) {
    static const char nothing[] = "out of memory";
    *error = malloc(sizeof nothing);
    if (*error)
      memcpy(*error, nothing, sizeof nothing);
  }
  return ok ? lower.result : -1;
}

unsigned clgroup_lower_llvm_version(void) {
  return CLGROUP_LLVM_MAJOR;
}
