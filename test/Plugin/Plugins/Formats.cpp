//===- Formats.cpp - A plugin with a remark format and an exporter --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/Module.h"
#include "hlomem/Pass/PassPlugin.h"
#include "hlomem/Remarks/RemarkFormats.h"

using namespace llvm;

namespace {

/// A line for each remark: its pass and name.
class NamesStream final : public hlomem::RemarkStream {
public:
  explicit NamesStream(raw_ostream &OS) : OS(OS) {}
  void handle(const hlomem::Remark &R) override {
    OS << R.getPassName() << ':' << R.getName() << '\n';
  }

private:
  raw_ostream &OS;
};

/// Writes how many values there are.
struct CountPass : hlomem::PassInfoMixin<CountPass> {
  static hlomem::PassInfo info() {
    hlomem::PassInfo Info{"count-values", "Write the number of values", {}};
    Info.WritesDocument = true;
    Info.Extension = "number";
    return Info;
  }
  hlomem::PreservedAnalyses run(hlomem::Module &M, hlomem::AnalysisManager &,
                                hlomem::PassContext &C) {
    C.document() << M.values().size() << '\n';
    return hlomem::PreservedAnalyses::all();
  }
};

Error registerFormats(hlomem::PassBuilder &PB) {
  static constexpr StringLiteral Files[] = {".names"};
  if (Error E = PB.registerRemarkFormat(
          {"names", Files, /*IsForPeople=*/false,
           [](raw_ostream &OS, const hlomem::RemarkStreamContext &)
               -> std::unique_ptr<hlomem::RemarkStream> {
             return std::make_unique<NamesStream>(OS);
           }}))
    return E;
  return PB.registerPass<CountPass>();
}

} // namespace

HLOMEM_PASS_PLUGIN("formats", "1.0", registerFormats)
