# Rules for plugins, used in this project and, from an installed tree, in
# others: find_package(HloMem) includes this file. They expect LLVM's
# variables, as find_package(LLVM) sets them, its TableGen rules,
# HLOMEM_INCLUDE_DIRS, HLOMEM_EXPAND_DUMP and the targets HloMem::Headers,
# HloMem::hlo-mem-opt and HloMem::hlo-mem-tblgen.

# hlomem_tablegen(OUTPUT -gen-backend...): runs hlo-mem-tblgen on
# LLVM_TARGET_DEFINITIONS, which finds its includes in the folder, in the project's
# top folder and in HLOMEM_INCLUDE_DIRS; OUTPUT lies in the build tree beside the
# .td. After the last one, LLVM's add_public_tablegen_target(TARGET) makes the target
# that libraries name after TABLEGEN.
#
# LLVM's tablegen() would rewrite the paths of dependency files that CMake rewrites
# too (its policy CMP0116), and TableGen would run again at every build.
function(hlomem_tablegen output)
  set(file ${CMAKE_CURRENT_BINARY_DIR}/${output})
  cmake_path(ABSOLUTE_PATH LLVM_TARGET_DEFINITIONS OUTPUT_VARIABLE source)
  set(includes
    ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_SOURCE_DIR} ${HLOMEM_INCLUDE_DIRS})
  list(REMOVE_DUPLICATES includes)
  list(TRANSFORM includes PREPEND -I)
  add_custom_command(OUTPUT ${file}
    COMMAND HloMem::hlo-mem-tblgen ${ARGN} ${includes} ${source}
      --write-if-changed -o ${file} -d ${file}.d
    DEPENDS HloMem::hlo-mem-tblgen ${source}
    DEPFILE ${file}.d
    COMMENT "Building ${output}..." VERBATIM)
  set(TABLEGEN_OUTPUT ${TABLEGEN_OUTPUT} ${file} PARENT_SCOPE)
endfunction()

# add_hlomem_pass(NAME [source...])
# A pass with a folder of its own, for the plugin that this folder adds after it:
# NAME/NAME.td declares it, of which NAME/NAME.inc is made in the build tree, and
# NAME/NAMEPass.cpp defines it, with further sources of that folder. What is made
# of the declaration is in the namespace HLOMEM_PASS_NAMESPACE, which a project
# sets to its own.
function(add_hlomem_pass name)
  if(NOT HLOMEM_PASS_NAMESPACE)
    message(FATAL_ERROR
      "Set HLOMEM_PASS_NAMESPACE to the C++ namespace of the passes.")
  endif()
  set(LLVM_TARGET_DEFINITIONS ${name}/${name}.td)
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${name})
  set(TABLEGEN_OUTPUT)
  hlomem_tablegen(${name}/${name}.inc -gen-pass-decls
    -pass-namespace=${HLOMEM_PASS_NAMESPACE})
  set(sources ${name}Pass.cpp ${ARGN})
  list(TRANSFORM sources PREPEND ${name}/)
  set_property(DIRECTORY APPEND PROPERTY HLOMEM_PASS_SOURCES ${sources})
  set_property(DIRECTORY APPEND PROPERTY HLOMEM_PASS_HEADERS ${TABLEGEN_OUTPUT})
  add_hlomem_declarations(${name}/${name}.td)
endfunction()

# add_hlomem_declarations(file...): .td files with analyses and pipeline aliases
# of the plugin that this folder adds after it.
function(add_hlomem_declarations)
  foreach(file ${ARGN})
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    set_property(DIRECTORY APPEND PROPERTY HLOMEM_DECLARATIONS ${file})
  endforeach()
endfunction()

# hlomem_pass_headers(TARGET): the target makes the headers of the passes that
# this folder has added. It is one of its own, for a target that generates its
# sources itself waits for all that it links.
function(hlomem_pass_headers target)
  get_property(headers DIRECTORY PROPERTY HLOMEM_PASS_HEADERS)
  set_property(DIRECTORY PROPERTY HLOMEM_PASS_HEADERS)
  add_custom_target(${target} DEPENDS ${headers})
