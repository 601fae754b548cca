/* Says in bitcode that its source was C++ for OpenCL: LLVM's own does so from LLVM 17 on (opencl.cxx.version).
 * clgroup-cc --compile-only appends this to what clang writes: an empty block of an id that LLVM does not use, which
 * everything that reads bitcode skips. */
#ifndef CLGROUP_LOWER_CPP_MARK_H
#define CLGROUP_LOWER_CPP_MARK_H

/* ENTER_SUBBLOCK of block 99 with abbreviations of 2 bits, one word long: END_BLOCK. */
static const unsigned char clgroup_cpp_mark[] = {0x8d, 0x09, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0};

#endif
