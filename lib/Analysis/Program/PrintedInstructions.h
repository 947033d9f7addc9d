//===- PrintedInstructions.h - Instructions as they are listed --*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_ANALYSIS_PRINTEDINSTRUCTIONS_H
#define HLOMEM_LIB_ANALYSIS_PRINTEDINSTRUCTIONS_H

#include "hlomem/HloText/GistReader.h"
#include "hlomem/HloText/InstructionParser.h"
#include "hlomem/IR/Module.h"
#include "hlomem/IR/ProgramSource.h"
#include "hlomem/IR/Value.h"

namespace hlomem {

/// Whether \p V, which comes after \p Before in Module::listedValues(), is a
/// further leaf of the same instruction: a dump that does not contradict itself
/// prints the same text again. Looks at no text, however long.
inline bool isFurtherLeaf(const Value &Before, const Value &V) {
  return V.getDefinition().hasIndex() && Before.getDefinition().hasIndex() &&
         V.getInstructionText().size() == Before.getInstructionText().size() &&
         V.getInstructionName() == Before.getInstructionName();
}

/// Calls \p Visit(V) for the first leaf of each instruction in \p Values, which
/// stand in the order of Module::listedValues(), until it returns false.
/// Returns whether it never did.
template <typename RangeT, typename CallableT>
bool visitPrintedInstructions(const RangeT &Values, CallableT Visit) {
  const Value *Before = nullptr;
  for (const Value *V : Values) {
    if ((!Before || !isFurtherLeaf(*Before, *V)) && !Visit(*V))
      return false;
    Before = V;
  }
  return true;
}

/// The gist of the instruction that defines \p V: of its text where it has one,
/// or else of what the module knows without a text; empty where that is
/// nothing.
inline InstructionGist getGist(const Module &M, const Value &V) {
  StringRef Text = V.getInstructionText();
  if (!Text.empty())
    return readGist(Text, V.getInstructionName());
  if (std::optional<InstructionGist> Known = M.findGist(V))
    return *Known;
  const InstructionDetails *I = M.getInstruction(V);
  return I ? readGist(*I) : InstructionGist();
}

/// The opcode alone, of whichever instruction the text is.
inline Opcode getOpcode(const Module &M, const Value &V) {
  StringRef Text = V.getInstructionText();
  return Text.empty() ? getGist(M, V).Op : parseHead(Text).Op;
}

/// Whether the instruction may have \p Mark, a single one.
inline bool mayHave(const Module &M, const Value &V, InstructionMarks Mark) {
  StringRef Text = V.getInstructionText();
  return Text.empty() ? getGist(M, V).has(Mark) : mayHave(Text, Mark);
}

/// Whether \p InText, an operand of an instruction of \p P, may be the operand
/// \p InDump of it in the dump. Where the text leaves elements of tuples out,
/// it has the tuple instead.
inline bool isSameOperand(const ProgramSource &P, const Operand &InText,
                          const Operand &InDump) {
  return InText.Name == InDump.Name ||
         (P.leavesOutTupleElements() && !P.has(InDump.Name));
}

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_PRINTEDINSTRUCTIONS_H
