//===- WireReader.cpp - The wire format of protocol buffers ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Proto/WireReader.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace hlomem {

// Groups are older than any message of XLA: only their ends have to be found.
static constexpr uint32_t GroupBegin = 3, GroupEnd = 4;

/// Why a message ends too early.
static constexpr StringLiteral CutOrOther =
    "the file was cut, or is no protocol buffer of this kind";

Error WireInput::takeError() const {
  assert(Problem && "there is no error");
  return createStringError(*Problem);
}

void WireInput::noteUnknown(const WireMessage &Type, uint64_t Number,
                            const char *Place) {
  auto Known = find_if(Unknown, [&](const UnknownWireField &F) {
    return F.Message == Type.Name && F.Number == Number;
  });
  if (Known != Unknown.end()) {
    // Some messages are gone through more than once, from front to back.
    if (std::less<>()(Known->Last, Place)) {
      ++Known->Count;
      Known->Last = Place;
    }
    return;
  }
  // A file that is of another kind may have any.
  static constexpr size_t MaxKinds = 64;
  if (Unknown.size() < MaxKinds)
    Unknown.push_back({Type.Name, Number, 1, Place});
}

WireReader::WireReader(WireInput &Input, const WireMessage &Type,
                       StringRef Bytes, const WireReader *Parent)
    : Input(Input), Type(Type), Parent(Parent), Begin(Bytes.begin()),
      End(Bytes.end()), Next(Begin), Tag(Begin) {
  assert(Type.Fields.size() <= Seen.size() && "a field for each bit");
  assert(is_sorted(Type.Fields,
                   [](const WireField &A, const WireField &B) {
                     return A.Number < B.Number;
                   }) &&
         "fields ascend by number");
}

// How often a field was there before is found when somebody wants to know it.
std::string WireReader::getPath() const {
  std::string Path = Parent ? Parent->getPath() : "";
  if (!IsAtField)
    return Path;
  const WireField &F = Type.Fields[FieldPlace];
  Path += (Path.empty() ? "" : ".") + F.Name.str();
  if (!F.IsRepeated)
    return Path;
  size_t Index = 0;
  WireInput Again(Input.Whole);
  for (WireReader R(Again, Type, StringRef(Begin, Tag - Begin)); R.next();)
    Index += R.FieldPlace == FieldPlace;
  return Path + "[" + std::to_string(Index) + "]";
}

bool WireReader::failAt(const char *Place, const Twine &Message) const {
  if (Input.Problem)
    return false;
  std::string Path = getPath();
  Input.Problem = ("byte " + Twine(Place - Input.Whole.begin()) +
                   (Path.empty() ? "" : ", " + Path) + ": " + Message)
                      .str();
  return false;
}

void WireReader::fail(const Twine &Message) const { failAt(Tag, Message); }

bool WireReader::takeVarint(const char *&At, uint64_t &Result) const {
  // Most are small.
  if (LLVM_LIKELY(At != End && static_cast<uint8_t>(*At) < 0x80)) {
    Result = static_cast<uint8_t>(*At++);
    return true;
  }
  Result = 0;
  const char *From = At;
  for (unsigned Shift = 0; At != End; Shift += 7) {
    auto Byte = static_cast<uint8_t>(*At++);
    if (Shift == 63 && Byte > 1)
      return failAt(From, "a number of more than 64 bits");
    Result |= uint64_t(Byte & 0x7f) << Shift;
    if (Byte < 0x80)
      return true;
  }
  return failAt(From, "the message ends within a number: " + CutOrOther);
}

bool WireReader::findField(uint64_t N) {
  // Most writers keep the order of the numbers.
  ArrayRef<WireField> Fields = Type.Fields;
  for (uint32_t I = FieldPlace; I < FieldPlace + 2 && I < Fields.size(); ++I)
    if (Fields[I].Number == N) {
      FieldPlace = I;
      return true;
    }
  const WireField *F = partition_point(
      Fields, [N](const WireField &Known) { return Known.Number < N; });
  if (F == Fields.end() || F->Number != N)
    return false;
  FieldPlace = F - Fields.begin();
  return true;
}