endfunction()

# hlomem_pass_registry(GROUP [file...]): makes Passes.td, the list of these .td
# files, in the build tree, and of that Passes.inc, the function
# register<GROUP>Passes, with the headers of the folder's passes. Nothing is
# registered that only the files of the list include. For pages of documentation
# `hlo-mem-tblgen -listed-files` reads the list as well, which begins with the
# remarks that any pass may report.
function(hlomem_pass_registry group)
  set(list "include \"hlomem/Remarks/CommonRemarks.td\"\n")
  foreach(file ${ARGN})
    file(RELATIVE_PATH file ${PROJECT_SOURCE_DIR} ${file})
    string(APPEND list "include \"${file}\"\n")
  endforeach()
  set(catalogue ${CMAKE_CURRENT_BINARY_DIR}/Passes.td)
  file(CONFIGURE OUTPUT ${catalogue} CONTENT "${list}")
  set(LLVM_TARGET_DEFINITIONS ${catalogue})
  set(TABLEGEN_OUTPUT)
  hlomem_tablegen(Passes.inc -gen-pass-registry -listed-files -pass-group=${group}
    -pass-namespace=${HLOMEM_PASS_NAMESPACE})
  set_property(DIRECTORY APPEND PROPERTY HLOMEM_PASS_HEADERS ${TABLEGEN_OUTPUT})
endfunction()

# add_hlomem_plugin(NAME source... [TABLEGEN target...])
# A plugin for `hlo-mem-opt -load-pass-plugin`, the file NAME.so, with the passes
# and declarations that this folder has added: Passes.inc has the function
# registerAllPasses for them. TABLEGEN names the targets that generate other
# headers for it.
function(add_hlomem_plugin name)
  cmake_parse_arguments(ARG "" "" "TABLEGEN" ${ARGN})
  get_property(passes DIRECTORY PROPERTY HLOMEM_PASS_SOURCES)
  get_property(declarations DIRECTORY PROPERTY HLOMEM_DECLARATIONS)
  set_property(DIRECTORY PROPERTY HLOMEM_PASS_SOURCES)
  set_property(DIRECTORY PROPERTY HLOMEM_DECLARATIONS)
  if(declarations)
    hlomem_pass_registry(All ${declarations})
    hlomem_pass_headers(${name}PassHeaders)
    list(APPEND ARG_TABLEGEN ${name}PassHeaders)
  endif()
  add_library(${name} MODULE ${ARG_UNPARSED_ARGUMENTS} ${passes})
  set_target_properties(${name} PROPERTIES PREFIX "")
  target_link_libraries(${name} PRIVATE HloMem::Headers)
  # The program was compiled like that.
  target_compile_options(${name} PRIVATE -fno-exceptions)
  target_include_directories(${name} PRIVATE
    ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR})
  # No library is linked: all symbols are those of the program. One that is not
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
  if(TARGET HloMemPasses)
    # In the project's own build, where some headers are yet to be generated.
    add_dependencies(${name} HloMemPasses)
    target_link_libraries(${name} PRIVATE HloMemBuildOptions)
  endif()
endfunction()

