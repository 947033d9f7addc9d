//===- Fit.td - The pass 'fit' -----------------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Analyses.td"
include "hlomem/Passes/Report/TrialEffortOption.td"

def Fit : Pass<"fit"> {
  let summary = "The fewest changes of the program with which it fits";
  let group = "Change";
  let description = [{
    With `-device` or `-memory-limit`: tries sets of the changes that the pass `advise`
    knows, small ones first, and names the smallest set with which the program fits, of
    several that with the lowest class, and of those the one that needs least; or says
    that arguments and results alone do not fit. A set counts only if it fits even with
    the least that it saves by its precision. Changes whose effect is not known from
    recompiles for this backend are left out. Where no set fits, other runs are named
    that may: half the batch or length, or arguments over four devices.

    For a large program not everything is tried: `effort` sets how much, and a line says
    what was left out. On a terminal, a search of more than a second shows its progress.
    See [Advice.md](../Advice.md).
  }];
  let options = [
    TrialEffortOption<>,
  ];
  let members = [ReplayAnalysis, BackendAnalysis];
  let analyses = [ValueNamesAnalysis, UserSourceAnalysis, DimensionAnalysis,
                  PartsAnalysis];
}

def FitUnknown : Remark<Analysis, "no set of changes is tried: {Why}",
    [StringArg<"Why", "Why there is no prediction, or nothing to compare with">],
    "Without a limit, or where nothing can be predicted.">;

def FitAlready : Remark<Passed,
    "{Needed} needed, {Limit} available: as it is, it {Verdict}",
    [BytesArg<"Needed", "What is allocated, without thread-local allocations">,
     BytesArg<"Limit", "What there is">,
     StringArg<"Verdict", "fits, or is too close to the limit of a device to be certain: "
                          "within 0.25 GiB">], [{
    No change is searched for. If it is close, `-memory-limit` searches for one with a
    lower limit.
  }]>;

def FitFound : Remark<Missed,
    "{Needed} needed, {Limit} available: it fits with {Changes} (class {Class}), which saves "
    "{Saves} (precision: {Precision}) and needs {Then}",
    [BytesArg<"Needed", "What is allocated, without thread-local allocations">,
     BytesArg<"Limit", "What there is">,
     StringArg<"Changes", "Donate, Checkpoint and the like">,
     BytesArg<"Then", "What is needed after them">,
     StringArg<"Precision", "Of the worst of them">,
     CountArg<"Class", "1 free, 2 the same results at the price of time or host memory, "
                       "3 other results">,
     BytesArg<"Saves", "Of what is needed">], [{
    The smallest set of changes. With FitUntried another one of as many changes may need
    less.
  }]> {
  let hotness = "Saves";
}

def FitHow : Note<Analysis, "{Change}: {How}",
    [StringArg<"Change", "One of the changes">,
     StringArg<"How", "What to write, where, and what it costs">],
    "How it is made.">;

def FitImpossible : Remark<Failure,
    "needs {Needed}, {Limit} available: arguments, constants and results alone take {Floor}{Changes}; "
    "only fewer or smaller arguments can fit, for example sharded over devices",
    [BytesArg<"Needed", "What is allocated, without thread-local allocations">,
     BytesArg<"Limit", "What there is">,
     BytesArg<"Floor", "What no temporary is in, with all changes that make it less">,
     StringArg<"Changes", "Which these are, or nothing">],
    "No change of what the program computes with can help.">;

def FitNone : Remark<Failure,
    "needs {Needed}, {Limit} available: no set of known changes is certain to fit; the least "
    "that one with a number needs is {Least}{Changes}{Certainty}",
    [BytesArg<"Needed", "What is allocated, without thread-local allocations">,
     BytesArg<"Limit", "What there is">,
     BytesArg<"Least", "The least that is needed">,
     StringArg<"Changes", "With which changes, or nothing">,
     StringArg<"Certainty", "Why that is not certain to fit, if it is below the limit">],
    "Other changes have to be found: `advise`, `peak` and `alias` say where the bytes are.">;

def FitNoneTried : Remark<Failure,
    "needs {Needed}, {Limit} available: {Count} {Count:set|sets} of changes tried, none certain "
    "to fit; the least that one with a number needs is {Least}{Changes}",
    [BytesArg<"Needed", "What is allocated, without thread-local allocations">,
     BytesArg<"Limit", "What there is">,
     CountArg<"Count", "Sets that were tried">,
     BytesArg<"Least", "The least that is needed with one of them">,
     StringArg<"Changes", "With which changes, or nothing">], [{
    Instead of FitImpossible and FitNone where FitUntried follows: of other sets nothing is
    known.
  }]>;

def FitUntried : Note<Analysis,
    "not simulated with effort={Effort}: {Changes}; effort=0 sets no limit",
    [StringArg<"Changes", "How many sets, and other runs by name">,
     CountArg<"Effort", "Assignments that were made">], [{
    What might fit, or need less, too: each assignment takes its time, which is bounded as
    the option `effort` says, in the same way on every machine.
  }]>;

def FitOtherRun : Note<Analysis,
    "with {Change}: needs {Then}, {Verdict} (precision: {Precision}); {How}",
    [StringArg<"Change", "What is different">,
     BytesArg<"Then", "What that run needs">,
     StringArg<"Verdict", "fits; or close: not certain either way, within 0.25 GiB of the "
                          "limit of a device, or within the error of the prediction">,
     StringArg<"Precision", "Of what it saves">,
     StringArg<"How", "What to change, and what the number leaves out">],
    "Below FitImpossible, FitNone and FitNoneTried: a change of class 4 with which it may fit.">;
