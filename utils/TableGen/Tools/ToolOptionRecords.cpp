//===- ToolOptionRecords.cpp - Options of a program, read and checked -----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToolOptionRecords.h"
#include "TableGenUtils.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <optional>

using namespace llvm;
using namespace hlomem::tblgen;

std::string ToolOptionRecord::usage() const {
  if (IsPositional)
    return ("<" + ValueName + ">...").str();
  std::string Result = ("-" + Name).str();
  if (!ValueName.empty())
    Result += (Name.size() == 1 ? " <" : "=<") + ValueName.str() + ">";
  return Result;
}

namespace {

class ToolReader {
public:
  explicit ToolReader(const RecordKeeper &RK) : RK(RK) {}

  ToolRecord read();

private:
  void readSections();
  ToolOptionRecord readOption(const Record &R);
  void readValues(ToolOptionRecord &O);
  void readDefault(ToolOptionRecord &O);
  StringRef readHelp(const Record &R);
  void checkNames(const ToolOptionRecord &O);

  static void error(const ToolOptionRecord &O, const Twine &Message) {
    PrintError(O.Def->getLoc(), "option '" + O.Name + "' " + Message);
  }

  const RecordKeeper &RK;
  ToolRecord Tool;
  std::map<const Record *, size_t> SectionIndex;
  StringMap<const Record *> OptionNames;
  const Record *Positional = nullptr;
};

} // namespace

static std::optional<std::string> initialize(const ToolOptionRecord &O,
                                             StringRef Value) {
  if (!O.Values.empty()) {
    auto It = find_if(
        O.Values, [&](const OptionValueRecord &V) { return V.Name == Value; });
    if (It == O.Values.end())
      return std::nullopt;
    return It->CppValue.str();
  }
  if (O.CppType == "unsigned")
    return initializeNumber<unsigned>(Value, "u");
  if (O.CppType == "uint64_t")
    return initializeNumber<uint64_t>(Value, "u");
  if (O.CppType == "int")
    return initializeNumber<int>(Value, "");
  if (O.CppType == "std::string")
    return toLiteral(Value);
  return std::nullopt;
}

StringRef ToolReader::readHelp(const Record &R) {
  StringRef Help = requiredText(R, "help").trim();
  if (Help.ends_with("."))
    PrintError(R.getLoc(), "field 'help' ends with a full stop");
  return Help;
}

void ToolReader::readValues(ToolOptionRecord &O) {
  StringMap<const Record *> Names;
  for (const Record *R : O.Def->getValueAsListOfDefs("values")) {
    OptionValueRecord V{R->getValueAsString("name"),
                        R->getValueAsString("cppValue"),
                        R->getValueAsString("help").trim()};
    if (!isDashedName(V.Name))
      error(O, "has the value '" + V.Name +
                   "', expected lower-case letters, digits and dashes");
    if (!Names.try_emplace(V.Name, R).second)
      error(O, "has the value '" + V.Name + "' twice");
    if (V.CppValue.empty())
      error(O, "has the value '" + V.Name + "' without an enumerator");
    if (V.Help.empty())
      error(O, "has the value '" + V.Name + "' without help");
    else if (V.Help.ends_with("."))
      error(O, "has help of the value '" + V.Name +
                   "' that ends with a full stop");
    O.Values.push_back(V);
  }
  if (O.Values.empty() && O.Def->isSubClassOf("EnumOption"))
    error(O, "has no values");
}

void ToolReader::readDefault(ToolOptionRecord &O) {
  StringRef Value = O.Def->getValueAsString("defaultValue");
  O.DefaultText = O.Def->getValueAsString("defaultText");
  if (Value.empty()) {
    if (!O.IsList && O.isFlag() && !O.DefaultText.empty())
      error(O, "is a flag and cannot have a default");
    return;
  }
  if (O.IsList || O.IsFromLibrary || O.isFlag()) {
    error(O, "cannot have a default");
    return;
  }
  std::optional<std::string> Initializer = initialize(O, Value);
  if (!Initializer) {
    std::string What =
        O.Values.empty() ? ("type '" + O.CppType + "'").str() : "values";
    error(O, "has the default '" + Value + "', which does not fit its " + What);
    return;
  }
  O.Initializer = std::move(*Initializer);
  if (O.DefaultText.empty())
    O.DefaultText =
        O.CppType == "std::string" ? ("`" + Value + "`").str() : Value.str();
}

