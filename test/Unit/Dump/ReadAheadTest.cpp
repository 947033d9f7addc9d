//===- ReadAheadTest.cpp - Tests of parsing with several threads ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Dump/Reader/DumpParser.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/Diagnostics.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <random>

using namespace hlomem;
using llvm::formatv;
using llvm::StringRef;

namespace {

/// What can be seen of a dump that was read.
struct Reading {
  std::string Messages;
  /// Empty where there were errors.
  std::string Contents;
  size_t RangeCount = 0;
  bool HasTiles = false;
};

void print(const Module &M, llvm::raw_ostream &OS) {
  for (const Allocation &A : M.allocations()) {
    OS << A.getIndex() << ' ' << A.getSize().count() << '\n';
    for (const Value &V : A.values())
      OS << V.getHeader() << ' ' << V.getOffset().count() << ' '
         << V.getSize().count() << ' ' << V.getShape() << ' ' << V.isUsedValue()
         << V.hasUses() << ' ' << V.getInstructionText() << '\n';
  }
  for (const Value *V : usedValues(M)) {
    OS << getUsedHeader(M, *V);
    for (const Position &P : V->getPositions())
      OS << ' ' << P;
    for (const Use &U : V->getUses())
      OS << ' ' << U.User << ' ' << U.OperandNumber;
    OS << ' ' << V->getInstructionText() << '\n';
  }
  for (StringRef Name : M.schedule())
    OS << Name << '\n';
  for (const Value *V : liveRangeOrder(M))
    if (!V)
      OS << "unlisted\n";
    else
      OS << V->getDefinition() << ' ' << V->getLiveRange()->Begin << ' '
         << V->getLiveRange()->End << '\n';
  for (const UnlistedLiveRange &U : unlistedLiveRanges(M))
    OS << U.Definition << ' ' << U.Range.Begin << ' ' << U.Range.End << '\n';
}

Reading read(StringRef Dump, ParseOptions Options) {
  Reading R;
  llvm::raw_string_ostream OS(R.Messages);
  DiagnosticEngine Diags(OS, /*Color=*/false, /*MaxErrors=*/20);
  std::unique_ptr<Module> M =
      parseDump(llvm::MemoryBuffer::getMemBuffer(Dump, "dump.txt", false),
                Diags, Options);
  if (!M)
    return R;
  llvm::raw_string_ostream ContentsOS(R.Contents);
  print(*M, ContentsOS);
  R.RangeCount = liveRangeOrder(*M).size();
  R.HasTiles = M->getShapes().hasTiles();
  return R;
}

/// Chunks of a line, of some values, and of a good part of a dump.
void expectSameForAnyThreads(const std::string &Dump) {
  for (bool IsTolerant : {false, true}) {
    ParseOptions Options;
    Options.Tolerant = IsTolerant;
    Reading Alone = read(Dump, Options);
    Options.ThreadCount = 3;
    for (size_t ChunkSize : {70, 400, 3000}) {
      Options.ChunkSize = ChunkSize;
      Reading Together = read(Dump, Options);
      EXPECT_EQ(Together.Messages, Alone.Messages) << ChunkSize;
      EXPECT_EQ(Together.Contents, Alone.Contents) << ChunkSize;
      EXPECT_EQ(Together.HasTiles, Alone.HasTiles) << ChunkSize;
    }
  }
}

struct DumpLines {
  std::string Allocations = "BufferAssignment:\n";
  std::string UsedValues = "\nUsed values:\n";
  std::string Schedule;
  std::string LiveRanges = "  BufferLiveRange:\n";
  unsigned Count = 0;

