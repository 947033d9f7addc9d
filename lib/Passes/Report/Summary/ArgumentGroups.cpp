//===- ArgumentGroups.cpp - Arguments by their paths ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PeakGroups.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace hlomem {

/// More parts than these say less than their sum: then they are the layers of a
/// model, or its weights.
static constexpr size_t MaxGroupParts = 4;

namespace {

/// "state", "[0]", ".mu", "['w']" of state[0].mu['w'].
using PathParts = SmallVector<StringRef, 6>;

class PathGrouper {
public:
  explicit PathGrouper(ArrayRef<std::string> Given);

  std::vector<ArgumentGroup> run();

private:
  void split(std::vector<size_t> Members, size_t Depth, bool MaySplitKeys);
  std::string getPrefix(size_t Path, size_t Depth) const;

  std::vector<PathParts> Paths;
  std::vector<ArgumentGroup> Found;
};

} // namespace

static PathParts splitPath(StringRef Path) {
  PathParts Parts;
  size_t Begin = 0;
  char Quote = 0;
  bool IsInKey = false;
  for (size_t I = 0; I != Path.size(); ++I) {
    char C = Path[I];
    if (Quote != 0) {
      if (C == Quote)
        Quote = 0;
    } else if (IsInKey && (C == '\'' || C == '"')) {
      Quote = C;
    } else if (C == ']') {
      IsInKey = false;
    } else if (!IsInKey && (C == '[' || C == '.')) {
      if (I != Begin)
        Parts.push_back(Path.slice(Begin, I));
      Begin = I;
      IsInKey = C == '[';
    }
  }
  if (Begin != Path.size())
    Parts.push_back(Path.drop_front(Begin));
  return Parts;
}

/// A key of a dict, unlike an index or an attribute.
static bool isKey(StringRef Part) {
  return Part.starts_with("['") || Part.starts_with("[\"");
}

PathGrouper::PathGrouper(ArrayRef<std::string> Given) {
  for (const std::string &Path : Given)
    Paths.push_back(splitPath(Path));
}

std::string PathGrouper::getPrefix(size_t Path, size_t Depth) const {
  return join(ArrayRef(Paths[Path]).take_front(Depth), "");
}

/// \p Members have the first \p Depth parts in common.
void PathGrouper::split(std::vector<size_t> Members, size_t Depth,
                        bool MaySplitKeys) {
  for (;; ++Depth) {
    MapVector<StringRef, std::vector<size_t>> Children;
    bool HasInner = false, HasKeys = false;
    for (size_t I : Members) {
      // One of them ends here: there is nothing below that it is in.
      StringRef Part = Depth < Paths[I].size() ? Paths[I][Depth] : "";
      Children[Part].push_back(I);
      HasInner |= Depth + 1 < Paths[I].size();
      HasKeys |= isKey(Part);
    }
    if (Children.size() == 1 && HasInner)
      continue;
    if (!HasInner || Children.size() > MaxGroupParts ||
        (HasKeys && !MaySplitKeys)) {
      // One argument alone has its whole path.
      size_t Common = Depth + (Children.size() == 1);
      Found.push_back({getPrefix(Members.front(), Common), Members});
      return;
    }
    for (auto &[Part, Inside] : Children)
      split(std::move(Inside), Depth + 1, MaySplitKeys && !HasKeys);
    return;
  }
}

std::vector<ArgumentGroup> PathGrouper::run() {
  MapVector<StringRef, std::vector<size_t>> Roots;
  for (size_t I = 0; I != Paths.size(); ++I)
    Roots[Paths[I].empty() ? StringRef() : Paths[I].front()].push_back(I);
  for (auto &[Root, Members] : Roots)
    split(std::move(Members), 1, /*MaySplitKeys=*/true);
  return std::move(Found);
}

std::vector<ArgumentGroup> groupPaths(ArrayRef<std::string> Paths) {
  return PathGrouper(Paths).run();
}

} // namespace hlomem
