//===- MovesTest.cpp - What follows a value, and flags --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/AssignmentEdit.h"
#include "hlomem/IR/ModuleBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <string>

using namespace hlomem;
using llvm::StringRef;

namespace {

std::string print(const Shape &S) {
  std::string Text;
  llvm::raw_string_ostream(Text) << S;
  return Text;
}

TEST(ShapeInSpaceTest, TheLayoutSaysIt) {
  llvm::BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena);
  auto Get = [&](StringRef Text, uint64_t Space) {
    auto *L = new (Arena.Allocate<Layout>()) Layout;
    L->Text = Text;
    L->MemorySpace = Space;
    ShapeParts Parts;
    Parts.TypeName = "f32";
    Parts.ArrayLayout = L;
    std::string Whole = ("f32[]" + Text).str();
    return Shapes.intern(StringRef(Whole).copy(Arena), Parts);
  };
  auto Move = [&](StringRef Text, uint64_t From, uint64_t To) {
    return print(*Shapes.getInSpace(*Get(Text, From), To));
  };
  EXPECT_EQ(Move("{1,0}", 0, 2), "f32[]{1,0:S(2)}");
  EXPECT_EQ(Move("{1,0:S(2)}", 2, 0), "f32[]{1,0}");
  EXPECT_EQ(Move("{1,0:T(8,128)}", 0, 1), "f32[]{1,0:T(8,128)S(1)}");
  EXPECT_EQ(Move("{1,0:T(8,128)S(1)}", 1, 0), "f32[]{1,0:T(8,128)}");
  EXPECT_EQ(Move("{0:T(8)E(4)S(1)SC(0:2)}", 1, 5),
            "f32[]{0:T(8)E(4)S(5)SC(0:2)}");
  EXPECT_EQ(Move("{0:T(8)SC(0:2)}", 0, 1), "f32[]{0:T(8)S(1)SC(0:2)}");
  const Shape *S = Get("{0:S(1)}", 1);
  EXPECT_EQ(Shapes.getInSpace(*S, 1), S);
  EXPECT_EQ(Shapes.getInSpace(*S, 2)->getLayout()->MemorySpace, 2u);
  const Shape *Bare = Shapes.getArray(ElementType::F32, {2});
  EXPECT_EQ(Shapes.getInSpace(*Bare, 1), Bare);
}

/// An argument of 8 bytes in space 0; a block of space 1 with v of its own and
/// w of space 2; blocks of space 2, and of space 3 with page 1.
std::unique_ptr<Module> makeSpaces() {
  ModuleBuilder B("spaces");
  const Shape *S = B.shapes().getArray(ElementType::F32, {2}, {0});
  const Shape *OfOne = B.shapes().getInSpace(*S, 1);
  const Shape *OfTwo = B.shapes().getInSpace(*S, 2);
  Allocation &P = B.addAllocation(Bytes(8), AllocationFlags::Parameter |
                                                AllocationFlags::OutputShape);
  P.setParameter({.Number = 0, .HasShape = true, .Type = S});
  P.setOutputShape(S);
  B.addValue({.Definition = B.getPosition("p"), .Size = Bytes(8), .Type = S});
  Allocation &Shared =
      B.addAllocation(Bytes(16), AllocationFlags::PreallocatedTemp, 1);
  ReusingValue W;
  W.Header.Id = 2;
  W.Header.Definition = B.getPosition("w");
  W.Color = 2;
  Shared.setReusingValues(W);
  B.addValue(
      {.Definition = B.getPosition("v"), .Size = Bytes(8), .Type = OfOne});
  B.addValue({.Definition = B.getPosition("w"),
              .Offset = Bytes(8),
              .Size = Bytes(8),
              .Type = OfTwo,
              .Color = 2});
  B.addAllocation(Bytes(8), AllocationFlags::PreallocatedTemp, 2);
  Allocation &Paged =
      B.addAllocation(Bytes(8), AllocationFlags::PreallocatedTemp, 3);
  Paged.setPage(1);
  return B.build();
}

TEST(MovesTest, ColourAndShapeFollowTheAllocation) {
  std::unique_ptr<Module> M = makeSpaces();
  AssignmentEdit E(*M);
  E.place(*M->findValue(0), {1, Bytes()});
  E.place(*M->findValue(1), {0, Bytes()});
  EXPECT_TRUE(M->apply(E));
  EXPECT_EQ(M->findValue(0)->getColor(), 1u);
  EXPECT_EQ(print(M->findValue(0)->getShape()), "f32[2]{0:S(1)}");
  EXPECT_EQ(M->findValue(1)->getColor(), 0u);
  EXPECT_EQ(print(M->findValue(1)->getShape()), "f32[2]{0}");
  // What stays keeps its own.
  EXPECT_EQ(M->findValue(2)->getColor(), 2u);
  EXPECT_EQ(M->allocations()[1].reusingValues().size(), 1u);
}

