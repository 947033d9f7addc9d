//===- PassBase.td - How passes are declared ---------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A pass is declared once, in a file of its own with its remarks. From the
/// declaration hlo-mem-tblgen makes the options with their parser and printer,
/// the class of the pass and the structs of the remarks (-gen-pass-decls), the
/// registration (-gen-pass-registry) and the page of documentation
/// (-gen-pass-docs). The same goes for analyses and pipeline aliases, which
/// need no more than the latter two.
///
/// A file is read for what it declares itself, with files that it includes from
/// its own folder: what others define is known, but not emitted. `-all-files`
/// emits everything: so a file that includes those of all passes is the list
/// of what there is.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASS_PASSBASE_TD
#define HLOMEM_PASS_PASSBASE_TD

include "hlomem/Remarks/CommonRemarks.td"

/// An option of a pass.
class Option<string cppName, string spelling, string cppType,
             string defaultText, string helpText> {
  /// Name of the field of the options struct, "Top".
  string fieldName = cppName;
  /// Name in a pipeline, "top".
  string name = spelling;
  /// One of unsigned, uint64_t, bool, std::string, ::hlomem::SpaceChoice; or
  /// std::optional<T> or std::vector<T> of one of them but bool. A bool is a flag.
  string type = cppType;
  /// As it would be written in a pipeline. Empty for an optional, which has
  /// none, for an empty string and for an empty vector.
  string defaultValue = defaultText;
  /// One sentence without a full stop.
  string help = helpText;
  /// The least and the most that a number may be; empty if there is no limit but
  /// that of its type. For unsigned and uint64_t, also optional ones. Others are
  /// refused when a pipeline is parsed.
  list<int> range = [];
  /// What a number counts, "bytes"; empty for plain numbers.
  string unit = "";
  /// See EnumOption.
  list<string> enumerators = [];
  /// Still read, but shown nowhere: there is a better way.
  bit isHidden = false;
}

/// An option that is accepted but not shown.
class HiddenOption<string cppName, string spelling, string cppType,
                   string defaultText, string helpText>
    : Option<cppName, spelling, cppType, defaultText, helpText> {
  let isHidden = true;
}

/// An option with one of some fixed values, "by-size" or "by-time". Its field
/// has the type <cppName>Kind, an enumeration in the options struct, with one
/// enumerator for each value ("BySize").
class EnumOption<string cppName, string spelling, list<string> values,
                 string defaultText, string helpText>
    : Option<cppName, spelling, cppName # "Kind", defaultText, helpText> {
  let enumerators = values;
}

/// An analysis. The class is called as the record, `def LivenessAnalysis`, and
/// is defined by hand: see AnalysisManager.h.
class ModuleAnalysis<string analysisName> {
  /// As in `require<liveness>`: lower-case letters, digits and dashes.
  string name = analysisName;
  /// One sentence without a full stop.
  string summary = "";
  /// Markdown for the page of documentation.
  string description = "";
  /// The header that defines the class, "hlomem/Analysis/Liveness/Liveness.h". Empty if
  /// the file that includes the registration defines it before.
  string header = "";
  /// The member of a pass that has its result, "Live": see Pass.members.
  string member = "";
}

/// A name for a pipeline, which holds passes and aliases that are
/// registered before. Aliases are registered in the order of the file, after all
/// passes.
class PipelineAlias<string aliasName, string pipelineText> {
  /// As in a pipeline: lower-case letters, digits and dashes.
  string name = aliasName;
  /// "peak<top=3>,frag".
  string pipeline = pipelineText;
  /// One sentence without a full stop.
  string summary = "";
}

/// Something that a pass counts, for -counters: `C.count(NumDropped, 3)` in the
/// pass, "peak.num-dropped" in the output.
class Counter<string cppName, string spelling, string descriptionText> {
  /// Name of the constant in the class of the pass, "NumDropped".
  string fieldName = cppName;
  /// Lower-case letters, digits and dashes: "num-dropped".
  string name = spelling;
  /// One sentence without a full stop.
  string description = descriptionText;
}

/// A pass. `def Peak` becomes the class PeakPass. lib/Reports/Peak/PeakPass.cpp
/// defines its run(), or derives a class that has one. The remarks that follow the
/// record are the pass's own. Its name is as in a pipeline: lower-case letters,
/// digits and dashes.
class Pass<string passName> : RemarkSource<passName> {
  /// One sentence without a full stop.
  string summary = "";
  /// Markdown for the page of documentation.
  string description = "";
  /// The pass writes to PassContext::document(), the tool's -o.
  bit writesDocument = false;
  /// Makes a pass that writes a document an exporter, for `-emit`: how the files
  /// end that its documents become. "csv" follows the name of the module and a
  /// dot, "-buffer-assignment.txt" the name alone.
  string extension = "";
  /// The pass must not be left out, by -opt-bisect-limit or others that skip
  /// passes. One that writes a document never is.
  bit isRequired = false;
  /// The pass changes the assignment: slices, live ranges, sizes of allocations.
  bit isTransform = false;
  /// In the order in which they are shown.
  list<Option> options = [];
  /// In the order in which they are shown.
  list<Counter> counters = [];
  /// The analyses whose results are members of the pass.
  list<ModuleAnalysis> members = [];
  /// Further analyses that the pass asks for, for the documentation.
  list<ModuleAnalysis> analyses = [];
  /// The member Spaces has the memory spaces to report: all that have
  /// allocations, thread-local ones aside, or the one of the option `space`. If
  /// that one has none, NothingInSpace is reported, and the pass does not run.
  bit selectsSpaces = false;
  /// Where live ranges are derived or unknown, LiveRangesDerived or
  /// LiveRangesUnknown comes before what the pass reports.
  bit usesLiveRanges = false;
  /// What else of CommonRemarks.td the pass reports.
  list<Remark> alsoReports = [];
}

#endif // HLOMEM_PASS_PASSBASE_TD
