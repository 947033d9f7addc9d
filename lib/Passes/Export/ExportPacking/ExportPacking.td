//===- ExportPacking.td - The pass 'export-packing' ------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Analyses.td"
include "hlomem/Passes/Packing/PackingOptions.td"

def ExportPacking : Pass<"export-packing"> {
  let summary = "Write an arena as a packing problem, with the present offsets";
  let description = [{
    Writes a temporary allocation that holds more than one value to the document
    output, in the form of MiniMalloc: a line for each buffer, with the times
    between which it is live, its size, and the offset that it has. `hlo-mem-pack`
    and other packers read it; `import-packing` applies what they make of it. See
    [Packing](../Packing.md#arenas).
  }];
  let options = [
    Option<"Number", "allocation", "std::optional<uint64_t>", "",
           "Number of the allocation; needed where several are possible">,
    ProfileOption<"What may move: what XLA would, or everything">,
    AlignmentOption<>,
  ];
  let writesDocument = true;
  let extension = "csv";
  let analyses = [LivenessAnalysis, LoopAnalysis];
  let usesLiveRanges = true;
}
