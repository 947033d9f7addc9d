//===- ImportPacking.td - The pass 'import-packing' ------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Analyses.td"
include "hlomem/Passes/Packing/PackingOptions.td"

def ImportPacking : Pass<"import-packing"> {
  let summary = "Move the buffers of an arena to the offsets in a file";
  let group = "Development";
  let description = [{
    Reads a file that `export-packing` wrote and a packer added offsets to, and moves
    the buffers of that arena there; the allocation gets the size that is needed,
    which may be more than before. Lines are joined to buffers by their ids; of
    the other columns only `offset` counts.

    Every buffer needs a line, and the offsets must be a placement of the arena
    as it is now, under the same profile and alignment: otherwise errors are
    reported, and nothing is changed. See [Packing](../Packing.md#arenas).
  }];
  let isTransform = true;
  let options = [
    RequiredOption<"File", "file", "std::string", "placed.csv",
                   "The file, relative to the working directory">,
    Option<"Number", "allocation", "std::optional<uint64_t>", "",
           "Number of the allocation; needed where several are possible">,
    ProfileOption<"What may move: what XLA would, or everything">,
    AlignmentOption<>,
  ];
  let counters = [
    Counter<"NumMoved", "values-moved", "Values whose offset changed">,
  ];
  let analyses = [LivenessAnalysis, BackendAnalysis, LoopAnalysis];
  let usesLiveRanges = true;
}

def PlacementImported : Remark<Analysis,
    "{Space}: allocation {Allocation} takes {After} with the offsets of {File}, "
    "before it took {Before}; {Moved} of {Count} {Count:buffer|buffers} moved ({Rules})",
    [SpaceArg<"Space">,
     CountArg<"Allocation", "Number of the allocation">,
     BytesArg<"After", "Its size now">,
     StringArg<"File", "Where the offsets stand">,
     BytesArg<"Before", "Its size before">,
     CountArg<"Moved", "Buffers that lie elsewhere now">,
     CountArg<"Count", "All buffers of the arena">,
     StringArg<"Rules", "Profile and alignment">],
    "The file was a valid placement of the arena, which has it now.">;

def PlacementUnchanged : Remark<Analysis,
    "{Space}: allocation {Allocation} of {Size} stays as it is: {Count:its|all} {Count} "
    "{Count:buffer lies|buffers lie} where {File} puts {Count:it|them} ({Rules})",
    [SpaceArg<"Space">,
     CountArg<"Allocation", "Number of the allocation">,
     BytesArg<"Size", "Its size">,
     CountArg<"Count", "The buffers of the arena">,
     StringArg<"File", "Where the offsets stand">,
     StringArg<"Rules", "Profile and alignment">],
    "The file is the placement that the arena has.">;
