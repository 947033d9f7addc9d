//===- ShapeEditTest.cpp - Tests of programs with other shapes ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Replay/ShapeEdit.h"
#include "hlomem/Replay/LivePeak.h"
#include "hlomem/Replay/Policy.h"
#include "hlomem/Replay/SameData.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;
using namespace hlomem::replay;

namespace {

// Programs of one computation; the last instruction is the root.
class ShapeEditTest : public ::testing::Test {
protected:
  uint32_t add(Opcode Op, StringRef Name, ArrayRef<uint32_t> Operands = {},
               const Shape *Type = nullptr, uint64_t Number = 0) {
    if (Order.empty())
      B.addComputation("main");
    Type = Type ? Type : F32;
    uint32_t I = B.addInstruction({.Name = Name,
                                   .Op = Op,
                                   .Type = Type,
                                   .Number = Number,
                                   .Operands = Operands});
    Order.push_back(I);
    // Of a tuple instruction only the index table is new.
    uint32_t Leaves = Op == Opcode::Tuple ? 1 : B.getLeaves(*Type).size();
    for (uint32_t Leaf = 0; Leaf != Leaves; ++Leaf) {
      const Shape &S = *B.getLeaves(*Type)[Leaf].Type;
      Places.push_back({I, Leaf});
      Sizes.push_back(S.isTuple() ? 8 * S.getElements().size()
                                  : S.getPaddedSize()->count());
    }
    return I;
  }
  void record(std::vector<ReplayedAllocation> Allocations = {}) {
    B.setRoot(0, Order.back());
    B.setEntry(0);
    B.setSchedule(0, Order);
    Spaces.resize(Places.size());
    Record.emplace(cantFail(std::move(B).build()), Places, Sizes, Spaces,
                   Aliases, std::move(Allocations), ProtoRelease::Jax08);
    Types.resize(Record->sizes().size());
  }
  uint32_t value(uint32_t Instruction, uint32_t Leaf = 0) const {
    return Record->getDataflow().getValueAt({Instruction, Leaf});
  }
  static const Policy &policy(Backend Kind = Backend::CPU) {
    return *getPolicies(Kind, ProtoRelease::Jax08).front();
  }
  Expected<EditedAssignment> run(Backend Kind = Backend::CPU) {
    return reshape(*Record, {.Types = Types}, policy(Kind));
  }
  static uint64_t sum(ArrayRef<ReplayedAllocation> Allocations) {
    uint64_t Sum = 0;
    for (const ReplayedAllocation &A : Allocations)
      Sum += A.Size;
    return Sum;
  }

