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
#include "hlomem/Remarks/TextRemarkStream.h"
#include <map>

namespace hlomem {

/// Holds the arguments for making the stream of one module. All must outlive
/// the stream.
struct RemarkStreamContext {
  const RemarkModule &Module;
  /// Names the module in text.
  StringRef DumpName;
  /// Holds the options for text.
  TextRemarkOptions Text = {};
};

/// Describes a format of remarks. All texts live as long as the program or the
/// plugin.
struct RemarkFormat {
  /// Names the format as in `-format=json`: lower-case letters, digits and
  /// dashes.
  StringRef Name;
  /// Holds the extensions of files that have this format by default, with their
  /// dots: ".json".
  ArrayRef<StringLiteral> Extensions;
  /// Is true if the format is for people: lines that name the modules are
  /// printed between them, and other output may follow. Otherwise it is
  /// machine-readable.
  bool IsForPeople = false;
  /// Makes the stream that writes the remarks of one module to \p OS.
  std::unique_ptr<RemarkStream> (*Make)(raw_ostream &OS,
                                        const RemarkStreamContext &C) = nullptr;
};

/// Holds the formats of remarks. Two registries share nothing.
class RemarkFormats {
public:
  /// Adds the formats `text`, `screen`, `yaml` and `json`.
  RemarkFormats();

  /// Adds \p Format of the plugin \p Owner, which is empty for a built-in
  /// format. \pre No format has this name.
  void add(const RemarkFormat &Format, StringRef Owner);

  /// Returns the format \p Name, or null if there is none.
  const RemarkFormat *find(StringRef Name) const;
  /// Returns the plugin that owns the format \p Name, or "" if it is built in.
  /// \pre There is such a format.
  StringRef getOwner(StringRef Name) const;
  /// Returns the names of all formats, sorted.
  std::vector<StringRef> names() const;

  /// Returns the default format of the standard output: `text` if the user
  /// names passes, otherwise `screen`.
  const RemarkFormat &getDefault(bool NamesPasses) const {
    return *find(NamesPasses ? "text" : "screen");
  }
  /// Returns the default format of the file \p Path by its extension: YAML if
  /// it has none, null if no format has the extension.
  const RemarkFormat *getDefaultOf(StringRef Path) const;
  /// Returns the extensions of files that select a format, with their dots,
  /// sorted.
  std::vector<StringRef> extensions() const;

private:
  struct Entry {
    RemarkFormat Format;
    std::string Owner;
  };
  std::map<StringRef, Entry> Formats;
};

} // namespace hlomem

#endif // HLOMEM_REMARKS_REMARKFORMATS_H
