//===- Compare.td - The pass 'compare' ---------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Analyses.td"

def Compare : Pass<"compare"> {
  let summary = "Compare the memory before and after a pipeline";
  let group = "Change";
  let description = [{
    Runs the passes of `pipeline` on a copy of the module, which itself does not
    change. What they report comes first.

    The rows are what is live at the peak of all memory spaces together, before and
    after, by op_name scope as in `attribute<by=scope>` or by the value that stands
    for a buffer. The two peaks may be at different times: what is live at one of them
    only has a change even if no pass has touched it. The rows add up to the peaks,
    and their changes to the change of the peak.

    `by=part` is of what is allocated instead: its rows are the parts of
    `attribute<by=part>`, of all spaces and whatever their numbers are, whose bytes
    differ, and `unchanged`. They add up to what is allocated.
  }];
  let options = [
    RequiredOption<"Pipeline", "pipeline", "::hlomem::NestedPipeline",
                   "drop-thread-local", "The passes to run">,
    EnumOption<"By", "by", ["scope", "value", "part"], "scope", "What the rows are">,
    Option<"Depth", "depth", "unsigned", "0",
           "Of 'by=scope': how many levels to tell apart; 0 tells all">,
    Option<"Top", "top", "unsigned", "10",
           "How many rows to list; 0 lists all">,
  ];
  let analyses = [
    LivenessAnalysis, MemoryTimelineAnalysis, AttributionAnalysis, PartsAnalysis
  ];
  let usesLiveRanges = true;
  let alsoReports = [NothingToReport, RestWithoutBytes];
}

let restsOn = [Sizes, Places, LiveRanges, Program] in {

def Compared : Remark<Analysis,
    "{AllocatedBefore} allocated, {AllocatedAfter} after {Pipeline}: "
    "{AllocatedChange}; peak of {PeakBefore}, {PeakAfter} after it: {PeakChange}, "
    "by {By}",
    [BytesArg<"AllocatedBefore", "All allocations but thread-local ones">,
     BytesArg<"AllocatedAfter", "The same after the pipeline">,
     StringArg<"Pipeline", "The option `pipeline`">,
     BytesChangeArg<"AllocatedChange", "What is allocated more or less">,
     BytesArg<"PeakBefore", "The most bytes that are live at one time, in all spaces">,
     BytesArg<"PeakAfter", "The same after the pipeline">,
     BytesChangeArg<"PeakChange", "What is live more or less">,
     StringArg<"By", "What the rows are">],
    "Heads the rows, which add up to the peaks or, by part, to what is allocated."> {
  let hotness = "PeakBefore";
}

def ComparedUnknownRanges : Note<Analysis,
    "values without a live range are not counted: {Before} before, {After} after; the "
    "peaks may be higher",
    [BytesArg<"Before", "Their bytes">,
     BytesArg<"After", "Their bytes after the pipeline">],
    "Part of Compared where some live ranges are unknown.">;

def ComparedRow : Row<Analysis,
    [BytesColumn<"Before", "before", "Live at the peak of the module or, by part, allocated">,
     BytesColumn<"After", "after", "The same after the pipeline">,
     BytesChangeColumn<"Change", "change", "After without Before">,
     StringColumn<"Key", "what", "The scope, the value, or kind and name of the part">], [{
    The largest change first, and last `not attributed`, which has no scope, or
    `unchanged`, the parts that are the same, and `other`, the sum of what the option `top` left out.
  }]> {
  let hotness = "Change";
}

def ComparedAllocations : Remark<Analysis,
    "{AllocatedBefore} allocated, {AllocatedAfter} after {Pipeline}: "
    "{AllocatedChange}; {When} the peak is unknown",
    [BytesArg<"AllocatedBefore", "All allocations but thread-local ones">,
     BytesArg<"AllocatedAfter", "The same after the pipeline">,
     StringArg<"Pipeline", "The option `pipeline`">,
     BytesChangeArg<"AllocatedChange", "What is allocated more or less">,
     StringArg<"When", "Before or after the pipeline">],
    "In place of Compared where it is not known when values are live.">;

} // let restsOn
