/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "state.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct stub_settings stub_settings;
struct stub_fixed stub_platform;
const char *stub_name(unsigned slot);

enum { BUCKETS = 1024, FAULTS = 8, MOST_DEVICES = 4096 };
pthread_mutex_t stub_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct stub_object *objects[BUCKETS];
static struct stub_facts facts;

static struct stub_call **calls;
static size_t call_count, call_room;
static _Thread_local size_t own_call = SIZE_MAX;

struct fault {
  bool any;
  unsigned slot, nth, seen;
  cl_int error;
};
static struct fault faults[FAULTS];
static unsigned fault_count;

void stub_lock(void) {
  pthread_mutex_lock(&stub_mutex);
}

void stub_unlock(void) {
  pthread_mutex_unlock(&stub_mutex);
}

/* A device with some settings. */
static struct device {
  struct stub_fixed fixed;
  unsigned index;
  struct stub_device settings;
  const char *platform;
} all_devices[MOST_DEVICES];
static atomic_uint device_count, latest[STUB_DEVICES]; /* latest: numbers from 1 on */

cl_device_id stub_device(unsigned index) {
  const struct stub_device *now = &stub_settings.device[index];
  unsigned at = atomic_load(&latest[index]);
  if (!at || memcmp(&all_devices[at - 1].settings, now, sizeof *now) ||
      all_devices[at - 1].platform != stub_settings.platform) {
    at = atomic_fetch_add(&device_count, 1) + 1;
    if (at > MOST_DEVICES)
      abort();
    struct device *d = &all_devices[at - 1];
    d->fixed = stub_platform;
    d->index = index;
    memcpy(&d->settings, now, sizeof *now);
    d->platform = stub_settings.platform;
    atomic_store(&latest[index], at);
  }
  return (cl_device_id)&all_devices[at - 1];
}

int stub_device_index(cl_device_id device) {
  for (unsigned i = 0; i < atomic_load(&device_count); i++)
    if (device == (cl_device_id)&all_devices[i] && all_devices[i].index < stub_settings.devices)
      return (int)all_devices[i].index;
  return -1;
}

static void add_misuse(const char *what, const void *handle) {
  facts.misuses++;
  snprintf(facts.misuse, sizeof facts.misuse, "%s: %s %p",
           own_call < call_count ? stub_name(calls[own_call]->slot) : "a build", what, handle);
}

static struct stub_object **bucket(const void *handle) {
  uintptr_t bits = (uintptr_t)handle;
  return &objects[(bits >> 4 ^ bits >> 14) % BUCKETS];
}

void *stub_find(enum stub_kind kind, const void *handle) {
  static const char *const dead[] = {"a dead context", "a dead queue", "a dead program", "a dead kernel"};
  for (struct stub_object *o = *bucket(handle); o; o = o->next)
    if (o == handle && (o->dead || !o->references)) {
      add_misuse(dead[o->kind], handle);
      return NULL;
    } else if (o == handle && o->kind == kind) {
      return o;
    }
  return NULL;
}

static struct stub_object *take_dead(enum stub_kind kind) {
  for (unsigned i = 0; i < BUCKETS; i++)
    for (struct stub_object **at = &objects[i]; *at; at = &(*at)->next)
      if ((*at)->dead && (*at)->kind == kind) {
        struct stub_object *o = *at;
        *at = o->next;
        return o;
      }
  return NULL;
}

void *stub_make(enum stub_kind kind, size_t size) {
  struct stub_object *o = stub_settings.reuse ? take_dead(kind) : NULL;
  if (!o && !(o = malloc(size)))
    abort();
  memset(o, 0, size);
  o->dispatch = stub_dispatch();
  o->kind = kind;
  o->references = 1;
  o->next = *bucket(o);
  *bucket(o) = o;
  facts.live[kind]++;
  return o;
}

static bool ended(struct stub_object *o) {
  if (o->references || o->pins || o->dead)
    return false;
  o->dead = true;
  facts.live[o->kind]--;
  return true;
}

bool stub_drop(struct stub_object *o) {
  o->references--;
  return ended(o);
}

bool stub_unpin(struct stub_object *o) {
  o->pins--;
  return ended(o);
}

static void bury(void) {
  for (unsigned i = 0; i < BUCKETS; i++)
    for (struct stub_object **at = &objects[i]; *at;) {
      struct stub_object *o = *at;
      if (o->dead) {
        *at = o->next;
        free(o);
      } else {
        at = &o->next;
      }
    }
}

cl_int stub_check(enum stub_kind kind, const void *handle, cl_int invalid) {
  return stub_find(kind, handle) ? CL_SUCCESS : invalid;
}

