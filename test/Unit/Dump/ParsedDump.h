//===- ParsedDump.h - Dumps that are read and written ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TEST_UNIT_DUMP_PARSEDDUMP_H
#define HLOMEM_TEST_UNIT_DUMP_PARSEDDUMP_H

#include "hlomem/Dump/Reader/DumpParser.h"
#include "hlomem/Dump/Writer/DumpWriter.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace hlomem {

struct ParsedDump {
  /// Null where there are errors.
  std::unique_ptr<Module> M;
  std::string Messages;

  Module *operator->() const { return M.get(); }
};

inline ParsedDump parse(DumpInput Input, ParseOptions Options = {},
                        unsigned MaxErrors = 20) {
  ParsedDump Result;
  llvm::raw_string_ostream OS(Result.Messages);
  DiagnosticEngine Diags(OS, /*Color=*/false, MaxErrors);
  Result.M = parseDump(std::move(Input), Diags, Options);
  return Result;
}

/// A dump in several texts, which stay where they are.
inline DumpInput makeInput(std::initializer_list<llvm::StringRef> Texts,
                           llvm::StringRef LogMark = "") {
  DumpInput Input;
  Input.Name = "dump.txt";
  for (llvm::StringRef Text : Texts) {
    DumpText &T = Input.Texts.emplace_back();
    T.Source = SourceText::whole(llvm::MemoryBuffer::getMemBuffer(
        Text, Input.Name, /*RequiresNullTerminator=*/false));
    T.LogMark = LogMark;
  }
  return Input;
}

inline ParsedDump parse(llvm::StringRef Text, unsigned MaxErrors = 20) {
  return parse(makeInput({Text}), {}, MaxErrors);
}

/// What \p Text is after it was read and written, or else the messages.
inline std::string rewrite(llvm::StringRef Text) {
  ParsedDump P = parse(Text);
  if (!P.M)
    return P.Messages;
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  writeAllTexts(*P.M, OS);
  return Result;
}

} // namespace hlomem

#endif // HLOMEM_TEST_UNIT_DUMP_PARSEDDUMP_H
