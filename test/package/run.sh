#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# run.sh BUILD: tests the build folder, which README's CMake finds by PATH, and the installed tree of `cmake --install BUILD`: the tools run
# from there, and another project finds it by CMake and by pkg-config. `cmake --build BUILD --target uninstall` removes it and nothing else.
set -u
build=$1
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0
try() { # NAME CMD...
  what=$1
  shift
  if "$@" >"$dir/log" 2>&1; then passed=$((passed + 1)); else
    failed=$((failed + 1))
    echo "fail: $what"
    cat "$dir/log"
  fi
}
# After tools/quickstart nothing is installed, and build/bin is in PATH: README's snippet, and its first kernel.
mkdir "$dir/readme"
{
  printf 'cmake_minimum_required(VERSION 3.25)\nproject(readme C)\nadd_executable(application main.c)\n'
  sed -n '/^```cmake/,/^```/{/^```/!p}' "$here/../../README.md"
} >"$dir/readme/CMakeLists.txt"
sed -n '/^\/\/ ranks.cl/,/^```/{/^```/!p}' "$here/../../README.md" >"$dir/readme/ranks.cl"
printf '#include "kernels.h"\nint main(void) { return ranks_spv_size < 20 || ranks_spv[0] != 3; }\n' >"$dir/readme/main.c"
from_build_folder() (
  PATH=$(cd "$build" && pwd)/bin:$PATH
  cmake -S "$dir/readme" -B "$dir/readme/build" -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF && cmake --build "$dir/readme/build" &&
    "$dir/readme/build/application" && grep -q "clgroup_DIR:PATH=$(cd "$build" && pwd)\$" "$dir/readme/build/CMakeCache.txt"
)
try "README's CMake with the build folder" from_build_folder
prefix="$dir/a prefix"
mkdir -p "$prefix/share/clgroup/spirv"
touch "$prefix/share/clgroup/spirv/.someone-else's"
# The target uninstall removes what was installed last, also by another stage.
exec 9>"$build/install.lock"
flock 9
try install cmake --install "$build" --prefix "$prefix"
cat >"$dir/k.cl" <<'K'
kernel void k(global int *p) { p[get_global_id(0)] = work_group_reduce_mul(p[get_global_id(0)]); }
K
try 'clgroup-cc from there' "$prefix/bin/clgroup-cc" "$dir/k.cl" -o "$dir/k.spv"
try 'its SPIR-V' spirv-val "$dir/k.spv"
cat >"$dir/tiles.cl" <<'K'
#define CLGROUP_OPERATOR add
#define CLGROUP_TYPE int
#include <clgroup/operator.h>
kernel void k(global int *p) { p[get_global_id(0)] = tile_reduce_add(p[get_global_id(0)], 8); }
K
try 'a header from there' "$prefix/bin/clgroup-cc" "$dir/tiles.cl" -o "$dir/tiles.spv"
cat >"$dir/tiles.clcpp" <<'K'
#include <clgroup/cooperative_groups.h>
namespace cg = cooperative_groups;
kernel void k(global int *p) { p[get_global_id(0)] = cg::reduce(cg::tiled_partition<8>(cg::this_thread_block()), p[get_global_id(0)]); }
K
try 'one of several parts' "$prefix/bin/clgroup-cc" "$dir/tiles.clcpp" -o "$dir/tiles.spv"
# clgroup_add_kernels, with CMake's generators for make and ninja: modules, and arrays in an application.
cp -R "$here/consumer" "$dir/a project"
configure() { cmake -S "$dir/a project" -B "$out" -G "$1" "-DCMAKE_PREFIX_PATH=$prefix" "-DWRONG=${2-}"; }
is_current() { cmake --build "$out" >"$out/output" 2>&1 && ! grep -E 'by clgroup-cc|Embedding|error' "$out/output"; }
rebuilds() { # FILE MODULE...: of the modules only these are compiled after a change of FILE
  sleep 1
  echo >>"$dir/a project/$1"
  shift
  cmake --build "$out" >"$out/output" 2>&1 || return 1
  [ "$(sed -n 's/.*Compiling \(.*\) by clgroup-cc.*/\1/p' "$out/output" | sort | tr '\n' ' ')" = "$* " ]
}
embeds() {
  "$out/application" "$out/first" "$out/second" && cmp "$out/first" "$out/first.bc" && cmp "$out/second" "$out/second.bc" &&
    [ "$(cat "$out/modules.txt")" = "$out/first.bc;$out/second.bc" ]
}
refuses() { # MESSAGE ARGUMENTS
  ! configure Ninja "$2" >"$out/refused" 2>&1 && tr -s ' \n' ' ' <"$out/refused" | grep -F -e "$1"
}
for generator in 'Unix Makefiles' Ninja; do
  out="$dir/out $generator"
  try "find_package, $generator" configure "$generator"
  try "its build, $generator" cmake --build "$out"
  try "its module, $generator" spirv-val "$out/kernel.spv"
  try "embedded modules, $generator" embeds
  try "nothing to do, $generator" is_current
  try "a header, $generator" rebuilds sub/values.h sub/first.cl
  try "a source, $generator" rebuilds kernel.cl kernel.cl
  try "embedded again, $generator" embeds