TEST(MovesTest, ValuesOfOtherSpacesAreToldWhereTheyLie) {
  std::unique_ptr<Module> M = makeSpaces();
  AssignmentEdit Away(*M);
  Away.place(*M->findValue(2), {0, Bytes()});
  EXPECT_TRUE(M->apply(Away));
  EXPECT_EQ(M->findValue(2)->getColor(), 2u);
  EXPECT_TRUE(M->allocations()[1].reusingValues().empty());
  ASSERT_EQ(M->allocations()[0].reusingValues().size(), 1u);
  EXPECT_EQ(M->allocations()[0].reusingValues()[0].Header.Id, 2u);
  EXPECT_EQ(M->allocations()[0].reusingValues()[0].Color, 2u);
  AssignmentEdit Home(*M);
  Home.place(*M->findValue(2), {2, Bytes()});
  EXPECT_TRUE(M->apply(Home));
  for (const Allocation &A : M->allocations())
    EXPECT_TRUE(A.reusingValues().empty());
  EXPECT_EQ(M->findValue(2)->getColor(), 2u);
}

TEST(MovesTest, PagesComeAndGo) {
  std::unique_ptr<Module> M = makeSpaces();
  EXPECT_TRUE(M->allocations()[3].isPaged());
  AssignmentEdit More(*M);
  More.addAllocation({Bytes(8), AllocationFlags::PreallocatedTemp, 3});
  EXPECT_TRUE(M->apply(More));
  EXPECT_TRUE(M->allocations()[4].isPaged());
  AssignmentEdit Less(*M);
  Less.remove(M->allocations()[3]);
  EXPECT_TRUE(M->apply(Less));
  EXPECT_FALSE(M->allocations()[3].isPaged());
}

TEST(MovesTest, DataGoWithTheirFlags) {
  std::unique_ptr<Module> M = makeSpaces();
  AssignmentEdit Output(*M), Temp(*M);
  Output.setFlags(M->allocations()[0], AllocationFlags::OutputShape);
  EXPECT_TRUE(M->apply(Output));
  EXPECT_FALSE(M->allocations()[0].getParameter());
  EXPECT_TRUE(M->allocations()[0].getOutputShape());
  Temp.setFlags(M->allocations()[0], AllocationFlags::PreallocatedTemp);
  EXPECT_TRUE(M->apply(Temp));
  EXPECT_FALSE(M->allocations()[0].getOutputShape());
}

TEST(FitTest, AllocationsEndWithTheirLastValue) {
  std::unique_ptr<Module> M = makeSpaces();
  AssignmentEdit Last(*M);
  Last.removeAndFit(*M->findValue(2));
  EXPECT_TRUE(Last.hasFits());
  EXPECT_TRUE(M->apply(Last));
  EXPECT_EQ(M->allocations()[1].getSize(), Bytes(8));

  // It ends as before, and grows where its values do.
  M = makeSpaces();
  AssignmentEdit Middle(*M);
  Middle.removeAndFit(*M->findValue(1));
  EXPECT_TRUE(M->apply(Middle));
  EXPECT_EQ(M->allocations()[1].getSize(), Bytes(16));
  AssignmentEdit Moved(*M);
  Moved.place(*M->findValue(2), {1, Bytes(24)});
  Moved.fit(M->allocations()[1]);
  EXPECT_TRUE(M->apply(Moved));
  EXPECT_EQ(M->allocations()[1].getSize(), Bytes(32));
}

TEST(FitTest, EmptyAllocationsGo) {
  std::unique_ptr<Module> M = makeSpaces();
  AssignmentEdit All(*M);
  for (const Value &V : M->values())
    All.removeAndFit(V);
  // Once more is not too much.
  for (const Value &V : M->values())
    All.removeAndFit(V);
  All.fit(M->allocations()[2]);
  EXPECT_TRUE(M->apply(All));
  // The parameter too; what is not fitted stays.
  ASSERT_EQ(M->allocations().size(), 1u);
  EXPECT_EQ(M->allocations()[0].getMemorySpace(), 3u);
}

// Two values that lie at the same bytes.
TEST(FitTest, SharedBytesStay) {
  std::unique_ptr<Module> M = makeSpaces();
  AssignmentEdit E(*M);
  E.share(*M->findValue(2), *M->findValue(1));
  E.removeAndFit(*M->findValue(1));
  EXPECT_TRUE(M->apply(E));
  EXPECT_EQ(M->allocations()[1].getSize(), Bytes(8));
  ASSERT_EQ(M->allocations()[1].values().size(), 1u);
  EXPECT_EQ(M->findValue(2)->getOffset(), Bytes());
}

// The edit is priced before the sizes are known.
TEST(FitTest, WhatComesLaterCountsToo) {
  std::unique_ptr<Module> M = makeSpaces();
  const Allocation &A = M->allocations()[1], &P = M->allocations()[0];
  AssignmentEdit E(*M);
  E.fit(A);
  E.fit(P);
  E.removeAndFit(*M->findValue(0));
  E.place(*M->findValue(2), {0, Bytes()});
  AssignmentEdit Sizes = E.resolveFits();
  EXPECT_FALSE(Sizes.hasFits());
  EXPECT_EQ(Sizes.find(A)->Size, Bytes(8));
  EXPECT_EQ(Sizes.find(P)->Size, Bytes(8));
  // A size that is given later holds, and so does a removal.
  E.resize(A, Bytes(24));
  E.remove(P);
  EXPECT_FALSE(E.hasFits());
  EXPECT_TRUE(M->apply(E));
  ASSERT_EQ(M->allocations().size(), 3u);
  EXPECT_EQ(M->allocations()[0].getSize(), Bytes(24));
}

