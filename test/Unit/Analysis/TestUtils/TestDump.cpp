//===- TestDump.cpp - Dumps and modules from slices and ranges ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestDump.h"
#include "hlomem/Dump/Reader/DumpParser.h"
#include "hlomem/Support/Diagnostics.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace hlomem {

static std::string makeText(const std::vector<TestAllocation> &Allocations,
                            Time End) {
  std::string Blocks, Used, Ranges, Peak;
  raw_string_ostream BlocksOS(Blocks), UsedOS(Used), RangesOS(Ranges),
      PeakOS(Peak);
  size_t Id = 0;
  for (size_t I = 0; I != Allocations.size(); ++I) {
    const TestAllocation &A = Allocations[I];
    BlocksOS << "allocation " << I << ": size " << A.Size;
    if (A.Space != 0)
      BlocksOS << ", color " << A.Space;
    BlocksOS << ", " << (A.ThreadLocal ? "thread-local" : A.Flags) << ":\n";
    for (const TestSlice &V : A.Values) {
      std::string Index = V.Shape.front() == '(' ? "{}" : "";
      std::string Header = formatv("<{0} v{0}{1} @{2}>", Id, Index, A.Space);
      BlocksOS << formatv(" value: {0} (size={1},offset={2}): {3}\n", Header,
                          V.Size, V.Offset, V.Shape);
      UsedOS << formatv("{0}\n positions:\n  v{1}\n uses:\n from instruction: "
                        "%v{1} = {2} custom-call()\n",
                        Header, Id, V.Shape);
      if (V.Range) {
        RangesOS << formatv("    v{0}{{}:{1}-{2}\n", Id, V.Range->Begin,
                            V.Range->End);
        if (V.Range->contains(0))
          PeakOS << formatv("    v{0}{{}: {1} bytes\n", Id, V.Size);
      }
      ++Id;
    }
  }
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "BufferAssignment:\n"
     << BlocksOS.str() << "\nTotal bytes used: 0\n\nUsed values:\n"
     << UsedOS.str() << "\n\nHloLiveRange (max " << End
     << "):\n  InstructionSequence:\n";
  for (Time T = 0; T != End; ++T)
    OS << "    " << T << ":step." << T << '\n';
  OS << "  BufferLiveRange:\n"
     << RangesOS.str() << "  Live ranges at 0 (peak):\n"
     << PeakOS.str();
  return OS.str();
}

std::unique_ptr<Module>
makeModule(const std::vector<TestAllocation> &Allocations, Time End,
           StringRef FileName) {
  std::string Text = makeText(Allocations, End);
  std::string Errors;
  raw_string_ostream OS(Errors);
  DiagnosticEngine Diags(OS, /*Color=*/false);
  std::unique_ptr<Module> M =
      parseDump(MemoryBuffer::getMemBufferCopy(Text, FileName), Diags);
  if (!M)
    report_fatal_error(Twine(OS.str()) + Text);
  return M;
}

std::unique_ptr<Module> readCutDump(StringRef Text) {
  std::string Warnings;
  raw_string_ostream OS(Warnings);
  DiagnosticEngine Diags(OS, /*Color=*/false);
  return parseDump(MemoryBuffer::getMemBufferCopy(Text, "test.txt"), Diags,
                   {.Tolerant = true});
}

std::string readTestFile(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(HLOMEM_TEST_DIR "/" + Path);
  if (!Buffer)
    report_fatal_error("no file " + Path);
  return (*Buffer)->getBuffer().str();
}

} // namespace hlomem
