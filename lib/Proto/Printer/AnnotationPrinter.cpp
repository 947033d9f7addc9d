//===- AnnotationPrinter.cpp - What any instruction may have --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shardings, attributes of the frontend, metadata and the backend's
// configuration, which are no matter of the opcode.
//
//===----------------------------------------------------------------------===//

#include "AttributePrinter.h"
#include "AttributeStream.h"
#include "HloSchema.inc"
#include "ShardingPrinter.h"
#include "hlomem/Support/PrintableText.h"
#include "hlomem/Support/TextScanner.h"

using namespace llvm;

namespace hlomem {

using namespace schema;

// As XLA prints a string, unless that could not be read again.
static void printString(StringRef Text, raw_ostream &OS) {
  if (!Text.contains('"') && !Text.contains('\\') && isPrintable(Text))
    OS << '"' << Text << '"';
  else
    printQuoted(Text, OS);
}

// Whether the lexer of XLA takes it for a dictionary, and so does ours:
// brackets that match outside of strings, on one line.
static bool looksLikeDictionary(StringRef Text) {
  return Text.starts_with("{") && isPrintable(Text) &&
         text::findClosing(Text, 0) == Text.size() - 1;
}

// XLA prints a key as it is, whatever a framework has put there: "a/b".
static void printKey(StringRef Key, raw_ostream &OS) {
  if (!Key.empty() && isPrintable(Key) &&
      Key.find_first_of("\"'\\{}[]()=,") == StringRef::npos)
    OS << Key;
  else
    printQuoted(Key, OS);
}

void printFrontendAttributes(const WireReader &At, bool IsInHeader,
                             AttributeStream &OS) {
  // XLA prints them in the order of their keys.
  std::vector<std::pair<StringRef, StringRef>> Entries;
  for (WireReader R(At, FrontendAttributes); R.next();) {
    std::pair<StringRef, StringRef> Entry;
    for (WireReader E(R, MapEntry); E.next();) {
      E.take(MapEntry::Key, Entry.first);
      E.take(MapEntry::Value, Entry.second);
    }
    Entries.push_back(Entry);
  }
  if (Entries.empty())
    return;
  llvm::sort(Entries);
  OS.begin("frontend_attributes") << "{";
  interleave(
      Entries, OS,
      [&](const auto &E) {
        printKey(E.first, OS);
        OS << '=';
        // What XLA reads as a dictionary it prints as one.
        if (looksLikeDictionary(E.second))
          OS << E.second;
        else if (IsInHeader)
          printQuoted(E.second, OS);
        else
          printString(E.second, OS);
      },
      ",");
  OS << '}';
}

void printAnnotations(StringRef Message, const HloProtoContents &Contents,
                      AttributeStream &OS) {
  StringRef OneDevice =
      getFacts(Contents.Release).NamesSingleDevice && !Contents.IsForTpu
          ? SingleDevice
          : MaximalMesh;
  WireInput Input(Message);
  for (WireReader R(Input, HloInstructionProto, Message); R.next();) {
    if (R.getField() == HloInstructionProto::Sharding) {
      OS.begin("sharding");
      printSharding(R, OneDevice, OS);
    } else if (R.getField() == HloInstructionProto::FrontendAttributes) {
      printFrontendAttributes(R, /*IsInHeader=*/false, OS);
    }
  }
}

namespace {

/// An OpMetadata.
struct Metadata {
  StringRef Type, Name, File, Deduplicated, Scheduling;
  int64_t Line = 0, EndLine = 0, Column = 0, EndColumn = 0, Frame = 0;

  explicit Metadata(const WireReader &At);
  void print(raw_ostream &OS, bool HasFrame) const;
  /// XLA leaves out what has a deduplicated name alone.
  bool isPrinted() const {
    return !(Type.empty() && Name.empty() && File.empty() &&
             Scheduling.empty() && Frame == 0);
  }
};

} // namespace

Metadata::Metadata(const WireReader &At) {
  for (WireReader R(At, OpMetadata); R.next();) {
    R.take(OpMetadata::OpType, Type);
    R.take(OpMetadata::OpName, Name);
    R.take(OpMetadata::SourceFile, File);
    R.take(OpMetadata::SourceLine, Line);
    R.take(OpMetadata::DeduplicatedName, Deduplicated);
    R.take(OpMetadata::StackFrameId, Frame);
    R.take(OpMetadata::SchedulingName, Scheduling);
    R.take(OpMetadata::SourceEndLine, EndLine);
    R.take(OpMetadata::SourceColumn, Column);
    R.take(OpMetadata::SourceEndColumn, EndColumn);
  }
}

void Metadata::print(raw_ostream &OS, bool HasFrame) const {
  ListSeparator Blank(" ");
  auto AddText = [&](StringRef Key, StringRef Value) {
    if (Value.empty())
      return;
    OS << Blank << Key << '=';
    printQuoted(Value, OS);
  };
  auto AddNumber = [&](StringRef Key, int64_t Value) {
    if (Value != 0)
      OS << Blank << Key << '=' << Value;
  };
  AddText("op_type", Type);
  AddText("op_name", Name);
  AddText("source_file", File);
  AddNumber("source_line", Line);
  AddNumber("source_end_line", EndLine);
  AddNumber("source_column", Column);
  AddNumber("source_end_column", EndColumn);
  AddText("deduplicated_name", Deduplicated);
  if (!Scheduling.empty()) {
    OS << Blank << "scheduling_name=";
    printString(Scheduling, OS);
  }
  if (HasFrame)
    AddNumber("stack_frame_id", Frame);
}

InstructionMetadata readMetadata(StringRef Message, XlaRelease Release) {
  InstructionMetadata Result;
  WireInput Input(Message);
  for (WireReader R(Input, HloInstructionProto, Message);
       R.next(HloInstructionProto::Metadata);) {
    Metadata M(R);
    if (!M.isPrinted())
      continue;
    Result.OpType = M.Type;
    Result.OpName = M.Name;
    Result.SourceFile = M.File;
    Result.SourceLine = std::max<int64_t>(M.Line, 0);
    Result.SourceColumn = std::max<int64_t>(M.Column, 0);
    if (M.Frame > 0 && getFacts(Release).PrintsStackFrames)
      Result.StackFrameId = M.Frame;
  }
  return Result;
}

void printMetadata(StringRef Message, XlaRelease Release, AttributeStream &OS) {
  WireInput Input(Message);
  StringRef Config;
  for (WireReader R(Input, HloInstructionProto, Message); R.next();) {
    R.take(HloInstructionProto::BackendConfig, Config);
    if (R.getField() != HloInstructionProto::Metadata)
      continue;
    Metadata M(R);
    SmallString<128> Parts;
    raw_svector_ostream PartsOS(Parts);
    M.print(PartsOS, getFacts(Release).PrintsStackFrames);
    if (!Parts.empty() && M.isPrinted())
      OS.begin("metadata") << '{' << Parts << '}';
  }
  if (Config.empty())
    return;
  OS.begin("backend_config");
  if (looksLikeDictionary(Config))
    OS << Config;
  else
    printQuoted(Config, OS);
}

} // namespace hlomem
