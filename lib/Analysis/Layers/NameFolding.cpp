//===- NameFolding.cpp - Names that differ in an index --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Layers/NameFolding.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace hlomem {

namespace {

/// Further numbers of a name are taken for text.
constexpr size_t MaxSlots = 8;

/// Longer ones are hashes or the like.
constexpr size_t MaxDigits = 9;

/// Digits in a name.
struct Digits {
  size_t Begin = 0;
  size_t End = 0;
};

/// A number in a name, with all its places: "jvp(layer_3)/layer_3/dot" has one.
using Slot = SmallVector<Digits, 1>;

/// Candidates that differ in one number, or in nothing.
struct NameGroup {
  /// Which number of their names; none if their names are equal.
  std::optional<size_t> SlotNumber;
  std::vector<size_t> Members;
};

} // namespace

static SmallVector<Digits, MaxSlots> findDigits(StringRef Name) {
  SmallVector<Digits, MaxSlots> Found;
  for (size_t I = 0; I != Name.size();) {
    if (!isDigit(Name[I])) {
      ++I;
      continue;
    }
    size_t Begin = I;
    while (I != Name.size() && isDigit(Name[I]))
      ++I;
    if (I - Begin <= MaxDigits)
      Found.push_back({Begin, I});
  }
  return Found;
}

/// "layer_3" of "jvp(layer_3)".
static StringRef getNumberedWord(StringRef Name, Digits D) {
  size_t Begin = D.Begin;
  while (Begin != 0 && (isAlpha(Name[Begin - 1]) || Name[Begin - 1] == '_'))
    --Begin;
  return Name.slice(Begin, D.End);
}

static SmallVector<Slot, MaxSlots> findSlots(StringRef Name) {
  SmallVector<Slot, MaxSlots> Slots;
  for (Digits D : findDigits(Name)) {
    StringRef Word = getNumberedWord(Name, D);
    auto *Known = Word.size() == D.End - D.Begin
                      ? Slots.end()
                      : find_if(Slots, [&](const Slot &S) {
                          return getNumberedWord(Name, S.front()) == Word;
                        });
    if (Known != Slots.end())
      Known->push_back(D);
    else if (Slots.size() != MaxSlots)
      Slots.push_back({D});
  }
  return Slots;
}

static std::string replaceDigits(StringRef Name, ArrayRef<Digits> Which,
                                 StringRef By) {
  std::string Text;
  size_t Done = 0;
  for (Digits D : Which) {
    (Text += Name.slice(Done, D.Begin)) += By;
    Done = D.End;
  }
  return Text += Name.drop_front(Done);
}

std::string replaceNumbers(StringRef Name) {
  return replaceDigits(Name, findDigits(Name), "#");
}

std::string replaceNumbersBelowRoot(StringRef Name) {
  StringRef Rest =
      Name.drop_while([](char C) { return isAlnum(C) || C == '_'; });
  if (Rest.consume_front("["))
    Rest = Rest.drop_while(isDigit);
  else
    Rest = Name;
  return Name.drop_back(Rest.size()).str() + replaceNumbers(Rest);
}

static uint64_t getNumber(StringRef Name, const Slot &S) {
  uint64_t Number = 0;
  Name.slice(S.front().Begin, S.front().End).getAsInteger(10, Number);
  return Number;
}

/// "0-3,5" of ascending numbers without duplicates.
static std::string describeRuns(ArrayRef<uint64_t> Numbers) {
  std::string Text;
  for (size_t I = 0; I != Numbers.size();) {
    size_t End = I + 1;
    while (End != Numbers.size() && Numbers[End] == Numbers[End - 1] + 1)
      ++End;
    if (I != 0)
      Text += ',';
    Text += utostr(Numbers[I]);
    // Two are no run.
    if (End - I == 2)
      Text += ',' + utostr(Numbers[End - 1]);
    else if (End - I > 2)
      Text += '-' + utostr(Numbers[End - 1]);
    I = End;
  }
  return Text;
}

std::string describeNumbers(ArrayRef<uint64_t> Numbers) {
  std::vector<uint64_t> Sorted(Numbers.begin(), Numbers.end());
  llvm::sort(Sorted);
  Sorted.erase(llvm::unique(Sorted), Sorted.end());
  std::string Runs = describeRuns(Sorted);
  // Of many gaps none is the exception, and numbers may be far apart.
  uint64_t Missing = Sorted.back() - Sorted.front() + 1 - Sorted.size();
  if (Missing == 0 || Missing > Sorted.size() / 4)
    return Runs;
  std::vector<uint64_t> Exceptions;
  for (size_t I = 1; I != Sorted.size(); ++I)
    for (uint64_t N = Sorted[I - 1] + 1; N != Sorted[I]; ++N)
      Exceptions.push_back(N);
  std::string But = utostr(Sorted.front()) + '-' + utostr(Sorted.back()) +
                    " but " + describeRuns(Exceptions);
  // Where both are as long the exceptions are what matters.
  return Exceptions.size() <= 3 || But.size() < Runs.size() ? But : Runs;
}

