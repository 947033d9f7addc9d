//===- RemarkText.cpp - A remark that a pass writes piece by piece --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/RemarkText.h"
#include "hlomem/Pass/PassContext.h"

using namespace llvm;

namespace hlomem {

static constexpr StringLiteral Names[] = {"Remark", "Note"};

// Nobody knows what the numbers of such a remark depend on.
static constexpr FactKinds AllFacts = FactKinds::Sizes | FactKinds::Places |
                                      FactKinds::LiveRanges |
                                      FactKinds::Program | FactKinds::Claims;

namespace {

struct Written {
  static constexpr RemarkInfo Info = {.Name = Names[0],
                                      .Kind = RemarkKind::Analysis,
                                      .IsRow = false,
                                      .Columns = {},
                                      .RestsOn = AllFacts};
  void write(RemarkBuilder & /*Builder*/) const {}
};

struct WrittenNote {
  static constexpr RemarkInfo Info = {.Name = Names[1],
                                      .Kind = RemarkKind::Analysis,
                                      .IsRow = false,
                                      .Columns = {},
                                      .IsNote = true,
                                      .RestsOn = AllFacts};
  void write(RemarkBuilder & /*Builder*/) const {}
};

} // namespace

ArrayRef<StringLiteral> RemarkText::names() { return Names; }

RemarkText::RemarkText(PassContext &C, SMLoc Loc, bool IsNote)
    : C(C),
      Made(IsNote ? Remark::make(C.getCurrentPass(), SMLoc(), WrittenNote())
                  : Remark::make(C.getCurrentPass(), Loc, Written())) {}

RemarkText::~RemarkText() { C.emit(std::move(Made)); }

Remark RemarkText::makeEmpty() { return Remark::make("", SMLoc(), Written()); }

StringRef RemarkText::takeKey(Kind K) {
  static constexpr StringLiteral Keys[][9] = {
      {"Size", "Size2", "Size3", "Size4", "Size5", "Size6", "Size7", "Size8",
       "Size9"},
      {"Count", "Count2", "Count3", "Count4", "Count5", "Count6", "Count7",
       "Count8", "Count9"},
      {"Range", "Range2", "Range3", "Range4", "Range5", "Range6", "Range7",
       "Range8", "Range9"},
      {"Share", "Share2", "Share3", "Share4", "Share5", "Share6", "Share7",
       "Share8", "Share9"},
      {"Space", "Space2", "Space3", "Space4", "Space5", "Space6", "Space7",
       "Space8", "Space9"},
      {"Value", "Value2", "Value3", "Value4", "Value5", "Value6", "Value7",
       "Value8", "Value9"},
      {"Shape", "Shape2", "Shape3", "Shape4", "Shape5", "Shape6", "Shape7",
       "Shape8", "Shape9"}};
  uint8_t &Count = Counts[size_t(K)];
  if (Count == std::size(Keys[0]))
    return "";
  return Keys[size_t(K)][Count++];
}

} // namespace hlomem
