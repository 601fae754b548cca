# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# LLVM's static libraries and their dependencies, as CLGROUP_LLVM_LIBRARIES, since clgroup-lower starts in less than half of the time with
# them; or the shared one, where there is one and something is missing.

# need(VARIABLE WHAT PACKAGE): as clgroup_need, unless there is the shared library.
macro(need variable what package)
  if(NOT ${variable} AND CLGROUP_LLVM_LIBRARY)
    message(STATUS "clgroup-cc takes 14 ms longer, with LLVM's shared library: install ${package} to link the static ones")
    set(CLGROUP_LLVM_LIBRARIES ${CLGROUP_LLVM_LIBRARY})
    return()
  endif()
  clgroup_need(${variable} "${what}" "${package}")
endmacro()

set(components core irreader bitwriter linker passes)
execute_process(COMMAND ${CLGROUP_LLVM_ROOT}/bin/llvm-config --link-static --libfiles ${components}
                OUTPUT_VARIABLE CLGROUP_LLVM_LIBRARIES RESULT_VARIABLE failed OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
execute_process(COMMAND ${CLGROUP_LLVM_ROOT}/bin/llvm-config --link-static --system-libs ${components}
                OUTPUT_VARIABLE system_libraries OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(failed)
  set(CLGROUP_LLVM_LIBRARIES)
endif()
need(CLGROUP_LLVM_LIBRARIES "LLVM's libraries, shared or static" llvm-${CLGROUP_LLVM_MAJOR}-dev)
separate_arguments(CLGROUP_LLVM_LIBRARIES)
separate_arguments(system_libraries)
# The names of Debian's packages. Not all of LLVM's development packages depend on them.
set(package_z zlib1g-dev)
foreach(library ${system_libraries})
  if(library MATCHES "^-l(z|zstd|tinfo|xml2)$")
    set(found CLGROUP_SYSTEM_${CMAKE_MATCH_1})
    set(package lib${CMAKE_MATCH_1}-dev)
    if(DEFINED package_${CMAKE_MATCH_1})
      set(package ${package_${CMAKE_MATCH_1}})
    endif()
    find_library(${found} ${CMAKE_MATCH_1})
    need(${found} "lib${CMAKE_MATCH_1}, which LLVM's static libraries use" ${package})
  endif()
endforeach()
list(APPEND CLGROUP_LLVM_LIBRARIES ${system_libraries} stdc++)
