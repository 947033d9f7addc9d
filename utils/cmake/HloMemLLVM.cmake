# Finds LLVM and brings in its TableGen and test rules.

# LLVM's own file looks for zlib and zstd too. What lies beside LLVM is meant for
# it: headers of one release with the archive of another do not compile.
set(hlomem_prefix_path "${CMAKE_PREFIX_PATH}")
if(SKBUILD AND NOT LLVM_DIR)
  # pip has brought the archives of PyPI, unless the user has others.
  set(LLVM_DIR "$ENV{LLVM_DIR}")
  if(NOT LLVM_DIR)
    execute_process(
      COMMAND "${Python_EXECUTABLE}" -m mlc_llvm_static.config --cmake-dir
      OUTPUT_STRIP_TRAILING_WHITESPACE OUTPUT_VARIABLE LLVM_DIR)
  endif()
endif()
if(LLVM_DIR)
  list(PREPEND CMAKE_PREFIX_PATH ${LLVM_DIR}/../../..)
endif()
set(ZLIB_USE_STATIC_LIBS ${HLOMEM_STATIC_DEPENDENCIES})
# No version in the call: LLVM's own version file compares major.minor, so that
# "19" would mean 19.0 and match nothing.
find_package(LLVM REQUIRED CONFIG)
if(LLVM_VERSION_MAJOR LESS 19)
  message(FATAL_ERROR
    "LLVM 19 or later is needed; found ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}. "
    "Choose another with -DLLVM_DIR=/usr/lib/llvm-19/lib/cmake/llvm")
endif()
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")

list(APPEND CMAKE_MODULE_PATH ${LLVM_CMAKE_DIR})
# Dumps may be compressed. An LLVM that was built without them does not look for
# them; Findzstd.cmake is LLVM's.
find_package(ZLIB REQUIRED)
find_package(zstd REQUIRED)
set(CMAKE_PREFIX_PATH "${hlomem_prefix_path}")
unset(hlomem_prefix_path)
# The library that is linked. An LLVM may come with only one of the two.
if(TARGET zstd::libzstd_shared AND NOT HLOMEM_STATIC_DEPENDENCIES)
  set(HLOMEM_ZSTD zstd::libzstd_shared)
elseif(TARGET zstd::libzstd_static)
  set(HLOMEM_ZSTD zstd::libzstd_static)
else()
  message(FATAL_ERROR
    "HLOMEM_STATIC_DEPENDENCIES is ON, and there is no libzstd.a")
endif()
# LLVM's archives name the one that they were built with.
get_target_property(libraries LLVMSupport INTERFACE_LINK_LIBRARIES)
list(TRANSFORM libraries REPLACE "^zstd::libzstd_(shared|static)$" ${HLOMEM_ZSTD})
if(SKBUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND
   CMAKE_CXX_COMPILER_VERSION VERSION_LESS 11)
  add_library(HloMemLibstdcxx10 STATIC ${CMAKE_CURRENT_LIST_DIR}/Libstdcxx10.cpp)
  set_target_properties(HloMemLibstdcxx10 PROPERTIES POSITION_INDEPENDENT_CODE ON)
  list(APPEND libraries HloMemLibstdcxx10)
endif()
set_target_properties(LLVMSupport PROPERTIES
  INTERFACE_LINK_LIBRARIES "${libraries}")
set(LLVM_RUNTIME_OUTPUT_INTDIR ${CMAKE_BINARY_DIR}/bin)
set(LLVM_LIBRARY_OUTPUT_INTDIR ${CMAKE_BINARY_DIR}/lib)
# For add_public_tablegen_target(); hlomem_tablegen() runs TableGen.
include(TableGen)
include(AddLLVM)
include(HloMemLLVMHeaders)
