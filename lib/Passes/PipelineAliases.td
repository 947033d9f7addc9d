//===- PipelineAliases.td - Pipelines with a name ----------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Pass/PassBase.td"

// Nobody waits for changes of a hundred programs to be tried.
def Brief : PipelineAlias<"brief", "summary<form=brief>"> {
  let summary = "What runs instead of `default` where there are several dumps";
}

// A row of the table of programs names one change: the cheapest, which is tried
// first.
def Digest : PipelineAlias<"digest", "summary,advise<effort=3>"> {
  let summary = "What runs for a program that the table of several dumps lists";
}

def Default : PipelineAlias<"default", "summary,advise"> {
  let summary = "What runs unless a pipeline is given";
}
