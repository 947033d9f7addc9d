# Makes of the tree that is packed what Debian wants: a copyright, and changelog
# and man pages compressed.

set(root "${CPACK_TEMPORARY_INSTALL_DIRECTORY}\
${CPACK_PACKAGING_INSTALL_PREFIX}")
set(folder ${root}/share/doc/hlo-mem-opt)
file(COPY ${CMAKE_CURRENT_LIST_DIR}/copyright DESTINATION ${folder})
configure_file(${CMAKE_CURRENT_LIST_DIR}/changelog ${folder}/changelog @ONLY)
# -n: no time of day in the file.
execute_process(COMMAND gzip -9n ${folder}/changelog COMMAND_ERROR_IS_FATAL ANY)
file(GLOB pages ${root}/share/man/man*/*.?)
if(pages)
  execute_process(COMMAND gzip -9n ${pages} COMMAND_ERROR_IS_FATAL ANY)
endif()
