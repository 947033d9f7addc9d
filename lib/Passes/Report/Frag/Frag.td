//===- Frag.td - The pass 'frag' ---------------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Analyses.td"
include "hlomem/Passes/Packing/PackingOptions.td"
include "hlomem/Passes/Report/SpaceOption.td"

def Frag : Pass<"frag"> {
  let summary =
      "Report what arenas leave unused at peak occupancy, and why";
  let group = "Main";
  let description = [{
    For every arena, an allocation with more than one value, finds the earliest
    time at which the most bytes of it are live. Splits its size into what is live
    then and what is lost to alignment, to XLA's policy and to the placement; looks
    for a better placement, and tells how much smaller that is and whether any could
    be smaller. Lists the holes between the values that are live at that time, the largest
    first. Begins with the sum of each memory space that has several; then come those
    with the most bytes free. Of several in a space, those that are full at some time
    are listed only with `all`. Where an arena may also hold scoped memory, what is
    unused is unknown.
  }];
  let options = [
    Option<"Top", "top", "unsigned", "10",
           "How many holes to list for each arena; 0 lists all">,
    SpaceOption<>,
    Option<"All", "all", "bool", "false",
           "Report every allocation that is not thread-local, full ones and those "
           "of one value too">,
    EffortOption<>,
    AlignmentOption<>,
    ProfileOption<"What a better placement may move: what XLA would, or everything">,
  ];
  let counters = [
    Counter<"NumAllocations", "allocations",
            "Allocations whose holes were searched for">,
    Counter<"NumHoles", "holes", "Holes in them, listed or not">,
    Counter<"NumSplit", "split", "Arenas whose size was broken down">,
    Counter<"NumProven", "proven",
            "Those whose best placement is known under both profiles">,
  ];
  let members = [LivenessAnalysis, MemoryTimelineAnalysis, BackendAnalysis];
  let analyses = [LoopAnalysis];
  let selectsSpaces = true;
  let usesLiveRanges = true;
  let alsoReports = [NothingToReport, Rest];
}

def ArenaFragmentation : Remark<Analysis,
    "{Space}: allocation {Allocation} ({Kind}) of {Size}: {Share} unused at peak "
    "occupancy: fragmentation {Fragmentation}, load {Load} at schedule position "
    "{At} ({Instruction})",
    [SpaceArg<"Space">,
     CountArg<"Allocation", "Number of the allocation">,
     StringArg<"Kind", "What the allocation is">,
     BytesArg<"Size", "Size of the allocation">,
     PercentArg<"Share", "Fragmentation in Size">,
     BytesArg<"Fragmentation", "Size less Load">,
     BytesArg<"Load", "The most bytes of it that are live at one time">,
     TimeArg<"At", "The earliest time with that many">,
     InstructionArg<"Instruction", "What runs then">], [{
    Fragmentation of an arena as XLA defines it: the part of it that is free even
    when most of it is live.
  }]> {
  let hotness = "Fragmentation";
}

def ArenaPart : Row<Analysis,
    [StringColumn<"Part", "part",
                  "load, sharing, alignment, shape, policy or packing">,
     BytesColumn<"Least", "at least", "What is sure of it">,
     BytesColumn<"Most", "at most", "The same where it is known exactly">,
     StringColumn<"Why", "why", "What it is due to">], [{
    A part of the size of that arena; the parts add up to it
    (docs/Arenas.md). Only where some of it is not load.
  }]>;

def SmallerPlacement : Note<Missed,
    "another placement takes {Best}, {Difference} less: apply it with -passes='{Pass}'; no "
    "placement takes less than {Bound} (profile {Profile}{Proof}){Advice}",
    [BytesArg<"Best", "What the best placement takes that was found">,
     BytesArg<"Difference", "The size of the arena less that">,
     StringArg<"Pass", "What changes the dump to that">,
     BytesArg<"Bound", "No placement takes less">,
     StringArg<"Profile", "What may move: xla or free">,
     StringArg<"Proof", "That it is the best, where that is proven">,
     StringArg<"Advice", "How to know more where it is not">],
    "A better placement of the values of that arena was found."> {
  let hotness = "Difference";
}