# add_hlomem_lit_suite(NAME [PLUGIN target])
# The lit tests in this folder and below, whose configuration is lit.cfg.py
# beside the caller: `cmake --build build --target check-NAME` builds the plugin
# and runs them, and so does ctest as its test NAME, of a plugin that is built.
# Without PLUGIN they are tests of hlo-mem-opt alone, such as those of dumps.
# lit.cfg.py finds in `config` what it needs to know of this machine:
#   hlomem_tools_dir    folder of hlo-mem-opt and hlo-mem-tblgen
#   hlomem_include_dir  headers and .td files of hlo-mem-opt
#   llvm_tools_dir      folder of FileCheck, not, split-file
#   plugin              the file of the plugin, if there is one
#   project_src_root, project_obj_root, test_source_root, test_exec_root
# It has lit.llvm ready for use, and the tests have the substitution %expand-dump:
# `%expand-dump SHORT > DUMP` makes a whole dump of allocations and live ranges
# (docs/Testing.md#where-expected-numbers-come-from).
function(add_hlomem_lit_suite name)
  cmake_parse_arguments(ARG "" "PLUGIN" "" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS OR ARG_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR
      "add_hlomem_lit_suite(${name} ${ARGN}): expected nothing but PLUGIN and a "
      "target, as in add_hlomem_lit_suite(${name} PLUGIN MyPasses).")
  endif()
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  # An LLVM without tools may be tested with those of another one.
  if(NOT HLOMEM_LLVM_TOOLS_DIR)
    set(HLOMEM_LLVM_TOOLS_DIR ${LLVM_TOOLS_BINARY_DIR})
  endif()
  find_program(HLOMEM_LIT NAMES lit llvm-lit lit.py
    HINTS ${HLOMEM_LLVM_TOOLS_DIR} ${HLOMEM_LLVM_TOOLS_DIR}/../build/utils/lit
    NO_DEFAULT_PATH)
  find_program(HLOMEM_FILECHECK FileCheck
    HINTS ${HLOMEM_LLVM_TOOLS_DIR} NO_DEFAULT_PATH)
  if(NOT HLOMEM_LIT OR NOT HLOMEM_FILECHECK)
    message(WARNING
      "The tests '${name}' are left out: lit and FileCheck are not in "
      "${HLOMEM_LLVM_TOOLS_DIR}; install llvm-${LLVM_VERSION_MAJOR}-tools, or "
      "name the folder of those of another LLVM with -DHLOMEM_LLVM_TOOLS_DIR=")
    return()
  endif()
  foreach(folder ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR}
      ${HLOMEM_INCLUDE_DIRS})
    if(folder MATCHES " ")
      message(WARNING
        "The tests '${name}' are left out: lit cannot work with blanks in a "
        "path, and there are some in '${folder}'")
      return()
    endif()
  endforeach()
  set(plugin "")
  if(ARG_PLUGIN)
    set(plugin "config.plugin = r'$<TARGET_FILE:${ARG_PLUGIN}>'\n")
  endif()
  file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/lit.site.cfg.py CONTENT
"# Generated by add_hlomem_lit_suite().
import lit.llvm

config.hlomem_tools_dir = r'$<TARGET_FILE_DIR:HloMem::hlo-mem-opt>'
config.hlomem_include_dir = r'$<JOIN:${HLOMEM_INCLUDE_DIRS},:>'
config.llvm_tools_dir = r'${HLOMEM_LLVM_TOOLS_DIR}'
${plugin}config.project_src_root = r'${PROJECT_SOURCE_DIR}'
config.project_obj_root = r'${PROJECT_BINARY_DIR}'
config.test_source_root = r'${CMAKE_CURRENT_SOURCE_DIR}'
config.test_exec_root = r'${CMAKE_CURRENT_BINARY_DIR}'
config.python_executable = r'${Python3_EXECUTABLE}'
config.substitutions.append(
    ('%expand-dump', r\"'${Python3_EXECUTABLE}' '${HLOMEM_EXPAND_DUMP}'\"))
lit.llvm.initialize(lit_config, config)
lit_config.load_config(config, r'${CMAKE_CURRENT_SOURCE_DIR}/lit.cfg.py')
")
  set(command
    ${Python3_EXECUTABLE} ${HLOMEM_LIT} -sv ${CMAKE_CURRENT_BINARY_DIR})
  add_custom_target(check-${name} COMMAND ${command} DEPENDS ${ARG_PLUGIN}
    COMMENT "Running the tests '${name}'" VERBATIM USES_TERMINAL)
  add_test(NAME ${name} COMMAND ${command})
endfunction()
