# Read by cpack once for each kind of package.

# The same modes whatever the umask of who builds.
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
  WORLD_READ WORLD_EXECUTE)

if(CPACK_GENERATOR STREQUAL "DEB")
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
  list(APPEND CPACK_PRE_BUILD_SCRIPTS
    ${CMAKE_CURRENT_LIST_DIR}/DebianFiles.cmake)
  # cpack would go on without dpkg-shlibdeps, and the package would depend on
  # nothing.
  find_program(SHLIBDEPS dpkg-shlibdeps)
  find_program(FILE file)
  if(NOT SHLIBDEPS OR NOT FILE)
    message(FATAL_ERROR
      "A .deb needs dpkg-shlibdeps and file: install dpkg-dev and file, or "
      "choose another kind of package with 'cpack -G TGZ'")
  endif()
endif()
