//===- WireReader.h - The wire format of protocol buffers -------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads protocol buffers in place: nothing is copied, and fields that are not
/// requested are skipped by their length. Messages and files may be larger than
/// 2 GiB.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PROTO_WIREREADER_H
#define HLOMEM_PROTO_WIREREADER_H

#include "hlomem/Support/LLVM.h"
#include <bitset>

namespace hlomem {

/// Identifies how a value is encoded, by the numbers of the wire format.
enum class WireKind : uint8_t {
  /// Encodes int64, uint64, bool and enum.
  Varint = 0,
  /// Encodes double and fixed64.
  Fixed64 = 1,
  /// Encodes string, bytes, messages and packed numbers.
  Bytes = 2,
  /// Encodes float and fixed32.
  Fixed32 = 5,
};

/// Describes a field that a message may have.
struct WireField {
  uint32_t Number;
  StringLiteral Name;
  WireKind Kind;
  bool IsRepeated = false;
};

/// Describes the type of a message. Fields ascend by number and include those
/// that are never read, since any other field counts as unknown.
struct WireMessage {
  StringLiteral Name;
  ArrayRef<WireField> Fields;
};

/// Represents a field that the type of its message does not have, as far as is
/// known.
struct UnknownWireField {
  /// Names the type of the message, such as "HloInstructionProto".
  StringRef Message;
  uint64_t Number = 0;
  /// Counts the occurrences of the field.
  uint64_t Count = 0;
  /// Points to the last occurrence.
  const char *Last = nullptr;
};

/// Represents a message that WireReaders read, with the first error and the
/// unknown fields that they found.
class WireInput {
public:
  /// Constructs the input \p Whole, which must outlive it.
  explicit WireInput(StringRef Whole) : Whole(Whole) {}
  WireInput(const WireInput &) = delete;
  WireInput &operator=(const WireInput &) = delete;

  bool hasFailed() const { return Problem.has_value(); }
  /// Returns the first error: "byte 17, hlo_module.computations[3].name: ...".
  /// \pre hasFailed()
  Error takeError() const;

  /// Returns the unknown fields in the order of their first occurrences. Only
  /// the first dozens are kept.
  ArrayRef<UnknownWireField> unknownFields() const { return Unknown; }

private:
  friend class WireReader;

  StringRef Whole;
  std::optional<std::string> Problem;
  std::vector<UnknownWireField> Unknown;

  void noteUnknown(const WireMessage &Type, uint64_t Number, const char *Place);
};

/// Iterates over the fields of one message:
/// \code
///   for (WireReader R(Input, HloModuleProto, Bytes, &Parent); R.next();)
///     switch (R.getField()) {
///     case HloModuleProto::Name: Name = R.getBytes(); break;
/// \endcode
/// After an error no reader of the same input finds a further field, so that
/// one call of WireInput::hasFailed() at the end is enough.
class WireReader {
public:
  /// Constructs a reader of a message in the current field of \p Parent, which
  /// must outlive the reader; or, without \p Parent, of the whole input.
  WireReader(WireInput &Input, const WireMessage &Type, StringRef Bytes,
             const WireReader *Parent = nullptr);
  /// Constructs a reader of the message that is the current field of \p Parent.
  WireReader(const WireReader &Parent, const WireMessage &Type)
      : WireReader(Parent.Input, Type, Parent.getBytes(), &Parent) {}
  WireReader(const WireReader &) = delete;
  WireReader &operator=(const WireReader &) = delete;

  /// Advances to the next field that the type has. Returns false at the end of
  /// the message and after an error.
  bool next();
  /// Advances to the next field with the number \p Wanted. Returns false if
  /// there is none, and after an error.
  bool next(uint32_t Wanted);

  /// Returns the number of the current field.
  uint32_t getField() const { return Type.Fields[FieldPlace].Number; }
  /// Returns the value of a varint, or the bits of a value of fixed size.
  uint64_t getNumber() const { return Number; }
  int64_t getSigned() const { return static_cast<int64_t>(Number); }
  /// Returns the value of a string, bytes or a message; for a number, its
  /// encoding.
  StringRef getBytes() const { return Content; }
  /// Appends the values of the current field, a repeated varint, which may be
  /// packed.
  void getNumbers(SmallVectorImpl<int64_t> &Result) const;
  /// Sets \p Result to the value of the current field if its number is
  /// \p Wanted: a number or a text. Values of a repeated varint are appended.
  template <typename T> void take(uint32_t Wanted, T &Result) const {
    if (getField() != Wanted)
      return;
    if constexpr (std::is_same_v<T, StringRef>)
      Result = Content;
    else if constexpr (std::is_arithmetic_v<T>)
      Result = static_cast<T>(Number);
    else
      getNumbers(Result);
  }

  /// Reports \p Message as an error of the current field. Only the first error
  /// of the input is kept.
  void fail(const Twine &Message) const;
  /// Returns true if any reader of the input has failed.
  bool hasFailed() const { return Input.hasFailed(); }

private:
  bool failAt(const char *Place, const Twine &Message) const;
  std::string getPath() const;
  bool takeVarint(const char *&At, uint64_t &Result) const;
  bool takeValue(const char *&At, uint32_t Kind);
  bool skipGroup(const char *&At, uint64_t Number);
  bool findField(uint64_t Number);

  WireInput &Input;
  const WireMessage &Type;
  const WireReader *Parent;
  const char *const Begin;
  const char *const End;
  /// Points to the end of the current field.
  const char *Next;
  /// Points to the tag of the current field.
  const char *Tag;
  StringRef Content;
  uint64_t Number = 0;
  uint32_t FieldPlace = 0;
  /// Is false between fields, and at a field that the type does not have.
  bool IsAtField = false;
  /// Marks the string, bytes and message fields that may occur only once and
  /// have occurred, by their position in Type.Fields.
  std::bitset<128> Seen;
};

} // namespace hlomem

#endif // HLOMEM_PROTO_WIREREADER_H
