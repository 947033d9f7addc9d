//===- VerifierValues.cpp - Rules of values -------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifierImpl.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"

using namespace llvm;

namespace hlomem {

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Definitions
//===----------------------------------------------------------------------===//

void Verifier::checkDefinition() {
  if (!begin(VerifierRule::Definition, hasUsedValues() && IsWhole))
    return;
  forEachValue([this](const Value &V) { checkDefinitionOf(V); });
}

/// True if the text begins with this array's name and shape: what most do, and
/// found without taking the text apart.
static bool beginsWithDefinition(StringRef Text, const Value &V) {
  if (V.getDefinition().hasIndex() || !V.isPlaced())
    return false;
  Text.consume_front("%");
  if (!Text.consume_front(V.getInstructionName()) || !Text.consume_front(" = "))
    return false;
  SmallString<64> Type;
  raw_svector_ostream(Type) << V.getShape();
  return Text.consume_front(Type) && Text.starts_with(" ");
}

/// An argument's allocation and its instruction name the same parameter. Others
/// that lie there are phi values or no parameters.
void Verifier::checkParameterNumber(const Value &V) {
  if (!V.isPlaced() || V.isPhi() || !V.getAllocation().getParameter())
    return;
  const InstructionDetails *I = M.getInstruction(V);
  std::optional<uint64_t> Number = I ? I->getParameterNumber() : std::nullopt;
  uint64_t Allocated = V.getAllocation().getParameter()->Number;
  if (Number && *Number != Allocated)
    report(VerifierRule::Definition, RuleSeverity::Warning, V.getLoc(),
           [&](raw_ostream &OS) {
             OS << "value " << ValueName(V) << " lies in the allocation of "
                << "parameter " << Allocated << ", but its instruction is "
                << "parameter " << *Number;
           });
}

void Verifier::checkDefinitionOf(const Value &V) {
  checkParameterNumber(V);
  ArrayRef<Position> Positions = V.getPositions();
  if (!Positions.empty() &&
      (!(Positions.front() == V.getDefinition()) ||
       Positions.front().hasIndex() != V.getDefinition().hasIndex()))
    report(VerifierRule::Definition, Positions.front().getLoc(),
           [&](raw_ostream &OS) {
             OS << "the first position of value " << ValueName(V) << " is "
                << Positions.front();
           });

  if (beginsWithDefinition(V.getInstructionText(), V))
    return;
  // Kept by name: another text of the same name is of another value.
  const InstructionDetails *I = M.getInstruction(V);
  if (!I || I->Name.empty())
    return;
  SMLoc Loc = SMLoc::getFromPointer(V.getInstructionText().data());
  if (I->Name != V.getInstructionName())
    return report(VerifierRule::Definition, Loc, [&](raw_ostream &OS) {
      OS << "value " << ValueName(V) << " is from instruction " << I->Name;
    });
  if (!I->Type)
    return;
  if (I->Type->isTuple() != V.getDefinition().hasIndex())
    return report(VerifierRule::Definition, V.getLoc(), [&](raw_ostream &OS) {
      OS << "value " << ValueName(V)
         << (I->Type->isTuple() ? " has no index, but its instruction a tuple"
                                : " has an index, but its instruction no "
                                  "tuple");
    });
  const Shape *Leaf = I->Type->getSubshape(V.getDefinition().getIndex());
  if (!Leaf)
    return report(VerifierRule::Definition, V.getLoc(), [&](raw_ostream &OS) {
      OS << "value " << ValueName(V) << " is no part of " << *I->Type;
    });
  if (V.isPlaced() && !isSameShape(*Leaf, V.getShape(), /*WithLayout=*/true))
    report(VerifierRule::Definition, V.getLoc(), [&](raw_ostream &OS) {
      OS << "the shape of value " << ValueName(V) << " is " << V.getShape()
         << " in its allocation, but " << *Leaf << " in its instruction";
    });
}

} // namespace hlomem
