//===- AssignerTest.cpp - Tests of XLA's assigner -------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Replay/RecordedAssignment.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <map>

using namespace llvm;
using namespace hlomem;
using namespace hlomem::replay;

namespace {

// Programs of one computation, whose schedule is the order of the instructions
// and whose last one is the root. What is expected follows from
// xla/service/buffer_assignment.cc by hand.
class AssignerTest : public ::testing::Test {
protected:
  struct Extra {
    const Shape *Type = nullptr;
    uint64_t Number = 0;
    uint64_t Size = 0;
    MemorySpace Space = 0;
  };

  uint32_t add(Opcode Op, StringRef Name, ArrayRef<uint32_t> Operands = {}) {
    return add(Op, Name, Operands, Extra());
  }
  uint32_t add(Opcode Op, StringRef Name, ArrayRef<uint32_t> Operands,
               const Extra &E) {
    if (Order.empty())
      Entry = B.addComputation("main");
    uint32_t I = B.addInstruction({.Name = Name,
                                   .Op = Op,
                                   .Type = E.Type ? E.Type : F32,
                                   .Number = E.Number,
                                   .Operands = Operands,
                                   .Id = int64_t(Order.size())});
    Order.push_back(I);
    Places.push_back({I, 0});
    Sizes.push_back(E.Size ? E.Size : 64);
    Spaces.push_back(E.Space);
    return I;
  }
  void assign(const Policy &P) {
    B.setRoot(Entry, Order.back());
    B.setEntry(Entry);
    if (IsScheduled)
      B.setSchedule(Entry, Order);
    auto Built = std::move(B).build();
    ASSERT_TRUE(bool(Built)) << toString(Built.takeError());
    RecordedAssignment Record(std::move(*Built), Places, Sizes, Spaces, Aliases,
                              {});
    auto Result = Record.replay(P);
    if (!Result) {
      Problem = toString(Result.takeError());
      return;
    }
    for (auto [I, A] : enumerate(Result->Allocations)) {
      Allocations.push_back(A);
      for (const Member &M : A.Members)
        Where[Record.getName(M.Value)] = {I, M.Offset};
    }
  }

  using Place = std::pair<size_t, uint64_t>;

