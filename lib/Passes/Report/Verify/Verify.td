//===- Verify.td - The pass 'verify' -----------------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hlomem/Pass/PassBase.td"

def Verify : Pass<"verify"> {
  let summary = "Check that the dump does not contradict itself";
  let group = "Development";
  let description = [{
    Checks the rules of [Verifier.md](../Verifier.md), each under its own name, and
    recalculates what XLA calculated. A broken rule is an error or a warning; an
    error stops the pipeline for the module, with exit status 3. A rule is
    skipped if the dump lacks the facts it needs.

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
    Option<"Max", "max", "unsigned", "10",
           "How many errors and how many warnings of each rule to print; 0 "
           "prints all">,
    Option<"CompareForms", "compare-forms", "bool", "false",
           "Read the dump a second time in its other form, text or HloProto, "
           "which must lie beside it, and check the rule 'forms'">,
    Option<"Quiet", "quiet", "bool", "false",
           "Print nothing for a sound dump">,
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
}

let restsOn = []<FactKind> in {

def BrokenRule : Remark<Failure, "{What}{Rule}",
    [StringArg<"What", "What is wrong">,
     TagArg<"Rule", "The rule that is broken">], [{
    The dump contradicts itself, or breaks a rule that all dumps keep:
    [Verifier.md](../Verifier.md).
  }]>;

def DoubtfulRule : Remark<Failure, "{What}{Rule}",
    [StringArg<"What", "What is unusual">,
     TagArg<"Rule", "The rule that is broken">], [{
    As BrokenRule, where some version of XLA may have had reason to break the
    rule, or where the pass runs unasked and the report follows.
    `-fatal-warnings=verify` makes a BrokenRule of it.
  }]> {
  let isWarning = true;
}

def MoreOfRule : Note<Failure,
    "and {Count} more of rule {Name}; -passes='verify<max=0>' prints all",
    [CountArg<"Count", "Further places where the rule is broken">,
     StringArg<"Name", "The rule">],
    "What the option `max` left out.">;

def DoubtfulNumbers : Note<Failure,
    "doubtful in all memory spaces: {Numbers}",
    [StringArg<"Numbers", "What rests on the contradicted facts">], [{
    After the broken rules: which numbers of the report that follows rest on facts
    that they contradict. Remarks with such numbers name the rules.
  }]> {
  let isWarning = true;
}

def DoubtfulNumbersOfSpace : Note<Failure,
    "doubtful in {Space}: {Numbers}",
    [SpaceArg<"Space", "Where the rules are broken">,
     StringArg<"Numbers", "What rests on the contradicted facts">],
    "The same of one memory space."> {
  let isWarning = true;
}

def DoubtfulNumbersOfRest : Note<Failure,
    "and doubtful numbers in {Count} more memory {Count:space|spaces}; "
    "-passes='verify<max=0>' prints all",
    [CountArg<"Count", "Further memory spaces with doubtful numbers">],
    "What the option `max` left out."> {
  let isWarning = true;
}

def Sound : Remark<Analysis, "sound, rules checked: {Count}",
    [CountArg<"Count", "Rules that were checked">],
    "No rule is broken.">;

def SoundButForWarnings : Remark<Analysis,
    "no errors, rules checked: {Count}, warnings: {Warnings}",
    [CountArg<"Count", "Rules that were checked">,
     CountArg<"Warnings", "How often a rule is broken as a warning">],
    "Rules are broken, but only as warnings.">;

def UncheckedRules : Note<Analysis,
    "not checked, since the dump lacks what they need: {Names}",
    [StringArg<"Names", "Rules">],
    "The rules that have no facts in this dump.">;

} // let restsOn
