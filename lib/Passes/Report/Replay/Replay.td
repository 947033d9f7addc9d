//===- Replay.td - The pass 'replay' -----------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Analyses.td"

def Replay : Pass<"replay"> {
  let summary = "Run XLA's assigner again, and compare what it gives with the dump";
  let group = "Development";
  let description = [{
    Assigns all buffers of the program again, as XLA's `BufferAssigner` does: sizes,
    live ranges, sharing, heaps, and the numbers of allocations. For each memory
    space it says whether every allocation came out as in the dump: its number, size
    and kind, and the place of each value. Backend and release are inferred: the
    rules that come closest are named, and `-backend` names the backend.

    It needs the program with its operands: an HloProto, the one beside the dump, or the
    text of the program beside it, if that gives the dump exactly.
    Without these the temporaries are placed again: which values share memory
    is inferred from where they lie and when they are live, and that the heap algorithm
    then gives every offset of the dump shows that it was inferred rightly.
    What memory-space assignment places on a TPU (VMEM, and CMEM on v4) is taken
    from the dump. `donate` says what the donation of arguments would change, without
    changing the module. [Replay.md](../Replay.md) says what is replayed, and
    [Measurements.md](../Measurements.md) how exact it is.
  }];
  let options = [
    EnumOption<"List", "list", ["none", "differing", "all"], "differing",
               "Which values to list: none, those whose place differs, or all, and "
               "all allocations">,
    Option<"Top", "top", "unsigned", "10",
           "How many values whose place differs to list; 0 lists all">,
    Option<"Donate", "donate", "std::vector<std::string>", "",
           "Assign the program as if these arguments were donated too: numbers of "
           "parameters, or all">,
  ];
  let counters = [
    Counter<"NumExact", "exact", "Memory spaces whose replay is exact">,
    Counter<"NumDiffering", "differing", "Memory spaces whose replay differs">,
  ];
  let members = [ReplayAnalysis, BackendAnalysis];
  let analyses = [ValueNamesAnalysis];
}

def ReplayExact : Remark<Passed,
    "{Space}: replay exact: {Count} {Count:allocation|allocations} of {Size} "
    "as in the dump (rules: {Rules})",
    [SpaceArg<"Space">,
     CountArg<"Count", "Its allocations">,
     BytesArg<"Size", "Their sizes, without thread-local ones">,
     StringArg<"Rules", "The rules that were followed">], [{
    Once for each memory space. Every allocation has the number, the size and the kind
    that XLA gave it, and every value its place.
  }]>;

def ReplayDiffers : Remark<Analysis,
    "{Space}: replay off by {Difference}: {Equal} of {Count} "
    "{Count:allocation|allocations} as in the dump; {Replayed} instead of {Recorded} "
    "(rules: {Rules})",
    [SpaceArg<"Space">,
     BytesArg<"Difference", "Between Replayed and Recorded">,
     CountArg<"Equal", "Allocations that came out as in the dump">,
     CountArg<"Count", "Allocations of the dump">,
     BytesArg<"Replayed", "Sizes of the replay's allocations, without thread-local ones">,
     BytesArg<"Recorded", "The same of the dump's">,
     StringArg<"Rules", "The rules that came closest">],
    "Instead of ReplayExact. The sizes may be equal, and values lie elsewhere.">;

def ReplayListIgnored : Note<Analysis,
    "the aliasing operands of {Instruction} are not used: {Why}; {Count} in all",
    [InstructionArg<"Instruction", "The first one whose backend config has such a list">,
     StringArg<"Why", "What is wrong with it">,
     CountArg<"Count", "Of such lists">], [{
    libtpu writes into the backend config of an instruction which operands may give
    their buffers to which results. Where that is not understood, the rules hold that
    are used where there is no such list.
  }]>;

def ReplayMisnamed : Note<Analysis,
    "{Instruction} is named as what XLA computes again, but repeats nothing; {Count} in all",
    [InstructionArg<"Instruction", "The first one">, CountArg<"Count", "Of these">], [{
    XLA's rematerialization calls what it makes `NAME.remat`, and here NAME is of another
    opcode.
  }]>;

def ReplayPresets : Note<Analysis,
    "{Space}: temporaries are taken from the dump: XLA's placement algorithm for them is not public",
    [SpaceArg<"Space">],
    "Of a memory space that memory-space assignment fills before buffers are assigned.">;

def ReplayArenaExact : Remark<Passed,
    "{Space}: temporaries of allocation {Allocation}: replay exact: {Count} "
    "{Count:value|values} of {Size} as in the dump (heap {Heap}, alignment {Alignment})",
    [SpaceArg<"Space">,
     CountArg<"Allocation", "The number of the allocation that they lie in">,
     CountArg<"Count", "Its values with bytes that are no index tables">,
     BytesArg<"Size", "The heap">,
     StringArg<"Heap", "XLA's algorithm: spatial, temporal or fast-merge">,
     CountArg<"Alignment", "What offsets are multiples of, in bytes">], [{
    Without the program, once for each allocation of temporaries: every value has the
    offset that XLA gave it.
  }]>;

