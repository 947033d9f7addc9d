//===- Summary.td - The pass 'summary' ---------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Analyses.td"

def Summary : Pass<"summary"> {
  let summary = "Whether a program fits, and what its memory is for";
  let description = [{
    What the program needs and whether that fits, if there is a limit (`-device`,
    `-memory-limit`); where it is fullest; and what the allocated bytes are for, by kind
    and in words of the model. The kinds add up to what is needed. Each has rows until
    nine tenths of it are named ([Parts](../Parts.md), [Screens](../Screens.md)).

    One of several dumps has no rows.
  }];
  let options = [
    EnumOption<"Form", "form", ["auto", "full", "brief"], "auto",
               "With or without rows; by default without where there are several dumps">,
    Option<"Top", "top", "unsigned", "8",
           "How many rows to list below the kinds; 0 lists all">,
  ];
  let counters = [
    Counter<"NumRows", "rows", "Rows below the kinds, listed or not">,
  ];
  let members = [LivenessAnalysis, MemoryTimelineAnalysis, BackendAnalysis];
  let analyses = [
    PartsAnalysis, ProgramAnalysis, ProgramGraphAnalysis, WallsAnalysis,
    UserSourceAnalysis
  ];
}

defvar SummaryHeadArgs = [
     StringArg<"Program", "The name of the HLO module, or of the dump">,
     StringArg<"Machine", "What it was compiled for: the device, or the backend">,
     BytesArg<"Needed", "What is allocated, without thread-local allocations">,
     SpaceArg<"Space">];

def SummaryHead : Remark<Analysis,
    "{Program} ({Machine}) needs {Needed} in {Space}{Verdict}",
    !listconcat(SummaryHeadArgs,
                [StringArg<"Verdict", "Behind a colon: fits, close, does not fit, or "
                                      "unknown; empty without a limit">]),
    "What the program needs. The others follow as notes and rows."> {
  let headsNumbers = true;
  // Where it is fullest and the parts follow.
  let restsOn = [Sizes, Places, LiveRanges];
}

def SummaryUnknown : Remark<Analysis,
    "{Program} ({Machine}) needs {Needed} in {Space}{Verdict}; what is live is unknown, "
    "since the dump has no live ranges{Why}",
    !listconcat(SummaryHeadArgs,
                [StringArg<"Verdict", "As that of SummaryHead">,
                 StringArg<"Why", "What is missing">]),
    "Instead of SummaryHead where nothing is known of live ranges."> {
  let headsNumbers = true;
  let restsOn = [Sizes, Places];
}

def SummaryLimitOfNoSpace : Remark<Failure,
    "the limit of '{Limited}' does not hold here: {Backend} has no memory space of "
    "that name",
    [StringArg<"Limited", "The names, as the user wrote them">,
     StringArg<"Backend", "The backend">],
    "What LimitOfNoSpace of the pass `spaces` says, of all such limits together."> {
  let isWarning = true;
}

defvar SummaryLimitArgs = [
     StringArg<"Device", "The device, or the limit">,
     BytesArg<"Limit", "What the program may take">];

def SummaryOverLimit : Note<Analysis, "{Device} has {Limit}, {Excess} too little",
    !listconcat(SummaryLimitArgs, [BytesArg<"Excess", "What exceeds the limit">]),
    "The program does not fit, or it is close.">;

def SummaryUnderLimit : Note<Analysis, "{Device} has {Limit}, {Left} of it left",
    !listconcat(SummaryLimitArgs, [BytesArg<"Left", "What is left of the limit">]),
    "The program fits, or it is close.">;

def SummaryOtherDevice : Note<Analysis,
    "whether it fits {Device} is unknown: {Why}; to know, compile for it: {Command}",
    [StringArg<"Device", "The device">,
     StringArg<"Why", "What the dump was compiled for">,
     StringArg<"Command", "Compiles for the device">],
    "Of a dump for another backend.">;

