//===- ModuleThreadsTest.cpp - One module, read by several threads --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every const function of a module, first asked by several threads at once.
/// The ThreadSanitizer (preset tsan) sees what two of them touch.
///
//===----------------------------------------------------------------------===//

#include "TestEdits.h"
#include "hlomem/Analysis/Program/HloSchedule.h"
#include "hlomem/Analysis/Program/ScheduleIndex.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Dump/Reader/DumpParser.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <string>
#include <thread>
#include <vector>

using namespace hlomem;
using llvm::raw_string_ostream;

namespace {

/// A chain of \p Count additions in one block.
std::string makeDump(unsigned Count) {
  std::string Allocations, Used, Schedule, Ranges;
  raw_string_ostream AllocationsOS(Allocations), UsedOS(Used),
      ScheduleOS(Schedule), RangesOS(Ranges);
  AllocationsOS << "BufferAssignment:\nallocation 0: size " << 4 * Count
                << ", preallocated-temp:\n";
  UsedOS << "\nTotal bytes used: " << 4 * Count << "\n\nUsed values:\n";
  ScheduleOS << "\n\nHloLiveRange (max " << Count
             << "):\n  InstructionSequence:\n";
  RangesOS << "  BufferLiveRange:\n";
  for (unsigned N = 0; N != Count; ++N) {
    AllocationsOS << " value: <" << N << " a." << N
                  << " @0> (size=4,offset=" << 4 * N << "): f32[1]{0}\n";
    UsedOS << "<" << N << " a." << N << " @0>\n positions:\n  a." << N
           << "\n uses:\n  a." << (N + 1) % Count
           << ", operand 0\n from instruction: %a." << N
           << " = f32[1]{0} add(%a." << N << ", %a." << N
           << "), metadata={op_name=\"f\" source_file=\"f.py\" source_line="
           << N << "}\n";
    ScheduleOS << "    " << N << ":a." << N << "\n";
    RangesOS << "    a." << N << "{}:" << N << "-" << N + 1 << "\n";
  }
  return Allocations + Used + Schedule + Ranges +
         "  Live ranges at 0 (peak):\n    a.0{}: 4 bytes (cumulative: 4 "
         "bytes)\n";
}

/// All that const functions tell of \p M, from value number \p Begin on.
std::string readAll(const Module &M, size_t Begin) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  auto Values = M.values();
  for (size_t I = 0; I != Values.size(); ++I) {
    const Value &V = Values[(Begin + I) % Values.size()];
    // In the order of the values, whoever begins where.
    std::string Line;
    llvm::raw_string_ostream Out(Line);
    Out << V.getId() << ' ' << V.getPositions().front() << ' '
        << V.getUses().size() << ' ' << M.getInstruction(V)->OpcodeName << ' '
        << *M.getTime(V.getInstructionName()) << ' '
        << M.findValue(V.getId())->getInstructionText().size() << ' '
        << M.findValue(V.getInstructionName(), ShapeIndex())->getId() << ' '
        << M.findPrinted(V.getInstructionName())->getId() << ' '
        << getSources(M).find(V.getLoc())->Line;
    Text = std::max(Text, Out.str());
  }
  OS << ' ' << getClaims(M).Total->count() << ' ' << M.getTimesByName().size();
  return OS.str();
}

TEST(ModuleThreadsTest, ConstFunctionsMayBeCalledAtOnce) {
  constexpr unsigned Count = 500, ThreadCount = 4;
  DiagnosticEngine Diags(llvm::errs(), /*Color=*/false);
  auto Parse = [&] {
    return parseDump(llvm::MemoryBuffer::getMemBufferCopy(makeDump(Count)),
                     Diags);
  };
  std::unique_ptr<Module> Alone = Parse(), Shared = Parse();
  ASSERT_TRUE(Alone && Shared);
  // Claims that must be made anew are among what is asked for.
  for (Module *M : {Alone.get(), Shared.get()}) {
    setSize(*M, M->allocations()[0], Bytes(8 * Count));
    setLiveRange(*M, M->values()[1], LiveRange{1, 3});
  }
  std::vector<std::string> Read(ThreadCount);
  std::vector<std::thread> Threads;
  for (unsigned T = 0; T != ThreadCount; ++T)
    Threads.emplace_back([&, T] { Read[T] = readAll(*Shared, T * 100); });
  for (std::thread &T : Threads)
    T.join();
  for (unsigned T = 0; T != ThreadCount; ++T)
    EXPECT_EQ(Read[T], readAll(*Alone, T * 100));
}

} // namespace
