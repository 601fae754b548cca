# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The stages of the tests, the only table of them. Each is a test of CTest: in build/, where test/CMakeLists.txt includes this file
# (ctest --preset quick), and in build/check for tools/check, which runs `cmake -DOUT=FILE -P test/stages.cmake`.
#
#   stage(NAME LINE [SET...])
#
# LINE is a command of sh, which test/stage.sh runs: it knows functions such as `exec_test BED`, and these variables. $full is 1 in
# --full, else empty; $quick is --quick, in --full empty; $and_full is --full there; `in_full A B` prints A there, else B.
# SET says what runs the stage: `here`, this machine's own devices (tools/check --here, and all others); `ci` (tools/check);
# `sid`, `packages`, `i386`, `arm64` (with that option); `quick`, five minutes for daily work (ctest --preset quick); without a SET that
# of `set(default ...)`, with `full` the same in --full alone, with `brief` not there. The set, the kind of driver and the build
# that it needs, by its name, are CTest's labels and fixtures.
# test/README.md says how to read names.
get_filename_component(root ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)

function(stage name line)
  set(sets ${ARGN})
  if(NOT sets)
    set(sets ${default})
  elseif(sets MATCHES "^(full|brief)$")
    string(REPLACE full ${default}-full sets "${sets}")
    string(REPLACE brief "${default};brief" sets "${sets}")
  endif()
  set(need build)
  if(name MATCHES "^(build|trixie-build|sid-build|format|cppcheck|scripts|structure|layer-fuzz)$|debian-")
    set(need "")
  elseif(name MATCHES "^asan-(lit|simt)$|-address$")
    set(need asan-build)
  elseif(name STREQUAL arm64)
    set(need build trixie-build)
  elseif(name MATCHES "(trixie|sid)-")
    set(need ${CMAKE_MATCH_1}-build)
  endif()
  set(kind host)
  if(name MATCHES "simt|-sm_|-gfx|-nvptx|-amdgcn$|^codegen-|machine-code$|^cooperative-table$|^gpu-run$")
    set(kind gpu)
  elseif(name MATCHES "intel|^layer-dpnp$")
    set(kind intel)
  elseif(name MATCHES "rusticl|-zink|-for-all$")
    set(kind rusticl)
  elseif(name MATCHES "pocl|-pyopencl$|^oclgrind-|^examples$|^bench-build$")
    set(kind pocl)
  endif()
  # Seconds, of those that take minutes, if only in --full: CTest begins with them. Of the others it keeps the times of the last run.
  set(cost 0)
  if(name MATCHES "^sequences-(pocl3|trixie|sid|intel)")
    set(cost 400)
  elseif(name MATCHES "-suite$|^mutants$|^layer-pyopencl$|machine-code$")
    set(cost 300)
  elseif(name MATCHES "^(replay|groups)-(pocl3|trixie|sid|intel)|^sub-groups-pocl3|lit$|^extend$")
    set(cost 120)
  endif()
  if(CMAKE_SCRIPT_MODE_FILE)
    set(limit "$ENV{TESTS_LIMIT}") # of seconds for each stage; by hand there is none
    file(APPEND ${OUT} "add_test(${name} [==[${root}/test/stage.sh]==] ${name} [==[${line}]==])\n"
                       "set_tests_properties(${name} PROPERTIES LABELS [==[${kind};${sets}]==] FIXTURES_SETUP ${name}\n"
                       "  FIXTURES_REQUIRED [==[${need}]==] SKIP_RETURN_CODE 77 TIMEOUT 0${limit} COST ${cost})\n")
  else()
    add_test(NAME ${name} COMMAND ${root}/test/stage.sh ${name} "${line}")
    set_tests_properties(${name} PROPERTIES LABELS "${kind};${sets}" FIXTURES_SETUP ${name} FIXTURES_REQUIRED "${need}"
                                            SKIP_RETURN_CODE 77 TIMEOUT 0 COST ${cost})
  endif()
endfunction()

