//===- DonationTest.cpp - Tests of donated arguments ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Replay/Donation.h"
#include "hlomem/Support/Unavailable.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;
using namespace hlomem::replay;

namespace {

// Programs of one computation; the last instruction is the root.
class DonationTest : public ::testing::Test {
protected:
  uint32_t add(Opcode Op, StringRef Name, ArrayRef<uint32_t> Operands = {},
               const Shape *Type = nullptr, uint64_t Number = 0) {
    if (Order.empty())
      B.addComputation("main");
    uint32_t I = B.addInstruction({.Name = Name,
                                   .Op = Op,
                                   .Type = Type ? Type : F32,
                                   .Number = Number,
                                   .Operands = Operands});
    Order.push_back(I);
    Places.push_back({I, 0});
    Sizes.push_back(Type && Type->isTuple() ? 16 : 64);
    return I;
  }
  void record(ProtoRelease Release = ProtoRelease::Jax08) {
    B.setRoot(0, Order.back());
    B.setEntry(0);
    B.setSchedule(0, Order);
    Record.emplace(cantFail(std::move(B).build()), Places, Sizes,
                   std::vector<MemorySpace>(Places.size()), Aliases,
                   std::vector<ReplayedAllocation>(), Release);
  }
  Expected<Donation> run(ArrayRef<uint64_t> Parameters,
                         Backend Kind = Backend::CPU) {
    record();
    return donate(*Record, Parameters,
                  *getPolicies(Kind, ProtoRelease::Jax08).front());
  }
  Expected<Donation> runBackwards(ArrayRef<uint64_t> Parameters) {
    record();
    return undonate(*Record, Parameters,
                    *getPolicies(Backend::CPU, ProtoRelease::Jax08).front());
  }
  static uint64_t sum(const Donation &D) {
    uint64_t Sum = 0;
    for (const ReplayedAllocation &A : D.Allocations)
      Sum += A.Size;
    return Sum;
  }

