/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "layer/objects/objects.h"

#include "layer/objects/device-list.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct kernel {
  struct kernel *next;
  cl_kernel handle;
  unsigned references;
  struct clgroup_program *program;
  size_t limit;
};

enum { BUCKETS = 256 };
static struct clgroup_program *programs[BUCKETS];
static struct kernel *kernels[BUCKETS];
static atomic_uint limited; /* kernels with a limit */

static unsigned bucket(const void *handle) {
  uintptr_t bits = (uintptr_t)handle;
  return (unsigned)((bits >> 4 ^ bits >> 12) % BUCKETS);
}

/* The pointer to the entry, or to the end of the list. The caller holds the lock, here and below. */
static struct clgroup_program **find_program(cl_program handle) {
  struct clgroup_program **at = &programs[bucket(handle)];
  while (*at && (*at)->handle != handle)
    at = &(*at)->next;
  return at;
}

static struct kernel **find_kernel(cl_kernel handle) {
  struct kernel **at = &kernels[bucket(handle)];
  while (*at && (*at)->handle != handle)
    at = &(*at)->next;
  return at;
}

void clgroup_unit_free(struct clgroup_unit *unit) {
  for (size_t i = 0; i < unit->header_count; i++) {
    free((char *)unit->headers[i].name);
    free((char *)unit->headers[i].text);
  }
  free((void *)unit->headers);
  free((char *)unit->source);
  free((char *)unit->options);
  free((unsigned char *)unit->binary);
  *unit = (struct clgroup_unit){0};
}

static void *copy_bytes(const void *from, size_t size, bool *failed) {
  char *copy = from ? malloc(size + 1) : NULL;
  if (copy) {
    memcpy(copy, from, size);
    copy[size] = 0;
  }
  *failed |= from && !copy;
  return copy;
}

int clgroup_unit_copy(struct clgroup_unit *copy, const struct clgroup_unit *unit) {
  bool failed = false;
  const size_t count = unit->header_count;
  struct clgroup_header *headers = calloc(count + 1, sizeof *headers);
  for (size_t i = 0; headers && i < count; i++) {
    const struct clgroup_header *h = &unit->headers[i];
    headers[i].name = copy_bytes(h->name, strlen(h->name), &failed);
    headers[i].text = copy_bytes(h->text, h->length, &failed);
    headers[i].length = h->length;
  }
  *copy = (struct clgroup_unit){
      .source = copy_bytes(unit->source, unit->length, &failed),
      .length = unit->length,
      .options = copy_bytes(unit->options, strlen(unit->options), &failed),
      .headers = headers,
      .header_count = headers ? count : 0,
      .provide = unit->provide,
      .macros = unit->macros,
      .limit = unit->limit,
  };
  if (!failed && headers)
    return 0;
  clgroup_unit_free(copy);
  return -1;
}

void clgroup_program_drop(struct clgroup_program *p) {
  clgroup_release(p->object);
  clgroup_release(p->linked);
  clgroup_release(p->described);
  clgroup_loaded_release(p->loaded);
  p->object = p->linked = p->described = NULL;
  p->loaded = NULL;
  if (p->has_unit)
    clgroup_unit_free(&p->unit);
  p->has_unit = false;
}

void clgroup_program_reset(struct clgroup_program *p) {
  clgroup_program_drop(p);
  while (p->build_count) {
    struct clgroup_build *b = &p->builds[--p->build_count];
    free(b->options);
    free(b->log);
  }
  free(p->builds);
  p->builds = NULL;
  while (p->library_count)
    clgroup_unit_free(&p->library[--p->library_count]);
  free(p->library);
  p->library = NULL;
}

struct clgroup_build *clgroup_build_find(struct clgroup_program *p, cl_device_id device) {
  for (size_t i = 0; i < p->build_count; i++)
    if (p->builds[i].device == device)
      return &p->builds[i];
  return NULL;
}

void clgroup_build_forget(struct clgroup_program *p, cl_device_id device) {
  struct clgroup_build *b = clgroup_build_find(p, device);
  if (!b)
    return;
  free(b->options);
  free(b->log);
  *b = p->builds[--p->build_count];
}

cl_int clgroup_build_note(struct clgroup_program *p, const struct clgroup_build *what) {
  struct clgroup_build *builds = realloc(p->builds, (p->build_count + 1) * sizeof *builds);
  if (!builds)
    return CL_OUT_OF_HOST_MEMORY;
  p->builds = builds;
  struct clgroup_build b = *what;
  b.options = strdup(what->options ? what->options : "");
  b.log = strdup(what->log ? what->log : "");
  if (!b.options || !b.log) {
    free(b.options);
    free(b.log);
    return CL_OUT_OF_HOST_MEMORY;
  }
  clgroup_build_forget(p, b.device);
  p->builds[p->build_count++] = b;
  return CL_SUCCESS;
}

