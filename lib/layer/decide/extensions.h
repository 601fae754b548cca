/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The extensions of names/extensions.h on a device: which the layer adds to the driver's own, and what clgroup-cc
 * provides for a program. Of cl_khr_work_group_uniform_arithmetic only whether it is added: its functions are
 * work-group functions. */
#ifndef CLGROUP_LAYER_EXTENSIONS_H
#define CLGROUP_LAYER_EXTENSIONS_H

#include "layer/decide/device.h"
#include "names/extensions.h"

/* NVIDIA's warps. */
enum { CLGROUP_WARP = 32 };

/* Sets d->extensions, once its route is chosen. */
void clgroup_extensions_choose(struct clgroup_service *d);

/* Calls `line` for each set of extensions that are in the same state on the device: "own", "by the layer" or the like;
 * and `why`, as the end of a sentence, or NULL. */
typedef void clgroup_extension_line(const struct clgroup_service *d, unsigned extensions, const char *state,
                                    const char *why);
void clgroup_extensions_tell(const struct clgroup_service *d, clgroup_extension_line *line);

/* Logs what is there, and what is requested and refused. */
void clgroup_extensions_report(const struct clgroup_service *d);

/* Logs, once, that a program which was refused seems to use extensions that the layer would have added on request. */
void clgroup_extensions_advise(const struct clgroup_service *d, unsigned used);

/* The added ones that a trial has shown to work, and those that are names alone: the device has the functions. */
unsigned clgroup_extensions_offered(const struct clgroup_service *d);

/* What clgroup-cc provides for a program that uses these on the device. 0: the driver builds it as well, or there is no
 * clgroup-cc. */
unsigned clgroup_extensions_needed(const struct clgroup_service *d, unsigned offered, unsigned used);

/* The extensions whose functions the layer writes before a program's source that uses these, for the driver's compiler:
 * without clgroup-cc, or with CLGROUP_ROUTE=link, if all that the device lacks of them can be written. */
unsigned clgroup_extensions_written(const struct clgroup_service *d, unsigned offered, unsigned used);

/* The same for SPIR-V, whose instructions become calls of the library's module (clgroup_spirv_provide). */
unsigned clgroup_extensions_called(const struct clgroup_service *d, unsigned offered, unsigned used);

/* Logs, once, that a program gets none, since its devices lack different ones. */
void clgroup_extensions_differ(cl_uint devices);

/* Is a work-group one sub-group in programs for which clgroup-cc provides these? */
bool clgroup_extensions_are_whole(const struct clgroup_device *d, unsigned provided);

#endif
