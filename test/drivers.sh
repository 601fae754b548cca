# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by test/stage.sh and test/mutants/run.sh: how to tell a driver that crashes by itself from a test that fails, and PoCL 3.1.
#
#   clgroup_crashed LOG   is LOG, of clgroup-test functions or clgroup-apps, from a run that a driver's crash ended, or a hang in a build?
#   clgroup_lists_pocl3   does the list of devices, on standard input, have one of PoCL before version 4? Newer ones call it cpu.
#
# Intel's compiler has been seen to crash ("double free", in about one run of ten that compile many kernels), and to hang while it
# reports that. Such a run says nothing about the library: it is tried again, three times in all.

clgroup_crashed() {
  grep -qE '^fail: .*crashed with signal|^fail: ([^: ]*/)?build(/[^:]*)?: hangs' "$1"
}

clgroup_lists_pocl3() {
  grep -q '^  device [0-9]*: pthread-'
}
