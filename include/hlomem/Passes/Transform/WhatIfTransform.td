//===- WhatIfTransform.td - What transforms that edit say --*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_TRANSFORM_WHATIFTRANSFORM_TD
#define HLOMEM_PASSES_TRANSFORM_WHATIFTRANSFORM_TD

include "hlomem/Passes/Analyses.td"
include "hlomem/Pass/PassBase.td"

class ValuesOption<string what> : Option<"Values", "values",
    "std::vector<std::string>", "",
    what # ": all; arg:PATH for arguments with this op_name or below it; op:REGEX "
    "for opcodes; scope:REGEX for op_names with a match; or names, in which * "
    "stands for anything">;

class ArgumentsOption : Option<"Values", "values", "std::vector<std::string>", "",
    "The arguments: all, arg:PATH for those with this op_name or below it, or names of "
    "parameters, in which * stands for anything">;

class LoopsOption<string what> : Option<"Loops", "loops", "std::vector<std::string>", "",
    what # ": all, or names of while instructions, in which * stands for anything">;

// Declares a hidden option for utils/ground-truth, which measures the
// precision.
class UnmeasuredOption : HiddenOption<"IsUnmeasured", "unmeasured", "bool", "false",
    "Predict though nothing is known of how exact that is">;

// Declares a transform that edits the program of the module, and assigns it again as
// XLA would.
class ProgramEdit<string passName> : Pass<passName> {
  let isTransform = true;
  let analyses = [ReplayAnalysis, BackendAnalysis, ValueNamesAnalysis];
}

// Ends the description of a transform that changes shapes or what is kept.
defvar WhatStays = [{
    The schedule, copies and the bodies of fusions stay as they are; on a TPU, so does
    what memory-space assignment has placed. The passes that follow see the changed
    module. See [Advice.md](../Advice.md#transforms).
  }];

// Declares a remark on the change of a memory space: the change, with arguments
// of its own; the precision of the prediction; and what the precision depends
// on.
class SpaceChanged<string what, list<Arg> own, string precision,
                   string condition = "{Condition}",
                   list<Arg> conditionArg = [StringArg<"Condition",
                       "What the precision rests on, after a semicolon, or empty">]>
    : Remark<Missed,
    "{Space}: " # what # "{After} instead of {Before}, {Difference} {Way} (precision of "
    "the difference: {Precision}" # condition # ")",
    !listconcat([SpaceArg<"Space">]<Arg>, own,
    [BytesArg<"After", "What the space takes now, without thread-local allocations">,
     BytesArg<"Before", "What it took">,
     BytesArg<"Difference", "Between After and Before">,
     StringArg<"Way", "less or more">,
     StringArg<"Precision", precision>]<Arg>, conditionArg),
    "For each memory space that changes, and the default one."> {
  let hotness = "Difference";
}

// Declares a SpaceChanged for a transform that changes buffers.
class SpaceEdited : SpaceChanged<
    "with {Count} {Count:buffer|buffers} of {NewSize} instead of {OldSize}: ",
    [CountArg<"Count", "Buffers that change">,
     BytesArg<"OldSize", "What these took, each once">,
     BytesArg<"NewSize", "What they take now">],
    "exact, within P % of what is really saved in nine of ten recompiles, at "
    "most, of a change that leaves out its cost, or unknown">;

// Declares a remark on why a transform did nothing.
class NothingEdited<string what, string instead, string reason = "nothing to change">
    : Remark<Analysis, what # ", and the module stays as it is: {Why}",
             [StringArg<"Why", "Why there is no prediction, or " # reason>],
             "Instead of " # instead # ".">;

#endif // HLOMEM_PASSES_TRANSFORM_WHATIFTRANSFORM_TD
