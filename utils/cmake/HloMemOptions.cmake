# What a user may choose at configure time, and what follows for every target.

option(HLOMEM_BUILD_TESTS "Build the tests" ON)
option(HLOMEM_BUILD_BENCHMARKS
  "Build what measurements are made with; the tests need it too" ON)
option(HLOMEM_STATIC_DEPENDENCIES "Link zlib and zstd statically" OFF)
option(HLOMEM_UNITY
  "Compile each library and test program as one source, which is fastest from scratch"
  ON)
option(HLOMEM_DEV
  "Precompile headers, use ccache where it is, leave out the tests that install" OFF)
option(HLOMEM_FUZZ "Build the fuzzer, which needs clang" OFF)
set(HLOMEM_PYTHON AUTO CACHE STRING
  "Build the Python extension: ON, OFF, or AUTO, which means if all it needs is there")
option(HLOMEM_WERROR "Treat warnings as errors" OFF)
set(HLOMEM_LLVM_TOOLS_DIR "" CACHE PATH
  "Folder of FileCheck, not, count and split-file for the tests, if not LLVM's")
set(HLOMEM_SANITIZERS "" CACHE STRING
  "Sanitizers for all targets, as in -fsanitize= (address,undefined)")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Kind of build" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_UNITY_BUILD ${HLOMEM_UNITY})
set(CMAKE_UNITY_BUILD_BATCH_SIZE 0)
if(HLOMEM_DEV AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(HLOMEM_CCACHE ccache)
  if(HLOMEM_CCACHE)
    # Without these two ccache does not keep what has a precompiled header.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros ${HLOMEM_CCACHE})
  endif()
endif()

# How every target of the project is compiled and linked; none that uses the
# installed libraries is.
add_library(HloMemBuildOptions INTERFACE)
target_compile_options(HloMemBuildOptions INTERFACE
  -fno-exceptions -Wall -Wextra -Wno-unused-parameter -ffunction-sections
  -fdata-sections)
# gcc does this by itself, clang does not: unused libraries behind LLVMSupport
# (z3, zstd) would be loaded at every start.
target_link_options(HloMemBuildOptions INTERFACE
  -Wl,--as-needed -Wl,--gc-sections)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # False alarms on LLVM's maps (SmallDenseMap, with -O3) and llvm::json::Value
  # (with the address sanitizer); LLVM turns it off too.
  target_compile_options(HloMemBuildOptions INTERFACE -Wno-maybe-uninitialized)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND
   CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 20)
  # std::stable_sort of libstdc++ 12 uses what that has deprecated, and newer
  # releases of clang tell so of system headers too.
  target_compile_options(HloMemBuildOptions INTERFACE -Wno-deprecated-declarations)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND
   CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False alarms of gcc 12 on std::string (its bug 105651), and on LLVM 23's small
  # maps where several in one source are compiled to the same code.
  target_compile_options(HloMemBuildOptions INTERFACE
    -Wno-restrict -Wno-array-bounds)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND
   CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
  # False alarms on ArrayRef, for which LLVM turns it off too.
  target_compile_options(HloMemBuildOptions INTERFACE -Wno-dangling-reference)
endif()
if(HLOMEM_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # A class of a source that is included is taken for one of a header.
  target_compile_options(HloMemBuildOptions INTERFACE -Wno-subobject-linkage)
endif()
if(HLOMEM_WERROR)
  target_compile_options(HloMemBuildOptions INTERFACE -Werror)
endif()

if(HLOMEM_SANITIZERS)
  # vptr needs the type information of LLVM's archives, which have their own.
  target_compile_options(HloMemBuildOptions INTERFACE
    -fsanitize=${HLOMEM_SANITIZERS} -fno-sanitize=vptr
    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(HloMemBuildOptions INTERFACE
    -fsanitize=${HLOMEM_SANITIZERS} -fno-sanitize=vptr)
endif()

if(HLOMEM_FUZZ)
  target_compile_options(HloMemBuildOptions INTERFACE -fsanitize=fuzzer-no-link)
endif()
