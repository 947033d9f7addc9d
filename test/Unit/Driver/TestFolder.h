//===- TestFolder.h - A folder with dumps, for one test -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TEST_UNIT_DRIVER_TESTFOLDER_H
#define HLOMEM_TEST_UNIT_DRIVER_TESTFOLDER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace hlomem {

/// A new folder, which goes with all that is in it.
class TestFolder {
public:
  TestFolder();
  TestFolder(const TestFolder &) = delete;
  TestFolder &operator=(const TestFolder &) = delete;
  ~TestFolder();

  const std::string &path() const { return Path; }
  /// The path of the file \p Name in it.
  std::string file(const llvm::Twine &Name) const;
  /// Writes the file \p Name, in folders that are made, and returns its path.
  std::string write(const llvm::Twine &Name, llvm::StringRef Text) const;
  /// The same with a whole dump of three values.
  std::string writeDump(const llvm::Twine &Name) const;
  /// What is in the file \p Name; "(none)" if it is not there.
  std::string read(const llvm::Twine &Name) const;

private:
  std::string Path;
};

} // namespace hlomem

#endif // HLOMEM_TEST_UNIT_DRIVER_TESTFOLDER_H
