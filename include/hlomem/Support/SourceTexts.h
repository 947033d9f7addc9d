//===- SourceTexts.h - The texts that locations point into ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A dump may come in three files, and a file may be a log that holds a hundred
/// dumps: a location is a place in one of several texts, each of them a part of
/// a file.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_SOURCETEXTS_H
#define HLOMEM_SUPPORT_SOURCETEXTS_H

#include "hlomem/Support/LineIndex.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SMLoc.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class MemoryBuffer;
} // namespace llvm

namespace hlomem {

/// What some systems put before a text in UTF-8.
inline constexpr llvm::StringLiteral ByteOrderMark = "\xEF\xBB\xBF";

/// A text, all of a file or a part of one.
struct SourceText {
  /// What \p Text is a part of; several texts may share it.
  std::shared_ptr<const llvm::MemoryBuffer> Buffer;
  llvm::StringRef Text;
  /// The file's name as the user gave it.
  std::string FileName;
  /// The line of the file in which the text begins, at its first column.
  uint64_t FirstLine = 1;
  /// The line feeds in each block of a text that begins as Text does, for
  /// LineIndex; null unless they were counted while something else was looked
  /// for.
  std::shared_ptr<const std::vector<uint32_t>> LineFeeds;

  /// The whole of \p Buffer, named after its identifier.
  static SourceText whole(std::unique_ptr<llvm::MemoryBuffer> Buffer);
};

/// Where \p At in \p T is, for messages: "FILE:LINE:COLUMN". Takes time in
/// proportion to what stands before it.
std::string printPlace(const SourceText &T, const char *At);

/// A place in a text, for messages.
struct SourcePlace {
  llvm::StringRef FileName;
  /// Both counted from 1, the column in bytes.
  uint64_t Line;
  unsigned Column;
  /// The line's text, without its line feed.
  llvm::StringRef LineText;
  /// Nothing stands here: the text ends where this line would begin.
  bool IsBehindText;
};

/// Owns texts and finds places in them.
class SourceTexts {
public:
  /// Line numbers of \p T begin with its FirstLine.
  void add(SourceText T);

  llvm::ArrayRef<SourceText> texts() const { return Texts; }

  /// Where \p Loc is; none for an invalid one or one in no text.
  std::optional<SourcePlace> find(llvm::SMLoc Loc) const;

private:
  llvm::SmallVector<SourceText, 1> Texts;
  /// One for each text, in the same order.
  llvm::SmallVector<std::unique_ptr<LineIndex>, 1> Lines;
};

} // namespace hlomem

#endif // HLOMEM_SUPPORT_SOURCETEXTS_H
