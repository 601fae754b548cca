# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Debian packages, by CPack, from the same install rules as `cmake --install`; tools/package builds them.
#
#   component tools   clgroup         clgroup-cc and clgroup-info, and what they use
#   component layer   clgroup-layer   the layer, and clgroup-run, which starts programs with it and turns it on and off
#   component library libclgroup0     the C API
#   component dev     libclgroup-dev  the headers, the static libraries with and without LLVM, CMake's and pkg-config's files
#
# The version is project(VERSION)'s; the revision tells packages of the same version apart: ~deb12 comes before ~deb13, so that an
# upgrade of Debian upgrades them.
set(CLGROUP_PACKAGE_REVISION 1 CACHE STRING "revision of the Debian packages")
set(CLGROUP_MAINTAINER "clgroup maintainers <maintainers@users.noreply.a-seed-dbf2247d.example>"
    CACHE STRING "maintainer of the Debian packages")
set(packages tools clgroup layer clgroup-layer library libclgroup0 dev libclgroup-dev)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/cmake/debian/compress.cmake)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
    WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL tools layer library dev)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER ${CLGROUP_MAINTAINER})
set(CPACK_DEBIAN_PACKAGE_RELEASE ${CLGROUP_PACKAGE_REVISION})
cmake_host_system_information(RESULT release QUERY DISTRIB_INFO)
if(release_ID STREQUAL debian AND release_VERSION_ID)
  string(APPEND CPACK_DEBIAN_PACKAGE_RELEASE "~deb${release_VERSION_ID}")
endif()
set(version ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME clgroup)
# CPack has no variable for Multi-Arch.
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION "devel\nMulti-Arch: foreign")
set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS "clang-${CLGROUP_LLVM_MAJOR}, llvm-spirv-${CLGROUP_LLVM_MAJOR}")
set(CPACK_DEBIAN_TOOLS_PACKAGE_RECOMMENDS "clgroup-layer (= ${version}), pocl-opencl-icd | opencl-icd")
# For kernels for GPUs: their mathematical functions, and AMD's executables.
set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS "libclc-${CLGROUP_LLVM_MAJOR}, lld-${CLGROUP_LLVM_MAJOR}")
set(CPACK_DEBIAN_TOOLS_DESCRIPTION "compiler for OpenCL C kernels with work-group functions
clgroup adds OpenCL C's work-group functions (work_group_reduce_add,
work_group_scan_exclusive_max, work_group_all, work_group_broadcast and the
others) to drivers that lack them, and replaces them where a driver gets them
wrong.
.
This package has clgroup-cc, a compiler driver that links the functions into
kernels at build time; the device libraries that it links; and clgroup-info,
which says what each OpenCL device has and what clgroup does there.")

set(CPACK_DEBIAN_LAYER_PACKAGE_NAME clgroup-layer)
set(CPACK_DEBIAN_LAYER_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LAYER_PACKAGE_RECOMMENDS "clgroup (= ${version}), ocl-icd-libopencl1 | libopencl1")
set(CPACK_DEBIAN_LAYER_PACKAGE_CONTROL_EXTRA ${CMAKE_SOURCE_DIR}/cmake/debian/prerm)
set(CPACK_DEBIAN_LAYER_DESCRIPTION "OpenCL layer that adds work-group functions to applications
The layer adds OpenCL C's work-group functions to unmodified OpenCL
applications at run time, on drivers that lack them or get them wrong. On
drivers that accept no SPIR-V (PoCL 3.1) it needs clgroup-cc, of package
clgroup.
.
It is inactive until it is asked for: by clgroup-run for one application, or,
where the OpenCL loader reads /etc/OpenCL/layers (from Debian 13 on), by
clgroup-run --for-all=on for every application.")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libclgroup0)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION "libs\nMulti-Arch: same")
# CPack makes neither for one package alone.
file(WRITE ${CMAKE_BINARY_DIR}/debian/shlibs "libclgroup 0 libclgroup0 (>= ${PROJECT_VERSION})\n")
file(WRITE ${CMAKE_BINARY_DIR}/debian/triggers "activate-noawait ldconfig\n")
# It also writes maintainer scripts that call ldconfig, which do no harm beside the trigger.
file(WRITE ${CMAKE_BINARY_DIR}/debian/libclgroup0.overrides "libclgroup0: maintscript-calls-ldconfig\n")
install(FILES ${CMAKE_BINARY_DIR}/debian/libclgroup0.overrides DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME libclgroup0
        COMPONENT library EXCLUDE_FROM_ALL)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${CMAKE_BINARY_DIR}/debian/shlibs ${CMAKE_BINARY_DIR}/debian/triggers)
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "OpenCL work-group functions for drivers and toolchains
libclgroup turns SPIR-V's work-group instructions into calls of functions, and
gives these functions as SPIR-V modules, for drivers, compilers and linkers
that lack them. It needs libc alone.")

set(CPACK_DEBIAN_DEV_PACKAGE_NAME libclgroup-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION "libdevel\nMulti-Arch: same")
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libclgroup0 (= ${version})")
set(CPACK_DEBIAN_DEV_PACKAGE_RECOMMENDS "clgroup (= ${version})")
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS "cmake (>= 3.20), pkgconf | pkg-config")
set(CPACK_DEBIAN_DEV_DESCRIPTION "OpenCL work-group functions for builds: libclgroup, CMake, pkg-config
The headers and static libraries of the C API, for SPIR-V and for LLVM modules.
With package clgroup a CMake project compiles its OpenCL C kernels by
clgroup-cc and embeds them (clgroup_add_kernels), and other toolchains find
the device libraries there.")

# Files that Debian requires in each package, and that `cmake --install` does not need.
set(work ${CMAKE_BINARY_DIR}/debian)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC) # SOURCE_DATE_EPOCH's, where that is set
string(TIMESTAMP CLGROUP_YEAR "%Y" UTC)
file(READ ${CMAKE_SOURCE_DIR}/LICENSE license)
string(REGEX MATCH "As an exception.*" license "${license}")
string(STRIP "${license}" license)
string(REPLACE "\n\n" "\n.\n" license "${license}")
string(REPLACE "\n" "\n " CLGROUP_EXCEPTION "${license}")
configure_file(cmake/debian/copyright.in ${work}/copyright @ONLY)
while(packages)
  list(POP_FRONT packages component package)
  file(WRITE ${work}/${package}/changelog "${package} (${version}) unstable; urgency=medium

  * Version ${PROJECT_VERSION}: /usr/share/doc/clgroup/changelog.gz says what is new.

 -- ${CLGROUP_MAINTAINER}  ${date}
")
  install(FILES ${work}/${package}/changelog DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} RENAME changelog.Debian
          COMPONENT ${component} EXCLUDE_FROM_ALL)
  install(FILES ${work}/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component} EXCLUDE_FROM_ALL)
endwhile()
include(CPack)