# The kept cases, and a fixed number of random programs, which are the same in each run, so that a new failure is due to the change
# at hand; tools/random runs new ones for as long as one likes. The link route is not tested on PoCL: its compiler fails on some
# barriers in branches and loops, which only clgroup-cc can avoid. Rusticl 25 compiles some programs for a minute with
# -cl-opt-disable. The compile route (compile-*) gives a driver what clgroup-cc writes by hand (cc-*): by it only the kept cases
# run, with --full. Auto is compile-serial on PoCL, link-serial on Intel's runtime, compile-vector on llvmpipe and link-tree on
# trixie's zink (drivers.inc). trixie and sid have two versions of a driver each: they share the random programs.
#   TAKEN: ways of what the layer and clgroup-cc take there, by which all kept cases run; OTHERS: ways of the cases whose first line,
#   which says what failed, names no driver, or matches OWN; UNNAMED own: without the former, which a newer version runs; FEW: ways of
#   random programs, in --full of groups and sequences in loops, too; SEQUENCES: ways of all calls in a row of up to three, in
#   --full of up to four.
function(random_stages bed)
  cmake_parse_arguments(PARSE_ARGV 1 r "" "TAKEN;OTHERS;OWN;UNNAMED;FEW;COUNT;SEED;GROUPS;SEQUENCES;GROUPS_BY" "")
  foreach(default_value "FEW cc-*,link-*,auto" "COUNT 10" "SEED 1" "GROUPS 1" "SEQUENCES auto" "GROUPS_BY ${r_TAKEN}")
    string(REPLACE " " ";" default_value "${default_value}")
    list(GET default_value 0 key)
    if(NOT DEFINED r_${key})
      list(GET default_value 1 r_${key})
    endif()
  endforeach()
  stage(replay-${bed} "tools/on-bed ${bed} clgroup-test random replay --timeout 240 --way \"$(in_full all '${r_TAKEN}')\" test/random/cases/*.cl")
  if(r_OTHERS)
    stage(replay-${bed}-others "replay_others ${bed} '${r_OTHERS}' '${r_OWN}' ${r_UNNAMED}" brief)
  endif()
  # On PoCL 6.0, between 3.1 and 7.1, and on one of two versions of rusticl with --full alone.
  set(sets ${default})
  if(bed MATCHES "^(trixie-pocl|sid-rusticl)$")
    set(sets full)
  endif()
  set(run "tools/on-bed ${bed} clgroup-test random sequences --reduce $out/random --timeout 240 --count")
  stage(sequences-${bed} "${run} $(in_full 30 6) --way '${r_SEQUENCES}'" ${sets})
  stage(sequences-${bed}-ways "${run} 6 --seed 26 --way '${r_FEW}'" full) # those in loops
  # Cooperative groups, in C++: few, since drivers compile each for seconds.
  stage(groups-${bed} "tools/on-bed ${bed} clgroup-test random groups --reduce $out/random --timeout 240 --seed $(in_full 1 ${r_SEED}) \
--count $(in_full 40 ${r_GROUPS}) --way \"$(in_full '${r_FEW}' '${r_GROUPS_BY}')\"")
  stage(random-${bed} "tools/random --bed ${bed} --minutes 60 --keep $out/random --seed $(in_full 1 ${r_SEED}) \
--count $(in_full 40 ${r_COUNT}) --reduce-minutes 1 --timeout 240 --way \"${r_FEW}\"")
endfunction()

# Functions that --provide links, where the driver may lack them.
function(provided_stage bed way)
  stage(provided-${bed} "CLGROUP_EXTENSIONS=opencl_c_3.1 tools/on-bed ${bed} clgroup-test random replay --way ${way} test/simt/integers.cl" ${ARGN})
endfunction()

# The atomics of clang's opencl-c.h beside the driver's own compiler. (All of its functions take hours, by hand: clgroup-test random
# builtins --platform NAME.) STANDARD is one of which the driver has most: to refuse the others takes minutes.
function(builtins_stage bed standard ways)
  stage(builtins-${bed} "tools/on-bed ${bed} clgroup-test random builtins --some --standard ${standard} --name '* atom*' --way \"$(in_full '${ways},auto' '${ways}')\" --timeout 240" ${ARGN})
endfunction()

# Applications of all kinds, and the execution tests from plain source and from SPIR-V. ROUTE is CLGROUP_ROUTE.
function(layer_stages name mode bed build route)
  set(sets ${default})
  if(name MATCHES "-(pocl|rusticl)$") # by the driver's linker, and the layer takes compile
    set(sets full)
  endif()
  set(with "CLGROUP_ROUTE=${route} under ${mode} ${build}")
  stage(${name}-apps "${with} apps ${bed} ${build} --layer" ${sets})
  # Of PoCL 3.1 pocl3-module-serial has all types by the same strategy; the layer sees none.
  set(less "")
  if(bed STREQUAL pocl3)
    set(less " --sizes")
  endif()
  stage(${name}-source "${with} exec_test ${bed}${less} --way source --quick")
  if(bed MATCHES "zink$") # slow; rusticl reads SPIR-V the same way on both
    stage(${name}-il "${with} exec_test ${bed} --way il --quick" full)
  elseif(NOT bed STREQUAL pocl3)
    stage(${name}-il "${with} exec_test ${bed} --way il --quick")
  endif()
endfunction()

# The table of test/layer/apps/features.c: who builds, in mode auto and with clgroup-cc.
function(language_stage bed build)
  stage(layer-${bed}-language "CLGROUP_LOG=all CLGROUP_EXTENSIONS= under auto ${build} apps ${bed} ${build} --layer --filter language_table" ${ARGN})
endfunction()

# On a driver that has the functions, mode auto replaces the wrong ones (drivers.inc). No extension is offered, since with one it would
# replace all.
function(native_stages name bed build filter)
  stage(${name}-auto "CLGROUP_EXTENSIONS= under auto ${build} exec_test ${bed} --way source --quick --filter '${filter}'")
  stage(${name}-auto-il "CLGROUP_EXTENSIONS= under auto ${build} exec_test ${bed} --way il --quick --filter '${filter}'")
endfunction()

# The functions of sub-groups, by ways, each with its options: module, by clgroup-cc --provide; source and il, under the layer, which
# must offer all that OpenCL C 3.1 requires. Without --full of these types alone.
function(sub_group_stages bed build types)
  foreach(way ${ARGN})
    string(REGEX REPLACE " .*" "" name "${way}")
    set(with "")
    set(require "")
    if(NOT name STREQUAL module)
      set(with "under auto ${build} ")
      set(require " --require opencl_c_3.1")
    endif()
    if(bed STREQUAL pocl3)
      string(PREPEND with "needs_pocl3; ")
    endif()
    stage(sub-groups-${bed}-${name}
          "${with}tools/on-bed ${bed} clgroup-test sub-groups $(in_full '' '--quick --types ${types}') --way ${way}${require}")
  endforeach()
endfunction()

