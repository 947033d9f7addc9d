//===- PartFolding.cpp - Parts that differ in numbers are one -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parts/PartFolding.h"
#include "hlomem/Analysis/Layers/NameFolding.h"
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
  // The elements of "moments[3]" may be of layers, those of "state[1]['w']" are
  // moments.
  bool HasMoments = What.Kind == PartKind::OptimizerState &&
                    !StringRef(What.Name).split(']').second.empty();
  std::string Name = HasMoments ? replaceNumbersBelowRoot(What.Name)
                                : replaceNumbers(What.Name);
  Row &R = Rows[{What.Kind, Name, What.Detail, Shape, What.Source}];
  R.Numbers.push_back(getNumbers(What.Name));
  R.Part.Size += Size;
  ++R.Part.Buffers;
  if (R.Part.Buffers == 1) {
    R.Part.What = std::move(What);
    R.Part.Shape = std::move(Shape);
  }
}

/// Writes the numbers that differ between the names of \p Part as `*`, and
/// counts the layers: the values of the first number that differs and belongs
/// to a name, as in "h_*/attn" and "blocks/*/w", but not "state[*]".
static void foldNames(MemoryPart &Part,
                      ArrayRef<std::vector<std::string>> Numbers) {
  StringRef First = Part.What.Name;
  std::string Name;
  bool HasLayers = false;
  // What reads an argument comes after its path.
  size_t Of = First.find(" of ");
  for (size_t At = 0, Number = 0; At != First.size(); ++Number) {
    StringRef Text = First.substr(At).take_until(isDigit);
    Name += Text;
    At += Text.size();
    StringRef Digits = First.substr(At).take_while(isDigit);
    if (Digits.empty())
      break;
    std::set<StringRef> Different;
    for (const std::vector<std::string> &Others : Numbers)
      if (Number < Others.size())
        Different.insert(Others[Number]);
    bool Differs = Different.size() > 1;
    Name += Differs ? "*" : Digits;
    StringRef Before = First.take_front(At);
    At += Digits.size();
    bool IsOfName =
        any_of(First.substr(At), isAlpha) ||
        (!Before.empty() && (isAlpha(Before.back()) || Before.back() == '_'));
    if (Differs && !HasLayers && IsOfName &&
        (Of == StringRef::npos || At > Of)) {
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
    foldNames(R.Part, R.Numbers);
    Parts.push_back(std::move(R.Part));
  }
  llvm::stable_sort(Parts, [](const MemoryPart &L, const MemoryPart &R) {
    return L.Size > R.Size;
  });
  return Parts;
}

} // namespace hlomem
