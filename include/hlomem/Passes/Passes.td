//===- Passes.td - The built-in passes ---------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_PASSES_TD
#define HLOMEM_PASSES_PASSES_TD

include "hlomem/Pass/PassBase.td"
include "hlomem/Remarks/Remarks.td"

//===----------------------------------------------------------------------===//
// Analyses
//===----------------------------------------------------------------------===//

def AliasAnalysis : ModuleAnalysis<"alias"> {
  let summary = "Values that share a slice, and why";
  let description = [{
    Buffers: runs of values that take over one slice from each other, with what
    joins each to the one before it.
  }];
  let header = "hlomem/Analysis/Dataflow/AliasAnalysis.h";
}

def ArgumentAnalysis : ModuleAnalysis<"arguments"> {
  let summary = "Arguments, donated or not, and results that could have their memory";
  let description = [{
    For each argument that is not donated the result of its shape, padded size and
    memory space that could be written to its memory, or why there is none.
  }];
  let header = "hlomem/Analysis/Dataflow/ArgumentAnalysis.h";
}

def AsyncOperationsAnalysis : ModuleAnalysis<"async-operations"> {
  let summary = "Asynchronous copies and others: from when to when, what of what";
  let description = [{
    Every operation with a start and a done: its times, what it reads and what it
    gives, and whether it is a prefetch for the next program.
  }];
  let header = "hlomem/Analysis/Dataflow/AsyncOperations.h";
}

def AttributionAnalysis : ModuleAnalysis<"attribution"> {
  let summary = "What live bytes are for, in the user's terms";
  let description = [{
    Gives the bytes of each live buffer to one value, and adds them up by source
    line, scope, opcode, type, shape, computation or kind of allocation, at one
    time or over all times.
  }];
  let header = "hlomem/Analysis/Attribution/Attribution.h";
}

def BackendAnalysis : ModuleAnalysis<"backend"> {
  let summary = "The backend that the dump was compiled for";
  let description = [{
    A dump does not name its backend. Tiled layouts occur on TPUs alone; for the
    others the name of the dump tells, if it is XLA's own, or custom calls and
    configurations that only one backend has. The backend names the memory spaces.
  }];
  let header = "hlomem/Analysis/Program/BackendAnalysis.h";
}

def FindingsAnalysis : ModuleAnalysis<"findings"> {
  let summary = "Facts of other analyses, each in one number of bytes";
  let description = [{
    By kind: loop-carried copies, arguments that are not donated, gaps, padding,
    fragmentation, what is not live at the peak, thread-local allocations. Less than
    a hundredth of what it is a part of, or of the peak, is left out.
  }];
  let header = "hlomem/Analysis/Attribution/Findings.h";
}

def LiveCurvesAnalysis : ModuleAnalysis<"live-curves"> {
  let summary = "Live bytes at each time, of each memory space";
  let description = [{
    Bytes that values share count once, and thread-local allocations nowhere. Each
    curve is made when somebody asks for it.
  }];
  let header = "hlomem/Analysis/Memory/LiveCurves.h";
}

def LivenessAnalysis : ModuleAnalysis<"liveness"> {
  let summary = "When each value is live";
  let description = [{
    The live ranges that the dump prints; where it has none, those that follow
    from schedule, positions and uses, for which the HLO text beside the dump is
    read.
  }];
  let header = "hlomem/Analysis/Liveness/Liveness.h";
}

def LoopAnalysis : ModuleAnalysis<"loops"> {
  let summary = "Loops and conditionals, what they carry and copy";
  let description = [{
    Each `while` with its parts, trip count, carried leaves and loop copies; each
    conditional with its branches. Which computation owns an instruction is read
    from the HLO text beside the dump, or told from the dump.
  }];
  let header = "hlomem/Analysis/Dataflow/LoopAnalysis.h";
}

def MemoryTimelineAnalysis : ModuleAnalysis<"memory-timeline"> {
  let summary = "The most live bytes, of each memory space and allocation";
  let description = [{
    Bytes that values share count once, and thread-local allocations not in
    memory spaces. Peaks are the earliest times with the most live bytes.
  }];
  let header = "hlomem/Analysis/Memory/MemoryTimeline.h";
}