function(local_stages)
  # All of the tests of lit run as asan-lit, and optimised, by another LLVM, as trixie-lit.
  stage(lit "if [ -n \"$full$here\" ]; then test/lit.sh build; else lit_without_asan; fi")
  stage(mutants "test/mutants/run.sh $and_here $(in_full '' '--part 6') build")
  stage(reference "build/bin/clgroup-test reference" ${daily})
  stage(package "test/package/run.sh build")
  stage(trust "test/trust/run.sh build" ${daily})
  stage(docs "test/docs/run.sh build" ${daily})
  stage(extend "test/extend/run.sh $and_here build")
  stage(examples "test/examples/run.sh build" ${daily})
  foreach(strategy serial tree) # what the layer takes, and clgroup-cc's default
    set(less "")
    if(strategy STREQUAL tree) # as Oclgrind and Intel's runtime have it in all types
      set(less " --sizes")
    endif()
    stage(pocl3-module-${strategy} "exec_test pocl3${less} --strategy ${strategy} $quick")
    stage(oclgrind-${strategy} "test/exec/oclgrind.sh build --strategy ${strategy}")
  endforeach()
  sub_group_stages(pocl3 build short "module --strategy serial" source)
  stage(scans-pocl3 "tools/on-bed pocl3 clgroup-test scans --quick --strategy serial --filter 'maps1*.items*'")
  # A promise about sub-groups, where a strategy has none.
  stage(scans-pocl3-promise "tools/on-bed pocl3 clgroup-test scans --strategy tree --sub-group-size 16 --filter 'add.uint.tile_[18]*'")
  stage(layer-scan "build/bin/clgroup-scan-test" ${daily})
  stage(layer-scan-clang "test/layer/scan/against-clang.py build/bin/clgroup-scan-test build/test/tools/clang")
  stage(layer-compiler "build/bin/clgroup-compiler-test build/bin/clgroup-cc" ${daily})
  stage(layer-stub "test/layer/stub/run.sh build" ${default}-full quick)
  stage(layer-stub-plain "test/layer/stub/run.sh --sanitizer none build" brief)
  stage(layer-stub-address "test/layer/stub/run.sh --sanitizer address build-asan/clgroup/build")
  stage(layer-stub-thread "test/layer/stub/run.sh --sanitizer thread build")
  stage(layer-stub-valgrind "test/layer/stub/run.sh --sanitizer valgrind build")
  layer_stages(layer-pocl3 auto pocl3 build auto)
  stage(layer-pocl3-written "needs_pocl3; CLGROUP_CC=/nowhere under auto build tools/on-bed pocl3 clgroup-apps --layer --filter 'extension_*'")
  language_stage(pocl3 build)
  stage(layer-pocl3-cooperative "under auto build tools/on-bed pocl3 clgroup-test groups --source --strategy tree --quick --filter 'tile8/*_plus*'")
  stage(random-selftest "build/bin/clgroup-test random selftest")
  random_stages(pocl3 TAKEN cc-tree,auto FEW cc-*,auto COUNT 20 GROUPS 2) # it cannot link
  builtins_stage(pocl3 CL3.0 cc-serial)
  provided_stage(pocl3 cc-serial)
  stage(bench-build "build/bin/clgroup-bench build --repeats 2 --platform Portable && under always build build/bin/clgroup-bench build --repeats 2 --platform Portable")
  stage(layer-pocl3-clients "test/layer/clients/run.sh build")
  stage(layer-pocl3-suite "test/layer/clients/pocl.sh build $(in_full '' '--tenth 0')")
  stage(layer-pyopencl "tools/testbed pyopencl test/layer/clients/suite.sh build pyopencl $and_full")
  stage(pocl3-limit "exec_test pocl3 --strategy serial --limit 7 --quick --max-size 1024 --filter '*_add/[if]*'")
  stage(pocl3-default "exec_test pocl3 --strategy serial --limit default --quick --max-size 4096" full)
  # PoCL compiles a kernel again for each size of work-group.
  foreach(group tile8 tile64 labels32)
    stage(pocl3-cooperative-${group} "tools/on-bed pocl3 clgroup-test groups --strategy tree --quick --filter '${group}/*_plus*'")
  endforeach()
  stage(pocl3-cooperative-table "tools/on-bed pocl3 clgroup-test groups --strategy tree --table docs/cooperative-groups.md")
  stage(pocl3-cooperative-atomics "tools/on-bed pocl3 clgroup-test groups --strategy tree --filter 'atomic/*'")
  stage(pocl3-rewrite "exec_test pocl3 --sizes --way rewrite --strategy serial --quick") # simt-gfx90a-rewrite has all types
endfunction()

