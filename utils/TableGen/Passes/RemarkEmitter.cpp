//===- RemarkEmitter.cpp - The C++ types of remarks -----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// -gen-remarks: a struct for every remark, and with GEN_REMARK_NAMES the list
/// of their names. All names are qualified, so that the includer chooses the
/// namespace.
///
//===----------------------------------------------------------------------===//

#include "RemarkRecords.h"
#include "TableGenUtils.h"

using namespace llvm;
using namespace hlomem::tblgen;

/// What a RemarkColumn has beyond its first three fields, up to the last one
/// that is not the default.
static std::string describeFurther(const RemarkArg &A) {
  std::string Text;
  auto Bit = [](bool B) { return B ? "true" : "false"; };
  if (A.IsDataOnly || A.IsPath || A.DropRank)
    Text += std::string(", /*IsDataOnly=*/") + Bit(A.IsDataOnly);
  if (A.IsPath || A.DropRank)
    Text += std::string(", /*IsPath=*/") + Bit(A.IsPath);
  if (A.DropRank)
    Text += ", /*DropRank=*/" + utostr(A.DropRank);
  return Text;
}

static void emitInfo(const RemarkRecord &R, raw_ostream &OS) {
  if (R.IsRow) {
    OS << "  static constexpr ::hlomem::RemarkColumn Columns[] = {\n";
    for (const RemarkArg &A : R.Args)
      OS << "      {" << toLiteral(A.Name) << ", " << toLiteral(A.Title) << ", "
         << "/*AlignRight=*/" << (A.IsNumber ? "true" : "false")
         << describeFurther(A) << "},\n";
    OS << "  };\n";
  }
  OS << "  static constexpr ::hlomem::RemarkInfo Info = {\n"
     << "      .Name = " << toLiteral(R.Name) << ",\n"
     << "      .Kind = ::hlomem::RemarkKind::" << R.Kind << ",\n"
     << "      .IsRow = " << (R.IsRow ? "true" : "false") << ",\n"
     << "      .Columns = " << (R.IsRow ? "Columns" : "{}") << ",\n"
     << "      .IsNote = " << (R.IsNote ? "true" : "false") << ",\n"
     << "      .IsWarning = " << (R.IsWarning ? "true" : "false") << ",\n"
     << "      .LocationKey = " << toLiteral(R.Location) << ",\n"
     << "      .HotnessKey = " << toLiteral(R.Hotness) << ",\n"
     << "      .RestsOn = ";
  ListSeparator Or(" | ");
  for (StringRef Fact : R.RestsOn)
    OS << Or << "::hlomem::FactKinds::" << Fact;
  OS << (R.RestsOn.empty() ? "::hlomem::FactKinds::None" : "")
     << (R.RestsOnRows ? ",\n      .RestsOnRows = true" : "") << "};\n";
}

static void emitWrite(const RemarkRecord &R, raw_ostream &OS) {
  // In lower case, as no argument is: those are members and would be hidden.
  OS << "  template <class sink_type> void write(sink_type &sink) const {\n";
  for (const MessagePiece &P : R.Pieces) {
    if (P.isLiteral()) {
      OS << "    sink.text(" << toLiteral(P.Literal) << ");\n";
      continue;
    }
    StringRef Name = R.Args[P.Arg].Name;
    if (P.IsChoice) {
      OS << "    sink.text(" << Name << " == 1 ? " << toLiteral(P.One) << " : "
         << toLiteral(P.Literal) << ");\n";
      continue;
    }
    OS << "    sink.arg(" << toLiteral(Name) << ", " << Name << ");\n";
  }
  OS << "  }\n";
}

void hlomem::tblgen::emitRemarkStruct(const RemarkRecord &R, raw_ostream &OS) {
  OS << '\n';
  emitDocComment(OS, R.Description);
  OS << "struct " << R.Name << " {\n";
  for (const RemarkArg &A : R.Args) {
    emitDocComment(OS, A.Description, 2);
    // Without initialisers: a field that a pass forgets is then a warning.
    OS << "  " << A.CppType << (A.CppType.ends_with("*") ? "" : " ") << A.Name
       << ";\n";
  }
  if (!R.Args.empty())
    OS << '\n';
  emitInfo(R, OS);
  OS << '\n';
  emitWrite(R, OS);
  OS << "};\n";
}

static void emitRemarks(const RecordKeeper &Records, raw_ostream &OS) {
  std::vector<RemarkRecord> Remarks = readRemarks(Records);
  emitSourceFileHeader("Remarks", OS, Records);
  for (const RemarkRecord &R : Remarks)
    emitRemarkStruct(R, OS);
  GuardedPart Part(OS, "GEN_REMARK_NAMES");
  OS << "/// Of all remarks above, in their order.\n"
     << "inline constexpr ::llvm::StringLiteral RemarkNames[] = {\n";
  for (const RemarkRecord &R : Remarks)
    OS << "    " << toLiteral(R.Name) << ",\n";
  OS << "};\n";
}

static TableGen::Emitter::OptClass<FunctionEmitter<emitRemarks>>
    RegisterRemarks("gen-remarks", "Generate the C++ types of remarks");