  BumpPtrAllocator Arena;
  ShapeContext Shapes{Arena};
  const Shape *F32 = Shapes.getArray(ElementType::F32, {16});
  const Shape *BF16 = Shapes.getArray(ElementType::BF16, {16});
  const Shape *Square = Shapes.getArray(ElementType::F32, {4, 4});
  const Shape *Empty = Shapes.getArray(ElementType::U8, {0});
  HloGraphBuilder B{"m"};
  SmallVector<uint32_t> Order;
  std::vector<HloPlace> Places;
  std::vector<uint64_t> Sizes;
  std::vector<MemorySpace> Spaces;
  SmallVector<std::pair<uint32_t, uint32_t>> Aliases;
  std::optional<RecordedAssignment> Record;
  std::vector<const Shape *> Types;
};

TEST_F(ShapeEditTest, ChangesSizesAndShapes) {
  uint32_t X = add(Opcode::Parameter, "x");
  uint32_t Y = add(Opcode::Sine, "y", {X});
  record();
  Types[value(X)] = BF16;
  Expected<EditedAssignment> E = run();
  ASSERT_TRUE(bool(E)) << toString(E.takeError());
  EXPECT_EQ(sum(E->Allocations), 32u + 64u);
  EXPECT_EQ(E->After->getShape(value(X)).getElementType(), ElementType::BF16);
  EXPECT_EQ(E->After->getShape(value(Y)).getElementType(), ElementType::F32);
  EXPECT_EQ(E->Values, (std::vector<uint32_t>{0, 1}));
  // The record stays.
  EXPECT_EQ(Record->getShape(value(X)).getElementType(), ElementType::F32);
}

TEST_F(ShapeEditTest, NothingChanges) {
  add(Opcode::Sine, "y", {add(Opcode::Parameter, "x")});
  record();
  Expected<EditedAssignment> E = run();
  ASSERT_TRUE(bool(E)) << toString(E.takeError());
  EXPECT_EQ(sum(E->Allocations), 128u);
}

// A value of no bytes has a place still, and a result too.
TEST_F(ShapeEditTest, WithoutElements) {
  uint32_t X = add(Opcode::Parameter, "x");
  uint32_t Y = add(Opcode::Sine, "y", {X});
  record();
  Types[value(X)] = Types[value(Y)] = Empty;
  Expected<EditedAssignment> E = run();
  ASSERT_TRUE(bool(E)) << toString(E.takeError());
  EXPECT_EQ(sum(E->Allocations), 0u);
  EXPECT_EQ(E->After->sizes(), ArrayRef<uint64_t>({0, 0}));
}

// A leaf of an argument's nested tuple; the shapes above it follow.
TEST_F(ShapeEditTest, LeavesOfTuples) {
  const Shape *Inner = Shapes.getTuple({F32, Square});
  const Shape *Nest = Shapes.getTuple({Inner, Shapes.getTuple({}), F32});
  uint32_t Leaf = *B.getLeaves(*Nest).find({0, 1});
  uint32_t P = add(Opcode::Parameter, "p", {}, Nest);
  // Not defined here: what is there is the argument's.
  uint32_t I = B.addInstruction({.Name = "i",
                                 .Op = Opcode::GetTupleElement,
                                 .Type = Inner,
                                 .Number = 0,
                                 .Operands = {P}});
  uint32_t J = B.addInstruction({.Name = "j",
                                 .Op = Opcode::GetTupleElement,
                                 .Type = Square,
                                 .Number = 1,
                                 .Operands = {I}});
  Order.append({I, J});
  add(Opcode::Sine, "y", {J}, Square);
  record();
  Types[value(P, Leaf)] =
      Shapes.getWithElements(*Square, ElementType::BF16, {4, 4});
  Expected<EditedAssignment> E = run();
  ASSERT_TRUE(bool(E)) << toString(E.takeError());
  const HloGraph &G = E->After->getProgram();
  auto Print = [&](uint32_t Number) {
    std::string Text;
    raw_string_ostream(Text) << *G.instructions()[Number].Type;
    return Text;
  };
  EXPECT_EQ(Print(E->Numbers[P]), "((f32[16], bf16[4,4]), (), f32[16])");
  EXPECT_EQ(Print(E->Numbers[I]), "(f32[16], bf16[4,4])");
  EXPECT_EQ(Print(E->Numbers[J]), "bf16[4,4]");
}

// An index table is no array.
TEST_F(ShapeEditTest, OnlyArrays) {
  uint32_t X = add(Opcode::Parameter, "x");
  uint32_t T = add(Opcode::Tuple, "t", {X}, Shapes.getTuple({F32}));
  record();
  Types[value(T)] = F32;
  Expected<EditedAssignment> E = run();
  ASSERT_FALSE(bool(E));
  EXPECT_EQ(toString(E.takeError()), "'t{}' is no array");
}

TEST_F(ShapeEditTest, SizeThatCannotBeKnown) {
  uint32_t X = add(Opcode::Parameter, "x");
  add(Opcode::Sine, "y", {X});
  record();
  Types[value(X)] =
      Shapes.getArray(ElementType::F32, {uint64_t(1) << 62, uint64_t(1) << 62});
  Expected<EditedAssignment> E = run();
  ASSERT_FALSE(bool(E));
  EXPECT_EQ(toString(E.takeError()), "the size of 'x' is not known from its "
                                     "shape");
}

// As large as the sum of offsets may not be, and never a number without ground.
TEST_F(ShapeEditTest, LargerThanMemory) {
  uint32_t X = add(Opcode::Parameter, "x");
  add(Opcode::Sine, "y", {X});
  record();
  Types[value(X)] = Shapes.getArray(ElementType::U8, {uint64_t(1) << 62});
  Expected<EditedAssignment> E = run();
  ASSERT_FALSE(bool(E));
  EXPECT_EQ(toString(E.takeError()),
            "the sizes of the buffers add up to 2^62 or more");
}

// What stood where the backend placed it ends where its values do.
TEST_F(ShapeEditTest, PresetAllocationsShrink) {
  uint32_t X = add(Opcode::Parameter, "x");
  uint32_t Y = add(Opcode::Sine, "y", {X});
  add(Opcode::Cosine, "z", {Y});
  Spaces = {0, 1, 0};
  ReplayedAllocation Vmem;
  Vmem.Size = 64;
  Vmem.Space = 1;
  Vmem.Members.push_back({.Value = 1, .Offset = 0, .Size = 64});
  record({Vmem});
  Types[value(Y)] = BF16;
  Expected<EditedAssignment> E = run(Backend::TPU);
  ASSERT_TRUE(bool(E)) << toString(E.takeError());
  uint64_t Found = 0;
  for (const ReplayedAllocation &A : E->Allocations)
    if (A.Space == 1) {
      ++Found;
      EXPECT_EQ(A.Size, 32u);
    }
  EXPECT_EQ(Found, 1u);
  Types[value(Y)] = Shapes.getArray(ElementType::F32, {17});
  E = run(Backend::TPU);
  ASSERT_FALSE(bool(E));
  EXPECT_EQ(toString(E.takeError()), "'y' becomes larger, and where it would "
                                     "be placed then is not known");
}

//===----------------------------------------------------------------------===//
// Which values change together
//===----------------------------------------------------------------------===//

using Buffers = SmallVector<uint32_t>;

// The second result of a shape takes the second argument of it.
TEST_F(ShapeEditTest, StatePairsInOrder) {
  uint32_t X = add(Opcode::Parameter, "x", {}, nullptr, 0);
  uint32_t M = add(Opcode::Parameter, "m", {}, Square, 1);
  uint32_t Y = add(Opcode::Parameter, "y", {}, nullptr, 2);
  uint32_t A = add(Opcode::Sine, "a", {Y});
  uint32_t C = add(Opcode::Cosine, "c", {X});
  uint32_t D = add(Opcode::Sine, "d", {X});
  uint32_t T =
      add(Opcode::Tuple, "t", {A, C, D}, Shapes.getTuple({F32, F32, F32}));
  record();
  SmallVector<StatePair> Pairs = findStatePairs(Record->getProgram());
  ASSERT_EQ(Pairs.size(), 2u);
  EXPECT_EQ(Pairs[0].Argument, (HloPlace{X, 0}));
  EXPECT_EQ(Pairs[0].Result, (HloPlace{T, 1}));
  EXPECT_EQ(Pairs[1].Argument, (HloPlace{Y, 0}));
  EXPECT_EQ(Pairs[1].Result, (HloPlace{T, 2}));
  (void)M;
}

// What is donated stays with its result; the others follow.
TEST_F(ShapeEditTest, StatePairsOfDonation) {
  uint32_t X = add(Opcode::Parameter, "x", {}, nullptr, 0);
  uint32_t Y = add(Opcode::Parameter, "y", {}, nullptr, 1);
  uint32_t A = add(Opcode::Sine, "a", {X});
  uint32_t C = add(Opcode::Cosine, "c", {Y});
  uint32_t T = add(Opcode::Tuple, "t", {A, C}, Shapes.getTuple({F32, F32}));
  B.addInputOutputAlias({.Output = 2, .Parameter = 0});
  record();
  SmallVector<StatePair> Pairs = findStatePairs(Record->getProgram());
  ASSERT_EQ(Pairs.size(), 2u);
  EXPECT_EQ(Pairs[0].Argument, (HloPlace{X, 0}));
  EXPECT_EQ(Pairs[0].Result, (HloPlace{T, 2}));
  EXPECT_EQ(Pairs[1].Argument, (HloPlace{Y, 0}));
  EXPECT_EQ(Pairs[1].Result, (HloPlace{T, 1}));
}

// Of another type or of other dimensions is no state, even if as large.
TEST_F(ShapeEditTest, StatePairsOfShapes) {
  uint32_t X = add(Opcode::Parameter, "x", {}, Square);
  uint32_t Y = add(Opcode::Convert, "y", {X}, BF16);
  uint32_t Z = add(Opcode::Reshape, "z", {X});
  add(Opcode::Tuple, "t", {Y, Z}, Shapes.getTuple({BF16, F32}));
  record();
  EXPECT_TRUE(findStatePairs(Record->getProgram()).empty());
}

// Moved elements follow, what is computed of them does not.
TEST_F(ShapeEditTest, SameDataThroughMoves) {
  uint32_t X = add(Opcode::Parameter, "x", {}, Square);
  uint32_t Y = add(Opcode::Transpose, "y", {X}, Square);
  uint32_t Z = add(Opcode::Copy, "z", {Y}, Square);
  uint32_t C = add(Opcode::Convert, "c", {Z},
                   Shapes.getArray(ElementType::BF16, {4, 4}));
  uint32_t S = add(Opcode::Sine, "s", {Z}, F32);
  add(Opcode::Tuple, "t", {C, S},
      Shapes.getTuple({Shapes.getArray(ElementType::BF16, {4, 4}), F32}));
  record();
  const HloBuffers &All = Record->getBuffers();
  EXPECT_EQ(findSameData(*Record, {All.getBuffer(value(X))}),
            (Buffers{All.getBuffer(value(X)), All.getBuffer(value(Y)),
                     All.getBuffer(value(Z))}));
  EXPECT_TRUE(findSameData(*Record, {}).empty());
}

TEST_F(ShapeEditTest, ReadByElement) {
  uint32_t X = add(Opcode::Parameter, "x", {}, Square, 0);
  uint32_t Y = add(Opcode::Parameter, "y", {}, Square, 1);
  uint32_t D = add(Opcode::Dot, "d", {X, X}, Square);
  add(Opcode::Add, "a", {D, Y}, Square);
  record();
  const HloBuffers &All = Record->getBuffers();
  EXPECT_FALSE(isReadByElement(*Record, {All.getBuffer(value(X))}));
  EXPECT_TRUE(isReadByElement(*Record, {All.getBuffer(value(Y))}));
}

// What takes over memory when another value gives it up counts once.
TEST_F(ShapeEditTest, LivePeakOfAssignment) {
  uint32_t X = add(Opcode::Parameter, "x");
  uint32_t Y = add(Opcode::Negate, "y", {X});
  add(Opcode::Negate, "z", {Y});
  record();
  ReplayedAssignment Assigned = cantFail(Record->replay(policy()));
  std::optional<LivePeak> Peak =
      findLivePeak(*Record, Assigned.Allocations, /*Space=*/0, policy());
  ASSERT_TRUE(Peak);
  EXPECT_EQ(Peak->Size, 2 * Sizes[0]);
  EXPECT_EQ(Peak->At, 1u);
  EXPECT_EQ(Peak->Instruction, Y);
  EXPECT_FALSE(
      findLivePeak(*Record, Assigned.Allocations, /*Space=*/1, policy()));
}

// A TPU's compiler converts weights before it multiplies them. What an update
// reads reaches nothing but what replaces arguments, and numbers.
TEST_F(ShapeEditTest, UpdateArguments) {
  const Shape *Narrow = Shapes.getArray(ElementType::BF16, {4, 4});
  const Shape *Number = Shapes.getArray(ElementType::F32, {});
  uint32_t Weights = add(Opcode::Parameter, "weights", {}, Square, 0);
  uint32_t Moment = add(Opcode::Parameter, "moment", {}, Square, 1);
  uint32_t Logged = add(Opcode::Parameter, "logged", {}, Square, 2);
  uint32_t C = add(Opcode::Convert, "c", {Weights}, Narrow);
  uint32_t D = add(Opcode::Dot, "d", {C, C}, Square);
  uint32_t M = add(Opcode::Add, "m", {Moment, D}, Square);
  uint32_t W = add(Opcode::Add, "w", {Weights, M}, Square);
  uint32_t N = add(Opcode::Reduce, "n", {M}, Number);
  uint32_t L = add(Opcode::Convert, "l", {Logged}, Narrow);
  uint32_t K = add(Opcode::Copy, "k", {Logged}, Square);
  add(Opcode::Tuple, "t", {W, M, K, N, L},
      Shapes.getTuple({Square, Square, Square, Number, Narrow}));
  record();
  BitVector Found = findUpdateArguments(*Record);
  ASSERT_EQ(Found.size(), 3u);
  EXPECT_FALSE(Found.test(0));
  EXPECT_TRUE(Found.test(1));
  EXPECT_FALSE(Found.test(2));
}

// A slice that is written without a slice to write: no crash.
TEST_F(ShapeEditTest, TooFewOperands) {
  uint32_t X = add(Opcode::Parameter, "x");
  add(Opcode::DynamicUpdateSlice, "y", {X});
  record();
  EXPECT_EQ(findSameData(*Record, {0}).size(), Record->getBuffers().size());
}

// As many arguments as large programs have leaves: at once, not in squares.
TEST_F(ShapeEditTest, ManyArguments) {
  constexpr uint64_t Count = 20000;
  std::vector<std::string> Names(Count);
  SmallVector<uint32_t> Operands;
  for (uint64_t N = 0; N != Count; ++N)
    Operands.push_back(add(Opcode::Parameter,
                           Names[N] = "p" + std::to_string(N), {}, nullptr, N));
  add(Opcode::Tuple, "t", Operands,
      Shapes.getTuple(SmallVector<const Shape *>(Count, F32)));
  record();
  EXPECT_EQ(findStatePairs(Record->getProgram()).size(), Count);
  for (uint32_t P : Operands)
    Types[value(P)] = BF16;
  Expected<EditedAssignment> E = run();
  ASSERT_TRUE(bool(E)) << toString(E.takeError());
  EXPECT_EQ(sum(E->Allocations), Count * (32 + 8));
}

} // namespace