def ReplayArenaDiffers : Remark<Analysis,
    "{Space}: temporaries of allocation {Allocation}: replay off by {Difference}: {Equal} "
    "of {Count} {Count:value|values} as in the dump; {Replayed} instead of {Recorded} "
    "(closest: heap {Heap}, alignment {Alignment})",
    [SpaceArg<"Space">,
     CountArg<"Allocation", "The number of the allocation that they lie in">,
     BytesArg<"Difference", "Between Replayed and Recorded">,
     CountArg<"Equal", "Values whose offset came out as in the dump">,
     CountArg<"Count", "Its values with bytes that are no index tables">,
     BytesArg<"Replayed", "The heap of the replay">,
     BytesArg<"Recorded", "That of the dump">,
     StringArg<"Heap", "The algorithm that came closest">,
     CountArg<"Alignment", "What its offsets are multiples of, in bytes">], [{
    Instead of ReplayArenaExact. Which values share memory was not inferred rightly, or
    XLA placed them by other rules.
  }]>;

def ReplayArenaUnknown : Remark<Analysis,
    "{Space}: temporaries of allocation {Allocation}: replay not applicable: {Why}",
    [SpaceArg<"Space">,
     CountArg<"Allocation", "The number of the allocation that they lie in">,
     StringArg<"Why", "What is missing">],
    "Instead of ReplayArenaExact.">;

def ReplayArenasOnly : Note<Analysis,
    "only temporaries are replayed, with buffer sharing inferred: {Why}",
    [StringArg<"Why", "What is missing">],
    "After the remarks of arenas that were replayed without the program.">;

def ReplayNotApplicable : Remark<Analysis, "replay not applicable: {Why}",
    [StringArg<"Why", "What is missing">],
    "Once for a module that cannot be replayed.">;

def ReplayAllocations : Note<Analysis, "allocations of the replay:", [],
    "Heads the list of all allocations."> {
  let headsNumbers = true;
}

def ReplayAllocation : Row<Analysis,
    [CountColumn<"Allocation", "allocation", "Its number in the replay">,
     BytesColumn<"Size", "size", "Its size">,
     SpaceColumn<"Space", "space", "Its memory space">,
     StringColumn<"Kind", "kind",
                  "parameter with number and index, live-out, constant, "
                  "thread-local, or temporary">],
    "An allocation as the replay makes it; of `list=all`.">;

def ReplayValues : Note<Analysis,
    "{Count} {Count:value|values} {Count:lies|lie} elsewhere:",
    [CountArg<"Count", "Values whose place differs">],
    "Heads the values whose allocation, offset or size differs.">;

def ReplayAllValues : Note<Analysis, "values of the replay:", [],
    "Heads the list of all values."> {
  let headsNumbers = true;
}

def ReplayValue : Row<Analysis,
    [StringColumn<"Value", "value", "Instruction and index">,
     CountColumn<"Allocation", "replay: allocation", "Its allocation in the replay">,
     BytesColumn<"Offset", "offset", "Where it begins there">,
     BytesColumn<"Size", "size", "Its size there">,
     CountColumn<"DumpAllocation", "dump: allocation", "Its allocation in the dump">,
     BytesColumn<"DumpOffset", "offset", "Where it begins there">,
     BytesColumn<"DumpSize", "size", "Its size there">], [{
    A value, its place in the replay and in the dump. One that is in no allocation of
    either is not listed.
  }]>;

def ReplayDonation : Remark<Analysis,
    "{Space}: with {Count} more donated {Count:argument|arguments} of {Donated}: {After} "
    "instead of {Before}, {Difference} {Way} (precision of the difference: {Precision}{Presets})",
    [SpaceArg<"Space">,
     CountArg<"Count", "Leaves of arguments that results would take and do not yet">,
     BytesArg<"Donated", "Their sizes">,
     BytesArg<"After", "What the space would take, without thread-local allocations">,
     BytesArg<"Before", "What it takes">,
     BytesArg<"Difference", "Between After and Before">,
     StringArg<"Way", "less or more">,
     StringArg<"Precision",
               "within P % of what is really saved in nine of ten recompiles">,
     StringArg<"Presets", "On a TPU that VMEM is as in the dump; empty elsewhere">], [{
    With `donate`, for each memory space that changes, and the default one. The
    schedule is taken to stay. The caller must not use the arguments afterwards.
  }]> {
  let hotness = "Difference";
}

def ReplayDonationUnknown : Remark<Analysis, "donation: unknown: {Why}",
    [StringArg<"Why", "Why no number is given">], [{
    Instead of ReplayDonation, where recompiles have not shown that the replay tells
    what happens.
  }]>;

def ReplayDonationCopies : Note<Analysis, "copies that XLA would add:", [],
    "Heads the list of copies."> {
  let headsNumbers = true;
}

def ReplayDonationCopy : Row<Analysis,
    [BytesColumn<"Size", "size", "What is copied">,
     StringColumn<"Name", "argument",
                  "Its op_name, and its number behind it; the number alone where there "
                  "is no op_name">,
     DataColumn<CountType, "Argument", "number", "The number of the parameter">,
     StringColumn<"Value", "written first", "The value that would be written there">,
     StringColumn<"Copied", "copied",
                  "argument: to other memory, before it is written over; result: to the "
                  "argument's memory, in the end">], [{
    An argument that is read when the result that takes its memory begins to be
    written.
  }]>;

def ReplayDonationRefused : Note<Analysis,
    "{Name}: donating it changes nothing: no result of its shape is left",
    [CountArg<"Argument", "The number of the parameter">,
     StringArg<"Name", "As in ReplayDonationCopy">],
    "A donated argument that nothing is written to.">;
