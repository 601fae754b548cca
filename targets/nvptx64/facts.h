/* NVIDIA: sub-groups are warps. */
#ifndef CLGROUP_FACTS_H
#define CLGROUP_FACTS_H

#define CLGROUP_MIN_SUB_GROUP_SIZE 32

#endif
