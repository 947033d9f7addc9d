//===- ScheduleIndexTest.cpp - Tests of the times of named instructions ---===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/ScheduleIndex.h"
#include "TestDump.h"
#include "TestEdits.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Dump/ValueLists.h"
#include "hlomem/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hlomem;
using namespace llvm;

namespace {

// Value 3 stands in no allocation, value 4 not among the used ones.
constexpr StringRef Dump = R"(BufferAssignment:
allocation 0: size 4, parameter 0 at ShapeIndex {}:
 value: <0 a @0> (size=4,offset=0): s32[]
allocation 1: size 16, maybe-live-out:
 value: <1 t{} @0> (size=16,offset=0): (s32[], s32[])
allocation 2: size 4, constant:
 value: <4 b @0> (size=4,offset=0): s32[]

Used values:
<0 a @0>
 positions:
  a
  t {0}
  t {1}
 uses:
  b, operand 0
  t, operand 1
  outside, operand 12 {3}
 from instruction: %a = s32[] parameter(0)
<3 outside @0>
 positions:
  outside
 uses:
  t, operand 0
 from instruction: %outside = s32[] add(%a, %b)
<1 t{} @0>
 positions:
  t {}
 uses:
 from instruction: %t = (s32[], s32[]) tuple(%a, %a)


HloLiveRange (max 3):
  InstructionSequence:
    0:a
    1:b
    2:t
  BufferLiveRange:
    a{}:0-3
    t{}:2-3
  Live ranges at 0 (peak):
    a: 4 bytes
)";

class ScheduleIndexTest : public testing::Test {
protected:
  void SetUp() override { ASSERT_TRUE(M); }

  const ScheduleIndex &index() {
    AM.emplace(*M);
    return AM->getResult<ScheduleIndexAnalysis>();
  }

  std::unique_ptr<Module> M = readCutDump(Dump);
  std::optional<AnalysisManager> AM;
};

constexpr Time None = ScheduleIndex::NotScheduled;

TEST_F(ScheduleIndexTest, OfEachList) {
  const ScheduleIndex &Times = index();
  const Value &A = *M->findValue(0);
  EXPECT_EQ(Times.getDefinition(A), 0u);
  EXPECT_EQ(Times.getPositions(A), ArrayRef<Time>({0, 2, 2}));
  EXPECT_EQ(Times.getUses(A), ArrayRef<Time>({1, 2, None}));
  const Value &T = *M->findValue(1);
  EXPECT_EQ(Times.getDefinition(T), 2u);
  EXPECT_EQ(Times.getPositions(T), ArrayRef<Time>({2}));
  EXPECT_TRUE(Times.getUses(T).empty());
}

TEST_F(ScheduleIndexTest, OfValuesElsewhere) {
  const ScheduleIndex &Times = index();
  const Value &Unlisted = *M->findValue(4);
  EXPECT_EQ(Times.getDefinition(Unlisted), 1u);
  EXPECT_TRUE(Times.getPositions(Unlisted).empty());
  EXPECT_TRUE(Times.getUses(Unlisted).empty());
  const Value &Unplaced = *usedValues(*M)[1];
  ASSERT_FALSE(Unplaced.isAllocated());
  EXPECT_EQ(Times.getDefinition(Unplaced), None);
  EXPECT_EQ(Times.getPositions(Unplaced), ArrayRef<Time>({None}));
  EXPECT_EQ(Times.getUses(Unplaced), ArrayRef<Time>({2}));
}

TEST_F(ScheduleIndexTest, WithoutSchedule) {
  M = readCutDump(Dump.take_front(Dump.find("\n\nHloLiveRange") + 1));
  ASSERT_TRUE(M);
  EXPECT_EQ(index().getDefinition(*M->findValue(0)), None);
  EXPECT_EQ(index().getUses(*M->findValue(0)),
            ArrayRef<Time>({None, None, None}));
}

TEST_F(ScheduleIndexTest, AfterRemoval) {
  EXPECT_EQ(index().getDefinition(M->values()[0]), 0u);
  removeAllocations(*M, [](const Allocation &A) { return A.getIndex() == 0; });
  EXPECT_EQ(index().getDefinition(M->values()[0]), 2u);
  EXPECT_EQ(index().getDefinition(M->values()[1]), 1u);
}

// More values than one thread takes at a time, each read by the next.
TEST_F(ScheduleIndexTest, OnSeveralThreads) {
  static constexpr unsigned Count = 30000;
  std::string Text = "BufferAssignment:\nallocation 0: size 4:\n";
  raw_string_ostream OS(Text);
  for (unsigned I = 0; I != Count; ++I)
    OS << " value: <" << I << " add." << I << " @0> (size=4,offset=0): s32[]\n";
  OS << "\nUsed values:\n";
  for (unsigned I = 0; I != Count; ++I)
    OS << '<' << I << " add." << I << " @0>\n positions:\n  add." << I
       << "\n uses:\n  add." << I + 1 << ", operand 0\n  add." << I + 1
       << ", operand 1\n from instruction: %add." << I << " = s32[] add()\n";
  OS << "\n\nHloLiveRange (max " << Count << "):\n  InstructionSequence:\n";
  for (unsigned I = 0; I != Count; ++I)
    OS << "    " << I << ":add." << I << '\n';
  OS << "  BufferLiveRange:\n    add.0{}:0-1\n"
     << "  Live ranges at 0 (peak):\n    add.0: 4 bytes\n";
  M = readCutDump(Text);
  ASSERT_TRUE(M);
  M->setThreadCount(3);
  const ScheduleIndex &Times = index();
  for (auto [I, V] : enumerate(M->values())) {
    Time Next = I + 1 == Count ? None : I + 1;
    ASSERT_EQ(Times.getDefinition(V), I);
    ASSERT_EQ(Times.getPositions(V), ArrayRef<Time>({Time(I)}));
    ASSERT_EQ(Times.getUses(V), ArrayRef<Time>({Next, Next}));
  }
}

TEST_F(ScheduleIndexTest, VisitedListsAreThoseOfTheValue) {
  for (bool IsRead : {false, true}) {
    M = readCutDump(Dump);
    ASSERT_TRUE(M);
    const Value &A = *M->findValue(0);
    if (IsRead) {
      ASSERT_EQ(A.getUses().size(), 3u);
    }
    std::vector<std::string> Seen;
    visitLists(
        A,
        [&](const Position &P) {
          raw_string_ostream(Seen.emplace_back()) << P;
        },
        [&](const Use &U) {
          raw_string_ostream(Seen.emplace_back())
              << U.User << " at " << U.OperandNumber;
        });
    EXPECT_EQ(Seen, (std::vector<std::string>{"a", "t{0}", "t{1}", "b at 0",
                                              "t at 1", "outside{3} at 12"}));
  }
}

} // namespace