def BestPlacement : Note<Passed,
    "no placement takes less than {Best} (profile {Profile}, proven optimal)",
    [BytesArg<"Best", "What the present placement takes">,
     StringArg<"Profile", "What may move: xla or free">],
    "That arena is proven to be as small as it can be.">;

def UnprovenPlacement : Note<Analysis,
    "{Search}; no placement takes less than {Bound} (profile {Profile}){Advice}",
    [StringArg<"Search", "Whether a better placement was looked for">,
     BytesArg<"Bound", "No placement takes less">,
     StringArg<"Profile", "What may move: xla or free">,
     StringArg<"Advice", "How to know more">],
    "No better placement of the values of that arena is known, but there may be one.">;

def ArenaNotSplit : Note<Analysis,
    "the cause of the rest is unknown: {Why}",
    [StringArg<"Why", "What is missing">],
    "That arena cannot be taken for a packing problem.">;

def Hole : Row<Analysis,
    [BytesColumn<"Size", "hole", "Its length">,
     CountColumn<"Offset", "offset", "Byte of the allocation where it begins">,
     StringColumn<"After", "after", "The value that ends where it begins">,
     StringColumn<"Before", "before", "The value that begins where it ends">], [{
    A run of bytes of the arena that no value uses at that time, the largest
    first, between the values that bound it.
  }]>;

def ArenaUnknownRanges : Note<Analysis,
    "values without a live range are not counted: {Count}; less may be free",
    [CountArg<"Count", "Values with bytes but without a live range">],
    "The dump does not say when these values are live.">;

def ArenaHoldsScoped : Remark<Analysis,
    "{Space}: the fragmentation of allocation {Allocation} of {Size} is unknown: "
    "it may also hold scoped memory",
    [SpaceArg<"Space">,
     CountArg<"Allocation", "Number of the allocation">,
     BytesArg<"Size", "Size of the allocation">], [{
    Instructions ask for scoped memory in that space, and the allocation is large
    enough for it. What no value holds may be theirs while they run, and where that is
    is not told. It counts nowhere.
  }]>;

def ArenaUnknown : Remark<Analysis,
    "{Space}: the fragmentation of allocation {Allocation} of {Size} is unknown: "
    "no value in it has a live range",
    [SpaceArg<"Space">,
     CountArg<"Allocation", "Number of the allocation">,
     BytesArg<"Size", "Size of the allocation">],
    "The dump does not say when its values are live. It counts nowhere.">;

def SpaceFragmentation : Remark<Analysis,
    "{Space}: {Count} allocations of {Size} together: {Share} unused, each at its "
    "peak occupancy: fragmentation {Fragmentation}",
    [SpaceArg<"Space">,
     CountArg<"Count", "Allocations that were reported">,
     BytesArg<"Size", "Their sizes added up">,
     PercentArg<"Share", "Fragmentation in Size">,
     BytesArg<"Fragmentation", "Theirs added up">], [{
    The fragmentation of the allocations that are reported for one memory space,
    without those of ArenaTooSmall. Only where there is more than one.
  }]> {
  let hotness = "Fragmentation";
}

def FullArenas : Note<Analysis,
    "no unused bytes in {Count} of them, {Size}; -passes='frag<all>' reports each",
    [CountArg<"Count", "Arenas without fragmentation">,
     BytesArg<"Size", "Their sizes added up">],
    "Arenas that have no remark of their own.">;

def NoArena : Remark<Analysis,
    "nothing to report: no allocation holds more than one value; -passes='frag<all>' reports "
    "the others too", [],
    "The dump has no arena, or none in the memory space that was asked for.">;

def ArenaTooSmall : Remark<Failure,
    "{Space}: allocation {Allocation} of {Size} is smaller than the slices in "
    "it: the dump contradicts itself, and the fragmentation is unknown",
    [SpaceArg<"Space">,
     CountArg<"Allocation", "Number of the allocation">,
     BytesArg<"Size", "Size of the allocation">],
    "A value's slice reaches beyond the end of its allocation."> {
  let isWarning = true;
}
