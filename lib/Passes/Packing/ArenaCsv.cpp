//===- ArenaCsv.cpp - An arena as a CSV file names and places it ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Passes/Packing/ArenaCsv.h"
#include "hlomem/Packing/ProblemCsv.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/Passes/Packing/TempArenas.h"
#include "hlomem/Passes/Selection/ValueSelection.h"
#include "hlomem/Support/CountText.h"
#include "hlomem/Support/Diagnostics.h"
#include "hlomem/Support/SourceTexts.h"
#include "llvm/ADT/DenseMap.h"

using namespace llvm;

namespace hlomem {

std::string getCsvId(const Value &V) {
  std::string Name = toString(V.getDefinition());
  std::replace(Name.begin(), Name.end(), ',', '.');
  return (Twine(V.getId()) + ":" + Name).str();
}

namespace {

/// A file's offsets for one arena.
class OffsetReader {
public:
  /// \p Rules are those of \p Arena.
  OffsetReader(const PassRun &Run, const TempArena &Arena,
               const PlacementRules &Rules, const SourceTexts &Sources)
      : Run(Run), Arena(Arena), Rules(Rules), Sources(Sources) {}

  /// An offset for each buffer, which together are a valid placement; none
  /// where the file has errors.
  std::optional<packing::Placement> read();

private:
  /// For each buffer the line of the file that speaks of it.
  bool join();
  bool checkEnds(ArrayRef<uint64_t> Offsets);
  bool checkPlacement(ArrayRef<uint64_t> Offsets);
  void reportUnknown(size_t Line, std::optional<uint64_t> Id);
  void reportMissing();

  void error(SMLoc Loc, const Twine &Message) {
    Run.C.diagnostics().error(Sources, Loc, Message);
  }
  SMLoc beginOfFile() const {
    return SMLoc::getFromPointer(Sources.texts().front().Text.data());
  }
  const ArenaBuffer &getBuffer(size_t I) const {
    return Arena.Content.Buffers[I];
  }
  const Value &getFirstValue(size_t I) const {
    return Arena.Content.getFirstValue(getBuffer(I));
  }
  std::string nameBuffer(size_t I) const {
    return "'" + getCsvId(getFirstValue(I)) + "'";
  }
  /// "'12:add.3' (line 4)".
  std::string nameLineOf(size_t I) const {
    uint64_t Number = Sources.find(File.Locs[Lines[I]])->Line;
    return (Twine(nameBuffer(I)) + " (line " + Twine(Number) + ")").str();
  }

