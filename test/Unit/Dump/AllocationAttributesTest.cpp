//===- AllocationAttributesTest.cpp - Tests of the table of attributes ----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AllocationAttributes.h"
#include "ParsedDump.h"
#include "llvm/ADT/StringSwitch.h"
#include "gtest/gtest.h"

using namespace hlomem;
using llvm::StringRef;

namespace {

constexpr StringRef LineBegin = "allocation 0: size 8";

/// \p A as XLA prints it.
std::string print(const AllocationAttribute &A) {
  StringRef Value = llvm::StringSwitch<StringRef>(A.Name)
                        .Case("color", "2")
                        .Case("page", "3")
                        .Case("parameter", "1, shape |s32[2]| at ShapeIndex {}")
                        .Case("output shape", "|s32[2]|")
                        .Default("");
  EXPECT_EQ(A.hasValue(), !Value.empty()) << A.Name.str();
  return (A.Head + Value).str();
}

std::string makeDump(const llvm::Twine &Attributes) {
  return ("BufferAssignment:\n" + LineBegin + Attributes +
          ":\n\nTotal bytes used: 8\n\nUsed values:\n\n\nHloLiveRange (max "
          "0):\n  InstructionSequence:\n  BufferLiveRange:\n  Live ranges at 0 "
          "(peak):\n")
      .str();
}

/// The message about \p A behind \p First, which may not stand before it.
std::string getMessage(const AllocationAttribute &A, StringRef First) {
  std::string Found = print(A) + ":";
  std::string Column = std::to_string(LineBegin.size() + First.size() + 5);
  std::string What =
      A.Place.empty()
          ? "attribute '" + A.Name.str() + "' is repeated or out of order"
          : "expected '" + A.Name.str() + "' " + A.Place.str() + ", found '" +
                Found + "'";
  return "dump.txt:2:" + Column + ": error: " + What;
}

TEST(AllocationAttributesTest, EachIsWrittenAsItWasRead) {
  for (const AllocationAttribute &A : allocationAttributes()) {
    std::string Text = makeDump(", " + print(A));
    EXPECT_EQ(rewrite(Text), Text);
  }
}

TEST(AllocationAttributesTest, AllTogether) {
  std::string All;
  for (const AllocationAttribute &A : allocationAttributes())
    All += ", " + print(A);
  EXPECT_EQ(rewrite(makeDump(All)), makeDump(All));
}

TEST(AllocationAttributesTest, OnlyOneOrderAndNoneTwice) {
  llvm::ArrayRef<AllocationAttribute> All = allocationAttributes();
  for (size_t Later = 0; Later != All.size(); ++Later)
    for (size_t I = 0; I <= Later; ++I) {
      std::string First = print(All[Later]);
      std::string Result =
          rewrite(makeDump(", " + First + ", " + print(All[I])));
      EXPECT_TRUE(StringRef(Result).starts_with(getMessage(All[I], First)))
          << Result << "instead of\n"
          << getMessage(All[I], First);
    }
}

// Text that nobody knows stays behind the attribute that it stood behind.
TEST(AllocationAttributesTest, UnknownTextKeepsItsPlace) {
  for (const AllocationAttribute &A : allocationAttributes()) {
    std::string Text = makeDump(", " + print(A) + ", lane 7");
    EXPECT_EQ(rewrite(Text), Text);
    Text = makeDump(", lane 7, " + print(A));
    EXPECT_EQ(rewrite(Text), Text);
  }
}

// What begins as a known part is damaged where it cannot be read.
TEST(AllocationAttributesTest, DamagedOnesAreNotUnknown) {
  for (const AllocationAttribute &A : allocationAttributes()) {
    StringRef Word = A.Head.split(' ').first;
    EXPECT_EQ(beginsAllocationPart(Word), A.hasValue());
    if (!A.hasValue())
      continue;
    std::string Result = rewrite(makeDump(", " + Word));
    EXPECT_TRUE(StringRef(Result).contains("unknown attribute '" + Word.str() +
                                           "' of an allocation"))
        << Result;
  }
  EXPECT_TRUE(beginsAllocationPart("size"));
  EXPECT_FALSE(beginsAllocationPart("lane"));
}

} // namespace
