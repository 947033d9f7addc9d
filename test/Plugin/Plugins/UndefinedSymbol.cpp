//===- UndefinedSymbol.cpp - A plugin with a function that is nowhere -----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

namespace hlomem {
class PassBuilder;
} // namespace hlomem

void hlomemTestFunctionThatIsNowhere(hlomem::PassBuilder &PB);

extern "C" auto *const HlomemTestNowhere = &hlomemTestFunctionThatIsNowhere;
