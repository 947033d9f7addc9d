//===- Peak.td - The pass 'peak' ---------------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Analyses.td"
include "hlomem/Passes/Report/FoldOption.td"
include "hlomem/Passes/Report/SpaceOption.td"

def Peak : Pass<"peak"> {
  let summary =
      "Report the peak of live bytes in each memory space, and what is live "
      "there";
  let group = "Main";
  let description = [{
    For every memory space that has allocations, finds the earliest time at
    which the most bytes are live, and lists the buffers that are live then, the
    largest first. Values that share bytes count once; thread-local allocations
    do not count. Where XLA's own peak in the dump differs, says by how much.
  }];
  let options = [
    Option<"Top", "top", "unsigned", "10",
           "How many buffers to list; 0 lists all">,
    SpaceOption<>,
    Option<"At", "at", "std::optional<unsigned>", "",
           "Report this schedule position instead of the peak">,
    Option<"Walls", "walls", "unsigned", "0",
           "How many walls to list: what is left of the peak of a space without its "
           "temporaries (docs/Rows.md)">,
    FoldOption<>,
  ];
  let counters = [
    Counter<"NumBuffers", "buffers-listed", "Buffers that were listed">,
    Counter<"NumBuffersLeft", "buffers-left", "Buffers beyond those listed">,
  ];
  let members = [
    LivenessAnalysis, MemoryTimelineAnalysis, BackendAnalysis,
    ValueNamesAnalysis, LayerFoldingAnalysis, UserSourceAnalysis
  ];
  let analyses = [WallsAnalysis];
  let selectsSpaces = true;
  let usesLiveRanges = true;
  let alsoReports = [NothingToReport, Rest, RestOfBytes];
}

defvar PeakText = "peak of {Peak} at schedule position {At} ({Instruction}), {Share} of "
                  "{Allocated} allocated";
defvar PeakArgs = [
  BytesArg<"Peak", "The most bytes that are live at one time">,
  TimeArg<"At", "The earliest time with that many">,
  InstructionArg<"Instruction", "What runs then">,
  PercentArg<"Share", "Peak in Allocated">,
  BytesArg<"Allocated", "All allocations but thread-local ones">]<Arg>;

def PeakAt : OfSpace<PeakText, PeakArgs, [{
    The most bytes of one memory space that are live at one time: padded, and
    bytes that several values share counted once. One for each space.
  }]>;

def PeakOfAllSpaces : OfAllSpaces<PeakText, PeakArgs, [{
    As PeakAt, with the memory spaces added up at each time. Only where there is
    more than one.
  }]>;

defvar LiveAtText = "{Live} live at schedule position {At} ({Instruction}), {Below} below "
                    "the peak of {Peak} at schedule position {PeakAt}";
defvar LiveAtArgs = [
  BytesArg<"Live", "Bytes that are live then">,
  TimeArg<"At", "The time that was asked for">,
  InstructionArg<"Instruction", "What runs then">,
  BytesArg<"Below", "Peak less Live">,
  BytesArg<"Peak", "The most bytes that are live at one time">,
  TimeArg<"PeakAt", "The earliest time of the peak">]<Arg>;

def LiveAt : OfSpace<LiveAtText, LiveAtArgs,
    "What is live in one memory space at the time of the option `at`.">;

def LiveAtOfAllSpaces : OfAllSpaces<LiveAtText, LiveAtArgs,
    "As LiveAt, with the memory spaces added up.">;

// Parts of a peak have `Bytes`, and nothing else has: a script adds them up.
defvar BufferSizeColumns = [
  OptionalBytesColumn<"Logical", "logical",
                      "The largest logical size of a value in it">,
  BytesColumn<"Running", "running", "Sizes of this row and those above">,
  PercentColumn<"Share", "share", "In all that is live then">,
  RangeColumn<"Range", "live", "When the value is live, both ends included">];

