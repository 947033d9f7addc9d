# For the tests that build plugins, as CMAKE_TOOLCHAIN_FILE: each is one source, which
# is not optimized. With --all they are built as users build them.
set(CMAKE_UNITY_BUILD ON)
set(CMAKE_CXX_FLAGS_RELEASE -O0 CACHE STRING "")
