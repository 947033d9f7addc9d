//===- NameLookups.h - Many names in a table --------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file defines NameLookups, which looks up many names in a NameTable. A
/// look-up takes several memory accesses, each of which depends on the one
/// before; here the accesses of up to 32 look-ups overlap.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_ADT_NAMELOOKUPS_H
#define HLOMEM_SUPPORT_ADT_NAMELOOKUPS_H

#include "hlomem/Support/ADT/NameTable.h"
#include <array>

namespace hlomem {

/// Looks up a sequence of names in a NameTable, in batches.
class NameLookups {
public:
  /// Is the result for a name that is not in the table.
  static constexpr uint32_t None = ~uint32_t();

  /// Makes look-ups in \p Table, which has the positions of \p Names. Both must
  /// outlive this object.
  NameLookups(const NameTable &Table, ArrayRef<StringRef> Names)
      : Table(Table), Names(Names) {}

  /// Adds a look-up of \p Name. A name that equals the one of the preceding
  /// call, which is frequent, costs one comparison. The characters of \p Name
  /// must stay valid until take().
  void ask(StringRef Name);
  /// Returns how many times ask() was called.
  size_t size() const { return Found.size() + QueryCount; }
  /// Returns the position in Names, or None, for each call of ask(), in the
  /// order of the calls. The result is valid until the next call of ask().
  ArrayRef<uint32_t> take() {
    flush();
    return Found;
  }

private:
  struct Query {
    StringRef Name;
    uint32_t Hash;
    bool IsRepeated;
    /// Is the number of a name with the same hash, or None.
    uint32_t Candidate;
  };

  void flush();

  const NameTable &Table;
  ArrayRef<StringRef> Names;
  static constexpr size_t MaxQueries = 32;
  std::array<Query, MaxQueries> Queries;
  size_t QueryCount = 0;
  StringRef Last;
  std::vector<uint32_t> Found;
};

} // namespace hlomem

#endif // HLOMEM_SUPPORT_ADT_NAMELOOKUPS_H
