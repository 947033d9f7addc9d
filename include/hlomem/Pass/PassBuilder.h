//===- PassBuilder.h - Passes by name -------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASS_PASSBUILDER_H
#define HLOMEM_PASS_PASSBUILDER_H

#include "hlomem/Pass/PassInfo.h"
#include "hlomem/Pass/PassManager.h"
#include "hlomem/Remarks/RemarkFormats.h"
#include <map>

namespace llvm {
class Regex;
} // namespace llvm

namespace hlomem {

/// Registers passes, analyses, pipeline aliases and remark formats, and makes
/// pipelines. It is the registry itself: two builders share nothing.
///
/// Names consist of lower-case letters, digits and dashes. Passes and aliases
/// share one name space; analyses and remark formats have one each. Registering
/// a name that is taken is an error that names both owners.
class PassBuilder {
public:
  /// Makes a plugin the owner of what is registered while an object of this
  /// class exists.
  class OwnerScope {
  public:
    /// Makes the plugin named \p Plugin the owner.
    OwnerScope(PassBuilder &PB, StringRef Plugin)
        : PB(PB), Previous(std::exchange(PB.Owner, Plugin.str())) {}
    OwnerScope(const OwnerScope &) = delete;
    OwnerScope &operator=(const OwnerScope &) = delete;
    ~OwnerScope() { PB.Owner = std::move(Previous); }

  private:
    PassBuilder &PB;
    std::string Previous;
  };

  /// Adds the plugin \p Name of version \p Version, which was loaded from the
  /// file \p Path. Fails if this plugin, or another one of the same name, was
  /// added before.
  Error addPlugin(StringRef Name, StringRef Path, StringRef Version);

  /// Registers \p PassT under its name. Built-in passes and those of plugins
  /// are registered in the same way.
  template <class PassT> Error registerPass() {
    return hlomem::registerPass<PassT>(*this);
  }

  /// Registers the pass that \p Info describes and \p Make makes.
  Error registerPass(const PassInfo &Info, PassFactory Make);

  /// Registers \p AnalysisT for `require` and `invalidate`. Passes may use an
  /// analysis that is not registered.
  template <class AnalysisT> Error registerAnalysis(const AnalysisInfo &Info) {
    return registerAnalysis(Info, AnalysisT::ID(), [](AnalysisManager &AM) {
      AM.getResult<AnalysisT>();
    });
  }

  /// Registers \p Name as an alias of the pipeline \p Text. \p Text is parsed
  /// at once: it may contain only passes and aliases that are registered
  /// before, and a mistake in it is an error here. \p Summary is one sentence
  /// without a full stop. All texts are copied.
  Error registerPipelineAlias(StringRef Name, StringRef Text,
                              StringRef Summary);

  /// Registers \p Format for `-format`.
  Error registerRemarkFormat(const RemarkFormat &Format);

  const RemarkFormats &remarkFormats() const { return Formats; }

  /// Parses the pipeline \p Text:
  /// \code
  ///   pipeline ::= element (',' element)*
  ///   element  ::= pass ('<' option (';' option)* '>')?
  ///              | 'require' '<' analysis '>'
  ///              | 'invalidate' '<' (analysis | 'all') '>'
  ///              | alias
  ///   option   ::= flag | name '=' value
  /// \endcode
  /// `require` computes an analysis and `invalidate` drops its result, with all
  /// results that were computed from it. Blanks around names and values are
  /// ignored; a value has '<' and '>' in pairs. Fails with a PipelineError.
  Expected<PassManager> parsePipeline(StringRef Text) const;

  /// Parses \p Text as parsePipeline() does, for a pass that runs it inside
  /// (NestedPipeline): passes that write documents are an error.
  Expected<PassManager> parseNestedPipeline(StringRef Text) const;

  /// Fails, with a suggestion, if there is no pass \p Name. "require<liveness>"
  /// is a pass, too; an alias is not.
  Error requirePass(StringRef Name) const;

  /// Returns the names of all passes, sorted.
  std::vector<StringRef> passNames() const;

  /// Returns the names of all exporters, the passes that `-emit` may name,
  /// sorted.
  std::vector<StringRef> exporterNames() const;

  /// Returns the names of all remarks that passes report, each as
  /// "peak:PeakAt". Returns none if a plugin has a pass that declares no
  /// remarks: it may report any.
  std::optional<std::vector<std::string>> remarkNames() const;

  /// Returns the names of the passes that may report a remark whose full name,
  /// "peak:PeakAt", \p Pattern matches: those that declare one, and those of
  /// plugins that declare none.
  std::vector<std::string> passesThatReport(const llvm::Regex &Pattern) const;

  /// Returns the completions of \p Text, the beginning of a pipeline: whole
  /// texts, each up to the end of a name or a value. If there is a single one
  /// that may be continued, a second one shows how, as in "peak" and "peak<",
  /// or "peak<top=" and "peak<top=<number>".
  std::vector<std::string> completePipeline(StringRef Text) const;

  /// Prints all passes with their options, all analyses and all pipeline
  /// aliases, each sorted by name and with the plugin that it comes from, then
  /// all plugins with their versions and files.
  void printPasses(raw_ostream &OS) const;

private:
  friend class PipelineParser;

  struct PassEntry {
    PassInfo Info;
    /// Names the plugin, or is empty for what is built in.
    std::string Owner;
    PassFactory Make;
  };
  using AnalysisFunction = void (*)(AnalysisManager &AM);
  struct AnalysisEntry {
    AnalysisInfo Info;
    std::string Owner;
    const AnalysisKey *ID;
    AnalysisFunction Compute;
  };
  struct PluginEntry {
    std::string Path;
    std::string Version;
  };
  struct AliasEntry {
    std::string Text;
    std::string Summary;
    std::string Owner;
  };

  Error registerAnalysis(const AnalysisInfo &Info, const AnalysisKey *ID,
                         AnalysisFunction Compute);

  /// Identifies what a name is used for.
  enum class NameKind { Pass, Analysis, Alias, RemarkFormat };

  /// Fails if \p Name is not a valid name for a \p Kind.
  Error checkName(NameKind Kind, StringRef Name) const;
  /// Fails if \p Name is not valid for a \p Kind, or if a pass or an alias has
  /// it.
  Error checkPipelineName(NameKind Kind, StringRef Name) const;
  /// Makes the error that \p Name, for a \p Kind, is already the name of an \p
  /// Other that \p OtherOwner registered.
  Error takenName(NameKind Kind, StringRef Name, NameKind Other,
                  StringRef OtherOwner) const;
  static StringRef describe(NameKind Kind, bool IsPlural = false);
  static std::string describeOwner(NameKind Kind, StringRef Owner);

  std::map<StringRef, PassEntry> Passes;
  std::map<StringRef, AnalysisEntry> Analyses;
  std::map<std::string, AliasEntry> Aliases;
  std::map<std::string, PluginEntry> Plugins;
  RemarkFormats Formats;
  /// Names the plugin that registers now; empty for what is built in.
  std::string Owner;
};

} // namespace hlomem

#endif // HLOMEM_PASS_PASSBUILDER_H
