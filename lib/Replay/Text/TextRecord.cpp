//===- TextRecord.cpp - The assignment of a text dump ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextRecord.h"
#include "hlomem/Analysis/Program/HloLiveRanges.h"
#include "hlomem/IR/HloGraph.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace llvm;

namespace hlomem::replay {

static std::string toString(const HloPosition &At) {
  std::string Text;
  raw_string_ostream(Text) << At;
  return Text;
}

namespace {

class TextRecordMaker {
public:
  TextRecordMaker(const Module &M, std::unique_ptr<HloGraph> Program,
                  XlaRelease Release)
      : M(M), Program(std::move(Program)), Release(Release) {}

  Expected<RecordedAssignment> make();

private:
  Error checkSchedule() const;
  Error findValues();
  Error addAllocation(const Allocation &A);
  std::optional<HloPlace> findPlace(const HloPosition &At) const;

  const Module &M;
  std::unique_ptr<HloGraph> Program;
  XlaRelease Release;
  DenseMap<StringRef, uint32_t> Instructions;
  DenseMap<const Value *, uint32_t> Numbers;
  std::vector<HloPlace> Definitions;
  std::vector<uint64_t> Sizes;
  std::vector<MemorySpace> Spaces;
  std::vector<ReplayedAllocation> Allocations;
};

} // namespace

std::optional<HloPlace>
TextRecordMaker::findPlace(const HloPosition &At) const {
  auto Found = Instructions.find(At.getName());
  if (Found == Instructions.end())
    return std::nullopt;
  SmallVector<int64_t, 4> Index;
  for (uint64_t Part : At.getIndex().getParts())
    Index.push_back(Part);
  std::optional<uint32_t> Leaf =
      Program->instructions()[Found->second].Leaves->find(Index);
  if (!Leaf)
    return std::nullopt;
  return HloPlace{Found->second, *Leaf};
}

/// A text beside the dump may be of another compilation, in which instructions
/// have the same names. Where elements are taken from tuples is not told by all
/// texts.
Error TextRecordMaker::checkSchedule() const {
  auto IsTold = [&](uint32_t I) {
    return Program->instructions()[I].Op != Opcode::GetTupleElement;
  };
  HloSchedule Schedule(*Program);
  const auto *Next = M.schedule().begin();
  for (uint32_t I : make_filter_range(Schedule.order(), IsTold)) {
    StringRef Name = Program->instructions()[I].Name;
    // What the text does not tell stands in the dump alone.
    Next = std::find_if(Next, M.schedule().end(), [&](StringRef In) {
      auto Found = Instructions.find(In);
      return In == Name ||
             (Found != Instructions.end() && IsTold(Found->second));
    });
    if (Next == M.schedule().end() || *Next != Name)
      return createStringError("the program runs '" + Name +
                               "' at another time than the dump");
    ++Next;
  }
  return Error::success();
}

Error TextRecordMaker::findValues() {
  std::vector<const Value *> Values;
  for (const Value &V : M.values())
    Values.push_back(&V);
  copy_if(M.listedValues(), std::back_inserter(Values),
          [](const Value *V) { return !V->isAllocated(); });
  llvm::sort(Values, [](const Value *L, const Value *R) {
    return L->getId() < R->getId();
  });
  for (auto [I, V] : enumerate(Values)) {
    if (I != 0 && Values[I - 1]->getId() == V->getId())
      return createStringError("two values have the id " + Twine(V->getId()));
    std::optional<HloPlace> At = findPlace(V->getDefinition());
    if (!At)
      return createStringError("the program does not define " +
                               toString(V->getDefinition()));
    const Shape &Type =
        *(*Program->instructions()[At->Instruction].Leaves)[At->Leaf].Type;
    if (V->isAllocated() && V->hasShape() &&
        !isSameShape(Type, V->getShape(), /*WithLayout=*/false))
      return createStringError("the program gives another shape to " +
                               toString(V->getDefinition()));
    Numbers[V] = I;
    Definitions.push_back(*At);
    Sizes.push_back(V->getSize().count());
    Spaces.push_back(V->isAllocated() ? V->getColor().value_or(
                                            V->getAllocation().getMemorySpace())
                                      : V->getColor().value_or(0));
  }
  return Error::success();
}

Error TextRecordMaker::addAllocation(const Allocation &A) {
  ReplayedAllocation &New = Allocations.emplace_back();
  New.Size = A.getSize().count();
  New.Space = A.getMemorySpace();
  New.IsConstant = A.has(AllocationFlags::Constant);
  New.IsThreadLocal = A.isThreadLocal();
  New.IsLiveOut = A.has(AllocationFlags::MaybeLiveOut);
  if (const auto &From = A.getParameter()) {
    ArrayRef<uint32_t> Parameters = Program->getEntry().Parameters;
    if (From->Number >= Parameters.size())
      return createStringError("the program has no argument " +
                               Twine(From->Number));
    SmallVector<int64_t, 4> Index;
    for (uint64_t Part : From->Index.getParts())
      Index.push_back(Part);
    const uint32_t I = Parameters[From->Number];
    std::optional<uint32_t> Leaf =
        Program->instructions()[I].Leaves->find(Index);
    if (!Leaf)
      return createStringError("argument " + Twine(From->Number) +
                               " has no part {" + From->Index.getText() + "}");
    New.Parameter = HloPlace{I, *Leaf};
  }
  for (const Value &V : A.values())
    New.Members.push_back(
        {Numbers[&V], V.getOffset().count(), V.getSize().count()});
  llvm::sort(New.Members, [](const Member &L, const Member &R) {
    return L.Value < R.Value;
  });
  return Error::success();
}

Expected<RecordedAssignment> TextRecordMaker::make() {
  for (auto [I, G] : enumerate(Program->instructions()))
    Instructions[G.Name] = I;
  if (M.hasLiveRanges())
    if (Error E = checkSchedule())
      return E;
  if (Error E = findValues())
    return E;
  for (const Allocation &A : M.allocations())
    if (Error E = addAllocation(A))
      return E;
  auto Aliases =
      HloBuffers::compute(HloDataflow::of(*Program, Definitions, Release))
          .getPairs();
  return RecordedAssignment(std::move(Program), Definitions, std::move(Sizes),
                            std::move(Spaces), Aliases, std::move(Allocations),
                            Release);
}

Expected<RecordedAssignment> makeTextRecord(const Module &M,
                                            std::unique_ptr<HloGraph> Program,
                                            XlaRelease Release) {
  return TextRecordMaker(M, std::move(Program), Release).make();
}

} // namespace hlomem::replay
