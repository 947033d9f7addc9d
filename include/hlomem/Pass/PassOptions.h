//===- PassOptions.h - Options of a pass as pipeline text -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASS_PASSOPTIONS_H
#define HLOMEM_PASS_PASSOPTIONS_H

#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"

namespace hlomem {

class PassBuilder;
class PassManager;

/// Defines how a type is written as the value of an option. A specialization
/// has
/// \code
///   // Names what follows the '='; empty for a flag.
///   static constexpr StringLiteral ValueName = "number";
///   // Describes a value, for messages: "a number from 0 to 7".
///   static std::string expected();
///   // Returns false if Text is not a value; V is then unspecified.
///   static bool parse(StringRef Text, T &V);
///   // Prints what parse() reads.
///   static void print(raw_ostream &OS, const T &V);
/// \endcode
template <class T> struct PassOptionTraits;

template <> struct PassOptionTraits<unsigned> {
  static constexpr StringLiteral ValueName = "number";
  static std::string expected();
  static bool parse(StringRef Text, unsigned &V);
  static void print(raw_ostream &OS, unsigned V);
};

template <> struct PassOptionTraits<uint64_t> {
  static constexpr StringLiteral ValueName = "number";
  static std::string expected();
  static bool parse(StringRef Text, uint64_t &V);
  static void print(raw_ostream &OS, uint64_t V);
};

/// Reads and prints "true" and "false". A flag may also stand alone, which
/// means true.
template <> struct PassOptionTraits<bool> {
  static constexpr StringLiteral ValueName = "";
  static std::string expected();
  static bool parse(StringRef Text, bool &V);
  static void print(raw_ostream &OS, bool V);
};

/// Reads and prints any text that is not empty, without ';' and with '<' and
/// '>' in pairs.
template <> struct PassOptionTraits<std::string> {
  static constexpr StringLiteral ValueName = "text";
  static std::string expected();
  static bool parse(StringRef Text, std::string &V);
  static void print(raw_ostream &OS, const std::string &V);
};

/// Reads sizes with units, "64KiB", and prints them in bytes.
template <> struct PassOptionTraits<Bytes> {
  static constexpr StringLiteral ValueName = "size";
  static std::string expected();
  static bool parse(StringRef Text, Bytes &V);
  static void print(raw_ostream &OS, Bytes V);
};

/// Represents a memory space as the user names it: a number, `default` or a
/// name (Target.h). The number of a name depends on the backend of the dump.
struct SpaceChoice {
  std::string Text;
  /// Is the number of the space, which is known when the pass runs.
  MemorySpace Number = 0;

  operator MemorySpace() const { return Number; }
  friend bool operator==(const SpaceChoice &, const SpaceChoice &) = default;
};

template <> struct PassOptionTraits<SpaceChoice> {
  static constexpr StringLiteral ValueName = "space";
  static std::string expected();
  static bool parse(StringRef Text, SpaceChoice &V);
  static void print(raw_ostream &OS, const SpaceChoice &V);
};

/// Represents a pipeline as the value of an option, which PassOptionParser
/// reads with a PassBuilder: "drop-thread-local,peak<top=1>". No pass of it
/// writes a document. PassContext::runNested() runs it. Copies share the
/// passes.
struct NestedPipeline {
  /// Is null if the option is not given. Declare it as a RequiredOption if it
  /// must be.
  std::shared_ptr<const PassManager> Passes;

  bool runsTransform() const;
};

/// Reads and prints an optional value; without one the option is not given.
template <class T> struct PassOptionTraits<std::optional<T>> {
  static std::string expected() { return PassOptionTraits<T>::expected(); }
  static bool parse(StringRef Text, std::optional<T> &V) {
    return PassOptionTraits<T>::parse(Text, V.emplace());
  }
  static void print(raw_ostream &OS, const std::optional<T> &V) {
    PassOptionTraits<T>::print(OS, *V);
  }
};

/// Reads and prints one or more values with commas between them, "0,3,5".
template <class T> struct PassOptionTraits<std::vector<T>> {
  static constexpr StringLiteral ValueName = "list";
  static std::string expected() {
    return "a list with commas, each " + PassOptionTraits<T>::expected();
  }
  static bool parse(StringRef Text, std::vector<T> &V) {
    V.clear();
    for (StringRef Item : llvm::split(Text, ',')) {
      T Element{};
      if (!PassOptionTraits<T>::parse(Item.trim(), Element))
        return false;
      V.push_back(std::move(Element));
    }
    return true;
  }
  static void print(raw_ostream &OS, const std::vector<T> &V) {
    llvm::interleave(
        V, OS, [&](const T &E) { PassOptionTraits<T>::print(OS, E); }, ",");
  }
};

/// Represents a value of an enumeration and its spelling.
template <class EnumT> struct PassOptionEnumerator {
  EnumT Value;
  StringLiteral Spelling;
};

/// Represents the numbers that an option may have, from Least to Most
/// inclusive.
struct PassOptionRange {
  uint64_t Least;
  uint64_t Most;

