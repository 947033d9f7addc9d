//===- ArgumentSelection.cpp - The arguments that an option names ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/PassUtils/ArgumentSelection.h"
#include "hlomem/Analysis/Attribution/ValueNames.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/DidYouMean.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"
#include <set>

using namespace llvm;

namespace hlomem {

StringRef findArgumentName(const Module &M, const HloGraph &Program,
                           ValueNames &Names, uint64_t Number) {
  uint32_t Argument = Program.getEntry().Parameters[Number];
  const Value *V =
      M.findValue(Program.instructions()[Argument].Name, ShapeIndex());
  return V ? Names.findOpName(*V) : StringRef();
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

static Error explain(const Module &M, const HloGraph &Program, StringRef Pass,
                     StringRef Pattern, ArrayRef<StringRef> Known) {
  const HloGraph &G = Program;
  for (const GraphInstruction &I : G.instructions())
    if (I.Name == Pattern)
      return createStringError(
          "pass '" + Pass + "': '" + Pattern +
          "' is no argument; its memory is not the caller's to give");
  if (Known.empty())
    return createStringError("pass '" + Pass +
                             "': the program has no arguments");
  return createStringError(
      "pass '" + Pass + "': no argument matches '" + Pattern + "'" +
      didYouMean(Pattern, Known, "; the first is '" + Known.front() + "'"));
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
        return createStringError(
            "pass '" + Pass + "': '" + Pattern +
            "' names an op_name, and the arguments of this program have none");
    } else {
      Expected<GlobPattern> Glob = GlobPattern::create(Pattern);
      if (!Glob)
        return createStringError("pass '" + Pass + "': '" + Pattern +
                                 "': " + toString(Glob.takeError()));
      SelectIf([&](uint64_t N) {
        StringRef Name = Program.instructions()[Parameters[N]].Name;
        Known.push_back(Name.str());
        return Glob->match(Name);
      });
    }
    if (Count == 0) {
      std::vector<StringRef> Near(Known.begin(), Known.end());
      return explain(M, Program, Pass, Pattern, Near);
    }
  }
  return SmallVector<uint64_t>(Selected.begin(), Selected.end());
}

} // namespace hlomem
