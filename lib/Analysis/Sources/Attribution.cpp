//===- Attribution.cpp - What live bytes are for --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Sources/Attribution.h"
#include "Program/CallGraph.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/LiveBuffers.h"
#include "hlomem/Analysis/Parts/Parts.h"
#include "hlomem/Analysis/Program/HloSchedule.h"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "hlomem/Analysis/Sources/UserSourceAnalysis.h"
#include "hlomem/HloText/InstructionParser.h"
#include "hlomem/IR/Allocation.h"
#include "hlomem/IR/ProgramSource.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include <map>

using namespace llvm;

namespace hlomem {

AnalysisKey AttributionAnalysis::Key;

std::unique_ptr<Attribution> AttributionAnalysis::run(const Module &M,
                                                      AnalysisManager &AM) {
  return std::make_unique<Attribution>(M, AM);
}

std::vector<AttributedBytes>
Attribution::getLive(Time T, std::optional<MemorySpace> Space) {
  const auto &Live = AM.getResult<LivenessAnalysis>();
  std::vector<AttributedBytes> Result;
  for (const LiveBuffer &B : findLiveBuffers(M, Space, Live, T))
    Result.push_back({B.Representative, B.Size});
  return Result;
}

//===----------------------------------------------------------------------===//
// Bytes x time
//===----------------------------------------------------------------------===//

namespace {

// One allocation, from one change of what is live to the next. Values whose
// slices overlap are one run of bytes, whose bytes go to the representative
// until a value joins or leaves it.
class IntegralSweep {
public:
  IntegralSweep(const Liveness &Live, MapVector<const Value *, Bytes> &Sums)
      : Live(Live), Sums(Sums) {}

  void run(const Allocation &A);

private:
  struct Run {
    Bytes End;
    Time Since = 0;
    SmallVector<const Value *, 2> Values;
  };

  void enter(const Value &V, Time Now);
  void leave(const Value &V, Time Now);
  void count(Bytes Begin, const Run &R, Time Now);

