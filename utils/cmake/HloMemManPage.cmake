# Run when the tree is installed: makes the manual page of HLOMEM_TOOL, in the folder
# HLOMEM_MANDIR below the prefix. Without help2man there is none.

find_program(HELP2MAN help2man)
if(HELP2MAN)
  execute_process(COMMAND ${HLOMEM_TOOL} --help OUTPUT_VARIABLE help
    COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX REPLACE "^([^:]*): ([^\n]*).*" "\\1;\\2" help "${help}")
  list(POP_FRONT help name)
  set(folder "${CMAKE_INSTALL_PREFIX}/${HLOMEM_MANDIR}")
  message(STATUS "Installing: $ENV{DESTDIR}${folder}/${name}.1")
  file(MAKE_DIRECTORY "$ENV{DESTDIR}${folder}")
  execute_process(
    COMMAND ${HELP2MAN} --no-info --help-option=--help-all "--name=${help}"
      "--output=$ENV{DESTDIR}${folder}/${name}.1" ${HLOMEM_TOOL}
    COMMAND_ERROR_IS_FATAL ANY)
  list(APPEND CMAKE_INSTALL_MANIFEST_FILES "${folder}/${name}.1")
endif()
