# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compresses the files that Debian requires to be compressed, and renames those for which it prescribes a name, in the folders that
# CPack is about to pack.
set(doc ${CPACK_TEMPORARY_DIRECTORY}/tools/${CPACK_PACKAGING_INSTALL_PREFIX}/share/doc/clgroup)
file(RENAME ${doc}/CHANGELOG.md ${doc}/changelog)
file(READ ${doc}/README.md page)
string(REPLACE "](CHANGELOG.md)" "](changelog.gz)" page "${page}")
string(REPLACE "](LICENSE)" "](copyright)" page "${page}")
file(WRITE ${doc}/README.md "${page}")
file(GLOB_RECURSE pages ${CPACK_TEMPORARY_DIRECTORY}/*.1 ${CPACK_TEMPORARY_DIRECTORY}/clgroup.3 ${CPACK_TEMPORARY_DIRECTORY}/changelog*)
execute_process(COMMAND gzip -9n ${pages} COMMAND_ERROR_IS_FATAL ANY)