  const Liveness &Live;
  MapVector<const Value *, Bytes> &Sums;
  /// Apart from each other, by their begin.
  std::map<Bytes, Run> Runs;
};

} // namespace

void IntegralSweep::count(Bytes Begin, const Run &R, Time Now) {
  if (Now != R.Since)
    Sums[getRepresentative(R.Values, Live)] +=
        (R.End - Begin) * (Now - R.Since);
}

void IntegralSweep::enter(const Value &V, Time Now) {
  Bytes Begin = V.getOffset();
  Run New{V.getEndOffset(), Now, {&V}};
  auto It = Runs.lower_bound(Begin);
  if (It != Runs.begin() && std::prev(It)->second.End > Begin)
    --It;
  while (It != Runs.end() && It->first < V.getEndOffset()) {
    count(It->first, It->second, Now);
    Begin = std::min(Begin, It->first);
    New.End = std::max(New.End, It->second.End);
    // Many may end up in one run; the shorter list is the one to copy.
    if (It->second.Values.size() > New.Values.size())
      std::swap(It->second.Values, New.Values);
    append_range(New.Values, It->second.Values);
    It = Runs.erase(It);
  }
  Runs.emplace(Begin, std::move(New));
}

void IntegralSweep::leave(const Value &V, Time Now) {
  auto It = std::prev(Runs.upper_bound(V.getOffset()));
  count(It->first, It->second, Now);
  SmallVector<const Value *, 2> Rest = std::move(It->second.Values);
  Runs.erase(It);
  erase(Rest, &V);
  forEachRun(Rest, [&](ArrayRef<const Value *> Values, Bytes End) {
    Runs.emplace(Values.front()->getOffset(),
                 Run{End, Now, {Values.begin(), Values.end()}});
  });
}

void IntegralSweep::run(const Allocation &A) {
  struct Event {
    Time At;
    bool Enters;
    const Value *Of;
  };
  std::vector<Event> Events;
  for (const Value &V : A.values()) {
    std::optional<LiveRange> R = Live.getRange(V);
    if (!R || V.getSize().isZero() || R->Begin >= Live.getEndOfProgram())
      continue;
    Events.push_back({R->Begin, true, &V});
    Events.push_back(
        {std::min<Time>(R->End + 1, Live.getEndOfProgram()), false, &V});
  }
  // Those that leave go first, so that they never meet those that come.
  stable_sort(Events, [](const Event &L, const Event &R) {
    return std::tuple(L.At, L.Enters) < std::tuple(R.At, R.Enters);
  });
  for (const Event &E : Events)
    if (E.Enters)
      enter(*E.Of, E.At);
    else
      leave(*E.Of, E.At);
}

std::vector<AttributedBytes>
Attribution::getIntegral(std::optional<MemorySpace> Space) {
  const auto &Live = AM.getResult<LivenessAnalysis>();
  MapVector<const Value *, Bytes> Sums;
  for (const Allocation &A : M.allocations())
    if (!A.isThreadLocal() && (!Space || A.getMemorySpace() == *Space))
      IntegralSweep(Live, Sums).run(A);
  std::vector<AttributedBytes> Result;
  for (auto [V, Size] : Sums)
    Result.push_back({V, Size});
  return Result;
}

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

const InstructionDetails *Attribution::findInstruction(const Value &V) {
  const InstructionDetails *I = M.getInstruction(V);
  return I ? I : findInstruction(V.getInstructionName());
}

const InstructionDetails *Attribution::findInstruction(StringRef Name) {
  if (const Value *V = M.findPrinted(Name))
    return M.getInstruction(*V);
  const auto &Program = AM.getResult<ProgramAnalysis>().Program;
  if (!Program)
    return nullptr;
  TextOwner = Program;
  auto [It, IsNew] = FromText.try_emplace(Name);
  if (IsNew)
    It->second = Program->readDetails(Name, Shapes, Arena);
  return It->second ? &*It->second : nullptr;
}

std::optional<std::string> Attribution::findGivenKind(const Value &V) {
  Parts &Contents = AM.getResult<PartsAnalysis>();
  PartKind Kind = Contents.findHeldArgument(V);
  if (Kind == PartKind::NotNamed)
    Kind = Contents.find(V).Kind;
  switch (Kind) {
  case PartKind::Parameters:
  case PartKind::OptimizerState:
  case PartKind::Inputs:
  case PartKind::Arguments:
  case PartKind::Constants:
    return ("(" + getName(Kind) + ")").str();
  default:
    return std::nullopt;
  }
}

std::optional<std::string> Attribution::findComputation(const Value &V) {
  StringRef Name = V.getInstructionName();
  if (const ProgramSource *Program =
          AM.getResult<ProgramAnalysis>().Program.get()) {
    ComputationId Owner = Program->findOwner(Name);
    return Owner ? std::optional(Program->getName(Owner).str()) : std::nullopt;
  }
  if (!Owners) {
    Owners.emplace();
    if (const HloSchedule *Schedule =
            AM.getResult<ModuleStructureAnalysis>().get()) {
      CallGraph Calls = CallGraph::fromDump(M, *Schedule);
      for (auto [Instruction, Owner] : Calls.Owners) {
        StringRef Computation = Calls.Computations[Owner].Name;
        if (Owner == Calls.Entry)
          Computation = "(entry)";
        if (!Computation.empty())
          Owners->try_emplace(Instruction, Computation.str());
      }
    }
  }
  auto It = Owners->find(Name);
  if (It == Owners->end())
    return std::nullopt;
  return It->second;
}

static std::string getTypeName(const Shape &S) {
  switch (S.getKind()) {
  case Shape::Kind::Tuple:
    return "tuple";
  case Shape::Kind::Buffer:
    return "buffer";
  case Shape::Kind::Array:
  case Shape::Kind::Token:
    break;
  }
  return S.getElementTypeName().str();
}

std::optional<std::string> Attribution::findKey(const Value &V,
                                                AttributionKey Key) {
  switch (Key) {
  case AttributionKey::Source: {
    auto &Sources = AM.getResult<UserSourceAnalysis>();
    std::optional<UserPlace> Place;
    auto Ask = [&](StringRef Name) {
      Place = Sources.findOwn(Name);
      return Place.has_value();
    };
    Parts &Of = AM.getResult<PartsAnalysis>();
    if (Of.askMaker(V, Ask))
      return Place->str();
    if (std::optional<std::string> Kind = findGivenKind(V))
      return Kind;
    auto HasPlace = [&](StringRef Name) {
      return Sources.find(Name).has_value();
    };
    return Of.askMaker(V, HasPlace) ? std::optional("(installed packages)")
                                    : std::nullopt;
  }
  case AttributionKey::Scope: {
    StringRef OpName;
    auto Ask = [&](StringRef Name) {
      if (const InstructionDetails *I = findInstruction(Name))
        OpName = I->Metadata.OpName;
      return !OpName.empty();
    };
    return AM.getResult<PartsAnalysis>().askMaker(V, Ask) ? OpName.str()
                                                          : findGivenKind(V);
  }
  case AttributionKey::Opcode: {
    const InstructionDetails *I = findInstruction(V);
    if (!I || I->OpcodeName.empty())
      return std::nullopt;
    return I->OpcodeName.str();
  }
  case AttributionKey::DType:
    return getTypeName(V.getShape());
  case AttributionKey::Shape: {
    std::string Text;
    raw_string_ostream OS(Text);
    V.getShape().print(OS, /*WithLayout=*/false, /*WithIndexComments=*/false);
    return Text;
  }
  case AttributionKey::Computation:
    return findComputation(V);
  case AttributionKey::Kind:
    return getName(AM.getResult<PartsAnalysis>().find(V).Kind).str();
  }
  llvm_unreachable("no such key");
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

AttributionTable Attribution::rollUp(ArrayRef<AttributedBytes> Live,
                                     AttributionKey Key) {
  AttributionTable Table;
  StringMap<size_t> Positions;
  for (const AttributedBytes &B : Live) {
    Table.Total += B.Size;
    AttributionRow *Row = &Table.NotAttributed;
    if (std::optional<std::string> Text = findKey(*B.Of, Key)) {
      auto [It, IsNew] = Positions.try_emplace(*Text, Table.Rows.size());
      if (IsNew)
        Table.Rows.push_back({std::move(*Text), Bytes(), 0});
      Row = &Table.Rows[It->second];
    }
    Row->Size += B.Size;
    ++Row->Count;
  }
  llvm::sort(Table.Rows, [](const AttributionRow &L, const AttributionRow &R) {
    return L.Size != R.Size ? L.Size > R.Size : L.Key < R.Key;
  });
  return Table;
}

namespace {

struct Scope {
  Bytes Total;
  Bytes Own;
  uint64_t Count = 0;
  StringMap<std::unique_ptr<Scope>> Children;
};

} // namespace

static void writeScopes(const Scope &Parent, unsigned Depth,
                        std::vector<ScopeNode> &Nodes) {
  using Entry = StringMapEntry<std::unique_ptr<Scope>>;
  SmallVector<const Entry *> Children;
  for (const Entry &E : Parent.Children)
    Children.push_back(&E);
  llvm::sort(Children, [](const Entry *L, const Entry *R) {
    return L->second->Total != R->second->Total
               ? L->second->Total > R->second->Total
               : L->first() < R->first();
  });
  for (const Entry *E : Children) {
    const Scope &S = *E->second;
    Nodes.push_back({E->first().str(), Depth, S.Total, S.Own, S.Count});
    writeScopes(S, Depth + 1, Nodes);
  }
}

/// The tree of the paths that \p FindPath appends for each value; none for one
/// that is not attributed.
static ScopeTree
rollUpPaths(ArrayRef<AttributedBytes> Live, unsigned MaxDepth,
            function_ref<void(const Value &, SmallVectorImpl<std::string> &)>
                FindPath) {
  // An op_name may have as many components as it has letters, and the tree is
  // walked by recursion.
  static constexpr unsigned DepthLimit = 1000;
  if (MaxDepth == 0 || MaxDepth > DepthLimit)
    MaxDepth = DepthLimit;
  ScopeTree Tree;
  Scope Root;
  SmallVector<std::string> Path;
  for (const AttributedBytes &B : Live) {
    Tree.Total += B.Size;
    Path.clear();
    FindPath(*B.Of, Path);
    if (Path.empty()) {
      Tree.NotAttributed.Size += B.Size;
      ++Tree.NotAttributed.Count;
      continue;
    }
    Scope *S = &Root;
    for (StringRef Part : ArrayRef(Path).take_front(MaxDepth)) {
      std::unique_ptr<Scope> &Child = S->Children[Part];
      if (!Child)
        Child = std::make_unique<Scope>();
      S = Child.get();
      S->Total += B.Size;
    }
    S->Own += B.Size;
    ++S->Count;
  }
  writeScopes(Root, 0, Tree.Nodes);
  return Tree;
}

ScopeTree Attribution::rollUpScopes(ArrayRef<AttributedBytes> Live,
                                    unsigned MaxDepth) {
  return rollUpPaths(
      Live, MaxDepth,
      [this](const Value &V, SmallVectorImpl<std::string> &Path) {
        std::optional<std::string> Name = findKey(V, AttributionKey::Scope);
        if (!Name)
          return;
        StringRef Rest = *Name;
        do {
          StringRef Part;
          std::tie(Part, Rest) = Rest.split('/');
          Path.push_back(Part.str());
        } while (!Rest.empty());
      });
}

ScopeTree Attribution::rollUpFrames(ArrayRef<AttributedBytes> Live,
                                    unsigned MaxDepth) {
  auto &Sources = AM.getResult<UserSourceAnalysis>();
  return rollUpPaths(Live, MaxDepth,
                     [&](const Value &V, SmallVectorImpl<std::string> &Path) {
                       auto Ask = [&](StringRef Name) {
                         for (const UserPlace &Frame : Sources.findStack(Name))
                           Path.push_back(Frame.str());
                         return !Path.empty();
                       };
                       if (!AM.getResult<PartsAnalysis>().askMaker(V, Ask))
                         if (std::optional<std::string> Kind = findGivenKind(V))
                           Path.push_back(std::move(*Kind));
                     });
}

} // namespace hlomem