/// The number of layers among the members of \p G that are not taken.
static size_t countLayers(const NameGroup &G,
                          ArrayRef<FoldCandidate> Candidates,
                          const std::vector<bool> &Taken) {
  SmallVector<uint64_t> Numbers;
  for (size_t I : G.Members)
    if (!Taken[I])
      Numbers.push_back(
          G.SlotNumber ? getNumber(Candidates[I].Name,
                                   findSlots(Candidates[I].Name)[*G.SlotNumber])
                       : I);
  llvm::sort(Numbers);
  return llvm::unique(Numbers) - Numbers.begin();
}

static std::vector<NameGroup> findGroups(ArrayRef<FoldCandidate> Candidates) {
  std::vector<NameGroup> Groups;
  StringMap<size_t> Known;
  auto Add = [&](size_t Member, StringRef Key,
                 std::optional<size_t> SlotNumber) {
    std::string Whole = utostr(Candidates[Member].Class) + ' ' +
                        (SlotNumber ? utostr(*SlotNumber) : "=") + ' ';
    Whole += Key;
    auto [Position, IsNew] = Known.try_emplace(Whole, Groups.size());
    if (IsNew)
      Groups.push_back({SlotNumber, {}});
    Groups[Position->second].Members.push_back(Member);
  };
  for (const auto &[I, C] : enumerate(Candidates)) {
    if (C.Name.empty())
      continue;
    if (C.AnyNumber) {
      Add(I, replaceNumbers(C.Name), std::nullopt);
      continue;
    }
    Add(I, C.Name, std::nullopt);
    for (const auto &[Number, S] : enumerate(findSlots(C.Name)))
      Add(I, replaceDigits(C.Name, S, "#"), Number);
  }
  return Groups;
}

static std::string makeName(const NameGroup &G,
                            ArrayRef<FoldCandidate> Candidates,
                            ArrayRef<size_t> Members) {
  const FoldCandidate &First = Candidates[Members.front()];
  if (!G.SlotNumber)
    return First.AnyNumber ? replaceNumbers(First.Name) : First.Name.str();
  SmallVector<uint64_t> Numbers;
  for (size_t I : Members)
    Numbers.push_back(getNumber(Candidates[I].Name,
                                findSlots(Candidates[I].Name)[*G.SlotNumber]));
  return replaceDigits(First.Name, findSlots(First.Name)[*G.SlotNumber],
                       "{" + describeNumbers(Numbers) + "}");
}

// The number that takes the most values is that of the layer; of several the
// outermost.
std::vector<FoldedNames> foldNames(ArrayRef<FoldCandidate> Candidates) {
  std::vector<NameGroup> Groups = findGroups(Candidates);
  std::vector<bool> Taken(Candidates.size(), false);
  // Those without such a number last: each layer may have several of a name.
  std::vector<std::tuple<bool, size_t, size_t, size_t>> Order;
  for (const auto &[I, G] : enumerate(Groups)) {
    size_t Layers = countLayers(G, Candidates, Taken);
    if (Layers >= LeastFoldedLayers)
      Order.emplace_back(!G.SlotNumber, ~Layers, G.SlotNumber.value_or(0), I);
  }
  llvm::sort(Order);

  std::vector<FoldedNames> Rows;
  for (const auto &Entry : Order) {
    const NameGroup &G = Groups[std::get<3>(Entry)];
    if (countLayers(G, Candidates, Taken) < LeastFoldedLayers)
      continue;
    FoldedNames &Row = Rows.emplace_back();
    copy_if(G.Members, std::back_inserter(Row.Members),
            [&](size_t I) { return !Taken[I]; });
    for (size_t I : Row.Members)
      Taken[I] = true;
    Row.Name = makeName(G, Candidates, Row.Members);
  }
  for (size_t I = 0; I != Candidates.size(); ++I)
    if (!Taken[I])
      Rows.push_back({{I}, ""});
  llvm::sort(Rows, [](const FoldedNames &L, const FoldedNames &R) {
    return L.Members.front() < R.Members.front();
  });
  return Rows;
}

} // namespace hlomem
