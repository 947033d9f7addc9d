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
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

class PassBuilder;
struct DriverOptions;

/// What is to become of remarks.
struct RemarkOptions {
  /// Of what goes to the standard output.
  const RemarkFormat *StandardFormat = nullptr;
  /// A file that gets them too; empty if none does.
  std::string File;
  /// Of that file; null if there is none.
  const RemarkFormat *FileFormat = nullptr;
  RemarkFilter Filter;
  /// Makes the run fail where it matches; null if nothing does.
  std::shared_ptr<const llvm::Regex> FailOn;
};

/// What is returned refers to \p Formats. Errors are one line that names the
/// option.
llvm::Expected<RemarkOptions> readRemarkOptions(const DriverOptions &Given,
                                                const RemarkFormats &Formats);

/// What to warn of: a line for each expression in \p Given that matches no name
/// which it could meet, so that it is probably misspelt.
std::vector<std::string> findUnmatchedPatterns(const DriverOptions &Given,
                                               const PassBuilder &PB);

/// What a remark file calls modules. A name is short, and no two files have the
/// same: the path from the folder that all inputs lie in, without the ending
/// that XLA gives it unless another input would have the same name then.
class RemarkModuleNames {
public:
  explicit RemarkModuleNames(llvm::ArrayRef<InputSet> Inputs);

  /// \p Name is that of the Module.
  std::string get(llvm::StringRef Name) const;

private:
  /// Ends with '/', or is empty.
  std::string Folder;
  /// How many inputs may be called so: by a file's name or without its ending.
  llvm::StringMap<unsigned> Claims;
};

/// What the remarks of one module have become.
struct RemarkTexts {
  /// For the standard output.
  std::string Standard;
  /// For the file.
  std::string File;
  /// Says which remarks -fail-on matched; empty if none.
  std::string FailOn;
  /// They are one headline that begins with the name of the module, and notes:
  /// nothing need stand above them.
  bool NameModule = false;
};

/// Tells whether the remarks of a module are one headline and notes.
class HeadlineStream final : public RemarkStream {
public:
  void handle(const Remark &R) override;

  bool isOneWithNotes() const { return Headlines == 1 && !HasRows; }
  /// Where the last one stands.
  llvm::SMLoc getLoc() const { return Loc; }

private:
  uint64_t Headlines = 0;
  bool HasRows = false;
  llvm::SMLoc Loc;
};

/// The streams of one module. Not to be shared between threads.
class ModuleRemarks {
public:
  /// All must outlive this. \p DumpName is what text calls the module, \p
  /// TextOptions are for the standard output and \p FileOptions for the file.
  ModuleRemarks(const RemarkOptions &Options, const RemarkModule &M,
                llvm::StringRef DumpName, TextRemarkOptions TextOptions,
                TextRemarkOptions FileOptions, RemarkTexts &Texts);

  RemarkStream &stream() { return *First; }
  /// Call this after the last remark.
  void finish();

private:
  const RemarkModule &M;
  llvm::StringRef DumpName;
  RemarkTexts &Texts;
  llvm::raw_string_ostream StandardOS, FileOS;
  std::unique_ptr<RemarkStream> Standard, File;
  HeadlineStream Headlines;
  BroadcastingRemarkStream Both;
  std::optional<WatchingRemarkStream> Watch;
  std::optional<FilteringRemarkStream> Filter;
  RemarkStream *First = &Both;
};

} // namespace hlomem

#endif // HLOMEM_DRIVER_REMARKOUTPUT_H
