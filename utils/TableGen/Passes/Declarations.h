//===- Declarations.h - What a file declares, and whose it is -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_UTILS_TABLEGEN_DECLARATIONS_H
#define HLOMEM_UTILS_TABLEGEN_DECLARATIONS_H

#include "hlomem/Support/LLVM.h"

namespace llvm {
class Record;
class RecordKeeper;
} // namespace llvm

namespace hlomem::tblgen {

/// True for what the main file itself declares, also by files that it includes
/// from its own folder. Other files are the catalogue that it builds on. With
/// -listed-files the main file is a list: what the files declare that it itself
/// includes is its own, too, also by files that lie beside those.
bool isDeclaredHere(const llvm::Record &R);

/// Which pass, or other RemarkSource, each remark belongs to: the last one
/// before it in its file, or in the files that lie beside that.
class RemarkOwners {
public:
  explicit RemarkOwners(const llvm::RecordKeeper &RK);

  /// Null for a remark before all of these.
  const llvm::Record *find(const llvm::Record &Remark) const;

private:
  /// In the order of the files.
  std::vector<const llvm::Record *> Sources;
};

} // namespace hlomem::tblgen

#endif // HLOMEM_UTILS_TABLEGEN_DECLARATIONS_H
