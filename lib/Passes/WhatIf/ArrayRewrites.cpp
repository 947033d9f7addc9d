//===- ArrayRewrites.cpp - Arrays that a model need not make --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Passes/WhatIf/ArrayRewrites.h"
#include "RewriteFinder.h"
#include "hlomem/Analysis/Sources/OpNames.h"
#include "hlomem/IR/Module.h"
#include "hlomem/WhatIf/Precision.h"

using namespace llvm;

namespace hlomem {

/// One of so many parts of what is needed is worth a new way to write the
/// model.
static constexpr uint64_t LeastPart = 10;

void RewriteFinder::add(ArrayRewrite R, const AssignmentEdit &E) {
  const Bytes Left = WhatIf.getPeak(/*Space=*/0, E);
  // What XLA may place in VMEM then comes on top.
  R.Bound = differenceOrZero(Need, Left) + getLeastError(On);
  // Gaps do not go by it alone, and all that is needed is no bound.
  if (R.Bound >= Need ||
      differenceOrZero(Timeline.getSpace(0).Peak.Size, Left) < Need / LeastPart)
    return;
  push(std::move(R));
}

void RewriteFinder::push(ArrayRewrite R) {
  const Bytes Bound =
      getBoundWith(RematEffect, R.Bound, Need, findLeastLimit(Run));
  if (Bound != R.Bound)
    R.Why = WhyRematerialized;
  R.Bound = Bound;
  Found.push_back(std::move(R));
}

/// "f32[8,12,512,512] at model.py:27".
std::string RewriteFinder::describe(const Value &V) const {
  std::string Text;
  raw_string_ostream OS(Text);
  V.getShape().print(OS, /*WithLayout=*/false);
  const Content C = Contents.find(V);
  Text += (C.Source.empty() ? "" : " at ") + C.Source;
  // Where there is no line, the scope is all that tells.
  if (C.Source.empty() && StringRef(C.Name).contains('/')) {
    const auto [Before, Last] = StringRef(C.Name).rsplit('/');
    Text += (" in " + Before.rsplit('/').second + "/" + Last).str();
  }
  // Where the line is the user's, and what it calls is not.
  const std::optional<UserPlace> Place =
      Run.AM.getResult<UserSourceAnalysis>().find(V);
  if (StringRef Package = Place ? getPackage(Place->File) : "";
      !Package.empty() && Package != "jax")
    Text += (", in the package " + Package).str();
  return Text;
}

/// The op_name of \p V and what else it is called: copies have the scope of
/// what they are copies of.
std::string RewriteFinder::findNames(const Value &V) const {
  return (Names.findOpName(V) + "/" + Contents.find(V).Name).str();
}

SmallVector<uint64_t, 4> getSortedExtents(const Shape &S) {
  SmallVector<uint64_t, 4> Extents;
  for (const Dimension &D : S.getDimensions())
    Extents.push_back(D.Extent);
  llvm::sort(Extents);
  return Extents;
}

/// Is true of what the program makes, in the default memory space, and what is
/// of no shape that an argument has.
bool RewriteFinder::isMade(const Value &V) const {
  const auto Given = AllocationFlags::Parameter | AllocationFlags::Constant |
                     AllocationFlags::ThreadLocal;
  return V.isAllocated() && V.getAllocation().getMemorySpace() == 0 &&
         (V.getAllocation().getFlags() & Given) == AllocationFlags::None &&
         V.hasShape() && V.getShape().isArray() &&
         !V.getShape().getDimensions().empty() &&
         !OfArguments.contains(getSortedExtents(V.getShape()));
}

/// Returns the logical size of what takes much more than that; none of others.
static std::optional<Bytes> findMuchPadded(const Shape &S, Bytes Size) {
  std::optional<Bytes> Logical = S.getLogicalSize();
  return Logical && *Logical + *Logical / 2 <= Size ? Logical : std::nullopt;
}

void RewriteFinder::findPadding() {
  const auto Worst = find_if(Peak->Buffers, [&](const PaddedBuffer &B) {
    return findMuchPadded(B.Payer->getShape(), B.Buffer.Size) &&
           explainTiles(B.Payer->getShape()) &&
           !OfConvolutions.contains(getSortedExtents(B.Payer->getShape()));
  });
  if (Worst == Peak->Buffers.end())
    return;
  std::string Why;
  raw_string_ostream OS(Why);
  ListSeparator And(" and ");
  const std::optional<TileExplanation> Tiles =
      explainTiles(Worst->Payer->getShape());
  for (const RoundedExtent &X : Tiles->Paying)
    OS << And << X.Extent << " takes the room of " << X.Rounded;
  AssignmentEdit E(Run.M);
  for (const Value &V : Run.M.values())
    if (V.isAllocated() && V.hasShape() &&
        !OfConvolutions.contains(getSortedExtents(V.getShape())))
      if (std::optional<Bytes> Less = findMuchPadded(V.getShape(), V.getSize()))
        E.resize(V, *Less);
  add({.Name = "AvoidPadding",
       .How = describe(*Worst->Payer) + ": " + Why +
              "; merge it with another dimension (reshape), or put a large one "
              "last, and recompile to see what XLA makes of it"},
      E);
}

static bool isDouble(const Shape &S) {
  return S.getElementType() == ElementType::F64 ||
         S.getElementType() == ElementType::C128;
}

/// True for numbers that are half as wide without jax_enable_x64, whole ones
/// too.
static bool isOfX64(const Shape &S) {
  return isDouble(S) || S.getElementType() == ElementType::S64 ||
         S.getElementType() == ElementType::U64;
}

/// Where most is in double precision, which a TPU emulates and a GPU computes
/// slowly.
void RewriteFinder::findDoubles() {
  const Value *Largest = nullptr;
  Bytes Sum;
  for (const PaddedBuffer &B : Peak->Buffers) {
    const Value &V = *B.Payer;
    if (!isDouble(V.getShape()))
      continue;
    Sum += B.Buffer.Size;
    if (!Largest || Largest->getSize() < V.getSize())
      Largest = &V;
  }
  if (!Largest || Sum < Need / 2)
    return;
  AssignmentEdit E(Run.M);
  for (const Value &V : Run.M.values())
    if (V.isAllocated() && V.hasShape() && V.getShape().isArray() &&
        isOfX64(V.getShape()))
      E.resize(V, V.getSize() / 2);
  add({.Name = "SinglePrecision",
       .Class = 3,
       .How = describe(*Largest) +
              (IsJax ? ": jax.config.update('jax_enable_x64', False), or "
                       "float32 where it is made"
                     : ": float32 where it is made")},
      E);
}

/// What a program returns beside its state, such as each draw of a chain, is
/// mostly reduced by who gets it. Without it all that makes it may go, also
/// arguments that nothing else reads: what is renewed stays.
void RewriteFinder::findResults() {
  const Value *Largest = nullptr;
  Bytes Sum, Renewed;
  for (const Allocation *A : Run.M.allocationsIn(0)) {
    if (A->has(AllocationFlags::ThreadLocal) ||
        !A->has(AllocationFlags::MaybeLiveOut))
      continue;
    // Several lie there one after another.
    Bytes RenewedHere, MadeHere;
    for (const Value &V : A->values()) {
      const Content C = Contents.find(V);
      if (C.Kind != PartKind::Results || C.Name.empty())
        continue;
      if (StringRef(C.Name).starts_with("new ")) {
        RenewedHere = std::max(RenewedHere, Bytes(V.getSize()));
      } else if (isMade(V)) {
        MadeHere = std::max(MadeHere, Bytes(V.getSize()));
        if (!Largest || Largest->getSize() < V.getSize())
          Largest = &V;
      }
    }
    Renewed += RenewedHere;
    Sum += MadeHere;
  }
  if (Largest && Sum > Need / 4)
    push({.Name = "ReturnLess",
          .Class = 1,
          .How = describe(*Largest) + " is returned: leave it out if it is not "
                                      "needed, or return what is computed of "
                                      "it",
          .Bound = differenceOrZero(Need, Renewed)});
}

/// Returns true if a jax.vmap is around all that the program or the body of its
/// loop does with \p OpName: "jit(step)/vmap(transpose(jvp()))/mul". One inside
/// a gradient, "jvp(vmap())", computes what the gradient keeps, and one inside
/// a module may be part of an operation.
static bool isMapped(StringRef OpName) {
  for (StringRef Component : split(OpName, '/')) {
    if (Component.starts_with("vmap("))
      return !Component.contains("->");
    if (!Component.starts_with("jit(") &&
        !is_contained({"while", "body", "closed_call"}, Component))
      return false;
  }
  return false;
}

/// What is computed of each example at once could be computed of some at a
/// time.
void RewriteFinder::findMapped() {
  if (!IsJax)
    return;
  auto IsMapped = [this](const Value &V) {
    return isMade(V) && isMapped(Names.findOpName(V));
  };
  const Value *Largest = nullptr;
  Bytes Sum;
  for (const PaddedBuffer &B : Peak->Buffers) {
    const Value &V = *B.Payer;
    if (!IsMapped(V))
      continue;
    Sum += B.Buffer.Size;
    if (!Largest || Largest->getSize() < V.getSize())
      Largest = &V;
  }
  if (!Largest || Sum < Need / 2)
    return;
  push({.Name = "MapParts",
        .How = describe(*Largest) +
               ": jax.lax.map(f, xs, batch_size=N) in place of "
               "jax.vmap(f)(xs); where its results are added up, add them in a "
               "jax.lax.scan over parts",
        .Bound = sumTemporaries(Run.M)});
}

std::vector<ArrayRewrite> RewriteFinder::run() {
  if (!Peak)
    return {};
  for (const Allocation *A : Run.M.allocationsIn(0))
    if (A->has(AllocationFlags::Parameter))
      for (const Value &V : A->values())
        if (V.hasShape() && V.getShape().isArray()) {
          const auto Extents = getSortedExtents(V.getShape());
          OfArguments.insert(Extents);
          // PyTorch/XLA does not tell what is a parameter.
          if (const PartKind Kind = Contents.find(V).Kind;
              Kind == PartKind::Parameters || Kind == PartKind::Arguments)
            OfParameters.insert(Extents.begin(), Extents.end());
        }
  readProgram();
  findArrays(
      {.Name = "BlockAttention", .How = describeBlocks()},
      [this](const Shape &S, StringRef OpName) {
        return findScoreLength(S, OpName);
      },
      /*Times=*/2);
  findArrays(
      describeChunks(),
      [this](const Shape &S, StringRef OpName) {
        return findVocabulary(S, OpName);
      },
      /*Times=*/1);
  findPadding();
  findResults();
  findDoubles();
  findMapped();
  std::ranges::stable_sort(Found, std::greater(), &ArrayRewrite::Bound);
  return std::move(Found);
}

Bytes sumTemporaries(const Module &M) {
  Bytes Sum;
  for (const Allocation *A : M.allocationsIn(0))
    if (!A->isThreadLocal() && !A->has(AllocationFlags::Parameter) &&
        !A->has(AllocationFlags::Constant) &&
        !A->has(AllocationFlags::MaybeLiveOut))
      Sum += A->getSize();
  return Sum;
}

std::vector<ArrayRewrite> findArrayRewrites(const PassRun &Run) {
  return RewriteFinder(Run).run();
}

} // namespace hlomem
