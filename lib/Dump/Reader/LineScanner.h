//===- LineScanner.h - Reads the parts of one line from the left ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DUMP_READER_LINESCANNER_H
#define HLOMEM_LIB_DUMP_READER_LINESCANNER_H

#include "hlomem/Support/LLVM.h"
#include <array>

namespace hlomem {

/// Which characters the name of an instruction may have.
constexpr std::array<bool, 256> makeNameCharacters() {
  std::array<bool, 256> Table{};
  for (unsigned C = 0; C != 256; ++C)
    Table[C] = (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') ||
               (C >= '0' && C <= '9') || C == '_' || C == '.' || C == '-';
  return Table;
}
inline constexpr std::array<bool, 256> NameCharacters = makeNameCharacters();

/// How the lines of a dump are wrapped in their text.
struct LineWrapping {
  /// Lines end with CR LF.
  bool HasCarriageReturns = false;
  /// As DumpText::LogMark.
  StringRef LogMark;
};

/// Walks through the lines of a text.
class LineCursor {
  const char *Next;
  const char *End;
  StringRef Line;
  LineWrapping Wrapping;
  bool AtEnd = false;
  bool EndsText = false;

public:
  /// Stands on the first line.
  explicit LineCursor(StringRef Text, LineWrapping Wrapping = {})
      : Next(Text.begin()), End(Text.end()), Wrapping(Wrapping) {
    advance();
  }

  /// True when there are no more lines; the current line is then empty and lies
  /// at the end of the text.
  bool atEnd() const { return AtEnd; }
  /// The current line without its line feed and what wraps it.
  StringRef line() const { return Line; }
  /// The line after the current one.
  StringRef nextLine() const {
    LineCursor Copy = *this;
    Copy.advance();
    return Copy.line();
  }
  void advance();
  /// Stands on the line that begins at \p LineBegin, which may be the end of
  /// the text.
  void jumpTo(const char *LineBegin) {
    Next = LineBegin;
    advance();
  }
  /// What is left of the text after the current line, in bytes.
  size_t sizeOfRest() const { return End - Next; }
  /// True if the current line has no line feed.
  bool endsText() const { return EndsText; }
  bool hasCarriageReturns() const { return Wrapping.HasCarriageReturns; }
  /// True if nothing but a line feed stands between two lines.
  bool isPlain() const {
    return Wrapping.LogMark.empty() && !Wrapping.HasCarriageReturns;
  }
};

/// The scanner of LineGrammar.h that has messages. Reads one line part by part.
/// The first part that does not fit leaves a message and a place; every call
/// after that fails too.
class LineScanner {
  StringRef Rest;
  std::string Message;
  bool EndsText;

public:
  /// \p EndsText: no line feed follows, as where a dump was cut.
  explicit LineScanner(StringRef Line, bool EndsText = false)
      : Rest(Line), EndsText(EndsText) {}

  /// Any number of 64 bits is read.
  static constexpr uint64_t MaxNumber = UINT64_MAX;

  StringRef rest() const { return Rest; }
  /// For failAt().
  StringRef place() const { return Rest; }
  void drop(size_t Count) { Rest = Rest.drop_front(Count); }
  SMLoc loc() const { return SMLoc::getFromPointer(Rest.data()); }
  /// What is wrong at loc(), once a call has failed.
  StringRef message() const { return Message; }
  bool endsText() const { return EndsText; }

  /// Drops \p Text if it comes next; no failure if not.
  bool tryConsume(StringRef Text) { return Rest.consume_front(Text); }
  /// Drops \p Text, which must come next.
  bool consume(StringRef Text);
  /// A decimal number as XLA prints it, without leading zeros. \p What names it
  /// in the message: "allocation size".
  bool consumeNumber(uint64_t &Number, StringRef What);
  bool consumeNumber(uint32_t &Number, StringRef What);
  /// A number in groups of three digits with blanks between: "26 214 400".
  bool consumeGroupedNumber(uint64_t &Number, StringRef What);
  /// The name of an instruction.
  bool consumeName(StringRef &Name);
  /// An index with its braces.
  bool consumeIndex(StringRef &Braced);
  /// An index if a brace comes next, otherwise the empty text.
  bool consumeOptionalIndex(StringRef &Braced);
  /// An index in square brackets, as until 2019.
  bool consumeBracketedIndex(StringRef &Bracketed);
  bool consumeEnd();

  /// Fails here: "expected <What>, found ...".
  bool failExpected(const Twine &What);
  /// Fails here with the message as it is.
  bool fail(const Twine &Text);
  /// The same at an earlier place().
  bool failAt(StringRef Place, const Twine &Text) {
    Rest = Place;
    return fail(Text);
  }
};

} // namespace hlomem

#endif // HLOMEM_LIB_DUMP_READER_LINESCANNER_H
