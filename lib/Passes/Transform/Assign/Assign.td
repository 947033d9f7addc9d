//===- Assign.td - The pass 'assign' -----------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Analyses.td"

class LimitOption<string cppName, string spelling, int most, string helpText>
    : RangedOption<cppName, spelling, "std::optional<uint64_t>", "", helpText, 1, most> {
  let unit = "bytes";
}

def Assign : Pass<"assign"> {
  let summary = "Assign the program again as XLA would with another heap algorithm";
  let group = "Development";
  let description = [{
    Runs XLA's assigner again on the program and gives the module what comes out. With
    no option that is what the dump has. `heap` names another heap algorithm of XLA,
    which no XLA flag selects; `heap-limit` is `--xla_multiheap_size_constraint_per_heap`:
    temporaries that would end beyond it go to further allocations. `alignment` is what
    allocations and values in heaps begin at multiples of.

    The program must be known with its operands, and the replay of the dump exact.
    Otherwise the module stays as it is, and a remark says why. Of a text without the
    program the temporaries of each allocation are placed again where their replay is
    exact; a `heap-limit` needs the program. On a TPU what
    memory-space assignment places stays as in the dump. See
    [Replay.md](../Replay.md#other-heaps).
  }];
  let isTransform = true;
  let options = [
    EnumOption<"Heap", "heap", ["xla", "best-fit", "spatial", "temporal", "fast-merge"],
               "xla",
               "The algorithm of all heaps: xla is that of the release; best-fit is the "
               "smaller one of spatial and temporal">,
    LimitOption<"Alignment", "alignment", 1073741824,
                "What allocations of all spaces, and values in heaps, begin at multiples of">,
    LimitOption<"HeapLimit", "heap-limit", 4611686018427387904,
                "What no heap grows beyond, unless one value is larger">,
  ];
  let counters = [
    Counter<"NumMoved", "values-moved", "Values whose allocation or offset changed">,
  ];
  let analyses = [ReplayAnalysis, BackendAnalysis];
}

def Assigned : Remark<Analysis,
    "{Space}: {After} instead of {Before}, {Difference} {Way}; temporaries: {TempAfter} "
    "instead of {TempBefore} in {Count} {Count:allocation|allocations} (rules: {Rules})",
    [SpaceArg<"Space">,
     BytesArg<"After", "What the space takes now, without thread-local allocations">,
     BytesArg<"Before", "What it took">,
     BytesArg<"Difference", "Between After and Before">,
     StringArg<"Way", "less or more">,
     BytesArg<"TempAfter", "Sizes of its temporary allocations">,
     BytesArg<"TempBefore", "What they were">,
     CountArg<"Count", "Temporary allocations now">,
     StringArg<"Rules", "The rules of the release, and what the options change">],
    "Once for each memory space that has temporaries."> {
  let hotness = "Difference";
}

def ArenaAssigned : Remark<Analysis,
    "{Space}: temporaries of allocation {Allocation}: {After} instead of {Before}, "
    "{Difference} {Way} (heap {Heap}, alignment {Alignment}; buffer sharing inferred)",
    [SpaceArg<"Space">,
     CountArg<"Allocation", "The number of the allocation that they lie in">,
     BytesArg<"After", "Its size now">,
     BytesArg<"Before", "What it was">,
     BytesArg<"Difference", "Between After and Before">,
     StringArg<"Way", "less or more">,
     StringArg<"Heap", "The algorithm that was asked for">,
     CountArg<"Alignment", "What offsets are multiples of, in bytes">], [{
    Instead of Assigned, for each allocation of temporaries of a dump without its
    program.
  }]> {
  let hotness = "Difference";
}

def ArenaNotAssigned : Remark<Analysis,
    "{Space}: temporaries of allocation {Allocation} stay where they are: {Why}",
    [SpaceArg<"Space">,
     CountArg<"Allocation", "The number of the allocation that they lie in">,
     StringArg<"Why", "What is missing">],
    "Instead of ArenaAssigned.">;

def AssignPresets : Note<Analysis,
    "{Space}: temporaries are as in the dump: XLA's placement algorithm for them is not public",
    [SpaceArg<"Space">],
    "Of a memory space that memory-space assignment fills before buffers are assigned.">;

def NotAssigned : Remark<Analysis, "nothing is assigned, and the module stays as it is: {Why}",
    [StringArg<"Why", "What is missing">],
    "Instead of Assigned.">;