def SummaryFraction : Note<Analysis,
    "JAX takes {Limit} of {Memory}, unless XLA_PYTHON_CLIENT_MEM_FRACTION says "
    "otherwise: -memory-fraction",
    [BytesArg<"Memory", "All memory of the device">,
     BytesArg<"Limit", "What programs get of it">],
    "Of a GPU, of which JAX takes a part.">;

def SummaryMoreFraction : Note<Analysis,
    "XLA_PYTHON_CLIENT_MEM_FRACTION={Fraction} lets JAX take as much, if nothing else uses the GPU",
    [StringArg<"Fraction", "Of the memory, in hundredths: .79">],
    "Where the program does not fit that part, and fits nearly all memory.">;

def SummaryRanOut : Note<Analysis,
    "XLA ran out of memory when it compiled this: it has written {File}",
    [StringArg<"File", "The file that only such a compile leaves">],
    "In the folder of a compile that ran out of memory.">;

def SummaryCaveat : Note<Analysis, "{Why}",
    [StringArg<"Why", "What is doubtful about the device">],
    "Where the dump may be for another device than the named one.">;

def SummaryNoProgram : Note<Analysis,
    "the program cannot be read, so that names and kinds are those of its buffers "
    "alone: {Why}",
    [StringArg<"Why", "What is wrong with the program">],
    "What is live is known, and what it is for is not.">;

def SummaryDerived : Note<Analysis,
    "live ranges are derived: known for {Known} of {Count} "
    "{Count:value|values}",
    [CountArg<"Known", "Values with bytes and a range">,
     CountArg<"Count", "Values with bytes, thread-local ones aside">],
    "The dump prints no live ranges.">;

def SummaryFullest : Note<Analysis, "peaks at {Place}",
    [StringArg<"Place", "The scope of the model and the line of the user's program, or "
                        "the instruction">],
    "Where the most bytes are live.">;

def SummaryWall : Note<Analysis,
    "the next peak, {Below} lower, is at {Place}",
    [BytesArg<"Below", "The peak less what is live at the next wall">,
     StringArg<"Place", "That of the next wall">], [{
    The first wall of `peak<walls=1>`. Changes to temporaries around the peak save no
    more.
  }]>;

defvar SummaryColumns = [
     BytesColumn<"Size", "size", "Allocated bytes">,
     PercentColumn<"Share", "share", "In Needed">,
     StringColumn<"Kind", "kind", "What they are for; empty in a row of a part">,
     StringColumn<"Part", "part",
                  "What the names of the parts have in common: a path of arguments or "
                  "a scope of the model">,
     StringColumn<"Shape", "shape",
                  "That of most bytes, without its layout, and how many buffers have "
                  "others: `f32[8] +3`">,
     StringColumn<"Line", "line",
                  "The line of the user's program that all have in common">,
     DataColumn<CountType, "Count", "buffers", "Buffers">,
     DataColumn<CountType, "Times", "times",
                "Buffers of that shape; of several shapes those of the part with most bytes">,
     DataColumn<StringType, "Detail", "operation",
                "The operation that makes the part with most bytes">];

def SummaryKind : Row<Analysis, SummaryColumns,
    "All parts of a kind. The kinds add up to Needed of SummaryHead.">;

def SummaryPart : Row<Analysis, SummaryColumns,
    "Parts of the kind above whose names begin alike.">;

def SummaryPartsRest : Note<Analysis,
    "and {Count} more, {Size}: -passes='summary<top=0>' or 'attribute<by=part>'",
    [CountArg<"Count", "Rows of parts that are not listed">,
     BytesArg<"Size", "Their sizes">],
    "What the rows of parts leave out. The kinds have all bytes.">;

def SummaryNames : Note<Analysis,
    "PyTorch/XLA names operations if XLA_IR_DEBUG=1 and XLA_HLO_DEBUG=1 are set",
    [],
    "Of a program of PyTorch/XLA of which a quarter is not named.">;