defvar BufferColumnsAfterSpace = !listconcat([
  ValueColumn<"Value", "value", "The largest, then earliest value in it">,
  CountColumn<"Aliases", "aliases", "Further values in the same bytes then">,
  StringColumn<"Kind", "allocation", "What its allocation is for">,
  ShapeColumn<"Shape", "shape">,
  DataColumn<CountType, "Allocation", "in allocation",
             "Number of its allocation">,
  DataColumn<CountType, "Offset", "at offset",
             "Byte of the allocation where it begins">],
  NameColumns,
  [PathColumn<"Source", "source", "File and line in the user's program">]);

def PeakKind : Row<Analysis,
    [BytesColumn<"Size", "size", "Bytes in memory, padding included">,
     PercentColumn<"Share", "share", "Size in all that is live then">,
     CountColumn<"Count", "buffers", "Buffers that are live then">,
     StringColumn<"Kind", "allocations", "What their allocations are for">], [{
    What is live in one memory space at the time of the headline by the kind of its
    allocation, the most bytes first. Only where there is more than one kind.
  }]>;

def PeakBuffer : Row<Analysis,
    !listconcat([
     BytesColumn<"Bytes", "size",
                             "Bytes in memory, padding included">],
                BufferSizeColumns, BufferColumnsAfterSpace), [{
    A buffer that is live at the time of the headline, the largest first. The
    `Bytes` of these rows and of RestOfBytes add up to the peak of their memory
    space, and no other remark has an argument of that name.
  }]> {
  let dropFirst = ["Running", "Aliases", "Logical", "Kind", "Range", "Value"];
}

def PeakBufferOfAllSpaces : Row<Analysis,
    !listconcat([
     BytesColumn<"Size", "size",
                             "Bytes in memory, padding included">],
                BufferSizeColumns, [SpaceColumn<"Space", "space">],
                BufferColumnsAfterSpace), [{
    As PeakBuffer, with the memory space that it lies in. The `Size` of these rows
    and the `Total` of Rest add up to the peak of all spaces, which is not the sum
    of the spaces' peaks.
  }]> {
  let dropFirst = ["Running", "Aliases", "Logical", "Kind", "Range", "Value"];
}

def PeakPadding : Note<Analysis,
    "padding: {Padding}, {Share} of the live bytes",
    [PercentArg<"Share", "Padding in all that is live then">,
     BytesArg<"Padding", "Size less logical size of all live buffers">], [{
    Live bytes that hold no element: tiles, tuple index tables rounded up, scalars in
    whole tiles.
  }]>;

def PeakPaddingUnknown : Note<Analysis,
    "not counted as padding, since the logical size is unknown: {Count} of them "
    "with {Size}",
    [CountArg<"Count", "Live buffers whose logical size is unknown">,
     BytesArg<"Size", "Their sizes">], [{
    Buffers whose shape does not tell how many bytes its elements have: an element
    type that is not XLA's, a dimension without bound, a buffer handle, or a
    product above 64 bits. Their padding is not in PeakPadding.
  }]>;

def PrintedPeakElsewhere : Remark<Analysis,
    "XLA's own peak is at schedule position {PrintedAt}, with {LiveThere} live in all spaces: "
    "{Missing} less than at schedule position {PeakAt}",
    [TimeArg<"PrintedAt", "Time of the dump's own peak">,
     BytesArg<"LiveThere", "Bytes that are live then in all spaces">,
     BytesArg<"Missing", "What the peak of all spaces has more">,
     TimeArg<"PeakAt", "Time of the peak of all spaces">], [{
    The dump's `Live ranges at T (peak)` names a time at which less is live than
    at the peak: XLA adds up logical sizes, and gives each part of a tuple the
    size of the tuple index table.
  }]> {
  let restsOn = [Sizes, Places, LiveRanges, Claims];
  let hotness = "Missing";
}

