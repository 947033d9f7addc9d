//===- NameLookups.h - Many names in a table --------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A look-up takes several accesses to memory, each of which tells where the
/// next one is. Those of some names go on at once.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_ADT_NAMELOOKUPS_H
#define HLOMEM_SUPPORT_ADT_NAMELOOKUPS_H

#include "hlomem/Support/ADT/NameTable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <vector>

namespace hlomem {

/// Looks up one name after the other.
class NameLookups {
public:
  /// Instead of the number of a name that is not there.
  static constexpr uint32_t None = ~uint32_t();

  /// \p Table has places in \p Names. Both must outlive this.
  NameLookups(const NameTable &Table, llvm::ArrayRef<llvm::StringRef> Names)
      : Table(Table), Names(Names) {}

  /// Quick if \p Name is that of the call before, as most often.
  void ask(llvm::StringRef Name);
  /// How often ask() was called.
  size_t size() const { return Found.size() + QueryCount; }
  /// What each call of ask() asked for, in their order.
  llvm::ArrayRef<uint32_t> take() {
    flush();
    return Found;
  }

private:
  struct Query {
    llvm::StringRef Name;
    uint32_t Hash;
    bool IsRepeated;
    /// What has the same hash.
    uint32_t Candidate;
  };

  void flush();

  const NameTable &Table;
  llvm::ArrayRef<llvm::StringRef> Names;
  static constexpr size_t MaxQueries = 32;
  std::array<Query, MaxQueries> Queries;
  size_t QueryCount = 0;
  llvm::StringRef Last;
  std::vector<uint32_t> Found;
};

} // namespace hlomem

#endif // HLOMEM_SUPPORT_ADT_NAMELOOKUPS_H