# The code for GPUs, by the executor (test/simt).
function(simt_stages)
  stage(simt "build/bin/clgroup-simt-test" ${daily})
  # From SPIR-V each target gets what clang would have made of the source.
  stage(simt-gfx90a-rewrite "exec_test simt-gfx90a --way rewrite --strategy subgroup --quick")
  stage(simt-sm_86-rewrite "exec_test simt-sm_86 --way rewrite --strategy subgroup --quick" full)
  stage(simt-sm_86 "exec_test simt-sm_86 --strategy subgroup --quick" ${daily})
  stage(simt-gfx1030-wave64 "exec_test simt-gfx1030-wave64 --sizes --strategy subgroup --quick")
  stage(simt-gfx1100 "exec_test simt-gfx1100 --strategy subgroup --quick" full) # clgroup-cc writes it the LLVM IR of gfx1030
  foreach(arch sm_75 gfx90a gfx1030)
    # --quick alone stops at 256, for which AMD has other code.
    set(less "")
    if(arch STREQUAL gfx1030) # gfx90a has all types
      set(less " --sizes")
    endif()
    stage(simt-${arch} "exec_test simt-${arch}${less} --strategy subgroup --quick --max-size 1024")
    stage(functions-${arch} "tools/on-bed simt-${arch} clgroup-test random replay --way cc-subgroup test/simt/*.cl")
    set(less "")
    if(arch STREQUAL gfx1030) # sub-groups of 32 as sm_75's
      set(less "$(in_full '' --quick)")
    endif()
    stage(scans-${arch} "tools/on-bed simt-${arch} clgroup-test scans ${less}")
    random_stages(simt-${arch} TAKEN cc-subgroup OTHERS cc-tree OWN "executor|amdgcn" FEW cc-subgroup,cc-tree COUNT 40
                  GROUPS 20 GROUPS_BY cc-subgroup,cc-tree SEQUENCES cc-subgroup)
  endforeach()
  foreach(arch sm_75 gfx90a)
    stage(simt-${arch}-tree "exec_test simt-${arch} --strategy tree --quick" full)
    stage(simt-${arch}-options "exec_test simt-${arch} --strategy subgroup --filter 'options/*'") # -O0 to -O3 and others
  endforeach()
  foreach(arch sm_86 gfx90a)
    stage(sub-groups-${arch} "tools/on-bed simt-${arch} clgroup-test sub-groups")
  endforeach()
  stage(sub-groups-gfx1030 "tools/on-bed simt-gfx1030 clgroup-test sub-groups $(in_full '' '--types char,int,long,half,double')")
  stage(sub-groups-sm_75 "tools/on-bed simt-sm_75 clgroup-test sub-groups" full)
  # Each built-in function is there: a sample of them that has each name, in --full for each version of OpenCL C. All 12,000 of a version
  # take minutes, on amdgcn tens of them: by hand.
  foreach(target nvptx64.sm_70 amdgcn.gfx90a)
    string(REPLACE "." ";" target ${target})
    list(GET target 0 name)
    list(GET target 1 arch)
    stage(builtins-${name} "build/bin/clgroup-test random builtins --some $(in_full '' '--standard CL3.0') --compile \"build/bin/clgroup-cc --target=${name} -march=${arch}\"")
  endforeach()
  stage(cooperative-sm_86 "tools/on-bed simt-sm_86 clgroup-test groups $quick")
  stage(cooperative-sm_75 "tools/on-bed simt-sm_75 clgroup-test groups --quick --filter '*/reduce_*'") # the others are the same
  foreach(arch gfx90a gfx1030)
    stage(cooperative-${arch} "tools/on-bed simt-${arch} clgroup-test groups --quick")
  endforeach()
  stage(cooperative-gfx1030-wave64 "tools/on-bed simt-gfx1030-wave64 clgroup-test groups --quick" full)
  stage(cooperative-table "tools/on-bed simt-sm_75 clgroup-test groups --table docs/cooperative-groups.md")
  # Whole programs, which the executor's driver compiles by clgroup-cc. Its host code is the same for all devices, so one is enough.
  stage(apps-simt-gfx1030 "tools/on-bed simt-gfx1030 clgroup-apps")
  stage(apps-simt-sm_75 "tools/on-bed simt-sm_75 clgroup-apps" full)
  # The step behind which the executor does not see, by this LLVM; by newer ones below.
  stage(machine-code "test/machine-code/run.sh build $(in_full '' 'gfx90a gfx1030 gfx1100-wave64 sm_70 sm_86')")
  stage(examples-simt-sm_75 "test/examples/run.sh build --target 'nvptx64 sm_75'")
  stage(examples-simt-gfx90a "test/examples/run.sh build --target 'amdgcn gfx90a'")
endfunction()

