//===- ProgramSelection.cpp - What options name of a program --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Passes/Selection/ProgramSelection.h"
#include "hlomem/Analysis/Sources/ValueNames.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/Support/DidYouMean.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Regex.h"
#include <set>

using namespace llvm;

namespace hlomem {

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

StringRef findArgumentName(const PassRun &Run, const HloGraph &Program,
                           uint64_t Number) {
  InstructionId Argument = Program.getEntry().Parameters[Number];
  const Value *V =
      Run.M.findValue(Program.instructions()[Argument].Name, ShapeIndex());
  return V ? Run.AM.getResult<ValueNamesAnalysis>()->findOpName(*V)
           : StringRef();
}

std::string describeArgument(StringRef OpName, StringRef Number) {
  if (OpName.empty())
    return Number.str();
  return (OpName + " (" + Number + ")").str();
}

std::string describeArgument(const PassRun &Run, const HloGraph &Program,
                             uint64_t Number) {
  return describeArgument(findArgumentName(Run, Program, Number),
                          "parameter " + utostr(Number));
}

/// `params` names params['w1'], and params['w1'][0] does not name
/// params['w1'][01].
static bool isAtOrBelow(StringRef Name, StringRef Path) {
  return Name.consume_front(Path) &&
         (Name.empty() || Name.starts_with("[") || Name.starts_with("."));
}

static Error explain(const PassRun &Run, const HloGraph &G, StringRef Pattern,
                     ArrayRef<StringRef> Known) {
  for (const GraphInstruction &I : G.instructions())
    if (I.Name == Pattern)
      return Run.makeError(
          "'" + Pattern +
          "' is no argument; its memory is not the caller's to give");
  if (Known.empty())
    return Run.makeError("the program has no arguments");
  return Run.makeError(
      "no argument matches '" + Pattern + "'" +
      didYouMean(Pattern, Known, "; the first is '" + Known.front() + "'"));
}

/// An error if \p Patterns, an option of \p Run, are none: it needs \p What.
static Error checkGiven(const PassRun &Run, ArrayRef<std::string> Patterns,
                        const Twine &What) {
  if (!Patterns.empty())
    return Error::success();
  return createStringError("pass '" + Run.C.getCurrentPass() + "' needs " +
                           What);
}

Error checkNamesArguments(const PassRun &Run, ArrayRef<std::string> Patterns) {
  return checkGiven(Run, Patterns,
                    "values=all, values=arg:PATH or the names of parameters");
}

Expected<SmallVector<uint64_t>>
selectArguments(const PassRun &Run, const HloGraph &Program,
                ArrayRef<std::string> Patterns) {
  ArrayRef<InstructionId> Parameters = Program.getEntry().Parameters;
  std::set<uint64_t> Selected;
  for (StringRef Pattern : Patterns) {
    std::vector<std::string> Known;
    size_t Count = 0;
    auto SelectIf = [&](auto Matches) {
      for (uint64_t N = 0; N != Parameters.size(); ++N)
        if (Matches(N)) {
          Selected.insert(N);
          ++Count;
        }
    };
    StringRef Path = Pattern;
    if (Pattern == "all") {
      SelectIf([](uint64_t) { return true; });
    } else if (Path.consume_front("arg:")) {
      SelectIf([&](uint64_t N) {
        StringRef Name = findArgumentName(Run, Program, N);
        Known.push_back("arg:" + Name.str());
        return isAtOrBelow(Name, Path);
      });
      if (all_of(Known, [](StringRef Name) { return Name == "arg:"; }) &&
          Count == 0)
        return Run.makeError(
            "'" + Pattern +
            "' names an op_name, and the arguments of this program have none");
    } else {
      Expected<GlobPattern> Glob = GlobPattern::create(Pattern);
      if (!Glob)
        return Run.makeError("'" + Pattern +
                             "': " + toString(Glob.takeError()));
      SelectIf([&](uint64_t N) {
        StringRef Name = Program.instructions()[Parameters[N]].Name;
        Known.push_back(Name.str());
        return Glob->match(Name);
      });
    }
    if (Count == 0) {
      std::vector<StringRef> Near(Known.begin(), Known.end());
      return explain(Run, Program, Pattern, Near);
    }
  }
  return SmallVector<uint64_t>(Selected.begin(), Selected.end());
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

const Value *findValue(const Module &M, const RecordedAssignment &Record,
                       ValueId V) {
  HloPlace P = Record.getDataflow().definitions()[V];
  const GraphInstruction &I = Record.getProgram().instructions()[P.Instruction];
  std::string Index;
  raw_string_ostream OS(Index);
  I.Leaves->printIndex(P.Leaf, OS);
  OS.flush();
  return M.findValue(I.Name, ShapeIndex::fromCanonicalText(
                                 StringRef(Index).drop_front().drop_back()));
}

namespace {

class BufferSelector {
public:
  BufferSelector(const PassRun &Run, const RecordedAssignment &Record)
      : Run(Run), Record(Record), G(Record.getProgram()),
        D(Record.getDataflow()) {}

  Error select(StringRef Pattern);
  SmallVector<BufferId> takeBuffers() const {
    return SmallVector<BufferId>(Selected.begin(), Selected.end());
  }

private:
  Error selectByName(StringRef Pattern);
  Error selectArgumentsOf(StringRef Pattern);
  Error selectByRegex(StringRef Pattern, StringRef Text,
                      function_ref<StringRef(ValueId)> GetText);
  bool selectIf(function_ref<bool(ValueId)> Matches);

  const PassRun &Run;
  const RecordedAssignment &Record;
  const HloGraph &G;
  const HloDataflow &D;
  std::set<BufferId> Selected;
};

} // namespace

bool BufferSelector::selectIf(function_ref<bool(ValueId)> Matches) {
  bool HasFound = false;
  for (ValueId V : D.definitions().ids())
    if (Record.getShape(V).isArray() && Matches(V)) {
      Selected.insert(Record.getBuffers().getBuffer(V));
      HasFound = true;
    }
  return HasFound;
}

Error BufferSelector::selectByName(StringRef Pattern) {
  Expected<GlobPattern> Glob = GlobPattern::create(Pattern);
  if (!Glob)
    return Run.makeError("'" + Pattern + "': " + toString(Glob.takeError()));
  std::vector<std::string> Known;
  if (selectIf([&](ValueId V) {
        Known.push_back(Record.getName(V));
        return Glob->match(Known.back()) ||
               Glob->match(G[D.definitions()[V].Instruction].Name);
      }))
    return Error::success();
  std::vector<StringRef> Near(Known.begin(), Known.end());
  return Run.makeError("no value matches '" + Pattern + "'" +
                       didYouMean(Pattern, Near, ""));
}

Error BufferSelector::selectArgumentsOf(StringRef Pattern) {
  Expected<SmallVector<uint64_t>> Numbers =
      selectArguments(Run, G, Pattern.str());
  if (!Numbers)
    return Numbers.takeError();
  for (uint64_t Number : *Numbers) {
    InstructionId Argument = G.getEntry().Parameters[Number];
    selectIf(
        [&](ValueId V) { return D.definitions()[V].Instruction == Argument; });
  }
  return Error::success();
}

Error BufferSelector::selectByRegex(StringRef Pattern, StringRef Text,
                                    function_ref<StringRef(ValueId)> GetText) {
  Regex Expression(Text);
  std::string Why;
  if (!Expression.isValid(Why))
    return Run.makeError("'" + Pattern + "': " + Why);
  if (!selectIf([&](ValueId V) { return Expression.match(GetText(V)); }))
    return Run.makeError("no value matches '" + Pattern + "'");
  return Error::success();
}

Error BufferSelector::select(StringRef Pattern) {
  if (Pattern == "all") {
    if (!selectIf([](ValueId) { return true; }))
      return Run.makeError("the program has no values");
    return Error::success();
  }
  if (Pattern.starts_with("arg:"))
    return selectArgumentsOf(Pattern);
  StringRef Text = Pattern;
  if (Text.consume_front("op:"))
    return selectByRegex(Pattern, ("^(" + Text + ")$").str(),
                         [this](ValueId V) {
                           return G[D.definitions()[V].Instruction].OpcodeName;
                         });
  if (Text.consume_front("scope:"))
    return selectByRegex(Pattern, Text, [this](ValueId V) {
      const Value *Found = findValue(Run.M, Record, V);
      return Found ? Run.AM.getResult<ValueNamesAnalysis>()->findOpName(*Found)
                   : StringRef();
    });
  return selectByName(Pattern);
}

Expected<SmallVector<BufferId>> selectBuffers(const PassRun &Run,
                                              const RecordedAssignment &Record,
                                              ArrayRef<std::string> Patterns) {
  if (Error E = checkGiven(Run, Patterns, "values=, such as values=arg:PATH"))
    return E;
  BufferSelector Selector(Run, Record);
  for (StringRef Pattern : Patterns)
    if (Error E = Selector.select(Pattern))
      return E;
  return Selector.takeBuffers();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

Expected<InstructionSet> selectLoops(const PassRun &Run, const HloGraph &G,
                                     ArrayRef<std::string> Patterns) {
  if (Error E = checkGiven(Run, Patterns, "loops=all or the names of loops"))
    return E;
  SmallVector<StringRef> Loops;
  for (const GraphInstruction &I : G.instructions())
    if (I.Op == Opcode::While)
      Loops.push_back(I.Name);
  InstructionSet Selected(G.instructions().size());
  for (StringRef Text : Patterns) {
    Expected<GlobPattern> Pattern =
        GlobPattern::create(Text == "all" ? "*" : Text);
    if (!Pattern)
      return Run.makeError("'" + Text + "': " + toString(Pattern.takeError()));
    if (Loops.empty())
      return Run.makeError("the program has no loop");
    bool Matches = false;
    for (auto [Number, I] : withIds(G.instructions()))
      if (I.Op == Opcode::While && Pattern->match(I.Name)) {
        Selected[Number] = true;
        Matches = true;
      }
    if (!Matches)
      return Run.makeError(
          "no loop matches '" + Text + "'" +
          didYouMean(Text, Loops, "; the first is '" + Loops.front() + "'"));
  }
  return Selected;
}

} // namespace hlomem