  BumpPtrAllocator Arena;
  ShapeContext Shapes{Arena};
  const Shape *F32 = Shapes.getArray(ElementType::F32, {16});
  HloGraphBuilder B{"m"};
  uint32_t Entry = 0;
  SmallVector<uint32_t> Order;
  std::vector<HloPlace> Places;
  std::vector<uint64_t> Sizes;
  std::vector<MemorySpace> Spaces;
  SmallVector<std::pair<uint32_t, uint32_t>> Aliases;
  bool IsScheduled = true;
  std::vector<ReplayedAllocation> Allocations;
  std::map<std::string, Place> Where;
  std::string Problem;
};

const Policy &getCpu() {
  return *getPolicies(Backend::CPU, ProtoRelease::Jax08).front();
}

// An element of a sine depends on one of its operand, which is not needed
// afterwards: the result takes over its memory, and the result of the program
// holds both.
TEST_F(AssignerTest, TakesOverOperand) {
  uint32_t X = add(Opcode::Parameter, "x");
  uint32_t Y = add(Opcode::Sine, "y", {X});
  add(Opcode::Cosine, "z", {Y});
  assign(getCpu());
  ASSERT_EQ(Allocations.size(), 2u);
  EXPECT_EQ(Where["y"], Where["z"]);
  EXPECT_NE(Where["x"], Where["y"]);
  EXPECT_TRUE(Allocations[Where["z"].first].IsLiveOut);
  EXPECT_TRUE(Allocations[Where["x"].first].Parameter.has_value());
}

// A transpose reads its operand while it writes.
TEST_F(AssignerTest, KeepsOperandOfOthers) {
  uint32_t X = add(Opcode::Parameter, "x");
  uint32_t Y = add(Opcode::Sine, "y", {X});
  add(Opcode::Transpose, "z", {Y});
  assign(getCpu());
  ASSERT_EQ(Allocations.size(), 3u);
  EXPECT_NE(Where["y"].first, Where["z"].first);
}

// An argument that no result is paired with is the caller's.
TEST_F(AssignerTest, NeverWritesOverArguments) {
  uint32_t X = add(Opcode::Parameter, "x");
  add(Opcode::Sine, "y", {X});
  assign(getCpu());
  EXPECT_EQ(Allocations.size(), 2u);
}

TEST_F(AssignerTest, WritesOverDonatedArguments) {
  uint32_t X = add(Opcode::Parameter, "x");
  add(Opcode::Sine, "y", {X});
  B.addInputOutputAlias({.Output = 0, .Parameter = 0, .ParameterLeaf = 0});
  Aliases.push_back({0, 1});
  assign(getCpu());
  ASSERT_EQ(Allocations.size(), 1u);
  EXPECT_TRUE(Allocations[0].IsLiveOut);
  EXPECT_TRUE(Allocations[0].Parameter.has_value());
}

// Temporaries that are live at once lie side by side in one allocation, at
// multiples of the alignment; a 10-byte one fits behind the other.
TEST_F(AssignerTest, AlignsTheHeap) {
  uint32_t X = add(Opcode::Parameter, "x");
  uint32_t A = add(Opcode::Transpose, "a", {X}, {.Size = 100});
  uint32_t C = add(Opcode::Transpose, "c", {X}, {.Size = 10});
  add(Opcode::Dot, "d", {A, C}, {.Size = 8});
  assign(getCpu());
  ASSERT_EQ(Allocations.size(), 3u);
  EXPECT_EQ(Where["a"], Place(2, 0));
  EXPECT_EQ(Where["c"], Place(2, 128));
  EXPECT_EQ(Allocations[2].Size, 138u);
}

TEST_F(AssignerTest, AlignsByBackend) {
  uint32_t X = add(Opcode::Parameter, "x");
  uint32_t A = add(Opcode::Transpose, "a", {X}, {.Size = 100});
  uint32_t C = add(Opcode::Transpose, "c", {X}, {.Size = 10});
  add(Opcode::Dot, "d", {A, C}, {.Size = 8});
  assign(*getPolicies(Backend::GPU, ProtoRelease::Jax010).front());
  EXPECT_EQ(Where["c"], Place(2, 256));
}

// A temporary that is not live when the result is written hides there.
TEST_F(AssignerTest, HidesTemporariesInResults) {
  uint32_t X = add(Opcode::Parameter, "x");
  uint32_t A = add(Opcode::Transpose, "a", {X});
  uint32_t C = add(Opcode::Transpose, "c", {A});
  add(Opcode::Transpose, "d", {C}, {.Size = 200});
  assign(getCpu());
  ASSERT_EQ(Allocations.size(), 3u);
  EXPECT_EQ(Where["a"].first, Where["d"].first);
  EXPECT_NE(Where["c"].first, Where["d"].first);
}

// What another device writes to does not, on a TPU.
TEST_F(AssignerTest, KeepsReceivedDataFromResults) {
  uint32_t X = add(Opcode::Parameter, "x");
  uint32_t A = add(Opcode::AllToAll, "a", {X});
  uint32_t C = add(Opcode::Transpose, "c", {A});
  add(Opcode::Transpose, "d", {C}, {.Size = 200});
  assign(*getPolicies(Backend::TPU, ProtoRelease::Jax08).front());
  EXPECT_NE(Where["a"].first, Where["d"].first);
}

TEST_F(AssignerTest, KeepsMemorySpacesApart) {
  uint32_t X = add(Opcode::Parameter, "x");
  uint32_t A = add(Opcode::Transpose, "a", {X}, {.Space = 5});
  uint32_t C = add(Opcode::Transpose, "c", {A});
  add(Opcode::Transpose, "d", {C});
  assign(getCpu());
  ASSERT_EQ(Allocations.size(), 4u);
  EXPECT_EQ(Allocations[Where["a"].first].Space, 5u);
}

TEST_F(AssignerTest, NeedsSchedule) {
  IsScheduled = false;
  add(Opcode::Parameter, "x");
  assign(getCpu());
  EXPECT_EQ(Problem, "the program has no whole schedule");
}

TEST_F(AssignerTest, RefusesHugeSums) {
  uint32_t X = add(Opcode::Parameter, "x", {}, {.Size = uint64_t(1) << 62});
  add(Opcode::Sine, "y", {X}, {.Size = ~uint64_t(0)});
  assign(getCpu());
  EXPECT_EQ(Problem, "the sizes of the buffers add up to 2^62 or more");
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

std::vector<ReplayedAllocation> makeTwo() {
  std::vector<ReplayedAllocation> Two(2);
  Two[0].Size = 100;
  Two[0].Members = {{0, 0, 100}};
  Two[1].Size = 50;
  Two[1].Space = 1;
  Two[1].Members = {{1, 0, 50}};
  return Two;
}

TEST(ReplayVerdictTest, Exact) {
  ReplayVerdict V = compareAssignments(makeTwo(), makeTwo());
  EXPECT_TRUE(V.isExact());
  EXPECT_EQ(V.getEqualCount(), 2u);
  ASSERT_EQ(V.Spaces.size(), 2u);
  EXPECT_TRUE(V.Spaces[0].isExact());
}

TEST(ReplayVerdictTest, OtherOffset) {
  std::vector<ReplayedAllocation> Other = makeTwo();
  Other[1].Members[0].Offset = 8;
  ReplayVerdict V = compareAssignments(makeTwo(), Other);
  EXPECT_EQ(V.FirstDifference, 1u);
  EXPECT_TRUE(V.Spaces[0].isExact());
  EXPECT_FALSE(V.Spaces[1].isExact());
  EXPECT_EQ(V.Spaces[1].RecordedBytes, V.Spaces[1].ReplayedBytes);
}

TEST(ReplayVerdictTest, OneMore) {
  std::vector<ReplayedAllocation> More = makeTwo();
  More.emplace_back();
  More.back().Size = 7;
  ReplayVerdict V = compareAssignments(makeTwo(), More);
  EXPECT_EQ(V.FirstDifference, 2u);
  EXPECT_EQ(V.Spaces[0].ReplayedBytes, 107u);
  EXPECT_FALSE(V.Spaces[0].isExact());
  EXPECT_EQ(compareAssignments(More, makeTwo()).FirstDifference, 2u);
}

// No byte more, but not the same.
TEST(ReplayVerdictTest, OneMoreOfNoBytes) {
  std::vector<ReplayedAllocation> More = makeTwo();
  More.emplace_back();
  ReplayVerdict V = compareAssignments(makeTwo(), More);
  EXPECT_FALSE(V.isExact());
  EXPECT_FALSE(V.Spaces[0].isExact());
}

TEST(ReplayVerdictTest, ThreadLocalIsNotAdded) {
  std::vector<ReplayedAllocation> Two = makeTwo();
  Two[0].IsThreadLocal = true;
  EXPECT_EQ(compareAssignments(Two, Two).Spaces[0].RecordedBytes, 0u);
}

TEST(PolicyTest, ReleaseFirst) {
  EXPECT_EQ(getPolicies(Backend::CPU, ProtoRelease::Jax012).front()->Name,
            "CPU of jax 0.12");
  EXPECT_EQ(getPolicies(Backend::CPU, ProtoRelease::Jax05).front()->Name,
            "CPU before jax 0.12");
  EXPECT_EQ(getPolicies(Backend::CPU, std::nullopt).size(), 2u);
}

} // namespace