function(intel_stages)
  # The driver's own functions. Its logical operators take true for -1, one scan keeps the values of lanes that take no part, and shuffles
  # of 16 bits crash its compiler on Sapphire Rapids (docs/drivers.md). Types of 1 and 2 bytes: the executor's devices have them.
  stage(intel-sub-groups "again_after_crash tools/on-bed intel clgroup-test sub-groups $quick --exclude '*_logical_*' \
--exclude 'non_uniform_scan_exclusive_add.float' --exclude flow_widths $(in_full '' '--exclude *.char --exclude *.uchar --exclude *.short --exclude *.ushort')")
  # What --provide makes of the device's own sub-groups. (The ballots and the like are the driver's instructions; see above.)
  file(STRINGS ${root}/lib/names/extensions.inc of_sub_groups REGEX "^CLGROUP_EXTENSION\\(subgroup_")
  list(TRANSFORM of_sub_groups REPLACE "^[^(]*\\(([a-z_]*),.*" "cl_khr_\\1")
  list(JOIN of_sub_groups "," of_sub_groups)
  stage(intel-sub-groups-provided "again_after_crash tools/on-bed intel clgroup-test sub-groups --way module --provide ${of_sub_groups} --quick \
--exclude '*_logical_*' --exclude non_uniform_scan_exclusive_add.float $(in_full '' '--types char,float')")
  foreach(strategy vector tree) # tree is clgroup-cc's default
    stage(intel-module-${strategy} "exec_test intel --strategy ${strategy} $quick")
  endforeach()
  foreach(strategy subgroup serial)
    stage(intel-module-${strategy} "exec_test intel --strategy ${strategy} $quick" full)
  endforeach()
  stage(intel-link-serial "exec_test intel --way link --strategy serial $quick") # what the layer takes
  foreach(strategy subgroup vector tree)
    stage(intel-link-${strategy} "exec_test intel --way link --strategy ${strategy} --quick" full)
  endforeach()
  # Some sizes of tile are enough: the executor's devices have all. With tiles of 1 this driver loses zeros that are stored in a local
  # variable and copied with the rest of it, where nothing is computed. Without sub-groups, as clgroup-cc's default, but for coalesced
  # groups, which need them.
  foreach(groups tile8 tile64 coalesced atomic tile4 tile1024 labels32)
    set(sets ${default})
    if(groups MATCHES "tile4|tile1024|labels32")
      set(sets full)
    endif()
    set(less "$(in_full '' '--strategy tree')")
    if(groups MATCHES "coalesced|labels32")
      set(less "")
    endif()
    stage(intel-cooperative-${groups} "again_after_crash tools/on-bed intel clgroup-test groups --quick --filter '${groups}*/*' ${less}" ${sets})
  endforeach()
  # A struct of 9 bytes, of which the compiler once died.
  stage(intel-cooperative-bytes "again_after_crash tools/on-bed intel clgroup-test groups --strategy tree --quick --filter 'tile256/*composed9_*'")
  stage(intel-scans "again_after_crash tools/on-bed intel clgroup-test scans --quick --strategy tree")
  stage(intel-scans-subgroup "again_after_crash tools/on-bed intel clgroup-test scans --quick" full)
  stage(examples-intel "tools/testbed intel test/examples/run.sh build Intel serial $(in_full vector)")
  # The textbook kernels by sub-group functions, which PoCL 3.1 has not.
  stage(intel-bench "tools/testbed intel build/bin/clgroup-bench run --quick --cpu --strategy vector --shape cached,user \
--function reduce_add,scan_inclusive_add,scan_exclusive_add,all,any --type int,float --size 48,256 --peer native,compile,link")
  random_stages(intel TAKEN cc-vector,cc-tree,auto OTHERS "cc-s*,link-[!s]*,link-subgroup" OWN Intel COUNT 20 GROUPS 2)
  builtins_stage(intel CL3.0 cc-vector,auto) # auto is link-serial here
  provided_stage(intel cc-vector)
  # As users compile, with a second copy of each kernel's code for larger work-groups. This compiler fails by chance on kernels of
  # many blocks, so by vector on the second case (docs/drivers.md).
  stage(random-intel-unasked "tools/on-bed intel clgroup-test random run --reduce $out/random --reduce-minutes 1 --timeout 240 --default-limit \
--builds 5 --seed 41 --count 4 --way 'cc-tree,cc-serial,cc-vector'")
  stage(replay-intel-builds "tools/on-bed intel clgroup-test random replay --timeout 240 --default-limit --builds $(in_full 20 8) \
--way 'cc-tree,cc-serial,cc-subgroup' test/random/cases/intel-cross-barrier-values.cl")
  # Of several chunks.
  stage(intel-limit-7-vector "exec_test intel --strategy vector --limit 7 --quick --max-size 1024 --filter \"$(in_full '*' '*/int/*')\"")
  stage(intel-limit-7-subgroup "exec_test intel --strategy subgroup --limit 7 --quick --max-size 1024" full)
  foreach(limit 1 64)
    stage(intel-limit-${limit} "exec_test intel --strategy vector --limit ${limit} --quick --max-size 2048" full)
  endforeach()
  foreach(other tree serial)
    stage(intel-exceptions-${other} "exec_test intel --strategy 'subgroup,scan_*=${other},all=${other},reduce_add/float=${other}' --limit 64 --quick" full)
  endforeach()
  stage(intel-default "exec_test intel --strategy tree --limit default --quick --max-size 8192" full)
  stage(intel-exceptions-vector "exec_test intel --strategy 'vector,scan_*=serial,all=serial' --limit 64 --quick" full)
  stage(intel-rewrite "exec_test intel --sizes --way rewrite --strategy vector --quick")
  foreach(strategy vector subgroup) # its compiler takes minutes for 32 and 64, which neither the layer nor clgroup-cc chooses
    foreach(size 8 4 16 32 64)
      set(sets full)
      if("${size}-${strategy}" STREQUAL 8-vector)
        set(sets ${default})
      endif()
      stage(intel-sub-group-${size}-${strategy} "exec_test intel --sizes --strategy ${strategy} --sub-group-size ${size} --quick" ${sets})
    endforeach()
  endforeach()
  stage(intel-info "tools/testbed intel build/bin/clgroup-info | grep -A 99 ', driver 2026.22' | grep -A 9 'strategy  *serial: with sub-group' | \
grep 'avoids  *intel-rotate, driver from 2026, seen up to 2026.22: '")
  layer_stages(layer-intel always intel build auto)
  language_stage(intel build)
  stage(layer-intel-loader "tools/testbed intel-loader build/bin/clgroup-stub-test --group \
lacking-loader,link-loader,link-loader-between,threads-loader,processes-loader")
  stage(layer-intel-cooperative "under auto build tools/on-bed intel clgroup-test groups --source --quick --filter 'coalesced-arms/*'")
  # Kernels of which not all tiles make a call, which ask for sub-groups of the tile's size.
  stage(layer-intel-cooperative-apart "under auto build tools/on-bed intel clgroup-test groups --source --quick --filter 'tile32apart/exclusive_*'")
  stage(layer-intel-compile-source "compiled compile under always build exec_test intel --sizes --way source --quick")
  native_stages(layer-intel-all intel build "all*")
  native_stages(layer-intel-broadcast intel build "broadcast_*/int/*")
  native_stages(layer-intel-half intel build "broadcast_1d/half/*")
  stage(layer-intel-2023 "older_intel 2023")
  foreach(year 2021 2022 2024 2025)
    stage(layer-intel-${year} "older_intel ${year}" full)
  endforeach()
  # A loader that loads no layers: they are not checked, which is no fault of theirs.
  stage(layer-intel-2021-loader "tools/testbed intel-2021-loader build/bin/clgroup-run build/bin/clgroup-info --check | \
grep -A 99 'not checked, since it is not loaded: the OpenCL loader' | grep 'the layer: 0 right, 0 wrong, 0 missing, 0 crash or hang'" full)
  foreach(size 4 8 16 32 64)
    stage(layer-intel-sub-group-${size} "CLGROUP_STRATEGY=vector under always build exec_test intel --way source --sub-group-size ${size} --quick --filter 'scan_*'" full)
  endforeach()
  stage(layer-intel-clients "tools/testbed intel test/layer/clients/run.sh build")
  stage(layer-dpnp "tools/testbed dpnp test/layer/clients/suite.sh build dpnp $and_full")
