//===- Counters.cpp - Numbers that passes and analyses count --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Counters.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace hlomem {

void CounterSet::add(const CounterInfo &Counter, uint64_t N) {
  auto *I =
      find_if(Entries, [&](const Entry &E) { return E.first == &Counter; });
  if (I == Entries.end())
    Entries.emplace_back(&Counter, N);
  else
    I->second = SaturatingAdd(I->second, N);
}

void CounterTotals::add(const CounterSet &Counters) {
  for (const auto &[Counter, N] : Counters.counters()) {
    uint64_t &Total =
        Totals[(Twine(Counter->Group) + "." + Counter->Name).str()];
    Total = SaturatingAdd(Total, N);
  }
}

} // namespace hlomem
