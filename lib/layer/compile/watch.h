/* What clgroup-watch and the layer, which starts it, say to each other. */
#ifndef CLGROUP_LAYER_WATCH_H
#define CLGROUP_LAYER_WATCH_H

/* The only thing that clgroup-watch prints: with an errno, that the program could not be started. */
#define CLGROUP_WATCH_FAULT "clgroup-watch: cannot start the program: error %d\n"

#endif
