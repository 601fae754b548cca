# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a PyOpenCL user does: a kernel with work-group functions (argument `functions`), and PyOpenCL's own reductions and scans."""

import sys

import numpy as np
import pyopencl as cl
import pyopencl.array
from pyopencl.elementwise import ElementwiseKernel
from pyopencl.reduction import ReductionKernel
from pyopencl.scan import ExclusiveScanKernel, InclusiveScanKernel

SOURCE = """
kernel void sums(global const int *in, global int *scanned, global int *total, global float *largest) {
  size_t i = get_global_id(0);
  scanned[i] = work_group_scan_inclusive_add(in[i]);
  total[i] = work_group_reduce_add(in[i]);
  largest[i] = work_group_reduce_max((float)in[i]);
}
"""


def same(what, got, expected):
    if not np.array_equal(got, expected):
        where = int(np.flatnonzero(got != expected)[0])
        sys.exit(f"wrong: {what}: expected {expected[where]}, got {got[where]} at {where}")


def functions(context, queue):
    standard = "CL3.0" if "OpenCL 3" in context.devices[0].version else "CL2.0"
    program = cl.Program(context, SOURCE).build(f"-cl-std={standard}")
    groups, local = 20, 64
    numbers = np.random.default_rng(1).integers(-100, 100, (groups, local), dtype=np.int32)
    given = cl.array.to_device(queue, numbers)
    scanned, total = cl.array.empty_like(given), cl.array.empty_like(given)
    largest = cl.array.empty(queue, numbers.shape, np.float32)
    program.sums(queue, (groups * local,), (local,), given.data, scanned.data, total.data, largest.data)
    same("a scan", scanned.get().ravel(), numbers.cumsum(axis=1).ravel())
    same("a sum", total.get().ravel(), numbers.sum(axis=1).repeat(local))
    same("a maximum", largest.get().ravel(), numbers.max(axis=1).repeat(local))
    if [kernel.function_name for kernel in program.all_kernels()] != ["sums"]:
        sys.exit("wrong: the program's kernels")


def own_algorithms(context, queue):
    numbers = np.random.default_rng(2).integers(0, 1000, 100003, dtype=np.int64)
    given = cl.array.to_device(queue, numbers)
    same("cl.array.sum", cl.array.sum(given).get().reshape(1), numbers.sum().reshape(1))
    same("cl.array.max", cl.array.max(given).get().reshape(1), numbers.max().reshape(1))
    dot = ReductionKernel(context, np.int64, neutral="0", reduce_expr="a+b", map_expr="x[i]*x[i]",
                          arguments="__global const long *x")
    same("ReductionKernel", dot(given).get().reshape(1), (numbers * numbers).sum().reshape(1))
    for kernel, expected in ((InclusiveScanKernel, numbers.cumsum()),
                             (ExclusiveScanKernel, np.concatenate(([0], numbers.cumsum()[:-1])))):
        array = given.copy()
        kernel(context, np.int64, "a+b", neutral="0")(array)
        same(kernel.__name__, array.get(), expected)
    twice = cl.array.empty_like(given)
    ElementwiseKernel(context, "const long *x, long *y", "y[i] = 2 * x[i]")(given, twice)
    same("ElementwiseKernel", twice.get(), 2 * numbers)


def main():
    context = cl.Context(cl.get_platforms()[0].get_devices())
    queue = cl.CommandQueue(context)
    if sys.argv[1:] == ["functions"]:
        functions(context, queue)
    else:
        own_algorithms(context, queue)


main()
