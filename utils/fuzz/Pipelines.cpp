//===- Pipelines.cpp - Random pipelines -----------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines.h"
#include "DriverRun.h"
#include "Mutators.h"
#include "hlomem/Pass/PassManager.h"
#include "hlomem/Passes/BuiltinPasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include <iterator>
#include <set>

using namespace llvm;

namespace hlomem {

// Of each pass the first is with its default options, but for those that it
// needs. Those that take the longest to search are left to other tests.
static constexpr StringLiteral Listed[] = {
    "advise",
    "advise<effort=5;top=0>",
    "alias",
    "alias<top=0>",
    "alias<fold=off>",
    "assign",
    "assign<heap=best-fit;alignment=64>",
    "assign<heap=fast-merge;heap-limit=4096>",
    "attribute",
    "attribute<by=scope;depth=2>",
    "attribute<by=opcode;top=0>",
    "attribute<by=stack;fold=off>",
    "attribute<by=frames;integral>",
    "attribute<by=shape>",
    "attribute<by=computation>",
    "attribute<by=kind;at=1>",
    "carry<loops=all>",
    "cast<values=arg:>",
    "cast<values=all;to=s8>",
    "cast<values=op:fusion>",
    "compare<pipeline=drop-thread-local,repack<effort=0>>",
    "compare<pipeline=donate<values=all>,verify<lenient>;by=value;top=0>",
    "donate<values=all>",
    "drop<values=op:.*>",
    "drop<values=scope:.*>",
    "drop-thread-local",
    "fit",
    "frag",
    "frag<all>",
    "frag<effort=0;top=0;profile=free>",
    "heap-trace",
    "heap-trace<top=0>",
    "liveness",
    "liveness<all>",
    "liveness<fold=off;buckets=3>",
    "offload<values=arg:>",
    "offload<values=op:.*>",
    "padding",
    "padding<top=0>",
    "peak",
    "peak<top=0;fold=off>",
    "peak<at=0>",
    "peak<walls=3>",
    "reconcile",
    "remat<loops=all>",
    "remat<loops=all;policy=dots_saveable>",
    "repack",
    "repack<effort=0>",
    "repack<effort=0;profile=free;alignment=32>",
    "replay",
    "replay<list=all>",
    "replay<donate=all>",
    "resize<values=all;bytes=100>",
    "resize<values=op:.*;shape=f32[2,3]{1,0}>",
    "scale<dimension=batch>",
    "scale<dimension=batch;by=3>",
    "scale<dimension=length;by=3/2>",
    "shard<values=all>",
    "shard<values=arg:;by=3>",
    "spaces",
    "spaces<top=0>",
    "summary",
    "summary<form=full;top=0>",
    "thread-local",
    "thread-local<top=0>",
    "undonate<values=all>",
    "verify<lenient>",
    "verify<max=0>",
    "verify<lenient;compare-forms>",
};

static constexpr StringLiteral ListedExporters[] = {
    "csv<tables=values>",
    "export-packing",
    "export-packing<profile=free>",
    "html",
    "html<max-buffers=3;no-changes>",
    "jsonl",
    "print",
    "print<part=all>",
    "print-program",
    "print-program<called=all>",
};

/// What needs more than a text that is known beforehand.
static constexpr StringLiteral Import = "import-packing";

Pipelines::Pipelines()
    : Elements(std::begin(Listed), std::end(Listed)),
      Exporters(std::begin(ListedExporters), std::end(ListedExporters)) {
  cantFail(registerBuiltinPasses(PB));
  for (StringRef Analysis : PB.completePipeline("require<"))
    Elements.push_back(Analysis.rtrim('>').str() + ">");
  for (const std::string &Element : concat<std::string>(Elements, Exporters)) {
    Expected<PassManager> PM = PB.parsePipeline(Element);
    require(bool(PM), Element + ": " + toString(PM.takeError()));
  }
  for (StringRef Pass : PB.passNames())
    require(Pass == Import ||
                any_of(concat<std::string>(Elements, Exporters),
                       [&](StringRef E) { return E.split('<').first == Pass; }),
            "Pipelines.cpp has no pass '" + Pass + "'");
}

bool Pipelines::writesDocument(StringRef Pipeline) const {
  return cantFail(PB.parsePipeline(Pipeline)).writesDocument();
}

std::vector<std::string> Pipelines::listEach() const {
  std::vector<std::string> Edits, Others;
  std::set<std::string> Seen;
  for (const std::string &Element :
       concat<const std::string>(Elements, Exporters))
    if (Seen.insert(listPasses(Element).front()).second)
      (cantFail(PB.parsePipeline(Element)).hasTransform() ? Edits : Others)
          .push_back(Element);
  Edits.insert(Edits.begin(), join(Others, ","));
  return Edits;
}

std::string Pipelines::choose(StringRef Packing, std::mt19937 &Random) const {
  SmallVector<std::string> Chosen;
  if (!Packing.empty())
    Chosen.push_back((Import + "<file=" + Packing +
                      (pick(Random, 2) ? ";profile=free>" : ">"))
                         .str());
  else if (pick(Random, 5) == 0)
    return "default";
  for (size_t Left = pick(Random, 4) + Chosen.empty(); Left; --Left)
    Chosen.push_back(Elements[pick(Random, Elements.size())]);
  if (pick(Random, 4) == 0)
    Chosen.push_back(Exporters[pick(Random, Exporters.size())]);
  return join(Chosen, ",");
}

std::vector<std::string> listPasses(StringRef Pipeline) {
  std::vector<std::string> Names;
  unsigned Depth = 0;
  std::string Element;
  auto End = [&] {
    StringRef E = Element;
    Names.push_back((E.starts_with("require<") ? E : E.split('<').first).str());
    Element.clear();
  };
  for (char C : Pipeline) {
    Depth += C == '<';
    Depth -= C == '>';
    if (C == ',' && Depth == 0)
      End();
    else
      Element += C;
  }
  End();
  return Names;
}

} // namespace hlomem
