//===- PassBase.td - How passes are declared ---------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file defines the records that declare passes. A pass is declared once,
/// in a file of its own with its remarks. From the declaration hlo-mem-tblgen
/// generates the options with their parser and printer, the class of the pass
/// and the structs of the remarks (-gen-pass-decls), the registration
/// (-gen-pass-registry) and the page of documentation (-gen-pass-docs).
/// Analyses and pipeline aliases are declared in the same way; only the
/// registration and the documentation are generated for them.
///
/// Records are emitted for the file itself and for files that it includes from
/// its own folder: records of other files are known, but not emitted.
/// With `-listed-files` a file is a list of others: the records of the files
/// that it includes itself, and of files beside those, are emitted for it.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASS_PASSBASE_TD
#define HLOMEM_PASS_PASSBASE_TD

include "hlomem/Remarks/CommonRemarks.td"

/// Declares an option of a pass.
class Option<string cppName, string spelling, string cppType,
             string defaultText, string helpText> {
  /// Names the field of the options struct, "Top".
  string fieldName = cppName;
  /// Names the option in a pipeline, "top".
  string name = spelling;
  /// Is one of unsigned, uint64_t, bool, std::string, ::hlomem::Bytes,
  /// ::hlomem::SpaceChoice, or std::optional<T> or std::vector<T> of one of them
  /// except bool; or ::hlomem::NestedPipeline, the passes that
  /// PassContext::runNested() runs. A bool is a flag.
  string type = cppType;
  /// Is the default as it would be written in a pipeline. It is empty for an
  /// optional or a pipeline, which have no default, for an empty string and for
  /// an empty vector.
  string defaultValue = defaultText;
  /// Describes the option in one sentence without a full stop.
  string help = helpText;
  /// Holds the least and the greatest allowed number, or is empty if only the
  /// type limits it. It is for unsigned and uint64_t, also optional ones. Other
  /// numbers are rejected when a pipeline is parsed.
  list<int> range = [];
  /// Names what a number counts, "bytes"; empty for plain numbers.
  string unit = "";
  /// Holds the values of an EnumOption.
  list<string> enumerators = [];
  /// Names the header that defines the enumeration, see EnumOptionOf.
  string header = "";
  /// Is a value as an example if the option must be given, see RequiredOption;
  /// otherwise empty.
  string example = "";
  /// Hides the option: it is still accepted, but shown nowhere, since there is
  /// a better way.
  bit isHidden = false;
}

/// Declares an option that must be given. A pipeline without it is a mistake,
/// whose message shows the value \p exampleText.
class RequiredOption<string cppName, string spelling, string cppType,
                     string exampleText, string helpText>
    : Option<cppName, spelling, cppType, "", helpText # "; required"> {
  let example = exampleText;
}

/// Declares an option that is a size with a unit, "64KiB".
class BytesOption<string cppName, string spelling, string defaultText,
                  string helpText>
    : Option<cppName, spelling, "::hlomem::Bytes", defaultText, helpText>;

/// Declares an option that is a number from \p least to \p most.
class RangedOption<string cppName, string spelling, string cppType,
                   string defaultText, string helpText, int least, int most>
    : Option<cppName, spelling, cppType, defaultText, helpText> {
  let range = [least, most];
}

/// Declares an option that is accepted but not shown.
class HiddenOption<string cppName, string spelling, string cppType,
                   string defaultText, string helpText>
    : Option<cppName, spelling, cppType, defaultText, helpText> {
  let isHidden = true;
}

/// Declares an option with one of several fixed values, "by-size" or "by-time".
/// Its field has the type <cppName>Kind, an enumeration in the options struct
/// with an enumerator for each value ("BySize").
class EnumOption<string cppName, string spelling, list<string> values,
                 string defaultText, string helpText>
    : Option<cppName, spelling, cppName # "Kind", defaultText, helpText> {
  let enumerators = values;
}

/// Declares an option of an enumeration that \p enumHeader defines,
/// "::hlomem::DumpPart", which has an enumerator for each value.
class EnumOptionOf<string cppName, string spelling, string cppEnum,
                   string enumHeader, list<string> values, string defaultText,
                   string helpText>
    : EnumOption<cppName, spelling, values, defaultText, helpText> {
  let type = cppEnum;
  let header = enumHeader;
}

