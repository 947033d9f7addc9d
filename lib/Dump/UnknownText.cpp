//===- UnknownText.cpp - What of a dump this version does not know --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Dump/UnknownText.h"
#include "hlomem/Support/Diagnostics.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace hlomem {

// A dump may have any number of words that nobody knows: more of a place than
// these are one kind, without a name.
static constexpr size_t MaxNames = 8;

UnknownAnchor UnknownAnchor::afterAttributes(unsigned Count, SMLoc Allocation) {
  UnknownAnchor Result(UnknownAfter::AllocationSize, Allocation);
  Result.After += Count;
  assert(Result.After < unsigned(UnknownAfter::ParameterNumber) &&
         "more attributes than there is room for");
  return Result;
}

bool UnknownText::canAdd(UnknownAnchor At) const {
  auto Known = Places.find({At.After, At.Thing});
  return Known == Places.end() || Known->second.second == Pieces.size();
}

void UnknownText::add(UnknownAnchor At, Piece P, bool IsPlain) {
  auto [Known, IsNew] = Places.try_emplace(
      {At.After, At.Thing}, std::pair(Pieces.size(), Pieces.size()));
  auto &[Begin, End] = Known->second;
  assert((IsNew || End == Pieces.size()) && "something stands between");
  if (!IsNew && IsPlain && P.IsLine) {
    StringRef &Last = Pieces.back().Text;
    if (Last.end() + 1 == P.Text.begin()) {
      Last = StringRef(Last.begin(), P.Text.end() - Last.begin());
      return;
    }
  }
  Pieces.push_back(P);
  End = Pieces.size();
}

ArrayRef<UnknownText::Piece> UnknownText::find(UnknownAnchor At) const {
  auto Known = Places.find({At.After, At.Thing});
  if (Known == Places.end())
    return {};
  auto [Begin, End] = Known->second;
  return ArrayRef(Pieces).slice(Begin, End - Begin);
}

void UnknownText::count(UnknownPlace Place, StringRef Name, SMLoc Loc) {
  auto IsSame = [&](const Kind &K) {
    return K.Place == Place && K.Name == Name;
  };
  auto Known = find_if(Kinds, IsSame);
  if (Known == Kinds.end() && size_t(count_if(Kinds, [&](const Kind &K) {
                                return K.Place == Place;
                              })) >= MaxNames) {
    Name = StringRef();
    Known = find_if(Kinds, IsSame);
  }
  if (Known == Kinds.end())
    Known = Kinds.insert(Kinds.end(), {Place, Name, 0, Loc});
  ++Known->Count;
}

namespace {
/// How to tell of a place.
struct PlaceWords {
  /// Before and after the name.
  StringRef What, Where;
  StringRef Affected;
};
} // namespace

static PlaceWords getWords(UnknownPlace Place) {
  static constexpr StringLiteral None = "no number depends on it";
  static constexpr StringLiteral Memory =
      "memory described only there could be missing";
  switch (Place) {
  case UnknownPlace::AllocationAttribute:
    return {"attribute", " of an allocation",
            "only the kind of the allocation could depend on it"};
  case UnknownPlace::ValueAttribute:
    return {"attribute", " of a value", None};
  case UnknownPlace::AllocationsLine:
    return {"line", " among the allocations", Memory};
  case UnknownPlace::AllocationsClause:
    return {"end", " of a line among the allocations", None};
  case UnknownPlace::TotalClause:
    return {"end", " of the line of the total", None};
  case UnknownPlace::UsedValuesLine:
    return {"line", " among the used values",
            "positions and uses described only there could be missing"};
  case UnknownPlace::UsedValuesClause:
    return {"end", " of a line among the used values", None};
  case UnknownPlace::LiveRangesLine:
    return {"line", " among the live ranges",
            "instructions and live ranges described only there could be "
            "missing"};
  case UnknownPlace::LiveRangesClause:
    return {"end", " of a line among the live ranges", None};
  case UnknownPlace::PeakLine:
    return {"line", " at XLA's own peak", None};
  case UnknownPlace::PeakClause:
    return {"end", " of a line at XLA's own peak", None};
  case UnknownPlace::Section:
    return {"section", "", Memory};
  }
  llvm_unreachable("an unknown text at no place");
}

std::string UnknownText::Kind::describe() const {
  PlaceWords W = getWords(Place);
  std::string Text = W.What.str();
  if (!Name.empty())
    Text += " " + quoteForMessage(Name);
  return Text + W.Where.str();
}

bool UnknownText::mayHoldMemory() const {
  return any_of(Kinds,
                [](const Kind &K) {
                  return K.Place == UnknownPlace::AllocationsLine ||
                         K.Place == UnknownPlace::Section;
                }) ||
         any_of(Pieces, [](const Piece &P) {
           return P.Text.contains("BufferAssignment:");
         });
}

StringRef UnknownText::Kind::getAffected() const {
  return getWords(Place).Affected;
}

} // namespace hlomem
