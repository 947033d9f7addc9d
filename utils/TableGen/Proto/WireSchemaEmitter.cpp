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
#include "llvm/TableGen/TableGenBackend.h"

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
  StringRef Place;
  std::vector<Entry> Entries;
};

class ProtoParser {
public:
  explicit ProtoParser(StringRef Text) : Rest(Text) { lex(); }

  std::vector<Declaration> parse();

private:
  void lex();
  [[noreturn]] void fail(const Twine &Wanted) {
    PrintFatalError(SMLoc::getFromPointer(Token.data()),
                    "expected " + Wanted + " before '" + Token + "'");
  }
  bool consume(StringRef Text);
  void expect(StringRef Text);
  StringRef takeName();
  uint64_t takeNumber(uint64_t Least, uint64_t Most);
  void parseEnumeration(StringRef Outer);
  void parseMessage();

  StringRef Rest, Token;
  std::vector<Declaration> Result;
};

} // namespace

static bool isWordChar(char C) { return isAlnum(C) || C == '_'; }

void ProtoParser::lex() {
  for (Rest = Rest.ltrim(); Rest.starts_with("//"); Rest = Rest.ltrim())
    Rest = Rest.drop_until([](char C) { return C == '\n'; });
  Token = Rest.take_while(isWordChar);
  if (Token.empty())
    Token = Rest.take_front(1);
  Rest = Rest.drop_front(Token.size());
}

bool ProtoParser::consume(StringRef Text) {
  if (Token != Text)
    return false;
  lex();
  return true;
}

void ProtoParser::expect(StringRef Text) {
  if (!consume(Text))
    fail("'" + Text + "'");
}

StringRef ProtoParser::takeName() {
  StringRef Name = Token;
  if (Name.empty() || !isAlpha(Name.front()))
    fail("a name");
  lex();
  return Name;
}

uint64_t ProtoParser::takeNumber(uint64_t Least, uint64_t Most) {
  uint64_t Number;
  if (Token.getAsInteger(10, Number) || Number < Least || Number > Most)
    fail("a number from " + Twine(Least) + " to " + Twine(Most));
  lex();
  return Number;
}

void ProtoParser::parseEnumeration(StringRef Outer) {
  Declaration D;
  D.Place = takeName();
  D.Name = (Outer + D.Place).str();
  for (expect("{"); !consume("}"); expect(";")) {
    Entry E;
    E.Name = takeName();
    expect("=");
    // Names are found by number.
    E.Number = takeNumber(D.Entries.size(), D.Entries.size());
    D.Entries.push_back(E);
  }
  Result.push_back(std::move(D));
}

void ProtoParser::parseMessage() {
  static constexpr uint64_t MaxField = (1 << 29) - 1;
  Declaration D;
  D.Place = takeName();
  D.Name = D.Place.str();
  D.IsMessage = true;
  expect("{");
  while (!consume("}")) {
    if (consume("enum")) {
      parseEnumeration(D.Place);
      continue;
    }
    Entry E;
    E.IsRepeated = consume("repeated");
    E.Type = takeName();
    E.Name = takeName();
    expect("=");
    // Readers look for fields in this order.
    uint64_t Least = D.Entries.empty() ? 1 : D.Entries.back().Number + 1;
    E.Number = takeNumber(Least, MaxField);
    expect(";");
    D.Entries.push_back(E);
  }
  Result.push_back(std::move(D));
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

std::vector<Declaration> ProtoParser::parse() {
  for (StringRef Text : {"syntax", "=", "\"", "proto3", "\"", ";", "package"})
    expect(Text);
  do
    takeName();
  while (consume("."));
  expect(";");
  while (!Token.empty()) {
    if (consume("enum"))
      parseEnumeration("");
    else if (consume("message"))
      parseMessage();
    else
      fail("'message' or 'enum'");
  }
  return std::move(Result);
}

static StringMap<const Declaration *>
checkNames(ArrayRef<Declaration> Declarations) {
  StringMap<const Declaration *> ByName;
  auto ReportTwice = [](StringRef Name) {
    PrintError(SMLoc::getFromPointer(Name.data()),
               "'" + Name + "' is declared twice");
  };
  for (const Declaration &D : Declarations) {
    if (D.Entries.empty())
      PrintError(SMLoc::getFromPointer(D.Place.data()),
                 "'" + D.Place + "' is empty");
    if (!ByName.try_emplace(D.Name, &D).second)
      ReportTwice(D.Place);
    StringMap<bool> Known;
    for (const Entry &E : D.Entries)
      if (!Known.try_emplace(toCamelCase(E.Name)).second)
        ReportTwice(E.Name);
  }
  return ByName;
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

static void emitSchema(const RecordKeeper &RK, raw_ostream &OS) {
  auto Buffer = MemoryBuffer::getFile(ProtoFile);
  if (!Buffer)
    PrintFatalError("cannot read '" + ProtoFile +
                    "': " + Buffer.getError().message());
  StringRef Text = (*Buffer)->getBuffer();
  SrcMgr.AddNewSourceBuffer(std::move(*Buffer), SMLoc());
  std::vector<Declaration> Declarations = ProtoParser(Text).parse();
  StringMap<const Declaration *> ByName = checkNames(Declarations);
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

namespace {

/// Emits the tables of the messages of a .proto file.
class WireSchemaEmitter {
public:
  explicit WireSchemaEmitter(const RecordKeeper &RK) : RK(RK) {}

  void run(raw_ostream &OS) { emitSchema(RK, OS); }

private:
  const RecordKeeper &RK;
};

} // namespace

static TableGen::Emitter::OptClass<WireSchemaEmitter>
    RegisterWireSchemaEmitter("gen-wire-schema",
                              "Generate the tables of a .proto file");
