/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Images in programs that call a work-group function: each kind, read, written and queried, gives what the driver's own
 * build of the same kernel gives without the call. PoCL 3.1 cannot query those of buffers. */
#include "app.h"

#include <string.h>

enum { SIDE = 4, PIXELS = SIDE * SIDE * SIDE, CHANNELS = 3, WORDS = PIXELS * 4, OUT = PIXELS * 5 * 4 };

/* `at` is a pixel of the image, `between` lies beside it. */
#define TEXT(value)                                                                                                    \
  "const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;\n"          \
  "#define KIND(kind, type, ...) kernel void kind(read_only kind##_t f, read_only kind##_t i, read_only kind##_t "     \
  "u,\\\n"                                                                                                             \
  "    write_only kind##_t to_f, write_only kind##_t to_i, write_only kind##_t to_u, sampler_t linear,\\\n"            \
  "    global uint4 *out) {\\\n"                                                                                       \
  "  const int n = get_global_id(0), x = n & 3, y = (n >> 2) & 3, z = n >> 4;\\\n"                                     \
  "  const int##type at = (int##type)(__VA_ARGS__);\\\n"                                                               \
  "  float4 a = READ(f, f) + BETWEEN(convert_float##type(at) + 0.75f);\\\n"                                            \
  "  int4 b = READ(i, i);\\\n"                                                                                         \
  "  uint4 c = READ(ui, u);\\\n"                                                                                       \
  "  write_imagef(to_f, at, a);\\\n"                                                                                   \
  "  write_imagei(to_i, at, b);\\\n"                                                                                   \
  "  write_imageui(to_u, at, c);\\\n"                                                                                  \
  "  out += 5 * n;\\\n"                                                                                                \
  "  out[0] = as_uint4(a);\\\n"                                                                                        \
  "  out[1] = as_uint4(b);\\\n"                                                                                        \
  "  out[2] = c;\\\n"                                                                                                  \
  "  out[3] = (uint4)(QUERIES, " value ");\\\n"                                                                        \
  "  out[4] = as_uint4((int4)(SIZES));\\\n"                                                                            \
  "}\n"                                                                                                                \
  "#define READ(kind, image) read_image##kind(image, nearest, at)\n"                                                   \
  "#define BETWEEN(between) read_imagef(f, linear, between)\n"                                                         \
  "#define QUERIES get_image_width(f), get_image_channel_data_type(i), get_image_channel_order(to_u)\n"                \
  "#define SIZES 0\n"                                                                                                  \
  "KIND(image1d, , x)\n"                                                                                               \
  "#undef SIZES\n#define SIZES get_image_array_size(f)\n"                                                              \
  "KIND(image1d_array, 2, x, y)\n"                                                                                     \
  "#undef SIZES\n#define SIZES get_image_height(f), get_image_dim(to_f), 0\n"                                          \
  "KIND(image2d, 2, x, y)\n"                                                                                           \
  "#undef SIZES\n#define SIZES get_image_dim(f), get_image_array_size(f), get_image_height(to_i)\n"                    \
  "KIND(image2d_array, 4, x, y, z, 0)\n"                                                                               \
  "#undef SIZES\n#define SIZES get_image_dim(f).xyz, get_image_depth(u)\n"                                             \
  "KIND(image3d, 4, x, y, z, 0)\n"                                                                                     \
  "#undef SIZES\n#define SIZES 0\n#undef QUERIES\n#define QUERIES 0, 0, 0\n#undef READ\n#define READ(kind, image) "    \
  "read_image##kind(image, at)\n"                                                                                      \
  "#undef BETWEEN\n#define BETWEEN(between) 0\n"                                                                       \
  "KIND(image1d_buffer, , x)\n"

static const struct kind {
  const char *name;
  cl_mem_object_type type;
  size_t height, depth; /* of the region */
} kinds[] = {{"image1d", CL_MEM_OBJECT_IMAGE1D, 1, 1},       {"image1d_array", CL_MEM_OBJECT_IMAGE1D_ARRAY, SIDE, 1},
             {"image2d", CL_MEM_OBJECT_IMAGE2D, SIDE, 1},    {"image2d_array", CL_MEM_OBJECT_IMAGE2D_ARRAY, SIDE, SIDE},
             {"image3d", CL_MEM_OBJECT_IMAGE3D, SIDE, SIDE}, {"image1d_buffer", CL_MEM_OBJECT_IMAGE1D_BUFFER, 1, 1}};

