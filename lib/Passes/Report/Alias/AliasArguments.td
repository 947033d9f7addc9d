//===- AliasArguments.td - Remarks on arguments and donations -*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Of the pass 'alias', whose file includes this one.

def ArgumentsFound : Remark<Analysis,
    "arguments: {Count} with {Size}; donated: {Donated} with {DonatedSize}; donated "
    "but not used: {Unused}; not donated: a result fits {Possible}, fits if written in place {IfInPlace}, no "
    "result fits {Blocked}, unknown {Unknown}",
    [CountArg<"Count", "Parameter allocations">,
     BytesArg<"Size", "Their sizes">,
     CountArg<"Donated", "A result may take them over">,
     BytesArg<"DonatedSize", "Their sizes">,
     CountArg<"Possible", "A result could take them over">,
     CountArg<"IfInPlace", "One could if their last reader works in place">,
     CountArg<"Unused", "The caller donates them, but no result takes them over">,
     CountArg<"Blocked", "No result can">,
     CountArg<"Unknown", "The dump does not show when they are read">], [{
    Arguments by whether they are donated, and else by whether a result fits: one of
    the same shape that is not written too early (docs/Lifetimes.md, "Arguments").
  }]>;

defvar ArgumentColumns = [
  StringColumn<"Argument", "argument",
               "Its op_name, and its number behind it; the number alone where there "
               "is no op_name">,
  DataColumn<StringType, "Kind", "kind", "Its number">,
  DataColumn<StringType, "StandsFor", "origin",
             "The op_name or, where there is none, its number">,
  DataColumn<StringType, "OpName", "op_name", "Of the argument">];

defvar DonationColumns = !listconcat([
  BytesColumn<"Size", "size", "Of the argument, with padding">,
  OptionalBytesColumn<"Saves", "saves alone",
      "What is allocated less in its memory space if the row alone is donated too, as "
      "DonationSavings; 0 if more is; none if that is unknown">], ArgumentColumns, [
  ValueColumn<"Value", "value">,
  ShapeColumn<"Shape", "shape", "Of the argument">,
  StringColumn<"Read", "last read", "When, by what">,
  StringColumn<"Result", "for result", "That could have its memory">,
  StringColumn<"Written", "written", "When, by what">]);

def DonationsPossible : Remark<Analysis,
    "arguments that are not donated although a result of the same shape fits: {Count} "
    "with {Size}",
    [CountArg<"Count", "Arguments that a result could take over">,
     BytesArg<"Size", "Their sizes">], [{
    In JAX `donate_argnums` donates arguments. What that saves is not their size: see
    DonationSavings.
  }]>;

def DonationRow : Row<Analysis, DonationColumns, [{
    An argument that is not donated though a result fits, the largest first. If one
    instruction reads it last and writes the result, it can do so in place.
  }]> {
  let dropFirst = ["Shape", "Written", "Read"];
}

def DonationsIfInPlace : Remark<Analysis,
    "arguments that are not donated although a result of the same shape fits if what "
    "reads them last writes in place: {Count} with {Size}",
    [CountArg<"Count", "Arguments that a result perhaps could take over">,
     BytesArg<"Size", "Their sizes">], [{
    Without those of DonationsPossible. The dump does not show what a fusion does;
    the HLO text beside it may.
  }]>;

def IfInPlaceRow : Row<Analysis, DonationColumns, [{
    An argument that a result fits if the instruction that reads it last and writes
    the result can do so in place, the largest first.
  }]> {
  let dropFirst = ["Shape", "Written", "Read"];
}

def DonationSavings : Note<Missed,
    "{Space}: with all arguments donated {After} would be allocated instead of {Before}, "
    "{Difference} {Way} (precision of the difference: {Precision}{Presets}): "
    "-passes='donate<values=all>' lists the copies that XLA needs then",
    [SpaceArg<"Space">,
     BytesArg<"After", "What the space would take, without thread-local allocations">,
     BytesArg<"Before", "What it takes">,
     BytesArg<"Difference", "Between After and Before">,
     StringArg<"Way", "less or more">,
     StringArg<"Precision",
               "within P % of what is really saved in nine of ten recompiles">,
     StringArg<"Presets", "On a TPU that VMEM is as in the dump; empty elsewhere">], [{
    Below DonationRow, IfInPlaceRow and BlockedRow, for each memory space that the
    donation of all arguments changes, and the default one: XLA's assigner run again,
    with the copies that it needs then (docs/Replay.md, "Donation"). The transform
    `donate<values=all>` has the same numbers.
  }]> {
  let hotness = "Difference";
}

def DonationSavingsLimited : Note<Analysis,
    "'saves alone' is predicted for the first {Count} rows only: "
    "-passes='replay<list=none;donate=NUMBER>' tells it of any argument",
    [CountArg<"Count", "Rows, folded and others">],
    "For each of these rows XLA's assigner runs again on the whole program.">;

def DonationSavingsUnknown : Note<Analysis,
    "what donating them saves is unknown: {Why}",
    [StringArg<"Why", "Why there is no prediction">],
    "Instead of DonationSavings.">;

def DonationCondition : Note<Analysis,
    "the caller cannot use an argument any more once it has donated it", [],
    "Below the arguments that a result fits, once.">;

def DonorsUnused : Remark<Analysis,
    "arguments that the caller donates, but whose memory XLA uses for no result: "
    "{Count} with {Size}",
    [CountArg<"Count", "Arguments that are donated but not used">,
     BytesArg<"Size", "Their sizes">], [{
    The headline of BlockedRow for arguments that the HLO text or the HloProto lists
    as buffer donors, or as aliased with a result, while their allocation holds none.
    JAX warns of those that no result of the same shape fits: "Some donated buffers
    were not usable".
  }]>;

def ArgumentsBlocked : Remark<Analysis,
    "arguments that no result fits without a copy in the present schedule: {Count} with {Size}",
    [CountArg<"Count", "Arguments that no result can take over">,
     BytesArg<"Size", "Their sizes">],
    "The headline of BlockedRow.">;

defvar BlockedColumns = !listconcat([
  BytesColumn<"Size", "size", "Of the argument, with padding">,
  OptionalBytesColumn<"Saves", "saves alone",
      "As in DonationRow, with the copies that XLA needs then">],
  ArgumentColumns, [
  StringColumn<"Value", "value">,
  StringColumn<"Shape", "shape", "Of the argument">,
  StringColumn<"Why", "why not">]);

def BlockedRow : Row<Analysis, BlockedColumns, [{
    An argument that is donated but not used, or that is not donated and that no result
    fits, or of which that is unknown, the largest first.
  }]> {
  let dropFirst = ["Shape"];
}

def ArgumentsUnknown : Remark<Analysis,
    "arguments whose reads the dump does not show: {Count} with {Size}",
    [CountArg<"Count", "Arguments">,
     BytesArg<"Size", "Their sizes">],
    "Whether a result fits them is unknown. Has BlockedRow too.">;
