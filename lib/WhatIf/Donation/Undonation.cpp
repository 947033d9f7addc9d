//===- Undonation.cpp - What donation has changed -------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramEdit.h"
#include "hlomem/Support/Unavailable.h"
#include "hlomem/WhatIf/Donation/Donation.h"
#include <set>

using namespace llvm;

namespace hlomem {

static bool isCopyOf(const HloGraph &G, InstructionId Instruction,
                     InstructionId Of) {
  const GraphInstruction &I = G[Instruction];
  return I.Op == Opcode::Copy && I.Type == G[Of].Type;
}

/// Unavailable if the program would have other copies if the argument of \p A,
/// a pair of \p Record, were not donated; \p Computed are its buffers then.
static Error checkUncopied(const RecordedAssignment &Record,
                           const InputOutputAlias &A,
                           const HloBuffers &Computed) {
  const HloGraph &G = Record.getProgram();
  const HloDataflow &D = Record.getDataflow();
  std::string Name = ("argument " + Twine(A.Parameter)).str();
  InstructionId Argument = G.getEntry().Parameters[A.Parameter];
  ValueId Value = D.getValueAt({Argument, A.ParameterLeaf});
  if (Value && Computed.getValues(Computed.getBuffer(Value)).size() > 1)
    return unavailable(
        Name + " is updated in place: XLA would copy it first, and when that "
               "copy would run is not known");
  bool IsCopied = any_of(G[Argument].Uses, [&](GraphUse U) {
    return isCopyOf(G, U.User, Argument);
  });
  if (ValueId Output = D.getValueAt({G.getEntry().Root, A.Output})) {
    InstructionId Writer = D.definitions()[Output].Instruction;
    IsCopied |= G[Writer].Op == Opcode::Copy;
  }
  if (IsCopied)
    return unavailable(Name + " or its result is copied, and whether XLA would "
                              "do so without the donation is not known");
  return Error::success();
}

static bool areEqual(const HloBuffers &L, const HloBuffers &R,
                     IdRange<ValueId> Values) {
  return all_of(Values,
                [&](ValueId V) { return L.getBuffer(V) == R.getBuffer(V); });
}

Expected<Donation> undonate(const RecordedAssignment &Record,
                            ArrayRef<uint64_t> Parameters,
                            const AssignerPolicy &P) {
  const HloGraph &G = Record.getProgram();
  const HloDataflow &D = Record.getDataflow();
  if (Error E = checkParameters(G, Parameters))
    return E;
  // The record tells which values share a buffer with the pairs, XLA's rules
  // tell it without. Where they say another thing of the program as it is,
  // there is a rule that is not known.
  if (!areEqual(HloBuffers::compute(D), Record.getBuffers(),
                D.definitions().ids()))
    return unavailable(
        "by the rules that are known, other values would share buffers than in "
        "the dump");
  Donation Result;
  const std::set<uint64_t> Numbers(Parameters.begin(), Parameters.end());
  SmallVector<InputOutputAlias> Gone;
  for (const InputOutputAlias &A : G.inputOutputAliases())
    (Numbers.contains(A.Parameter) ? Gone : Result.Pairs).push_back(A);
  ProgramEdit Edit;
  Edit.Aliases = Result.Pairs;
  Expected<EditedProgram> Edited = editProgram(G, Edit);
  if (!Edited)
    return Edited.takeError();
  HloBuffers Computed = HloBuffers::compute(
      HloDataflow::of(*Edited->Program, D.definitions(), D.getRelease()));
  for (const InputOutputAlias &A : Gone)
    if (Error E = checkUncopied(Record, A, Computed))
      return E;
  RecordedAssignment After(std::move(Edited->Program), D.definitions(),
                           Record.sizes().vec(), Record.spaces().vec(),
                           Computed.getPairs(),
                           /*Allocations=*/{}, Record.getRelease());
  Expected<ReplayedAssignment> Assignment = After.replay(P);
  if (!Assignment)
    return Assignment.takeError();
  Result.Kind = P.Kind;
  Result.Allocations = std::move(Assignment->Allocations);
  Result.Numbers = std::move(Edited->Numbers);
  for (ValueId V : D.definitions().ids())
    Result.Values.push_back(V);
  Result.After = std::make_shared<const RecordedAssignment>(std::move(After));
  return Result;
}

} // namespace hlomem
