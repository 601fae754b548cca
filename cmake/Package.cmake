# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# find_package(clgroup) and pkg-config, so that other toolchains find the device libraries.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/clgroup)
set(installed ${CMAKE_BINARY_DIR}/installed)
configure_package_config_file(
  ${CMAKE_SOURCE_DIR}/cmake/clgroupConfig.cmake.in ${installed}/clgroupConfig.cmake
  INSTALL_DESTINATION ${package_dir}
  PATH_VARS CMAKE_INSTALL_DATADIR CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/clgroupConfigVersion.cmake COMPATIBILITY SameMajorVersion)
set(scripts ${CMAKE_SOURCE_DIR}/cmake/clgroupKernels.cmake ${CMAKE_SOURCE_DIR}/cmake/clgroupEmbed.cmake)
# The build folder is a package too: CMake looks in the folder above one that is in PATH, such as build/bin.
function(package_build_folder)
  set(CMAKE_INSTALL_DATADIR share)
  set(CMAKE_INSTALL_INCLUDEDIR include)
  set(CMAKE_INSTALL_BINDIR bin)
  set(CMAKE_INSTALL_LIBDIR lib)
  configure_package_config_file(
    ${CMAKE_SOURCE_DIR}/cmake/clgroupConfig.cmake.in ${CMAKE_BINARY_DIR}/clgroupConfig.cmake
    INSTALL_DESTINATION ${CMAKE_BINARY_DIR} INSTALL_PREFIX ${CMAKE_BINARY_DIR}
    PATH_VARS CMAKE_INSTALL_DATADIR CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR)
endfunction()
package_build_folder()
file(COPY ${scripts} DESTINATION ${CMAKE_BINARY_DIR})
export(EXPORT clgroup NAMESPACE clgroup:: FILE ${CMAKE_BINARY_DIR}/clgroupTargets.cmake)
# Relative to the file itself, so that an install tree can move.
file(RELATIVE_PATH CLGROUP_PC_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" CLGROUP_PC_PREFIX "${CLGROUP_PC_PREFIX}")
# pkg_config(NAME LIBS DESCRIPTION)
function(pkg_config name libs description)
  configure_file(${CMAKE_SOURCE_DIR}/cmake/clgroup.pc.in ${CMAKE_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
endfunction()
pkg_config(clgroup "-L\${libdir} -lclgroup" "")
pkg_config(clgroup-static "\${libdir}/libclgroup.a" ", as a static library")
pkg_config(clgroup-llvm "\${libdir}/libclgroup-llvm.a" ", as LLVM modules: to be linked with LLVM ${CLGROUP_LLVM_MAJOR}")
install(FILES ${installed}/clgroupConfig.cmake ${CMAKE_BINARY_DIR}/clgroupConfigVersion.cmake ${scripts}
        DESTINATION ${package_dir} COMPONENT dev)
# Debian's packages have the licence as their copyright file.
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT licence)
set(pages CHANGELOG.md CONTRIBUTING.md README.md SECURITY.md)
list(TRANSFORM pages PREPEND ${CMAKE_SOURCE_DIR}/)
install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(CODE "set(folder \${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR})")
install(SCRIPT ${CMAKE_SOURCE_DIR}/cmake/PageLinks.cmake)
# The target `uninstall` undoes the last `cmake --install`.
add_custom_target(uninstall
  COMMAND ${CMAKE_COMMAND} -DMANIFEST=${CMAKE_BINARY_DIR}/install_manifest.txt -P ${CMAKE_SOURCE_DIR}/cmake/Uninstall.cmake
  VERBATIM)
