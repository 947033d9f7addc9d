//===- OptBisect.cpp - The first passes only ------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/OptBisect.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/PrintableText.h"

using namespace llvm;

namespace hlomem {

void OptBisect::registerCallbacks(PassInstrumentation &PI, raw_ostream &OS) {
  PI.registerShouldRunOptionalPassCallback(
      [this, &OS](StringRef Pass, const Module &M) {
        bool ShouldRun = ++LastNumber <= Limit || Limit < 0;
        OS << "BISECT: " << (ShouldRun ? "" : "NOT ") << "running pass ("
           << LastNumber << ") " << Pass << " on " << toPrintable(M.getName())
           << '\n';
        return ShouldRun;
      });
}

} // namespace hlomem