void ToolReader::checkNames(const ToolOptionRecord &O) {
  if (O.Def->isAnonymous())
    error(O, "needs a record with a name: its variable is called after it");
  else if (!isCamelCase(O.variable()))
    error(O, "has the record '" + O.variable() + "', expected CamelCase");
  if (O.IsPositional) {
    if (Positional) {
      PrintError(O.Def->getLoc(), "a second positional option");
      PrintNote(Positional->getLoc(), "the first is here");
    }
    Positional = O.Def;
    return;
  }
  if (!isDashedName(O.Name))
    error(O, "is not named with lower-case letters, digits and dashes");
  auto [It, IsNew] = OptionNames.try_emplace(O.Name, O.Def);
  if (!IsNew) {
    error(O, "is declared twice");
    PrintNote(It->second->getLoc(), "first declared here");
  }
}

ToolOptionRecord ToolReader::readOption(const Record &R) {
  ToolOptionRecord O;
  O.Def = &R;
  O.Name = R.getValueAsString("name");
  O.CppType = R.getValueAsString("cppType");
  O.ValueName = R.getValueAsString("valueName");
  O.Description = R.getValueAsString("description");
  O.WhenRepeated = R.getValueAsString("whenRepeated");
  O.IsMain = R.getValueAsBit("isMain");
  O.IsHidden = R.getValueAsBit("isHidden");
  O.IsPrefix = R.getValueAsBit("isPrefix");
  O.IsList = R.getValueAsBit("isList");
  O.IsCommaSeparated = R.getValueAsBit("isCommaSeparated");
  O.IsValueOptional = R.getValueAsBit("isValueOptional");
  O.IsPositional = R.getValueAsBit("isPositional");
  O.IsFromLibrary = R.getValueAsBit("isFromLibrary");
  checkNames(O);
  O.Help = readHelp(R);
  readValues(O);
  readDefault(O);
  bool HasValue = !O.isFlag() && !O.IsFromLibrary;
  if (HasValue && O.ValueName.empty())
    error(O, "has a value without a name");
  if (O.isFlag() && !O.ValueName.empty())
    error(O, "is a flag and cannot have a value");
  if (O.IsValueOptional && O.Values.empty())
    error(O, "has no values of which the first could be left out");
  if (O.IsList && !O.WhenRepeated.empty())
    error(O, "is a list, which may be given several times");
  return O;
}

void ToolReader::readSections() {
  StringMap<const Record *> Titles;
  for (const Record *R : definitionsInFileOrder(RK, "OptionSection")) {
    StringRef Title = requiredText(*R, "title").trim();
    auto [It, IsNew] = Titles.try_emplace(Title, R);
    if (!IsNew) {
      PrintError(R->getLoc(), "duplicate section '" + Title + "'");
      PrintNote(It->second->getLoc(), "first declared here");
    }
    SectionIndex[R] = Tool.Sections.size();
    Tool.Sections.push_back({R, Title, R->getValueAsString("description"), {}});
  }
}

ToolRecord ToolReader::read() {
  std::vector<const Record *> Tools = definitionsInFileOrder(RK, "Tool");
  if (Tools.size() != 1)
    PrintFatalError("expected one Tool, found " + Twine(Tools.size()));
  Tool.Name = Tools.front()->getValueAsString("name");
  Tool.OptionsName = Tools.front()->getValueAsString("optionsName");
  Tool.Summary = requiredText(*Tools.front(), "summary").trim();
  Tool.Overview = requiredText(*Tools.front(), "overview");
  Tool.Description = Tools.front()->getValueAsString("description");
  for (const Record *R : Tools.front()->getValueAsListOfDefs("examples"))
    Tool.Examples.push_back(
        {requiredText(*R, "command").trim(), requiredText(*R, "help").trim()});
  for (const Record *R : definitionsInFileOrder(RK, "GuideSection"))
    Tool.Guide.push_back(
        {requiredText(*R, "title").trim(), requiredText(*R, "text")});
  readSections();
  for (const Record *R : definitionsInFileOrder(RK, "ToolOption")) {
    ToolOptionRecord O = readOption(*R);
    const auto *Section = dyn_cast<DefInit>(R->getValueInit("section"));
    if (!Section)
      error(O, "is in no section");
    else
      Tool.Sections[SectionIndex[Section->getDef()]].Options.push_back(
          std::move(O));
  }
  for (const OptionSectionRecord &S : Tool.Sections)
    if (S.Options.empty())
      PrintError(S.Def->getLoc(), "section '" + S.Title + "' has no option");
  stopOnErrors("the options are not usable");
  return std::move(Tool);
}

ToolRecord hlomem::tblgen::readTool(const RecordKeeper &RK) {
  return ToolReader(RK).read();
}
