//===- TableOutput.h - Rows of modules, in the order of the inputs -*- C++
//-*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DRIVER_TABLEOUTPUT_H
#define HLOMEM_LIB_DRIVER_TABLEOUTPUT_H

#include "SpillStream.h"
#include "llvm/ADT/StringSet.h"
#include <list>

namespace hlomem {

class DocumentFolder;

/// Holds the rows of a module in one table, which wait for their turn.
struct TableText {
  /// Is that of the pass.
  StringRef Extension;
  std::string Name;
  std::string Header;
  SpillStream Rows;
};

/// Writes the rows of all modules, each table into a file of a folder, or all
/// one after the other into a stream. It is for one thread.
class TableOutput {
public:
  void setFolder(DocumentFolder &F) { Folder = &F; }
  void setStream(raw_ostream &S) { OS = &S; }

  /// Returns where the rows of the next module in the table \p Name go.
  Expected<raw_ostream *> open(StringRef Extension, StringRef Name,
                               StringRef Header);
  /// Writes \p Tables of the module that tables call \p Module; fails if they
  /// have another one of this name.
  Error write(StringRef Module, std::list<TableText> &Tables);
  /// Returns \p Module, or that with a number if tables have a module of this
  /// name.
  std::string makeUnique(StringRef Module) const;

private:
  DocumentFolder *Folder = nullptr;
  raw_ostream *OS = &llvm::nulls();
  llvm::StringSet<> Modules;
  /// Is true if the header of the tables in OS was written.
  bool HasHeader = false;
};

} // namespace hlomem

#endif // HLOMEM_LIB_DRIVER_TABLEOUTPUT_H
