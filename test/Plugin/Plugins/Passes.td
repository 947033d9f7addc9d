//===- Passes.td - Passes of the plugin greeter ------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// For an analysis that is built in.
include "hlomem/Passes/Analyses.td"

def ValueCountAnalysis : ModuleAnalysis<"value-count"> {
  let summary = "The number of values and the sum of their sizes";
  let description = "An analysis to test plugins with.";
}

def Greet : Pass<"greet"> {
  let summary = "Greet the values of a module";
  let description = "A pass to test plugins with.";
  let options = [
    Option<"Word", "word", "std::string", "hello", "What to say">,
    EnumOption<"Mood", "mood", ["calm", "loud"], "calm", "How to say it">,
  ];
  let analyses = [ValueCountAnalysis, LivenessAnalysis];
}

def Greeting : Remark<Analysis, "{Word}, {Count} values of {Size}",
                      [StringArg<"Word">, CountArg<"Count">, BytesArg<"Size">]> {
  let description = "How many values there are, and the sum of their sizes.";
}

def Welcome : PipelineAlias<"welcome", "greet<word=welcome>,peak<top=1>"> {
  let summary = "Greet and go on";
}
