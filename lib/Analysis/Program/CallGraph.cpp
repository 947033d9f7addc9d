//===- CallGraph.cpp - Who owns instructions, and who calls ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallGraph.h"
#include "hlomem/Analysis/Program/HloSchedule.h"
#include "hlomem/IR/HloProgram.h"
#include "hlomem/IR/Module.h"

using namespace llvm;

namespace hlomem {

CallGraph CallGraph::fromText(const HloProgram &P) {
  CallGraph G;
  ArrayRef<HloComputation> All = P.computations();
  for (const HloComputation &C : All)
    G.Computations.push_back({C.Name, {}});
  G.Entry = ComputationId(&P.getEntry() - All.data());
  BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena);
  for (const HloInstruction &I : P.instructions()) {
    G.Owners.try_emplace(I.Name, ComputationId(I.Computation));
    if (!P.mayHave(I, InstructionMarks::CallsComputations))
      continue;
    InstructionDetails D = P.readDetails(I, Shapes, Arena);
    for (const CalledComputation &C : D.CalledComputations) {
      const HloComputation *Callee = P.findComputation(C.Name);
      if (!Callee)
        continue;
      G.Computations[ComputationId(Callee - All.data())].addCaller(I.Name);
    }
  }
  return G;
}

CallGraph CallGraph::fromDump(const Module &M, const HloSchedule &S) {
  CallGraph G;
  G.Computations.resize(S.getComputationCount());
  G.Entry = S.getEntryNumber();
  for (auto [T, Name] : enumerate(S.names())) {
    G.Owners.try_emplace(Name, S.at(T).Computation);
    ArrayRef<ComputationId> Callees = S.getCallees(T);
    if (Callees.empty())
      continue;
    SmallVector<StringRef, 2> Names(Callees.size());
    const Value *V = M.findPrinted(Name);
    const InstructionDetails *D = V ? M.getInstruction(*V) : nullptr;
    if (D && D->CalledComputations.size() == Callees.size()) {
      for (auto [To, C] : zip_equal(Names, D->CalledComputations))
        To = C.Name;
      // A condition runs first, whatever is printed first.
      if (D->Op == Opcode::While && D->CalledComputations[0].Role == "body")
        std::swap(Names[0], Names[1]);
    }
    for (auto [Callee, CalleeName] : zip_equal(Callees, Names)) {
      Computation &C = G.Computations[Callee];
      if (C.Name.empty())
        C.Name = CalleeName;
      C.addCaller(Name);
    }
  }
  return G;
}

} // namespace hlomem
