/* CUDA's name for it. */
#include <clgroup/cooperative_groups.h>
