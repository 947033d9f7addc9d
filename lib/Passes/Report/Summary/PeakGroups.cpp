//===- PeakGroups.cpp - What live buffers are to the user -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PeakGroups.h"
#include "hlomem/Analysis/Layers/LayerFolding.h"
#include "hlomem/Analysis/Program/LoopAnalysis.h"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "hlomem/Analysis/Sources/Attribution.h"
#include "hlomem/Analysis/Sources/OpNames.h"
#include "hlomem/Analysis/Sources/UserSourceAnalysis.h"
#include "hlomem/Analysis/Sources/ValueNames.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Passes/Selection/ProgramSelection.h"
#include "hlomem/WhatIf/Loops/Rematerialization.h"
#include "hlomem/XlaSim/ReplayAnalysis.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace llvm;

namespace hlomem {

StringRef getName(PeakGroup::Kind Kind) {
  switch (Kind) {
  case PeakGroup::Kind::Argument:
    return "argument";
  case PeakGroup::Kind::Kept:
    return "kept";
  case PeakGroup::Kind::Constant:
    return "constant";
  case PeakGroup::Kind::Other:
    return "other";
  }
  llvm_unreachable("unknown kind of group");
}

namespace {

/// What one loop keeps for another.
struct KeptValue {
  /// Empty where it has no name.
  std::string Operation;
  std::optional<UserPlace> Place;
  uint64_t Iterations = 0;
  bool IsForBackward = false;
};

class BufferGrouper {
public:
  BufferGrouper(const Module &M, AnalysisManager &AM,
                ArrayRef<LiveBuffer> Buffers)
      : M(M), AM(AM), Names(*AM.getResult<ValueNamesAnalysis>()),
        Sources(AM.getResult<UserSourceAnalysis>()), Buffers(Buffers) {}

  std::vector<PeakGroup> run(size_t Width);

private:
  /// What a buffer comes from.
  struct Maker {
    const Value *Of = nullptr;
    std::optional<UserPlace> Place;
    /// "copy of " where it is one of that.
    StringRef How = "";
    /// Of what a loop carries without a name of its own.
    std::string Loop;
  };

  void findKept();
  KeptValue describeKept(const RecordedAssignment &Record,
                         const ResidualStack &S);
  std::string findOpName(StringRef Instruction);
  const KeptValue *getKept(const LiveBuffer &B) const;
  void groupArguments(ArrayRef<const LiveBuffer *> Arguments);
  std::string getArgumentPath(const Allocation &A);
  void addKept(const LiveBuffer &B, const KeptValue &K);
  Maker findMaker(const Value &V);
  std::string describeMaker(const Maker &From);
  void groupOther(const LiveBuffer &B);
  void nameGroups(size_t Width);

  PeakGroup &get(PeakGroup::Kind Kind, const std::string &Key);
  void add(PeakGroup &G, const LiveBuffer &B, std::string Operation) const {
    G.Size += B.Size;
    G.Members.push_back(&B);
    G.Operations.push_back(std::move(Operation));
  }

  const Module &M;
  AnalysisManager &AM;
  ValueNames &Names;
  UserSources &Sources;
  ArrayRef<LiveBuffer> Buffers;
  std::vector<KeptValue> Kept;
  /// Positions in Kept.
  DenseMap<const Value *, size_t> KeptBy;
  MapVector<std::pair<PeakGroup::Kind, std::string>, PeakGroup,
            std::map<std::pair<PeakGroup::Kind, std::string>, unsigned>>
      Groups;
};

} // namespace

//===----------------------------------------------------------------------===//
// What loops keep
//===----------------------------------------------------------------------===//

// Of an instruction in a fusion too, which has no value.
std::string BufferGrouper::findOpName(StringRef Instruction) {
  if (const Value *V = M.findPrinted(Instruction))
    return Names.findOpName(*V).str();
  const auto &Program = AM.getResult<ProgramAnalysis>().Program;
  const HloInstruction *I =
      Program ? Program->findInstruction(Instruction) : nullptr;
  if (!I)
    return "";
  BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena, M.getShapes());
  return Program->readDetails(*I, Shapes, Arena).Metadata.OpName.str();
}