bool WireReader::takeValue(const char *&At, uint32_t Kind) {
  const char *From = At;
  switch (Kind) {
  case static_cast<uint32_t>(WireKind::Varint):
    return takeVarint(At, Number);
  case static_cast<uint32_t>(WireKind::Fixed64):
  case static_cast<uint32_t>(WireKind::Fixed32): {
    bool IsLong = Kind == static_cast<uint32_t>(WireKind::Fixed64);
    ptrdiff_t Size = IsLong ? 8 : 4;
    if (End - At < Size)
      return failAt(From, "the message ends within a number: " + CutOrOther);
    Number =
        IsLong ? support::endian::read64le(At) : support::endian::read32le(At);
    At += Size;
    return true;
  }
  case static_cast<uint32_t>(WireKind::Bytes): {
    uint64_t Size;
    if (!takeVarint(At, Size))
      return false;
    if (Size > static_cast<uint64_t>(End - At))
      return failAt(From, "a length of " + Twine(Size) + " bytes where only " +
                              Twine(End - At) + " are left: " + CutOrOther);
    Content = StringRef(At, Size);
    At += Size;
    return true;
  }
  default:
    return failAt(From, "a field of wire type " + Twine(Kind) +
                            ", which does not exist");
  }
}

// Groups within groups are counted, and the numbers of their ends believed.
bool WireReader::skipGroup(const char *&At, uint64_t GroupNumber) {
  const char *From = At;
  uint64_t Depth = 1;
  while (At != End) {
    uint64_t Key;
    if (!takeVarint(At, Key))
      return false;
    uint32_t Kind = Key & 7;
    if (Kind == GroupBegin)
      ++Depth;
    else if (Kind != GroupEnd && !takeValue(At, Kind))
      return false;
    if (Kind == GroupEnd && --Depth == 0)
      return Key >> 3 == GroupNumber ||
             failAt(From, "a group that another one ends");
  }
  return failAt(From, "a group without an end");
}

bool WireReader::next() {
  while (Next != End && !Input.hasFailed()) {
    const char *At = Next;
    uint64_t Key;
    IsAtField = false;
    if (!takeVarint(At, Key))
      return false;
    uint64_t FieldNumber = Key >> 3;
    uint32_t Kind = Key & 7;
    if (FieldNumber == 0)
      return failAt(Next, "a field with the number 0");
    if (!findField(FieldNumber)) {
      if (Kind == GroupBegin ? !skipGroup(At, FieldNumber)
                             : !takeValue(At, Kind))
        return false;
      Input.noteUnknown(Type, FieldNumber, Next);
      Next = At;
      continue;
    }
    const WireField &F = Type.Fields[FieldPlace];
    Tag = Next;
    IsAtField = true;
    auto Wanted = static_cast<uint32_t>(F.Kind);
    constexpr auto Bytes = static_cast<uint32_t>(WireKind::Bytes);
    // Repeated numbers may stand side by side.
    if (Kind != Wanted && !(F.IsRepeated && Kind == Bytes)) {
      return failAt(Tag, "wire type " + Twine(Kind) + " where " +
                             Twine(Wanted) +
                             " was expected: the file is no protocol buffer "
                             "of this kind");
    }
    const char *From = At;
    Content = StringRef();
    Number = 0;
    if (!takeValue(At, Kind))
      return false;
    if (Kind != Bytes)
      Content = StringRef(From, At - From);
    if (Kind == Bytes && !F.IsRepeated) {
      if (Seen[FieldPlace])
        return failAt(
            Tag, "the field is there twice: perhaps two files were joined");
      Seen.set(FieldPlace);
    }
    Next = At;
    return true;
  }
  IsAtField = false;
  return false;
}

bool WireReader::next(uint32_t Wanted) {
  while (next())
    if (getField() == Wanted)
      return true;
  return false;
}

void WireReader::getNumbers(SmallVectorImpl<int64_t> &Result) const {
  const char *At = Content.begin();
  // Those side by side end where their bytes do, which is within the message.
  while (At != Content.end()) {
    uint64_t N;
    if (!takeVarint(At, N))
      return;
    if (At > Content.end())
      return fail("a number reaches beyond the list that it is in");
    Result.push_back(static_cast<int64_t>(N));
  }
}

} // namespace hlomem
