//===- Instruction.cpp - One HLO instruction ------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/Instruction.h"
#include "Elements.h"
#include "hlomem/IR/InstructionCache.h"
#include "hlomem/IR/Materializer.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/ADT/NameTable.h"
#include "hlomem/Support/TextScanner.h"
#include "llvm/Support/JSON.h"
#include <mutex>

using namespace llvm;

namespace hlomem {

std::optional<StringRef> InstructionDetails::getAttribute(StringRef Key) const {
  for (const Attribute &A : Attributes)
    if (A.Key == Key)
      return A.Value;
  return std::nullopt;
}

std::optional<uint64_t> InstructionDetails::getParameterNumber() const {
  StringRef Text = OperandText;
  if (Op != Opcode::Parameter)
    return std::nullopt;
  std::optional<uint64_t> N = text::takeNumber(Text);
  return Text.empty() ? N : std::nullopt;
}

/// What llvm::json::parse can take: JSON without control characters inside
/// strings, which XLA prints as they are. None where brackets are nested so
/// deep that the recursive parser could overflow the stack.
static std::optional<std::string> prepareJson(StringRef Text) {
  static constexpr unsigned MaxNesting = 256;
  std::string Result;
  Result.reserve(Text.size());
  unsigned Depth = 0;
  bool InString = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (InString && static_cast<unsigned char>(C) < 0x20) {
      Result += "\\u00";
      Result += hexdigit(C >> 4);
      Result += hexdigit(C & 0xF);
      continue;
    }
    Result += C;
    if (C == '"') {
      InString = !InString;
    } else if (InString) {
      if (C == '\\' && I + 1 < Text.size())
        Result += Text[++I];
    } else if (C == '{' || C == '[') {
      if (++Depth > MaxNesting)
        return std::nullopt;
    } else if ((C == '}' || C == ']') && Depth != 0) {
      --Depth;
    }
  }
  return Result;
}

Expected<json::Value> InstructionDetails::getBackendConfig() const {
  std::optional<StringRef> Value = getAttribute("backend_config");
  if (!Value)
    return createStringError("instruction has no backend_config");
  std::string Unescaped;
  StringRef Text = *Value;
  if (Text.size() >= 2 && Text.front() == '"') {
    Unescaped = text::unescape(Text.drop_front().drop_back());
    Text = Unescaped;
  }
  std::optional<std::string> Json = prepareJson(Text);
  if (!Json)
    return createStringError("backend_config is nested too deeply");
  return json::parse(*Json);
}

//===----------------------------------------------------------------------===//
// InstructionCache
//===----------------------------------------------------------------------===//

struct InstructionCache::State {
  explicit State(const ShapeContext &Known) : Shapes(Arena, Known) {}

  std::mutex Lock;
  BumpPtrAllocator Arena;
  ShapeContext Shapes;
  /// Numbers are positions in Instructions.
  NameTable ByName;
  std::vector<std::pair<StringRef, const InstructionDetails *>> Instructions;
  /// By the places of values among those of the module: asking again needs no
  /// name.
  std::vector<const InstructionDetails *> ByPlace;
};

InstructionCache::InstructionCache(const ShapeContext &Shapes,
                                   const Materializer *Source)
    : Source(Source), S(std::make_unique<State>(Shapes)) {}

InstructionCache::~InstructionCache() = default;

const InstructionDetails &InstructionCache::get(const Module &M,
                                                const Value &V) const {
  std::lock_guard<std::mutex> Guard(S->Lock);
  ArrayRef<Value> Values = M.values();
  S->ByPlace.resize(Values.size());
  // Not each value has a place.
  const InstructionDetails *Read = nullptr;
  const InstructionDetails *&OfValue =
      isElement(Values, V) ? S->ByPlace[&V - Values.begin()] : Read;
  if (OfValue)
    return *OfValue;
  StringRef Name = V.getInstructionName();
  auto [Known, IsNew] =
      S->ByName.insert(hashName(Name), S->Instructions.size(), [&](uint32_t I) {
        return S->Instructions[I].first == Name;
      });
  if (IsNew)
    S->Instructions.emplace_back(
        Name, new (S->Arena) InstructionDetails(
                  Source->readInstruction(M, V, S->Shapes, S->Arena)));
  OfValue = S->Instructions[Known].second;
  return *OfValue;
}

void InstructionCache::forgetPlaces() { S->ByPlace.clear(); }

} // namespace hlomem
