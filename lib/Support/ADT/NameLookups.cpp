//===- NameLookups.cpp - Many names in a table ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/ADT/NameLookups.h"

using namespace llvm;

namespace hlomem {

void NameLookups::ask(StringRef Name) {
  if (QueryCount == MaxQueries)
    flush();
  Query &Q = Queries[QueryCount];
  Q.Name = Name;
  Q.IsRepeated = size() != 0 && Name == Last;
  ++QueryCount;
  if (Q.IsRepeated)
    return;
  Q.Hash = hashName(Name);
  Table.prefetch(Q.Hash);
  Last = Name;
}

void NameLookups::flush() {
  MutableArrayRef<Query> Asked =
      MutableArrayRef(Queries).take_front(QueryCount);
  QueryCount = 0;
  for (Query &Q : Asked) {
    if (Q.IsRepeated)
      continue;
    Q.Candidate =
        Table.find(Q.Hash, [](uint32_t) { return true; }).value_or(None);
    if (Q.Candidate != None)
      LLVM_PREFETCH(&Names[Q.Candidate], /*rw=*/0, /*locality=*/3);
  }
  for (const Query &Q : Asked)
    if (!Q.IsRepeated && Q.Candidate != None)
      LLVM_PREFETCH(Names[Q.Candidate].data(), /*rw=*/0, /*locality=*/3);
  for (const Query &Q : Asked) {
    if (Q.IsRepeated)
      Found.push_back(Found.back());
    else if (Q.Candidate == None || Names[Q.Candidate] == Q.Name)
      Found.push_back(Q.Candidate);
    else
      Found.push_back(
          Table.find(Q.Hash, [&](uint32_t I) { return Names[I] == Q.Name; })
              .value_or(None));
  }
}

} // namespace hlomem