def PaddingAnalysis : ModuleAnalysis<"padding"> {
  let summary = "What padding costs at the peaks, and which dimension pays";
  let description = [{
    Padding by its cause, by shape and by line of the user's program at the peak of
    each memory space; and of every shape what its tiles round up, and the order of
    its dimensions that takes the least.
  }];
  let header = "hlomem/Analysis/Attribution/Padding.h";
}

def ProgramAnalysis : ModuleAnalysis<"program"> {
  let summary = "The HLO text beside the dump";
  let description = [{
    Computations, operands and attributes of all instructions, read when somebody
    asks for them. The result may be that there is no such text, or that it is of
    another module.
  }];
  let header = "hlomem/Analysis/Program/ProgramAnalysis.h";
}

def ReadTimesAnalysis : ModuleAnalysis<"read-times"> {
  let summary = "When each value is read, and when nobody touches it";
  let description = [{
    The reads of every value within its live range, the gaps before, between and
    after them, and the values that nothing reads.
  }];
  let header = "hlomem/Analysis/Dataflow/ReadTimes.h";
}

def ScopedMemoryAnalysis : ModuleAnalysis<"scoped-memory"> {
  let summary = "Memory that instructions ask for while they run";
  let description = [{
    The field `scoped_memory_configs` of the instructions' `backend_config`, for each
    memory space: how many ask for some, and which for the most.
  }];
  let header = "hlomem/Analysis/Memory/ScopedMemory.h";
}

def SpacesAnalysis : ModuleAnalysis<"spaces"> {
  let summary = "What each memory space holds";
  let description = [{
    For each memory space what is allocated, by kind, and live at most, with
    padding and fragmentation, the scoped memory beside that, and the user's limit.
  }];
  let header = "hlomem/Analysis/Attribution/SpacesAnalysis.h";
}

def ThreadLocalAnalysis : ModuleAnalysis<"thread-local"> {
  let summary = "What thread-local allocations hold, and for which computations";
  let description = [{
    Their bytes, by computation and by size. The HLO text beside the dump tells
    which computation a value belongs to and who applies it.
  }];
  let header = "hlomem/Analysis/Memory/ThreadLocal.h";
}

def UserSourceAnalysis : ModuleAnalysis<"user-source"> {
  let summary = "Where the user's program has each instruction";
  let description = [{
    File and line, as the metadata of the instruction say, or the tables of the HLO
    text beside the dump to which they lead. That text is read when an instruction
    needs it.
  }];
  let header = "hlomem/Analysis/Attribution/UserSourceAnalysis.h";
}

def ValueNamesAnalysis : ModuleAnalysis<"value-names"> {
  let summary = "What values stand for, in words";
  let description = [{
    The op_name, or what a value is by its place in the program: a copy of what, a
    leaf of which loop, which argument.
  }];
  let header = "hlomem/Analysis/Attribution/ValueNames.h";
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

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
  let counters = [
    Counter<"NumBuffers", "buffers-listed", "Buffers that were listed">,
    Counter<"NumBuffersLeft", "buffers-left", "Buffers beyond those listed">,
  ];
  let analyses = [LivenessAnalysis, MemoryTimelineAnalysis, BackendAnalysis,
                  ValueNamesAnalysis,
    UserSourceAnalysis
  ];
  let remarks = [
    PeakAt, PeakOfAllSpaces, LiveAt, LiveAtOfAllSpaces, PeakKind, PeakBuffer,
    PeakBufferOfAllSpaces, PeakRest, PeakRestOfAllSpaces, PeakPadding, PeakPaddingUnknown,
    PrintedPeakElsewhere, PrintedPeakMisses, PrintedPeakExceeds, EmptySpace,
    PeakUnknown, PeakFromDerivedRanges, UnknownRanges, AllocationsTooSmall, NoPeak,
    NothingInSpace
  ];
}

