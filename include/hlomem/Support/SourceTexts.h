//===- SourceTexts.h - The texts that locations point into ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file defines locations in several texts. A dump may come in three
/// files, and a file may be a log that holds a hundred dumps: a location is a
/// place in one of several texts, each of them a part of a file.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_SOURCETEXTS_H
#define HLOMEM_SUPPORT_SOURCETEXTS_H

#include "hlomem/Support/LineIndex.h"

namespace llvm {
class MemoryBuffer;
} // namespace llvm

namespace hlomem {

/// Is the byte order mark that some systems put before UTF-8 text.
inline constexpr StringLiteral ByteOrderMark = "\xEF\xBB\xBF";

/// Represents a text: a file or a part of one.
struct SourceText {
  /// Owns the memory that \p Text is part of. Several texts may share it.
  std::shared_ptr<const llvm::MemoryBuffer> Buffer;
  StringRef Text;
  /// Names the file as the user did.
  std::string FileName;
  /// Is the line of the file that the text begins in, at its first column.
  uint64_t FirstLine = 1;
  /// Holds the line feeds of each block of a longer text that begins where Text
  /// does, for LineIndex. It is null unless they were counted as part of
  /// another search.
  std::shared_ptr<const std::vector<uint32_t>> LineFeeds;

  /// Returns the whole of \p Buffer as a text, named by the buffer's
  /// identifier.
  static SourceText whole(std::unique_ptr<llvm::MemoryBuffer> Buffer);
};

/// Formats the place of \p At in \p T for messages: "FILE:LINE:COLUMN". Takes
/// time linear in the text before it.
std::string printPlace(const SourceText &T, const char *At);

/// Represents a place in a text, for messages.
struct SourcePlace {
  StringRef FileName;
  /// Is the line in the file, counted from 1.
  uint64_t Line;
  /// Is the column in bytes, counted from 1.
  unsigned Column;
  /// Is the text of the line, without its line feed.
  StringRef LineText;
  /// Is true if the text ends where this line would begin, so that nothing can
  /// be shown.
  bool IsBehindText;
};

/// Owns texts and finds places in them.
class SourceTexts {
public:
  SourceTexts() = default;
  /// Makes a copy, which has the same texts: their memory is shared.
  SourceTexts(const SourceTexts &Other) {
    for (const SourceText &T : Other.Texts)
      add(T);
  }
  SourceTexts &operator=(const SourceTexts &) = delete;

  /// Adds \p T, whose line numbers begin with its FirstLine.
  void add(SourceText T);

  ArrayRef<SourceText> texts() const { return Texts; }

  /// Returns the place of \p Loc, or none if it is invalid or in no text.
  std::optional<SourcePlace> find(SMLoc Loc) const;

private:
  SmallVector<SourceText, 1> Texts;
  /// Holds the line index of each text, in the order of Texts.
  SmallVector<std::unique_ptr<LineIndex>, 1> Lines;
};

} // namespace hlomem

#endif // HLOMEM_SUPPORT_SOURCETEXTS_H
