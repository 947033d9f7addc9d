//===- CallGraph.cpp - Who owns instructions, and who calls ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallGraph.h"
#include "hlomem/Analysis/Program/ProgramStructure.h"
#include "hlomem/IR/HloProgram.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace hlomem {

CallGraph CallGraph::fromText(const HloProgram &P) {
  CallGraph G;
  ArrayRef<HloComputation> All = P.computations();
  for (const HloComputation &C : All)
    G.Computations.push_back({C.Name, {}});
  G.Entry = &P.getEntry() - All.data();
  BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena);
  for (const HloInstruction &I : P.instructions()) {
    G.Owners.try_emplace(I.Name, I.Computation);
    if (!P.mayHave(I, InstructionMarks::CallsComputations))
      continue;
    InstructionDetails D = P.readDetails(I, Shapes, Arena);
    for (const CalledComputation &C : D.CalledComputations) {
      const HloComputation *Callee = P.findComputation(C.Name);
      if (!Callee)
        continue;
      G.Computations[Callee - All.data()].addCaller(I.Name);
    }
  }
  return G;
}

CallGraph CallGraph::fromDump(const Module &M, const ProgramStructure &S) {
  CallGraph G;
  auto At = [&G](uint32_t Index) -> Computation & {
    if (G.Computations.size() <= Index)
      G.Computations.resize(Index + 1);
    return G.Computations[Index];
  };
  for (auto [T, Name] : enumerate(S.schedule())) {
    const ScheduledInstruction &I = S.at(T);
    G.Owners.try_emplace(Name, I.Computation);
    At(I.Computation);
    if (S.getComputation(I).IsEntry)
      G.Entry = I.Computation;
    ArrayRef<uint32_t> Callees = S.getCallees(I);
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
      Computation &C = At(Callee);
      if (C.Name.empty())
        C.Name = CalleeName;
      C.addCaller(Name);
    }
  }
  return G;
}

} // namespace hlomem
