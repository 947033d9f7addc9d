//===- BadDefault.cpp - A plugin whose option has no value ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/OneFilePass.h"

using namespace hlomem;

namespace {

struct BadDefault : OneFilePass<BadDefault> {
  static constexpr llvm::StringLiteral Name = "bad-default";
  static constexpr llvm::StringLiteral Summary = "Do nothing";
  Option<unsigned> Top{*this, "top", "10", "how many", {1, 9}};

  void run(const Module & /*M*/, AnalysisManager & /*AM*/,
           PassContext & /*C*/) {}
};

} // namespace

HLOMEM_ONE_FILE_PLUGIN(BadDefault)
