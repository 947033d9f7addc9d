//===- AliasingOperands.cpp - What libtpu lets share a buffer -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/HloGraph.h"
#include "hlomem/IR/Shape.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace hlomem {

/// The JSON object that \p Text begins with, which has no brackets in strings.
/// Empty where they are nested deeper than in any list of libtpu: the parser
/// calls itself.
static StringRef takeObject(StringRef Text) {
  constexpr unsigned MaxNesting = 16;
  unsigned Depth = 0;
  for (size_t I = 0; I != Text.size(); ++I) {
    if (is_contained({'{', '['}, Text[I]) && ++Depth > MaxNesting)
      return "";
    Depth -= Depth != 0 && is_contained({'}', ']'}, Text[I]);
    if (Depth == 0)
      return Text.take_front(I + 1);
  }
  return Text;
}

/// Of the numbers in a list those below \p OperandCount are operands, the
/// others results. An operand may become any of the results that stand beside
/// it.
static Error addList(const json::Object &List, uint32_t OperandCount,
                     uint32_t ResultCount,
                     SmallVectorImpl<AliasingOperand> &Result) {
  SmallVector<uint32_t, 2> Operands, Results;
  const json::Array *Indices = List.getArray("indices");
  if (!Indices)
    return createStringError("a list has no indices");
  if (Indices->size() > uint64_t(OperandCount) + ResultCount)
    return createStringError("it names more than there is");
  for (const json::Value &V : *Indices) {
    uint32_t Number = 0;
    std::optional<StringRef> Text = V.getAsString();
    if (!Text || Text->getAsInteger(10, Number))
      return createStringError("its indices are no numbers");
    if (Number < OperandCount)
      Operands.push_back(Number);
    else if (Number - OperandCount < ResultCount)
      Results.push_back(Number - OperandCount);
    else
      return createStringError("it names operand or result " + Twine(Number) +
                               " of " + Twine(OperandCount) + " and " +
                               Twine(ResultCount));
  }
  for (uint32_t R : Results)
    for (uint32_t O : Operands)
      Result.push_back({O, R});
  return Error::success();
}

Expected<std::optional<SmallVector<AliasingOperand, 4>>>
parseAliasingOperands(StringRef BackendConfig, const Shape &Type,
                      uint32_t OperandCount) {
  static constexpr StringLiteral Key = "\"aliasing_operands\":";
  SmallVector<AliasingOperand, 4> Result;
  size_t At = BackendConfig.find(Key);
  if (At == StringRef::npos)
    return std::nullopt;
  StringRef Text = BackendConfig.substr(At + Key.size()).ltrim();
  // Most lists are empty.
  if (Text.starts_with("{\"lists\":[]}"))
    return Result;
  Expected<json::Value> Parsed = json::parse(takeObject(Text));
  if (!Parsed) {
    consumeError(Parsed.takeError());
    return createStringError("it is no JSON");
  }
  const json::Object *Root = Parsed->getAsObject();
  if (!Root)
    return createStringError("it is no JSON object");
  uint32_t ResultCount = Type.isTuple() ? Type.getElements().size() : 1;
  const json::Array *Lists = Root->getArray("lists");
  if (!Lists)
    return createStringError("it has no lists");
  for (const json::Value &V : *Lists) {
    const json::Object *List = V.getAsObject();
    if (!List)
      return createStringError("its lists are no JSON objects");
    if (Error E = addList(*List, OperandCount, ResultCount, Result))
      return E;
  }
  return Result;
}

} // namespace hlomem