TEST(FitTest, WhatFitsDoesNotChange) {
  std::unique_ptr<Module> M = makeSpaces();
  AssignmentEdit E(*M);
  E.fit(M->allocations()[0]);
  E.fit(M->allocations()[1]);
  EXPECT_FALSE(M->apply(E));
}

TEST(FitTest, AddedAllocationsKeepTheirSize) {
  std::unique_ptr<Module> M = makeSpaces();
  AssignmentEdit E(*M);
  E.place(*M->findValue(0), {E.addAllocation({Bytes(8)}), Bytes()});
  E.removeAndFit(*M->findValue(0));
  EXPECT_TRUE(M->apply(E));
  ASSERT_EQ(M->allocations().size(), 5u);
  EXPECT_EQ(M->allocations()[0].getSize(), Bytes(8));
  EXPECT_EQ(M->allocations()[4].getSize(), Bytes(8));
}

#if GTEST_HAS_DEATH_TEST
TEST(FitDeathTest, WhatHasNoAllocationOfItsModule) {
  std::unique_ptr<Module> M = makeSpaces(), Other = makeSpaces();
  AssignmentEdit E(*M), OfOther(*M);
  EXPECT_DEATH(E.removeAndFit(*Other->findValue(0)),
               "a value is of another module");
  OfOther.fit(Other->allocations()[0]);
  EXPECT_DEATH(M->apply(OfOther), "an allocation belongs to another module");
}
#endif

TEST(CloneTest, ACopyHasEditsOfItsOwn) {
  std::unique_ptr<Module> M = makeSpaces();
  // Look-ups made before are not those of the copy.
  const Value *V = M->findValue(1);
  std::unique_ptr<Module> Copy = M->clone();
  EXPECT_EQ(Copy->getName(), "spaces");
  EXPECT_EQ(Copy->getEditCount(), M->getEditCount());
  EXPECT_NE(Copy->findValue(1), V);
  EXPECT_EQ(&Copy->findValue(1)->getAllocation(), &Copy->allocations()[1]);
  EXPECT_EQ(Copy->allocations()[1].values().size(), 2u);
  EXPECT_EQ(&Copy->findValue(1)->getShape(), &V->getShape());
  AssignmentEdit E(*Copy);
  E.removeAndFit(*Copy->findValue(0));
  E.place(*Copy->findValue(2), {1, Bytes()});
  E.fit(Copy->allocations()[1]);
  EXPECT_TRUE(Copy->apply(E));
  EXPECT_EQ(Copy->getTotalSize(), Bytes(8 + 8 + 8));
  EXPECT_EQ(M->getTotalSize(), Bytes(8 + 16 + 8 + 8));
  EXPECT_EQ(M->findValue(1), V);
  EXPECT_EQ(M->findValue(2)->getOffset(), Bytes(8));
  EXPECT_FALSE(M->isEdited());
  EXPECT_TRUE(Copy->isEdited());
  // A copy of the copy is edited too, and outlives both.
  std::unique_ptr<Module> Second = Copy->clone();
  Copy.reset();
  M->replaceBy(Second->clone());
  EXPECT_TRUE(Second->isEdited());
  EXPECT_TRUE(M->clone()->isReplaced());
  M.reset();
  EXPECT_EQ(print(Second->findValue(1)->getShape()), "f32[2]{0:S(1)}");
}

TEST(MovesTest, AModuleBecomesAnother) {
  std::unique_ptr<Module> M = makeSpaces(), Other = makeSpaces();
  EXPECT_FALSE(M->isEdited());
  EXPECT_FALSE(M->isReplaced());
  AssignmentEdit E(*Other);
  E.remove(Other->allocations()[3]);
  EXPECT_TRUE(Other->apply(E));
  const Allocation *Before = M->allocations().data();
  EXPECT_EQ(Before->getSize(), Bytes(8));
  uint64_t Count = M->getEditCount();
  // Look-ups made before are not those of the other module.
  EXPECT_EQ(M->findValue(1)->getAllocation().getIndex(), 1u);
  M->replaceBy(std::move(Other));
  EXPECT_EQ(M->getName(), "spaces");
  EXPECT_EQ(M->allocations().size(), 3u);
  EXPECT_EQ(&M->findValue(1)->getAllocation(), &M->allocations()[1]);
  EXPECT_NE(M->getEditCount(), Count);
  EXPECT_FALSE(M->isEdited());
  EXPECT_TRUE(M->isReplaced());
  // What it was stays where it is.
  EXPECT_EQ(Before->getSize(), Bytes(8));
  AssignmentEdit Again(*M);
  Again.resize(M->allocations()[0], Bytes(16));
  EXPECT_TRUE(M->apply(Again));
  EXPECT_TRUE(M->isEdited());
}

} // namespace
