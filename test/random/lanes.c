#include "lanes.h"

#include "names/strategies.h"

/* A work-group of 2 rows. */
enum { ROW = 6, ITEMS = 2 * ROW };

/* Whether the first work-item of row 1 is the first lane of a sub-group of several lanes. */
static bool ends_with_rows(const struct device *d) {
  static const char *const text = "kernel void k(global uint *lanes) {\n"
                                  "  lanes[get_local_linear_id()] = get_sub_group_local_id();\n"
                                  "}\n";
  static const size_t sizes[2] = {ROW, ITEMS / ROW};
  cl_uint lanes[ITEMS] = {0};
  cl_int error;
  cl_program program = clCreateProgramWithSource(d->context, 1, (const char **)&text, NULL, &error);
  cl_mem buffer = clCreateBuffer(d->context, CL_MEM_READ_WRITE, sizeof lanes, NULL, NULL);
  if (!error && !clBuildProgram(program, 1, &d->id, "-cl-std=CL3.0", NULL, NULL)) {
    cl_kernel kernel = clCreateKernel(program, "k", NULL);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clEnqueueNDRangeKernel(d->queue, kernel, 2, NULL, sizes, sizes, 0, NULL, NULL);
    clEnqueueReadBuffer(d->queue, buffer, CL_TRUE, 0, sizeof lanes, lanes, 0, NULL, NULL);
    clReleaseKernel(kernel);
  }
  clReleaseMemObject(buffer);
  clReleaseProgram(program);
  return lanes[1] == 1 && lanes[ROW] == 0;
}

struct lanes lanes_of(const struct device *d, const struct way_in *way) {
  const unsigned size = device_lanes(d);
  /* Where the layer chooses the strategy, it is the same only where tiles of lanes are those of ranks. */
  if (way->mode && !way->strategy)
    return (struct lanes){.promise = ends_with_rows(d) ? 0 : 1};
  if (size)
    return (struct lanes){.promise = 32, .size = size, .has_active = true};
  if (!way->strategy || !clgroup_strategy_shuffles(way->strategy))
    return (struct lanes){.promise = 1};
  return (struct lanes){
      .promise = 4, .in_rows = ends_with_rows(d), .has_active = device_has(d, "cl_khr_subgroup_ballot")};
}