endfunction()

# What the layer takes there, in all shapes of work-group where it compiles for rusticl, the kept cases and random programs.
function(driver_stages suite quick)
  stage(${suite}-rusticl-module-vector "exec_test ${suite}-rusticl --strategy vector ${quick}")
  stage(${suite}-rusticl-link-vector "exec_test ${suite}-rusticl --way link --strategy vector ${quick}")
  foreach(way module link)
    stage(${suite}-pocl-${way}-serial "exec_test ${suite}-pocl --way ${way} --strategy serial --quick")
  endforeach()
  if(suite STREQUAL sid)
    sub_group_stages(sid-pocl build-sid uchar "module --strategy serial" source il)
  else()
    sub_group_stages(trixie-pocl build-trixie int "source --uniform")
    # By SPIR-V 1.3 its own ballots have no broadcast by an index that is no constant.
    sub_group_stages(trixie-rusticl build-trixie ushort "source --full --exclude non_uniform_broadcast*")
    # As without clgroup-cc: what the layer writes before the source.
    set(written "CLGROUP_CC=/nowhere CLGROUP_EXTENSIONS=opencl_c_3.1 under auto build-trixie")
    stage(sub-groups-trixie-rusticl-written
          "${written} tools/on-bed trixie-rusticl clgroup-test sub-groups --full --way source --require opencl_c_3.1")
    stage(sub-groups-trixie-rusticl-written-il
          "${written} tools/on-bed trixie-rusticl clgroup-test sub-groups --full --quick --types ushort --way il --require opencl_c_3.1")
    stage(sub-groups-trixie-pocl-written
          "${written} tools/on-bed trixie-pocl clgroup-test sub-groups --quick --way source --filter '*_m[ai][nx]*' --types short \
--require cl_khr_subgroup_extended_types")
  endif()
  stage(${suite}-written-il "for bed in ${suite}-pocl ${suite}-rusticl; do CLGROUP_CC=/nowhere CLGROUP_EXTENSIONS=opencl_c_3.1 under auto \
build-${suite} tools/on-bed $bed clgroup-apps --layer --filter 'il_[ar]*' || exit 1; done")
  # docs/linking.md's bitcode. PoCL 6 cannot link helpers that ask for ids.
  stage(${suite}-rusticl-clang-chunks "exec_test ${suite}-rusticl --way clang --strategy chunks --quick")
  stage(${suite}-pocl-clang-tree "exec_test ${suite}-pocl --way clang --strategy tree --quick --max-size 1024 --exclude 'calls/helper*'")
  stage(${suite}-rusticl-clang-vector "exec_test ${suite}-rusticl --way clang --strategy vector --quick --max-size 1024" full)
  # Structs of bytes: PoCL 7.1 loads values again, without POCL_PREGION_VALUE_REMAT=0 (docs/drivers.md).
  stage(${suite}-pocl-cooperative-bytes "tools/on-bed ${suite}-pocl clgroup-test groups --strategy tree --quick --filter 'tile[28]/*composed*'")
  set(between ${default}) # PoCL 6.0 lies between 3.1, which the stages of pocl3 test, and 7.1
  set(sequences link-serial,auto) # PoCL 7.1 is the one that loaded results of link again
  set(own "PoCL( 7|,| [a-z])")
  set(rusticl_own "rusticl( ?26|[ ]25 and 26|,| [a-z])")
  set(rusticl_sequences auto) # mesa's
  set(rusticl_builtins full)
  set(unnamed "")
  set(tree cc-tree,)
  set(own_tree "")
  set(seed 12)
  if(suite STREQUAL trixie)
    set(between full)
    set(sequences auto)
    set(own "PoCL( 6| 3.1 and 6|,| [a-z])")
    set(rusticl_own "rusticl( 25|,| [a-z])")
    set(rusticl_sequences link-vector,auto)
    set(rusticl_builtins ${default})
    set(unnamed UNNAMED own)
    set(tree "")
    set(own_tree cc-tree,)
    set(seed 34) # its groups have a choice of variables (lib/lower/passes/choices.c)
  endif()
  stage(layer-${suite}-pocl-suite "tools/testbed --platform pocl ${suite} test/layer/clients/pocl.sh build-${suite} $(in_full '' '--tenth 5')" ${between})
  random_stages(${suite}-pocl TAKEN ${tree}auto OTHERS "${own_tree}link-*" OWN ${own} ${unnamed} FEW cc-*,auto SEED ${seed} SEQUENCES ${sequences}
                GROUPS_BY cc-tree,auto)
  random_stages(${suite}-rusticl TAKEN ${tree}link-vector,auto OTHERS "${own_tree}cc-s*,link-s*,link-tree" OWN ${rusticl_own} ${unnamed} SEED ${seed}
                SEQUENCES ${rusticl_sequences} GROUPS_BY cc-tree,auto)
  builtins_stage(${suite}-pocl CL3.0 cc-serial ${between})
  provided_stage(${suite}-pocl cc-serial,link-serial)
  provided_stage(${suite}-rusticl cc-vector,link-tree)
  builtins_stage(${suite}-rusticl "$(in_full CL3.0 CL1.2)" cc-vector ${rusticl_builtins})
