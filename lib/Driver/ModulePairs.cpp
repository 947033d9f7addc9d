//===- ModulePairs.cpp - Which modules to compare -------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Driver/ModulePairs.h"
#include "hlomem/Dump/DumpFileName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"
#include <deque>

using namespace llvm;

namespace hlomem {

using LoadedModules = std::vector<LoadedModule *>;

static LoadedModules getLoaded(ArrayRef<std::unique_ptr<LoadedModule>> All) {
  LoadedModules Result;
  for (const std::unique_ptr<LoadedModule> &L : All)
    if (L->isLoaded())
      Result.push_back(L.get());
  return Result;
}

static size_t countModules(ArrayRef<std::unique_ptr<LoadedModule>> All) {
  return count_if(All, [](const auto &L) { return !L->isStream(); });
}

static std::string getKey(const LoadedModule &L) {
  StringRef File = sys::path::filename(L.getName());
  std::optional<DumpFileName> Parsed = parseDumpFileName(File);
  return Parsed ? std::string(Parsed->Stem) : File.str();
}

ModulePairs pairModules(ArrayRef<std::unique_ptr<LoadedModule>> First,
                        ArrayRef<std::unique_ptr<LoadedModule>> Second) {
  LoadedModules Left = getLoaded(First), Right = getLoaded(Second);
  // Of several, those that cannot be read still say that names count.
  if (countModules(First) == 1 && countModules(Second) == 1 &&
      Left.size() == 1 && Right.size() == 1)
    return {{{Left.front(), Right.front()}}, {}, {}};
  StringMap<std::deque<LoadedModule *>> ByKey;
  for (LoadedModule *R : Right)
    ByKey[getKey(*R)].push_back(R);
  ModulePairs Result;
  for (LoadedModule *L : Left) {
    auto Found = ByKey.find(getKey(*L));
    if (Found == ByKey.end() || Found->second.empty()) {
      Result.OnlyInFirst.push_back(L);
      continue;
    }
    Result.Pairs.emplace_back(L, Found->second.front());
    Found->second.pop_front();
  }
  for (LoadedModule *R : Right)
    if (is_contained(ByKey[getKey(*R)], R))
      Result.OnlyInSecond.push_back(R);
  return Result;
}

} // namespace hlomem
