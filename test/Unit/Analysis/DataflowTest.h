//===- DataflowTest.h - Tests of the values of programs ---------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TEST_UNIT_ANALYSIS_DATAFLOWTEST_H
#define HLOMEM_TEST_UNIT_ANALYSIS_DATAFLOWTEST_H

#include "GraphTest.h"
#include "hlomem/Analysis/Program/HloBuffers.h"
#include "hlomem/Analysis/Program/HloDataflow.h"
#include "hlomem/Analysis/Program/HloLiveRanges.h"

namespace hlomem::test {

/// Tells the values, buffers and live ranges of a program by name.
class DataflowTest : public GraphTest {
protected:
  void read(llvm::StringRef Text,
            llvm::StringRef Attributes = "is_scheduled=true") {
    GraphTest::read(Text, Attributes);
    D.emplace(HloDataflow::compute(*G));
  }

  std::vector<std::string> values() const {
    std::vector<std::string> Names;
    for (auto [V, P] : withIds(D->definitions()))
      Names.push_back(name(P) + (D->isPhi(V) ? " phi" : ""));
    return Names;
  }
  ValueId value(llvm::StringRef Name) const {
    for (auto [V, P] : withIds(D->definitions()))
      if (name(P) == Name)
        return V;
    ADD_FAILURE() << "no value " << Name.str();
    return {};
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
    for (ValueId V : Buffers.getValues(Buffers.getBuffer(value(Name))))
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
    for (InstructionId I : S.order())
      Names.push_back(G->instructions()[I].Name.str());
    return Names;
  }

  using Texts = std::vector<std::string>;

  std::optional<HloDataflow> D;
};

} // namespace hlomem::test

#endif // HLOMEM_TEST_UNIT_ANALYSIS_DATAFLOWTEST_H
