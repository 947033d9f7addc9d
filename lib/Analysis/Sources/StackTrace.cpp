//===- StackTrace.cpp - XLA's stack trace tree, again ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Sources/StackTrace.h"
#include "Program/CallGraph.h"
#include "hlomem/Analysis/Program/HloSchedule.h"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Dump/PeakList.h"
#include "hlomem/HloText/InstructionParser.h"
#include "hlomem/IR/Module.h"
#include "hlomem/IR/ProgramSource.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Format.h"

using namespace llvm;

namespace hlomem {

static bool isWordChar(char C) { return isAlnum(C) || C == '_'; }

// A name, keys, and attributes, to the end: anything else is no container.
SmallVector<std::string> splitStackTraceLabel(StringRef Label) {
  SmallVector<std::string> Parts;
  StringRef Rest = Label;
  StringRef Name = Rest.take_while(isWordChar);
  bool HasKeys = false;
  if (Name.empty() || isDigit(Name.front()))
    return {Label.str()};
  Parts.push_back(Name.str());
  Rest = Rest.drop_front(Name.size());
  while (!Rest.empty()) {
    if (Rest.consume_front("['")) {
      auto [Key, Behind] = Rest.split('\'');
      if (Key.empty() || !Behind.consume_front("]"))
        return {Label.str()};
      SmallVector<StringRef> Pieces;
      Key.split(Pieces, '/', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
      for (StringRef P : Pieces)
        Parts.push_back(P.str());
      HasKeys = true;
      Rest = Behind;
      continue;
    }
    StringRef Attribute = Rest;
    if (!Attribute.consume_front("."))
      return {Label.str()};
    Attribute = Attribute.take_while(isWordChar);
    if (Attribute.empty())
      return {Label.str()};
    Parts.push_back(Attribute.str());
    Rest = Rest.drop_front(Attribute.size() + 1);
  }
  if (!HasKeys)
    return {Label.str()};
  return Parts;
}

namespace {

struct Node {
  StringRef Label;
  Bytes Total;
  Bytes Current;
  StringMap<std::unique_ptr<Node>> Children;

  Node &getChild(StringRef Name) {
    auto [It, IsNew] = Children.try_emplace(Name);
    if (IsNew) {
      It->second = std::make_unique<Node>();
      It->second->Label = It->first();
    }
    return *It->second;
  }
};

class StackTraceBuilder {
public:
  StackTraceBuilder(const Module &M, const ProgramSource *Program,
                    const CallGraph &Calls, StringRef EntryName)
      : M(M), Program(Program), Calls(Calls), EntryName(EntryName) {}

  Expected<ComputedStackTrace> run(const PrintedPeak &Peak);

private:
  Error add(const PeakListEntry &E);
  /// The last part comes first: paths grow from the definer up to the entry.
  using Path = SmallVector<std::string, 8>;

  std::string getLabel(StringRef Instruction) const;
  Expected<uint64_t> countPaths(ComputationId Computation, unsigned Depth);
  Error addFrom(ComputationId Computation, Path &Below);
  static void write(const Node &N, unsigned Depth, Bytes &Printed,
                    ComputedStackTrace &T);

  const Module &M;
  const ProgramSource *Program;
  const CallGraph &Calls;
  StringRef EntryName;
  Node Root;
  DenseMap<ComputationId, uint64_t> PathCounts;
  /// What each path of a value gets, and how many of the next ones get one byte
  /// more.
  Bytes Each;
  uint64_t Remainder = 0;
};

} // namespace

static Error makeError(const Twine &Why) {
  return createStringError(inconvertibleErrorCode(), Why);
}

std::string StackTraceBuilder::getLabel(StringRef Instruction) const {
  BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena);
  StringRef OpName;
  if (const Value *V = M.findPrinted(Instruction))
    OpName = M.getInstruction(*V)->Metadata.OpName;
  else if (Program)
    OpName = Program->readMetadata(Instruction, Shapes, Arena).OpName;
  return OpName.empty() ? Instruction.str() : OpName.str();
}

static void prependLabel(StringRef Label, SmallVectorImpl<std::string> &Path) {
  append_range(Path, reverse(splitStackTraceLabel(Label)));
}

Error StackTraceBuilder::add(const PeakListEntry &E) {
  StringRef Name = E.Definition.getName();
  auto Owner = Calls.Owners.find(Name);
  if (Owner == Calls.Owners.end())
    return makeError("no computation is known to own '" + Name + "'");
  Path Below;
  prependLabel(getLabel(Name), Below);
  if (StringRef Index = E.Definition.getIndex().getText(); !Index.empty()) {
    if (Below.empty())
      Below.emplace_back();
    Below.front() += ("{" + Index + "}").str();
  }
  // Nodes without bytes are not printed.
  if (E.Size.isZero())
    return Error::success();
  Expected<uint64_t> Paths = countPaths(Owner->second, /*Depth=*/0);
  if (!Paths)
    return Paths.takeError();
  Each = Bytes(E.Size.count() / *Paths);
  Remainder = E.Size.count() % *Paths;
  return addFrom(Owner->second, Below);
}

// From the entry, or whatever nothing calls. The text may have calls in a
// circle, or that branch at every level.
Expected<uint64_t> StackTraceBuilder::countPaths(ComputationId Computation,
                                                 unsigned Depth) {
  static constexpr unsigned MaxDepth = 1000;
  static constexpr uint64_t MaxPaths = 10'000;
  if (Depth == MaxDepth)
    return makeError("calls are nested too deeply");
  if (auto Known = PathCounts.find(Computation); Known != PathCounts.end())
    return Known->second;
  const CallGraph::Computation &C = Calls.Computations[Computation];
  uint64_t Count = 0;
  if (Computation == Calls.Entry || C.Callers.empty())
    Count = 1;
  else
    for (StringRef Caller : C.Callers) {
      auto Owner = Calls.Owners.find(Caller);
      if (Owner == Calls.Owners.end())
        return makeError("no computation is known to own '" + Caller + "'");
      Expected<uint64_t> OfCaller = countPaths(Owner->second, Depth + 1);
      if (!OfCaller)
        return OfCaller.takeError();
      Count += *OfCaller;
    }
  if (Count > MaxPaths)
    return makeError("a value is reached in more than " + Twine(MaxPaths) +
                     " ways");
  PathCounts[Computation] = Count;
  return Count;
}

Error StackTraceBuilder::addFrom(ComputationId Computation, Path &Below) {
  const CallGraph::Computation &C = Calls.Computations[Computation];
  size_t Length = Below.size();
  bool IsEntry = Computation == Calls.Entry;
  StringRef Name = IsEntry ? EntryName : C.Name;
  if (Name.empty())
    return makeError("a computation has no name in the dump");
  Below.push_back(Name.str());
  if (IsEntry || C.Callers.empty()) {
    Bytes Size = Each + Bytes(Remainder != 0);
    Remainder -= Remainder != 0;
    Node *N = &Root;
    for (StringRef Part : reverse(Below)) {
      N->Total += Size;
      N = &N->getChild(Part);
    }
    N->Total += Size;
    N->Current += Size;
    Below.resize(Length);
    return Error::success();
  }
  for (StringRef Caller : C.Callers) {
    size_t OfCallee = Below.size();
    prependLabel(getLabel(Caller), Below);
    if (Error E = addFrom(Calls.Owners.find(Caller)->second, Below))
      return E;
    Below.resize(OfCallee);
  }
  Below.resize(Length);
  return Error::success();
}

void StackTraceBuilder::write(const Node &N, unsigned Depth, Bytes &Printed,
                              ComputedStackTrace &T) {
  SmallVector<const Node *> Children;
  for (const auto &Child : N.Children)
    if (!Child.second->Total.isZero())
      Children.push_back(Child.second.get());
  llvm::sort(Children, [](const Node *L, const Node *R) {
    return L->Total != R->Total ? L->Total > R->Total : L->Label < R->Label;
  });
  for (const Node *Child : Children) {
    Printed += Child->Current;
    // As printed from a floating point number.
    std::string Share;
    raw_string_ostream(Share)
        << format("%.1f", 100.0 * double(Child->Total.count()) /
                              double(T.Tree.Total.count()));
    uint64_t Tenths = 0;
    for (char C : Share)
      if (C != '.')
        Tenths = Tenths * 10 + (C - '0');
    T.Labels.push_back(Child->Label.str());
    T.Tree.Nodes.push_back(
        {.Label = T.Labels.back(),
         .Depth = Depth,
         .ShareInTenths = Tenths,
         .Total = Child->Total,
         .Current = Child->Current,
         .Remaining = differenceOrZero(T.Tree.Total, Printed)});
    write(*Child, Depth + 1, Printed, T);
  }
}

Expected<ComputedStackTrace> StackTraceBuilder::run(const PrintedPeak &Peak) {
  for (const PeakListEntry &E : Peak.Entries)
    if (Error Problem = add(E))
      return Problem;
  ComputedStackTrace T;
  T.Tree.Total = Peak.getSum();
  Bytes Printed;
  write(Root, /*Depth=*/0, Printed, T);
  return T;
}

Expected<ComputedStackTrace> computeStackTrace(const Module &M,
                                               AnalysisManager &AM) {
  const DumpClaims &Claims = getClaims(M);
  if (!Claims.Peak)
    return makeError("the dump prints no peak");
  const auto &Text = AM.getResult<ProgramAnalysis>();
  const ProgramSource *Program = Text.Program.get();
  std::optional<CallGraph> Calls;
  if (Program)
    Calls = CallGraph::fromProgram(*Program);
  else if (const HloSchedule *Schedule =
               AM.getResult<ModuleStructureAnalysis>().get())
    Calls = CallGraph::fromDump(M, *Schedule);
  if (!Calls)
    return makeError("the dump does not show which computations own its "
                     "instructions, and " +
                     explainAbsence(Text));
  StringRef EntryName = "(entry)";
  if (Program)
    EntryName = Calls->getEntryName();
  else if (Claims.StackTrace && !Claims.StackTrace->Nodes.empty())
    EntryName = Claims.StackTrace->Nodes.front().Label;
  // Lists before April 2025 have the sizes of whole results, once for each
  // leaf; the tree is of leaves.
  PrintedPeak Peak = *Claims.Peak;
  if (!Peak.Form.HasIndices)
    Peak = makePeakList(M, Peak.At, PeakListForm(), Claims.Peak,
                        [](const HloPosition &, const Value *V) {
                          return V && V->isAllocated() ? V->getSize() : Bytes();
                        });
  return StackTraceBuilder(M, Program, *Calls, EntryName).run(Peak);
}

Expected<ComputedStackTrace> computeStackTrace(const Module &M,
                                               const PrintedPeak &Peak,
                                               const ProgramSource &Program) {
  CallGraph Calls = CallGraph::fromProgram(Program);
  return StackTraceBuilder(M, &Program, Calls, Calls.getEntryName()).run(Peak);
}

} // namespace hlomem
