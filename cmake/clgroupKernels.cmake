# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# clgroup_add_kernels(<target> SOURCES <source>... [EMBED] [FORMAT spv|bc] [STRATEGY <strategy>] [DRIVER <driver>]
#                     [DEVICE_TARGET <target>] [OPTIONS <option>...])
#
# Compiles each source by clgroup-cc to a module of its own in the current binary folder: dir/sum.cl to sum.spv, or sum.bc. A module
# is compiled again when its source, a header, the device library or clgroup-cc has changed. STRATEGY, DRIVER and DEVICE_TARGET are
# clgroup-cc's --strategy=, --driver= and --target=; OPTIONS are any others of its options.
#
# Without EMBED, <target> is a custom target that is part of `all`. With EMBED it is a static library in C, to be linked with
# target_link_libraries: its header <target>.h declares for each module an array and its size in bytes,
#   extern const unsigned char sum_spv[];
#   extern const size_t sum_spv_size;
# The target's property CLGROUP_MODULES lists the modules' files.
cmake_policy(PUSH)
cmake_policy(VERSION 3.20...3.31) # DEPFILE
set(CLGROUP_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/clgroupEmbed.cmake)

function(clgroup_add_kernels target)
  if(NOT CLGROUP_CC)
    message(FATAL_ERROR "clgroup_add_kernels(${target} ...): needs find_package(clgroup) in this folder or one above it")
  elseif(NOT EXISTS "${CLGROUP_CC}")
    message(FATAL_ERROR "clgroup_add_kernels(${target} ...): needs ${CLGROUP_CC}, which is not installed (Debian's package clgroup)")
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg EMBED "FORMAT;STRATEGY;DRIVER;DEVICE_TARGET" "SOURCES;OPTIONS")
  if(arg_UNPARSED_ARGUMENTS OR arg_KEYWORDS_MISSING_VALUES OR NOT arg_SOURCES)
    message(FATAL_ERROR "clgroup_add_kernels(${target} ...): use SOURCES <source>... [EMBED] [FORMAT spv|bc] [STRATEGY <strategy>] "
                        "[DRIVER <driver>] [DEVICE_TARGET <target>] [OPTIONS <option>...]")
  endif()
  if(NOT arg_FORMAT)
    set(arg_FORMAT spv)
  elseif(NOT arg_FORMAT MATCHES "^(spv|bc)$")
    message(FATAL_ERROR "clgroup_add_kernels(${target} ...): FORMAT is '${arg_FORMAT}': use spv or bc")
  endif()
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(arg_EMBED AND NOT C IN_LIST languages)
    message(FATAL_ERROR "clgroup_add_kernels(${target} ... EMBED): makes a library in C: add C to the languages of project()")
  endif()
  set(options --emit=${arg_FORMAT} ${arg_OPTIONS})
  foreach(option STRATEGY=--strategy DRIVER=--driver DEVICE_TARGET=--target)
    string(REGEX MATCH "(.*)=(.*)" _ ${option})
    if(arg_${CMAKE_MATCH_1})
      list(APPEND options ${CMAKE_MATCH_2}=${arg_${CMAKE_MATCH_1}})
    endif()
  endforeach()

  set(modules)
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(path ${source} ABSOLUTE)
    get_filename_component(name ${source} NAME_WLE)
    set(module ${CMAKE_CURRENT_BINARY_DIR}/${name}.${arg_FORMAT})
    get_source_file_property(is_made ${module} GENERATED)
    if(is_made)
      message(FATAL_ERROR "clgroup_add_kernels(${target} ...): something else makes ${module}, too: rename ${source}, or make each in a "
                          "folder of its own (add_subdirectory)")
    endif()
    add_custom_command(
      OUTPUT ${module}
      COMMAND ${CLGROUP_CC} ${options} -MD -MF ${module}.d -MQ ${module} -o ${module} -- ${path}
      DEPENDS ${path} ${CLGROUP_CC}
      DEPFILE ${module}.d
      COMMENT "Compiling ${source} by clgroup-cc"
      VERBATIM COMMAND_EXPAND_LISTS)
    list(APPEND modules ${module})
  endforeach()

  if(arg_EMBED)
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}.embedded)
    add_custom_command(
      OUTPUT ${folder}/${target}.c ${folder}/${target}.h
      COMMAND ${CMAKE_COMMAND} -DNAME=${target} -DFOLDER=${folder} "-DMODULES=${modules}" -P ${CLGROUP_EMBED_SCRIPT}
      DEPENDS ${modules} ${CLGROUP_EMBED_SCRIPT}
      COMMENT "Embedding the kernels of ${target}"
      VERBATIM)
    add_library(${target} STATIC ${folder}/${target}.c ${folder}/${target}.h)
    target_include_directories(${target} PUBLIC ${folder})
    set_target_properties(${target} PROPERTIES C_STANDARD 11 POSITION_INDEPENDENT_CODE ON)
  else()
    add_custom_target(${target} ALL DEPENDS ${modules})
  endif()
  set_property(TARGET ${target} PROPERTY CLGROUP_MODULES ${modules})
endfunction()
cmake_policy(POP)
