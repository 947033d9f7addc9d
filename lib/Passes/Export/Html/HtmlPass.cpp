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

void HtmlPass::run() {
  exportPage(*this, {.MaxBuffers = Options.MaxBuffers,
                     .HasChanges = !Options.NoChanges});
}

HLOMEM_PASS(Html, HtmlPass)

} // namespace hlomem
