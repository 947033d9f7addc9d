//===- RecordTest.h - Tests of assignments of programs in HLO text --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TEST_UNIT_RECORDTEST_H
#define HLOMEM_TEST_UNIT_RECORDTEST_H

#include "GraphTest.h"
#include "hlomem/XlaSim/AssignerPolicy.h"
#include "hlomem/XlaSim/RecordedAssignment.h"

namespace hlomem {

/// A program, the values that XLA's rules give it, and their sizes.
class RecordTest : public test::GraphTest {
protected:
  static constexpr llvm::StringLiteral Scheduled = "is_scheduled=true";

  /// What a record has beside its program.
  struct Extra {
    XlaRelease Release = XlaRelease::Jaxlib0Point7Point2;
    std::vector<ReplayedAllocation> Allocations = {};
    /// Names of values that share a buffer, though no known rule says why.
    std::vector<std::pair<const char *, const char *>> Pairs = {};
  };

  void record(llvm::StringRef Text, const llvm::Twine &Attributes = Scheduled) {
    record(Text, Attributes, Extra());
  }
  void record(llvm::StringRef Text, const llvm::Twine &Attributes,
              const Extra &E) {
    read(Text, Attributes.str());
    HloDataflow D = HloDataflow::compute(*G);
    IdVector<ValueId, Bytes> Sizes;
    IdVector<ValueId, MemorySpace> Spaces;
    for (HloPlace At : D.definitions()) {
      const Shape &S =
          *(*G->instructions()[At.Instruction].Leaves)[At.Leaf].Type;
      Sizes.push_back(S.isTuple() ? Bytes(8) * S.getElements().size()
                                  : *S.getPaddedSize());
      const Layout *L = S.isTuple() ? nullptr : S.getLayout();
      Spaces.push_back(L ? L->MemorySpace : 0);
    }
    auto Pairs = HloBuffers::compute(D).getPairs();
    for (auto [L, R] : E.Pairs)
      Pairs.push_back({D.getValueAt({number(L), RootLeaf}),
                       D.getValueAt({number(R), RootLeaf})});
    Record.emplace(std::move(G), D.definitions(), std::move(Sizes),
                   std::move(Spaces), Pairs, E.Allocations, E.Release);
  }

  /// Of an array "x", or of a leaf "t{0,1}" where it is defined.
  ValueId value(llvm::StringRef Name) const {
    for (ValueId V : Record->sizes().ids())
      if (Record->getName(V) == Name)
        return V;
    llvm::report_fatal_error("no value " + Name);
  }
  static const AssignerPolicy &
  policy(Backend Kind = Backend::CPU,
         XlaRelease Release = XlaRelease::Jaxlib0Point7Point2) {
    return *getPolicies(Kind, Release).front();
  }
  static uint64_t sum(llvm::ArrayRef<ReplayedAllocation> Allocations) {
    Bytes Sum;
    for (const ReplayedAllocation &A : Allocations)
      Sum += A.Size;
    return Sum.count();
  }

  std::optional<RecordedAssignment> Record;
};

} // namespace hlomem

#endif // HLOMEM_TEST_UNIT_RECORDTEST_H