endfunction()

function(chroot_stages suite)
  # What needs no LLVM runs as asan-lit.
  stage(${suite}-lit "tools/testbed ${suite} test/lit.sh build-${suite} $(in_full '' '--filter code/|symbols/|host/(cc|embed|lib)')")
  foreach(way module link)
    foreach(strategy subgroup tree serial)
      stage(${suite}-rusticl-${way}-${strategy} "exec_test ${suite}-rusticl --way ${way} --strategy ${strategy}" full)
    endforeach()
    foreach(strategy vector subgroup tree)
      stage(${suite}-pocl-${way}-${strategy} "exec_test ${suite}-pocl --way ${way} --strategy ${strategy} --quick" full)
    endforeach()
  endforeach()
  stage(${suite}-pocl-limit-serial "exec_test ${suite}-pocl --strategy serial --limit 7 --quick --max-size 1024 --filter '*_add/int/*'")
  stage(${suite}-pocl-limit-tree "exec_test ${suite}-pocl --strategy tree --limit 64 --quick --max-size 2048" full)
  foreach(groups tile8 labels32 coalesced atomic)
    stage(${suite}-rusticl-cooperative-${groups} "tools/on-bed ${suite}-rusticl clgroup-test groups --quick --filter '${groups}*/*'")
  endforeach()
  foreach(groups tile1 tile32 tile64)
    stage(${suite}-rusticl-cooperative-${groups} "tools/on-bed ${suite}-rusticl clgroup-test groups --quick --filter '${groups}*/*'" full)
  endforeach()
  stage(${suite}-pocl-cooperative "tools/on-bed ${suite}-pocl clgroup-test groups --strategy tree --quick --filter '*/*_plus*'")
  # The driver's own functions, in full sub-groups: rusticl's get_sub_group_size() is wrong in others (docs/drivers.md). PoCL's sub-groups
  # are rows of the work-group, too long for this test.
  stage(${suite}-rusticl-sub-groups "tools/on-bed ${suite}-rusticl clgroup-test sub-groups --full")
  stage(${suite}-rusticl-scans "tools/on-bed ${suite}-rusticl clgroup-test scans --quick --filter 'maps1.*'")
  stage(${suite}-rusticl-examples "tools/testbed --platform rusticl ${suite} test/examples/run.sh build-${suite} --scans rusticl vector $(in_full serial)")
  layer_stages(layer-${suite}-rusticl auto ${suite}-rusticl build-${suite} link)
  stage(layer-${suite}-rusticl-cooperative "under auto build-${suite} tools/on-bed ${suite}-rusticl clgroup-test groups --source --quick --filter 'tile8/*'")
  stage(layer-${suite}-rusticl-compile-apps "compiled auto under auto build-${suite} apps ${suite}-rusticl build-${suite} --layer")
  stage(layer-${suite}-rusticl-compile-source "compiled auto under auto build-${suite} exec_test ${suite}-rusticl --way source --quick")
  stage(layer-${suite}-rusticl-subgroup "CLGROUP_ROUTE=link CLGROUP_STRATEGY=subgroup says 'linked .* of strategy subgroup: 0' \
under auto build-${suite} exec_test ${suite}-rusticl --way source --quick")
  layer_stages(layer-${suite}-pocl always ${suite}-pocl build-${suite} link)
  language_stage(${suite}-pocl build-${suite})
  language_stage(${suite}-rusticl build-${suite})
  native_stages(layer-${suite}-pocl-all ${suite}-pocl build-${suite} "all*")
  native_stages(layer-${suite}-pocl-calls ${suite}-pocl build-${suite} "calls/*")
  # As without clgroup-cc: what is wrong is the linker's.
  stage(layer-${suite}-pocl-calls-link "CLGROUP_ROUTE=link CLGROUP_EXTENSIONS= under auto build-${suite} exec_test ${suite}-pocl --way source --quick --filter 'calls/*'")
  stage(layer-${suite}-pocl-branch "CLGROUP_EXTENSIONS= under auto build-${suite} apps ${suite}-pocl build-${suite} --layer --filter 'leader*'")
  stage(layer-${suite}-pocl-compile-apps "compiled compile under always build-${suite} apps ${suite}-pocl build-${suite} --layer")
  stage(layer-${suite}-pocl-compile-source "compiled auto under always build-${suite} exec_test ${suite}-pocl --way source --quick")
  # Otherwise PoCL 7.1 repeats loads after a barrier, in textbook kernels too. Stage SUITE-lit measures with fewer kernels.
  stage(${suite}-pocl-bench "POCL_PREGION_VALUE_REMAT=0 tools/testbed --platform pocl ${suite} build-${suite}/bin/clgroup-bench run --quick --type int" full)
  stage(layer-${suite}-for-all "tools/testbed --platform rusticl ${suite} test/layer/for-all.sh build-${suite}")
endfunction()

