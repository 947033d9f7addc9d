//===- RemarkOutput.h - Where the remarks of a run go ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DRIVER_REMARKOUTPUT_H
#define HLOMEM_DRIVER_REMARKOUTPUT_H

#include "hlomem/Driver/InputList.h"
#include "hlomem/Remarks/RemarkFormats.h"
#include "hlomem/Remarks/RemarkStreams.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Regex.h"

namespace hlomem {

class PassBuilder;
struct DriverOptions;

/// Selects what is done with remarks.
struct RemarkOptions {
  /// Is the format of remarks on the standard output.
  const RemarkFormat *StandardFormat = nullptr;
  /// Names a file that remarks are also written to; empty if there is none.
  std::string File;
  /// Is the format of remarks in File; null if there is no file.
  const RemarkFormat *FileFormat = nullptr;
  RemarkFilter Filter;
  /// Makes the run fail if it matches the full name of a remark; may be null.
  std::shared_ptr<const llvm::Regex> FailOn;
  /// Names the passes that may report a remark which FailOn matches.
  std::vector<std::string> FailOnPasses;
};

/// Returns the remark options of \p Given. The result refers to \p PB.
/// Errors are one line that names the option.
Expected<RemarkOptions> readRemarkOptions(const DriverOptions &Given,
                                          const PassBuilder &PB);

/// Returns a warning for each regular expression in \p Given that matches none
/// of the names it could be meant for, and is probably misspelt.
std::vector<std::string> findUnmatchedPatterns(const DriverOptions &Given,
                                               const PassBuilder &PB);

/// Chooses the names of modules in a remark file. Names are short, and two
/// files have different ones: the path relative to the common folder of all
/// inputs, without the ending that XLA gives to files unless another input
/// would then have the same name.
class RemarkModuleNames {
public:
  explicit RemarkModuleNames(ArrayRef<InputSet> Inputs);

  /// Returns the name in remark files of the Module named \p Name.
  std::string get(StringRef Name) const;

private:
  /// Is the common folder of all inputs, which ends with '/' or is empty.
  std::string Folder;
  /// Counts the inputs that could have a name: the name of a file, or that
  /// without its ending.
  llvm::StringMap<unsigned> Claims;
};

/// Holds the text that the remarks of one module were written as.
struct RemarkTexts {
  /// Is the text for the standard output.
  std::string Standard;
  /// Is the text for RemarkOptions::File.
  std::string File;
  /// Says which remarks -fail-on matched; empty if none.
  std::string FailOn;
  /// Says why a remark that -fail-on matches may be missing; empty if none is.
  std::string FailOnUnknown;
  /// Is true if the remarks are one headline, which begins with the name of the
  /// module, and notes: no line with the name is needed above them.
  bool NameModule = false;
  /// Holds the names of all remarks but rows and notes.
  std::string Kinds;
  /// Is true if all remarks that no screen draws are warnings.
  bool HasOnlyWarnings = false;
};

/// Determines whether the remarks of a module are one headline and notes, and
/// of what kinds they are.
class HeadlineStream final : public RemarkStream {
public:
  void handle(const Remark &R) override;

  bool isOneWithNotes() const { return Headlines == 1 && !HasRows; }
  /// Returns the place of the last headline.
  SMLoc getLoc() const { return Loc; }
  /// Returns the names of all headlines, each as often as it comes.
  StringRef getKinds() const { return Kinds; }
  /// Returns true if all headlines that no screen draws are warnings.
  bool areWarnings() const { return AreWarnings; }

private:
  bool AreWarnings = true;
  std::string Kinds;
  uint64_t Headlines = 0;
  bool HasRows = false;
  SMLoc Loc;
};

/// Holds the streams of one module. It must not be shared between threads.
class ModuleRemarks {
public:
  /// Makes the streams. All arguments must outlive the object. \p DumpName
  /// names the module in text, \p TextOptions are for the standard output and
  /// \p FileOptions for the file.
  ModuleRemarks(const RemarkOptions &Options, const RemarkModule &M,
                StringRef DumpName, TextRemarkOptions TextOptions,
                TextRemarkOptions FileOptions, RemarkTexts &Texts);

  /// Makes \p Stream hear all remarks too, which must outlive the object.
  void add(RemarkStream &Stream) { Both.add(Stream); }

  RemarkStream &stream() { return *First; }
  /// Finishes the streams and sets the texts. It must be called after the last
  /// remark.
  void finish();

private:
  const RemarkModule &M;
  StringRef DumpName;
  RemarkTexts &Texts;
  llvm::raw_string_ostream StandardOS, FileOS;
  std::unique_ptr<RemarkStream> Standard, File;
  HeadlineStream Headlines;
  BroadcastingRemarkStream Both;
  std::optional<WatchingRemarkStream> Watch;
  std::optional<UnknownRemarkStream> Unknown;
  std::optional<FilteringRemarkStream> Filter;
  RemarkStream *First = &Both;
};

} // namespace hlomem

#endif // HLOMEM_DRIVER_REMARKOUTPUT_H
