//===- WireSchemaEmitter.cpp - -gen-wire-schema ---------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The messages of a .proto file as tables for WireReader, and the numbers of
/// their fields by name. Of the language it reads what such a file needs:
/// messages of fields, and enumerations, which may stand in a message.
///
//===----------------------------------------------------------------------===//

#include "TableGenUtils.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"

using namespace llvm;
using namespace hlomem::tblgen;

static cl::opt<std::string> ProtoFile("proto", cl::value_desc("file"),
                                      cl::desc("The messages of "
                                               "-gen-wire-schema"));

namespace {

/// A field, or a value of an enumeration, which has no type.
struct Entry {
  StringRef Type;
  StringRef Name;
  uint64_t Number = 0;
  bool IsRepeated = false;
};

/// A message or an enumeration.
struct Declaration {
  /// Of an enumeration: with that of its message before it.
  std::string Name;
  bool IsMessage = false;
  std::vector<Entry> Entries;
};

} // namespace

/// Reads a file in which each line begins or ends a declaration, or is a field
/// or a value.
static std::vector<Declaration> parseProto(StringRef Text) {
  const Regex Ignored("^(//.*|syntax = .*|package .*)?$");
  const Regex Begin("^(message|enum) ([A-Za-z0-9_]+) \\{$");
  const Regex Field(
      "^(repeated )?([A-Za-z0-9_]+) ([A-Za-z0-9_]+) = ([0-9]+);$");
  const Regex Value("^([A-Za-z0-9_]+) = ([0-9]+);$");
  std::vector<Declaration> Result;
  // An enumeration may stand in a message.
  SmallVector<Declaration, 2> Open;
  SmallVector<StringRef> Parts;
  for (StringRef Line : split(Text, '\n')) {
    Line = Line.trim();
    if (Ignored.match(Line))
      continue;
    if (Begin.match(Line, &Parts)) {
      std::string Outer = Open.empty() ? "" : Open.back().Name;
      Open.push_back({Outer + Parts[2].str(), Parts[1] == "message", {}});
      continue;
    }
    if (!Open.empty() && Line == "}") {
      Result.push_back(Open.pop_back_val());
      continue;
    }
    Entry E;
    if (!Open.empty() && Open.back().IsMessage && Field.match(Line, &Parts)) {
      E.IsRepeated = !Parts[1].empty();
      E.Type = Parts[2];
    } else if (Open.empty() || Open.back().IsMessage ||
               !Value.match(Line, &Parts)) {
      PrintFatalError(SMLoc::getFromPointer(Line.data()),
                      "expected a declaration, a field or a value");
    }
    std::vector<Entry> &Entries = Open.back().Entries;
    E.Name = Parts[Parts.size() - 2];
    // Readers look for fields in this order, and for values by number.
    if (Parts.back().getAsInteger(10, E.Number) ||
        (Open.back().IsMessage
             ? E.Number <= (Entries.empty() ? 0 : Entries.back().Number)
             : E.Number != Entries.size()))
      PrintFatalError(SMLoc::getFromPointer(Line.data()),
                      "this number does not follow the one before");
    Entries.push_back(E);
  }
  return Result;
}

static StringRef getKind(const Entry &Field, const Declaration &Message,
                         const StringMap<const Declaration *> &ByName) {
  auto Kind = StringSwitch<StringRef>(Field.Type)
                  .Case("bool", "Varint")
                  .Case("int32", "Varint")
                  .Case("int64", "Varint")
                  .Case("uint32", "Varint")
                  .Case("uint64", "Varint")
                  .Case("double", "Fixed64")
                  .Case("float", "Fixed32")
                  .Case("string", "Bytes")
                  .Case("bytes", "Bytes")
                  .Default("");
  if (!Kind.empty())
    return Kind;
  const Declaration *D = ByName.lookup(Message.Name + Field.Type.str());
  if (!D || D->IsMessage)
    D = ByName.lookup(Field.Type);
  if (!D)
    PrintError(SMLoc::getFromPointer(Field.Type.data()),
               "there is no type '" + Field.Type + "'");
  return D && D->IsMessage ? "Bytes" : "Varint";
}

static void emitEnumeration(const Declaration &D, raw_ostream &OS) {
  OS << "struct " << D.Name << " {\n  enum : uint32_t {\n";
  for (const Entry &E : D.Entries)
    OS << "    " << toCamelCase(D.IsMessage ? E.Name.str() : E.Name.lower())
       << " = " << E.Number << ",\n";
  OS << "  };\n";
  if (!D.IsMessage) {
    OS << "  static constexpr llvm::StringLiteral Names[] = {\n";
    for (const Entry &E : D.Entries)
      OS << "    " << toLiteral(E.Name) << ",\n";
    OS << "  };\n"
          "  static llvm::StringRef getName(uint64_t N, uint64_t Other = 0) {\n"
          "    return Names[N < std::size(Names) ? N : Other];\n  }\n";
  }
  OS << "};\n";
}

/// Emits the tables of the messages of a .proto file.
static void emitWireSchema(const RecordKeeper &RK, raw_ostream &OS) {
  auto Buffer = MemoryBuffer::getFile(ProtoFile);
  if (!Buffer)
    PrintFatalError("cannot read '" + ProtoFile +
                    "': " + Buffer.getError().message());
  StringRef Text = (*Buffer)->getBuffer();
  SrcMgr.AddNewSourceBuffer(std::move(*Buffer), SMLoc());
  std::vector<Declaration> Declarations = parseProto(Text);
  StringMap<const Declaration *> ByName;
  for (const Declaration &D : Declarations)
    ByName[D.Name] = &D;
  emitSourceFileHeader("The messages that are read", OS, RK);
  OS << "\n#ifndef HLOMEM_WIRE_SCHEMA\n#define HLOMEM_WIRE_SCHEMA\n\n"
        "#include \"hlomem/Proto/WireReader.h\"\n\n"
        "namespace hlomem::schema {\n\n";
  for (const Declaration &D : Declarations) {
    // The table of a message has its name as well, and hides this one except
    // before "::".
    emitEnumeration(D, OS);
    if (!D.IsMessage)
      continue;
    OS << "inline constexpr WireField " << D.Name << "Fields[] = {\n";
    for (const Entry &E : D.Entries)
      OS << "    {" << E.Number << ", " << toLiteral(E.Name)
         << ", WireKind::" << getKind(E, D, ByName)
         << (E.IsRepeated ? ", true" : "") << "},\n";
    OS << "};\ninline constexpr WireMessage " << D.Name << " = {\"" << D.Name
       << "\", " << D.Name << "Fields};\n\n";
  }
  OS << "} // namespace hlomem::schema\n\n#endif\n";
  stopOnErrors("nothing is emitted for messages with errors");
}

static TableGen::Emitter::OptClass<FunctionEmitter<emitWireSchema>>
    RegisterWireSchema("gen-wire-schema",
                       "Generate the tables of a .proto file");
