//===- Passes.td - The built-in passes ---------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_PASSES_TD
#define HLOMEM_PASSES_PASSES_TD

include "hlomem/Passes/PassBase.td"
include "hlomem/Remarks/Remarks.td"

def Peak : Pass<"peak"> {
  let summary =
      "Report the time with the most live bytes, per memory space, and what is "
      "live there";
  let description = [{
    For every memory space that has allocations, finds the earliest time at
    which the most bytes are live, and lists the buffers that are live then, the
    largest first. Values that share bytes count once; thread-local allocations
    do not count. Where XLA's own peak in the dump differs, says by how much.
  }];
  let options = [
    Option<"Top", "top", "unsigned", "10",
           "How many buffers to list; 0 lists all">,
    Option<"Space", "space", "std::optional<unsigned>", "",
           "Report this memory space only">,
    Option<"At", "at", "std::optional<unsigned>", "",
           "Report this time instead of the peak">,
  ];
  let analyses = ["LivenessAnalysis", "MemoryTimelineAnalysis", "BackendAnalysis"];
  let remarks = [
    PeakAt, PeakOfAllSpaces, LiveAt, LiveAtOfAllSpaces, PeakKind, PeakBuffer,
    PeakBufferOfAllSpaces, PeakRest, PeakPadding, PeakPaddingUnknown,
    PrintedPeakElsewhere, PrintedPeakMisses, PrintedPeakExceeds, EmptySpace,
    PeakUnknown, PeakFromDerivedRanges, UnknownRanges, AllocationsTooSmall, NoPeak
  ];
}

def Frag : Pass<"frag"> {
  let summary = "Report what arenas leave unused when they are fullest";
  let description = [{
    For every arena, an allocation with more than one value, finds the earliest
    time at which the most bytes of it are live, and lists the holes between the
    values that are live then, the largest first. Begins with the sum of each
    memory space that has several; then come those with the most bytes free.
    Of several in a space, those that are full at some time are listed only
    with `all`.
  }];
  let options = [
    Option<"Top", "top", "unsigned", "10",
           "How many holes to list for each arena; 0 lists all">,
    Option<"Space", "space", "std::optional<unsigned>", "",
           "Report this memory space only">,
    Option<"All", "all", "bool", "false",
           "Report every allocation that is not thread-local, full ones and those "
           "of one value too">,
  ];
  let analyses = ["LivenessAnalysis", "MemoryTimelineAnalysis", "BackendAnalysis"];
  let remarks = [
    ArenaFragmentation, Hole, HoleRest, ArenaUnknownRanges, SpaceFragmentation, FullArenas,
    NoArena, OnlyThreadLocal, FragFromDerivedRanges, FragmentationUnknown, ArenaTooSmall
  ];
}

def Print : Pass<"print"> {
  let summary = "Write the module as a dump";
  let description = [{
    Writes the module to the document output in the form in which XLA writes
    buffer assignments: a dump that is read and printed without a change in
    between is the same, byte for byte.
  }];
  let writesDocument = true;
}

#endif // HLOMEM_PASSES_PASSES_TD
