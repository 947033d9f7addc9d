//===- TablesEmitter.cpp - -gen-tables and its documentation --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The tables of Tables.td: the rows in C++ and their descriptions, a page, and
/// a JSON schema of a line of the exporter `jsonl`.
///
//===----------------------------------------------------------------------===//

#include "TableGenUtils.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace hlomem::tblgen;

using Records = std::vector<const Record *>;

/// Lower-case letters, digits and underscores, a letter first.
static void checkName(const Record &R) {
  StringRef Name = requiredText(R, "name");
  auto IsAllowed = [](char C) {
    return (C >= 'a' && C <= 'z') || isDigit(C) || C == '_';
  };
  if (!Name.empty() && (!all_of(Name, IsAllowed) || !isAlpha(Name.front())))
    PrintError(R.getLoc(), "name '" + Name +
                               "' is not made of lower-case letters, digits "
                               "and underscores");
}

static Records columnsOf(const Record &Table) {
  auto Columns = Table.getValueAsListOfDefs("columns");
  return {Columns.begin(), Columns.end()};
}

/// All tables in the order of the file. Ends the program, with a message at
/// each place, if any of them is not usable.
static Records readTables(const RecordKeeper &RK) {
  Records Tables = definitionsInFileOrder(RK, "Table");
  for (const Record *T : Tables) {
    checkName(*T);
    requiredText(*T, "meaning");
    if (!isCamelCase(T->getName()) ||
        toCamelCase(T->getValueAsString("name")) != T->getName())
      PrintError(T->getLoc(), "the record of table '" +
                                  T->getValueAsString("name") +
                                  "' has another name, '" + T->getName() + "'");
    StringSet<> Names;
    for (const Record *C : columnsOf(*T)) {
      checkName(*C);
      requiredText(*C, "meaning");
      if (!Names.insert(C->getValueAsString("name")).second)
        PrintError(T->getLoc(), "two columns are named '" +
                                    C->getValueAsString("name") + "'");
      bool IsEnum = C->getValueAsDef("type")->getName() == "EnumType";
      if (IsEnum == C->getValueAsListOfStrings("values").empty())
        PrintError(T->getLoc(), "column '" + C->getValueAsString("name") +
                                    "': an enumeration has values, and nothing "
                                    "else has");
    }
    for (StringRef Key : T->getValueAsListOfStrings("key"))
      if (!Names.contains(Key))
        PrintError(T->getLoc(), "there is no column '" + Key + "' for the key");
  }
  stopOnErrors("the tables are not usable");
  return Tables;
}

static bool isOptional(const Record &Column) {
  return !Column.getValueAsString("absent").empty();
}

static std::string describe(const Record &Column) {
  std::string Text = Column.getValueAsString("meaning").str();
  if (isOptional(Column))
    Text += "; empty " + Column.getValueAsString("absent").str();
  return Text;
}

static std::string fieldOf(const Record &Column) {
  return toCamelCase(Column.getValueAsString("name"));
}

static std::string typeOf(const Record &Column) {
  std::string Type =
      Column.getValueAsDef("type")->getValueAsString("cppType").str();
  return isOptional(Column) ? "std::optional<" + Type + ">" : Type;
}

static int64_t versionOf(const RecordKeeper &RK) {
  return RK.getDef("TablesVersion")->getValueAsInt("number");
}

//===----------------------------------------------------------------------===//
// C++
//===----------------------------------------------------------------------===//

static void emitDeclarations(const RecordKeeper &RK, const Records &Tables,
                             raw_ostream &OS) {
  GuardedPart Part(OS, "GET_TABLE_DECLS");
  OS << "/// Is the version of the tables.\n"
     << "inline constexpr unsigned TablesVersion = " << versionOf(RK)
     << ";\n\n";
  for (const Record *T : Tables) {
    emitDocComment(OS, ("Represents a row of the table `" +
                        T->getValueAsString("name") +
                        "`. Texts are valid while the row is visited.")
                           .str());
    OS << "struct " << T->getName() << "Row {\n";
    for (const Record *C : columnsOf(*T)) {
      emitDocComment(OS, describe(*C) + ".", 2);
      OS << "  " << typeOf(*C) << ' ' << fieldOf(*C) << " = {};\n";
    }
    OS << "};\n\n";
  }
  OS << "/// Identifies a table.\n"
     << "enum class TableKind : uint8_t {\n";
  for (const Record *T : Tables)
    OS << "  " << T->getName() << ",\n";
  OS << "};\n\n"
     << "inline constexpr size_t TableCount = " << Tables.size() << ";\n\n";
  emitDocComment(OS, "Passes the rows of one module's tables on, in the order "
                     "of the module. No row is kept.");
  OS << "class ModuleTables {\npublic:\n"
     << "  virtual ~ModuleTables() = default;\n";
  for (const Record *T : Tables)
    OS << "  virtual void visit" << T->getName()
       << "(llvm::function_ref<void(const " << T->getName()
       << "Row &)> Visit) = 0;\n";
  OS << "};\n";
}

