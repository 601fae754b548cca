/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* mincore; pthread_setattr_default_np, of glibc and musl */
#include "layer/base/stacks.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static const size_t ENOUGH = (size_t)32 << 20; /* 8 KiB for each of 4096 work-items */

static bool may_be_pocl(cl_platform_id platform) {
  char name[64] = "";
  return !platform ||
         (clgroup_next.clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL) == CL_SUCCESS &&
          strcmp(name, "Portable Computing Language") == 0);
}

/* Is this the process's only thread? Then no other can make threads before the driver returns. */
static bool is_alone(void) {
  struct stat tasks;
  return !stat("/proc/self/task", &tasks) &&
         tasks.st_nlink == 3; /* links: ".", the folder's own name, and one thread */
}

/* Has mlockall() locked all memory that the process maps? */
static bool is_locked(void) {
  const size_t size = (size_t)sysconf(_SC_PAGESIZE);
  unsigned char there = 0;
  void *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED)
    return true;
  const bool locked = mincore(page, size, &there) || there & 1;
  munmap(page, size);
  return locked;
}

/* Sets the default size of the stacks of new threads. Returns the former size, or 0 if it is unchanged. */
static size_t set_size(size_t size, bool only_larger) {
  pthread_attr_t attributes;
  size_t former = 0;
  if (pthread_getattr_default_np(&attributes))
    return 0;
  if (pthread_attr_getstacksize(&attributes, &former) || (only_larger && former >= size) ||
      pthread_attr_setstacksize(&attributes, size) || pthread_setattr_default_np(&attributes))
    former = 0;
  pthread_attr_destroy(&attributes);
  return former;
}

size_t clgroup_stacks_enlarge(cl_platform_id platform) {
  struct rlimit space;
  if (getrlimit(RLIMIT_AS, &space) || space.rlim_cur != RLIM_INFINITY || !is_alone() || is_locked() ||
      !may_be_pocl(platform))
    return 0;
  return set_size(ENOUGH, true);
}

void clgroup_stacks_restore(size_t usual) {
  if (usual)
    set_size(usual, false);
}
