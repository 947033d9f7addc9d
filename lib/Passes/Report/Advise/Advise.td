//===- Advise.td - The pass 'advise' -----------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Passes/Analyses.td"
include "hlomem/Passes/Report/TrialEffortOption.td"

def Advise : Pass<"advise"> {
  let summary = "Which changes of the program save memory, each tried";
  let group = "Change";
  let description = [{
    Makes changes in the program, has everything assigned again as XLA would, and lists
    what each saves: donation of arguments, arrays that a scan takes as `xs` and returns as
    `ys` put in its carry, `jax.checkpoint` on the bodies of loops that keep arrays for
    the backward pass, state that only an update reads in bfloat16 or in
    the host's memory; alone, and together, which is more or less than the sum. What
    another run would need comes last, each alone: half the batch or the length, or the
    arguments over four devices. Changes that save nothing are named too. Each row says where memory is fullest then, and with
    `-device` or `-memory-limit` whether the program fits.

    For a large program not everything is tried: `effort` sets how much, and a line says
    what was left out.

    A change whose effect is not known from recompiles for this backend is not listed
    with a number. Nor is what needs other operations: scores of attention in blocks,
    logits and loss in chunks, and shapes that tiles pad less have a bound alone. See
    [Advice.md](../Advice.md).
  }];
  let options = [
    Option<"Top", "top", "unsigned", "3",
           "How many sets of changes that are made together to list; 0 lists all">,
    TrialEffortOption<>,
  ];
  let members = [ReplayAnalysis, BackendAnalysis];
  let analyses = [ValueNamesAnalysis, UserSourceAnalysis, DimensionAnalysis,
                  PartsAnalysis, ProgramGraphAnalysis, PaddingAnalysis,
                  MemoryTimelineAnalysis];
}

def AdviceHead : Remark<Analysis,
    "{Space}: needs {Needed}; arguments, constants and results take {Floor} of it; peak at "
    "{FullestAt}{Verdict}",
    [SpaceArg<"Space">,
     BytesArg<"Needed", "What is allocated, without thread-local allocations">,
     BytesArg<"Floor", "What no temporary is in">,
     StringArg<"FullestAt", "Where most bytes are live: the line, or the instruction "
                            "where that is unknown">,
     StringArg<"Verdict", "Whether that fits, behind a semicolon; empty without a limit">],
    "Heads the list of changes."> {
  let headsNumbers = true;
}

def AdviceUnknown : Remark<Analysis, "no change is tried: {Why}",
    [StringArg<"Why", "Why there is no prediction">],
    "Instead of AdviceHead.">;

class AdvisedRow<string description> : Row<Missed,
    [BytesColumn<"Saves", "saves", "Of what is needed">,
     BytesColumn<"Needed", "needs", "What is needed after the change">,
     StringColumn<"Fits", "fits", "fits; no; close: not certain either way, within 0.25 GiB of the limit of a "
                  "device, or within the error of the prediction; ? without a limit">,
     StringColumn<"Precision", "precision",
                  "Of what it saves: within P %: nine of ten recompiles were">,
     CountColumn<"Class", "class",
                 "1 free, 2 the same results at the price of time or host memory, 3 other "
                 "results, 4 another run">,
     StringColumn<"FullestAt", "then peaks at",
                  "Where most bytes are live then: the next thing to change. The line, "
                  "or the instruction where that is unknown">,
     DataColumn<StringType, "Instruction", "instruction", "That runs there">,
     DataColumn<BytesType, "AtLeast", "saves at least",
                "The low end of the range of what recompiles save, by the precision">,
     DataColumn<BytesType, "AtMost", "saves at most", "The high end of that range">,
     StringColumn<"Change", "change", "Donate, Checkpoint and the like, or several with +">],
    description> {
  let hotness = "Saves";
  let dropFirst = ["Class"];
}

def DonateArguments : AdvisedRow<[{
    Arguments that results can take the memory of, all of them: donation that was
    forgotten. The caller must not use them afterwards.
  }]>;

def CarryState : AdvisedRow<[{
    Arrays that a scan takes as `xs` and returns as `ys`, put in its carry and updated in
    place. Only of those that are donated; others may cost memory.
  }]>;

def CheckpointLoops : AdvisedRow<"`jax.checkpoint` on the bodies of the loops that keep arrays for others.">;

def CheckpointLoopsKeepingDots : AdvisedRow<"The same with the policy `dots_with_no_batch_dims_saveable`.">;