/// Declares an analysis. The class has the name of the record, `def
/// LivenessAnalysis`, and is defined by hand: see AnalysisManager.h.
class ModuleAnalysis<string analysisName> {
  /// Names the analysis as in `require<liveness>`: lower-case letters, digits
  /// and dashes.
  string name = analysisName;
  /// Describes the analysis in one sentence without a full stop.
  string summary = "";
  /// Is Markdown for the page of documentation.
  string description = "";
  /// Names the header that defines the class,
  /// "hlomem/Analysis/Liveness/Liveness.h". It is empty if the file that
  /// includes the registration defines the class before.
  string header = "";
  /// Names the member of a pass that has the result, "Live": see Pass.members.
  string member = "";
}

/// Declares a name for a pipeline of passes and of aliases that are registered
/// before. Aliases are registered in the order of the file, after all passes.
class PipelineAlias<string aliasName, string pipelineText> {
  /// Names the alias as in a pipeline: lower-case letters, digits and dashes.
  string name = aliasName;
  /// Is the text of the pipeline, "peak<top=3>,frag".
  string pipeline = pipelineText;
  /// Describes the alias in one sentence without a full stop.
  string summary = "";
}

/// Declares a counter of a pass, for -counters: `C.count(NumDropped, 3)` in the
/// pass, "peak.num-dropped" in the output.
class Counter<string cppName, string spelling, string descriptionText> {
  /// Names the constant in the class of the pass, "NumDropped".
  string fieldName = cppName;
  /// Names the counter in the output, "num-dropped": lower-case letters, digits
  /// and dashes.
  string name = spelling;
  /// Describes the counter in one sentence without a full stop.
  string description = descriptionText;
}

/// Declares a pass. `def Peak` becomes the class PeakPass.
/// lib/Passes/Report/Peak/PeakPass.cpp defines its run(), or derives a class that has
/// one. The remarks that follow the record belong to the pass. The name is that
/// in a pipeline: lower-case letters, digits and dashes.
class Pass<string passName> : RemarkSource<passName> {
  /// Describes the pass in one sentence without a full stop.
  string summary = "";
  /// Is Markdown for the page of documentation.
  string description = "";
  /// Is true if the pass writes to PassContext::document(), the tool's -o.
  bit writesDocument = false;
  /// Makes a pass that writes a document an exporter, for `-emit`, and ends the
  /// names of its files: "csv" follows the name of the module and a dot,
  /// "-buffer-assignment.txt" the name alone.
  string extension = "";
  /// Is true if the documents of a pass that writes them are tables over all
  /// modules (PassContext::table()): its files are named after the table.
  bit writesTables = false;
  /// Names the group in which lists have the pass, of PassGroups.def. Without one
  /// transforms are among the changes, passes that write documents among the
  /// exports, and others among the reports.
  string group = "";
  /// Is true if the pass must not be skipped by -opt-bisect-limit or other
  /// callbacks. A pass that writes a document is never skipped.
  bit isRequired = false;
  /// Is true if the pass changes the assignment: slices, live ranges, sizes of
  /// allocations.
  bit isTransform = false;
  /// Holds the options in the order in which they are shown.
  list<Option> options = [];
  /// Holds the counters in the order in which they are shown.
  list<Counter> counters = [];
  /// Holds the analyses whose results are members of the pass.
  list<ModuleAnalysis> members = [];
  /// Holds further analyses that the pass uses, for the documentation.
  list<ModuleAnalysis> analyses = [];
  /// Gives the pass a member Spaces with the memory spaces to report: all that
  /// have allocations, except thread-local ones, or the one of the option
  /// `space`. If that one has none, NothingInSpace is reported and the pass
  /// does not run.
  bit selectsSpaces = false;
  /// Reports LiveRangesDerived or LiveRangesUnknown before the pass runs, if
  /// live ranges are derived or unknown.
  bit usesLiveRanges = false;
  /// Holds further remarks of CommonRemarks.td that the pass reports.
  list<Remark> alsoReports = [];
}

#endif // HLOMEM_PASS_PASSBASE_TD
