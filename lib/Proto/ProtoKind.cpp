//===- ProtoKind.cpp - Which protocol buffer a file holds -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Proto/ProtoKind.h"
#include "HloSchema.inc"
#include "hlomem/Proto/WireFields.h"

using namespace llvm;

namespace hlomem {

using namespace schema;

namespace {

/// A field of a message of any type.
struct AnyField {
  uint64_t Number = 0;
  WireKind Kind = WireKind::Varint;
  /// Of bytes: what is there of them, and how many there should be.
  StringRef Content;
  uint64_t Length = 0;

  bool is(uint64_t N, WireKind K) const { return Number == N && Kind == K; }
};

} // namespace

// The content of the last one may be cut.
static std::optional<AnyField> takeAnyField(StringRef &Bytes) {
  AnyField F;
  std::optional<uint64_t> Key = takeVarint(Bytes);
  if (!Key)
    return std::nullopt;
  F.Number = *Key >> 3;
  switch (*Key & 7) {
  case static_cast<unsigned>(WireKind::Varint):
    if (!takeVarint(Bytes))
      return std::nullopt;
    return F;
  case static_cast<unsigned>(WireKind::Bytes): {
    F.Kind = WireKind::Bytes;
    std::optional<uint64_t> Length = takeVarint(Bytes);
    if (!Length)
      return std::nullopt;
    F.Length = *Length;
    F.Content = Bytes.take_front(F.Length);
    Bytes = Bytes.drop_front(F.Content.size());
    return F;
  }
  default:
    // None of the messages begins with a number of a fixed size.
    return std::nullopt;
  }
}

static bool isName(const AnyField &F) {
  return F.Kind == WireKind::Bytes && !F.Content.empty() &&
         all_of(F.Content, [](char C) { return isPrint(C); });
}

// A LogicalBufferProto, or the table of a memory space in a report, which begin
// alike: id and size, or total and colour. A value has one place of definition,
// and that no number as its first field; a row of a report begins with one.
static ProtoKind tellValueFromReport(StringRef Message) {
  while (std::optional<AnyField> F = takeAnyField(Message))
    if (F->is(LogicalBufferProto::DefinedAt, WireKind::Bytes)) {
      StringRef Inner = F->Content;
      std::optional<AnyField> First = takeAnyField(Inner);
      // The names come first.
      bool IsRow = First && First->Kind == WireKind::Varint &&
                   First->Number < Location::ShapeIndex;
      return IsRow ? ProtoKind::MemoryUsageReport : ProtoKind::BufferAssignment;
    }
  return ProtoKind::BufferAssignment;
}

// Of which the first field has the number 1 and is this message or text.
static std::optional<ProtoKind> findByFirst(const AnyField &F,
                                            StringRef Behind) {
  StringRef Rest = F.Content;
  std::optional<AnyField> First = takeAnyField(Rest);
  if (First && First->Length <= F.Length) {
    std::optional<AnyField> Second = takeAnyField(Rest);
    // The name of a module, with that of its entry or a computation behind it;
    // or, where that is empty, a computation.
    bool IsModule =
        First->Number == HloModuleProto::Name && isName(*First) &&
        (!Second ||
         Second->is(HloModuleProto::EntryComputationName, WireKind::Bytes) ||
         Second->is(HloModuleProto::Computations, WireKind::Bytes));
    if (IsModule || First->is(HloModuleProto::Computations, WireKind::Bytes))
      return ProtoKind::HloProto;
    // The name of a plane, with its number before it unless that is 0.
    if (First->is(XPlane::Name, WireKind::Bytes) ||
        (First->is(XPlane::Id, WireKind::Varint) && Second &&
         Second->is(XPlane::Name, WireKind::Bytes)))
      return ProtoKind::XSpace;
    if (First->is(LogicalBufferProto::Id, WireKind::Varint) ||
        First->is(LogicalBufferProto::Size, WireKind::Varint))
      return tellValueFromReport(F.Content);
  }
  // A module has the name of its entry behind its own.
  std::optional<AnyField> Next = takeAnyField(Behind);
  if (isName(F) && Next &&
      Next->Number == HloModuleProto::EntryComputationName && isName(*Next))
    return ProtoKind::HloModule;
  return std::nullopt;
}

std::optional<ProtoKind> findProtoKind(StringRef Bytes) {
  // The first block header of a file of records, and its signature.
  static constexpr char RiegeliBytes[] =
      "\x83\xaf\x70\xd1\x0d\x88\x4a\x3f\0\0\0\0\0\0\0\0\x40";
  if (Bytes.starts_with(StringRef(RiegeliBytes, sizeof(RiegeliBytes) - 1)))
    return ProtoKind::Riegeli;
  std::optional<AnyField> F = takeAnyField(Bytes);
  if (!F || F->Kind != WireKind::Bytes)
    return std::nullopt;
  if (F->Number == HloProto::HloModule)
    return findByFirst(*F, Bytes);
  if (F->Number != HloProto::BufferAssignment)
    return std::nullopt;
  // An allocation begins with numbers, an assignment with a message.
  StringRef Rest = F->Content;
  std::optional<AnyField> First = takeAnyField(Rest);
  if (!First || First->Length > F->Length)
    return std::nullopt;
  if (First->is(BufferAllocationProto::Index, WireKind::Varint) ||
      First->is(BufferAllocationProto::Size, WireKind::Varint))
    return ProtoKind::BufferAssignment;
  if (First->is(BufferAssignmentProto::LogicalBuffers, WireKind::Bytes))
    return ProtoKind::HloProto;
  return std::nullopt;
}

} // namespace hlomem
