//===- VerifierPadding.cpp - Whether values have the size of shapes -------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifierImpl.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/CountText.h"
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

/// A memory space of a TPU that holds flags, not data.
bool isFlagSpace(uint64_t Space) {
  return isUInt<32>(Space) &&
         hasProperty(Backend::TPU, static_cast<MemorySpace>(Space),
                     MemorySpaceProperties::IsSync);
}

/// What each shape says of the sizes of its values. There are far fewer shapes
/// than values.
class OwnSizes {
public:
  explicit OwnSizes(bool MayBeTpu) : MayBeTpu(MayBeTpu) {}

  /// None where the shape says nothing.
  const std::optional<OwnSize> &get(const Value &V) {
    const Allocation &A = V.getAllocation();
    // What lies in the stack of another core is its compiler's own affair.
    if (V.getShape().isTuple() && A.getMemorySpace() > LastCommonSpace)
      return Unknown;
    bool IsThreadLocal = A.isThreadLocal();
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
  const std::optional<OwnSize> Unknown;
  DenseMap<ShapeKey, std::optional<OwnSize>> ByShape;
};

} // namespace

std::optional<OwnSize> OwnSizes::calculate(const Shape &S,
                                           bool IsThreadLocal) const {
  std::optional<Bytes> Logical = S.getLogicalSize();
  if (!Logical || !(S.isArray() || S.isTuple()))
    return std::nullopt;
  // How index tables, run-time extents and the like are laid out is the
  // backend's own affair. Addresses of a TPU take half of what a table is
  // counted with.
  if (S.isTuple())
    return OwnSize{MayBeTpu ? Bytes(Logical->count() / 2) : *Logical,
                   std::nullopt};
  const Layout *L = S.getLayout();
  // Of an array that is split over two memories each has a part.
  if (L && L->HasUnknownSize)
    return std::nullopt;
  std::optional<Bytes> Padded = S.getPaddedSize();
  if (!Padded)
    return OwnSize{*Logical, std::nullopt};
  // Tiles are those of vector memory; flags are words.
  if (MayBeTpu && L && isFlagSpace(L->MemorySpace))
    return OwnSize{*Logical, std::nullopt};
  // TPUs keep thread-local scalars, and others without a tile, as they like.
  if (!S.hasTiles() && (MayBeTpu || IsThreadLocal))
    return OwnSize{*Padded, std::nullopt};
  return OwnSize{*Padded, Padded};
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
      report(VerifierRule::Padding, V, [&](raw_ostream &OS) {
        OS << "value " << ValueName(V) << " has "
           << countText(V.getSize().count(), "byte") << ", but its shape "
           << ShapeText{V.getShape()} << " takes "
           << (Own->Exact ? "" : "at least ") << Own->Least.count();
      });
    }
  }
}

} // namespace hlomem
