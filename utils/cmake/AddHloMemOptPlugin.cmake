# Rules for plugins, used in this project and, from an installed tree, in others.
# They expect LLVM's variables, as find_package(LLVM) sets them, its TableGen
# rules, HLOMEM_INCLUDE_DIRS and the target hlo-mem-tblgen.

# hlomem_tablegen(OUTPUT -gen-backend...): runs hlo-mem-tblgen on
# LLVM_TARGET_DEFINITIONS; OUTPUT lies in the build tree beside the .td. After the
# last one, LLVM's add_public_tablegen_target(TARGET) makes the target that
# libraries name after TABLEGEN.
function(hlomem_tablegen output)
  set(HLOMEM_TABLEGEN_EXE $<TARGET_FILE:hlo-mem-tblgen>)
  set(HLOMEM_TABLEGEN_TARGET hlo-mem-tblgen)
  list(TRANSFORM HLOMEM_INCLUDE_DIRS PREPEND -I OUTPUT_VARIABLE includes)
  tablegen(HLOMEM ${output} ${ARGN} ${includes})
  set(TABLEGEN_OUTPUT ${TABLEGEN_OUTPUT} PARENT_SCOPE)
endfunction()

# add_hlo_mem_opt_plugin(NAME source... [TABLEGEN target...])
# A plugin for `hlo-mem-opt -load-pass-plugin`, the file NAME.so. TABLEGEN names
# the targets that generate headers for it.
function(add_hlo_mem_opt_plugin name)
  cmake_parse_arguments(ARG "" "" "TABLEGEN" ${ARGN})
  add_library(${name} MODULE ${ARG_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES
    PREFIX ""
    CXX_STANDARD 20
    CXX_STANDARD_REQUIRED ON
    CXX_EXTENSIONS OFF)
  # The program was compiled like that, and has no type information for the
  # classes of LLVM if LLVM has none.
  target_compile_options(${name} PRIVATE -fno-exceptions)
  if(NOT LLVM_ENABLE_RTTI)
    target_compile_options(${name} PRIVATE -fno-rtti)
  endif()
  separate_arguments(definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
  list(TRANSFORM definitions REPLACE "^-D" "")
  target_compile_definitions(${name} PRIVATE ${definitions})
  target_include_directories(${name} PRIVATE
    ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR})
  target_include_directories(${name} SYSTEM PRIVATE
    ${HLOMEM_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
  # Nothing is linked: all symbols are those of the program. One that is not
  # there is an error when the plugin is loaded, not at its first call. A function
  # of the plugin is its own even if the program, or another plugin, has one of
  # the same name.
  target_link_options(${name} PRIVATE -Wl,-z,now -Wl,-Bsymbolic-functions)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${name} PRIVATE -fno-gnu-unique)
  endif()
  if(ARG_TABLEGEN)
    add_dependencies(${name} ${ARG_TABLEGEN})
  endif()
  if(TARGET HLOMemPasses)
    # Not installed yet: headers that are generated.
    get_target_property(is_imported HLOMemPasses IMPORTED)
    if(NOT is_imported)
      add_dependencies(${name} HLOMemPasses)
    endif()
  endif()
endfunction()
