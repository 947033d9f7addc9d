//===- PartFolding.cpp - Parts that differ in numbers are one -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parts/PartFolding.h"
#include "Parts/ArgumentKinds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace llvm;

namespace hlomem {

static std::vector<std::string> getNumbers(StringRef Name) {
  std::vector<std::string> Numbers;
  while (!Name.empty()) {
    Name = Name.drop_until(isDigit);
    StringRef Number = Name.take_while(isDigit);
    if (!Number.empty())
      Numbers.push_back(Number.str());
    Name = Name.drop_front(Number.size());
  }
  return Numbers;
}

void PartFolding::add(Content What, std::string Shape, Bytes Size) {
  Row &R = Rows[{What.Kind, starNumbers(What.Name), What.Detail, Shape,
                 What.Source}];
  R.Numbers.push_back(getNumbers(What.Name));
  R.Part.Size += Size;
  ++R.Part.Buffers;
  if (R.Part.Buffers == 1) {
    R.Part.What = std::move(What);
    R.Part.Shape = std::move(Shape);
  }
}

/// Restores the numbers that never differ in \p Part, whose names are \p Stars,
/// and counts the layers: the values of the first number that differs and
/// belongs to a name, as in "h_*/attn" and "blocks/*/w", but not "state[*]".
static void foldNames(MemoryPart &Part, StringRef Stars,
                      ArrayRef<std::vector<std::string>> Numbers) {
  std::string Name;
  size_t Number = 0;
  bool HasLayers = false;
  // What reads an argument comes after its path.
  size_t Of = Stars.find(" of ");
  for (auto [At, C] : enumerate(Stars)) {
    // An op_name may have stars of its own, "ab*": they are no numbers.
    if (C != '*' || Number >= Numbers.front().size()) {
      Name += C;
      continue;
    }
    std::set<StringRef> Different;
    for (const std::vector<std::string> &Of : Numbers)
      if (Number < Of.size())
        Different.insert(Of[Number]);
    ++Number;
    if (Different.size() == 1) {
      Name += *Different.begin();
      continue;
    }
    Name += C;
    bool IsOfName =
        any_of(Stars.substr(At + 1), isAlpha) ||
        (At != 0 && (isAlpha(Stars[At - 1]) || Stars[At - 1] == '_'));
    if (!HasLayers && IsOfName && (Of == StringRef::npos || At > Of)) {
      HasLayers = true;
      Part.Layers = Different.size();
    }
  }
  Part.What.Name = std::move(Name);
}

std::vector<MemoryPart> PartFolding::fold() && {
  std::vector<MemoryPart> Parts;
  for (auto &[Key, R] : Rows) {
    if (R.Part.Size.isZero())
      continue;
    foldNames(R.Part, std::get<1>(Key), R.Numbers);
    Parts.push_back(std::move(R.Part));
  }
  llvm::stable_sort(Parts, [](const MemoryPart &L, const MemoryPart &R) {
    return L.Size > R.Size;
  });
  return Parts;
}

} // namespace hlomem
