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
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hlomem {

/// Knows the passes, analyses and pipeline aliases that there are and makes
/// pipelines of them. It is the registry itself: two builders share nothing.
///
/// Names are made of lower-case letters, digits and dashes. Passes and aliases
/// share one name space, analyses and remark formats have one of their own
/// each. To register a name that is taken is an error that names both owners.
class PassBuilder {
public:
  /// While it lives, what is registered is a plugin's.
  class OwnerScope {
  public:
    /// \p Plugin is the plugin's name.
    OwnerScope(PassBuilder &PB, llvm::StringRef Plugin)
        : PB(PB), Previous(std::exchange(PB.Owner, Plugin.str())) {}
    OwnerScope(const OwnerScope &) = delete;
    OwnerScope &operator=(const OwnerScope &) = delete;
    ~OwnerScope() { PB.Owner = std::move(Previous); }

  private:
    PassBuilder &PB;
    std::string Previous;
  };

  /// Notes that the plugin \p Name registers, which was loaded from the file \p
  /// Path and says that it is \p Version. An error if it did before, or another
  /// of the same name.
  llvm::Error addPlugin(llvm::StringRef Name, llvm::StringRef Path,
                        llvm::StringRef Version);

  /// Adds \p PassT under its name. Built-in passes and those of plugins take
  /// this way alike.
  template <class PassT> llvm::Error registerPass() {
    return hlomem::registerPass<PassT>(*this);
  }

  /// Adds the pass that \p Info describes and \p Make makes.
  llvm::Error registerPass(const PassInfo &Info, PassFactory Make);

  /// Adds \p AnalysisT to what `require` and `invalidate` know. Passes may use
  /// an analysis that is not registered.
  template <class AnalysisT>
  llvm::Error registerAnalysis(const AnalysisInfo &Info) {
    return registerAnalysis(Info, AnalysisT::ID(), [](AnalysisManager &AM) {
      AM.getResult<AnalysisT>();
    });
  }

  /// Makes \p Name an alias of the pipeline \p Text. That is parsed at once, so
  /// that it holds only passes and aliases which are registered before, and a
  /// mistake in it is an error here. \p Summary is one sentence without a full
  /// stop. All texts are copied.
  llvm::Error registerPipelineAlias(llvm::StringRef Name, llvm::StringRef Text,
                                    llvm::StringRef Summary);

  /// Adds \p Format to what `-format` knows.
  llvm::Error registerRemarkFormat(const RemarkFormat &Format);

  const RemarkFormats &remarkFormats() const { return Formats; }

  /// Makes the pipeline that \p Text describes:
  /// \code
  ///   pipeline ::= element (',' element)*
  ///   element  ::= pass ('<' option (';' option)* '>')?
  ///              | 'require' '<' analysis '>'
  ///              | 'invalidate' '<' (analysis | 'all') '>'
  ///              | alias
  ///   option   ::= flag | name '=' value
  /// \endcode
  /// `require` computes an analysis and `invalidate` drops its result, with all
  /// that were computed from it. Blanks around names and values do not count; a
  /// value has '<' and '>' in pairs. A mistake is a PipelineError.
  llvm::Expected<PassManager> parsePipeline(llvm::StringRef Text) const;

  /// An error, with what may be meant, if no pass is called \p Name:
  /// "require<liveness>" is one too.
  llvm::Error requirePass(llvm::StringRef Name) const;

  /// The names of all passes, sorted.
  std::vector<llvm::StringRef> passNames() const;

  /// The names of the passes that `-emit` may name, sorted.
  std::vector<llvm::StringRef> exporterNames() const;

  /// The names of all remarks that passes report, each as "peak:PeakAt". None
  /// if there is a plugin's pass that tells of no remarks: it may have any.
  std::optional<std::vector<std::string>> remarkNames() const;

  /// What \p Text, the beginning of a pipeline, may become: whole texts, each
  /// up to the end of a name or a value. Of a single one that may go on it also
  /// tells how, as in "peak" and "peak<", or "peak<top=" and
  /// "peak<top=<number>".
  std::vector<std::string> completePipeline(llvm::StringRef Text) const;

  /// Writes all passes with their options, all analyses and all pipeline
  /// aliases, each sorted by name and with the plugin that it comes from, and
  /// all plugins with their versions and files.
  void printPasses(llvm::raw_ostream &OS) const;

private:
  friend class PipelineParser;

  struct PassEntry {
    PassInfo Info;
    /// Name of the plugin, empty for what is built in.
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

  llvm::Error registerAnalysis(const AnalysisInfo &Info, const AnalysisKey *ID,
                               AnalysisFunction Compute);

  /// What a name is of.
  enum class NameKind { Pass, Analysis, Alias, RemarkFormat };

  /// An error if a \p Kind cannot be called that.
  llvm::Error checkName(NameKind Kind, llvm::StringRef Name) const;
  /// The same, and if a pass or an alias is called that.
  llvm::Error checkPipelineName(NameKind Kind, llvm::StringRef Name) const;
  /// \p OtherOwner has \p Name as that of an \p Other.
  llvm::Error takenName(NameKind Kind, llvm::StringRef Name, NameKind Other,
                        llvm::StringRef OtherOwner) const;
  static llvm::StringRef describe(NameKind Kind, bool IsPlural = false);
  static std::string describeOwner(NameKind Kind, llvm::StringRef Owner);

  std::map<llvm::StringRef, PassEntry> Passes;
  std::map<llvm::StringRef, AnalysisEntry> Analyses;
  std::map<std::string, AliasEntry> Aliases;
  std::map<std::string, PluginEntry> Plugins;
  RemarkFormats Formats;
  /// Of what is being registered.
  std::string Owner;
};

} // namespace hlomem

#endif // HLOMEM_PASS_PASSBUILDER_H
