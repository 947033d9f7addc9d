//===- ProgramSelection.cpp - What options name of a program --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/PassUtils/ProgramSelection.h"
#include "hlomem/Analysis/Attribution/ValueNames.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/DidYouMean.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace llvm;

namespace hlomem {

using replay::RecordedAssignment;

static Error makeError(StringRef Pass, const Twine &Why) {
  return createStringError("pass '" + Pass + "': " + Why);
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

StringRef findArgumentName(const Module &M, const HloGraph &Program,
                           ValueNames &Names, uint64_t Number) {
  uint32_t Argument = Program.getEntry().Parameters[Number];
  const Value *V =
      M.findValue(Program.instructions()[Argument].Name, ShapeIndex());
  return V ? Names.findOpName(*V) : StringRef();
}

StringRef getRootArgument(StringRef OpName) {
  return OpName.take_until([](char C) { return C == '[' || C == '.'; });
}

std::string describeArgument(StringRef OpName, StringRef Number) {
  if (OpName.empty())
    return Number.str();
  return (OpName + " (" + Number + ")").str();
}

std::string describeArgument(StringRef OpName, uint64_t Number) {
  return describeArgument(OpName, "parameter " + utostr(Number));
}

/// `params` names params['w1'], and params['w1'][0] does not name
/// params['w1'][01].
static bool isAtOrBelow(StringRef Name, StringRef Path) {
  return Name.consume_front(Path) &&
         (Name.empty() || Name.starts_with("[") || Name.starts_with("."));
}

static Error explain(const HloGraph &G, StringRef Pass, StringRef Pattern,
                     ArrayRef<StringRef> Known) {
  for (const GraphInstruction &I : G.instructions())
    if (I.Name == Pattern)
      return makeError(
          Pass, "'" + Pattern +
                    "' is no argument; its memory is not the caller's to give");
  if (Known.empty())
    return makeError(Pass, "the program has no arguments");
  return makeError(
      Pass,
      "no argument matches '" + Pattern + "'" +
          didYouMean(Pattern, Known, "; the first is '" + Known.front() + "'"));
}

Error checkNamesArguments(StringRef Pass, ArrayRef<std::string> Patterns) {
  if (!Patterns.empty())
    return Error::success();
  return createStringError(
      "pass '" + Pass +
      "' needs values=all, values=arg:PATH or the names of parameters");
}

Expected<SmallVector<uint64_t>>
selectArguments(const Module &M, const HloGraph &Program, ValueNames &Names,
                StringRef Pass, ArrayRef<std::string> Patterns) {
  ArrayRef<uint32_t> Parameters = Program.getEntry().Parameters;
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
        StringRef Name = findArgumentName(M, Program, Names, N);
        Known.push_back("arg:" + Name.str());
        return isAtOrBelow(Name, Path);
      });
      if (all_of(Known, [](StringRef Name) { return Name == "arg:"; }) &&
          Count == 0)
        return makeError(
            Pass, "'" + Pattern +
                      "' names an op_name, and the arguments of this program "
                      "have none");
    } else {
      Expected<GlobPattern> Glob = GlobPattern::create(Pattern);
      if (!Glob)
        return makeError(Pass,
                         "'" + Pattern + "': " + toString(Glob.takeError()));
      SelectIf([&](uint64_t N) {
        StringRef Name = Program.instructions()[Parameters[N]].Name;
        Known.push_back(Name.str());
        return Glob->match(Name);
      });
    }
    if (Count == 0) {
      std::vector<StringRef> Near(Known.begin(), Known.end());
      return explain(Program, Pass, Pattern, Near);
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
  BufferSelector(const Module &M, const RecordedAssignment &Record,
                 ValueNames &Names, StringRef Pass)
      : M(M), Record(Record), G(Record.getProgram()), D(Record.getDataflow()),
        Names(Names), Pass(Pass) {}

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
  bool isArray(ValueId Value) const;
  Error fail(const Twine &Why) const { return makeError(Pass, Why); }

  const Module &M;
  const RecordedAssignment &Record;
  const HloGraph &G;
  const HloDataflow &D;
  ValueNames &Names;
  StringRef Pass;
  std::set<BufferId> Selected;
};

} // namespace

bool BufferSelector::isArray(ValueId Value) const {
  return Record.getShape(Value).isArray();
}

