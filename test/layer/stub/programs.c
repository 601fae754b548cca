/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs: made from source, SPIR-V and binaries, and released. */
#include "programs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A binary: this head, and the names. Hidden names have another bit in each character, and no SPIR-V version stands
 * where one is looked for. */
static const char magic[4] = {'s', 't', 'u', 'b'};
struct head {
  char magic[4];
  unsigned char hidden, reserved[3];
  cl_program_binary_type type;
  uint32_t spirv, version[2]; /* SPIR-V's first two words, where the device takes SPIR-V; a hidden one's version */
};

void stub_clean_build(struct build *b) {
  free(b->options);
  free(b->log);
  free(b->unit.names);
  *b = (struct build){.status = CL_BUILD_NONE};
}

void stub_drop_program(struct program *p, bool pin) {
  if (!(pin ? stub_unpin(&p->object) : stub_drop(&p->object)))
    return;
  for (unsigned i = 0; i < STUB_DEVICES; i++)
    stub_clean_build(&p->builds[i]);
  free(p->source);
  free(p->il);
  (void)stub_drop(&p->context->object);
  struct callback *c = p->callbacks;
  stub_unlock(); /* from here on the handle may be another program's */
  while (c) {
    struct callback *next = c->next;
    c->notify((cl_program)p, c->data);
    free(c);
    c = next;
  }
  stub_lock();
}

static bool is_in(const struct stub_context *c, cl_device_id device) {
  const int index = stub_device_index(device);
  bool is = false;
  for (unsigned i = 0; i < c->device_count; i++)
    is |= (int)c->devices[i] == index;
  return is;
}

struct program *stub_make_program(cl_context context, cl_uint count, const cl_device_id *devices, cl_int *error) {
  struct stub_context *c = stub_find(STUB_CONTEXT, context);
  stub_set(error, c ? CL_INVALID_DEVICE : CL_INVALID_CONTEXT);
  if (!c)
    return NULL;
  for (cl_uint i = 0; devices && i < count; i++)
    if (count > STUB_DEVICES || !is_in(c, devices[i]))
      return NULL;
  stub_set(error, CL_SUCCESS);
  struct program *p = stub_make(STUB_PROGRAM, sizeof *p);
  p->context = c;
  c->object.references++;
  p->device_count = devices ? count : c->device_count;
  for (unsigned i = 0; i < p->device_count; i++)
    p->devices[i] = devices ? (unsigned)stub_device_index(devices[i]) : c->devices[i];
  for (unsigned i = 0; i < STUB_DEVICES; i++)
    p->builds[i].status = CL_BUILD_NONE;
  return p;
}

bool stub_has_device(const struct program *p, int index) {
  bool has = false;
  for (unsigned i = 0; i < p->device_count; i++)
    has |= (int)p->devices[i] == index;
  return has;
}

const struct stub_unit *stub_executable(const struct program *p) {
  for (unsigned i = 0; i < p->device_count; i++) {
    const struct build *b = &p->builds[p->devices[i]];
    if (b->status == CL_BUILD_SUCCESS && b->type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
      return &b->unit;
  }
  return NULL;
}

cl_program stub_clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings,
                                          const size_t *lengths, cl_int *error) {
  char *text = NULL;
  size_t size = 0;
  FILE *all = open_memstream(&text, &size);
  bool good = count && strings && all;
  for (cl_uint i = 0; good && i < count; i++)
    if ((good = strings[i]))
      fwrite(strings[i], 1, lengths && lengths[i] ? lengths[i] : strlen(strings[i]), all);
  fclose(all);
  stub_note(text, size);
  stub_set(error, CL_INVALID_VALUE);
  struct program *p = good ? stub_make_program(context, 0, NULL, error) : NULL;
  if (p)
    p->source = text;
  else
    free(text);
  return (cl_program)p;
}

cl_program stub_clCreateProgramWithIL(cl_context context, const void *il, size_t length, cl_int *error) {
  static const uint32_t numbers[] = {0x07230203, 0x03022307};
  stub_set(error, CL_INVALID_VALUE);
  if (!il || length < 20 || (memcmp(il, &numbers[0], 4) && memcmp(il, &numbers[1], 4)))
    return NULL;
  stub_note(il, length);
  struct program *p = stub_make_program(context, 0, NULL, error);
  for (unsigned i = 0; p && i < p->device_count; i++)
    if (!*stub_settings.device[p->devices[i]].il) {
      stub_drop_program(p, false);
      p = NULL;
      stub_set(error, CL_INVALID_OPERATION);
    }
  if (p && (p->il = malloc(length))) {
    memcpy(p->il, il, length);
    p->il_size = length;
  }
  return (cl_program)p;
}