def Alias : Pass<"alias"> {
  let summary =
      "Report values that share memory, loops and their copies, and arguments "
      "with the results that fit them";
  let description = [{
    Lists the buffers of several values with what joins them. For every `while`:
    how often it runs, what it carries, in place or not, and the copies that it
    makes in each iteration, with the reason and an upper bound of what they cost at
    the live peak. For every conditional: values of its branches that could share bytes. For
    the arguments that are not donated: those that a result of the same shape fits,
    those that a result fits if a fusion writes in place, and why no result fits the others.
    What donating them saves is not their size, and is not calculated.
  }];
  let options = [
    Option<"Top", "top", "unsigned", "10",
           "How many rows of each table to list; 0 lists all">,
    Option<"Loop", "loop", "std::optional<std::string>", "",
           "Report the loop of this name only">,
    Option<"OfValue", "value", "std::optional<std::string>", "",
           "Report the buffer of this value only ('while.9{1}')">,
  ];
  let counters = [
    Counter<"NumBuffers", "buffers", "Buffers of several values">,
    Counter<"NumLoops", "loops", "Loops that were reported">,
    Counter<"NumCopies", "loop-copies", "Copies that they make">,
  ];
  let analyses = [LivenessAnalysis, MemoryTimelineAnalysis, BackendAnalysis,
                  LiveCurvesAnalysis, LoopAnalysis, AliasAnalysis,
    ArgumentAnalysis, ValueNamesAnalysis
  ];
  let remarks = [
    BuffersFound, BufferRow, BufferRest, UnknownLinks, NotInBuffers,
    BuffersUnknown, BufferOf, NoBufferOf, BufferMember, LoopFound, LoopParts, LoopLeaf,
    LoopLeafRest, LoopLeavesUnknown, LoopCopies, LoopCopyRow, LoopCopyRest,
    ConditionalFound, ConditionalUnknown, UnsharedRow, UnsharedRest,
    ArgumentsFound, DonationsPossible, DonationRow, DonationRest,
    DonationsIfInPlace, IfInPlaceRow, IfInPlaceRest, DonationCondition,
    ArgumentsBlocked, BlockedRow, BlockedRest, ArgumentsUnknown,
    AliasFromDerivedRanges, ComputationsUnknown
  ];
}

def Frag : Pass<"frag"> {
  let summary =
      "Report what arenas leave unused when they are fullest, and why";
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
    Option<"Space", "space", "std::optional<unsigned>", "",
           "Report this memory space only">,
    Option<"All", "all", "bool", "false",
           "Report every allocation that is not thread-local, full ones and those "
           "of one value too">,
    Option<"Effort", "effort", "unsigned", "1",
           "How long to look for better placements: 0 not at all, 1 some "
           "milliseconds in all, 2 about a second for a hard arena, 3 a minute">,
    Option<"Alignment", "alignment", "std::optional<uint64_t>", "",
           "What every offset is a multiple of; the default is inferred">,
    EnumOption<"Profile", "profile", ["xla", "free"], "xla",
               "What a better placement may move: what XLA would, or everything">,
  ];
  let counters = [
    Counter<"NumAllocations", "allocations",
            "Allocations of which the holes were looked for">,
    Counter<"NumHoles", "holes", "Holes in them, listed or not">,
    Counter<"NumSplit", "split", "Arenas of which the size was split">,
    Counter<"NumProven", "proven",
            "Those of which the best placement is known under both profiles">,
  ];
  let analyses = [LivenessAnalysis, MemoryTimelineAnalysis, BackendAnalysis,
                  LoopAnalysis];
  let remarks = [
    ArenaFragmentation, ArenaPart, SmallerPlacement, BestPlacement, UnprovenPlacement, ArenaNotSplit,
    Hole, HoleRest, ArenaUnknownRanges, ArenaUnknown, ArenaHoldsScoped, SpaceFragmentation, FullArenas,
    NoArena, NoArenaInSpace, OnlyThreadLocal, FragFromDerivedRanges, FragmentationUnknown, ArenaTooSmall
  ];
}

