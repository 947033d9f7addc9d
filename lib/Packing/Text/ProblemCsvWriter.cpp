//===- ProblemCsvWriter.cpp - Packing problems to text --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CsvFields.h"
#include "hlomem/Packing/ProblemCsv.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace hlomem::packing {

static void writeId(raw_ostream &OS, StringRef Name) {
  bool NeedsQuotes = Name.contains(',') || trimBlanks(Name) != Name;
  assert(!Name.empty() && !Name.contains('\n') && !Name.starts_with("\"") &&
         !(NeedsQuotes && Name.contains('"')) && "no field can hold it");
  StringRef Quote = NeedsQuotes ? "\"" : "";
  OS << Quote << Name << Quote;
}

void writeProblem(raw_ostream &OS, const Problem &P, ArrayRef<StringRef> Ids,
                  std::optional<ArrayRef<uint64_t>> Offsets) {
  assert(P.Buffers.size() == Ids.size() && "an id for each buffer");
  assert((!Offsets || P.Buffers.size() == Offsets->size()) &&
         "an offset for each buffer");
  bool HasAlignment =
      any_of(P.Buffers, [](const Buffer &B) { return B.Alignment != 1; });
  bool HasFixed = any_of(
      P.Buffers, [](const Buffer &B) { return B.FixedOffset.has_value(); });
  bool HasTie = any_of(P.Buffers, [](const Buffer &B) { return B.Tie != 0; });
  OS << "id,lower,upper,size" << (HasAlignment ? ",alignment" : "")
     << (HasFixed ? ",fixed" : "") << (HasTie ? ",tie" : "")
     << (Offsets ? ",offset" : "") << '\n';
  for (size_t I = 0; I != Ids.size(); ++I) {
    const Buffer &B = P.Buffers[I];
    writeId(OS, Ids[I]);
    OS << ',' << B.Begin << ',' << B.End << ',' << B.Size;
    if (HasAlignment)
      OS << ',' << B.Alignment;
    if (HasFixed) {
      OS << ',';
      if (B.FixedOffset)
        OS << *B.FixedOffset;
    }
    if (HasTie) {
      OS << ',';
      if (B.Tie != 0)
        OS << B.Tie;
    }
    if (Offsets)
      OS << ',' << (*Offsets)[I];
    OS << '\n';
  }
}

} // namespace hlomem::packing