done
touch "$prefix/share/clgroup/spirv64.tree.bc"
sleep 1
try 'the device library' rebuilds main.c kernel.cl
commands() { cmake --build "$out" --clean-first -v 2>&1 | grep -e '--emit=bc -DVALUE=7 -cl-std=CL2.0 --strategy=serial --driver=pocl --target=spirv32 -MD'; }
try 'its options' commands
try 'two of one name' refuses '/k.spv, too: rename b/k.cl' 'SOURCES a/k.cl b/k.cl'
try 'one source twice' refuses '/kernel.spv, too: rename kernel.cl' 'SOURCES kernel.cl STRATEGY serial'
elsewhere() { # MESSAGE LANGUAGE COMMANDS: of a project without C, or without find_package in its folder
  rm -rf "$dir/elsewhere" && mkdir -p "$dir/elsewhere/sub" && echo 'find_package(clgroup REQUIRED)' >"$dir/elsewhere/sub/CMakeLists.txt"
  printf 'cmake_minimum_required(VERSION 3.25)\nproject(elsewhere %s)\n%s\n' "$2" "$3" >"$dir/elsewhere/CMakeLists.txt"
  ! cmake -S "$dir/elsewhere" -B "$dir/elsewhere/build" "-DCMAKE_PREFIX_PATH=$prefix" >"$out/refused" 2>&1 && tr -s ' \n' ' ' <"$out/refused" | grep -F -e "$1"
}
try 'no C' elsewhere 'add C to the languages' NONE "$(printf 'find_package(clgroup REQUIRED)\nclgroup_add_kernels(k SOURCES k.cl EMBED)')"
try 'found in another folder' elsewhere 'needs find_package(clgroup) in this folder' C "$(printf 'add_subdirectory(sub)\nclgroup_add_kernels(k SOURCES k.cl)')"
try 'no such format' refuses "FORMAT is 'exe': use spv or bc" 'SOURCES kernel.cl FORMAT exe'
try 'no sources' refuses 'use SOURCES <source>...' 'EMBED'
try 'no such argument' refuses 'use SOURCES <source>...' 'SOURCES kernel.cl STRATEGY'
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name clgroup.pc)")
export PKG_CONFIG_PATH
variable() { pkg-config "--variable=$1" clgroup | sed 's/\\//g'; } # it escapes the space
try 'pkg-config: device library' test -s "$(variable datadir)/spirv64.tree.bc"
try 'pkg-config: headers' test -s "$(variable includedir)/clgroup/clgroup_prelude.h"
try 'pkg-config: compiler' test -x "$(variable bindir)/clgroup-cc"
examples=$here/../../examples
client() { # PACKAGE: pkg-config escapes the space in the folder's name, which xargs reads
  pkg-config --cflags --libs "$1" | xargs cc -std=gnu11 "$examples/lower-groups/lower-groups.c" -o "$dir/client"
}
lowers() ( # SPIR-V with OpGroup instructions becomes some without
  PATH=$build/test/tools:$PATH
  clang -target spir64 -cl-std=CL3.0 -Xclang -cl-ext=+__opencl_c_work_group_collective_functions -O1 -c -emit-llvm "$here/../host/Inputs/calls.cl" -o "$dir/calls.bc" &&
    llvm-spirv "$dir/calls.bc" -o "$dir/calls.spv" && spirv-dis "$dir/calls.spv" | grep OpGroup &&
    LD_LIBRARY_PATH=$(variable libdir) "$1" <"$dir/calls.spv" >"$dir/lowered.spv" && spirv-val "$dir/lowered.spv" &&
    ! spirv-dis "$dir/lowered.spv" | grep OpGroup
)
try 'libclgroup by pkg-config' client clgroup
try 'its client' lowers "$dir/client"
try 'the static library' client clgroup-static
try 'the client with it' lowers "$dir/client"
# A driver's author has no clgroup-cc.
cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }
driver() { # COMPONENTS [OPTION]
  cmake -S "$here/driver" -B "$dir/driver" "-DCMAKE_PREFIX_PATH=$dir/a driver" "-DCOMPONENTS=$1" "-DEXAMPLES=$examples" \
    "-DLLVM=$(cached CLGROUP_LLVM_LIBRARY)" "-DLLVM_INCLUDE=$(cached CLGROUP_LLVM_INCLUDE)" "-DKERNELS=${2-}"
}
for component in library dev; do
  try "component $component" cmake --install "$build" --prefix "$dir/a driver" --component $component
