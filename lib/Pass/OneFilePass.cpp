//===- OneFilePass.cpp - Passes that are one C++ file ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/OneFilePass.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace hlomem {

Error OneFileOptions::parse(StringRef Pass, StringRef Text) {
  PassOptionParser Parser(Pass, Text);
  for (OneFileOption *O : All)
    O->parse(Parser);
  return Parser.finish();
}

void OneFileOptions::print(raw_ostream &OS) const {
  PassOptionPrinter Printer(OS);
  for (const OneFileOption *O : All)
    O->print(Printer);
}

Error OneFileOptions::check(StringRef Pass) const {
  StringSet<> Names;
  for (const OneFileOption *O : All) {
    const PassOptionInfo &Info = O->getInfo();
    if (!Names.insert(Info.Name).second)
      return createStringError("pass '" + Pass + "' has two options '" +
                               Info.Name + "'");
    if (std::string Expected = O->checkDefault(); !Expected.empty())
      return createStringError("option '" + Info.Name + "' of pass '" + Pass +
                               "' has the default '" + Info.Default +
                               "', expected " + Expected);
  }
  return Error::success();
}

std::vector<PassOptionInfo> OneFileOptions::describe() const {
  std::vector<PassOptionInfo> Infos;
  for (const OneFileOption *O : All)
    Infos.push_back(O->getInfo());
  return Infos;
}

} // namespace hlomem
