//===- PrintPass.cpp - The module as a dump -------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Print/Print.inc"
#include "hlomem/Dump/Writer/DumpWriter.h"
#include "hlomem/Proto/ProtoModule.h"

using namespace llvm;

namespace hlomem {

namespace {

class PrintRun : public PrintPass {
public:
  using PrintPass::PrintPass;

  void run();
};

} // namespace

static DumpPart getPart(PrintOptions::PartKind Part) {
  using Kind = PrintOptions::PartKind;
  switch (Part) {
  case Kind::Named:
    return DumpPart::Named;
  case Kind::All:
    return DumpPart::All;
  case Kind::Allocations:
    return DumpPart::Allocations;
  case Kind::Values:
    return DumpPart::Values;
  case Kind::LiveRange:
    return DumpPart::LiveRange;
  }
  llvm_unreachable("a part of no kind");
}

void PrintRun::run() {
  if (const ProtoProvenance *P = getProtoProvenance(M);
      P && P->IsAssignmentAlone) {
    return C.fail(
        createStringError("pass 'print': a buffer assignment without its "
                          "program has neither names nor shapes to print"));
  }
  if (Error E = writeDump(M, C.document(), getPart(Options.Part)))
    C.fail(createStringError("pass 'print': " + toString(std::move(E))));
}

HLOMEM_PASS(Print, PrintRun)

} // namespace hlomem