  constexpr bool contains(uint64_t V) const { return V >= Least && V <= Most; }
  /// Describes the range for messages: "a number from 0 to 7".
  std::string expected() const;
};

/// Parses the text between the angle brackets of one pass, "top=3;all".
/// Generated code calls option() for every option of the pass, then finish().
/// Fields of options that are not given keep their values.
class PassOptionParser {
public:
  /// Makes a parser of \p Text. \p Pass is the name of the pass, for messages.
  /// \p PB, which may be null if no option is a NestedPipeline, has the passes
  /// of pipelines. All must outlive the parser.
  PassOptionParser(StringRef Pass, StringRef Text,
                   const PassBuilder *PB = nullptr);

  /// Keeps the option \p Name, which was read, out of messages.
  void hide(StringRef Name);

  /// Reports a mistake if the option \p Name is not given. \p Example is a
  /// value of it.
  void needs(StringRef Name, StringRef Example);

  /// Reads the option \p Name into \p Field if it is given.
  template <class T> void option(StringRef Name, T &Field) {
    const Item *I = take(Name);
    if (!I)
      return;
    bool IsFlag = std::is_same_v<T, bool>;
    StringRef Value = IsFlag && !I->HasValue ? "true" : I->Value;
    using Traits = PassOptionTraits<T>;
    if (Value.empty() || !Traits::parse(Value, Field))
      reportBadValue(*I, Traits::expected());
  }

  /// Reads the option \p Name, a pipeline, into \p Field if it is given.
  void option(StringRef Name, NestedPipeline &Field);

  /// Reads the option \p Name, a number or an optional one in \p Range, into \p
  /// Field if it is given.
  template <class T>
  void option(StringRef Name, T &Field, const PassOptionRange &Range) {
    const Item *I = take(Name);
    if (!I)
      return;
    std::optional<uint64_t> Number;
    if (PassOptionTraits<T>::parse(I->Value, Field))
      Number = Field;
    if (!Number || !Range.contains(*Number))
      reportBadValue(*I, Range.expected());
  }

  /// Reads the option \p Name, an enumeration, into \p Field if it is given. \p
  /// Values are all its values.
  template <class EnumT>
  void
  option(StringRef Name, EnumT &Field,
         ArrayRef<PassOptionEnumerator<std::type_identity_t<EnumT>>> Values) {
    const Item *I = take(Name);
    if (!I)
      return;
    SmallVector<StringRef> Spellings;
    for (const PassOptionEnumerator<EnumT> &E : Values) {
      if (I->Value == E.Spelling) {
        Field = E.Value;
        return;
      }
      Spellings.push_back(E.Spelling);
    }
    reportBadValue(*I, Spellings);
  }

  /// Returns the leftmost mistake as a PipelineError with a place in the text
  /// given at construction. It must be called once, after the last option().
  Error finish();

private:
  /// Represents the text between two semicolons.
  struct Item {
    StringRef Name;
    StringRef Value;
    bool HasValue = false;
    bool IsTaken = false;
  };

  /// Returns the item with the name \p Name, or null.
  const Item *take(StringRef Name);
  void reportBadValue(const Item &I, const Twine &Expected);
  void reportBadValue(const Item &I, ArrayRef<StringRef> Spellings);
  /// Records the mistake \p Message at \p Where, which is part of the text, if
  /// it is the leftmost so far.
  void report(StringRef Where, const Twine &Message);

  StringRef Pass;
  StringRef Text;
  const PassBuilder *PB;
  SmallVector<Item, 4> Items;
  /// Holds the names of all options of the pass, except hidden ones.
  SmallVector<StringRef, 8> Known;
  /// Holds the offset and message of the leftmost mistake so far.
  std::optional<std::pair<size_t, std::string>> Mistake;
};

/// Prints options as PassOptionParser reads them, only those that differ from
/// their defaults. It is used by generated code.
class PassOptionPrinter {
public:
  explicit PassOptionPrinter(raw_ostream &OS) : OS(OS) {}

  template <class T>
  void option(StringRef Name, const T &Field, const T &Default) {
    if (Field == Default)
      return;
    if constexpr (std::is_same_v<T, bool>) {
      if (Field) {
        OS << Separator << Name;
        return;
      }
    }
    print(Name, Field);
  }

  /// Prints an option that must be given.
  template <class T> void print(StringRef Name, const T &Field) {
    OS << Separator << Name << '=';
    PassOptionTraits<T>::print(OS, Field);
  }

  template <class EnumT>
  void
  option(StringRef Name, EnumT Field, EnumT Default,
         ArrayRef<PassOptionEnumerator<std::type_identity_t<EnumT>>> Values) {
    if (Field == Default)
      return;
    for (const PassOptionEnumerator<EnumT> &E : Values)
      if (E.Value == Field)
        OS << Separator << Name << '=' << E.Spelling;
  }

  void option(StringRef Name, const NestedPipeline &Field,
              const NestedPipeline &Default);

private:
  raw_ostream &OS;
  llvm::ListSeparator Separator{";"};
};

} // namespace hlomem

#endif // HLOMEM_PASS_PASSOPTIONS_H
