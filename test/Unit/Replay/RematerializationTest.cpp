//===- RematerializationTest.cpp - Tests of what loops compute again ------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Replay/Rematerialization.h"
#include "hlomem/Replay/Policy.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;
using namespace hlomem::replay;

namespace {

// A forward loop that writes a slice of a stack, f32[4,8], in each iteration,
// and a backward loop that reads it.
class RematerializationTest : public ::testing::Test {
protected:
  struct Options {
    /// Of what is written.
    Opcode Producer = Opcode::Sine;
    const Shape *ProducerType = nullptr;
    bool HasReader = true;
    /// Operands of the dynamic-update-slice.
    size_t UpdateOperands = 4;
    const Shape *Written = nullptr;
    bool WritesMoveWithoutOperand = false;
    /// What is written is computed from what the loop carries, or from nothing.
    bool IsOfCarry = true;
    /// A dot between that and the producer.
    const Shape *Dot = nullptr;
    /// What the backward loop does with a slice.
    Opcode User = Opcode::Add;
  };

  uint32_t begin(StringRef Name) {
    Order.clear();
    return Computation = B.addComputation(Name);
  }
  uint32_t add(Opcode Op, StringRef Name, const Shape *Type,
               ArrayRef<uint32_t> Operands = {}, uint64_t Number = 0,
               ArrayRef<uint32_t> Called = {}) {
    uint32_t I = B.addInstruction({.Name = Name,
                                   .Op = Op,
                                   .Type = Type,
                                   .Number = Number,
                                   .Operands = Operands,
                                   .Called = Called});
    Order.push_back(I);
    return I;
  }
  void end() {
    B.setRoot(Computation, Order.back());
    B.setSchedule(Computation, Order);
  }
  uint32_t makeCondition(StringRef Name) {
    uint32_t C = begin(Name);
    add(Opcode::Parameter, "cp", State);
    add(Opcode::Constant, "done", Pred);
    end();
    return C;
  }
  void make(const Options &O) {
    uint32_t Forward = begin("forward");
    uint32_t P = add(Opcode::Parameter, "p", State);
    uint32_t I = add(Opcode::GetTupleElement, "i", S32, {P}, 0);
    uint32_t H = add(Opcode::GetTupleElement, "h", Row, {P}, 1);
    uint32_t Stack = add(Opcode::GetTupleElement, "stack", Whole, {P}, 2);
    const Shape *Type = O.ProducerType ? O.ProducerType : Row;
    uint32_t From = O.IsOfCarry ? H : add(Opcode::Constant, "one", Row);
    if (O.Dot)
      From = add(Opcode::Dot, "product", O.Dot, {From});
    uint32_t Made = add(O.Producer, "made", Type, {From});
    uint32_t Slice =
        add(Opcode::Bitcast, "slice", O.Written ? O.Written : Part,
            O.WritesMoveWithoutOperand ? ArrayRef<uint32_t>() : Made);
    SmallVector<uint32_t> Operands{Stack, Slice, I, I};
    Operands.truncate(O.UpdateOperands);
    uint32_t Update =
        add(Opcode::DynamicUpdateSlice, "update", Whole, Operands);
    uint32_t Next = add(Opcode::Cosine, "next", Row, {H});
    add(Opcode::Tuple, "result", State, {I, Next, Update});
    end();
    uint32_t ForwardCondition = makeCondition("forward_condition");
    uint32_t Backward = begin("backward");
    P = add(Opcode::Parameter, "q", State);
    I = add(Opcode::GetTupleElement, "j", S32, {P}, 0);
    H = add(Opcode::GetTupleElement, "g", Row, {P}, 1);
    Stack = add(Opcode::GetTupleElement, "kept", Whole, {P}, 2);
    Slice = add(Opcode::DynamicSlice, "read", Part, {Stack, I, I});
    uint32_t Flat = add(Opcode::Bitcast, "flat", Row, {Slice});
    Next = add(O.User, "sum", Row, {H, Flat});
    add(Opcode::Tuple, "rest", State, {I, Next, Stack});
    end();
    uint32_t BackwardCondition = makeCondition("backward_condition");
    Computation = begin("main");
    uint32_t X = add(Opcode::Parameter, "x", Row);
    uint32_t Zero = add(Opcode::Constant, "zero", S32);
    uint32_t Zeros = add(Opcode::Broadcast, "zeros", Whole, {Zero});
    uint32_t Start = add(Opcode::Tuple, "start", State, {Zero, X, Zeros});
    Writer = add(Opcode::While, "writer", State, {Start}, 0,
                 {Forward, ForwardCondition});
    if (O.HasReader) {
      uint32_t Again =
          add(Opcode::GetTupleElement, "again", Whole, {Writer}, 2);
      uint32_t Zero2 = add(Opcode::Constant, "zero2", S32);
      uint32_t Copy = add(Opcode::GetTupleElement, "carry", Row, {Writer}, 1);
      Start = add(Opcode::Tuple, "start2", State, {Zero2, Copy, Again});
      Reader = add(Opcode::While, "reader", State, {Start}, 0,
                   {Backward, BackwardCondition});
      add(Opcode::GetTupleElement, "y", Row, {Reader}, 1);
    } else {
      add(Opcode::GetTupleElement, "y", Row, {Writer}, 1);
    }
    end();
    B.setEntry(Computation);
    std::unique_ptr<HloGraph> G = cantFail(std::move(B).build());
    HloDataflow D = HloDataflow::compute(*G);
    std::vector<HloPlace> Places = D.definitions().vec();
    std::vector<uint64_t> Sizes;
    for (HloPlace At : Places) {
      const Shape &S =
          *(*G->instructions()[At.Instruction].Leaves)[At.Leaf].Type;
      Sizes.push_back(S.isTuple() ? 8 * S.getElements().size()
                                  : S.getPaddedSize()->count());
    }
    std::vector<std::pair<uint32_t, uint32_t>> Pairs =
        HloBuffers::compute(D).getPairs();
    size_t Count = Places.size();
    Record.emplace(std::move(G), Places, std::move(Sizes),
                   std::vector<MemorySpace>(Count), Pairs,
                   std::vector<ReplayedAllocation>(), ProtoRelease::Jax08);
  }
  static uint64_t sum(ArrayRef<ReplayedAllocation> Allocations) {
    uint64_t Sum = 0;
    for (const ReplayedAllocation &A : Allocations)
      Sum += A.Size;
    return Sum;
  }
  /// What the forward loop keeps afterwards.
  const Shape &getStack(const Rematerialization &R) const {
    const GraphInstruction &Loop =
        R.After->getProgram().instructions()[R.Numbers[Writer]];
    return *(*Loop.Leaves)[3].Type;
  }
  static bool computesAgain(const Rematerialization &R) {
    return any_of(R.After->getProgram().instructions(),
                  [](const GraphInstruction &I) {
                    return I.getCustomCallTarget() == "recomputed";
                  });
  }
  Rematerialization run(RematPolicy Kept) const {
    std::vector<ResidualStack> Stacks = findResidualStacks(*Record);
    for (ResidualStack &S : Stacks)
      S.IsOfCarry = false;
    return cantFail(rematerialize(*Record, Stacks, Kept, policy()));
  }
  static const Policy &policy() {
    return *getPolicies(Backend::CPU, ProtoRelease::Jax08).front();
  }

