# Finds LLVM and brings in its TableGen and test rules.

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
set(LLVM_RUNTIME_OUTPUT_INTDIR ${CMAKE_BINARY_DIR}/bin)
set(LLVM_LIBRARY_OUTPUT_INTDIR ${CMAKE_BINARY_DIR}/lib)
# With the new policy the paths in TableGen's dependency files are rewritten
# twice, and TableGen runs again at every build.
cmake_policy(SET CMP0116 OLD)
include(TableGen)
include(AddLLVM)

# SYSTEM: LLVM's headers warn under our flags.
include_directories(SYSTEM ${LLVM_INCLUDE_DIRS})
separate_arguments(LLVM_DEFINITIONS_LIST NATIVE_COMMAND ${LLVM_DEFINITIONS})
add_definitions(${LLVM_DEFINITIONS_LIST})
if(NOT LLVM_ENABLE_RTTI)
  add_compile_options(-fno-rtti)
endif()
