//===- Options.td - The command line of hlo-mem-opt --------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TOOLS_HLO_MEM_OPT_OPTIONS_TD
#define HLOMEM_TOOLS_HLO_MEM_OPT_OPTIONS_TD

include "OptionBase.td"

//===----------------------------------------------------------------------===//
// Input
//===----------------------------------------------------------------------===//

def InputSection : OptionSection<"Input options">;

def Inputs : PositionalOption {
  let valueName = "file or folder";
  let help = "What to read";
  let description = [{
    Files, folders or logs in any number; see [Files](#files). A folder stands for
    all dumps in it and below it, in the order of their names.
  }];
}

def Jobs : UnsignedOption<"j"> {
  let isPrefix = true;
  let help = "Number of threads";
  let defaultText = "as many as the machine has threads";
  let description = [{
    Several dumps are analysed in parallel, or one large dump by all threads.
    Whatever the number, what is printed is the same and in the order of the
    inputs.
  }];
}

def NoSiblingFiles : FlagOption<"no-sibling-files"> {
  let help =
      "Read only the files that are named, without the other parts of a split "
      "dump beside them";
  let description = [{
    A part of a split dump is then analysed as far as possible, and a remark says
    what is missing.
  }];
}

def Prefer : EnumOption<"prefer", "InputForm", [
    OptionValue<"proto", "InputForm::Proto", "`X.hlo.pb`, if it is whole">,
    OptionValue<"text", "InputForm::Text", "`X-buffer-assignment.txt`">]> {
  let defaultValue = "proto";
  let help = "What to read of a dump that a folder has as text and as HloProto";
  let description = [{
    Such a dump is read once. An HloProto that cannot be read causes a warning, and
    the text is read instead. A file that is named is read, whichever it is.
    `-passes='verify<compare-forms>'` compares both.
  }];
}

def AllowIncomplete : FlagOption<"allow-incomplete"> {
  let help =
      "Keep the sound part of a broken dump: errors become warnings, and all "
      "numbers are of that part";
  let description = [{
    For a dump that is truncated or has lines that cannot be read. The first remark
    says that the dump is incomplete. Compressed files must be complete all the
    same. That this part is within a memory limit does not show that the whole
    dump is.
  }];
}

def FatalWarnings : EnumListOption<"fatal-warnings", "FatalWarning", [
    OptionValue<"all", "FatalWarning::All",
                "All of these; the default without a value">,
    OptionValue<"unknown", "FatalWarning::Unknown",
                "Text or fields of a dump that this version does not know">,
    OptionValue<"verify", "FatalWarning::Verify",
                "What the pass `verify` finds">,
    OptionValue<"unmatched", "FatalWarning::Unmatched",
                "A regular expression that matches no name">,
    OptionValue<"incomplete", "FatalWarning::Incomplete",
                "A report that lacks what `-fail-on` looks for, since it is not known">]> {
  let isValueOptional = true;
  let help = "Treat these warnings as errors";
  let description = [{
    A later XLA writes attributes, lines and sections into dumps that this version
    knows nothing of. They are kept, and a warning says which numbers could depend
    on them, usually none. `verify` ends with exit status 3, the others with 1.
  }];
}

def MaxErrors : UnsignedOption<"max-errors"> {
  let defaultValue = "20";
  let help = "Errors to print for each input; 0 prints all";
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

def PassSection : OptionSection<"Pass options">;

def Passes : TextOption<"passes"> {
  let isMain = true;
  let valueName = "pipeline";
  let defaultValue = "default";
  let defaultText = "`default`, that is `summary,advise`, or `summary` of several "
                    "dumps";
  let whenRepeated = "write one, as in 'peak,frag'";
  let help = "Passes to run, such as `peak<top=5>,frag`; see `-print-passes`";
  let description = [{
    A pipeline is a list of passes with commas between them, which run over each
    dump in this order.
  }];
}

def LoadPassPlugins : TextListOption<"load-pass-plugin"> {
  let valueName = "file";
  let isCommaSeparated = false;
  let help = "Load passes from a shared library";
  let description = [{
    All plugins are loaded before the pipeline is read, so that it may name their
    passes.
  }];
}

def PrintPasses : FlagOption<"print-passes"> {
  let isMain = true;
  let help = "List the passes in groups, with their options";
  let description = [{
    Also the analyses and the pipeline aliases, each with the plugin that it comes
    from, and the plugins. Nothing is read then. The same is in
    [Passes](Passes.md), at more length.
  }];
}

def NoVerify : FlagOption<"no-verify"> {
  let help = "Do not check whether the dump contradicts itself";
  let description = [{
    By default the pass `verify` runs first unless the pipeline contains it, reports
    broken rules as warnings, and marks the numbers that depend on them as doubtful.
    With `-no-verify` no number is marked, and changes made by passes are not checked
    unless `-verify-each` is given.
  }];
}

include "TargetOptions.td"

def PipelineToComplete : TextOption<"complete-pipeline"> {
  let isHidden = true;
  let help = "Print what the text may become as a value of `-passes`";
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

def OutputSection : OptionSection<"Output options">;

def Output : TextOption<"o"> {
  let isMain = true;
  let valueName = "file";
  let defaultText = "`-`, the standard output";
  let help = "Where passes like `print` write; with `-emit`, a folder";
  let description = [{
    The file is replaced if everything succeeds, and otherwise left unchanged. It may
    be an input: what the pipeline makes of a dump is a dump. `-remarks-output`,
    `-time-trace` and `-counters` may not. Devices, pipes and what the shell
    opened (`/dev/fd/3`) are written in place; `/dev/stdout` is the same as `-`.
    It is an error if no pass writes a document.
  }];
}

def Emit : TextOption<"emit"> {
  let valueName = "exporter,...";
  let whenRepeated = "write one list, as in 'print,export-packing'";
  let help = "Run these exporters last, and write a file of each module into the "
             "folder that `-o` names";
  let description = [{
    Exporters are passes that write documents, with their options as in a
    pipeline: `print` and `export-packing`, and those of plugins. Documents of passes in
    the pipeline go there too. A file is named after the module and the
    exporter: `X-buffer-assignment.txt` and `X.csv` of `X-buffer-assignment.txt`. Where
    inputs from several folders have the same name, the input's folder goes in
    front, as in `a/X.csv`. The folder is made if it is missing.

    `csv` and `jsonl` write files over all modules instead, one for each of the
    [tables](../Tables.md): `values.csv`. They appear together, if the whole run
    succeeds. With `-o -`, `jsonl` alone writes one stream of all tables.

    Files are written completely or not at all. A file is not written if its dump
    cannot be read or fails verification that was requested, or if a pass fails.
    Existing files are replaced, except inputs.
  }];
}

def Width : UnsignedOption<"width"> {
  let defaultText = "that of the terminal, otherwise 80";
  let help = "Columns that output may take; 0 for no limit";
  let description = [{
    Where a table is wider, names in it are shortened in the middle, files to what
    is below their common folder, and the least important columns are left out, which
    a line below the table names. Other lines go on in the next one, indented; a name
    that is longer than a line stays whole. Where neither this option nor a terminal
    tells the width, the place that a remark begins with does not count. YAML and
    JSON have everything, whatever the width.
  }];
}

def Top : UnsignedOption<"top"> {
  let help = "How many rows the table of several dumps has; 0 for all";
  let defaultText = "10";
}

def ExactBytes : FlagOption<"exact-bytes"> {
  let isMain = true;
  let help = "Print all sizes in tables and on screens in bytes";
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

def RemarkSection : OptionSection<"Remark options"> {
  let description = [{
    What passes find goes to the standard output as text for a person, or to the
    standard error stream where the standard output takes a document. For
    programs there are YAML and JSON: [RemarkFormats](../RemarkFormats.md). What is
    left out with one of these options is left out everywhere; rows and notes
    go with the sentence that they stand under.
  }];
}

def RemarksOutput : TextOption<"remarks-output"> {
  let isMain = true;
  let valueName = "file";
  let help = "Write the remarks to a file too";
  let description = [{
    `-` writes them to the standard output in the place of text. The file is written
    completely or not at all: not if an input cannot be read or a pass fails. It is
    written even if a dump contradicts itself or `-fail-on` matches.
  }];
  let whenRepeated = "name one file";
}

def Format : TextOption<"format"> {
  let isMain = true;
  let valueName = "format";
  let help = "How to write the remarks to `-remarks-output`, or without that to "
             "the standard output: as `screen`, `text`, `yaml` or `json`";
  let description = [{
    `screen` is for people who are out of memory ([Screens](../Screens.md)): `summary`
    and `advise` as one screen, several dumps as a table; other passes as `text`.
    `text` is sentences and tables, `yaml` what LLVM's tools read, `json` an
    object on each line. `auto` goes by how the name of the file ends: `json` for
    `.json` and `.jsonl`, `text` for `.txt`, `yaml` for `.yaml`, `.yml` and a name
    without an ending; any other ending is an error. Without a file it is `screen`, or
    `text` where `-passes` is given. Plugins may add formats.
  }];
  let defaultValue = "auto";
}

def RemarksFilter : TextOption<"remarks-filter"> {
  let valueName = "regex";
  let help = "Only remarks of passes whose name matches";
  let whenRepeated = "write one, as in 'peak|frag'";
}

def RemarksKind : EnumListOption<"remarks-kind", "RemarkKind", [
    OptionValue<"passed", "RemarkKind::Passed", "Savings that were made">,
    OptionValue<"missed", "RemarkKind::Missed", "Savings that were not made">,
    OptionValue<"analysis", "RemarkKind::Analysis", "Facts">,
    OptionValue<"failure", "RemarkKind::Failure", "Broken rules">]> {
  let help = "Only remarks of these kinds";
}

def MinBytes : TextOption<"min-bytes"> {
  let valueName = "size";
  let help = "Only remarks about at least this many bytes, such as 4096 or 1.5MiB";
  let description = [{
    Remarks about zero or an unknown number of bytes are left out, except failures.
  }];
}

def FailOn : TextOption<"fail-on"> {
  let valueName = "regex";
  let help = "Exit with status 2 if there is a remark whose 'pass:Name' matches";
  let description = [{
    As in `-fail-on='^peak:PrintedPeak'`. Remarks that other options filter out do
    not count. For each module with a match, a line on the standard error stream
    names the first. Where there is no match and a pass that could have reported one
    says that something is not known, as `peak:LiveRangesUnknown` does, a warning
    names that remark; `-fatal-warnings=incomplete` makes it an error.
  }];
  let whenRepeated = "write one, as in 'peak:PeakAt|frag:Hole'";
}

#endif // HLOMEM_TOOLS_HLO_MEM_OPT_OPTIONS_TD
