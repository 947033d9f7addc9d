//===- Random.h - Numbers that are the same everywhere --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PACKING_SEARCH_RANDOM_H
#define HLOMEM_LIB_PACKING_SEARCH_RANDOM_H

#include "hlomem/Support/LLVM.h"

namespace hlomem::packing {

/// SplitMix64: the same numbers with every standard library, unlike what
/// <random> makes of them.
class Random {
public:
  explicit Random(uint64_t Seed) : State(Seed) {}

  uint64_t next() {
    uint64_t X = State += 0x9e3779b97f4a7c15;
    X = (X ^ (X >> 30)) * 0xbf58476d1ce4e5b9;
    X = (X ^ (X >> 27)) * 0x94d049bb133111eb;
    return X ^ (X >> 31);
  }
  /// Below \p End, which is at least 1 and far below 2^32.
  uint64_t below(uint64_t End) { return ((next() >> 32) * End) >> 32; }
  /// At least 0, less than 1.
  double unit() { return double(next() >> 11) * 0x1p-53; }

private:
  uint64_t State;
};

} // namespace hlomem::packing

#endif // HLOMEM_LIB_PACKING_SEARCH_RANDOM_H
