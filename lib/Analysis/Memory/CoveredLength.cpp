//===- CoveredLength.cpp - Length of a union of intervals -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CoveredLength.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cassert>

using namespace llvm;

namespace hlomem {

CoveredLength::CoveredLength(std::vector<uint64_t> EndPoints)
    : Points(std::move(EndPoints)) {
  sort(Points);
  Points.erase(llvm::unique(Points), Points.end());
  if (Points.size() > 1)
    Nodes.resize(2 * PowerOf2Ceil(Points.size() - 1));
}

size_t CoveredLength::indexOf(uint64_t Point) const {
  auto Found = lower_bound(Points, Point);
  assert(Found != Points.end() && *Found == Point && "end point not announced");
  return Found - Points.begin();
}

// Node N covers the elementary intervals [Begin, End); From and To bound those
// that change.
void CoveredLength::update(size_t N, size_t Begin, size_t End, size_t From,
                           size_t To, int Delta) {
  if (From <= Begin && End <= To) {
    Nodes[N].Count += Delta;
  } else {
    size_t Middle = Begin + (End - Begin) / 2;
    if (From < Middle)
      update(2 * N, Begin, Middle, From, To, Delta);
    if (Middle < To)
      update(2 * N + 1, Middle, End, From, To, Delta);
  }
  if (Nodes[N].Count != 0)
    Nodes[N].Covered = Points[End] - Points[Begin];
  else if (End - Begin == 1)
    Nodes[N].Covered = 0;
  else
    Nodes[N].Covered = Nodes[2 * N].Covered + Nodes[2 * N + 1].Covered;
}

void CoveredLength::add(uint64_t Begin, uint64_t End) {
  if (Begin != End)
    update(1, 0, Points.size() - 1, indexOf(Begin), indexOf(End), 1);
}

void CoveredLength::remove(uint64_t Begin, uint64_t End) {
  if (Begin != End)
    update(1, 0, Points.size() - 1, indexOf(Begin), indexOf(End), -1);
}

} // namespace hlomem