bool clgroup_build_left(struct clgroup_program *p, bool executable) {
  cl_device_id *devices = NULL;
  cl_uint count = 0;
  bool left = !p->build_count; /* the driver knows */
  if (!left)
    (void)clgroup_program_devices(p->handle, &devices, &count);
  for (cl_uint i = 0; i < count && !left; i++) {
    const struct clgroup_build *b = clgroup_build_find(p, devices[i]);
    cl_program_binary_type type = b ? b->type : CL_PROGRAM_BINARY_TYPE_NONE;
    if (!b)
      (void)clgroup_next.clGetProgramBuildInfo(p->handle, devices[i], CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL);
    left = type != CL_PROGRAM_BINARY_TYPE_NONE && (type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE) == executable;
  }
  free(devices);
  return left;
}

static void destroy(struct clgroup_program *p) {
  clgroup_program_reset(p);
  pthread_mutex_destroy(&p->lock);
  free(p->source);
  free(p->il);
  free(p->specialized);
  free(p->words);
  clgroup_symbols_free(&p->needs);
  free(p);
}

struct clgroup_program *clgroup_program_new(cl_program handle, cl_context context, enum clgroup_program_kind kind) {
  struct clgroup_program *p = calloc(1, sizeof *p);
  if (!p)
    return NULL;
  p->handle = handle;
  p->context = context;
  p->kind = kind;
  p->references = 1;
  pthread_mutexattr_t recursive;
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&p->lock, &recursive);
  pthread_mutexattr_destroy(&recursive);
  return p;
}

void clgroup_program_add(struct clgroup_program *p) {
  clgroup_tables_lock();
  struct clgroup_program **at = &programs[bucket(p->handle)];
  p->next = *at;
  *at = p;
  clgroup_tables_unlock();
}

static void drop_user(struct clgroup_program *p) {
  clgroup_tables_lock();
  bool dead = --p->users == 0 && p->references == 0;
  clgroup_tables_unlock();
  if (dead)
    destroy(p);
}

cl_int clgroup_program_use(cl_program handle, struct clgroup_program **found) {
  clgroup_tables_lock();
  struct clgroup_program *p = *find_program(handle);
  if (p)
    p->users++;
  clgroup_tables_unlock();
  *found = p;
  /* Another thread may release the program meanwhile. */
  cl_int error = p ? clgroup_next.clRetainProgram(handle) : CL_SUCCESS;
  if (error != CL_SUCCESS) {
    *found = NULL;
    drop_user(p);
  }
  return error;
}

void clgroup_program_done(struct clgroup_program *p) {
  cl_program handle = p->handle;
  drop_user(p);
  clgroup_next.clReleaseProgram(handle);
}

cl_int clgroup_program_open(cl_program handle, struct clgroup_program **found) {
  const cl_int error = clgroup_program_use(handle, found);
  if (*found)
    pthread_mutex_lock(&(*found)->lock);
  return error;
}

void clgroup_program_close(struct clgroup_program *p) {
  pthread_mutex_unlock(&p->lock);
  clgroup_program_done(p);
}

cl_int CL_API_CALL clgroup_program_retain(cl_program handle) {
  cl_int error = clgroup_next.clRetainProgram(handle);
  if (error != CL_SUCCESS)
    return error;
  clgroup_tables_lock();
  struct clgroup_program *p = *find_program(handle);
  if (p)
    p->references++;
  clgroup_tables_unlock();
  return CL_SUCCESS;
}

/* Drops a reference, if clgroup_objects_end has not dropped all. With the last one the entry is removed from the table,
 * before the driver can reuse the handle for a new program. Unlocks the tables. */
static void drop_reference(struct clgroup_program *p) {
  bool dead = false;
  if (p->references && --p->references == 0) {
    struct clgroup_program **at = &programs[bucket(p->handle)];
    while (*at && *at != p)
      at = &(*at)->next;
    if (*at)
      *at = p->next;
    dead = p->users == 0;
  }
  clgroup_tables_unlock();
  if (dead)
    destroy(p);
}

cl_int CL_API_CALL clgroup_program_release(cl_program handle) {
  clgroup_tables_lock();
  struct clgroup_program *p = *find_program(handle);
  if (p)
    drop_reference(p);
  else
    clgroup_tables_unlock();
  return clgroup_next.clReleaseProgram(handle);
}

bool clgroup_program_has_kernels(const struct clgroup_program *p) {
  clgroup_tables_lock();
  bool has = p->kernels != 0;
  clgroup_tables_unlock();
  return has;
}

