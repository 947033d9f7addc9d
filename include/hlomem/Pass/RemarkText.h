//===- RemarkText.h - A remark that a pass writes piece by piece *- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASS_REMARKTEXT_H
#define HLOMEM_PASS_REMARKTEXT_H

#include "hlomem/Remarks/Remark.h"
#include <array>
#include <concepts>

namespace hlomem {

class PassContext;

/// Represents an argument of a RemarkText that has a name of its own.
template <class T> struct NamedArgument {
  /// Names the argument; lives as long as the program.
  StringRef Name;
  T Argument;
};

/// Names an argument, which may be a text too: `<< arg("OpName", Text)`. No
/// other argument of the remark may have \p Name.
template <class T>
  requires(!std::integral<T> || std::unsigned_integral<T>)
NamedArgument<const T &> arg(StringLiteral Name, const T &Argument) {
  return {Name, Argument};
}

/// Represents a number with the word for what it counts.
struct CountedWord {
  uint64_t Count;
  StringRef Word;
};

/// Writes \p Count and a word: `<< plural(Count, "copy", "copies")`.
inline CountedWord plural(uint64_t Count, StringRef One, StringRef Several) {
  return {Count, Count == 1 ? One : Several};
}

/// Represents a remark that no .td declares: its message is what is written to
/// it, and it is emitted at the end of the statement that makes it.
/// \code
///   C.remark(V.getLoc()) << V << " has " << V.getSize();
/// \endcode
/// Texts are parts of the message. Everything else is an argument too, which
/// JSON and YAML have under a name of its kind: `Size`, `Count`, `Value`,
/// `Shape`, `Range`, `Share`, `Space`, and `Size2` for the second size; or
/// under the name that arg() gives it. From the tenth of a kind on, arguments
/// are texts.
class RemarkText {
public:
  /// Makes an empty remark of the name "Remark", or with \p IsNote one of the
  /// name "Note", which belongs to the last remark. \p C must outlive it.
  RemarkText(PassContext &C, SMLoc Loc, bool IsNote);
  RemarkText(const RemarkText &) = delete;
  RemarkText &operator=(const RemarkText &) = delete;
  ~RemarkText();

  /// Lists the names that remarks of this class have.
  static ArrayRef<StringLiteral> names();

  RemarkText &operator<<(StringRef Text) {
    Builder.text(Text);
    return *this;
  }
  RemarkText &operator<<(const char *Text) { return *this << StringRef(Text); }
  RemarkText &operator<<(const std::string &Text) {
    return *this << StringRef(Text);
  }
  template <std::unsigned_integral T> RemarkText &operator<<(T Count) {
    return add(Kind::Count, uint64_t(Count));
  }
  RemarkText &operator<<(bool) = delete;
  RemarkText &operator<<(char Text) { return *this << StringRef(&Text, 1); }
  RemarkText &operator<<(const CountedWord &Counted) {
    return *this << Counted.Count << ' ' << Counted.Word;
  }
  template <class T> RemarkText &operator<<(const NamedArgument<T> &Named) {
    if constexpr (std::convertible_to<T, StringRef>)
      Builder.arg(Named.Name, StringRef(Named.Argument).str());
    else if constexpr (std::same_as<T, const Value &>)
      Builder.arg(Named.Name, Named.Argument.getDefinition());
    else if constexpr (std::same_as<T, const Shape &>)
      Builder.arg(Named.Name, &Named.Argument);
    else if constexpr (std::convertible_to<T, uint64_t>)
      Builder.arg(Named.Name, uint64_t(Named.Argument));
    else
      Builder.arg(Named.Name, Named.Argument);
    return *this;
  }
  RemarkText &operator<<(Bytes Size) { return add(Kind::Size, Size); }
  RemarkText &operator<<(std::optional<Bytes> Size) {
    return add(Kind::Size, Size);
  }
  RemarkText &operator<<(LiveRange Range) { return add(Kind::Range, Range); }
  RemarkText &operator<<(std::optional<LiveRange> Range) {
    return add(Kind::Range, Range);
  }
  RemarkText &operator<<(Percent Share) { return add(Kind::Share, Share); }
  RemarkText &operator<<(const NamedMemorySpace &Space) {
    return add(Kind::Space, Space);
  }
  RemarkText &operator<<(const HloPosition &Position) {
    return add(Kind::Value, Position);
  }
  RemarkText &operator<<(const Value &V) { return *this << V.getDefinition(); }
  RemarkText &operator<<(const Shape &S) { return add(Kind::Shape, &S); }

private:
  enum class Kind : uint8_t { Size, Count, Range, Share, Space, Value, Shape };

  /// Returns the key of the next argument of \p K; empty if there are too many.
  StringRef takeKey(Kind K);

  template <class T> RemarkText &add(Kind K, const T &Argument) {
    if (StringRef Key = takeKey(K); !Key.empty()) {
      Builder.arg(Key, Argument);
      return *this;
    }
    Remark Scratch = makeEmpty();
    RemarkBuilder(Scratch).arg("", Argument);
    return *this << Scratch.getMessage();
  }
  static Remark makeEmpty();

  PassContext &C;
  Remark Made;
  RemarkBuilder Builder{Made};
  /// Counts the arguments of each kind.
  std::array<uint8_t, 7> Counts = {};
};

} // namespace hlomem

#endif // HLOMEM_PASS_REMARKTEXT_H