  BumpPtrAllocator Arena;
  ShapeContext Shapes{Arena};
  const Shape *S32 = Shapes.getArray(ElementType::S32, {});
  const Shape *Pred = Shapes.getArray(ElementType::Pred, {});
  const Shape *Row = Shapes.getArray(ElementType::F32, {256});
  const Shape *Part = Shapes.getArray(ElementType::F32, {1, 256});
  const Shape *Whole = Shapes.getArray(ElementType::F32, {4, 256});
  const Shape *State = Shapes.getTuple({S32, Row, Whole});
  HloGraphBuilder B{"m"};
  uint32_t Computation = 0;
  SmallVector<uint32_t> Order;
  uint32_t Writer = 0, Reader = 0;
  std::optional<RecordedAssignment> Record;
};

TEST_F(RematerializationTest, FindsTheStack) {
  make({});
  std::vector<ResidualStack> Stacks = findResidualStacks(*Record);
  ASSERT_EQ(Stacks.size(), 1u);
  const ResidualStack &S = Stacks.front();
  EXPECT_EQ(S.Writer, Writer);
  EXPECT_EQ(S.Leaf, 3u);
  EXPECT_EQ(S.Count, 4u);
  EXPECT_EQ(S.Dimension, 0u);
  ASSERT_EQ(S.Readers.size(), 1u);
  EXPECT_EQ(S.Readers.front(), (ResidualStack::Reader{Reader, 3}));
  EXPECT_FALSE(S.Dot);
  // As large as the row that is carried, for each iteration.
  EXPECT_TRUE(S.IsOfCarry);
}

TEST_F(RematerializationTest, NobodyReadsIt) {
  make({.HasReader = false});
  EXPECT_TRUE(findResidualStacks(*Record).empty());
}

// Two rows at once are no slice of one iteration.
TEST_F(RematerializationTest, SliceOfSeveral) {
  make({.Written = Shapes.getArray(ElementType::F32, {2, 128})});
  EXPECT_TRUE(findResidualStacks(*Record).empty());
}

TEST_F(RematerializationTest, DotWithoutBatch) {
  make({.Producer = Opcode::Dot,
        .ProducerType = Shapes.getArray(ElementType::F32, {16, 16})});
  std::vector<ResidualStack> Stacks = findResidualStacks(*Record);
  ASSERT_EQ(Stacks.size(), 1u);
  EXPECT_TRUE(Stacks.front().Dot);
  EXPECT_FALSE(Stacks.front().HasBatch);
}

TEST_F(RematerializationTest, DotWithBatch) {
  make({.Producer = Opcode::Dot,
        .ProducerType = Shapes.getArray(ElementType::F32, {4, 8, 8})});
  std::vector<ResidualStack> Stacks = findResidualStacks(*Record);
  ASSERT_EQ(Stacks.size(), 1u);
  EXPECT_TRUE(Stacks.front().Dot);
  EXPECT_TRUE(Stacks.front().HasBatch);
}

// What is no sound program is no stack, and no crash either.
TEST_F(RematerializationTest, UpdateOfNothing) {
  make({.UpdateOperands = 1});
  EXPECT_TRUE(findResidualStacks(*Record).empty());
}

TEST_F(RematerializationTest, MoveOfNothing) {
  make({.WritesMoveWithoutOperand = true});
  std::vector<ResidualStack> Stacks = findResidualStacks(*Record);
  ASSERT_EQ(Stacks.size(), 1u);
  EXPECT_FALSE(Stacks.front().Dot);
}

// What is carried stays whatever the policy; then nothing has changed.
TEST_F(RematerializationTest, CarryStays) {
  make({});
  Expected<Rematerialization> R = rematerialize(
      *Record, findResidualStacks(*Record), RematPolicy::Nothing, policy());
  ASSERT_TRUE(bool(R)) << toString(R.takeError());
  EXPECT_EQ(R->Count, 0u);
  EXPECT_EQ(R->After, nullptr);
}

TEST_F(RematerializationTest, PoliciesKeepDots) {
  make({.Producer = Opcode::Dot,
        .ProducerType = Shapes.getArray(ElementType::F32, {4, 8, 8}),
        .IsOfCarry = false});
  Expected<ReplayedAssignment> Before = Record->replay(policy());
  ASSERT_TRUE(bool(Before)) << toString(Before.takeError());
  EXPECT_EQ(run(RematPolicy::Dots).Count, 0u);
  EXPECT_EQ(run(RematPolicy::DotsWithoutBatch).Count, 1u);
  Rematerialization R = run(RematPolicy::Nothing);
  EXPECT_EQ(R.Count, 1u);
  EXPECT_EQ(R.Size, 4096u);
  EXPECT_LT(sum(R.Allocations), sum(Before->Allocations));
  // The slice of an iteration is a value of the body, a custom call.
  const HloGraph &G = R.After->getProgram();
  const auto *Made = find_if(G.instructions(), [](const GraphInstruction &I) {
    return I.Op == Opcode::CustomCall;
  });
  ASSERT_NE(Made, G.instructions().end());
  EXPECT_EQ(Made->getCustomCallTarget(), "recomputed");
  EXPECT_EQ(Made->Type->getPaddedSize(), Bytes(1024));
  EXPECT_EQ(G.getComputation(*Made).Name, "backward");
  EXPECT_EQ(R.Values.back(), EditedAssignment::None);
}

// The sine of a product is kept, and then the product.
TEST_F(RematerializationTest, DotWithoutStack) {
  make(
      {.IsOfCarry = false, .Dot = Shapes.getArray(ElementType::F32, {16, 32})});
  EXPECT_EQ(getStack(run(RematPolicy::Nothing)).getPaddedSize(), Bytes(0));
  for (RematPolicy Kept : {RematPolicy::Dots, RematPolicy::DotsWithoutBatch}) {
    Rematerialization R = run(Kept);
    EXPECT_EQ(R.Count, 1u);
    EXPECT_EQ(getStack(R).getPaddedSize(), Bytes(4 * 16 * 32 * 4));
    EXPECT_EQ(R.KeptSize, 8192u);
  }
}

TEST_F(RematerializationTest, DotWithBatchWithoutStack) {
  make({.IsOfCarry = false,
        .Dot = Shapes.getArray(ElementType::F32, {8, 8, 8})});
  EXPECT_EQ(getStack(run(RematPolicy::DotsWithoutBatch)).getPaddedSize(),
            Bytes(0));
  EXPECT_EQ(getStack(run(RematPolicy::Dots)).getPaddedSize(),
            Bytes(4 * 512 * 4));
}

// Whatever the policy, the body has to start from what it was given.
TEST_F(RematerializationTest, CarryWithoutStack) {
  make({});
  EXPECT_EQ(getStack(run(RematPolicy::Nothing)).getPaddedSize(), Bytes(4096));
}

TEST_F(RematerializationTest, StartsFromDot) {
  make({.Dot = Shapes.getArray(ElementType::F32, {16, 32})});
  EXPECT_EQ(getStack(run(RematPolicy::Dots)).getPaddedSize(), Bytes(8192));
}

// Fusions compute a sine where they need it.
TEST_F(RematerializationTest, ReadBySum) {
  make({.IsOfCarry = false});
  EXPECT_FALSE(computesAgain(run(RematPolicy::Nothing)));
}

TEST_F(RematerializationTest, ReadByDot) {
  make({.IsOfCarry = false, .User = Opcode::Dot});
  EXPECT_TRUE(computesAgain(run(RematPolicy::Nothing)));
}

} // namespace
