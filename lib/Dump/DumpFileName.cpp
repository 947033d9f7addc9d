//===- DumpFileName.cpp - What the name of a dump's file tells ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Dump/DumpFileName.h"

using namespace llvm;

namespace hlomem {

/// How the names of files end. An end that is the end of others comes last.
static constexpr std::pair<DumpFileKind, StringLiteral> FileNameEnds[] = {
    {DumpFileKind::Allocations, "-buffer-assignment.txt"},
    {DumpFileKind::UsedValues, "-buffer-assignment-values.txt"},
    {DumpFileKind::LiveRanges, "-live-range.txt"},
    {DumpFileKind::Report, "-memory-usage-report.txt"},
    {DumpFileKind::ReportProto, "-memory-usage-report.pb"},
    {DumpFileKind::HloProto, ".hlo.pb"},
    {DumpFileKind::ProfiledProto, ".hlo_proto.pb"},
    {DumpFileKind::ModuleProto, ".hlo_module.pb"},
    {DumpFileKind::AssignmentProto, ".buffer_assignment.pb"},
    {DumpFileKind::Profile, ".xplane.pb"},
    {DumpFileKind::Other, ".txt"},
};

std::string makeDumpFileName(StringRef Stem, DumpFileKind K) {
  const auto *End =
      find_if(FileNameEnds, [K](const auto &E) { return E.first == K; });
  return (Stem + End->second).str();
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
  for (auto [K, End] : FileNameEnds) {
    if (Name.size() <= End.size() || !Name.ends_with(End))
      continue;
    Result.Stem = Name.drop_back(End.size());
    Result.Kind = K;
    return Result;
  }
  return std::nullopt;
}

StringRef findGpuArchitecture(StringRef ModuleName) {
  StringRef Before = ModuleName.split("_gpu_after_optimizations").first;
  if (Before.size() == ModuleName.size())
    return "";
  for (StringRef Prefix : {".sm_", ".gfx"})
    if (size_t At = Before.rfind(Prefix); At != StringRef::npos)
      return Before.drop_front(At + 1);
  return "";
}

} // namespace hlomem