  BumpPtrAllocator Arena;
  ShapeContext Shapes{Arena};
  const Shape *F32 = Shapes.getArray(ElementType::F32, {16});
  const Shape *Other = Shapes.getArray(ElementType::F32, {4, 4});
  HloGraphBuilder B{"m"};
  SmallVector<uint32_t> Order;
  std::vector<HloPlace> Places;
  std::vector<uint64_t> Sizes;
  SmallVector<std::pair<uint32_t, uint32_t>> Aliases;
  std::optional<RecordedAssignment> Record;
};

TEST_F(DonationTest, WritesOverTheArgument) {
  uint32_t X = add(Opcode::Parameter, "x");
  add(Opcode::Sine, "y", {X});
  Expected<Donation> D = run({0});
  ASSERT_TRUE(bool(D)) << toString(D.takeError());
  EXPECT_EQ(D->Pairs.size(), 1u);
  EXPECT_TRUE(D->AddedCopies.empty());
  ASSERT_EQ(D->Allocations.size(), 1u);
  EXPECT_EQ(sum(*D), 64u);
}

TEST_F(DonationTest, NothingDonated) {
  uint32_t X = add(Opcode::Parameter, "x");
  add(Opcode::Sine, "y", {X});
  Expected<Donation> D = run({});
  ASSERT_TRUE(bool(D)) << toString(D.takeError());
  EXPECT_EQ(sum(*D), 128u);
}

// A transpose reads the argument while it writes, so that its result is copied
// to the argument's memory.
TEST_F(DonationTest, CopiesTheResult) {
  uint32_t X = add(Opcode::Parameter, "x");
  add(Opcode::Transpose, "y", {X});
  Expected<Donation> D = run({0});
  ASSERT_TRUE(bool(D)) << toString(D.takeError());
  ASSERT_EQ(D->AddedCopies.size(), 1u);
  EXPECT_TRUE(D->AddedCopies[0].IsOfResult);
  EXPECT_EQ(D->AddedCopies[0].Writer, "y");
  EXPECT_EQ(D->AddedCopies[0].Size, 64u);
  EXPECT_EQ(sum(*D), 128u);
}

// A pair that must share memory must do so still.
TEST_F(DonationTest, KeepsMustAlias) {
  uint32_t X = add(Opcode::Parameter, "x", {}, nullptr, 0);
  uint32_t Y = add(Opcode::Parameter, "y", {}, nullptr, 1);
  uint32_t Sine = add(Opcode::Sine, "s", {X});
  uint32_t Cosine = add(Opcode::Cosine, "c", {Y});
  add(Opcode::Tuple, "t", {Sine, Cosine}, Shapes.getTuple({F32, F32}));
  B.addInputOutputAlias({.Output = 1, .Parameter = 0, .IsMust = true});
  Aliases.push_back({0, 2});
  Expected<Donation> D = run({1});
  ASSERT_TRUE(bool(D)) << toString(D.takeError());
  ASSERT_EQ(D->Pairs.size(), 2u);
  EXPECT_TRUE(D->Pairs[0].IsMust);
  EXPECT_FALSE(D->Pairs[1].IsMust);
}

// Also where JAX would have paired them otherwise.
TEST_F(DonationTest, KeepsPairsOfTheProgram) {
  uint32_t X = add(Opcode::Parameter, "x", {}, nullptr, 0);
  uint32_t Y = add(Opcode::Parameter, "y", {}, nullptr, 1);
  uint32_t Sine = add(Opcode::Sine, "s", {X});
  uint32_t Cosine = add(Opcode::Cosine, "c", {Y});
  add(Opcode::Tuple, "t", {Sine, Cosine}, Shapes.getTuple({F32, F32}));
  B.addInputOutputAlias({.Output = 1, .Parameter = 1});
  Aliases.push_back({1, 3});
  Expected<Donation> D = run({0});
  ASSERT_TRUE(bool(D)) << toString(D.takeError());
  ASSERT_EQ(D->Pairs.size(), 2u);
  EXPECT_EQ(D->Pairs[0].Output, 1u);
  EXPECT_EQ(D->Pairs[0].Parameter, 1u);
  EXPECT_EQ(D->Pairs[1].Output, 2u);
  EXPECT_EQ(D->Pairs[1].Parameter, 0u);
}

// Every argument of its own type and the results the other way round: a search
// through all that are left would take minutes, as would one for each operand
// of the root among those before.
TEST_F(DonationTest, ManyArguments) {
  const unsigned Count = 30000;
  SmallVector<uint32_t> Results;
  SmallVector<const Shape *> Types;
  SmallVector<uint64_t> Numbers;
  for (unsigned N = 0; N != Count; ++N) {
    Types.push_back(Shapes.getArray(ElementType::F32, {N + 1}));
    add(Opcode::Parameter, "x", {}, Types.back(), N);
    Numbers.push_back(N);
  }
  for (unsigned N = Count; N != 0; --N)
    Results.push_back(add(Opcode::Sine, "y", {N - 1}, Types[N - 1]));
  std::reverse(Types.begin(), Types.end());
  add(Opcode::Tuple, "t", Results, Shapes.getTuple(Types));
  Expected<Donation> D = run(Numbers);
  ASSERT_TRUE(bool(D)) << toString(D.takeError());
  EXPECT_EQ(D->Pairs.size(), Count);
  EXPECT_EQ(D->Pairs[0].Parameter, Count - 1);
  EXPECT_TRUE(D->Unpaired.empty());
  // The arguments and the tuple.
  EXPECT_EQ(D->Allocations.size(), Count + 1);
}

// What reads the argument may run after the result was written.
TEST_F(DonationTest, CopiesTheArgument) {
  uint32_t X = add(Opcode::Parameter, "x");
  uint32_t Y = add(Opcode::Sine, "y", {X});
  uint32_t Z = add(Opcode::Transpose, "z", {X}, Other);
  add(Opcode::Tuple, "t", {Y, Z}, Shapes.getTuple({F32, Other}));
  Expected<Donation> D = run({0});
  ASSERT_TRUE(bool(D)) << toString(D.takeError());
  ASSERT_EQ(D->AddedCopies.size(), 1u);
  EXPECT_FALSE(D->AddedCopies[0].IsOfResult);
  // x with y, z, the copy, and the tuple.
  EXPECT_EQ(sum(*D), 64u + 64u + 64u + 16u);
}

TEST_F(DonationTest, NoResultOfItsShape) {
  uint32_t X = add(Opcode::Parameter, "x", {}, Other);
  add(Opcode::Reshape, "y", {X});
  Expected<Donation> D = run({0});
  ASSERT_TRUE(bool(D)) << toString(D.takeError());
  EXPECT_TRUE(D->Pairs.empty());
  ASSERT_EQ(D->Unpaired.size(), 1u);
  EXPECT_EQ(sum(*D), 128u);
}

// The first argument of its shape is taken.
TEST_F(DonationTest, PairsInOrder) {
  add(Opcode::Parameter, "w", {}, Other, 0);
  uint32_t X = add(Opcode::Parameter, "x", {}, nullptr, 1);
  uint32_t Y = add(Opcode::Parameter, "y", {}, nullptr, 2);
  add(Opcode::Add, "z", {X, Y});
  Expected<Donation> D = run({0, 1, 2});
  ASSERT_TRUE(bool(D)) << toString(D.takeError());
  ASSERT_EQ(D->Pairs.size(), 1u);
  EXPECT_EQ(D->Pairs[0].Parameter, 1u);
  EXPECT_EQ(D->Unpaired.size(), 2u);
}

// The copy kept an argument that is updated in place.
TEST_F(DonationTest, RemovesCopies) {
  uint32_t X = add(Opcode::Parameter, "x");
  uint32_t I = add(Opcode::Parameter, "i", {}, nullptr, 1);
  uint32_t C = add(Opcode::Copy, "c", {X});
  add(Opcode::DynamicUpdateSlice, "y", {C, I, I});
  Aliases.push_back({2, 3});
  Expected<Donation> D = run({0});
  ASSERT_TRUE(bool(D)) << toString(D.takeError());
  EXPECT_EQ(D->RemovedCopies, SmallVector<uint32_t>{C});
  EXPECT_EQ(sum(*D), 128u);
}

// What holds since jax 0.11.2 holds for the program after the donation.
TEST_F(DonationTest, KeepsTheRulesOfTheRelease) {
  uint32_t X = add(Opcode::Parameter, "x");
  add(Opcode::Sine, "y", {X});
  record(ProtoRelease::Jax011);
  EXPECT_TRUE(Record->getDataflow().getRules().AsyncUpdatesForwardOperand);
  Expected<Donation> D = donate(
      *Record, {0}, *getPolicies(Backend::CPU, ProtoRelease::Jax011).front());
  ASSERT_TRUE(bool(D)) << toString(D.takeError());
  EXPECT_TRUE(D->After->getDataflow().getRules().AsyncUpdatesForwardOperand);
}

//===----------------------------------------------------------------------===//
// Undonation
//===----------------------------------------------------------------------===//

TEST_F(DonationTest, TakesDonationBack) {
  uint32_t X = add(Opcode::Parameter, "x");
  add(Opcode::Sine, "y", {X});
  B.addInputOutputAlias({});
  Aliases.push_back({0, 1});
  Expected<Donation> D = runBackwards({0});
  ASSERT_TRUE(bool(D)) << toString(D.takeError());
  EXPECT_TRUE(D->Pairs.empty());
  EXPECT_EQ(sum(*D), 128u);
}

// The dump has two values in one buffer, and no rule that is known says why.
TEST_F(DonationTest, ChecksTheBuffersItComputes) {
  uint32_t X = add(Opcode::Parameter, "x");
  uint32_t Y = add(Opcode::Sine, "y", {X});
  add(Opcode::Cosine, "z", {Y});
  B.addInputOutputAlias({});
  Aliases.push_back({0, 2});
  Aliases.push_back({1, 2});
  Expected<Donation> D = runBackwards({0});
  ASSERT_FALSE(bool(D));
  Error E = D.takeError();
  EXPECT_TRUE(E.isA<Unavailable>());
  EXPECT_EQ(toString(std::move(E)),
            "by the rules that are known, other values would share buffers "
            "than in the dump");
}

// That is a mistake of the caller.
TEST_F(DonationTest, NoSuchArgumentToTakeBack) {
  add(Opcode::Parameter, "x");
  Expected<Donation> D = runBackwards({1});
  ASSERT_FALSE(bool(D));
  Error E = D.takeError();
  EXPECT_FALSE(E.isA<Unavailable>());
  EXPECT_EQ(toString(std::move(E)), "the program has no argument 1");
}

TEST_F(DonationTest, NoSuchArgument) {
  add(Opcode::Parameter, "x");
  Expected<Donation> D = run({1});
  ASSERT_FALSE(bool(D));
  EXPECT_EQ(toString(D.takeError()), "the program has no argument 1");
}

} // namespace
