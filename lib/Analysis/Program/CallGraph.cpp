//===- CallGraph.cpp - Who owns instructions, and who calls ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallGraph.h"
#include "hlomem/Analysis/Program/HloSchedule.h"
#include "hlomem/IR/Module.h"
#include "hlomem/IR/ProgramSource.h"

using namespace llvm;

namespace hlomem {

CallGraph CallGraph::fromProgram(const ProgramSource &P) {
  CallGraph G;
  G.Computations.resize(P.computations().size());
  G.Entry = P.getEntry();
  for (ComputationId C : P.computations()) {
    G.Computations[C].Name = P.getName(C);
    P.visit(C, [&](const SourceInstruction &I) {
      G.Owners.try_emplace(I.Name, C);
    });
    P.visitCalls(C, [&](const InstructionDetails &Caller,
                        const CalledComputation &, ComputationId Callee) {
      G.Computations[Callee].addCaller(Caller.Name);
    });
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
