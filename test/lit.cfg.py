# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# lit's view of the tests; CMake makes lit.site.cfg.py, which sets the paths and loads this.
import os
import re
import shutil
import signal
import lit.formats

# What lit was started with is no part of a test: ignored signals (nohup, a shell's background job), blocked ones, a umask.
for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
    if signal.getsignal(number) == signal.SIG_IGN and number not in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
signal.pthread_sigmask(signal.SIG_SETMASK, [])
os.umask(0o022)

config.name = "clgroup"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".test", ".cl", ".ll", ".spvasm"]
# Kernels that the tests compile, and rooms with runners of their own.
config.excludes = ["Inputs", "exec", "extend", "mutants", "reference", "simt", "gpu", "examples", "package", "layer", "fuzz", "cases"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.build_dir, "test")

# Tools are on PATH under their plain names, in the versions that the build found.
config.environment["PATH"] = os.pathsep.join([config.tool_dir, config.wrapper_dir, os.environ["PATH"]])
config.environment["TMPDIR"] = config.temp_dir
# A test that fails shows each command that it ran, so in which round of a loop it was.
config.environment["BASH_ENV"] = os.path.join(config.test_source_root, "trace.sh")
for name in ("LLVM_SYMBOLIZER_PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "POCL_CACHE_DIR"): # the last: a home may be read-only
    if name in os.environ:
        config.environment[name] = os.environ[name]

config.substitutions.append(("%lower", os.path.join(config.build_dir, "lib/clgroup/clgroup-lower") +
                             " folder=" + config.data_dir + " target=spirv64 strategy=tree as_text=1"))
config.substitutions.append(("%arithmetic", "cl_khr_extended_bit_ops,cl_khr_integer_dot_product"))
config.substitutions.append(("%relative", "cl_khr_subgroup_shuffle_relative,cl_khr_subgroup_rotate"))
config.substitutions.append(("%says", os.path.join(config.test_source_root, "says")))
config.substitutions.append(("%data", config.data_dir))
config.substitutions.append(("%include", config.include_dir))
config.substitutions.append(("%build", config.build_dir))
config.substitutions.append(("%src", config.source_dir))
config.substitutions.append(("%examples", os.path.join(config.build_dir, "examples")))
config.substitutions.append(("%llvm-dir", config.llvm_dir))
config.substitutions.append(("%opaque", "-Xclang -opaque-pointers" if config.llvm_major == 15 else ""))
with open(os.path.join(config.source_dir, "lib/names/extensions.inc")) as table:
    config.substitutions.append(("%sub_groups", ",".join("cl_khr_" + name for name in re.findall(r"^CLGROUP_EXTENSION\((subgroup\w*)", table.read(), re.M))))
config.available_features.add("llvm-%d" % config.llvm_major)
if os.path.exists(os.path.join(config.libclc_dir, "amdgcn--amdhsa.bc")):
    config.available_features.add("libclc")
if os.path.exists(config.lld):
    config.available_features.add("lld")
for program in ("git", "ptxas"):
    if shutil.which(program):
        config.available_features.add(program)
if os.geteuid() == 0:
    config.available_features.add("root")
