/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The protocol between clgroup-watch and the layer, which starts it. */
#ifndef CLGROUP_LAYER_WATCH_H
#define CLGROUP_LAYER_WATCH_H

/* clgroup-watch prints this alone: the program could not be started, with an errno. */
#define CLGROUP_WATCH_FAULT "clgroup-watch: cannot start the program: error %d\n"

#endif
