//===- DumpFileName.cpp - What the name of a dump's file tells ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Dump/DumpFileName.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace hlomem {

StringRef getFileNameEnd(DumpFileKind K) {
  switch (K) {
  case DumpFileKind::Allocations:
    return "-buffer-assignment.txt";
  case DumpFileKind::UsedValues:
    return "-buffer-assignment-values.txt";
  case DumpFileKind::LiveRanges:
    return "-live-range.txt";
  case DumpFileKind::Other:
    return ".txt";
  case DumpFileKind::Report:
    return "-memory-usage-report.txt";
  case DumpFileKind::ReportProto:
    return "-memory-usage-report.pb";
  case DumpFileKind::HloProto:
    return ".hlo.pb";
  case DumpFileKind::ProfiledProto:
    return ".hlo_proto.pb";
  case DumpFileKind::ModuleProto:
    return ".hlo_module.pb";
  case DumpFileKind::AssignmentProto:
    return ".buffer_assignment.pb";
  case DumpFileKind::Profile:
    return ".xplane.pb";
  }
  llvm_unreachable("a file of no kind");
}

std::string makeDumpFileName(StringRef Stem, DumpFileKind K) {
  return (Twine(Stem) + getFileNameEnd(K)).str();
}

bool DumpFileName::isPart() const {
  return Kind == DumpFileKind::Allocations ||
         Kind == DumpFileKind::UsedValues || Kind == DumpFileKind::LiveRanges;
}

bool DumpFileName::isReport() const {
  return Kind == DumpFileKind::Report || Kind == DumpFileKind::ReportProto;
}

bool DumpFileName::isProto() const {
  return Kind == DumpFileKind::HloProto ||
         Kind == DumpFileKind::ProfiledProto ||
         Kind == DumpFileKind::AssignmentProto || Kind == DumpFileKind::Profile;
}

std::optional<DumpFileName> parseDumpFileName(StringRef Name) {
  DumpFileName Result;
  for (StringRef Suffix : {".gz", ".zst"})
    if (Name.consume_back(Suffix)) {
      Result.CompressionSuffix = Suffix;
      break;
    }
  for (DumpFileKind K : {DumpFileKind::Allocations, DumpFileKind::UsedValues,
                         DumpFileKind::LiveRanges, DumpFileKind::Report,
                         DumpFileKind::ReportProto, DumpFileKind::HloProto,
                         DumpFileKind::ProfiledProto, DumpFileKind::ModuleProto,
                         DumpFileKind::AssignmentProto, DumpFileKind::Profile,
                         DumpFileKind::Other}) {
    StringRef End = getFileNameEnd(K);
    if (Name.size() <= End.size() || !Name.ends_with(End))
      continue;
    Result.Stem = Name.drop_back(End.size());
    Result.Kind = K;
    return Result;
  }
  return std::nullopt;
}

} // namespace hlomem
