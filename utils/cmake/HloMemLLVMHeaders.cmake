# The target HloMem::LLVMHeaders: what compiles against LLVM's headers, wherever
# they are on this machine, links this, and needs no library for it. Included by the
# build and by find_package(HloMem), each after find_package(LLVM).

if(NOT TARGET HloMem::LLVMHeaders)
  add_library(HloMem::LLVMHeaders INTERFACE IMPORTED)
  separate_arguments(hlomem_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
  list(TRANSFORM hlomem_definitions REPLACE "^-D" "")
  target_compile_definitions(HloMem::LLVMHeaders INTERFACE ${hlomem_definitions})
  unset(hlomem_definitions)
  # SYSTEM: they warn under our flags.
  target_include_directories(HloMem::LLVMHeaders SYSTEM INTERFACE
    ${LLVM_INCLUDE_DIRS})
  if(NOT LLVM_ENABLE_RTTI)
    # Classes derived from LLVM's would name type information that is not there.
    target_compile_options(HloMem::LLVMHeaders INTERFACE
      $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
  endif()
endif()
