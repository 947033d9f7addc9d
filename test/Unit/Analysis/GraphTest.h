//===- GraphTest.h - Programs made by hand as graphs ------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TEST_UNIT_ANALYSIS_GRAPHTEST_H
#define HLOMEM_TEST_UNIT_ANALYSIS_GRAPHTEST_H

#include "hlomem/Analysis/Program/HloBuffers.h"
#include "hlomem/Analysis/Program/HloDataflow.h"
#include "hlomem/Analysis/Program/HloLiveRanges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <map>

namespace hlomem::test {

/// Makes a program of one computation after the other, the entry last, and
/// tells its values, buffers and live ranges by name.
class GraphTest : public ::testing::Test {
protected:
  struct Extra {
    const Shape *Type = nullptr;
    uint64_t Number = 0;
    llvm::ArrayRef<uint32_t> Called = {};
    llvm::ArrayRef<OutputOperandAlias> Aliases = {};
  };

  uint32_t begin(llvm::StringRef Name, bool IsFused = false) {
    return Current = B.addComputation(Name, IsFused);
  }
  uint32_t add(Opcode Op, llvm::StringRef Name,
               llvm::ArrayRef<uint32_t> Operands = {}) {
    return add(Op, Name, Operands, Extra());
  }
  uint32_t add(Opcode Op, llvm::StringRef Name,
               llvm::ArrayRef<uint32_t> Operands, const Extra &E) {
    uint32_t I = B.addInstruction({.Name = Name,
                                   .Op = Op,
                                   .Type = E.Type ? E.Type : F32,
                                   .Number = E.Number,
                                   .Operands = Operands,
                                   .Called = E.Called,
                                   .Aliases = E.Aliases});
    ByName[Name.str()] = I;
    B.setRoot(Current, I);
    Order.push_back(I);
    return I;
  }
  // The last instruction is the root, and the order of the instructions the
  // schedule.
  void end() {
    B.setSchedule(Current, Order);
    Order.clear();
  }
  void finish() {
    B.setEntry(Current);
    auto Built = std::move(B).build();
    ASSERT_TRUE(bool(Built)) << llvm::toString(Built.takeError());
    G = std::move(*Built);
    D.emplace(HloDataflow::compute(*G));
  }

  std::string name(HloPlace P) const {
    const GraphInstruction &I = G->instructions()[P.Instruction];
    std::string Text = I.Name.str();
    llvm::raw_string_ostream OS(Text);
    if (I.Type->isTuple())
      I.Leaves->printIndex(P.Leaf, OS);
    return Text;
  }
  std::vector<std::string> values() const {
    std::vector<std::string> Names;
    for (auto [V, P] : llvm::enumerate(D->definitions()))
      Names.push_back(name(P) + (D->isPhi(V) ? " phi" : ""));
    return Names;
  }
  uint32_t value(llvm::StringRef Name) const {
    for (auto [V, P] : llvm::enumerate(D->definitions()))
      if (name(P) == Name)
        return V;
    ADD_FAILURE() << "no value " << Name.str();
    return 0;
  }
  std::vector<std::string> positions(llvm::StringRef Name) const {
    std::vector<std::string> Names;
    for (HloPlace P : D->getPositions(value(Name)))
      Names.push_back(name(P));
    return Names;
  }
  std::vector<std::string> uses(llvm::StringRef Name) const {
    llvm::SmallVector<HloUse> Uses;
    D->getUses(value(Name), Uses);
    std::vector<std::string> Names;
    for (const HloUse &U : Uses)
      Names.push_back(G->instructions()[U.User].Name.str() + " " +
                      std::to_string(U.OperandNumber));
    return Names;
  }
  std::vector<std::string> buffer(llvm::StringRef Name) const {
    HloBuffers Buffers = HloBuffers::compute(*D);
    std::vector<std::string> Names;
    for (uint32_t V : Buffers.getValues(Buffers.getBuffer(value(Name))))
      Names.push_back(name(D->definitions()[V]));
    return Names;
  }
  std::string range(llvm::StringRef Name, HloLiveRangeRules Rules = {}) const {
    HloSchedule S(*G);
    auto R =
        computeLiveRanges(*D, HloBuffers::compute(*D), S, Rules)[value(Name)];
    return R ? std::to_string(R->Begin) + "-" + std::to_string(R->End) : "none";
  }
  std::vector<std::string> schedule() const {
    HloSchedule S(*G);
    std::vector<std::string> Names;
    for (uint32_t I : S.order())
      Names.push_back(G->instructions()[I].Name.str());
    return Names;
  }

  using Texts = std::vector<std::string>;

  llvm::BumpPtrAllocator Arena;
  ShapeContext Shapes{Arena};
  const Shape *F32 = Shapes.getArray(ElementType::F32, {4});
  const Shape *Pair = Shapes.getTuple({F32, F32});
  HloGraphBuilder B{"m"};
  uint32_t Current = 0;
  llvm::SmallVector<uint32_t> Order;
  std::map<std::string, uint32_t> ByName;
  std::unique_ptr<HloGraph> G;
  std::optional<HloDataflow> D;
};

} // namespace hlomem::test

#endif // HLOMEM_TEST_UNIT_ANALYSIS_GRAPHTEST_H