def Padding : Pass<"padding"> {
  let summary =
      "Report what padding takes at the peak, and which dimension pays for it";
  let description = [{
    For every memory space, splits the padding at the peak (that of `peak`) into
    what tiles cause, tuple tables, and the rest; and lists it by buffer, by shape
    and by line of the user's program, the most first. Then lists the shapes that
    are padded by tiles, at whatever time: the extents that are rounded up, the
    nearest ones that would not be, and the order of the same extents that is smallest
    under the same tile; XLA chooses the order itself, whatever it is in the
    program. Thread-local allocations are told apart.
  }];
  let options = [
    Option<"Top", "top", "unsigned", "10",
           "How many rows each list has; 0 lists all">,
    Option<"Space", "space", "std::optional<unsigned>", "",
           "Report this memory space only">,
  ];
  let counters = [
    Counter<"NumShapes", "padded-shapes", "Shapes that tiles pad">,
  ];
  let analyses = [
    PaddingAnalysis, ThreadLocalAnalysis, LivenessAnalysis,
    MemoryTimelineAnalysis, BackendAnalysis,
    ValueNamesAnalysis
  ];
  let remarks = [
    PaddingOfPeak, PaddingParts, PaddingUnknown, PaddedBuffer, PaddingRest,
    PaddingByShape, PaddingBySource, PaddingNoRanges, PaddingFromDerivedRanges,
    PaddingPeakUnknown,
    PaddedShapes, PaddedShape, PaddedShapesRest, PaddingThreadLocal,
    NoPaddingInSpace, NoPadding
  ];
}

def Attribute : Pass<"attribute"> {
  let summary = "Roll the peak up by source line, scope, shape or the like";
  let description = [{
    Says what the peak of every memory space, or of all of them, is made of: by
    file and line of the user's program, op_name scope as a tree, opcode, element
    type, shape, computation or kind of allocation. Every roll-up adds up to the
    peak; bytes without a key have the row `not attributed`.

    With `by=stack` XLA's own stack trace tree is computed from the list of the
    dump's peak, and compared with the one that the dump prints, if it does.
  }];
  let options = [
    EnumOption<"By", "by",
               ["source", "scope", "opcode", "dtype", "shape", "computation",
                "kind", "stack"],
               "source", "What to roll bytes up by">,
    Option<"Depth", "depth", "unsigned", "0",
           "Of 'by=scope': how many levels to tell apart; 0 tells all">,
    Option<"Top", "top", "unsigned", "10",
           "How many rows to list; 0 lists all">,
    Option<"At", "at", "std::optional<unsigned>", "",
           "Roll this time up instead of the peak">,
    Option<"Integral", "integral", "bool", "false",
           "Roll bytes x time up instead of the peak">,
    Option<"Space", "space", "std::optional<unsigned>", "",
           "Report this memory space only">,
  ];
  let counters = [
    Counter<"NumRows", "rows-listed", "Rows that were listed">,
    Counter<"NumRowsLeft", "rows-left", "Rows beyond those listed">,
  ];
  let analyses = [
    AttributionAnalysis, LivenessAnalysis, MemoryTimelineAnalysis, BackendAnalysis
  ];
  let remarks = [
    AttributedPeak, AttributedLive, AttributedIntegral,
    AttributedPeakOfAllSpaces, AttributedLiveOfAllSpaces,
    AttributedIntegralOfAllSpaces, AttributedTo, AttributedToOfAll,
    AttributedScope, AttributedScopeOfAll, AttributeRest, AttributeRestOfAll,
    AttributeFromDerivedRanges, AttributeUnknown, AttributeUnknownRanges,
    NothingInSpaceToAttribute, NothingToAttribute, StackTrace, StackTraceDiffers,
    StackTraceRow, StackTraceRest, StackTraceUnknown
  ];
}

