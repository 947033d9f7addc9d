//===- XSpace.cpp - The programs in a profile -----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The messages are those of tsl/profiler/protobuf/xplane.proto. That programs
// are in the plane below, each in a stat of an event's metadata, and how they
// are named, is as in XProf (hlo_proto_map.cc).
//
//===----------------------------------------------------------------------===//

#include "hlomem/Proto/XSpace.h"
#include "HloSchema.inc"
#include "hlomem/Proto/WireReader.h"
#include <set>

using namespace llvm;

namespace hlomem {

using namespace schema;

static constexpr StringLiteral ProgramPlane = "/host:metadata";
static constexpr StringLiteral ProgramStat = "Hlo Proto";
static constexpr StringLiteral NumberStat = "program_id";

namespace {

/// Reads the plane with the programs.
class ProgramPlaneReader {
public:
  /// The plane that \p At is at.
  void read(const WireReader &At);

  struct Numbered {
    uint64_t Number;
    ProfiledProgram Program;
  };
  std::vector<Numbered> Programs;

private:
  void readStatName(const WireReader &At);
  void readEvent(const WireReader &At);
  void addProgram(const WireReader &At, uint64_t Number);

  // The ids of the stats with these names.
  std::optional<int64_t> ProgramId;
  std::optional<int64_t> NumberId;
  // Any number may be one: DenseSet has a use for some.
  std::set<uint64_t> Known;
};

} // namespace

void ProgramPlaneReader::readStatName(const WireReader &Entry) {
  int64_t Id = 0;
  StringRef Name;
  for (WireReader E(Entry, MetadataEntry); E.next();) {
    E.take(MetadataEntry::Key, Id);
    if (E.getField() == MetadataEntry::Value)
      for (WireReader R(E, XStatMetadata); R.next(XStatMetadata::Name);)
        Name = R.getBytes();
  }
  if (Name == ProgramStat)
    ProgramId = Id;
  else if (Name == NumberStat)
    NumberId = Id;
}

void ProgramPlaneReader::addProgram(const WireReader &At, uint64_t Number) {
  ProfiledProgram P;
  P.HloProto = At.getBytes();
  StringRef Name;
  for (WireReader R(At, HloProto); R.next();) {
    if (R.getField() != HloProto::HloModule) {
      P.HasAssignment = true;
      continue;
    }
    for (WireReader M(R, HloModuleProto);
         Name.empty() && M.next(HloModuleProto::Name);)
      Name = M.getBytes();
  }
  P.Name = (Name + "(" + Twine(Number) + ")").str();
  // The same program may be in the profile of each host.
  if (Known.insert(Number).second)
    Programs.push_back({Number, std::move(P)});
}

void ProgramPlaneReader::readEvent(const WireReader &Entry) {
  for (WireReader E(Entry, MetadataEntry); E.next(MetadataEntry::Value);) {
    // Until jax 0.9 the event has the number of the program.
    uint64_t Number = 0;
    for (WireReader R(E, XEventMetadata); R.next(XEventMetadata::Id);)
      Number = R.getNumber();
    for (WireReader R(E, XEventMetadata); R.next(XEventMetadata::Stats);) {
      int64_t Id = 0;
      uint64_t Value = 0;
      for (WireReader S(R, XStat); S.next();) {
        S.take(XStat::MetadataId, Id);
        S.take(XStat::Uint64Value, Value);
        S.take(XStat::Int64Value, Value);
      }
      if (Id == NumberId)
        Number = Value;
    }
    for (WireReader R(E, XEventMetadata); R.next(XEventMetadata::Stats);) {
      bool IsProgram = false;
      for (WireReader S(R, XStat); S.next();)
        if (S.getField() == XStat::MetadataId)
          IsProgram = S.getSigned() == ProgramId;
        else if (S.getField() == XStat::BytesValue && IsProgram)
          addProgram(S, Number);
    }
  }
}

void ProgramPlaneReader::read(const WireReader &At) {
  // The names of stats come after the events.
  for (WireReader R(At, XPlane); R.next(XPlane::StatMetadata);)
    readStatName(R);
  for (WireReader R(At, XPlane); ProgramId && R.next(XPlane::EventMetadata);)
    readEvent(R);
}

// It comes first, so that no other field is looked at.
static bool isProgramPlane(const WireReader &At) {
  for (WireReader R(At, XPlane); R.next(XPlane::Name);)
    return R.getBytes() == ProgramPlane;
  return false;
}

Expected<std::vector<ProfiledProgram>> listProfiledPrograms(StringRef Bytes) {
  WireInput Input(Bytes);
  ProgramPlaneReader Reader;
  for (WireReader R(Input, XSpace, Bytes); R.next();)
    if (R.getField() == XSpace::Planes && isProgramPlane(R))
      Reader.read(R);
  if (Input.hasFailed())
    return Input.takeError();
  llvm::stable_sort(Reader.Programs, [](const auto &A, const auto &B) {
    return A.Number < B.Number;
  });
  std::vector<ProfiledProgram> Result;
  for (ProgramPlaneReader::Numbered &P : Reader.Programs)
    Result.push_back(std::move(P.Program));
  return Result;
}

} // namespace hlomem
