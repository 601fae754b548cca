# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Static libraries that export what a header declares, and nothing else.

# clgroup_exports(VARIABLE HEADER): the names of the functions that the header declares.
function(clgroup_exports variable header)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
  file(STRINGS ${header} exports REGEX "^[a-z][a-z ]*[ *]clgroup_[a-z_]+[(]")
  list(TRANSFORM exports REPLACE "^.*[ *](clgroup_[a-z_]+)[(].*$" "\\1")
  set(${variable} ${exports} PARENT_SCOPE)
endfunction()

# clgroup_archive(NAME HEADER OBJECT... [MEMBERS OBJECT...]): libNAME.a, installed. It is a single object, whose other names are
# local, and the members, which are of data.
function(clgroup_archive name header)
  cmake_parse_arguments(ARCHIVE "" "" MEMBERS ${ARGN})
  clgroup_exports(exports ${header})
  list(JOIN exports "\n" names)
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}-exports.txt CONTENT "${names}\n" @ONLY)
  set(archive ${CMAKE_BINARY_DIR}/lib/lib${name}.a)
  if(CMAKE_SIZEOF_VOID_P EQUAL 4) # on i386 a section of a group that another file has, too, is left out, though local code needs it
    set(groups --force-group-allocation)
  endif()
  add_custom_command(
    OUTPUT ${archive}
    COMMAND ${CMAKE_LINKER} -r ${groups} -o ${name}.o ${ARCHIVE_UNPARSED_ARGUMENTS}
    COMMAND ${CMAKE_OBJCOPY} --keep-global-symbols=${name}-exports.txt ${name}.o
    COMMAND ${CMAKE_COMMAND} -E rm -f ${archive}
    COMMAND ${CMAKE_AR} qcs ${archive} ${name}.o ${ARCHIVE_MEMBERS}
    DEPENDS ${ARCHIVE_UNPARSED_ARGUMENTS} ${ARCHIVE_MEMBERS}
    COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(${name}-archive ALL DEPENDS ${archive})
  install(FILES ${archive} DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
endfunction()