  void add(StringRef Text = "%v = f32[4]{0} fusion(%u)") {
    unsigned N = Count++;
    // Three in an allocation, and the ids not in the order of the allocations.
    unsigned Id = N % 2 ? N - 1 : N + 1;
    if (N % 3 == 0)
      Allocations += formatv("allocation {0}: size 64{1}:\n", N / 3,
                             N % 5 == 0 ? ", thread-local" : "");
    Allocations +=
        formatv(" value: <{0} v.{0} @0> (size=16,offset={1}): f32[{2}]{{0}\n",
                Id, N % 3 * 16, N % 4 + 1);
    UsedValues +=
        formatv("<{0} v.{0} @0>\n positions:\n  v.{0}\n  gte.{0}\n "
                "uses:\n  u.{0}, operand {1}\n from instruction: {2}\n",
                N, N % 3, Text);
    Schedule += formatv("    {0}:v.{0}\n", N);
    // The allocation of an id is that of its neighbour.
    if (Id / 3 % 5 != 0)
      LiveRanges += formatv("    v.{0}{{}:{0}-{1}\n", N, N + 1);
  }
  std::string str() const {
    return Allocations + UsedValues +
           formatv("\n\nHloLiveRange (max {0}):\n  InstructionSequence:\n",
                   Count)
               .str() +
           Schedule + LiveRanges + "  Live ranges at every moment:\n";
  }
};

DumpLines makeLines(unsigned Count) {
  DumpLines Lines;
  while (Lines.Count != Count)
    Lines.add();
  return Lines;
}

TEST(ReadAheadTest, ReadsASoundDump) {
  std::string Dump = makeLines(150).str();
  Reading R = read(Dump, {.ThreadCount = 2, .ChunkSize = 500});
  EXPECT_EQ(R.Messages, "");
  // One in five of the 50 allocations is thread-local.
  EXPECT_EQ(R.RangeCount, 120u);
  EXPECT_FALSE(R.HasTiles);
  expectSameForAnyThreads(Dump);
}

TEST(ReadAheadTest, PassesUnusualTexts) {
  DumpLines Lines;
  for (unsigned N = 0; N != 100; ++N)
    Lines.add(N % 9 == 0 ? "%v = token[] custom-call(\"a\n<7 x>\n\nb\")"
                         : "%v = token[] after-all()");
  EXPECT_EQ(read(Lines.str(), {}).Messages, "");
  expectSameForAnyThreads(Lines.str());
}

TEST(ReadAheadTest, ForgetsValuesOfABadAllocation) {
  DumpLines Lines = makeLines(60);
  Lines.Allocations += "allocation x: size 64:\n";
  for (unsigned N = 0; N != 100; ++N)
    Lines.Allocations += formatv(
        " value: <{0} w.{0} @0> (size=16,offset=0): f32[2]{{0:T(128)}\n",
        N + 100);
  Lines.Allocations += "allocation 20: size 16:\n"
                       " value: <500 z @0> (size=16,offset=0): f32[2]{0}\n";
  EXPECT_FALSE(read(Lines.str(), {.Tolerant = true}).HasTiles);
  expectSameForAnyThreads(Lines.str());
  // The last values are read in their turn.
  expectSameForAnyThreads(Lines.Allocations);
}

TEST(ReadAheadTest, ReadsWhatContradictsItself) {
  DumpLines Twice = makeLines(80);
  DumpLines Other = makeLines(40);
  Twice.Allocations += Other.Allocations.substr(strlen("BufferAssignment:\n"));
  Twice.UsedValues += Other.UsedValues.substr(strlen("\nUsed values:\n"));
  Twice.LiveRanges += Other.LiveRanges.substr(strlen("  BufferLiveRange:\n"));
  EXPECT_EQ(read(Twice.str(), {}).Messages, "");
  expectSameForAnyThreads(Twice.str());
}

void swapLines(std::string &Text, size_t A, size_t B) {
  llvm::SmallVector<StringRef, 0> Lines;
  StringRef(Text).split(Lines, '\n');
  std::swap(Lines[A % Lines.size()], Lines[B % Lines.size()]);
  Text = llvm::join(Lines, "\n");
}

TEST(ReadAheadTest, SaysTheSameOfBrokenDumps) {
  const std::string Sound = makeLines(60).str();
  std::mt19937 Random(7);
  auto AnyPlace = [&](const std::string &Text) {
    return Random() % Text.size();
  };
  for (unsigned N = 0; N != 60; ++N) {
    std::string Broken = Sound;
    for (unsigned Count = Random() % 3 + 1; Count != 0; --Count)
      switch (Random() % 5) {
      case 0:
        Broken[AnyPlace(Broken)] = "<{} ,:07a\n-"[Random() % 11];
        break;
      case 1:
        Broken.erase(AnyPlace(Broken), Random() % 40);
        break;
      case 2: {
        std::string Part = Broken.substr(AnyPlace(Broken), Random() % 300);
        Broken.insert(AnyPlace(Broken), Part);
        break;
      }
      case 3:
        swapLines(Broken, Random(), Random());
        break;
      case 4:
        Broken.resize(Broken.size() - Random() % 100);
        break;
      }
    expectSameForAnyThreads(Broken);
  }
}

} // namespace
