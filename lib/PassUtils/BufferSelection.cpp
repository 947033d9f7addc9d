//===- BufferSelection.cpp - The buffers that an option names -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/PassUtils/BufferSelection.h"
#include "hlomem/Analysis/Attribution/ValueNames.h"
#include "hlomem/IR/Module.h"
#include "hlomem/PassUtils/ArgumentSelection.h"
#include "hlomem/Support/DidYouMean.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <set>

using namespace llvm;

namespace hlomem {

using replay::RecordedAssignment;

const Value *findValue(const Module &M, const RecordedAssignment &Record,
                       uint32_t Number) {
  HloPlace P = Record.getDataflow().definitions()[Number];
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
  SmallVector<uint32_t> takeBuffers() const {
    return SmallVector<uint32_t>(Selected.begin(), Selected.end());
  }

private:
  Error selectByName(StringRef Pattern);
  Error selectArgumentsOf(StringRef Pattern);
  Error selectByRegex(StringRef Pattern, StringRef Text,
                      function_ref<StringRef(uint32_t)> GetText);
  bool selectIf(function_ref<bool(uint32_t)> Matches);
  bool isArray(uint32_t Value) const;
  Error fail(const Twine &Why) const {
    return createStringError("pass '" + Pass + "': " + Why);
  }

  const Module &M;
  const RecordedAssignment &Record;
  const HloGraph &G;
  const HloDataflow &D;
  ValueNames &Names;
  StringRef Pass;
  std::set<uint32_t> Selected;
};

} // namespace

bool BufferSelector::isArray(uint32_t Value) const {
  return Record.getShape(Value).isArray();
}

bool BufferSelector::selectIf(function_ref<bool(uint32_t)> Matches) {
  bool HasFound = false;
  for (uint32_t V = 0; V != D.definitions().size(); ++V)
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
  if (selectIf([&](uint32_t V) {
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
        [&](uint32_t V) { return D.definitions()[V].Instruction == Argument; });
  }
  return Error::success();
}

Error BufferSelector::selectByRegex(StringRef Pattern, StringRef Text,
                                    function_ref<StringRef(uint32_t)> GetText) {
  Regex Expression(Text);
  std::string Why;
  if (!Expression.isValid(Why))
    return fail("'" + Pattern + "': " + Why);
  if (!selectIf([&](uint32_t V) { return Expression.match(GetText(V)); }))
    return fail("no value matches '" + Pattern + "'");
  return Error::success();
}

Error BufferSelector::select(StringRef Pattern) {
  if (Pattern == "all") {
    if (!selectIf([](uint32_t) { return true; }))
      return fail("the program has no values");
    return Error::success();
  }
  if (Pattern.starts_with("arg:"))
    return selectArgumentsOf(Pattern);
  StringRef Text = Pattern;
  if (Text.consume_front("op:"))
    return selectByRegex(
        Pattern, ("^(" + Text + ")$").str(), [this](uint32_t V) {
          return G.instructions()[D.definitions()[V].Instruction].OpcodeName;
        });
  if (Text.consume_front("scope:"))
    return selectByRegex(Pattern, Text, [this](uint32_t V) {
      const Value *Found = findValue(M, Record, V);
      return Found ? Names.findOpName(*Found) : StringRef();
    });
  return selectByName(Pattern);
}

Expected<SmallVector<uint32_t>> selectBuffers(const Module &M,
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

} // namespace hlomem