/* PTX as NVIDIA's OpenCL takes it: for an architecture that is not newer, and not for CUDA. */
static bool read_ptx(struct build *b, const struct stub_device *d, const unsigned char *bytes, size_t size) {
  static const char comment[] = "//", entry[] = ".entry ";
  char *text = strndup((const char *)bytes, size);
  if (!text)
    abort();
  const char *target = strstr(text, "\n.target sm_");
  const bool good = d->compute_capability && !strncmp(text, comment, sizeof comment - 1) && target &&
                    strtoul(target + sizeof "\n.target sm_" - 1, NULL, 10) <= d->compute_capability &&
                    strstr(target, "texmode_independent");
  for (const char *at = text; good && (at = strstr(at, entry));) {
    at += sizeof entry - 1;
    stub_add_name(&b->unit, 'K', at, strcspn(at, "("));
  }
  free(text);
  b->type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  b->status = CL_BUILD_NONE;
  return good;
}

/* For PoCL. Of what is in it nothing is read. */
static bool read_bitcode(struct build *b, const struct stub_device *d, const unsigned char *bytes, size_t size) {
  b->type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  b->status = CL_BUILD_NONE;
  return d->llvm && size > 4 && !memcmp(bytes, "BC\xC0\xDE", 4);
}

/* The names as they stand in a binary, and back. */
static void hide(char *names, size_t length, unsigned char hidden) {
  for (size_t i = 0; i < length; i++)
    names[i] = (char)(names[i] ^ hidden);
}

/* Back from what stub_write_binary makes. */
static bool read_binary(struct build *b, const unsigned char *bytes, size_t size) {
  struct head head;
  if (size < sizeof head)
    return false;
  memcpy(&head, bytes, sizeof head);
  if (memcmp(head.magic, magic, sizeof magic))
    return false;
  size -= sizeof head;
  hide(b->unit.names = strndup((const char *)bytes + sizeof head, size), size, head.hidden);
  b->unit.version = head.version[head.hidden != 0];
  b->type = head.type;
  b->status = b->type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE ? CL_BUILD_NONE : CL_BUILD_SUCCESS;
  return true;
}

unsigned char *stub_write_binary(const struct build *b, size_t *size) {
  const uint32_t version = b->unit.version;
  const size_t length = b->unit.names ? strlen(b->unit.names) : 0;
  struct head head = {.hidden = stub_settings.hides_binaries ? 0x80 : 0, .type = b->type};
  unsigned char *bytes = malloc(*size = sizeof head + length);
  if (!bytes)
    abort();
  memcpy(head.magic, magic, sizeof magic);
  head.spirv = version && !head.hidden ? 0x07230203 : 0;
  head.version[head.hidden != 0] = version;
  memcpy(bytes, &head, sizeof head);
  memcpy(bytes + sizeof head, b->unit.names ? b->unit.names : "", length);
  hide((char *)bytes + sizeof head, length, head.hidden);
  return bytes;
}

cl_program stub_clCreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id *devices,
                                          const size_t *lengths, const unsigned char **binaries, cl_int *status,
                                          cl_int *error) {
  stub_set(error, CL_INVALID_VALUE);
  if (!count || !devices || !lengths || !binaries)
    return NULL;
  if (count == 1)
    stub_note(binaries[0], lengths[0]);
  struct program *p = stub_make_program(context, count, devices, error);
  bool good = true;
  for (cl_uint i = 0; p && i < count; i++) {
    struct build *b = &p->builds[p->devices[i]];
    const struct stub_device *d = &stub_settings.device[p->devices[i]];
    const bool read =
        binaries[i] && (read_binary(b, binaries[i], lengths[i]) || read_ptx(b, d, binaries[i], lengths[i]) ||
                        read_bitcode(b, d, binaries[i], lengths[i]));
    if (status)
      status[i] = read ? CL_SUCCESS : CL_INVALID_BINARY;
    good &= read;
  }
  if (p && !good) {
    stub_drop_program(p, false);
    p = NULL;
    stub_set(error, CL_INVALID_BINARY);
  }
  return (cl_program)p;
}

cl_int stub_clRetainProgram(cl_program handle) {
  return stub_retain(STUB_PROGRAM, handle, CL_INVALID_PROGRAM);
}

cl_int stub_clReleaseProgram(cl_program handle) {
  struct program *p = stub_find(STUB_PROGRAM, handle);
  if (p)
    stub_drop_program(p, false);
  return p ? CL_SUCCESS : CL_INVALID_PROGRAM;
}

cl_int stub_clSetProgramReleaseCallback(cl_program handle, stub_program_notify notify, void *data) {
  struct program *p = stub_find(STUB_PROGRAM, handle);
  struct callback *c = p ? malloc(sizeof *c) : NULL;
  if (!c)
    return CL_INVALID_PROGRAM;
  *c = (struct callback){p->callbacks, notify, data};
  p->callbacks = c;
  return CL_SUCCESS;
}