bool BufferSelector::selectIf(function_ref<bool(ValueId)> Matches) {
  bool HasFound = false;
  for (ValueId V : D.definitions().ids())
    if (isArray(V) && Matches(V)) {
      Selected.insert(Record.getBuffers().getBuffer(V));
      HasFound = true;
    }
  return HasFound;
}

Error BufferSelector::selectByName(StringRef Pattern) {
  Expected<GlobPattern> Glob = GlobPattern::create(Pattern);
  if (!Glob)
    return fail("'" + Pattern + "': " + toString(Glob.takeError()));
  std::vector<std::string> Known;
  if (selectIf([&](ValueId V) {
        Known.push_back(Record.getName(V));
        return Glob->match(Known.back()) ||
               Glob->match(
                   G.instructions()[D.definitions()[V].Instruction].Name);
      }))
    return Error::success();
  std::vector<StringRef> Near(Known.begin(), Known.end());
  return fail("no value matches '" + Pattern + "'" +
              didYouMean(Pattern, Near, ""));
}

Error BufferSelector::selectArgumentsOf(StringRef Pattern) {
  Expected<SmallVector<uint64_t>> Numbers =
      selectArguments(M, G, Names, Pass, Pattern.str());
  if (!Numbers)
    return Numbers.takeError();
  for (uint64_t Number : *Numbers) {
    uint32_t Argument = G.getEntry().Parameters[Number];
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
    return fail("'" + Pattern + "': " + Why);
  if (!selectIf([&](ValueId V) { return Expression.match(GetText(V)); }))
    return fail("no value matches '" + Pattern + "'");
  return Error::success();
}

Error BufferSelector::select(StringRef Pattern) {
  if (Pattern == "all") {
    if (!selectIf([](ValueId) { return true; }))
      return fail("the program has no values");
    return Error::success();
  }
  if (Pattern.starts_with("arg:"))
    return selectArgumentsOf(Pattern);
  StringRef Text = Pattern;
  if (Text.consume_front("op:"))
    return selectByRegex(
        Pattern, ("^(" + Text + ")$").str(), [this](ValueId V) {
          return G.instructions()[D.definitions()[V].Instruction].OpcodeName;
        });
  if (Text.consume_front("scope:"))
    return selectByRegex(Pattern, Text, [this](ValueId V) {
      const Value *Found = findValue(M, Record, V);
      return Found ? Names.findOpName(*Found) : StringRef();
    });
  return selectByName(Pattern);
}

Expected<SmallVector<BufferId>> selectBuffers(const Module &M,
                                              const RecordedAssignment &Record,
                                              ValueNames &Names, StringRef Pass,
                                              ArrayRef<std::string> Patterns) {
  if (Patterns.empty())
    return createStringError("pass '" + Pass +
                             "' needs values=, such as values=arg:PATH");
  BufferSelector Selector(M, Record, Names, Pass);
  for (StringRef Pattern : Patterns)
    if (Error E = Selector.select(Pattern))
      return E;
  return Selector.takeBuffers();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

Expected<BitVector> selectLoops(const HloGraph &G, StringRef Pass,
                                ArrayRef<std::string> Patterns) {
  if (Patterns.empty())
    return createStringError("pass '" + Pass +
                             "' needs loops=all or the names of loops");
  std::vector<StringRef> Loops;
  for (const GraphInstruction &I : G.instructions())
    if (I.Op == Opcode::While)
      Loops.push_back(I.Name);
  BitVector Selected(G.instructions().size());
  for (StringRef Text : Patterns) {
    Expected<GlobPattern> Pattern =
        GlobPattern::create(Text == "all" ? "*" : Text);
    if (!Pattern)
      return makeError(Pass,
                       "'" + Text + "': " + toString(Pattern.takeError()));
    bool Matches = false;
    for (const GraphInstruction &I : G.instructions())
      if (I.Op == Opcode::While && Pattern->match(I.Name)) {
        Selected.set(G.getNumber(I));
        Matches = true;
      }
    if (!Matches)
      return makeError(
          Pass, Loops.empty() ? "the program has no loop"
                              : "no loop matches '" + Text + "'" +
                                    didYouMean(Text, Loops,
                                               "; the first is '" +
                                                   Loops.front().str() + "'"));
  }
  return Selected;
}

} // namespace hlomem
