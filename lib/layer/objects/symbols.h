/* The library functions that an object of a driver's compiler calls, by their mangled names. */
#ifndef CLGROUP_LAYER_SYMBOLS_H
#define CLGROUP_LAYER_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero it to begin with. */
struct clgroup_symbols {
  char **names; /* NULL-terminated once there is one */
  size_t count;
};

/* Adds what the bytes name: SPIR-V, LLVM bitcode and what drivers wrap around them hold the names of imported functions
 * as plain text, `_Z31__clgroup_work_group_reduce_addi`. Names that are no function of the library are passed over. 0,
 * or -1 where memory runs out. */
int clgroup_symbols_find(struct clgroup_symbols *s, const void *bytes, size_t size);

/* Adds the others. */
int clgroup_symbols_merge(struct clgroup_symbols *s, const struct clgroup_symbols *others);

/* Adds every type's function of these names (a mask of names.h), for sizes of size_t of `address_bits`. */
int clgroup_symbols_add(struct clgroup_symbols *s, uint64_t names, unsigned address_bits);

/* Their names, as a mask of names.h. */
uint64_t clgroup_symbols_names(const struct clgroup_symbols *s);

/* Are they the same, in whatever order? */
bool clgroup_symbols_same(const struct clgroup_symbols *a, const struct clgroup_symbols *b);

void clgroup_symbols_free(struct clgroup_symbols *s);

/* The parts of the library, as its modules are called. */
enum clgroup_library_part { CLGROUP_PART_base, CLGROUP_PART_fp64, CLGROUP_PART_fp16 };

/* Are functions of that part among them? */
bool clgroup_symbols_have(const struct clgroup_symbols *s, enum clgroup_library_part part);

/* The version of the SPIR-V module that the bytes hold, as in its header (0x10400 is 1.4), or 0 where there is none. */
uint32_t clgroup_spirv_version_within(const void *bytes, size_t size);

#endif
