//===- VerifierPadding.cpp - Whether values have the size of shapes -------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifierImpl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PointerIntPair.h"

using namespace llvm;

namespace hlomem {

namespace {

/// The sizes that a value of some shape may have by itself.
struct OwnSize {
  Bytes Least;
  /// None where only the backend knows.
  std::optional<Bytes> Exact;
};

/// What each shape says of the sizes of its values. There are far fewer shapes
/// than values.
class OwnSizes {
public:
  explicit OwnSizes(bool MayBeTpu) : MayBeTpu(MayBeTpu) {}

  /// None where the shape says nothing.
  const std::optional<OwnSize> &get(const Value &V) {
    bool IsThreadLocal = V.getAllocation().isThreadLocal();
    auto [Known, IsNew] =
        ByShape.try_emplace(ShapeKey(&V.getShape(), IsThreadLocal));
    if (IsNew)
      Known->second = calculate(V.getShape(), IsThreadLocal);
    return Known->second;
  }

private:
  using ShapeKey = PointerIntPair<const Shape *, 1, bool>;

  std::optional<OwnSize> calculate(const Shape &S, bool IsThreadLocal) const;

  bool MayBeTpu;
  DenseMap<ShapeKey, std::optional<OwnSize>> ByShape;
};

} // namespace

std::optional<OwnSize> OwnSizes::calculate(const Shape &S,
                                           bool IsThreadLocal) const {
  std::optional<Bytes> Logical = S.getLogicalSize();
  if (!S.isArray() || !S.getPaddedSize()) {
    // How tables of pointers, run-time extents and the like are laid out is the
    // backend's own affair.
    bool HasKnownMinimum = Logical && (S.isArray() || S.isTuple());
    return HasKnownMinimum ? std::optional(OwnSize{*Logical, std::nullopt})
                           : std::nullopt;
  }
  Bytes Padded = *S.getPaddedSize();
  // TPUs keep thread-local scalars, and others without a tile, as they like.
  if (!S.hasTiles() && (MayBeTpu || IsThreadLocal))
    return OwnSize{Padded, std::nullopt};
  return OwnSize{Padded, Padded};
}

void Verifier::checkPadding() {
  // Where the dump is cut, a layout may lack its tiles.
  if (!begin(VerifierRule::Padding, hasAllocations() && IsWhole))
    return;
  OwnSizes Sizes(Facts.HasTiles);
  using Slice = std::pair<uint64_t, uint64_t>;
  for (const Allocation &A : M.allocations()) {
    // The largest of the values that share a buffer gives all of them their
    // size; the slices of those that may be the largest.
    DenseSet<Slice> Explained;
    bool IsExplainedBuilt = false;
    auto IsExplained = [&](const Value &V) {
      if (!IsExplainedBuilt) {
        for (const Value &W : A.values()) {
          const std::optional<OwnSize> &Own = Sizes.get(W);
          if (!Own || Own->Exact.value_or(W.getSize()) == W.getSize())
            Explained.insert({W.getOffset().count(), W.getSize().count()});
        }
        IsExplainedBuilt = true;
      }
      return Explained.contains({V.getOffset().count(), V.getSize().count()});
    };
    for (const Value &V : A.values()) {
      // A copy: the other values may add shapes.
      std::optional<OwnSize> Own = Sizes.get(V);
      if (!Own)
        continue;
      bool TooSmall = V.getSize() < Own->Least;
      if (!TooSmall && (!Own->Exact || V.getSize() == *Own->Exact))
        continue;
      if (!TooSmall && IsExplained(V))
        continue;
      report(VerifierRule::Padding, V.getLoc(), [&](raw_ostream &OS) {
        OS << "value " << ValueName(V) << " has " << V.getSize().count()
           << " bytes, but its shape " << V.getShape() << " takes "
           << (Own->Exact ? "" : "at least ") << Own->Least.count();
      });
    }
  }
}

} // namespace hlomem
