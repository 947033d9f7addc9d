//===- Summary.td - The pass 'summary' ---------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Analyses.td"

def Summary : Pass<"summary"> {
  let summary = "Summarize a dump on one screen, with the passes to run for details";
  let description = [{
    The backend, and the format of the dump; what each memory space needs; what is
    live at the peak of the one with the most bytes, in groups
    ([MemoryModel](../MemoryModel.md#groups-of-buffers)) or, with `rows=buffers`, one by
    one; what is in the way next (walls); and findings, those with the
    most bytes first, each with the pass to run for more; with `-memory-limit` also what is left
    of each memory space, or by how much the limit is exceeded. Has at most 25
    lines of 80 columns: names are cut in the middle, numbers never. What limits
    and walls add takes rows from the buffers.

    One of several dumps has two lines: its peak, and its first finding.
  }];
  let options = [
    EnumOption<"Form", "form", ["auto", "full", "brief"], "auto",
               "A screen or two lines; by default two lines where there are "
               "several dumps">,
    Option<"Top", "top", "unsigned", "5",
           "How many spaces, buffers and findings to list, and of groups three more; 0 "
           "lists all">,
    EnumOption<"Rows", "rows", ["groups", "buffers"], "groups",
               "What the table of the peak has a row for: arguments of one path, what "
               "loops keep and what one line makes, or each buffer; programs get both">,
  ];
  let counters = [
    Counter<"NumFindings", "findings", "Findings, listed or not">,
  ];
  let members = [
    LivenessAnalysis, MemoryTimelineAnalysis, BackendAnalysis,
    FindingsAnalysis
  ];
  let analyses = [
    PaddingAnalysis, ValueNamesAnalysis, WallsAnalysis, UserSourceAnalysis,
    AttributionAnalysis, LoopAnalysis, LayerFoldingAnalysis, ReplayAnalysis
  ];
  let alsoReports = [RestWithoutBytes];
}

def SummaryHead : Remark<Analysis,
    "{Backend}{Device}, {Form}",
    [StringArg<"Backend", "Its name">,
     StringArg<"Device", "The device that a file beside the dump names, after a blank, "
                         "or empty">,
     StringArg<"Form", "The oldest form that has all that the dump shows">],
    "What the dump is. The others follow as tables and notes."> {
  let headsNumbers = true;
  // The table below it has XLA's own numbers too.
  let restsOn = [Sizes, Places, LiveRanges, Claims];
}

def SummaryBrief : Remark<Analysis,
    "{Backend}: peak of {Peak} at schedule position {At}, {Share} of {Allocated} allocated",
    [StringArg<"Backend", "Its name">,
     BytesArg<"Peak", "The most bytes that are live at one time in all spaces">,
     TimeArg<"At", "The earliest time with that many">,
     PercentArg<"Share", "Peak in Allocated">,
     BytesArg<"Allocated", "All allocations but thread-local ones">],
    "One of several dumps, or with `form=brief`.">;

def SummaryUnknown : Remark<Analysis,
    "{Backend}: {Allocated} allocated; peak unknown, since the dump has no live "
    "ranges{Why}",
    [StringArg<"Backend", "Its name">,
     BytesArg<"Allocated", "All allocations but thread-local ones">,
     StringArg<"Why", "What is missing">],
    "Instead of SummaryHead or SummaryBrief where nothing is known of live ranges.">;

def SummaryLimitOfNoSpace : Remark<Failure,
    "the limit of '{Limited}' does not hold here: {Backend} has no memory space of "
    "that name",
    [StringArg<"Limited", "The names, as the user wrote them">,
     StringArg<"Backend", "The backend">],
    "What LimitOfNoSpace of the pass `spaces` says, of all such limits together."> {
  let isWarning = true;
}

def SummaryDerived : Note<Analysis,
    "live ranges are derived: known for {Known} of {Count} "
    "{Count:value|values}",
    [CountArg<"Known", "Values with bytes and a range">,
     CountArg<"Count", "Values with bytes, thread-local ones aside">],
    "The dump prints no live ranges.">;

def SummaryDoesNotFit : Note<Analysis,
    "does not fit: needs {Needed}, {Excess} over the limit",
    [BytesArg<"Needed", "What is allocated of what the limit is of">,
     BytesArg<"Excess", "What exceeds the limit">],
    "With a `-device` or a `-memory-limit` of the default memory space that is exceeded.">;

def SummaryAllSpaces : Note<Analysis,
    "all spaces: peak of {Peak} at schedule position {At}",
    [BytesArg<"Peak", "The most bytes that are live at one time">,
     TimeArg<"At", "The earliest time with that many">],
    "The memory spaces added up at each time. Only where there is more than one.">;

defvar SummarySpaceColumns = [
     OptionalBytesColumn<"Peak", "peak",
                         "The most bytes that are live at one time">,
     OptionalBytesColumn<"Allocated", "allocated", "Sizes of the allocations">,
     OptionalBytesColumn<"Fragmentation", "fragmentation",
                         "Of arenas: what each leaves unused at its peak occupancy">,
     OptionalBytesColumn<"Padding", "padding", "Of what is live at the peak">,
     StringColumn<"Where", "in", "The memory space, or what else the row is of">,
     DataColumn<StringType, "ShortWhere", "short place",
                "Where, shortened for 80 columns">];

def SummarySpace : Row<Analysis, SummarySpaceColumns, [{
    A memory space, those with the most bytes first. Then the thread-local
    allocations, which are no device memory.
  }]>;

def SummaryPrinted : Row<Analysis, SummarySpaceColumns, [{
    The last row of the same table, what XLA prints: the sum of its list of the peak,
    and `Total bytes used`, which is the sum of the rows above; a dump in parts may
    lack one of them.
  }]> {
  let restsOn = [Claims];
}

def SummaryPrintedLacks : Note<Analysis,
    "XLA's list @{At} leaves out {Missing}: -passes=peak",
    [TimeArg<"At", "The schedule position of the peak that XLA prints">,
     BytesArg<"Missing", "What is live there less the sum of its list">], [{
    Why the peak that XLA prints is not that of all spaces: its list counts the results
    of instructions only in part. PrintedPeakMisses tells more. With the two notes that
    follow the difference adds up.
  }]> {
  let restsOn = [Sizes, Places, LiveRanges, Claims];
}

def SummaryPrintedElsewhere : Note<Analysis,
    "XLA's list is for @{At}, where {Less} less is live: -passes=peak",
    [TimeArg<"At", "The schedule position of the peak that XLA prints">,
     BytesArg<"Less", "The peak of all spaces less what is live there">], [{
    The same where its list is of a schedule position that is not the peak.
    PrintedPeakElsewhere tells more.
  }]> {
  let restsOn = [Sizes, Places, LiveRanges, Claims];
  let headsNumbers = true;
}

def SummaryPrintedExceeds : Note<Analysis,
    "XLA's list @{At} adds up to {Excess} more than is live there: -passes=peak",
    [TimeArg<"At", "The schedule position of the peak that XLA prints">,
     BytesArg<"Excess", "The sum of its list less what is live there">],
    "The same where its list counts more than is live. PrintedPeakExceeds tells more."> {
  let restsOn = [Sizes, Places, LiveRanges, Claims];
}

def SummaryHeadroom : Note<Analysis,
    "left in {Space}: {Headroom}, {Share}",
    [SpaceArg<"Space">,
     BytesArg<"Headroom", "Its limit less what is allocated in it">,
     PercentArg<"Share", "In the limit">], [{
    Of a memory space with a limit (`-memory-limit`) that is not exceeded. What exceeds it
    is a finding.
  }]>;

def SummaryHeadroomRest : Note<Analysis,
    "and {Count} more {Count:limit is|limits are} kept: -passes=spaces",
    [CountArg<"Count", "Memory spaces of which more is left">],
    "Where more than three limits are kept; those with the least share left are told.">;

def SummaryBuffers : Note<Analysis,
    "buffers live at the peak of {Space}, schedule position {At}{Line}: {Count}",
    [SpaceArg<"Space", "The one that is over its limit by most; where none is, the "
                       "default one, or if nothing is live there the one with the "
                       "highest peak">,
     TimeArg<"At", "The earliest time of its peak">,
     StringArg<"Line", "In parentheses what runs then, file and line in the user's "
                       "program; empty where that is unknown">,
     CountArg<"Count", "Buffers that are live then">],
    "Before the rows of SummaryGroup and SummaryBuffer.">;

def SummaryGroup : Row<Analysis,
    [BytesColumn<"Size", "size", "Bytes in memory, padding included">,
     StringColumn<"Layers", "layers", "\"x24\" where it is the same in 24 layers or "
                                      "iterations; else empty">,
     CountColumn<"Count", "buffers", "Buffers in it">,
     StringColumn<"Types", "types", "Element types, those of the most bytes first">,
     StringColumn<"What", "what", "What they are: arguments, what a loop keeps, or "
                                  "operations">,
     StringColumn<"Line", "source", "Source without folders">,
     DataColumn<StringType, "Source", "file and line",
                "In the user's program; of what a loop keeps, that which makes it">,
     DataColumn<PercentType, "Share", "share", "In all that is live then">,
     DataColumn<StringType, "Kind", "kind", "argument, kept, constant or other">,
     DataColumn<CountType, "LayerCount", "layer count", "1 where Layers is empty">], [{
    Buffers with one name, the most bytes first
    ([MemoryModel](../MemoryModel.md#groups-of-buffers)).
  }]> {
  let dropFirst = ["Types"];
}

def SummaryGroupsRest : Note<Analysis,
    "and {Count} more with {Buffers} {Buffers:buffer|buffers}, {Size}: "
    "-passes='summary<top=0>'",
    [CountArg<"Count", "Groups without a row">,
     CountArg<"Buffers", "Their buffers">,
     BytesArg<"Size", "Their sizes">],
    "What the option `top` left out. With the rows it adds up to the peak.">;

def SummaryKept : Note<Analysis,
    "kept by loops for later ones: {Size}, {Share}",
    [BytesArg<"Size", "Sizes of all groups that are kept, listed or not">,
     PercentArg<"Share", "In all that is live then">],
    "Where it is more than one group.">;

def SummaryBuffer : Row<Analysis,
    [BytesColumn<"Size", "size", "Bytes in memory, padding included">,
     DataColumn<PercentType, "Share", "share", "In all that is live then">,
     ValueColumn<"Value", "value", "The largest, then earliest value in it">,
     StringColumn<"StandsFor", "origin",
                  "The op_name or, where there is none, what the value is by its "
                  "place in the program">,
     DataColumn<StringType, "ShortValue", "short value",
                "Value, shortened for 80 columns">,
     DataColumn<StringType, "ShortName", "short origin",
                "StandsFor, shortened for 80 columns">,
     DataColumn<ShapeType, "Shape", "shape">,
     DataColumn<RangeType, "Range", "live",
                "When the value is live, both ends included">],
    "A buffer, the largest first. A person sees them with `rows=buffers`.">;

def SummaryWalls : Note<Analysis,
    "walls: what is left of the peak of {Space} without its temporaries",
    [SpaceArg<"Space", "That of SummaryBuffers">],
    "Before the rows of SummaryWall.">;

def SummaryWall : Row<Analysis,
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
    ([MemoryModel](../MemoryModel.md#walls)).
  }]>;

def SummaryFinding : Row<Analysis,
    [BytesColumn<"Size", "bytes", "How much is concerned">,
     PercentColumn<"Share", "share", "In Whole">,
     StringColumn<"What", "what", "What it is">,
     StringColumn<"Pass", "-passes=", "The pass that tells more">,
     DataColumn<StringType, "ShortWhat", "short finding",
                "What, shortened for 80 columns">,
     DataColumn<StringType, "Kind", "kind",
                "over-limit, loop-copies, not-donated, idle-gap, fragmentation, "
                "not-live-at-peak, padding, thread-local or unknown-ranges">,
     DataColumn<BytesType, "Whole", "of",
                "The peak, the arenas, what is allocated, or the printed total">,
     DataColumn<CountType, "Count", "count",
                "Copies, arguments, arenas, buffers, allocations or values">], [{
    What is over a limit first, then what else there is, each with the most bytes
    first. None is what a change of the program would save.
  }]>;

def SummaryNoFindings : Note<Analysis, "no finding of 1% or more", [],
    "No fragmentation, padding and the like is a hundredth of what it is a part of.">;

def SummaryFirstFinding : Note<Analysis,
    "{Size} {What}: -passes={Pass}{Further}",
    [BytesArg<"Size", "How much is concerned">,
     StringArg<"What", "What it is">,
     StringArg<"Pass", "The pass that tells more">,
     StringArg<"Further", "How many more findings there are">],
    "The first finding, after SummaryBrief.">;