  const PassRun &Run;
  const TempArena &Arena;
  const PlacementRules &Rules;
  const SourceTexts &Sources;
  packing::ProblemFile File;
  /// Positions of buffers.
  DenseMap<const Value *, size_t> BufferOf;
  /// By buffer; NoLine where there is none yet.
  std::vector<size_t> Lines;
  static constexpr size_t NoLine = -1;
};

} // namespace

//===----------------------------------------------------------------------===//
// Which line is which buffer
//===----------------------------------------------------------------------===//

/// The number before the colon, or all of it; none if it is something else.
static std::optional<uint64_t> parseValueId(StringRef Id) {
  StringRef Number = Id.take_while(isDigit);
  StringRef Rest = Id.drop_front(Number.size());
  uint64_t Value;
  // No value has such an id, and two of them mean something to the table.
  if ((!Rest.empty() && Rest.front() != ':') ||
      Number.getAsInteger(10, Value) || Value > INT64_MAX)
    return std::nullopt;
  return Value;
}

void OffsetReader::reportUnknown(size_t Line, std::optional<uint64_t> Id) {
  const uint64_t Number = Arena.Home->getIndex();
  const Value *V = Id ? Run.M.findValue(*Id) : nullptr;
  std::string Message = ("allocation " + Twine(Number) + " has no buffer '" +
                         File.Ids[Line] + "'")
                            .str();
  if (V && V->isAllocated() && &V->getAllocation() != Arena.Home)
    Message += (": value '" + getCsvId(*V) + "' stands in allocation " +
                Twine(V->getAllocation().getIndex()))
                   .str();
  else if (auto Found = BufferOf.find(V); Found != BufferOf.end())
    Message += (": value '" + Twine(getCsvId(*V)) + "' moves with " +
                nameBuffer(Found->second))
                   .str();
  error(File.Locs[Line], Message);
}

bool OffsetReader::join() {
  DenseMap<uint64_t, size_t> BuffersById;
  for (auto [I, B] : enumerate(Arena.Content.Buffers)) {
    BuffersById[getFirstValue(I).getId()] = I;
    for (const Value &V : Arena.Content.values(B))
      BufferOf[&V] = I;
  }
  Lines.assign(Arena.Content.Buffers.size(), NoLine);
  bool IsGood = true;
  for (auto [Line, Id] : enumerate(File.Ids)) {
    std::optional<uint64_t> ValueId = parseValueId(Id);
    auto Found = ValueId ? BuffersById.find(*ValueId) : BuffersById.end();
    if (Found == BuffersById.end()) {
      reportUnknown(Line, ValueId);
      IsGood = false;
      continue;
    }
    size_t I = Found->second;
    // A name tells a file of another dump.
    if (Id.contains(':') && Id != getCsvId(getFirstValue(I))) {
      error(File.Locs[Line], "the dump has " + nameBuffer(I) + " where '" + Id +
                                 "' is: the file is of another dump");
      IsGood = false;
    } else if (Lines[I] != NoLine) {
      error(File.Locs[Line], "a second offset for buffer " + nameLineOf(I));
      IsGood = false;
    } else {
      Lines[I] = Line;
    }
  }
  if (IsGood && is_contained(Lines, NoLine)) {
    reportMissing();
    IsGood = false;
  }
  return IsGood;
}

void OffsetReader::reportMissing() {
  size_t First = find(Lines, NoLine) - Lines.begin();
  size_t More = count(Lines, NoLine) - 1;
  error(beginOfFile(),
        "no offset for buffer " + nameBuffer(First) + " of allocation " +
            Twine(Arena.Home->getIndex()) +
            (More == 0 ? "" : ", nor for " + countText(More, "other")));
}

//===----------------------------------------------------------------------===//
// Whether the offsets are a placement
//===----------------------------------------------------------------------===//

std::optional<packing::Placement> OffsetReader::read() {
  std::optional<packing::ProblemFile> Read = packing::readProblem(
      Sources.texts().front().Text, Sources, Run.C.diagnostics(),
      packing::OffsetColumn::Required);
  if (!Read)
    return std::nullopt;
  File = std::move(*Read);
  if (!join())
    return std::nullopt;
  packing::Placement Offsets;
  for (size_t Line : Lines)
    Offsets.push_back(File.Offsets[Line]);
  // What XLA chose is good under every profile.
  if (Offsets != getPresentPlacement(Arena.Content) &&
      (!checkEnds(Offsets) || !checkPlacement(Offsets)))
    return std::nullopt;
  return Offsets;
}

bool OffsetReader::checkEnds(ArrayRef<uint64_t> Offsets) {
  for (auto [I, Offset] : enumerate(Offsets)) {
    if (Offset < packing::MaxTotalSize)
      continue;
    error(File.Locs[Lines[I]], "offset " + Twine(Offset) + " of buffer " +
                                   nameBuffer(I) + " is beyond all memory");
    return false;
  }
  return true;
}

bool OffsetReader::checkPlacement(ArrayRef<uint64_t> Offsets) {
  std::optional<packing::PlacementFault> Fault =
      packing::findFault(Arena.Problem, Offsets);
  if (!Fault)
    return true;
  const size_t I = Fault->Buffer;
  const packing::Buffer &B = Arena.Problem.Buffers[I];
  std::string Message;
  raw_string_ostream OS(Message);
  switch (Fault->What) {
  case packing::PlacementFault::Kind::Overlap: {
    const size_t Other = Fault->Other;
    const packing::Buffer &O = Arena.Problem.Buffers[Other];
    OS << "buffers " << nameLineOf(Other) << " and " << nameBuffer(I)
       << " share bytes " << std::max(Offsets[I], Offsets[Other]) << '-'
       << std::min(Offsets[I] + B.Size, Offsets[Other] + O.Size)
       << " at schedule position " << Fault->At;
    if (!getBuffer(I).Range.contains(Fault->At) ||
        !getBuffer(Other).Range.contains(Fault->At))
      OS << ", which profile '" << getName(Rules.Profile) << "' forbids";
    break;
  }
  case packing::PlacementFault::Kind::Misaligned:
    OS << "offset " << Offsets[I] << " of buffer " << nameBuffer(I)
       << " is not a multiple of " << B.Alignment;
    if (!Rules.Alignment)
      OS << ", the alignment inferred from the dump; 'alignment' names another";
    break;
  case packing::PlacementFault::Kind::Moved:
    OS << "buffer " << nameBuffer(I) << " must stay at offset "
       << *B.FixedOffset << ", found " << Offsets[I];
    break;
  case packing::PlacementFault::Kind::OverCapacity:
    OS << "buffer " << nameBuffer(I) << " ends at byte " << Offsets[I] + B.Size
       << ", after byte " << *Arena.Problem.Capacity;
    break;
  case packing::PlacementFault::Kind::Untied:
    OS << "buffers " << nameLineOf(Fault->Other) << " and " << nameBuffer(I)
       << " are tied to one offset, found " << Offsets[Fault->Other] << " and "
       << Offsets[I];
    break;
  }
  error(File.Locs[Lines[I]], Message);
  return false;
}

std::optional<packing::Placement> readOffsets(const PassRun &Run,
                                              const TempArena &Arena,
                                              const PlacementRules &Rules,
                                              const SourceTexts &Sources) {
  return OffsetReader(Run, Arena, Rules, Sources).read();
}

} // namespace hlomem
