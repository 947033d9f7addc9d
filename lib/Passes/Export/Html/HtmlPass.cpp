//===- HtmlPass.cpp - The module as a page --------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Html/Html.inc"
#include "hlomem/Passes/Tables/TableExport.h"

namespace hlomem {

namespace {

class HtmlExporter : public HtmlPass {
public:
  using HtmlPass::HtmlPass;

  static bool needsOriginal(const HtmlOptions &Options) {
    return Options.Compare == HtmlOptions::CompareKind::Before;
  }
  void run() {
    exportPage(
        *this,
        {.MaxBuffers = Options.MaxBuffers, .HasChanges = !Options.NoChanges},
        needsOriginal(Options));
  }
};

} // namespace

HLOMEM_PASS(Html, HtmlExporter)

} // namespace hlomem
