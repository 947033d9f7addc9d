# The packages that cpack makes of the installed tree: a .deb for Debian 12, and
# a .tar.gz to be unpacked anywhere.

set(CPACK_PACKAGE_NAME hlo-mem-opt)
set(CPACK_PACKAGE_VERSION ${HLOMEM_VERSION})
# To dpkg a tilde comes before the end of a version: older than the release.
string(REPLACE "-" "~" CPACK_DEBIAN_PACKAGE_VERSION ${HLOMEM_VERSION})
set(CPACK_PACKAGE_VENDOR "hlo-mem-opt")
set(CPACK_PACKAGE_CONTACT "The hlo-mem-opt developers <hlo-mem-opt@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
  "analyses of XLA's buffer assignment dumps")
set(CPACK_PACKAGE_DESCRIPTION
  "hlo-mem-opt reads the buffer assignment dumps that XLA writes and tells, to
the byte, what they mean: when memory use peaks, what is live then, and
how much of each arena is never used.
.
The package has what plugins with analyses of one's own are built with, too;
those need the suggested packages.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_GENERATOR "DEB;TGZ")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CHECKSUM SHA256)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# What the program is linked with, from the binary itself; needs dpkg-dev.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# For plugins alone: the program wants none of them.
string(JOIN ", " CPACK_DEBIAN_PACKAGE_SUGGESTS
  g++ cmake ninja-build llvm-${LLVM_VERSION_MAJOR}-dev
  llvm-${LLVM_VERSION_MAJOR}-tools libzstd-dev zlib1g-dev)
set(CPACK_PROJECT_CONFIG_FILE
  ${PROJECT_SOURCE_DIR}/utils/package/CPackOptions.cmake)

include(CPack)