def Liveness : Pass<"liveness"> {
  let summary =
      "Report how long values live, when nobody reads them, and live bytes over "
      "time";
  let description = [{
    Draws the live bytes of every memory space over time; lists the values by bytes
    x time, those that nothing reads, and the gaps in which nobody touches a value,
    with what the dump does not rule out in each, or why the value has to stay. A gap
    at the peak comes with the live peak without the value: see
    [MemoryModel](MemoryModel.md#reads-and-gaps).

    With `value` it explains one value, named as in the dump (`copy.10`,
    `while.9{1}`): who defines it, why it begins and ends when it does, who reads it
    when, and what has its bytes before and after it.
  }];
  let options = [
    Option<"OfValue", "value", "std::optional<std::string>", "",
           "Explain this value only">,
    Option<"Top", "top", "unsigned", "10",
           "How many rows each list has; 0 lists all">,
    Option<"All", "all", "bool", "false",
           "List every value, whatever 'top' says">,
    Option<"Space", "space", "std::optional<unsigned>", "",
           "Report this memory space only">,
    Option<"MinLength", "min-length", "unsigned", "1",
           "List values and gaps of so many times at least">,
    Option<"Buckets", "buckets", "unsigned", "20",
           "How many bars the drawing of live bytes has; 0 leaves it out">,
  ];
  let counters = [
    Counter<"NumNeverRead", "never-read", "Values that nothing reads">,
    Counter<"NumGaps", "gaps", "Gaps in which nobody touches a value">,
    Counter<"NumWhatIfs", "what-ifs",
            "Gaps without which the live peak was calculated">,
  ];
  let analyses = [
    LivenessAnalysis, ReadTimesAnalysis, AliasAnalysis, LoopAnalysis,
    MemoryTimelineAnalysis, LiveCurvesAnalysis, BackendAnalysis,
    ValueNamesAnalysis
  ];
  let remarks = [
    LivenessFound, LivenessUnknownRanges, LivenessUnknownReads,
    LivenessThreadLocal, LiveBytesOverTime, LiveBytesBar, LiveBytesMissing,
    LongestLived, LongestLivedRow, LongestLivedRest, NeverRead, NeverReadRow,
    NeverReadRest, GapsFound, GapRow, GapRest, IdleAtPeak, GapsAtPeak,
    GapAtPeakRow, GapsAtPeakRest, ValueExplained, ValueBegins, ValueEnds,
    ValueForwarded, ValueReadsUnknown, ValueRead, ValueSharesBytes,
    ValueSharesBytesRow, ValueSharesBytesRest, ValueRangeUnknown,
    LivenessFromDerivedRanges, LivenessUnknown, NothingInSpaceForLiveness
  ];
}

def Spaces : Pass<"spaces"> {
  let summary =
      "Report what each memory space holds, what is copied in and out, and what "
      "is left of its limit";
  let description = [{
    One block for each memory space, under the name that the backend gives it: what
    is allocated, by kind; what is live at most; padding, fragmentation, and bytes
    x time; thread-local allocations apart. Then the asynchronous copies in and out
    and other asynchronous operations, with the times of their start and done; and
    the scoped memory that instructions ask for.

    The program's option `-limit` (`-limit=hbm=16GiB`) adds what is left of the
    memory, and a warning where more is allocated; `-backend` names the backend
    where dumps do not tell it.
  }];
  let options = [
    Option<"Top", "top", "unsigned", "10",
           "How many asynchronous operations to list for each space; 0 lists all">,
    Option<"Space", "space", "std::optional<unsigned>", "",
           "Report this memory space only">,
  ];
  let counters = [
    Counter<"NumOperations", "async-operations", "Asynchronous operations">,
  ];
  let analyses = [
    SpacesAnalysis, AsyncOperationsAnalysis, ScopedMemoryAnalysis,
    LivenessAnalysis, BackendAnalysis
  ];
  let remarks = [
    SpaceTotal, SpaceTotalUnknown, SpaceWithoutBytes, SpaceKind, SpaceThreadLocal,
    SpaceUnknownRanges, SpaceUnknownFragmentation, SpaceUse, SpaceOverTime, SpaceUnknownPadding, SpaceScoped, SpaceLimit,
    SpaceAsync, SpaceAsyncRow, SpaceAsyncRest, SpaceScopedUnknown, SpaceAsyncUnknown,
    SpaceAsyncWithoutDone, OverLimit, LimitOfNoSpace, NoBytesInSpace, NoSpaces
  ];
}

def DropThreadLocal : Pass<"drop-thread-local"> {
  let summary = "Remove thread-local allocations and their values";
  let description = [{
    Removes the allocations that are marked as thread-local, with the values in
    them, so that totals speak of device memory only: such blocks are not memory of
    the device, but lie on the stack of whoever calls the computation.

    The numbers of the other allocations move up. `Total bytes used` is the sum of
    what is left; the printed peak stays, since nothing thread-local is live there.
  }];
  let isTransform = true;
  let remarks = [DroppedThreadLocal, ThreadLocalUnknown, NoThreadLocal];
}

def Repack : Pass<"repack"> {
  let summary = "Give every buffer of the temporary arenas a better place";
  let description = [{
    Looks for the smallest placement of every temporary allocation that holds more
    than one value, and moves its values there; the allocation gets the size that
    is needed. Values that share a slice move together. An arena for which nothing
    smaller is found stays as it is. What remains is a sound dump:
    `-passes='repack,peak,print' -o better.txt`.

    For each arena it says how many bytes less are enough, and whether still less is
    possible. Only temporary allocations are changed: XLA lays everything else out
    by its own rules. See [Packing](Packing.md#arenas).
  }];
  let isTransform = true;
  let options = [
    EnumOption<"Profile", "profile", ["xla", "free"], "xla",
               "What a better placement may move: what XLA would, or everything">,
    Option<"Effort", "effort", "unsigned", "1",
           "How long to look for better placements: 0 not at all, 1 some "
           "milliseconds in all, 2 about a second for a hard arena, 3 a minute">,
    Option<"Alignment", "alignment", "std::optional<uint64_t>", "",
           "What every offset is a multiple of; the default is inferred">,
  ];
  let counters = [
    Counter<"NumArenas", "arenas", "Temporary arenas that were looked at">,
    Counter<"NumProven", "arenas-proven",
            "Those of which the final placement is proven optimal">,
    Counter<"NumMoved", "values-moved", "Values that got another offset">,
  ];
  let analyses = [LivenessAnalysis, BackendAnalysis, LoopAnalysis];
  let remarks = [
    ArenaBelowOptimum, ArenaCanBeSmaller, ArenaIsOptimal, ArenaNotImproved,
    ArenaNotRepacked, RepackFromDerivedRanges, RepackUnknown, NoArenaToRepack
  ];
}

def ExportCsv : Pass<"export-csv"> {
  let summary = "Write an arena as a packing problem, with the present offsets";
  let description = [{
    Writes a temporary allocation that holds more than one value to the document
    output, in the form of MiniMalloc: a line for each buffer, with the times
    between which it is live, its size, and the offset that it has. `hlo-mem-pack`
    and other packers read it; `import-csv` applies what they make of it. See
    [Packing](Packing.md#arenas).
  }];
  let options = [
    Option<"Number", "allocation", "std::optional<uint64_t>", "",
           "Number of the allocation; needed where several are possible">,
    EnumOption<"Profile", "profile", ["xla", "free"], "xla",
               "What may move: what XLA would, or everything">,
    Option<"Alignment", "alignment", "std::optional<uint64_t>", "",
           "What every offset is a multiple of; the default is inferred">,
  ];
  let writesDocument = true;
  let analyses = [LivenessAnalysis, LoopAnalysis];
  let remarks = [ExportFromDerivedRanges];
}

def ImportCsv : Pass<"import-csv"> {
  let summary = "Move the buffers of an arena to the offsets in a file";
  let description = [{
    Reads a file that `export-csv` wrote and a packer added offsets to, and moves
    the buffers of that arena there; the allocation gets the size that is needed,
    which may be more than before. Lines are joined to buffers by their ids; of
    the other columns only `offset` counts.

    Every buffer needs a line, and the offsets must be a placement of the arena
    as it is now, under the same profile and alignment: else the file has errors,
    and nothing is changed. See [Packing](Packing.md#arenas).
  }];
  let isTransform = true;
  let options = [
    Option<"File", "file", "std::string", "",
           "The file, relative to the working directory; required">,
    Option<"Number", "allocation", "std::optional<uint64_t>", "",
           "Number of the allocation; needed where several are possible">,
    EnumOption<"Profile", "profile", ["xla", "free"], "xla",
               "What may move: what XLA would, or everything">,
    Option<"Alignment", "alignment", "std::optional<uint64_t>", "",
           "What every offset is a multiple of; the default is inferred">,
  ];
  let counters = [
    Counter<"NumMoved", "values-moved", "Values that got another offset">,
  ];
  let analyses = [LivenessAnalysis, BackendAnalysis, LoopAnalysis];
  let remarks = [PlacementImported, PlacementUnchanged, ImportFromDerivedRanges];
}

def Print : Pass<"print"> {
  let summary = "Write the module as a dump";
  let description = [{
    Writes the module to the document output in the form in which XLA writes
    buffer assignments: a dump that is read and printed without a change in
    between is the same, byte for byte.

    With `dialect` it is written as another version of XLA would have written
    it, in one text. The names, after the first release of jaxlib that writes so
    or the month of the change in XLA: `xla-2018`, `xla-2019-05`, `xla-2019-09`,
    `xla-2019-10`, `xla-2019-12`, `jaxlib-0.1.66`, `xla-2021-08`,
    `jaxlib-0.1.72`, `jaxlib-0.3.20`, `jaxlib-0.4.24`, `jaxlib-0.4.36`,
    `jaxlib-0.5.3`, `jaxlib-0.6.0`, `jaxlib-0.6.1`, `jaxlib-0.7.1`,
    `jaxlib-0.7.2`, `jaxlib-0.10.0`, `jaxlib-0.10.2`, `jaxlib-0.12.0`; `latest`
    is the last of them. Any other release, `jaxlib-0.4.30` or `0.4.30`, stands for the one
    whose form it writes.

    Everything that the dialect can spell is kept. What it wants and the dump
    does not have is left out: the addresses of allocations, types of operands,
    texts of instructions, the stack trace tree. The peak list is made anew at
    the time that the dump prints, if the dialect wants another than the dump
    has. A dialect that cannot hold live ranges, positions or uses that the dump
    has is refused, and so is one in which the result would look like a dump that
    was cut.

    `part` chooses what is written of a dump that came in several files: by
    default the files that were named, or everything if a dialect is given.
  }];
  let options = [
    Option<"Dialect", "dialect", "std::optional<std::string>", "",
           "Write the dump as this version of XLA would have">,
    EnumOption<"Part", "part",
               ["named", "all", "allocations", "values", "live-range"],
               "named",
               "Write the named files, all parts in one text, or one part">,
  ];
  let writesDocument = true;
}

def ThreadLocal : Pass<"thread-local"> {
  let summary =
      "Report what the thread-local allocations add to the printed total, and "
      "for which computations";
  let description = [{
    Adds up the allocations that are marked as thread-local: what the dump prints
    for them, the elements that they hold, the difference, and their share of
    `Total bytes used`. Then the same by the role of the computations that they
    belong to (reducer, comparator, scatter combiner, ...), by computation, and by
    size. Says what becomes of such allocations on the backend.

    Names and roles are those of the HLO text beside the dump. Without it values
    that read each other are one computation, and it has a role only if the dump
    leaves no doubt.
  }];
  let options = [
    Option<"Top", "top", "unsigned", "10",
           "How many computations to list; 0 lists all">,
  ];
  let counters = [
    Counter<"NumComputations", "computations",
            "Computations with thread-local allocations, listed or not">,
  ];
  let analyses = [ThreadLocalAnalysis, BackendAnalysis];
  let remarks = [
    ThreadLocalTotal, ThreadLocalPlace, ThreadLocalUnknownSize,
    ThreadLocalByRole, ThreadLocalByComputation, ThreadLocalRest,
    ThreadLocalUnknownCallers, ThreadLocalBySize, NoThreadLocalAllocations
  ];
}

def Verify : Pass<"verify"> {
  let summary = "Check that the dump does not contradict itself";
  let description = [{
    Checks the rules of [Verifier.md](Verifier.md), each under its own name, and
    recalculates what XLA calculated. A broken rule is an error or a warning; an
    error stops the pipeline for the module, with exit status 3. A rule of which
    the dump lacks the facts is not checked.

    Unless the pipeline has this pass, or `-no-verify` is given, it runs first by
    itself and prints nothing for sound dumps. Then every broken rule is a warning, and
    the report follows, in which numbers that rest on what is contradicted are
    marked as doubtful.
  }];
  let isRequired = true;
  let options = [
    Option<"Only", "only", "std::vector<std::string>", "",
           "Check these rules only, by name or by the number of an invariant "
           "('overlap', 'I25')">,
    Option<"Werror", "werror", "bool", "false", "Make warnings errors">,
    Option<"Max", "max", "unsigned", "10",
           "How many errors and how many warnings of each rule to print; 0 "
           "prints all">,
    Option<"Quiet", "quiet", "bool", "false",
           "Say nothing of a dump that is sound">,
    Option<"Lenient", "lenient", "bool", "false",
           "Make errors warnings, and let the pipeline go on">,
  ];
  let counters = [
    Counter<"NumChecked", "rules-checked", "Rules that were checked">,
    Counter<"NumUnchecked", "rules-unchecked",
            "Rules that were not checked, since the dump lacks the facts">,
    Counter<"NumErrors", "errors", "Broken rules that make a dump unsound">,
    Counter<"NumWarnings", "warnings", "Broken rules that do not">,
  ];
  let remarks = [
    BrokenRule, DoubtfulRule, MoreOfRule, DoubtfulNumbers,
    DoubtfulNumbersOfSpace, DoubtfulNumbersOfRest, Sound, SoundButForWarnings,
    UncheckedRules
  ];
}

def Summary : Pass<"summary"> {
  let summary = "Report a dump on one screen, with the passes that tell more";
  let description = [{
    The backend, and the form of the dump; what each memory space needs; what is
    live at the peak of the one with the most bytes; and findings, those with the
    most bytes first, each with the pass to run for more; with `-limit` also what is left
    of each memory space, or what is too much. Fits on a terminal of 25
    lines and 80 columns: names are cut in the middle, numbers never. What limits
    add takes rows from the buffers.

    One of several dumps has two lines: its peak, and its first finding.
  }];
  let options = [
    EnumOption<"Form", "form", ["auto", "full", "brief"], "auto",
               "A screen or two lines; by default two lines where there are "
               "several dumps">,
    Option<"Top", "top", "unsigned", "5",
           "How many spaces, buffers and findings to list; 0 lists all">,
  ];
  let counters = [
    Counter<"NumFindings", "findings", "Findings, listed or not">,
  ];
  let analyses = [LivenessAnalysis, MemoryTimelineAnalysis, BackendAnalysis,
                  PaddingAnalysis, FindingsAnalysis, ValueNamesAnalysis];
  let remarks = [
    SummaryHead, SummaryBrief, SummaryUnknown, SummaryLimitOfNoSpace, SummaryDerived,
    SummaryAllSpaces, SummarySpace, SummaryPrinted, SummaryHeadroom, SummaryHeadroomRest,
    SummaryBuffers, SummaryBuffer, SummaryBuffersRest, SummaryFinding, SummaryFindingsRest,
    SummaryNoFindings, SummaryFirstFinding
  ];
}

//===----------------------------------------------------------------------===//
// Pipeline aliases
//===----------------------------------------------------------------------===//

def Default : PipelineAlias<"default", "summary"> {
  let summary = "What runs unless a pipeline is given";
}

#endif // HLOMEM_PASSES_PASSES_TD
