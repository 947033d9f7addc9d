# The project's own target rules.

include(AddHloMemOptPlugin)

# add_hlomem_library(NAME source... [LINK lib...] [TABLEGEN target...])
# A static library of one folder of lib/. LINK names the libraries it may use:
# the layers of docs/Architecture.md.
function(add_hlomem_library name)
  cmake_parse_arguments(ARG "" "" "LINK;TABLEGEN" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC ${ARG_LINK} LLVMSupport)
  if(ARG_TABLEGEN)
    add_dependencies(${name} ${ARG_TABLEGEN})
  endif()
  set_property(GLOBAL APPEND PROPERTY HLOMEM_LIBRARIES ${name})
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
    ${ARG_LINK} ${ARG_USES} GTest::gtest_main)
  set_target_properties(${name} PROPERTIES
    LINK_LIBRARY_OVERRIDE "WHOLE_ARCHIVE,${ARG_LINK}"
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  set_property(GLOBAL APPEND PROPERTY HLOMEM_UNITTESTS ${name})
endfunction()
