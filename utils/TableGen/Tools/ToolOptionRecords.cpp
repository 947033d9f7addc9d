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

ToolOption::ToolOption(const Record &Def) : Def(&Def) {
  requiredText(Def, "help");
  StringRef Value = get("defaultValue");
  DefaultText = get("defaultText");
  if (Value.empty())
    return;
  std::string Text = Value.str();
  Initializer = Text;
  if (auto Values = values(); !Values.empty()) {
    auto It = find_if(Values, [&](const Record *V) {
      return V->getValueAsString("name") == Value;
    });
    if (It == Values.end())
      PrintFatalError(Def.getLoc(), "option '" + name() +
                                        "' has the default '" + Value +
                                        "', which is none of its values");
    Initializer = (*It)->getValueAsString("cppValue");
  } else if (get("cppType") == "std::string") {
    Initializer = toLiteral(Value);
    Text = "`" + Text + "`";
  }
  if (DefaultText.empty())
    DefaultText = Text;
}

std::string ToolOption::usage() const {
  StringRef ValueName = get("valueName");
  if (is("isPositional"))
    return ("<" + ValueName + ">...").str();
  std::string Result = ("-" + name()).str();
  if (!ValueName.empty())
    Result += (name().size() == 1 ? " <" : "=<") + ValueName.str() + ">";
  return Result;
}

ToolOptions::ToolOptions(const RecordKeeper &RK) {
  std::vector<const Record *> Tools = definitionsInFileOrder(RK, "Tool");
  if (Tools.size() != 1)
    PrintFatalError("expected one Tool, found " + Twine(Tools.size()));
  Def = Tools.front();
  for (StringRef Field : {"summary", "overview"})
    requiredText(*Def, Field);
  for (const Record *R : definitionsInFileOrder(RK, "GuideSection"))
    requiredText(*R, "text");
  for (const Record *R : definitionsInFileOrder(RK, "OptionSection"))
    Sections.push_back({R, {}});
  for (const Record *R : definitionsInFileOrder(RK, "ToolOption")) {
    auto Next = partition_point(Sections, [&](const OptionSection &S) {
      return S.Def->getID() < R->getID();
    });
    if (Next == Sections.begin())
      PrintFatalError(R->getLoc(), "option '" + R->getValueAsString("name") +
                                       "' stands before the first section");
    std::prev(Next)->Options.emplace_back(*R);
  }
  stopOnErrors("the options are not usable");
}