static cl_mem make_image(const struct app *a, const struct kind *kind, unsigned channel, unsigned *data) {
  static const cl_channel_type types[CHANNELS] = {CL_FLOAT, CL_SIGNED_INT32, CL_UNSIGNED_INT32};
  const cl_image_format format = {CL_RGBA, types[channel]};
  const bool in_buffer = kind->type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
  const cl_image_desc description = {.image_type = kind->type,
                                     .image_width = SIDE,
                                     .image_height = SIDE,
                                     .image_depth = SIDE,
                                     .image_array_size = kind->depth > 1 ? SIDE : kind->height,
                                     .mem_object = in_buffer ? app_buffer(a, 4 * WORDS, data) : NULL};
  cl_int error;
  cl_mem image = clCreateImage(a->context, CL_MEM_READ_WRITE | (in_buffer ? 0 : CL_MEM_COPY_HOST_PTR), &format,
                               &description, in_buffer ? NULL : data, &error);
  app_must(a, error, "clCreateImage");
  return image;
}

/* What the kernel of that kind stores in its images and in its buffer. */
static void launch(const struct app *a, cl_program program, const struct kind *kind,
                   unsigned to[CHANNELS * WORDS + OUT]) {
  const size_t items = PIXELS, origin[3] = {0}, region[3] = {SIDE, kind->height, kind->depth};
  cl_kernel kernel = app_kernel(a, program, kind->name);
  cl_mem images[2 * CHANNELS];
  cl_int error;
  memset(to, 0, 4 * (CHANNELS * WORDS + OUT));
  for (unsigned i = 0; i < 2 * CHANNELS; i++) {
    unsigned data[WORDS] = {0};
    for (unsigned k = 0; i < CHANNELS && k < WORDS; k++) {
      const float f = (float)(k * 7 % 31) - 3.5f;
      data[k] = k * 2654435761u;
      if (!i)
        memcpy(&data[k], &f, sizeof f);
    }
    images[i] = make_image(a, kind, i % CHANNELS, data);
    app_must(a, clSetKernelArg(kernel, i, sizeof images[i], &images[i]), "clSetKernelArg");
  }
  cl_sampler linear = clCreateSampler(a->context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, &error);
  app_must(a, error, "clCreateSampler");
  cl_mem out = app_buffer(a, 4 * OUT, NULL);
  app_must(a, clSetKernelArg(kernel, 6, sizeof linear, &linear), "clSetKernelArg");
  app_must(a, clSetKernelArg(kernel, 7, sizeof out, &out), "clSetKernelArg");
  app_must(a, clEnqueueNDRangeKernel(a->queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL), "the launch");
  app_must(a, clEnqueueReadBuffer(a->queue, out, CL_TRUE, 0, 4 * OUT, to + CHANNELS * WORDS, 0, NULL, NULL), "a read");
  for (unsigned i = 0; i < CHANNELS; i++)
    app_must(a,
             clEnqueueReadImage(a->queue, images[CHANNELS + i], CL_TRUE, origin, region, 0, 0, to + i * WORDS, 0, NULL,
                                NULL),
             "clEnqueueReadImage");
}

CASE(images) {
  static unsigned own[CHANNELS * WORDS + OUT], ours[CHANNELS * WORDS + OUT];
  if (!app_device_number(a, CL_DEVICE_IMAGE_SUPPORT))
    app_skip(a, "the device has no images");
  if (a->driver == 6)
    app_needs_other_route(a, "compile", "PoCL 6 lacks write_imagei of volumes in SPIR-V: the layer goes by link");
  cl_program plain = app_program(a, TEXT("64"), a->standard);
  cl_program program = app_program(a, TEXT("work_group_reduce_add(1)"), a->standard);
  for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    launch(a, plain, &kinds[i], own);
    launch(a, program, &kinds[i], ours);
    for (unsigned k = 0; k < CHANNELS * WORDS + OUT; k++)
      if (own[k] != ours[k])
        app_fail(a, "%s: word %u is %x, not %x", kinds[i].name, k, ours[k], own[k]);
  }
}
