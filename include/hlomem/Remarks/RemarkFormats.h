//===- RemarkFormats.h - The formats of remarks by name ---------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REMARKS_REMARKFORMATS_H
#define HLOMEM_REMARKS_REMARKFORMATS_H

#include "hlomem/Remarks/RemarkPlaces.h"
#include "hlomem/Remarks/RemarkStream.h"
#include "hlomem/Remarks/TextRemarkStream.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hlomem {

/// What the stream of one module is made with. All must outlive the stream.
struct RemarkStreamContext {
  const RemarkModule &Module;
  /// What text calls the module.
  llvm::StringRef DumpName;
  /// What the user wants of text.
  TextRemarkOptions Text = {};
};

/// A way to write remarks. All texts live as long as the program or the plugin.
struct RemarkFormat {
  /// As in `-format=json`: lower-case letters, digits and dashes.
  llvm::StringRef Name;
  /// Endings of the files that have this format unless another one is asked
  /// for, with their dots: ".json".
  llvm::ArrayRef<llvm::StringLiteral> Extensions;
  /// A person reads it: lines that name the modules stand between them, and
  /// other output may follow. Otherwise a program does.
  bool IsForPeople = false;
  /// The stream that writes the remarks of one module.
  std::unique_ptr<RemarkStream> (*Make)(llvm::raw_ostream &OS,
                                        const RemarkStreamContext &C) = nullptr;
};

/// Knows the formats that there are. Two registries share nothing.
class RemarkFormats {
public:
  /// Knows `text`, `yaml` and `json`.
  RemarkFormats();

  /// Adds \p Format of the plugin \p Owner; empty for what is built in. \pre No
  /// format has this name.
  void add(const RemarkFormat &Format, llvm::StringRef Owner);

  /// Null if no format is called \p Name.
  const RemarkFormat *find(llvm::StringRef Name) const;
  /// The plugin of the format \p Name, which must be there.
  llvm::StringRef getOwner(llvm::StringRef Name) const;
  /// The names of all formats, sorted.
  std::vector<llvm::StringRef> names() const;

  /// What the standard output gets unless another one is asked for.
  const RemarkFormat &getDefault() const { return *find("text"); }
  /// The same of the file \p Path, by its ending: YAML if it has none, null if
  /// it is one that no format has.
  const RemarkFormat *getDefaultOf(llvm::StringRef Path) const;
  /// The endings of files that tell a format, with their dots, sorted.
  std::vector<llvm::StringRef> extensions() const;

private:
  struct Entry {
    RemarkFormat Format;
    std::string Owner;
  };
  std::map<llvm::StringRef, Entry> Formats;
};

} // namespace hlomem

#endif // HLOMEM_REMARKS_REMARKFORMATS_H