KeptValue BufferGrouper::describeKept(const RecordedAssignment &Record,
                                      const ResidualStack &S) {
  const HloGraph &G = Record.getProgram();
  StringRef Maker = G[S.Source].Name;
  StringRef Loop = G[S.Writer].Name;
  KeptValue K;
  K.Iterations = S.Count;
  // What the loop carries has the name of the loop.
  if (G[S.Source].Op != Opcode::Parameter)
    K.Operation = describeOperation(findOpName(Maker));
  K.Place = Sources.find(Maker);
  if (!K.Place)
    K.Place = Sources.find(Loop);
  K.IsForBackward = any_of(S.Readers, [&](const ResidualStack::Reader &R) {
    return isOfBackwardPass(findOpName(G[R.Loop].Name));
  });
  return K;
}

// One loop keeps for another: what has one is not read as a program.
void BufferGrouper::findKept() {
  if (AM.getResult<LoopAnalysis>().loops().size() < 2)
    return;
  const auto &Replayed = AM.getResult<ReplayAnalysis>();
  if (!Replayed.Found)
    return;
  const RecordedAssignment &Record = Replayed.Found->getRecord();
  for (const ResidualStack &S : findResidualStacks(Record)) {
    for (BufferId Buffer : S.Buffers)
      for (ValueId V : Record.getBuffers().getValues(Buffer))
        if (const Value *Found = findValue(M, Record, V))
          KeptBy.try_emplace(Found, Kept.size());
    Kept.push_back(describeKept(Record, S));
  }
}

const KeptValue *BufferGrouper::getKept(const LiveBuffer &B) const {
  auto Find = [this](const Value *V) -> const KeptValue * {
    auto It = KeptBy.find(V);
    return It == KeptBy.end() ? nullptr : &Kept[It->second];
  };
  if (const KeptValue *K = Find(B.Representative))
    return K;
  for (const Value *V : B.Aliases)
    if (const KeptValue *K = Find(V))
      return K;
  return nullptr;
}