cl_int stub_retain(enum stub_kind kind, const void *handle, cl_int invalid) {
  struct stub_object *o = stub_find(kind, handle);
  if (!o)
    return invalid;
  o->references++;
  return CL_SUCCESS;
}

void stub_note(const void *bytes, size_t size) {
  if (own_call < call_count && !calls[own_call]->text && bytes && (calls[own_call]->text = calloc(1, size + 1))) {
    memcpy(calls[own_call]->text, bytes, size);
    calls[own_call]->text_size = size;
  }
}

static cl_int fault(unsigned slot, bool release) {
  for (unsigned i = 0; i < fault_count; i++) {
    struct fault *f = &faults[i];
    if ((f->any ? release : f->slot != slot) || (f->nth && ++f->seen != f->nth))
      continue;
    facts.failed = true;
    facts.failed_slot = slot;
    return f->error;
  }
  return CL_SUCCESS;
}

cl_int stub_record(unsigned slot, const uintptr_t *words, unsigned count, bool release) {
  if (call_count == call_room) {
    call_room = call_room ? 2 * call_room : 256;
    struct stub_call **more = realloc(calls, call_room * sizeof *calls);
    if (!more)
      abort();
    calls = more;
  }
  struct stub_call *call = calloc(1, sizeof *call);
  if (!call)
    abort();
  call->slot = slot;
  call->count = count;
  memcpy(call->words, words, count * sizeof *words);
  own_call = call_count;
  calls[call_count++] = call;
  return fault(slot, release);
}

static void forget_calls(void) {
  for (size_t i = 0; i < call_count; i++) {
    free(calls[i]->text);
    free(calls[i]);
  }
  free(calls);
  calls = NULL;
  call_count = call_room = 0;
  own_call = SIZE_MAX;
  fault_count = 0;
  facts.failed = false;
}

static void clear(void) {
  stub_lock();
  forget_calls();
  stub_unlock();
}

static void standard(void) {
  stub_settings = (struct stub_settings){.devices = 1, .platform = "clgroup stub", .front_end_version = 0x10400};
  for (unsigned i = 0; i < STUB_DEVICES; i++)
    stub_settings.device[i] = (struct stub_device){
        .type = CL_DEVICE_TYPE_GPU,
        .fp64 = true,
        .version = 300,
        .language = 300,
        .il = "SPIR-V_1.0 SPIR-V_1.1 SPIR-V_1.2 SPIR-V_1.3 SPIR-V_1.4",
        .name = "stub device",
        .driver = "1.2.3",
        .address_bits = 64,
        .max_work_group_size = 256,
        .local_memory = 32768,
        .kernel_memory = 128,
    };
}

static void forget_misuses(void) {
  facts.misuses = 0;
}

static void wait_for_jobs(void) {
  stub_lock();
  stub_wait();
  stub_unlock();
}

static void reset(void) {
  stub_lock();
  stub_wait();
  forget_calls();
  forget_misuses();
  bury();
  standard();
  stub_unlock();
}

static size_t count_calls(void) {
  stub_lock();
  size_t count = call_count;
  stub_unlock();
  return count;
}

static const struct stub_call *get_call(size_t index) {
  stub_lock();
  const struct stub_call *call = index < call_count ? calls[index] : NULL;
  stub_unlock();
  return call;
}

static void add_fault(struct fault f) {
  stub_lock();
  if (fault_count < FAULTS)
    faults[fault_count++] = f;
  stub_unlock();
}

static void fail(unsigned slot, unsigned nth, cl_int error) {
  add_fault((struct fault){.slot = slot, .nth = nth, .error = error});
}

static void fail_any(unsigned nth, cl_int error) {
  add_fault((struct fault){.any = true, .nth = nth, .error = error});
}

const struct stub_control stub_control = {
    .settings = &stub_settings,
    .dispatch = stub_dispatch,
    .reset = reset,
    .clear = clear,
    .calls = count_calls,
    .call = get_call,
    .name = stub_name,
    .fail = fail,
    .fail_any = fail_any,
    .facts = &facts,
    .forget_misuses = forget_misuses,
    .wait = wait_for_jobs,
    .platform = (cl_platform_id)&stub_platform,
    .device = stub_device,
};

/* STUB_OWN: in the processes that the layer starts, the functions are the driver's own, and nothing can be linked. */
__attribute__((constructor)) static void start(void) {
  standard();
  if (getenv("STUB_OWN")) {
    stub_settings.device[0].has_functions = true;
    fail(STUB_SLOT(clLinkProgram), 0, CL_LINK_PROGRAM_FAILURE);
  }
  pthread_atfork(stub_lock, stub_unlock, stub_unlock);
}
