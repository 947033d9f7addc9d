//===- OccupiedBytes.cpp - Bytes that slices cover together ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OccupiedBytes.h"
#include "hlomem/Support/ADT/RadixSort.h"
#include "llvm/Support/MathExtras.h"

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

SlicePlaces::SlicePlaces(ArrayRef<OccupiedSlice> Slices)
    : PlaceOf(Slices.size()) {
  std::vector<uint32_t> ByOffset = getSortedPositions(
      Slices.size(), [&](uint32_t I) { return Slices[I].Begin; });
  std::optional<uint64_t> Last;
  for (uint32_t I : ByOffset) {
    Count += Slices[I].Begin != Last;
    Last = Slices[I].Begin;
    PlaceOf[I] = Count - 1;
  }
}

// False if it shares bytes with one that is not the same.
bool OccupiedBytes::addApart(const OccupiedSlice &S, uint32_t Place) {
  State &Here = States[Place];
  if (Here.Count != 0) {
    if (Here.End != S.End)
      return false;
    ++Here.Count;
    return true;
  }
  // What is there is apart, so that it can share bytes with a neighbour only.
  size_t Below = Taken.findBefore(Place);
  if (Below != HierarchicalBitSet::None && States[Below].End > S.Begin)
    return false;
  size_t Above = Taken.findFrom(Place);
  if (Above != HierarchicalBitSet::None && States[Above].Begin < S.End)
    return false;
  Taken.insert(Place);
  Here = {S.Begin, S.End, 1};
  Sum += S.End - S.Begin;
  return true;
}

void OccupiedBytes::startCovering() {
  std::vector<uint64_t> EndPoints;
  EndPoints.reserve(2 * Slices.size());
  for (const OccupiedSlice &S : Slices) {
    EndPoints.push_back(S.Begin);
    EndPoints.push_back(S.End);
  }
  Covered.emplace(std::move(EndPoints));
  for (size_t Place = Taken.findFrom(0); Place != HierarchicalBitSet::None;
       Taken.erase(Place), Place = Taken.findFrom(Place))
    for (uint32_t N = 0; N != States[Place].Count; ++N)
      Covered->add(States[Place].Begin, States[Place].End);
}

void OccupiedBytes::add(uint32_t I) {
  const OccupiedSlice &S = Slices[I];
  if (!Covered) {
    if (addApart(S, Places.PlaceOf[I]))
      return;
    startCovering();
  }
  Covered->add(S.Begin, S.End);
}

void OccupiedBytes::remove(uint32_t I) {
  const OccupiedSlice &S = Slices[I];
  if (Covered)
    return Covered->remove(S.Begin, S.End);
  uint32_t Place = Places.PlaceOf[I];
  if (--States[Place].Count != 0)
    return;
  Taken.erase(Place);
  Sum -= S.End - S.Begin;
}

} // namespace hlomem
