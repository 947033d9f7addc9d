//===- PipelineAliases.td - Pipelines with a name ----------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Pass/PassBase.td"

def Default : PipelineAlias<"default", "summary"> {
  let summary = "What runs unless a pipeline is given";
}
