//===- Repack.td - The pass 'repack' -----------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Analyses.td"
include "hlomem/Passes/Packing/PackingOptions.td"

def Repack : Pass<"repack"> {
  let summary = "Repack the temporary arenas into the smallest placement found";
  let group = "Development";
  let description = [{
    Looks for the smallest placement of every temporary allocation that holds more
    than one value, and moves its values there; the allocation gets the size that
    is needed. Values that share a slice move together. An arena for which nothing
    smaller is found stays as it is. The result is a valid dump:
    `-passes='repack,peak,print' -o better.txt`.

    For each arena it says how many bytes it saves, and whether still less is
    possible. Only temporary allocations are changed: XLA lays everything else out
    by its own rules. See [Packing](../Packing.md#arenas).
  }];
  let isTransform = true;
  let options = [
    ProfileOption<"What a better placement may move: what XLA would, or everything">,
    EffortOption<>,
    AlignmentOption<>,
  ];
  let counters = [
    Counter<"NumArenas", "arenas", "Temporary arenas that were looked at">,
    Counter<"NumProven", "arenas-proven",
            "Those whose final placement is proven optimal">,
    Counter<"NumMoved", "values-moved", "Values whose offset changed">,
  ];
  let analyses = [LivenessAnalysis, BackendAnalysis, LoopAnalysis];
  let usesLiveRanges = true;
}

def ArenaBelowOptimum : Remark<Missed,
    "{Space}: allocation {Allocation}: fits in {After} instead of {Before}, "
    "{Difference} less: proven optimal ({Rules})",
    [SpaceArg<"Space">,
     CountArg<"Allocation", "Number of the allocation">,
     BytesArg<"After", "Its size now">,
     BytesArg<"Before", "Its size before">,
     BytesArg<"Difference", "Before less After">,
     StringArg<"Rules", "Profile and alignment">], [{
    The buffers of the arena have new places. No placement is smaller under these
    rules.
  }]> {
  let hotness = "Difference";
}

def ArenaCanBeSmaller : Remark<Missed,
    "{Space}: allocation {Allocation}: fits in {After} instead of {Before}, "
    "{Difference} less; no placement takes less than {Bound} ({Rules}){Advice}",
    [SpaceArg<"Space">,
     CountArg<"Allocation", "Number of the allocation">,
     BytesArg<"After", "Its size now">,
     BytesArg<"Before", "Its size before">,
     BytesArg<"Difference", "Before less After">,
     BytesArg<"Bound", "No placement is smaller">,
     StringArg<"Rules", "Profile and alignment">,
     StringArg<"Advice", "How to know more">], [{
    The buffers of the arena have new places. There may be a smaller placement: a
    higher `effort` looks longer.
  }]> {
  let hotness = "Difference";
}

def ArenaIsOptimal : Remark<Passed,
    "{Space}: allocation {Allocation} of {Size}: the placement is proven optimal "
    "({Rules})",
    [SpaceArg<"Space">,
     CountArg<"Allocation", "Number of the allocation">,
     BytesArg<"Size", "Its size">,
     StringArg<"Rules", "Profile and alignment">],
    "The arena stays as it is. No placement is smaller under these rules.">;

def ArenaNotImproved : Remark<Analysis,
    "{Space}: allocation {Allocation} of {Size} stays as it is: {Search}; no placement takes "
    "less than {Bound} ({Rules}){Advice}",
    [SpaceArg<"Space">,
     CountArg<"Allocation", "Number of the allocation">,
     BytesArg<"Size", "Its size">,
     StringArg<"Search", "Whether a better placement was looked for">,
     BytesArg<"Bound", "No placement is smaller">,
     StringArg<"Rules", "Profile and alignment">,
     StringArg<"Advice", "How to know more">],
    "There may be a smaller placement: a higher `effort` looks longer."> {
  let hotness = "Size";
}

def ArenaNotRepacked : Remark<Analysis,
    "{Space}: allocation {Allocation} of {Size} is left alone: {Why}",
    [SpaceArg<"Space">,
     CountArg<"Allocation", "Number of the allocation">,
     BytesArg<"Size", "Its size">,
     StringArg<"Why", "What cannot be known of it">], [{
    What may move where is unknown for a part of the arena, or its placement is
    none that the profile allows.
  }]>;

def NoArenaToRepack : Remark<Analysis,
    "nothing to repack: no temporary allocation holds more than one value", [],
    "The module stays as it is.">;