void BufferGrouper::addKept(const LiveBuffer &B, const KeptValue &K) {
  std::string Key = K.Place ? K.Place->str() : K.Operation;
  PeakGroup &G =
      get(PeakGroup::Kind::Kept, (K.IsForBackward ? "backward " : "") + Key);
  if (G.Members.empty())
    G.Iterations = K.Iterations;
  else if (G.Iterations != K.Iterations)
    G.Iterations = std::nullopt;
  G.Place = K.Place;
  G.IsForBackward = K.IsForBackward;
  add(G, B, K.Operation);
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

std::string BufferGrouper::getArgumentPath(const Allocation &A) {
  for (const Value &V : A.values()) {
    // The parameters of loops are merged from several values.
    if (V.isPhi())
      continue;
    const InstructionDetails *I =
        AM.getResult<AttributionAnalysis>()->findInstruction(V);
    if (I && I->Op == Opcode::Parameter)
      return I->Metadata.OpName.str();
  }
  return "";
}

void BufferGrouper::groupArguments(ArrayRef<const LiveBuffer *> Arguments) {
  std::vector<std::string> Paths;
  for (const LiveBuffer *B : Arguments)
    Paths.push_back(getArgumentPath(B->Representative->getAllocation()));
  for (const ArgumentGroup &Group : groupPaths(Paths))
    for (size_t I : Group.Members) {
      const LiveBuffer &B = *Arguments[I];
      bool IsDonated = B.Representative->getAllocation().isDonated();
      PeakGroup &G =
          get(PeakGroup::Kind::Argument,
              Group.Path + (IsDonated ? ", donated" : ", not donated"));
      add(G, B, "");
    }
}

//===----------------------------------------------------------------------===//
// All groups
//===----------------------------------------------------------------------===//

PeakGroup &BufferGrouper::get(PeakGroup::Kind Kind, const std::string &Key) {
  PeakGroup &G = Groups[{Kind, Key}];
  G.What = Kind;
  return G;
}

static bool isMove(Opcode Op) {
  return is_contained({Opcode::AsyncDone, Opcode::AsyncStart,
                       Opcode::AsyncUpdate, Opcode::Bitcast, Opcode::Convert,
                       Opcode::Copy, Opcode::CopyDone, Opcode::CopyStart,
                       Opcode::Reshape, Opcode::Transpose},
                      Op);
}

// Copies come from the compiler, and have neither op_name nor place: those of
// what is copied tell more.
BufferGrouper::Maker BufferGrouper::findMaker(const Value &V) {
  static constexpr StringLiteral FusionOf = "fusion of ";
  // A chain of copies is no longer.
  constexpr unsigned MaxMoves = 8;
  Maker Found{&V, Sources.find(V), "", ""};
  for (unsigned Moves = 0; Moves != MaxMoves; ++Moves) {
    if (Found.Place || !Names.findOpName(*Found.Of).empty())
      break;
    const InstructionDetails *I =
        AM.getResult<AttributionAnalysis>()->findInstruction(*Found.Of);
    bool IsFusion = I && I->Op == Opcode::Fusion && I->Operands.size() == 1;
    if (!I || I->Operands.empty() || !(IsFusion || isMove(I->Op)))
      break;
    const Value *Moved = Names.findResult(I->Operands.front().Name);
    if (!Moved)
      break;
    Found = {Moved, Sources.find(*Moved),
             IsFusion || Found.How == FusionOf ? FusionOf : "copy of ", ""};
  }
  // "carried leaf 7 of `while.9`"
  if (!Found.Place && Names.findOpName(*Found.Of).empty()) {
    std::string Carried = Names.describeCarried(*Found.Of);
    Found.Loop = StringRef(Carried).split('`').second.split('`').first.str();
    Found.Place = Sources.find(Found.Loop);
  }
  return Found;
}

std::string BufferGrouper::describeMaker(const Maker &From) {
  const Value &V = *From.Of;
  std::string Text;
  if (V.isAllocated() && !V.isPhi() &&
      V.getAllocation().has(AllocationFlags::Parameter)) {
    Text = "an argument";
  } else if (StringRef Name = Names.findOpName(V); !Name.empty()) {
    Text = describeOperation(Name);
  } else if (!From.Loop.empty()) {
    std::string Name = findOpName(From.Loop);
    Text = Name.empty() ? "what `" + From.Loop + "` carries"
                        : describeOperation(Name);
  } else {
    Text = replaceNumbers(Names.describe(V));
  }
  return From.How.str() + Text;
}

void BufferGrouper::groupOther(const LiveBuffer &B) {
  Maker From = findMaker(*B.Representative);
  std::string Name = describeMaker(From);
  PeakGroup &G = get(PeakGroup::Kind::Other,
                     From.Place ? From.Place->str() : replaceNumbers(Name));
  G.Place = From.Place;
  add(G, B, Name);
}

/// \p Begin and as many of \p Operations as there is room for, each once.
static std::string nameGroup(StringRef Begin, ArrayRef<std::string> Operations,
                             size_t Width) {
  constexpr StringLiteral More = ", ...";
  SmallSetVector<StringRef, 8> Different;
  for (StringRef O : Operations)
    if (!O.empty())
      Different.insert(O);
  std::string Name = Begin.str();
  for (auto [I, O] : enumerate(Different)) {
    StringRef Gap = I != 0 ? ", " : Begin.empty() ? "" : ": ";
    size_t Needed = Name.size() + Gap.size() + O.size() +
                    (I + 1 == Different.size() ? 0 : More.size());
    if (I != 0 && Needed > Width)
      return Name + More.str();
    Name += (Gap + O).str();
  }
  return Name;
}

static std::string nameArguments(size_t Count, StringRef Path) {
  // Without op_names: ", donated".
  if (!Path.starts_with(","))
    return Path.str();
  return ((Count == 1 ? "argument" : "arguments") + Path).str();
}

void BufferGrouper::nameGroups(size_t Width) {
  for (auto &[Key, G] : Groups)
    switch (G.What) {
    case PeakGroup::Kind::Argument:
      G.Name = nameArguments(G.Members.size(), Key.second);
      break;
    case PeakGroup::Kind::Constant:
      G.Name = G.Members.size() == 1 ? "constant" : "constants";
      break;
    case PeakGroup::Kind::Kept:
      G.Name = nameGroup(G.IsForBackward ? "kept for backward"
                                         : "kept for a later loop",
                         G.Operations, Width);
      break;
    case PeakGroup::Kind::Other:
      G.Name = nameGroup("", G.Operations, Width);
      break;
    }
}

std::vector<PeakGroup> BufferGrouper::run(size_t Width) {
  findKept();
  std::vector<const LiveBuffer *> Arguments;
  for (const LiveBuffer &B : Buffers) {
    const Allocation &A = B.Representative->getAllocation();
    if (A.has(AllocationFlags::Parameter)) {
      Arguments.push_back(&B);
    } else if (const KeptValue *K = getKept(B)) {
      addKept(B, *K);
    } else if (A.has(AllocationFlags::Constant)) {
      add(get(PeakGroup::Kind::Constant, ""), B, "");
    } else {
      groupOther(B);
    }
  }
  groupArguments(Arguments);
  nameGroups(Width);
  std::vector<PeakGroup> Result;
  for (auto &[Key, G] : Groups)
    Result.push_back(std::move(G));
  std::ranges::stable_sort(Result, std::greater(), &PeakGroup::Size);
  return Result;
}

std::vector<PeakGroup> groupBuffers(const Module &M, AnalysisManager &AM,
                                    ArrayRef<LiveBuffer> Buffers,
                                    size_t Width) {
  return BufferGrouper(M, AM, Buffers).run(Width);
}

uint64_t countLayers(const PeakGroup &G, const Module &M, AnalysisManager &AM) {
  if (G.What == PeakGroup::Kind::Kept)
    return G.Iterations && G.Size.count() % *G.Iterations == 0 ? *G.Iterations
                                                               : 1;
  std::vector<FoldItem> Items;
  for (const LiveBuffer *B : G.Members)
    Items.push_back({B->Representative, B->Size});
  std::vector<FoldedNames> Rows =
      AM.getResult<LayerFoldingAnalysis>()->fold(Items);
  size_t Layers = Rows.front().Members.size();
  bool AreEqual = all_of(
      Rows, [&](const FoldedNames &R) { return R.Members.size() == Layers; });
  return AreEqual ? Layers : 1;
}

std::string describeTypes(const PeakGroup &G) {
  constexpr size_t MaxTypes = 2;
  MapVector<StringRef, Bytes> Sizes;
  for (const LiveBuffer *B : G.Members)
    if (const Shape &S = B->Representative->getShape(); S.isArray())
      Sizes[S.getElementTypeName()] += B->Size;
  SmallVector<std::pair<StringRef, Bytes>> Types(Sizes.begin(), Sizes.end());
  std::ranges::stable_sort(Types, std::greater(),
                           &std::pair<StringRef, Bytes>::second);
  SmallVector<StringRef> Listed;
  for (const auto &[Type, Size] : ArrayRef(Types).take_front(MaxTypes))
    Listed.push_back(Type);
  return join(Listed, ", ") + (Types.size() > MaxTypes ? ", ..." : "");
}

} // namespace hlomem
