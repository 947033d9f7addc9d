//===- StackTrace.cpp - XLA's stack trace tree, again ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Attribution/StackTrace.h"
#include "Program/CallGraph.h"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Dump/PeakList.h"
#include "hlomem/HloText/InstructionParser.h"
#include "hlomem/IR/HloProgram.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>

using namespace llvm;

namespace hlomem {

SmallVector<std::string> splitStackTraceLabel(StringRef Label) {
  auto [Head, Rest] = Label.split("['");
  if (Head.size() == Label.size())
    return {Label.str()};
  SmallVector<std::string> Parts;
  auto Add = [&Parts](StringRef Text, char Separator) {
    SmallVector<StringRef> Pieces;
    Text.split(Pieces, Separator, /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    for (StringRef P : Pieces)
      Parts.push_back(P.str());
  };
  if (!Head.empty())
    Parts.push_back(Head.str());
  while (true) {
    auto [Key, Behind] = Rest.split("']");
    Add(Key, '/');
    std::tie(Key, Rest) = Behind.split("['");
    Add(Key, '.');
    if (Key.size() == Behind.size())
      return Parts;
  }
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
  StackTraceBuilder(const Module &M, const HloProgram *Program,
                    const CallGraph &Calls, StringRef EntryName)
      : M(M), Program(Program), Calls(Calls), EntryName(EntryName) {}

  Error add(const PeakListEntry &E);
  ComputedStackTrace finish(Bytes Sum) const;

private:
  /// The last part comes first: paths grow from the definer up to the entry.
  using Path = SmallVector<std::string, 8>;

  std::string getLabel(StringRef Instruction) const;
  Error addFrom(uint32_t Computation, Path &Below, Bytes Size, unsigned Depth);
  static void write(const Node &N, unsigned Depth, Bytes &Printed,
                    ComputedStackTrace &T);

  const Module &M;
  const HloProgram *Program;
  const CallGraph &Calls;
  StringRef EntryName;
  Node Root;
  uint64_t Steps = 0;
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
  else if (const HloInstruction *I =
               Program ? Program->findInstruction(Instruction) : nullptr;
           I && I->Text.contains("op_name="))
    OpName = parseInstruction(I->Text, Shapes, Arena).Metadata.OpName;
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
  return addFrom(Owner->second, Below, E.Size, /*Depth=*/0);
}

Error StackTraceBuilder::addFrom(uint32_t Computation, Path &Below, Bytes Size,
                                 unsigned Depth) {
  // Nodes without bytes are not printed; a share of them may be nothing.
  if (Size.isZero())
    return Error::success();
  // The text may have calls in a circle, or that branch at every level.
  static constexpr unsigned MaxDepth = 1000;
  static constexpr uint64_t MaxSteps = 300'000;
  if (Depth == MaxDepth)
    return makeError("calls are nested too deeply");
  if (++Steps == MaxSteps)
    return makeError("it has more than " + Twine(MaxSteps) + " nodes");
  const CallGraph::Computation &C = Calls.Computations[Computation];
  size_t Length = Below.size();
  bool IsEntry = Computation == Calls.Entry;
  StringRef Name = IsEntry ? EntryName : C.Name;
  if (Name.empty())
    return makeError("a computation has no name in the dump");
  Below.push_back(Name.str());
  if (IsEntry || C.Callers.empty()) {
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
  uint64_t Each = Size.count() / C.Callers.size();
  uint64_t First = Size.count() - Each * (C.Callers.size() - 1);
  for (auto [I, Caller] : enumerate(C.Callers)) {
    auto Owner = Calls.Owners.find(Caller);
    if (Owner == Calls.Owners.end())
      return makeError("no computation is known to own '" + Caller + "'");
    size_t OfCallee = Below.size();
    prependLabel(getLabel(Caller), Below);
    if (Error E = addFrom(Owner->second, Below, Bytes(I == 0 ? First : Each),
                          Depth + 1))
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

ComputedStackTrace StackTraceBuilder::finish(Bytes Sum) const {
  ComputedStackTrace T;
  T.Tree.Total = Sum;
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
  const HloProgram *Program = Text.Program.get();
  std::optional<CallGraph> Calls =
      Program ? CallGraph::fromText(*Program) : CallGraph::fromDump(M);
  if (!Calls)
    return makeError("the dump does not show which computations own its "
                     "instructions, and " +
                     explainAbsence(Text));
  StringRef EntryName = "(entry)";
  if (Program)
    EntryName = Program->getEntry().Name;
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
  StackTraceBuilder Builder(M, Program, *Calls, EntryName);
  for (const PeakListEntry &E : Peak.Entries)
    if (Error Problem = Builder.add(E))
      return Problem;
  return Builder.finish(Peak.getSum());
}

} // namespace hlomem
