/* The serial strategy's passes, compiled for this machine's processor: the peer host of `run` (host.h). */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#include <names.h>
#include <work_group/serial/layout.h>

#define CLGROUP_NO_FP16 /* an option of x86 processors that few have */
#define CLGROUP_TYPE_BODY <host-passes-type.inc>
#include <types.inc>