done
lowers_llvm() {
  "$dir/driver/llvm" "$dir/calls.bc" "$dir/lowered.bc" && llvm-spirv "$dir/lowered.bc" -o "$dir/lowered.spv" && spirv-val "$dir/lowered.spv"
}
lacks() { # MESSAGE COMPONENTS [OPTION]
  message=$1
  shift
  ! driver "$@" >"$dir/refused" 2>&1 && tr -s ' \n' ' ' <"$dir/refused" | grep -F -e "$message"
}
try 'the libraries without clgroup-cc' driver 'static;llvm'
try 'their build' cmake --build "$dir/driver"
try 'libclgroup' lowers "$dir/driver/groups"
PATH=$build/test/tools:$PATH
try 'libclgroup-llvm' lowers_llvm
try 'clgroup_add_kernels without clgroup-cc' lacks 'clgroup_add_kernels(kernels ...): needs ' llvm ON
try 'component kernels without it' lacks 'it has no component kernels' kernels
# The sources of a minimal libclgroup are those that lib/README.md names, and no more.
minimal() {
  files=$(sed -n '/^```text/,/^```/{/^```/!p;}' "$here/../../lib/README.md")
  cd "$here/../.." && mkdir "$dir/minimal" && printf 'int clgroup_version();\nint main(void) { return !clgroup_version(); }\n' >"$dir/minimal/main.c" &&
    cc -std=c11 -D_POSIX_C_SOURCE=200809L '-DCLGROUP_VERSION_TEXT="0"' -Iinclude -Ilib -Igeneric "-I$build" "-I$build/lib/library" \
      $files examples/lower-groups/lower-groups.c -o "$dir/minimal/client"
}
try "lib/README.md's libclgroup" minimal
try 'that libclgroup' lowers "$dir/minimal/client"

uninstalls() {
  flock "$build" cmake --build "$build" --target uninstall && [ "$(find "$prefix" ! -type d)" = "$prefix/share/clgroup/spirv/.someone-else's" ] &&
    [ "$(find "$prefix" -name clgroup)" = "$prefix/share/clgroup" ]
}
try 'uninstall' uninstalls
again() { ! flock "$build" cmake --build "$build" --target uninstall >"$dir/again" 2>&1 && grep 'nothing was installed' "$dir/again"; }
try 'uninstall again' again
# In a new prefix nothing remains but folders such as bin.
prefix="$dir/b"
try 'install elsewhere' cmake --install "$build" --prefix "$prefix"
empty() { flock "$build" cmake --build "$build" --target uninstall && [ -z "$(find "$prefix" ! -type d -o -name clgroup)" ]; }
try 'nothing left' empty
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]
