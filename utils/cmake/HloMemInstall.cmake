# The installed tree. What is installed stands here, but for the libraries
# (add_hlomem_library). The tree may be moved afterwards: no file of it holds a
# path of the build or of the prefix.

include(CMakePackageConfigHelpers)

set(HLOMEM_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/HloMem)

# Components, as in `cmake --install --component Runtime`: Runtime is the programs;
# Plugin what plugins are built with besides; Development, with both, what other
# programs are built with: the archives. Each file of targets names what is
# installed with it, and so plugins need no archive.
install(TARGETS hlo-mem-opt hlo-mem-pack EXPORT HloMemPluginTargets
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT Runtime)
install(TARGETS HloMemHeaders EXPORT HloMemPluginTargets)
install(TARGETS hlo-mem-tblgen EXPORT HloMemPluginTargets
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT Plugin)

# Headers, the .td files beside them, and the headers made of those.
install(DIRECTORY include/hlomem DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  COMPONENT Plugin
  FILES_MATCHING PATTERN "*.h" PATTERN "*.def" PATTERN "*.td")
install(DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/include/hlomem
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT Plugin
  FILES_MATCHING PATTERN "*.inc" PATTERN "CMakeFiles" EXCLUDE)

# For find_package(HloMem).
install(EXPORT HloMemPluginTargets NAMESPACE HloMem::
  DESTINATION ${HLOMEM_CMAKE_DIR} COMPONENT Plugin)
install(EXPORT HloMemTargets NAMESPACE HloMem::
  DESTINATION ${HLOMEM_CMAKE_DIR} COMPONENT Development)
# A folder in which pip builds is gone afterwards.
if(SKBUILD)
  set(HLOMEM_LLVM_HINT "")
else()
  set(HLOMEM_LLVM_HINT "${LLVM_DIR}")
endif()
set(folder ${CMAKE_CURRENT_BINARY_DIR}/cmake)
configure_package_config_file(utils/cmake/HloMemConfig.cmake.in
  ${folder}/HloMemConfig.cmake
  INSTALL_DESTINATION ${HLOMEM_CMAKE_DIR}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_DATADIR
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# A new minor version may change what plugins use.
write_basic_package_version_file(${folder}/HloMemConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${folder}/HloMemConfig.cmake
  ${folder}/HloMemConfigVersion.cmake
  utils/cmake/AddHloMemPlugin.cmake
  utils/cmake/HloMemLLVMHeaders.cmake
  DESTINATION ${HLOMEM_CMAKE_DIR} COMPONENT Plugin)

foreach(tool hlo-mem-opt hlo-mem-pack)
  # bash looks for it under the name of the command.
  install(FILES tools/completion.bash
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
    RENAME ${tool} COMPONENT Runtime)
  # Of what the program says of itself, where help2man is at hand.
  install(CODE "
    set(HLOMEM_TOOL \"$<TARGET_FILE:${tool}>\")
    set(HLOMEM_MANDIR \"${CMAKE_INSTALL_MANDIR}/man1\")"
    COMPONENT Runtime)
  install(SCRIPT utils/cmake/HloMemManPage.cmake COMPONENT Runtime)
endforeach()

# The whole documentation, with the pages that are too long for the repository. Pages
# refer to each other as they do in the sources.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(folder ${CMAKE_CURRENT_BINARY_DIR}/documentation)
file(GLOB pages CONFIGURE_DEPENDS docs/*.md docs/generated/*.md docs/*.json
  include/hlomem/IR/Tables/*.td include/hlomem/WhatIf/Predictions.def)
add_custom_command(OUTPUT ${folder}/docs/generated/Remarks.md
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/utils/update-docs
    --build ${CMAKE_CURRENT_BINARY_DIR} --all ${folder}
  DEPENDS hlo-mem-tblgen ${CMAKE_CURRENT_BINARY_DIR}/lib/Passes/Passes.inc
    utils/update-docs README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE
    ${pages}
  COMMENT "Writing all pages into ${folder}" VERBATIM)
add_custom_target(docs ALL DEPENDS ${folder}/docs/generated/Remarks.md)
install(DIRECTORY ${folder}/ DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT Runtime)
install(PROGRAMS utils/new-pass test/Utils/expand_dump.py
  DESTINATION ${CMAKE_INSTALL_DATADIR}/hlo-mem-opt
  COMPONENT Plugin)
# Not among the pages, which small images of Debian leave out.
install(DIRECTORY utils/plugin-template
  DESTINATION ${CMAKE_INSTALL_DATADIR}/hlo-mem-opt COMPONENT Plugin
  PATTERN "build*" EXCLUDE PATTERN "__pycache__" EXCLUDE)

# What plugins need, without tests and benchmarks: built, and installed to
# CMAKE_INSTALL_PREFIX. The packages need no more than what plugin-sdk builds.
add_custom_target(plugin-sdk)
add_dependencies(plugin-sdk hlo-mem-opt hlo-mem-pack hlo-mem-tblgen docs)
set(install ${CMAKE_COMMAND} --install ${CMAKE_BINARY_DIR} --component)
add_custom_target(install-plugin-sdk
  COMMAND ${install} Runtime
  COMMAND ${install} Plugin
  VERBATIM)
add_dependencies(install-plugin-sdk plugin-sdk)
