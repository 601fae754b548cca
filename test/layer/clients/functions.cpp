// A user of the C++ bindings: builds, asks, launches by functor, saves and loads a binary.
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 300
#define CL_HPP_MINIMUM_OPENCL_VERSION 200
#include <CL/opencl.hpp>

#include <iostream>
#include <numeric>
#include <string>
#include <vector>

static const char source[] = R"(
kernel void sums(global const int *in, global int *out) {
  out[get_global_id(0)] = work_group_scan_inclusive_add(in[get_global_id(0)]);
}
kernel void plain(global const int *in, global int *out) { out[get_global_id(0)] = in[get_global_id(0)]; }
)";

enum { LOCAL = 64, ITEMS = 20 * LOCAL };

static bool right(const cl::Program &program, const cl::Context &context, cl::CommandQueue &queue) {
  std::vector<int> in(ITEMS), out(ITEMS, -1), expected(ITEMS);
  std::iota(in.begin(), in.end(), -300);
  for (int i = 0; i < ITEMS; i += LOCAL)
    std::partial_sum(in.begin() + i, in.begin() + i + LOCAL, expected.begin() + i);
  cl::Buffer from(context, in.begin(), in.end(), true), to(context, CL_MEM_READ_WRITE, ITEMS * sizeof(int));
  cl::KernelFunctor<cl::Buffer, cl::Buffer> sums(program, "sums");
  sums(cl::EnqueueArgs(queue, cl::NDRange(ITEMS), cl::NDRange(LOCAL)), from, to);
  cl::copy(queue, to, out.begin(), out.end());
  return out == expected;
}

int main() try {
  std::vector<cl::Platform> platforms;
  std::vector<cl::Device> devices;
  cl::Platform::get(&platforms);
  platforms.at(0).getDevices(CL_DEVICE_TYPE_ALL, &devices);
  cl::Context context(devices);
  cl::CommandQueue queue(context, devices.at(0));
  std::string version = devices[0].getInfo<CL_DEVICE_VERSION>();
  std::string options = version.compare(0, 8, "OpenCL 3") ? "-cl-std=CL2.0" : "-cl-std=CL3.0";

  cl::Program program(context, source);
  program.build(options.c_str());
  if (!right(program, context, queue)) {
    std::cerr << "wrong: the built program\n";
    return 1;
  }
  cl::Program loaded(context, {devices[0]}, program.getInfo<CL_PROGRAM_BINARIES>());
  loaded.build();
  if (!right(loaded, context, queue)) {
    std::cerr << "wrong: the program of a binary\n";
    return 1;
  }
  cl::Program object(context, source);
  object.compile(options.c_str());
  cl::Program linked = cl::linkProgram(std::vector<cl::Program>{object});
  if (!right(linked, context, queue)) {
    std::cerr << "wrong: the compiled and linked program\n";
    return 1;
  }
  try {
    cl::Program broken(context, "kernel void k(global int *x) { *x = work_group_all(nonsense); }");
    broken.build(options.c_str());
    std::cerr << "wrong: a broken program is built\n";
    return 1;
  } catch (const cl::BuildError &error) {
    if (error.getBuildLog().at(0).second.find("nonsense") == std::string::npos) {
      std::cerr << "wrong: the log of a broken program:\n" << error.getBuildLog().at(0).second << '\n';
      return 1;
    }
  }
  return 0;
} catch (const cl::BuildError &error) {
  std::cerr << error.what() << " gives " << error.err() << '\n';
  for (const auto &log : error.getBuildLog())
    std::cerr << log.second << '\n';
  return 1;
} catch (const cl::Error &error) {
  std::cerr << error.what() << " gives " << error.err() << '\n';
  return 1;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
