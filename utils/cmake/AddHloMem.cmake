# The project's own target rules.

include(AddHloMemPlugin)

# hlomem_precompile(TARGET FIRST HEADER...): with HLOMEM_DEV, TARGET is compiled with
# these headers precompiled, once for all targets of one kind: for FIRST of them.
function(hlomem_precompile target first)
  if(NOT HLOMEM_DEV)
    return()
  endif()
  if(target STREQUAL first)
    target_precompile_headers(${target} PRIVATE ${ARGN})
    # The others check that it was made with their options.
    target_compile_options(${target} PRIVATE
      $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
  else()
    target_precompile_headers(${target} REUSE_FROM ${first})
  endif()
endfunction()

# add_hlomem_library(NAME source... [LINK lib...] [PRIVATE_LINK lib...]
#   [TABLEGEN target...])
# A static library of one folder of lib/ and those below it. NAME begins with HloMem;
# others link it as HloMem::Foo, here and where it is installed. LINK names the
# libraries it may use: the layers of docs/Architecture.md. Those of PRIVATE_LINK its
# headers do not show.
function(add_hlomem_library name)
  cmake_parse_arguments(ARG "" "" "LINK;PRIVATE_LINK;TABLEGEN" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  string(REGEX REPLACE "^HloMem" "" export_name ${name})
  add_library(HloMem::${export_name} ALIAS ${name})
  set_target_properties(${name} PROPERTIES EXPORT_NAME ${export_name})
  target_link_libraries(${name}
    PUBLIC ${ARG_LINK} HloMemHeaders LLVMSupport
    PRIVATE ${ARG_PRIVATE_LINK} $<BUILD_INTERFACE:HloMemBuildOptions>)
  # Headers of its subfolders that are not public: "Memory/LiveChanges.h".
  target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  hlomem_precompile(${name} HloMemSupport
    <algorithm> <map> <memory> <optional> <string> <vector>
    <llvm/ADT/DenseMap.h> <llvm/ADT/STLExtras.h> <llvm/ADT/SmallVector.h>
    <llvm/ADT/StringExtras.h> <llvm/ADT/StringMap.h> <llvm/ADT/Twine.h>
    <llvm/Support/Error.h> <llvm/Support/JSON.h> <llvm/Support/raw_ostream.h>)
  install(TARGETS ${name} EXPORT HloMemTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT Development)
  if(ARG_TABLEGEN)
    add_dependencies(${name} ${ARG_TABLEGEN})
  endif()
  set_property(GLOBAL APPEND PROPERTY HLOMEM_LIBRARIES ${name})
endfunction()

set(HLOMEM_PASS_NAMESPACE hlomem)

# add_hlomem_builtin_passes([source...]): gives HloMemPasses the passes that this folder
# has added (add_hlomem_pass), and what else lies in it.
function(add_hlomem_builtin_passes)
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME kind)
  hlomem_pass_headers(HloMem${kind}PassHeaders)
  add_dependencies(HloMemPasses HloMem${kind}PassHeaders)
  get_property(sources DIRECTORY PROPERTY HLOMEM_PASS_SOURCES)
  list(APPEND sources ${ARGN})
  list(TRANSFORM sources PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  target_sources(HloMemPasses PRIVATE ${sources})
  set_source_files_properties(${sources} TARGET_DIRECTORY HloMemPasses
    PROPERTIES UNITY_GROUP ${kind})
  target_include_directories(HloMemPasses PRIVATE
    ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR})
  get_property(declarations DIRECTORY PROPERTY HLOMEM_DECLARATIONS)
  set_property(GLOBAL APPEND PROPERTY HLOMEM_DECLARATIONS ${declarations})
endfunction()

# hlomem_tool_options(TOOL OUTPUT TARGET): TARGET makes OUTPUT of the command line
# that CommandGuide.td in the program's folder declares.
function(hlomem_tool_options tool output target)
  set(folder ${PROJECT_SOURCE_DIR}/tools)
  set(LLVM_TARGET_DEFINITIONS ${folder}/${tool}/CommandGuide.td)
  hlomem_tablegen(${output} -gen-tool-options
    -I ${folder}/Support -I ${folder}/${tool})
  add_public_tablegen_target(${target})
endfunction()

# add_hlomem_unittest(NAME source... LINK lib [USES lib...]): the tests of one
# library. Its archive is linked whole, so that a use of a library that it may
# not use is a link error here. USES names what the tests themselves need, such
# as the parser; that hides such an error, so a library whose tests need more has
# an executable without USES too.
function(add_hlomem_unittest name)
  cmake_parse_arguments(ARG "" "LINK" "USES" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE
    ${ARG_LINK} ${ARG_USES} GTest::gtest_main HloMemBuildOptions)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/test/Unit)
  target_compile_definitions(${name} PRIVATE
    HLOMEM_TEST_DIR="${PROJECT_SOURCE_DIR}/test")
  set_target_properties(${name} PROPERTIES
    LINK_LIBRARY_OVERRIDE "WHOLE_ARCHIVE,${ARG_LINK}"
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  set_property(GLOBAL APPEND PROPERTY HLOMEM_UNITTESTS ${name})
endfunction()
