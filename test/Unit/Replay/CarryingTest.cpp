//===- CarryingTest.cpp - Tests of state that loops carry -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Replay/Carrying.h"
#include "hlomem/Replay/Policy.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;
using namespace hlomem::replay;

namespace {

// A loop that reads a slice of the state x, f32[4,256], adds something, and
// writes it to another array; the result replaces the state.
class CarryingTest : public ::testing::Test {
protected:
  struct Options {
    /// Of an argument: x is not donated.
    bool IsDonated = true;
    /// What the new slice is made of.
    bool IsOfOldSlice = true;
    /// The index that the state is read by: 1 - i, or something that stays.
    bool ReadsFromTheEnd = false;
    bool ReadsByConstant = false;
    /// Something else in the body reads the whole state, or the array that is
    /// written.
    bool ReducesState = false;
    bool ReducesWritten = false;
    /// The slice is read after it has been written.
    bool ReadsLate = false;
    bool ConditionReads = false;
    /// Of the loop's result the state that was read, too.
    bool ReadsBehind = false;
    /// Of what the program is given.
    bool ReadsArgument = false;
    /// The new state is two results.
    bool GivesTwice = false;
    /// Another loop begins with the same tuple.
    bool HasSecondLoop = false;
  };

  void begin(StringRef Name) {
    Order.clear();
    Computation = B.addComputation(Name);
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
  uint32_t end() {
    B.setRoot(Computation, Order.back());
    B.setSchedule(Computation, Order);
    return Computation;
  }
  uint32_t makeCondition(const Options &O) {
    begin("condition");
    uint32_t P = add(Opcode::Parameter, "cp", Carried);
    if (O.ConditionReads) {
      uint32_t X = add(Opcode::GetTupleElement, "cx", Whole, {P}, 1);
      add(Opcode::Reduce, "less", Pred, {X});
    } else {
      uint32_t I = add(Opcode::GetTupleElement, "ci", S32, {P}, 0);
      add(Opcode::Compare, "less", Pred, {I, I});
    }
    return end();
  }
  uint32_t makeBody(const Options &O) {
    begin("body");
    uint32_t P = add(Opcode::Parameter, "p", Carried);
    uint32_t I = add(Opcode::GetTupleElement, "i", S32, {P}, 0);
    uint32_t X = add(Opcode::GetTupleElement, "x", Whole, {P}, 1);
    uint32_t Y = add(Opcode::GetTupleElement, "y", Whole, {P}, 2);
    uint32_t One = add(Opcode::Constant, "one", S32);
    uint32_t Index = I;
    if (O.ReadsFromTheEnd)
      Index = add(Opcode::Subtract, "end", S32, {One, I});
    if (O.ReadsByConstant)
      Index = One;
    auto Read = [&] {
      return add(Opcode::DynamicSlice, "old", Part, {X, Index, One});
    };
    uint32_t Old = O.ReadsLate ? 0 : Read();
    uint32_t New = add(Opcode::Constant, "new", Part);
    if (!O.ReadsLate && O.IsOfOldSlice)
      New = add(Opcode::Add, "sum", Part, {Old, New});
    if (O.ReducesState)
      add(Opcode::Reduce, "of_state", S32, {X});
    if (O.ReducesWritten)
      add(Opcode::Reduce, "of_written", S32, {Y});
    uint32_t Update =
        add(Opcode::DynamicUpdateSlice, "update", Whole, {Y, New, I, One});
    if (O.ReadsLate)
      Read();
    uint32_t Next = add(Opcode::Add, "next", S32, {I, One});
    add(Opcode::Tuple, "result", Carried, {Next, X, Update});
    return end();
  }
  void make(const Options &O) {
    uint32_t Body = makeBody(O), Condition = makeCondition(O);
    begin("main");
    uint32_t X = add(Opcode::Parameter, "state", Whole);
    uint32_t Zero = add(Opcode::Constant, "zero", S32);
    uint32_t Zeros = add(Opcode::Broadcast, "zeros", Whole, {Zero});
    uint32_t Start = add(Opcode::Tuple, "start", Carried, {Zero, X, Zeros});
    uint32_t Loop =
        add(Opcode::While, "loop", Carried, {Start}, 0, {Body, Condition});
    if (O.HasSecondLoop)
      add(Opcode::While, "loop2", Carried, {Start}, 0, {Body, Condition});
    uint32_t New = add(Opcode::GetTupleElement, "new_state", Whole, {Loop}, 2);
    if (O.ReadsBehind) {
      uint32_t Left = add(Opcode::GetTupleElement, "left", Whole, {Loop}, 1);
      add(Opcode::Reduce, "behind", S32, {Left});
    }
    if (O.ReadsArgument)
      add(Opcode::Reduce, "of_argument", S32, {X});
    SmallVector<uint32_t> Results{New, Zero};
    if (O.GivesTwice)
      Results[1] = New;
    add(Opcode::Tuple, "end",
        Shapes.getTuple({Whole, O.GivesTwice ? Whole : S32}), Results);
    B.setEntry(end());
    if (O.IsDonated)
      B.addInputOutputAlias({.Output = 1, .Parameter = 0});
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
  std::vector<ScannedState> find(Backend Kind = Backend::CPU) const {
    return findScannedStates(*Record, Kind);
  }
  /// Arrays of the state's size that are allocated after the change.
  uint64_t countWholes(Backend Kind) const {
    const Policy &P = *getPolicies(Kind, ProtoRelease::Jax08).front();
    Carrying C = cantFail(carry(*Record, find(Kind), P));
    uint64_t Sum = 0;
    for (const ReplayedAllocation &A : C.Allocations)
      Sum += A.Size;
    return Sum / 4096;
  }

  BumpPtrAllocator Arena;
  ShapeContext Shapes{Arena};
  const Shape *S32 = Shapes.getArray(ElementType::S32, {});
  const Shape *Pred = Shapes.getArray(ElementType::Pred, {});
  const Shape *Part = Shapes.getArray(ElementType::F32, {1, 256});
  const Shape *Whole = Shapes.getArray(ElementType::F32, {4, 256});
  const Shape *Carried = Shapes.getTuple({S32, Whole, Whole});
  HloGraphBuilder B{"m"};
  uint32_t Computation = 0;
  SmallVector<uint32_t> Order;
  std::optional<RecordedAssignment> Record;
};

TEST_F(CarryingTest, FindsTheState) {
  make({});
  std::vector<ScannedState> States = find();
  ASSERT_EQ(States.size(), 1u);
  const ScannedState &S = States.front();
  ASSERT_EQ(S.Paths.size(), 1u);
  EXPECT_EQ(S.Paths.front().Element, 2u);
  EXPECT_FALSE(S.Paths.front().IsCallers);
  ASSERT_EQ(S.Read.size(), 1u);
  EXPECT_EQ(S.Read.front().Element, 1u);
  EXPECT_EQ(S.Read.front().Kept, nullptr);
  EXPECT_FALSE(holdCallersState(States));
  // One array for the argument, the loop and the result.
  EXPECT_EQ(countWholes(Backend::CPU), 1u);
}

TEST_F(CarryingTest, CopiesWhatIsTheCallers) {
  make({.IsDonated = false});
  EXPECT_TRUE(holdCallersState(find()));
  EXPECT_EQ(countWholes(Backend::CPU), 2u);
}

TEST_F(CarryingTest, KeepsWhatIsReadLate) {
  make({.ReadsLate = true});
  // Nothing is known of how the new slice comes about.
  EXPECT_TRUE(find().empty());
}

TEST_F(CarryingTest, GradientIsNoState) {
  make({.IsOfOldSlice = false});
  EXPECT_TRUE(find().empty());
}

TEST_F(CarryingTest, IndexIsTheSame) {
  make({.ReadsFromTheEnd = true});
  EXPECT_TRUE(find().empty());
}

TEST_F(CarryingTest, IndexChanges) {
  make({.ReadsByConstant = true});
  EXPECT_TRUE(find().empty());
}

TEST_F(CarryingTest, BodyReadsNothingElse) {
  make({.ReducesState = true});
  EXPECT_TRUE(find().empty());
}

TEST_F(CarryingTest, BodyOnlyWritesTheOther) {
  make({.ReducesWritten = true});
  EXPECT_TRUE(find().empty());
}

TEST_F(CarryingTest, ConditionReadsNothing) {
  make({.ConditionReads = true});
  EXPECT_TRUE(find().empty());
}

TEST_F(CarryingTest, NothingReadsTheStateBehindTheLoop) {
  make({.ReadsBehind = true});
  EXPECT_TRUE(find().empty());
}

TEST_F(CarryingTest, NothingElseReadsTheArgument) {
  make({.ReadsArgument = true});
  EXPECT_TRUE(find().empty());
}

TEST_F(CarryingTest, NewStateIsOneResult) {
  make({.GivesTwice = true});
  // The second result has no argument.
  EXPECT_EQ(find().size(), 1u);
}

TEST_F(CarryingTest, LoopsDoNotShareTheirBeginning) {
  make({.HasSecondLoop = true});
  EXPECT_TRUE(find().empty());
}

TEST_F(CarryingTest, NoStateIsAnError) {
  make({});
  const Policy &P = *getPolicies(Backend::CPU, ProtoRelease::Jax08).front();
  EXPECT_EQ(toString(carry(*Record, {}, P).takeError()),
            "there is no state to carry");
}

} // namespace
