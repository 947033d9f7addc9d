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
#include "HloSchema.h"
#include "ShardingPrinter.h"
#include "hlomem/Support/PrintableText.h"
#include "hlomem/Support/TextScanner.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

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
                             raw_ostream &OS) {
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
  OS << ", frontend_attributes={";
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
                      raw_ostream &OS) {
  StringRef OneDevice =
      getFacts(Contents.Release).NamesSingleDevice && !Contents.IsForTpu
          ? SingleDevice
          : MaximalMesh;
  WireInput Input(Message);
  for (WireReader R(Input, HloInstructionProto, Message); R.next();) {
    if (R.getField() == HloInstructionProto::Sharding) {
      OS << ", sharding=";
      printSharding(R, OneDevice, OS);
    } else if (R.getField() == HloInstructionProto::FrontendAttributes) {
      printFrontendAttributes(R, /*IsInHeader=*/false, OS);
    }
  }
}

static void printOpMetadata(const WireReader &At, XlaRelease Release,
                            raw_ostream &OS) {
  StringRef Type, Name, File, Deduplicated, Scheduling;
  int64_t Line = 0, EndLine = 0, Column = 0, EndColumn = 0, Frame = 0;
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
  std::string Parts;
  raw_string_ostream P(Parts);
  auto AddText = [&](StringRef Key, StringRef Value) {
    if (Value.empty())
      return;
    P << ' ' << Key << '=';
    printQuoted(Value, P);
  };
  auto AddNumber = [&](StringRef Key, int64_t Value) {
    if (Value != 0)
      P << ' ' << Key << '=' << Value;
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
    P << " scheduling_name=";
    printString(Scheduling, P);
  }
  if (getFacts(Release).PrintsStackFrames)
    AddNumber("stack_frame_id", Frame);
  P.flush();
  // XLA leaves out what has a deduplicated name alone.
  bool HasMore = !(Type.empty() && Name.empty() && File.empty() &&
                   Scheduling.empty() && Frame == 0);
  if (!Parts.empty() && HasMore)
    OS << ", metadata={" << StringRef(Parts).drop_front() << '}';
}

void printMetadata(StringRef Message, XlaRelease Release, raw_ostream &OS) {
  WireInput Input(Message);
  StringRef Config;
  for (WireReader R(Input, HloInstructionProto, Message); R.next();) {
    R.take(HloInstructionProto::BackendConfig, Config);
    if (R.getField() == HloInstructionProto::Metadata)
      printOpMetadata(R, Release, OS);
  }
  if (Config.empty())
    return;
  OS << ", backend_config=";
  if (looksLikeDictionary(Config))
    OS << Config;
  else
    printQuoted(Config, OS);
}

} // namespace hlomem