# Rusticl on zink on lavapipe, in the same chroot: what a GPU's owner meets, in software. Version 25 has no sub-groups there, so that the
# other strategies are tree too.
function(zink_stages suite)
  set(strategies tree)
  if(suite STREQUAL sid)
    list(APPEND strategies subgroup vector)
    stage(${suite}-zink-sub-groups "tools/on-bed ${suite}-zink clgroup-test sub-groups --full")
    set(own "rusticl( ?26|[ ]25 and 26|,| [a-z])")
  else()
    set(own "rusticl( 25|,| [a-z])")
  endif()
  foreach(strategy ${strategies})
    foreach(way module link)
      stage(${suite}-zink-${way}-${strategy} "exec_test ${suite}-zink --way ${way} --strategy ${strategy} --quick")
    endforeach()
  endforeach()
  random_stages(${suite}-zink TAKEN cc-tree,cc-subgroup,link-vector,auto OTHERS cc-serial,cc-vector,link-serial,link-subgroup OWN ${own}
                COUNT 20 GROUPS 2)
  layer_stages(layer-${suite}-zink auto ${suite}-zink build-${suite} auto)
  stage(${suite}-zink-cooperative "tools/on-bed ${suite}-zink clgroup-test groups --strategy tree --quick --filter 'tile8/*_plus*'")
  stage(${suite}-zink-scans "tools/on-bed ${suite}-zink clgroup-test scans --strategy tree --quick --filter 'maps1.*'")
  stage(${suite}-zink-examples "tools/testbed --platform zink ${suite} test/examples/run.sh build-${suite} --scans rusticl tree")
endfunction()

# Builds, and stages that need none, come first: a build uses all cores, the other stages one each. CTest knows from earlier runs what
# takes long.
set(default here)
set(daily here quick)
stage(build "build default build" here quick)
stage(trixie-build "build_in trixie" ci)
stage(sid-build "build_in sid $(in_sid '' 'clgroup-cc clgroup-lower clgroup-layer clgroup-test clgroup-info clgroup-compiler-test clgroup-apps')" ci)
stage(format "format" ${daily})
stage(cppcheck "static_analysis" ${daily})
stage(scripts "scripts" ${daily})
stage(structure "test/structure.sh" ${daily})
stage(layer-fuzz "test/fuzz/run.sh")
local_stages()
simt_stages()
stage(release-build "build_release")
stage(asan-build "build_asan")
stage(i386 "test/package/processor.sh i386" i386)
stage(arm64 "test/package/processor.sh arm64" arm64)
stage(asan-lit "test/lit.sh build-asan/clgroup/build")
stage(asan-simt "build-asan/clgroup/build/bin/clgroup-simt-test")
stage(debian-12 "test/package/debian.sh bookworm" packages)
stage(debian-13 "test/package/debian.sh trixie" packages)
stage(here-debian-12 "test/package/here.sh bookworm" packages)
stage(here-debian-13 "test/package/here.sh trixie" packages)
set(default ci)
driver_stages(trixie "")
driver_stages(sid "$(in_sid '' \"$quick\")")
# A PoCL newer than the last that drivers.inc has seen is no fault of ours: the skip says that its faults are to be looked for.
stage(sid-pocl-info "tools/testbed --platform pocl sid build-sid/bin/clgroup-info > build-sid/info.txt && \
{ grep ', driver 7\\.1' build-sid/info.txt || { echo 'Debian sid has a newer PoCL than drivers.inc has seen'; exit 77; } } && \
grep 'replaces  *pocl-foreign, driver from 6.0, seen up to 7.1: .* (cost: the module is rewritten)' build-sid/info.txt")
# PoCL loads all bitcode that has no images and the like, also by an LLVM that is one version older.
stage(sid-pocl-bitcode "tools/testbed --platform pocl sid build-sid/bin/clgroup-info | grep ', bitcode for ' || \
{ echo 'the LLVM of PoCL is older than that of clgroup-cc'; exit 77; }; \
under always build-sid says ' route compile: 0' exec_test sid-pocl --way source --quick --filter '*add*' >build-sid/bitcode.txt && \
cat build-sid/bitcode.txt && ! grep 'bitcode failed' build-sid/bitcode.txt")
# clang 22 declares functions by other rules.
stage(sid-compiler "tools/testbed sid build-sid/bin/clgroup-compiler-test build-sid/bin/clgroup-cc")
chroot_stages(trixie)
zink_stages(trixie)
set(default sid)
chroot_stages(sid)
zink_stages(sid)
set(default ci)
foreach(arch gfx942 gfx1200 sm_90) # which clang 15 does not know
  stage(trixie-simt-${arch} "exec_test trixie-simt-${arch} --sizes --strategy subgroup --quick")
endforeach()
# By sid's LLVM, and some of it by trixie's, which is between that and this machine's.
stage(trixie-machine-code "tools/testbed trixie test/machine-code/run.sh build-trixie $(in_full '' 'gfx942 sm_90')")
stage(sid-machine-code "tools/testbed sid test/machine-code/run.sh build-sid $(in_full '' 'gfx942 gfx1100 gfx1200 gfx1200-wave64 sm_90')")
stage(amd-machine-code "test/machine-code/run.sh --bed amd build" sid)
stage(gpu-run "test/gpu/run.sh build")
intel_stages()
foreach(compilers igc1 nvptx cooperative amdgcn tiles)
  stage(codegen-${compilers} "tools/codegen-report '*-${compilers}'")
endforeach()
foreach(compilers igc2 amd23)
  stage(codegen-${compilers} "tools/codegen-report '*-${compilers}'" sid)
endforeach()
