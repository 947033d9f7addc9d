//===- Symbols.cpp - A plugin that uses much of the program ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Dump/Reader/DumpParser.h"
#include "hlomem/Dump/Writer/DumpWriter.h"
#include "hlomem/Pass/PassPlugin.h"
#include "hlomem/Support/Decompression.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/Timer.h"
#include "llvm/Support/YAMLParser.h"
#include "llvm/Support/YAMLTraits.h"

using namespace llvm;

namespace {

struct Pair {
  std::string Key;
  unsigned Value = 0;
};

} // namespace

template <> struct llvm::yaml::MappingTraits<Pair> {
  static void mapping(IO &IO, Pair &P) {
    IO.mapRequired("key", P.Key);
    IO.mapRequired("value", P.Value);
  }
};

namespace {

/// What this uses of LLVM, the program itself does not.
struct SymbolsPass : hlomem::PassInfoMixin<SymbolsPass> {
  static hlomem::PassInfo info() {
    return {"symbols", "Write some JSON and YAML", {}, true};
  }

  hlomem::PreservedAnalyses run(hlomem::Module &M, hlomem::AnalysisManager &,
                                hlomem::PassContext &C) {
    json::OStream JSON(C.document());
    JSON.object(
        [&] { JSON.attribute("json", cantFail(json::parse("[1, 2]"))); });
    C.document() << '\n';

    Pair P;
    yaml::Input In("{ key: yaml, value: 3 }");
    In >> P;
    yaml::Output Out(C.document());
    Out << P;

    Timer T("timer", "A timer");
    DefaultThreadPool Pool(hardware_concurrency(1));
    Pool.async([&] { T.startTimer(); });
    Pool.wait();
    T.stopTimer();
    T.clear();
    C.document() << Regex("^a+$").match("aaa")
                 << cantFail(GlobPattern::create("b*")).match("bb")
                 << (hlomem::getCompressionFormat("plain") ==
                     hlomem::CompressionFormat::None)
                 << '\n';
    hlomem::writeAllTexts(M, C.document());
    return hlomem::PreservedAnalyses::all();
  }
};

} // namespace

static Error registerSymbols(hlomem::PassBuilder &PB) {
  return PB.registerPass<SymbolsPass>();
}

HLOMEM_PASS_PLUGIN("symbols", "1.0", registerSymbols)
