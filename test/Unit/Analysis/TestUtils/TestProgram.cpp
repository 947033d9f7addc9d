//===- TestProgram.cpp - Dumps of made-up programs ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestProgram.h"
#include "hlomem/Dump/Reader/DumpParser.h"
#include "hlomem/HloText/HloTextParser.h"
#include "hlomem/Support/Diagnostics.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace hlomem::test {

static std::string makeText(const TestProgram &P) {
  std::string Blocks, Used, Ranges, Peak;
  raw_string_ostream BlocksOS(Blocks), UsedOS(Used), RangesOS(Ranges),
      PeakOS(Peak);
  auto HeaderOf = [&](size_t Id) {
    StringRef Definition = P.Values[Id].Definition;
    bool IsPhi = Definition.consume_back("!");
    return formatv("<{0} {1}{2} @0>", Id, Definition, IsPhi ? " (phi)" : "")
        .str();
  };
  for (size_t B = 0; B != P.Blocks.size(); ++B) {
    BlocksOS << "allocation " << B << ": " << (P.HasPointers ? "0x7f01, " : "")
             << "size 4096, " << P.Blocks[B] << ":\n";
    for (size_t Id = 0; Id != P.Values.size(); ++Id)
      if (const TestValue &V = P.Values[Id]; V.Block == B)
        BlocksOS << formatv(" value: {0} (size={1},offset={2}): f32[4]{{0}\n",
                            HeaderOf(Id), V.Size, V.Offset);
  }
  for (size_t Id = 0; Id != P.Values.size(); ++Id) {
    const TestValue &V = P.Values[Id];
    StringRef Definition = StringRef(V.Definition).rtrim('!');
    StringRef Name = Definition.take_until([](char C) { return C == '{'; });
    StringRef Index = Definition.drop_front(Name.size());
    UsedOS << HeaderOf(Id) << "\n positions:\n  " << Name
           << (Index.empty() ? "" : " ") << Index << '\n';
    for (const std::string &Position : V.Positions)
      UsedOS << "  " << Position << '\n';
    UsedOS << " uses:\n";
    for (const std::string &Use : V.Uses)
      UsedOS << "  " << Use << '\n';
    UsedOS << " from instruction: "
           << (V.Text.empty() ? "?" : "%" + Name.str() + " = " + V.Text)
           << '\n';
    if (!V.Printed.empty()) {
      RangesOS << "    " << Name << (Index.empty() ? "{}" : Index) << ':'
               << V.Printed << '\n';
      if (StringRef(V.Printed).starts_with("0-"))
        PeakOS << "    " << Name << (Index.empty() ? "{}" : Index)
               << ": 16 bytes\n";
    }
  }
  std::string Text = "BufferAssignment:\n" + BlocksOS.str() +
                     "\nTotal bytes used: 0\n\nUsed values:\n" + UsedOS.str();
  SmallVector<StringRef, 32> Names;
  StringRef(P.Schedule).split(Names, ' ', -1, /*KeepEmpty=*/false);
  Text += formatv("\n\nHloLiveRange (max {0}):\n  InstructionSequence:\n",
                  Names.size());
  for (size_t T = 0; T != Names.size(); ++T)
    Text += formatv("    {0}:{1}\n", T, Names[T]);
  return Text + "  BufferLiveRange:\n" + RangesOS.str() +
         "  Live ranges at 0 (peak):\n" + PeakOS.str();
}

std::unique_ptr<Module> makeModule(const TestProgram &P) {
  std::string Text = makeText(P);
  std::string Errors;
  raw_string_ostream OS(Errors);
  DiagnosticEngine Diags(OS, /*Color=*/false);
  std::unique_ptr<Module> M =
      parseDump(MemoryBuffer::getMemBufferCopy(Text, "test.txt"), Diags);
  EXPECT_TRUE(M) << OS.str() << Text;
  return M;
}

std::unique_ptr<HloProgram> makeProgram(StringRef Text) {
  auto Program = parseHloText(
      SourceText::whole(MemoryBuffer::getMemBufferCopy(Text, "m.txt")));
  if (Program)
    return std::move(*Program);
  ADD_FAILURE() << toString(Program.takeError());
  return nullptr;
}

} // namespace hlomem::test
