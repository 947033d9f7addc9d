//===- ToolOptionRecords.cpp - Options of a program, read and checked -----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToolOptionRecords.h"
#include "TableGenUtils.h"

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

/// The default as an initialiser, and as people read it.
static void readDefault(ToolOptionRecord &O) {
  StringRef Value = O.Def->getValueAsString("defaultValue");
  O.DefaultText = O.Def->getValueAsString("defaultText");
  if (Value.empty())
    return;
  std::string Text = Value.str();
  if (!O.Values.empty()) {
    auto It = find_if(
        O.Values, [&](const OptionValueRecord &V) { return V.Name == Value; });
    if (It == O.Values.end())
      PrintFatalError(O.Def->getLoc(), "option '" + O.Name +
                                           "' has the default '" + Value +
                                           "', which is none of its values");
    O.Initializer = It->CppValue;
  } else if (O.CppType == "std::string") {
    O.Initializer = toLiteral(Value);
    Text = "`" + Text + "`";
  } else {
    O.Initializer = Text;
  }
  if (O.DefaultText.empty())
    O.DefaultText = Text;
}

static ToolOptionRecord readOption(const Record &R) {
  ToolOptionRecord O;
  O.Def = &R;
  O.Name = R.getValueAsString("name");
  O.CppType = R.getValueAsString("cppType");
  O.ValueName = R.getValueAsString("valueName");
  O.Help = requiredText(R, "help").trim();
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
  for (const Record *V : R.getValueAsListOfDefs("values"))
    O.Values.push_back({V->getValueAsString("name"),
                        V->getValueAsString("cppValue"),
                        requiredText(*V, "help").trim()});
  readDefault(O);
  return O;
}

ToolRecord hlomem::tblgen::readTool(const RecordKeeper &RK) {
  std::vector<const Record *> Tools = definitionsInFileOrder(RK, "Tool");
  if (Tools.size() != 1)
    PrintFatalError("expected one Tool, found " + Twine(Tools.size()));
  const Record &Def = *Tools.front();
  ToolRecord Tool;
  Tool.Name = Def.getValueAsString("name");
  Tool.OptionsName = Def.getValueAsString("optionsName");
  Tool.Summary = requiredText(Def, "summary").trim();
  Tool.Overview = requiredText(Def, "overview");
  Tool.Description = Def.getValueAsString("description");
  for (const Record *R : Def.getValueAsListOfDefs("examples"))
    Tool.Examples.push_back(
        {requiredText(*R, "command").trim(), requiredText(*R, "help").trim()});
  for (const Record *R : definitionsInFileOrder(RK, "GuideSection"))
    Tool.Guide.push_back(
        {requiredText(*R, "title").trim(), requiredText(*R, "text")});
  for (const Record *R : definitionsInFileOrder(RK, "OptionSection"))
    Tool.Sections.push_back({R,
                             requiredText(*R, "title").trim(),
                             R->getValueAsString("description"),
                             {}});
  for (const Record *R : definitionsInFileOrder(RK, "ToolOption")) {
    const Record *Section = R->getValueAsDef("section");
    find_if(Tool.Sections, [&](const OptionSectionRecord &S) {
      return S.Def == Section;
    })->Options.push_back(readOption(*R));
  }
  stopOnErrors("the options are not usable");
  return Tool;
}
