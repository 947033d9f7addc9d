//===- InstructionCache.cpp - Instructions, read once ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/InstructionCache.h"
#include "hlomem/IR/Materializer.h"
#include "hlomem/Support/ADT/NameTable.h"
#include <mutex>
#include <utility>
#include <vector>

using namespace llvm;

namespace hlomem {

struct InstructionCache::State {
  explicit State(const ShapeContext &Known) : Shapes(Arena, Known) {}

  std::mutex Lock;
  BumpPtrAllocator Arena;
  ShapeContext Shapes;
  /// Numbers are positions in Instructions.
  NameTable ByName;
  std::vector<std::pair<StringRef, const InstructionDetails *>> Instructions;
};

InstructionCache::InstructionCache(const ShapeContext &Shapes,
                                   const Materializer *Source)
    : Source(Source), S(std::make_unique<State>(Shapes)) {}

InstructionCache::~InstructionCache() = default;

const InstructionDetails &InstructionCache::get(const Module &M,
                                                const Value &V) const {
  StringRef Name = V.getInstructionName();
  std::lock_guard<std::mutex> Guard(S->Lock);
  auto [Known, IsNew] =
      S->ByName.insert(hashName(Name), S->Instructions.size(), [&](uint32_t I) {
        return S->Instructions[I].first == Name;
      });
  if (IsNew)
    S->Instructions.emplace_back(
        Name, new (S->Arena) InstructionDetails(
                  Source->readInstruction(M, V, S->Shapes, S->Arena)));
  return *S->Instructions[Known].second;
}

} // namespace hlomem
