//===- WireReader.h - The wire format of protocol buffers -------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Protocol buffers, read where they lie: nothing is copied, and what nobody
/// asks for is skipped by its length. Messages and files may be larger than
/// 2 GiB.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PROTO_WIREREADER_H
#define HLOMEM_PROTO_WIREREADER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace llvm {
class Twine;
} // namespace llvm

namespace hlomem {

/// How a value is written. The numbers are those of the wire format.
enum class WireKind : uint8_t {
  /// int64, uint64, bool, enum.
  Varint = 0,
  /// double, fixed64.
  Fixed64 = 1,
  /// string, bytes, a message, or numbers side by side.
  Bytes = 2,
  /// float, fixed32.
  Fixed32 = 5,
};

/// A field that its message may have.
struct WireField {
  uint32_t Number;
  llvm::StringLiteral Name;
  WireKind Kind;
  bool IsRepeated = false;
};

/// The type of a message: its fields, ascending by number, those that are
/// never read included, for others are unknown.
struct WireMessage {
  llvm::StringLiteral Name;
  llvm::ArrayRef<WireField> Fields;
};

/// A field that its message does not have, as far as is known.
struct UnknownWireField {
  /// "HloInstructionProto".
  llvm::StringRef Message;
  uint64_t Number = 0;
  /// How often it is there.
  uint64_t Count = 0;
  /// Where the last one stands.
  const char *Last = nullptr;
};

/// A message that is read, and what was wrong with it, if anything.
class WireInput {
public:
  /// \p Whole must outlive this.
  explicit WireInput(llvm::StringRef Whole) : Whole(Whole) {}
  WireInput(const WireInput &) = delete;
  WireInput &operator=(const WireInput &) = delete;

  bool hasFailed() const { return Problem.has_value(); }
  /// The first error: "byte 17, hlo_module.computations[3].name: ...".
  llvm::Error takeError() const;

  /// The fields that were met and that their messages do not have, in the order
  /// in which they were first met. Only the first dozens are kept.
  llvm::ArrayRef<UnknownWireField> unknownFields() const { return Unknown; }

private:
  friend class WireReader;

  llvm::StringRef Whole;
  std::optional<std::string> Problem;
  std::vector<UnknownWireField> Unknown;

  void noteUnknown(const WireMessage &Type, uint64_t Number, const char *Place);
};

/// Goes through the fields of one message:
/// \code
///   for (WireReader R(Input, HloModuleProto, Bytes, &Parent); R.next();)
///     switch (R.getField()) {
///     case HloModuleProto::Name: Name = R.getBytes(); break;
/// \endcode
/// After an error no reader of the same input has a further field, so that it
/// is enough to look at WireInput::hasFailed() at the end.
class WireReader {
public:
  /// A message within the one that \p Parent is at, or, with none, the whole
  /// input. \p Parent must outlive this.
  WireReader(WireInput &Input, const WireMessage &Type, llvm::StringRef Bytes,
             const WireReader *Parent = nullptr);
  /// The message that \p Parent is at.
  WireReader(const WireReader &Parent, const WireMessage &Type)
      : WireReader(Parent.Input, Type, Parent.getBytes(), &Parent) {}
  WireReader(const WireReader &) = delete;
  WireReader &operator=(const WireReader &) = delete;

  /// Goes to the next field that the type has. False at the end of the message
  /// and after an error.
  bool next();
  /// Goes to the next field with the number \p Wanted.
  bool next(uint32_t Wanted);

  /// The number of the field.
  uint32_t getField() const { return Type.Fields[FieldPlace].Number; }
  /// Of a varint, and the bits of what has a fixed size.
  uint64_t getNumber() const { return Number; }
  int64_t getSigned() const { return static_cast<int64_t>(Number); }
  /// Of a string, bytes or message.
  llvm::StringRef getBytes() const { return Content; }
  /// Appends the numbers of a repeated varint, which may stand side by side.
  void getNumbers(llvm::SmallVectorImpl<int64_t> &Result) const;
  /// Takes over the value of this field if it has the number \p Wanted: a
  /// number, a text, or the numbers of a list.
  template <typename T> void take(uint32_t Wanted, T &Result) const {
    if (getField() != Wanted)
      return;
    if constexpr (std::is_same_v<T, llvm::StringRef>)
      Result = Content;
    else if constexpr (std::is_arithmetic_v<T>)
      Result = static_cast<T>(Number);
    else
      getNumbers(Result);
  }

  /// The content is not what it should be: \p Message, of the field that this
  /// is at. The first error counts.
  void fail(const llvm::Twine &Message) const;
  /// Some reader of the input has failed.
  bool hasFailed() const { return Input.hasFailed(); }

private:
  bool failAt(const char *Place, const llvm::Twine &Message) const;
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
  /// Behind the current field.
  const char *Next;
  /// Where the tag of the current field stands.
  const char *Tag;
  llvm::StringRef Content;
  uint64_t Number = 0;
  uint32_t FieldPlace = 0;
  /// False between fields, and at one that the type does not have.
  bool IsAtField = false;
  /// The fields that may be there once, by their places, and are.
  std::bitset<128> Seen;
};

} // namespace hlomem

#endif // HLOMEM_PROTO_WIREREADER_H