def PrintedPeakMisses : Remark<Analysis,
    "XLA's list for schedule position {PrintedAt} adds up to {Listed}, {Missing} "
    "({Share}) less than the live bytes there",
    [TimeArg<"PrintedAt", "Time of the dump's own peak">,
     BytesArg<"Listed", "What the dump's list adds up to">,
     PercentArg<"Share", "Missing in what is live then">,
     BytesArg<"Missing", "What is live then in all spaces, less Listed">], [{
    The dump's list of what is live at its peak adds up to less than that. XLA
    adds up logical sizes, without padding; and for each value it takes the whole
    result of its instruction, of which a tuple counts as no more than its
    pointers, however large its parts are.
  }]> {
  let restsOn = [Sizes, Places, LiveRanges, Claims];
  let hotness = "Missing";
}

def PrintedPeakExceeds : Remark<Analysis,
    "XLA's list for schedule position {PrintedAt} adds up to {Listed}, {Excess} more "
    "than the live bytes there",
    [TimeArg<"PrintedAt", "Time of the dump's own peak">,
     BytesArg<"Listed", "What the dump's list adds up to">,
     BytesArg<"Excess", "Listed less what is live then in all spaces">], [{
    The dump's list of what is live at its peak adds up to more than that: it
    counts values that share bytes twice.
  }]> {
  let restsOn = [Sizes, Places, LiveRanges, Claims];
  let hotness = "Excess";
}

def PrintedPeakUnknown : Remark<Analysis,
    "what XLA's list for schedule position {PrintedAt} adds up to is unknown: jaxlib before "
    "0.6.1 lists other sizes than later ones, and the HloProto does not tell which it is of",
    [TimeArg<"PrintedAt", "Time of XLA's own peak">], [{
    XLA's own peak was calculated from an HloProto of jaxlib 0.7.0 or earlier. Of the
    values that its list names jaxlib before 0.6.0 printed the size of the whole result
    of their instructions, and later ones their own; both have other sums here. The
    text of the dump tells.
  }]> {
  let restsOn = [Sizes, LiveRanges];
}

def EmptySpace : Remark<Analysis,
    "{Space}: its allocations have no bytes",
    [SpaceArg<"Space">],
    "The dump has allocations in this space, all of size 0.">;

def UnknownRanges : Remark<Analysis,
    "{Space}: values without a live range are not counted: {Count} with {Size}; "
    "the peak may be higher",
    [SpaceArg<"Space">,
     CountArg<"Count", "Values with bytes but without a live range">,
     BytesArg<"Size", "Their slices">], [{
    The dump does not say when these values are live. Constants of thread-local
    computations have no live range, for example.
  }]>;

def AllocationsTooSmall : Remark<Failure,
    "{Space}: allocations smaller than the slices in them: {Count}; the dump "
    "contradicts itself, and the peak cannot be trusted",
    [SpaceArg<"Space">,
     CountArg<"Count", "Allocations with a slice beyond their end">],
    "Slices of values reach beyond the ends of their allocations."> {
  let isWarning = true;
}

def PeakWalls : Note<Analysis,
    "walls: what is left of the peak of {Space} without its temporaries",
    [SpaceArg<"Space">],
    "Before the rows of PeakWall, with the option `walls`.">;

def PeakWall : Row<Analysis,
    [BytesColumn<"Size", "left", "Bytes that are live without the temporaries of the "
                                 "walls before it">,
     BytesColumn<"Below", "below the peak", "The peak less Size: what changes to "
                                            "those temporaries save at most">,
     TimeColumn<"At", "position", "The earliest schedule position of the wall">,
     InstructionColumn<"Instruction", "instruction", "What runs then">,
     StringColumn<"Line", "source", "Source without folders">,
     DataColumn<StringType, "Source", "file and line", "In the user's program">,
     DataColumn<CountType, "Gone", "buffers gone",
                "How many temporaries the walls before it were made of">], [{
    What is in the way next, the highest first. A change that makes the temporaries
    around the peak smaller saves no more than `Below`: there, other values need as
    much. The first wall is the peak itself and has no row
    ([MemoryModel](../Rows.md#walls)).
  }]>;
