//===- LayerFolding.cpp - What layers have in common ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Layers/LayerFolding.h"
#include "hlomem/Analysis/Sources/Attribution.h"
#include "hlomem/Analysis/Sources/UserSourceAnalysis.h"
#include "hlomem/Analysis/Sources/ValueNames.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/Support/xxhash.h"
#include <unordered_map>

using namespace llvm;

namespace hlomem {

AnalysisKey LayerFoldingAnalysis::Key;

std::unique_ptr<LayerFolding> LayerFoldingAnalysis::run(const Module &M,
                                                        AnalysisManager &AM) {
  return std::make_unique<LayerFolding>(AM);
}

/// What reads it, by the names of the instructions without their numbers, which
/// begin with the opcode.
static std::string describeReaders(const Value &V) {
  std::vector<std::string> Readers;
  for (const Use &U : V.getUses())
    Readers.push_back(replaceNumbers(U.User.getName()) + ' ' +
                      utostr(U.OperandNumber));
  llvm::sort(Readers);
  return join(Readers, ";");
}

const LayerFolding::Known &LayerFolding::get(const Value &V) {
  std::unique_ptr<Known> &Entry = Values[&V];
  if (Entry)
    return *Entry;
  Entry = std::make_unique<Known>();
  ValueNames &Names = *AM.getResult<ValueNamesAnalysis>();
  Entry->Name = Names.findOpName(V).str();
  Entry->AnyNumber = Entry->Name.empty();
  if (Entry->AnyNumber)
    Entry->Name = Names.describe(V);
  const Allocation &A = V.getAllocation();
  const InstructionDetails *I =
      AM.getResult<AttributionAnalysis>()->findInstruction(V);
  std::string Class;
  raw_string_ostream OS(Class);
  OS << V.getSize().count() << '\n'
     << A.getMemorySpace() << '\n'
     << getKind(A).str() << '\n'
     << V.isPhi() << V.getDefinition().getIndex().getText() << '\n'
     << (I ? I->OpcodeName : StringRef()) << '\n';
  V.getShape().print(OS, /*WithLayout=*/true);
  OS << '\n';
  if (std::optional<UserPlace> Place =
          AM.getResult<UserSourceAnalysis>().find(V))
    OS << Place->str();
  if (Entry->AnyNumber)
    OS << '\n' << describeReaders(V);
  Entry->Class = xxh3_64bits(Class);
  return *Entry;
}

std::vector<FoldedNames> LayerFolding::fold(ArrayRef<FoldItem> Items) {
  // Most values need not be looked up: none has their size but one other.
  // A damaged dump may have the sizes that a DenseMap keeps for itself.
  std::unordered_map<uint64_t, size_t> CountBySize;
  for (const FoldItem &I : Items)
    CountBySize[I.Size.count()] += I.Of != nullptr;
  std::vector<FoldCandidate> Candidates;
  for (const FoldItem &I : Items) {
    FoldCandidate &C = Candidates.emplace_back();
    if (!I.Of || CountBySize[I.Size.count()] < LeastFoldedLayers)
      continue;
    const Known &K = get(*I.Of);
    C.Name = K.Name;
    C.Class = hash_combine(K.Class, I.Size.count(), I.Class);
    C.AnyNumber = K.AnyNumber;
  }
  return foldNames(Candidates);
}

} // namespace hlomem