/* The program's limit, unless the kernel says its size itself. */
static size_t limit_of(cl_kernel handle, const struct clgroup_program *p) {
  size_t required[3] = {0};
  cl_uint count = 0;
  cl_device_id *devices = NULL;
  if (p->limit && clgroup_program_devices(p->linked ? p->linked : p->handle, &devices, &count) == CL_SUCCESS && count)
    (void)clgroup_next.clGetKernelWorkGroupInfo(handle, *devices, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof required,
                                                required, NULL);
  free(devices);
  return required[0] ? 0 : p->limit;
}

cl_int clgroup_kernel_add(cl_kernel handle, struct clgroup_program *p) {
  struct kernel *k = malloc(sizeof *k);
  if (!k || clgroup_next.clRetainProgram(p->handle) != CL_SUCCESS) {
    free(k);
    clgroup_next.clReleaseKernel(handle);
    return CL_OUT_OF_HOST_MEMORY;
  }
  k->handle = handle;
  k->references = 1;
  k->program = p;
  k->limit = limit_of(handle, p);
  limited += k->limit != 0;
  clgroup_tables_lock();
  struct kernel **at = &kernels[bucket(handle)];
  k->next = *at;
  *at = k;
  p->references++;
  p->kernels++;
  clgroup_tables_unlock();
  return CL_SUCCESS;
}

cl_program clgroup_kernel_program(cl_kernel handle) {
  clgroup_tables_lock();
  struct kernel *k = *find_kernel(handle);
  cl_program program = k ? k->program->handle : NULL;
  clgroup_tables_unlock();
  return program;
}

bool clgroup_kernel_is_whole(cl_kernel handle) {
  clgroup_tables_lock();
  const struct kernel *k = *find_kernel(handle);
  const bool is = k && k->program->limit;
  clgroup_tables_unlock();
  return is;
}

size_t clgroup_kernel_limit(cl_kernel handle) {
  if (!atomic_load_explicit(&limited, memory_order_relaxed))
    return 0;
  clgroup_tables_lock();
  const struct kernel *k = *find_kernel(handle);
  const size_t limit = k ? k->limit : 0;
  clgroup_tables_unlock();
  return limit;
}

cl_int CL_API_CALL clgroup_kernel_retain(cl_kernel handle) {
  cl_int error = clgroup_next.clRetainKernel(handle);
  if (error != CL_SUCCESS)
    return error;
  clgroup_tables_lock();
  struct kernel *k = *find_kernel(handle);
  if (k)
    k->references++;
  clgroup_tables_unlock();
  return CL_SUCCESS;
}

cl_int CL_API_CALL clgroup_kernel_release(cl_kernel handle) {
  clgroup_tables_lock();
  struct kernel **at = find_kernel(handle), *k = *at;
  if (!k || --k->references) {
    clgroup_tables_unlock();
    return clgroup_next.clReleaseKernel(handle);
  }
  struct clgroup_program *p = k->program;
  *at = k->next;
  limited -= k->limit != 0;
  p->users++; /* clgroup_objects_end may forget it while the driver is called */
  clgroup_tables_unlock();
  free(k);
  cl_int error = clgroup_next.clReleaseKernel(handle);
  cl_program program = p->handle;
  clgroup_tables_lock();
  p->kernels--;
  drop_reference(p);
  drop_user(p);
  clgroup_next.clReleaseProgram(program);
  return error;
}

cl_kernel CL_API_CALL clgroup_kernel_clone(cl_kernel source, cl_int *error) {
  cl_int result = CL_SUCCESS;
  cl_kernel clone = clgroup_next.clCloneKernel(source, &result);
  if (clone) {
    clgroup_tables_lock();
    struct kernel *k = *find_kernel(source);
    struct clgroup_program *p = k ? k->program : NULL;
    if (p)
      p->users++;
    clgroup_tables_unlock();
    if (p && (result = clgroup_kernel_add(clone, p)) != CL_SUCCESS)
      clone = NULL;
    if (p)
      drop_user(p);
  }
  if (error)
    *error = result;
  return clone;
}

void clgroup_objects_end(void) {
  struct clgroup_program *unused = NULL;
  clgroup_release_allow(false);
  clgroup_tables_lock();
  for (unsigned i = 0; i < BUCKETS; i++) {
    for (struct kernel *k = kernels[i], *next; k; k = next) {
      next = k->next;
      limited -= k->limit != 0;
      free(k);
    }
    for (struct clgroup_program *p = programs[i], *next; p; p = next) {
      next = p->next;
      p->references = 0;
      if (!p->users) {
        p->next = unused;
        unused = p;
      }
    }
    kernels[i] = NULL;
    programs[i] = NULL;
  }
  clgroup_tables_unlock();
  while (unused) {
    struct clgroup_program *next = unused->next;
    destroy(unused);
    unused = next;
  }
}