static void emitDescriptions(const Records &Tables, raw_ostream &OS) {
  GuardedPart Part(OS, "GET_TABLE_DEFS");
  for (const Record *T : Tables) {
    OS << "static constexpr ColumnInfo " << T->getName() << "Columns[] = {\n";
    for (const Record *C : columnsOf(*T)) {
      const Record *Type = C->getValueAsDef("type");
      OS << "    {" << toLiteral(C->getValueAsString("name"))
         << ", ColumnType::" << Type->getName().drop_back(4) << ", "
         << (isOptional(*C) ? "true" : "false") << ", offsetof(" << T->getName()
         << "Row, " << fieldOf(*C) << ")},\n";
    }
    OS << "};\n\n";
  }
  OS << "static constexpr TableInfo Tables[] = {\n";
  for (const Record *T : Tables) {
    SmallVector<StringRef> Names;
    for (const Record *C : columnsOf(*T))
      Names.push_back(C->getValueAsString("name"));
    OS << "    {TableKind::" << T->getName() << ", "
       << toLiteral(T->getValueAsString("name")) << ", " << T->getName()
       << "Columns,\n     " << toLiteral(join(Names, ",") + "\n") << "},\n";
  }
  OS << "};\n\n"
     << "void visitRows(ModuleTables &T, TableKind Kind,\n"
     << "               function_ref<void(const void *Row)> Visit) {\n"
     << "  auto Pass = [&](const auto &Row) { Visit(&Row); };\n"
     << "  switch (Kind) {\n";
  for (const Record *T : Tables)
    OS << "  case TableKind::" << T->getName() << ":\n    return T.visit"
       << T->getName() << "(Pass);\n";
  OS << "  }\n}\n";
}

static void emitTables(const RecordKeeper &RK, raw_ostream &OS) {
  Records Tables = readTables(RK);
  emitSourceFileHeader("Tables of a module", OS, RK);
  emitDeclarations(RK, Tables, OS);
  emitDescriptions(Tables, OS);
}

//===----------------------------------------------------------------------===//
// Documentation
//===----------------------------------------------------------------------===//

static void emitTableDocs(const RecordKeeper &RK, raw_ostream &OS) {
  OS << "Version " << versionOf(RK) << ".\n";
  for (const Record *T : readTables(RK)) {
    OS << "\n### " << T->getValueAsString("name") << "\n\n"
       << T->getValueAsString("meaning") << ".";
    auto Key = T->getValueAsListOfStrings("key");
    if (!Key.empty())
      OS << " Identified by `module` and `" << join(Key, "`, `") << "`.";
    OS << "\n\n| column | type | unit | meaning | empty "
          "|\n|---|---|---|---|---|\n";
    for (const Record *C : columnsOf(*T)) {
      const Record *Type = C->getValueAsDef("type");
      OS << "| `" << C->getValueAsString("name") << "` | "
         << Type->getValueAsString("word") << " | "
         << Type->getValueAsString("unit") << " | "
         << toMarkdownCell(C->getValueAsString("meaning"));
      auto Values = C->getValueAsListOfStrings("values");
      if (!Values.empty())
        OS << ": " << join(Values, ", ");
      OS << " | " << toMarkdownCell(C->getValueAsString("absent")) << " |\n";
    }
  }
}

static json::Value schemaOf(const Record &Column) {
  const Record *Type = Column.getValueAsDef("type");
  StringRef Json = Type->getValueAsString("json");
  json::Object Schema{{"description", describe(Column)}};
  if (isOptional(Column))
    Schema["type"] = json::Array{Json, "null"};
  else
    Schema["type"] = Json;
  if (Json == "integer")
    Schema["minimum"] = 0;
  if (!Type->getValueAsString("unit").empty())
    Schema["unit"] = Type->getValueAsString("unit");
  auto Values = Column.getValueAsListOfStrings("values");
  if (!Values.empty()) {
    json::Array All;
    for (StringRef Value : Values)
      All.push_back(Value);
    if (isOptional(Column))
      All.push_back(nullptr);
    Schema["enum"] = std::move(All);
  }
  return Schema;
}

static void emitTableSchema(const RecordKeeper &RK, raw_ostream &OS) {
  json::Object Definitions;
  json::Array Choices;
  for (const Record *T : readTables(RK)) {
    StringRef Name = T->getValueAsString("name");
    json::Object Properties{{"table", json::Object{{"const", Name}}}};
    json::Array Required{"table"};
    for (const Record *C : columnsOf(*T)) {
      Properties[C->getValueAsString("name")] = schemaOf(*C);
      Required.push_back(C->getValueAsString("name"));
    }
    Definitions[Name] =
        json::Object{{"type", "object"},
                     {"description", T->getValueAsString("meaning")},
                     {"properties", std::move(Properties)},
                     {"required", std::move(Required)},
                     {"additionalProperties", false}};
    Choices.push_back(json::Object{{"$ref", ("#/$defs/" + Name).str()}});
  }
  json::Value Schema = json::Object{
      {"$schema", "https://json-schema.org/draft/2020-12/schema"},
      {"title", "A row of the tables of hlo-mem-opt: one line of -emit=jsonl "
                "-o -"},
      {"version", versionOf(RK)},
      {"oneOf", std::move(Choices)},
      {"$defs", std::move(Definitions)}};
  OS << formatv("{0:2}", Schema) << '\n';
}

static TableGen::Emitter::OptClass<FunctionEmitter<emitTables>>
    RegisterTables("gen-tables", "Generate rows and descriptions of tables");
static TableGen::Emitter::OptClass<FunctionEmitter<emitTableDocs>>
    RegisterTableDocs("gen-table-docs",
                      "Generate the documentation of the tables");
static TableGen::Emitter::OptClass<FunctionEmitter<emitTableSchema>>
    RegisterTableSchema("gen-table-schema",
                        "Generate the JSON schema of the tables' rows");
