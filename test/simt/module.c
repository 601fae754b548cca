/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compiles a GPU's bitcode to code for this machine. */
#include "rewrite.h"
#include "simt.h"

#include <dlfcn.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void refuse(char **log, const char *step, const char *why) {
  const size_t size = strlen(step) + strlen(why) + 3;
  *log = malloc(size);
  if (*log)
    snprintf(*log, size, "%s: %s", step, why);
}

static LLVMTargetMachineRef host_machine(char **log) {
  static bool initialized;
  if (!initialized) {
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    /* Functions for half and mathematics that the code calls: the test program may not be linked with them. */
    dlopen("libgcc_s.so.1", RTLD_NOW | RTLD_GLOBAL);
    dlopen("libm.so.6", RTLD_NOW | RTLD_GLOBAL);
    initialized = true;
  }
  char *triple = LLVMGetDefaultTargetTriple(), *error = NULL;
  LLVMTargetRef target;
  LLVMTargetMachineRef machine = NULL;
  if (LLVMGetTargetFromTriple(triple, &target, &error))
    refuse(log, triple, error);
  else
    /* Few optimizations: the code runs for a shorter time than they would take. */
    machine =
        LLVMCreateTargetMachine(target, triple, "", "", LLVMCodeGenLevelNone, LLVMRelocPIC, LLVMCodeModelJITDefault);
  LLVMDisposeMessage(error);
  LLVMDisposeMessage(triple);
  return machine;
}

static unsigned code_object(LLVMModuleRef module) {
  const char *const names[] = {"amdhsa_code_object_version", "amdgpu_code_object_version"};
  for (unsigned i = 0; i < 2; i++) {
    LLVMMetadataRef flag = LLVMGetModuleFlag(module, names[i], strlen(names[i]));
    if (!flag)
      continue;
    /* LLVM's C API gives it as a value only if it is an operand of a node. */
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMValueRef version, node = LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, &flag, 1));
    LLVMGetMDNodeOperands(node, &version);
    return (unsigned)LLVMConstIntGetZExtValue(version);
  }
  return 400;
}

static bool failed(LLVMErrorRef error, const char *step, char **log) {
  if (!error)
    return false;
  char *why = LLVMGetErrorMessage(error);
  refuse(log, step, why);
  LLVMDisposeErrorMessage(why);
  return true;
}

/* Links the object, and owns it from then on. */
static bool link_object(struct simt_module *out, LLVMMemoryBufferRef object, char **log) {
  LLVMOrcLLJITRef jit;
  LLVMOrcDefinitionGeneratorRef process;
  if (failed(LLVMOrcCreateLLJIT(&jit, NULL), "the executor's linker", log)) {
    LLVMDisposeMemoryBuffer(object);
    return false;
  }
  out->jit = jit;
  LLVMOrcJITDylibRef library = LLVMOrcLLJITGetMainJITDylib(jit);
  /* memcpy, fmaf and the like */
  if (failed(
          LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(&process, LLVMOrcLLJITGetGlobalPrefix(jit), NULL, NULL),
          "the process's functions", log)) {
    LLVMDisposeMemoryBuffer(object);
    return false;
  }
  LLVMOrcJITDylibAddGenerator(library, process);
  if (failed(LLVMOrcLLJITAddObjectFile(jit, library, object), "the kernels' code", log))
    return false;
  for (unsigned i = 0; i < out->kernel_count; i++) {
    char name[64];
    LLVMOrcExecutorAddress address;
    simt_wrapper(name, sizeof name, i);
    if (failed(LLVMOrcLLJITLookup(jit, &address, name), out->kernels[i].name, log))
      return false;
    out->kernels[i].run = (void (*)(void **))(uintptr_t)address;
  }
  return true;
}

static bool compile(struct simt_module *out, LLVMModuleRef module, char **log) {
  LLVMTargetMachineRef machine = host_machine(log);
  if (!machine)
    return false;
  char *triple = LLVMGetTargetMachineTriple(machine), *error = NULL;
  struct rewriting r = {.module = module, .layout = LLVMCreateTargetDataLayout(machine), .out = out};
  LLVMMemoryBufferRef object = NULL;
  const char *from = LLVMGetTarget(module);
  out->code_object = code_object(module);
  bool good = !strncmp(from, out->target->gfx ? "amdgcn" : "nvptx64", out->target->gfx ? 6 : 7);
  if (!good)
    refuse(log, out->target->name, "the module is for another target");
  LLVMSetTarget(module, triple);
  LLVMSetModuleDataLayout(module, r.layout);
  if (good && !simt_rewrite(&r)) {
    good = false;
    *log = r.error;
  }
  /* From here on only sites need source lines, and they have them. */
  LLVMStripModuleDebugInfo(module);
  if (good && LLVMVerifyModule(module, LLVMReturnStatusAction, &error)) {
    good = false;
    refuse(log, "the rewritten module is not valid", error);
  }
  LLVMDisposeMessage(error);
  error = NULL;
  if (good && LLVMTargetMachineEmitToMemoryBuffer(machine, module, LLVMObjectFile, &error, &object)) {
    good = false;
    refuse(log, "no code for this machine", error);
    LLVMDisposeMessage(error);
  }
  good = good && link_object(out, object, log);
  LLVMDisposeTargetData(r.layout);
  LLVMDisposeMessage(triple);
  LLVMDisposeTargetMachine(machine);
  return good;
}

struct simt_module *simt_module_load(const struct simt_target *target, const void *bitcode, size_t size, char **log) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module;
  struct simt_module *out = calloc(1, sizeof *out);
  char *error = NULL;
  *log = NULL;
  if (!out)
    return NULL;
  out->target = target;
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bitcode, size, "program");
  bool good = !LLVMParseIRInContext(context, buffer, &module, &error);
  if (!good) {
    refuse(log, "not LLVM bitcode that this LLVM reads", error);
    LLVMDisposeMessage(error);
  } else {
    good = compile(out, module, log);
    LLVMDisposeModule(module);
  }
  LLVMContextDispose(context);
  if (good)
    return out;
  simt_module_free(out);
  return NULL;
}

void simt_module_free(struct simt_module *m) {
  if (!m)
    return;
  if (m->jit)
    LLVMConsumeError(LLVMOrcDisposeLLJIT(m->jit));
  for (unsigned i = 0; i < m->site_count; i++)
    free(m->sites[i].where);
  for (unsigned i = 0; i < m->kernel_count; i++)
    free(m->kernels[i].name);
  for (unsigned i = 0; i < m->local_count; i++)
    free(m->locals[i].name);
  free(m->sites);
  free(m->kernels);
  free(m->locals);
  free(m);
}