def NarrowState : AdvisedRow<"State that only an update reads, in bfloat16.">;

def OffloadState : AdvisedRow<"State that only an update reads, in the host's memory.">;

def ChangesTogether : AdvisedRow<"Several changes that are made together, each of which adds something.">;

def HalfBatch : AdvisedRow<"Half the batch: the first dimension, which all data arguments share.">;

def HalfLength : AdvisedRow<"Half as long a second dimension of the data, of which no weight has a part.">;

def ShardArguments : AdvisedRow<[{
    Arguments, and the results that replace them, cut over four devices. For these the
    number is exact; what is computed of them counts as it is in this program.
  }]>;

def AdvisedHow : Note<Analysis, "{Change}: {How}",
    [StringArg<"Change", "Donate, Checkpoint and the like, CheckpointLayers or CheckpointParts">,
     StringArg<"How", "What to write, where, and what it costs">],
    "How a change is made that a row or a note names, in the words of its framework.">;

def AdviceOnlyTogether : Note<Analysis,
    "only together: {Changes}; no part of it is predicted to save 1%",
    [StringArg<"Changes", "The set">], [{
    A row names changes of which each alone, and each smaller set, saves less than a
    hundredth, or makes it worse: to make one of them first looks as if it were of no use.
  }]>;

def AdviceUseless : Note<Analysis, "saves less than 1% alone: {Changes}",
    [StringArg<"Changes", "The changes, and what one needs more: "
                          "`Donate (would need 448.00MiB more)`">],
    "Changes that can be made and save less than a hundredth, or make it worse.">;

def AdviceKeptForBackward : Note<Analysis,
    "jax.checkpoint on layers, which no loop runs: saves about {Size}, {AtLeast} to "
    "{AtMost}, of what they keep for the backward pass, in {Count} arrays at the peak; "
    "recompile to know",
    [BytesArg<"Size", "How much less temporaries then take at their peak">,
     BytesArg<"AtLeast", "The least that recompiles saved where that was said">,
     BytesArg<"AtMost", "The most that they saved; no more than a bound">,
     CountArg<"Count", "The buffers of this kind in parts that have several">], [{
    Instead of `Checkpoint`, which has numbers for loops alone: the layers are written out
    one after the other, and none is computed again yet. By the names that JAX gives to
    operations when it differentiates. It is no bound. Each layer still keeps what the
    next one reads; while one is computed again, all of it is there, and that of the
    others is not. {Count} does not count what lies in the memory of results.
    [Measurements](../Measurements.md) has recompiles.
  }]>;

def AdviceUntried : Note<Analysis,
    "not simulated with effort={Effort}: {Changes}; effort=0 simulates all",
    [StringArg<"Changes", "Changes, and how many sets">,
     CountArg<"Effort", "Assignments that were made">], [{
    What might be listed too: each assignment takes its time, which is bounded as the
    option `effort` says, in the same way on every machine.
  }]>;

def AdviceNone : Note<Analysis, "no change that keeps the data and the devices applies", [], [{
    No argument is left to donate, no loop keeps arrays for another, and nothing else
    could be changed.
  }]>;

def AdviceWithoutNumber : Note<Analysis,
    "{Change} (class {Class}): saves at most {AtMost}; not predicted: {Why}",
    [StringArg<"Change", "The change">,
     CountArg<"Class", "As that of a row">,
     BytesArg<"AtMost", "Of all arrays that it makes smaller or needless, by arithmetic">,
     StringArg<"Why", "What is not known">], [{
    A change that applies, and of whose effect nothing but a bound is known: on this
    backend, where it changes so little, without another change, since the replay of
    the dump is not exact, or since the program would have other operations.
  }]>;

def AdviceRematerialized : Note<Analysis,
    "XLA recomputes {Count} {Count:instruction|instructions} by itself to need less; after a "
    "change it may recompute fewer, so that it saves less, or needs even more",
    [CountArg<"Count", "Of instructions">], [{
    The program has instructions that XLA's rematerialization has made (`NAME.remat`).
    After a change that leaves more room, fewer of them may be made, which may take more
    than the change saves.
  }]>;

def AdviceUnbounded : Note<Analysis,
    "XLA rematerializes {Count} {Count:instruction|instructions} by itself and may have given "
    "up above the limit; after a change it chooses others, and only a recompile tells what that "
    "saves",
    [CountArg<"Count", "Of instructions">], [{
    As above, on a GPU. Donation of 2.00 GiB saved 5.91 and 7.19 of two such programs, and
    made two others larger.
  }]>;
